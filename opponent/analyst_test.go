package opponent_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"reeve/opponent"
)

// judge is a program of some manner that is given a record.
func judge(manner string) {
	record, _ := io.ReadAll(os.Stdin)
	switch manner {
	case "judge":
		fmt.Printf(`{"of":2}`+"\n"+`{"n":1,"expect":[0.5]}`+"\n"+`{"n":2,"expect":[1]}`+"\n"+`{"totals":{"record":%d}}`+"\n", len(record))
	case "judge nothing":
	case "judge nonsense":
		fmt.Println("a game of chess")
	case "judge too few":
		fmt.Println(`{"of":3}` + "\n" + `{"n":1}`)
	case "judge too many":
		fmt.Println(`{"of":900000}`)
	case "judge without sums":
		fmt.Println(`{"of":1}` + "\n" + `{"n":1}` + "\n" + `{"n":2}`)
	case "judge for ever":
		hang()
	case "judge a gigabyte":
		fmt.Println(`{"of":3}`)
		flood(" ")
	}
}

// What a child says of a game is taken whole or not at all; whatever it does, it is ended and named.
func TestAnAnalysisIsWholeOrRefused(t *testing.T) {
	patient := opponent.Limits{Start: time.Hour, Think: time.Hour, Look: time.Millisecond}
	told := 0
	out, err := opponent.Analyse(t.Context(), engine(t, "judge"), patient, []byte("a record"), func(done, of int) {
		if told++; done >= of || of != 2 {
			t.Errorf("%d of %d", done, of)
		}
	})
	if err != nil || len(out.Steps) != 2 || string(out.Totals) != `{"record":8}` || told != 2 {
		t.Fatalf("%+v, told %d times, %v", out, told, err)
	}
	for manner, key := range map[string]string{
		"judge nothing": "engine.crashed", "judge nonsense": "engine.strange", "judge too few": "engine.crashed", "judge too many": "engine.strange",
		"judge without sums": "engine.strange", "judge for ever": "engine.silent", "judge a gigabyte": "engine.flood", "missing": "engine.missing",
	} {
		l, e := patient, engine(t, manner)
		if manner == "judge for ever" {
			l.Think = 50 * time.Millisecond
		}
		if manner == "missing" {
			e.Command = []string{"/nowhere"}
		}
		_, err := opponent.Analyse(t.Context(), e, l, nil, func(int, int) {})
		var what *opponent.Trouble
		if !errors.As(err, &what) || what.Key != key {
			t.Errorf("%s: %v, want %s", manner, err, key)
		}
	}
}

func TestAnAnalysisEndsWhenItIsToldTo(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	l := opponent.Limits{Start: time.Hour, Think: time.Hour}
	if _, err := opponent.Analyse(ctx, engine(t, "judge for ever"), l, nil, func(int, int) {}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
