package sensors_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/sensors"
)

// rows is a driver that plays what its channels do over time.
type rows struct {
	start time.Time
	plan  []row
	scans int
}

// row holds from its instant on, until the next row.
type row struct {
	ms     int
	closed []int
	err    error
}

func (r *rows) Scan(levels []uint64) error {
	r.scans++
	now := int(time.Since(r.start) / time.Millisecond)
	for i := len(r.plan) - 1; i >= 0; i-- {
		p := r.plan[i]
		if p.ms > now {
			continue
		}
		for i := range levels {
			levels[i] = 0xdead << 48 // what Scan leaves there must be written over
		}
		if p.err != nil {
			return p.err
		}
		clear(levels)
		for _, ch := range p.closed {
			levels[ch>>6] |= 1 << (ch & 63)
		}
		return nil
	}
	return nil
}

// notes is a sink that writes down what it hears.
type notes []string

func (n *notes) add(format string, args ...any) { *n = append(*n, fmt.Sprintf(format, args...)) }

func (n *notes) Touch(t board.Touch) {
	n.add("%s %d @%d", map[bool]string{true: "place", false: "lift"}[t.Placed], t.Square, t.At.Milliseconds())
}

func (n *notes) Wood(w board.Set, at time.Duration) {
	var squares []string
	for sq := range w.All() {
		squares = append(squares, fmt.Sprint(sq))
	}
	n.add("wood %s @%d", strings.Join(squares, ","), at.Milliseconds())
}

func (n *notes) Fault(err error) { n.add("fault %v", err) }

func (n *notes) want(t *testing.T, want ...string) {
	t.Helper()
	if !reflect.DeepEqual([]string(*n), want) {
		t.Errorf("heard\n %s\nwant\n %s", strings.Join(*n, "\n "), strings.Join(want, "\n "))
	}
}

// wiring has 4 channels, of which 0, 1 and 3 feel the squares 9, 7 and 200.
func wiring(t testing.TB) *sensors.Wiring {
	w, err := sensors.NewWiring([]board.Square{9, 7, board.None, 200})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// resting is rows whose driver knows when they change.
type resting struct{ rows }

func (r *resting) Rest(ctx context.Context, _ []uint64) {
	for _, p := range r.plan {
		if until := r.start.Add(time.Duration(p.ms)*time.Millisecond - 1); until.After(time.Now()) { // for the scan of that very instant
			ctx, stop := context.WithDeadline(ctx, until)
			defer stop()
			<-ctx.Done()
			return
		}
	}
	<-ctx.Done()
}

// play runs a loop over the plan for so many milliseconds of virtual time. A driver that rests tells the same.
func play(t *testing.T, forMs int, o sensors.Options, plan ...row) (notes, int) {
	t.Helper()
	var heard, rested notes
	scanned := 0
	run := func(t *testing.T, s sensors.Scanner, r *rows, sink sensors.Sink, o sensors.Options) {
		o.Start = time.Now()
		r.start, r.plan = o.Start, plan
		ctx, stop := context.WithTimeout(t.Context(), time.Duration(forMs)*time.Millisecond)
		defer stop()
		sensors.Run(ctx, s, wiring(t), sink, o)
	}
	synctest.Test(t, func(t *testing.T) {
		silent := o
		if o.Loose != nil {
			silent.Loose = func(sensors.Change) {}
		}
		r := &resting{}
		run(t, r, &r.rows, &rested, silent)
	})
	synctest.Test(t, func(t *testing.T) {
		r := &rows{}
		run(t, r, r, &heard, o)
		scanned = r.scans
	})
	rested.want(t, heard...)
	return heard, scanned
}

func TestRunTellsWoodThenTouches(t *testing.T) {
	heard, scans := play(t, 1000, sensors.Options{},
		row{ms: 0, closed: []int{0}}, row{ms: 100, closed: []int{0, 1, 3}}, row{ms: 200, closed: []int{1, 3}})
	heard.want(t, "wood 9 @8", "place 7 @100", "place 200 @100", "lift 9 @200")
	if scans < 249 || scans > 251 {
		t.Errorf("%d scans in a second", scans)
	}
}

// What closes in several scans at the start was there before, and is wood; a contact that never rests
// does not keep the wood from being told.
func TestWhatIsOnItsWayAtTheStartIsWood(t *testing.T) {
	heard, _ := play(t, 100, sensors.Options{Samples: 3},
		row{ms: 0}, row{ms: 12, closed: []int{0}}, row{ms: 20, closed: []int{0, 1}})
	heard.want(t, "wood 7,9 @28")
	restless := []row{{closed: []int{0}}}
	for ms := 4; ms < 96; ms += 8 {
		restless = append(restless, row{ms: ms, closed: []int{0, 3}}, row{ms: ms + 4, closed: []int{0, 1}})
	}
	heard, _ = play(t, 80, sensors.Options{}, restless...)
	heard.want(t, "wood 9 @44")
}

func TestAGlitchAtTheStartIsNoWood(t *testing.T) {
	for ms := 0; ms <= 8; ms += 4 {
		heard, _ := play(t, 100, sensors.Options{},
			row{ms: 0, closed: []int{0}}, row{ms: ms, closed: []int{1}}, row{ms: ms + 4, closed: []int{0}})
		heard.want(t, fmt.Sprintf("wood 9 @%d", max(8, ms+4)))
	}
}

func TestRunTellsAFaultOnceForEachCauseAndTheWoodAfterIt(t *testing.T) {
	gone := errors.New("gone")
	heard, scans := play(t, 20000, sensors.Options{},
		row{ms: 0, closed: []int{0}}, row{ms: 50, err: gone}, row{ms: 300, err: errors.New("gone")}, row{ms: 5000, err: errors.New("no rights")}, row{ms: 15000, closed: []int{1}}, row{ms: 19000})
	if len(heard) != 6 || !strings.HasPrefix(heard[3], "wood 7 @1") || !strings.HasPrefix(heard[5], "lift 7 @1900") {
		t.Fatalf("heard %q", heard)
	}
	heard[3], heard[5] = "wood 7", "lift 7" // their instants hang on where the retries fell
	heard.want(t, "wood 9 @8", "fault gone", "fault no rights", "wood 7", "fault <nil>", "lift 7")
	if most := 13 + 7 + 15 + 5000/4 + 5; scans > most {
		t.Errorf("%d scans, a driver that fails is asked too often (at most %d)", scans, most)
	}
}

func TestAFaultFromTheStart(t *testing.T) {
	heard, _ := play(t, 1000, sensors.Options{}, row{ms: 0, err: errors.New("absent")}, row{ms: 30, closed: []int{3}})
	heard.want(t, "fault absent", "wood 200 @38", "fault <nil>")
}

func TestLooseChannels(t *testing.T) {
	var got []sensors.Change
	heard, _ := play(t, 1000, sensors.Options{Samples: 3, Period: 2 * time.Millisecond, Loose: func(c sensors.Change) { got = append(got, c) }},
		row{ms: 0}, row{ms: 100, closed: []int{2}}, row{ms: 150})
	heard.want(t, "wood  @8")
	if s := text(got); s != "2+@100 2-@150" {
		t.Errorf("loose changes %q", s)
	}
}

func TestScanAllocatesNothing(t *testing.T) {
	w, sink := wiring(t), countingSink(0)
	s := &flipping{}
	l := sensors.NewLoop(s, w, &sink, sensors.Options{})
	if allocs := testing.AllocsPerRun(1000, func() { l.Scan() }); allocs != 0 || sink == 0 {
		t.Errorf("%v allocations a scan, %d touches", allocs, sink)
	}
}

// flipping is a driver whose channels all change at every third scan, but for the first, which is closed.
type flipping struct{ n int }

func (f *flipping) Scan(levels []uint64) error {
	f.n++
	for i := range levels {
		levels[i] = -uint64(f.n/3&1) | 1
	}
	return nil
}

type countingSink int

func (c *countingSink) Touch(board.Touch)             { *c++ }
func (c *countingSink) Wood(board.Set, time.Duration) {}
func (c *countingSink) Fault(error)                   {}

func BenchmarkScan49(b *testing.B) {
	squares := make([]board.Square, 49)
	for i := range squares {
		squares[i] = board.Square(i)
	}
	w, err := sensors.NewWiring(squares)
	if err != nil {
		b.Fatal(err)
	}
	var sink countingSink
	l := sensors.NewLoop(&flipping{}, w, &sink, sensors.Options{})
	b.ReportAllocs()
	for b.Loop() {
		l.Scan()
	}
}

func TestRunBearsShortFailures(t *testing.T) {
	gone := errors.New("gone")
	all, none := []int{0, 1, 3}, []int(nil)
	for _, c := range []struct {
		name string
		plan []row
		want []string
	}{
		{"a scan that fails is only missed", []row{{ms: 0, closed: all}, {ms: 100, err: gone}, {ms: 104, closed: all}}, nil},
		{"30 ms of them, too", []row{{ms: 0, closed: all}, {ms: 100, err: gone}, {ms: 130, closed: all}}, nil},
		{"what changed in them is found", []row{{ms: 0, closed: all}, {ms: 100, err: gone}, {ms: 130, closed: []int{0, 1}}}, []string{"lift 200 @100"}},
		{"50 ms are told", []row{{ms: 0, closed: all}, {ms: 100, err: gone}, {ms: 150, closed: []int{0, 1}}}, []string{"fault gone", "wood 7,9 @158", "fault <nil>"}},
		{"a glitch before a failure and one after it are two", []row{{ms: 0, closed: all}, {ms: 100, closed: []int{0, 1}}, {ms: 104, err: gone},
			{ms: 130, closed: []int{0, 1}}, {ms: 135, closed: all}}, nil},
		{"the dark for 30 ms", []row{{ms: 0, closed: all}, {ms: 100, closed: none}, {ms: 130, closed: all}}, nil},
		{"a scan at its edge that is dark in part", []row{{ms: 0, closed: all}, {ms: 100, closed: []int{3}}, {ms: 104, closed: none}, {ms: 130, closed: []int{3}}, {ms: 134, closed: all}}, nil},
		{"a piece lifted in the dark", []row{{ms: 0, closed: all}, {ms: 100, closed: none}, {ms: 130, closed: []int{0, 1}}}, []string{"lift 200 @100"}},
		{"the dark for longer is told", []row{{ms: 0, closed: all}, {ms: 100, closed: none}, {ms: 400, closed: []int{0, 1}}},
			[]string{"fault sensors: all contacts opened at once", "wood 7,9 @408", "fault <nil>"}},
		{"the dark that stays is an empty board", []row{{ms: 0, closed: all}, {ms: 100, closed: none}, {ms: 3000, closed: []int{0}}},
			[]string{"fault sensors: all contacts opened at once", "wood  @1108", "fault <nil>", "place 9 @3000"}},
		{"one hand may empty the board", []row{{ms: 0, closed: []int{0}}, {ms: 100, closed: none}}, []string{"lift 9 @100"}},
		{"two hands too, one after the other", []row{{ms: 0, closed: []int{0, 1}}, {ms: 100, closed: []int{0}}, {ms: 120, closed: none}}, []string{"lift 7 @100", "lift 9 @120"}},
		{"a board on which two contacts stick", []row{{ms: 0, closed: []int{0, 1}}, {ms: 100, closed: none}, {ms: 172, closed: []int{0, 1}}},
			[]string{"fault sensors: all contacts opened at once", "wood 7,9 @180", "fault <nil>"}},
		{"three pieces one after another", []row{{ms: 0, closed: all}, {ms: 100, closed: []int{0, 1}}, {ms: 108, closed: []int{0}}, {ms: 116, closed: none}},
			[]string{"lift 200 @100", "lift 7 @108", "lift 9 @116"}},
		{"the dark from the start is an empty board, until it is light", []row{{ms: 0, closed: none}, {ms: 100, closed: all}}, []string{"wood 7,9,200 @104"}},
		{"an empty board on which one piece is put after another", []row{{ms: 0, closed: none}, {ms: 100, closed: []int{0}}, {ms: 120, closed: []int{0, 1}}}, []string{"place 9 @100", "place 7 @120"}},
		{"light that comes on two contacts one after the other", []row{{ms: 0, closed: none}, {ms: 100, closed: []int{0}}, {ms: 104, closed: []int{0, 1}}, {ms: 300, closed: all}},
			[]string{"place 9 @100", "wood 7,9 @108", "place 200 @300"}},
		{"dark when the driver answers again", []row{{ms: 0, closed: all}, {ms: 100, err: gone}, {ms: 150, closed: none}, {ms: 400, closed: all}},
			[]string{"fault gone", "fault sensors: all contacts opened at once", "wood 7,9,200 @410", "fault <nil>"}},
		{"failing, then dark", []row{{ms: 0, closed: all}, {ms: 100, err: gone}, {ms: 120, closed: none}, {ms: 400, closed: all}},
			[]string{"fault sensors: all contacts opened at once", "wood 7,9,200 @408", "fault <nil>"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			heard, _ := play(t, 5000, sensors.Options{}, c.plan...)
			heard = heard[1:] // the wood at the start
			if c.want == nil {
				c.want = notes{}
			}
			heard.want(t, c.want...)
		})
	}
}

// Wherever scans stop for a while, and for however long: of a tap that is felt both ends are told, in order and no
// closer together than they were; a rest is never told longer than it was.
func TestAStallNeverShortensATap(t *testing.T) {
	felt := 0
	for _, lasts := range []time.Duration{30 * ms, 60 * ms, 200 * ms} {
		for from := 80 * ms; from < 320*ms; from += 7 * ms {
			for _, stall := range []time.Duration{6 * ms, 20 * ms, 90 * ms, 400 * ms} {
				lift, place := 150*ms, 150*ms+lasts
				var told []board.Touch
				l := sensors.NewLoop(nil, wiring(t), touches{&told}, sensors.Options{})
				for at := time.Duration(0); at < time.Second; at += 4 * ms {
					if at >= from && at < from+stall {
						continue
					}
					now := levels(4, 0, 1)
					if at >= lift && at < place {
						now = levels(4, 1)
					}
					l.Take(now, nil, at)
				}
				if len(told) != 2 {
					if stall < lasts-8*ms {
						t.Fatalf("a tap of %v was not felt for a stall of %v at %v", lasts, stall, from)
					}
					continue
				}
				felt++
				if tap := told[1].At - told[0].At; told[0].Placed || told[1].At < place || tap < lasts-4*ms {
					t.Errorf("a tap of %v is one of %v by a stall of %v at %v", lasts, tap, stall, from)
				}
			}
		}
	}
	if felt < 200 {
		t.Errorf("only %d taps were felt", felt)
	}
}

// touches is a sink that keeps what is touched.
type touches struct{ told *[]board.Touch }

func (s touches) Touch(t board.Touch)         { *s.told = append(*s.told, t) }
func (touches) Wood(board.Set, time.Duration) {}
func (touches) Fault(error)                   {}

func TestDarkMayBeShorter(t *testing.T) {
	heard, _ := play(t, 1000, sensors.Options{Dark: 20 * ms}, row{ms: 0, closed: []int{0, 1, 3}}, row{ms: 100})
	heard.want(t, "wood 7,9,200 @8", "lift 9 @100", "lift 7 @100", "lift 200 @100")
}

// slow is a driver whose scans take between 1 and 9 ms, and that minds how close they come.
type slow struct {
	scans int
	last  time.Time
	least time.Duration
}

func (s *slow) Scan(levels []uint64) error {
	s.scans++
	time.Sleep(time.Duration(s.scans*7%9+1) * ms)
	if gap := time.Since(s.last); s.least == 0 || gap < s.least {
		s.least = gap
	}
	s.last = time.Now()
	clear(levels)
	return nil
}

// begins is slow, with its sleep after the contacts are read.
type begins struct{ slow }

func (b *begins) Scan(levels []uint64) error {
	if gap := time.Since(b.last); b.least == 0 || gap < b.least {
		b.least = gap
	}
	b.last = time.Now()
	b.scans++
	time.Sleep(time.Duration(b.scans*7%9+1) * ms)
	clear(levels)
	return nil
}

func TestLateScansKeepTheirDistance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		s, b := &slow{}, &begins{}
		done := make(chan struct{})
		go func() {
			sensors.Run(ctx, b, wiring(t), new(countingSink), sensors.Options{})
			close(done)
		}()
		sensors.Run(ctx, s, wiring(t), new(countingSink), sensors.Options{})
		<-done
		if s.least < 2*ms || b.least < 2*ms || s.scans < 500 {
			t.Errorf("%d scans as close as %v and %v", s.scans, s.least, b.least)
		}
	})
}

func TestTakeIsScanInATimeOfOnesOwn(t *testing.T) {
	var heard notes
	l := sensors.NewLoop(nil, wiring(t), &heard, sensors.Options{})
	scan, at := levels(4, 0, 1, 3), 100*time.Second
	for range 3 {
		at += l.Take(scan, nil, at)
	}
	for range 6 {
		at += l.Take(nil, errors.New("gone"), at)
	}
	for range 3 {
		at += l.Take(levels(4, 0, 3), nil, at)
	}
	for range 2 {
		at += l.Take(levels(4, 3), nil, at)
	}
	heard.want(t, "wood 7,9,200 @100008", "fault gone", "wood 9,200 @100090", "fault <nil>", "lift 9 @100094")
}
