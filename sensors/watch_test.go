package sensors_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/sensors"
)

// heard is a sink that writes down what it hears.
type heard []string

func (h *heard) Touch(t board.Touch) {
	*h = append(*h, fmt.Sprintf("touch %d %v %v", t.Square, t.Placed, t.At))
}
func (h *heard) Wood(wood board.Set, at time.Duration) {
	*h = append(*h, fmt.Sprintf("wood %d %v", wood.Len(), at))
}
func (h *heard) Fault(err error) { *h = append(*h, fmt.Sprint("fault ", err)) }

// tellings are the lists of faults that were told.
type tellings struct {
	mu   sync.Mutex
	list []string
}

// watched16 is a watch over two drivers: squares 0 to 15 and, without diodes in
// two columns, 16 to 19.
func watched16(t *testing.T) (w *sensors.Watch, first, second *sensors.Watched, told *tellings, sink *heard) {
	t.Helper()
	told, sink = new(tellings), new(heard)
	w = sensors.NewWatch(func(faults []sensors.Fault) {
		var list []string
		for _, f := range faults {
			list = append(list, fmt.Sprintf("%d %v", f.Square, f.Kind))
		}
		told.mu.Lock()
		defer told.mu.Unlock()
		told.list = append(told.list, strings.Join(list, ", "))
	})
	matrix, err := sensors.NewWiring([]board.Square{16, 17, 18, 19})
	if err != nil {
		t.Fatal(err)
	}
	first = w.Over(square16(t), sensors.HealthOptions{}, sink)
	second = w.Over(matrix, sensors.HealthOptions{Columns: 2}, sink)
	return w, first, second, told, sink
}

func expectTold(t *testing.T, told *tellings, want ...string) {
	t.Helper()
	told.mu.Lock()
	defer told.mu.Unlock()
	if strings.Join(told.list, "; ") != strings.Join(want, "; ") {
		t.Fatalf("told %q, want %q", told.list, want)
	}
	told.list = nil
}

func TestAWatchHandsOnWhatItHears(t *testing.T) {
	_, first, _, told, sink := watched16(t)
	first.Wood(board.SetOf(1, 2), ms)
	first.Touch(board.Touch{Square: 1, At: 2 * ms})
	first.Fault(errors.New("unplugged"))
	first.Fault(nil)
	want := "wood 2 1ms; touch 1 false 2ms; fault unplugged; fault <nil>"
	if got := strings.Join(*sink, "; "); got != want {
		t.Errorf("heard %s, want %s", got, want)
	}
	expectTold(t, told)
}

func TestAWatchTellsTheFaultsOfAllDriversWhenTheyChange(t *testing.T) {
	w, first, second, told, _ := watched16(t)
	first.Wood(board.SetOf(1), 0)
	second.Wood(board.SetOf(16, 17), 0)
	w.Expect(board.SetOf(1, 5, 16, 17), board.Set{}, time.Second)
	expectTold(t, told)
	first.Touch(board.Touch{Square: 1, At: 2 * time.Second})
	first.Touch(board.Touch{Square: 2, Placed: true, At: 3 * time.Second})
	w.Expect(board.SetOf(2, 5, 16, 17), board.Set{}, 4*time.Second)
	expectTold(t, told, "5 dead")
	second.Touch(board.Touch{Square: 18, Placed: true, At: 5 * time.Second})
	second.Touch(board.Touch{Square: 19, Placed: true, At: 5 * time.Second})
	w.Unexplained(board.SetOf(2, 5, 16, 17))
	expectTold(t, told, "5 dead, 18 ghost, 19 ghost")
	w.Unexplained(board.SetOf(2, 5, 16, 17))
	expectTold(t, told)
	first.Touch(board.Touch{Square: 5, Placed: true, At: 6 * time.Second})
	expectTold(t, told, "18 ghost, 19 ghost")
}

func TestUnexplainedWoodThatNoMatrixMakesIsNoGhost(t *testing.T) {
	w, first, second, told, _ := watched16(t)
	second.Wood(board.SetOf(16, 17, 18), 0)
	second.Touch(board.Touch{Square: 19, Placed: true, At: time.Second}) // by itself, a piece
	first.Touch(board.Touch{Square: 4, Placed: true, At: time.Second})
	w.Unexplained(board.SetOf(16, 17, 18))
	expectTold(t, told)
}

func TestAWatchLooksAtTheFlickerOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, first, second, told, _ := watched16(t)
		var counted atomic.Uint32
		start := time.Now()
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{}, 2)
		go func() {
			first.Run(ctx, func(channel int) sensors.Contact {
				return sensors.Contact{Flickers: counted.Load() * uint32(channel/15)}
			}, start)
			done <- struct{}{}
		}()
		go func() {
			second.Run(ctx, func(int) sensors.Contact { return sensors.Contact{} }, start)
			done <- struct{}{}
		}()
		time.Sleep(10*time.Second + ms)
		counted.Store(100)
		time.Sleep(500 * ms)
		synctest.Wait()
		expectTold(t, told)
		time.Sleep(500 * ms)
		synctest.Wait()
		expectTold(t, told, "15 flickering")
		time.Sleep(3 * time.Minute)
		synctest.Wait()
		expectTold(t, told, "")
		stop()
		<-done
		<-done
	})
}

// A drift that a driver tells of its sensor is told beside what is found, gives way to what is worse, and ends when the driver says so.
func TestDriftIsToldUntilItIsOver(t *testing.T) {
	w, first, _, told, _ := watched16(t)
	for _, say := range []func(){
		func() { w.Drift(5, true, ms) },
		func() { w.Drift(5, true, 2*ms) },
		func() { w.Drift(17, true, 2*ms) },
		func() { w.Drift(200, true, 2*ms) }, // no square of any driver
		func() { first.Flickers(func(channel int) uint32 { return map[int]uint32{5: 500}[channel] }, 3*ms) },
		func() { w.Drift(17, false, 4*ms) },
		func() { first.Flickers(func(channel int) uint32 { return map[int]uint32{5: 500}[channel] }, time.Hour) },
		func() { w.Drift(5, false, time.Hour) },
	} {
		say()
	}
	want := []string{"5 drifted", "5 drifted, 17 drifted", "5 flickering, 17 drifted", "5 flickering", "5 drifted", ""}
	if !slices.Equal(told.list, want) {
		t.Errorf("told %q, want %q", told.list, want)
	}
}
