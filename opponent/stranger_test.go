package opponent_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// playAs names what this very program does as an engine.
const playAs = "OPPONENT_TEST_PLAYS_AS"

func TestMain(m *testing.M) {
	if manner := os.Getenv(playAs); strings.HasPrefix(manner, "judge") {
		judge(manner)
		return
	} else if manner != "" {
		play(manner)
		return
	}
	os.Exit(m.Run())
}

// play is an engine of some manner. All but "well" misbehave once they are told to go, or before.
func play(manner string) {
	in := bufio.NewReader(os.Stdin)
	view := ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "rgi":
			greet(manner)
		case word == "option" && rest > "level 3": // it has no other, and no higher
			return
		case word == "position":
			view = rest
		case word == "go":
			answer(manner, view)
		}
	}
}

func greet(manner string) {
	switch manner {
	case "mute":
		hang()
	case "stillborn":
		os.Exit(3)
	}
	fmt.Println("id name test engine 1.2\noption level type int min 1 max 3 default 3\nrgiok")
}

func answer(manner, view string) {
	switch manner {
	case "hang":
		hang()
	case "crash":
		os.Exit(3)
	case "one line for ever":
		flood("info string lorem ipsum ")
	case "lines for ever":
		flood("info nodes 1 score 0.500 pv []\n")
	case "grow":
		grow()
	case "complain":
		fmt.Println("error I know better")
	case "lie":
		fmt.Println("bestaction checkmate")
	case "spin":
		for range 4 {
			go func() {
				for n := uint64(1); n != 0; n = n*6364136223846793005 + 1442695040888963407 { // as good as for ever
				}
			}()
		}
		fallthrough
	case "well":
		fmt.Println(`info nodes 7 score 0.625 pv ["A"]`)
		fmt.Println("bestaction " + first(view))
	}
}

// hang does nothing for ever. select {} alone is a deadlock, which ends a program without cgo.
func hang() { time.Sleep(time.Hour) }

// flood writes a gigabyte.
func flood(text string) {
	text = strings.Repeat(text, 1<<20/len(text))
	for range 1 << 10 {
		os.Stdout.WriteString(text)
	}
	hang()
}

// grow fills memory until it is ended.
func grow() {
	var all [][]byte
	for {
		each := make([]byte, 1<<20)
		for i := 0; i < len(each); i += 4096 {
			each[i] = 1
		}
		all = append(all, each)
		time.Sleep(time.Duration(len(all)%2) * time.Millisecond) // the machine has others to serve
	}
}

// first is the first of the legal actions that it was told.
func first(position string) string {
	_, list, _ := strings.Cut(position, " legal ")
	var legal []string
	if json.Unmarshal([]byte(list), &legal) != nil || len(legal) == 0 {
		return "none"
	}
	return legal[0]
}
