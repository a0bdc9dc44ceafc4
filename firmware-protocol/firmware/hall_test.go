package firmware

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/firmware-protocol/wire"
	"reeve/hw/serial"
)

const hallSensors = 64

// hallField is a board of linear Hall sensors with magnets on it: each sensor has an offset and a sensitivity of its own,
// feels its neighbours' magnets, drifts, and is never quiet.
type hallField struct {
	random  *rand.Rand
	zero    [hallSensors]float64              // its reading when nothing is near
	swing   [hallSensors]float64              // what a whole magnet in the middle adds
	reach   [hallSensors][hallSensors]float64 // [i][j]: the share of that which a magnet on j adds
	drift   [hallSensors]float64              // readings, at the end of the game
	gone    float64                           // of the game: 0 to 1
	magnet  [hallSensors]float64              // strength; negative is the other pole
	reading [hallSensors]uint16
	noise   []float64
}

// newHallField draws a field: a magnet beside adds up to 30 % of one in the middle, at a corner up to 10 %; drift is up to 20 % of a magnet, half of it the
// temperature's and common to all, and noise is up to 5 %.
func newHallField(seed uint64) *hallField {
	f := &hallField{random: rand.New(rand.NewPCG(seed, 0x68616c6c)), noise: make([]float64, 4096+hallSensors)}
	between := func(least, most float64) float64 { return least + (most-least)*f.random.Float64() }
	for i := range f.noise {
		f.noise[i] = max(-0.05, min(0.05, f.random.NormFloat64()*0.02))
	}
	warm := between(-0.1, 0.1)
	for i := range hallSensors {
		f.zero[i], f.swing[i] = between(1800, 2300), between(450, 1100)
		f.drift[i] = (warm + between(-0.1, 0.1)) * f.swing[i]
		for j := range hallSensors {
			dx, dy := math.Abs(float64(i%8-j%8)), math.Abs(float64(i/8-j/8))
			switch {
			case dx+dy == 1:
				f.reach[i][j] = between(0.1, 0.3)
			case dx == 1 && dy == 1:
				f.reach[i][j] = between(0.02, 0.1)
			}
		}
	}
	return f
}

// read draws a reading of every sensor.
func (f *hallField) read() []uint16 {
	at := f.random.IntN(4096)
	for i := range hallSensors {
		sum := f.magnet[i]
		for j, share := range f.reach[i] {
			if f.magnet[j] != 0 {
				sum += share * f.magnet[j]
			}
		}
		v := f.zero[i] + f.drift[i]*f.gone + f.swing[i]*(sum+f.noise[at+i])
		f.reading[i] = uint16(max(0, min(4095, v)))
	}
	return f.reading[:]
}

// hallCore is the core of the firmware as a program of its own.
type hallCore struct {
	t   *testing.T
	in  *bufio.Writer
	out *bufio.Reader

	drifted uint64 // what felt heard of that
}

func newHallCore(t *testing.T) *hallCore {
	cmd := exec.Command(hostProgram(t, "hall"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return &hallCore{t: t, in: bufio.NewWriterSize(in, 1<<16), out: bufio.NewReader(out)}
}

// scan gives it so many readings of the field.
func (c *hallCore) scan(f *hallField, times int) {
	var request [1 + 2*hallSensors]byte
	request[0] = 's'
	for range times {
		for i, v := range f.read() {
			binary.LittleEndian.PutUint16(request[1+2*i:], v)
		}
		if _, err := c.in.Write(request[:]); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c *hallCore) ask(n int, request ...byte) []byte {
	c.t.Helper()
	c.in.Write(request)
	if err := c.in.Flush(); err != nil {
		c.t.Fatal(err)
	}
	answer := make([]byte, n)
	if _, err := io.ReadFull(c.out, answer); err != nil {
		c.t.Fatal(err)
	}
	return answer
}

// What CALIBRATE does.
const (
	hallEmpty = iota
	hallLearn
	hallSave
)

func (c *hallCore) calibrate(what, which int) byte { return c.ask(1, 'c', byte(what), byte(which))[0] }

// felt is what is believed, and how many edges there were since it was asked last.
func (c *hallCore) felt() (closed, negative uint64, edges int) {
	a := c.ask(25, 'g')
	c.drifted = binary.LittleEndian.Uint64(a[16:])
	return binary.LittleEndian.Uint64(a), binary.LittleEndian.Uint64(a[8:]), int(a[24])
}

// walk calibrates as the doctor does: an empty board, then one magnet on each square.
func (c *hallCore) walk(f *hallField) {
	c.t.Helper()
	c.scan(f, 150)
	if s := c.calibrate(hallEmpty, 0); s != 0 {
		c.t.Fatalf("the empty board is not learned: status %d", s)
	}
	for i := range hallSensors {
		f.magnet[i] = 1
		c.scan(f, 80)
		if s := c.calibrate(hallLearn, i); s != 0 {
			c.t.Fatalf("sensor %d is not learned: status %d", i, s)
		}
		f.magnet[i] = 0
	}
	if s := c.calibrate(hallSave, 0); s != 0 {
		c.t.Fatalf("nothing is kept: status %d", s)
	}
	c.scan(f, 150)
	c.felt()
}

// truth is what lies there.
func (f *hallField) truth() (closed, negative uint64) {
	for i, m := range f.magnet {
		if m != 0 {
			closed |= 1 << i
		}
		if m < 0 {
			negative |= 1 << i
		}
	}
	return closed, negative
}

// A board of random sensors, calibrated once, feels every touch and none that was not, and every pole, while it drifts and
// magnets stand beside one another; and finds what lies there after a restart.
func TestHallFields(t *testing.T) { hallFields(t, 3) }

// The same of 1000 fields.
func TestHoursHallFields(t *testing.T) { hallFields(t, 1000) }

func hallFields(t *testing.T, fields int) {
	c := newHallCore(t)
	touches, missed, invented, poles, restarts, drifted := 0, 0, 0, 0, 0, 0
	for seed := range fields {
		f := newHallField(uint64(seed))
		c.walk(f)
		game := 60
		if seed%10 == 0 { // each tenth is long enough for all of the drift within one time that a piece stands
			game = 90
		}
		for n := range game {
			f.gone = float64(n) / float64(game)
			i := f.random.IntN(hallSensors)
			if pieces, _ := f.truth(); f.magnet[i] == 0 && bits.OnesCount64(pieces) >= 40 {
				continue
			}
			edges := 1
			switch {
			case f.magnet[i] == 0:
				f.magnet[i] = 0.9 + 0.2*f.random.Float64()
				if f.random.IntN(2) == 0 {
					f.magnet[i] = -f.magnet[i]
				}
			case f.random.IntN(4) == 0: // it gives way at once to one with the other pole
				f.magnet[i] = -f.magnet[i]
				edges = 2
			default:
				f.magnet[i] = 0
			}
			c.scan(f, 12)
			closed, negative, heard := c.felt()
			wantClosed, wantNegative := f.truth()
			touches++
			missed += bits.OnesCount64(wantClosed &^ closed)
			invented += bits.OnesCount64(closed&^wantClosed) + max(0, heard-edges)
			poles += bits.OnesCount64((negative ^ wantNegative) & closed & wantClosed)
			c.scan(f, 188)
			if _, _, heard := c.felt(); heard > 0 {
				invented += heard
			}
			drifted += bits.OnesCount64(c.drifted) // what the field does is none that is told
		}
		c.in.WriteByte('r')
		c.scan(f, 100)
		closed, negative, heard := c.felt()
		wantClosed, wantNegative := f.truth()
		if closed != wantClosed || negative != wantNegative || heard > 0 {
			restarts++
		}
	}
	t.Logf("%d fields, %d touches: %d missed, %d invented, %d poles wrong; %d restarts found other wood, %d drifts told", fields, touches, missed, invented, poles, restarts, drifted)
	if missed+invented+poles+restarts+drifted > 0 || touches < 50*fields {
		t.Fail()
	}
}

// Sensors that have drifted by a third of a magnet are told, those by a seventh are not; what has been told stays so until it is well under
// where it began. All of them feel their pieces meanwhile.
func TestLongDriftIsTold(t *testing.T) {
	c := newHallCore(t)
	for seed := range uint64(4) {
		f := newHallField(1000 + seed)
		c.walk(f)
		far, scans := f.random.Uint64(), 0
		drift := func(ofFar, ofRest float64) { // it takes its time
			before := f.drift
			for i := range hallSensors {
				f.drift[i] = ofRest * f.swing[i]
				if far>>i&1 == 1 {
					f.drift[i] = ofFar * f.swing[i]
				}
				if i%3 == 0 {
					f.drift[i] = -f.drift[i]
				}
			}
			after := f.drift
			for step := range 20 {
				for i := range f.drift {
					f.drift[i] = before[i] + (after[i]-before[i])*float64(step+1)/20
				}
				c.scan(f, scans)
			}
			c.scan(f, 2000)
			c.felt()
		}
		f.gone, f.drift, scans = 1, [hallSensors]float64{}, 1500
		told := func(what string, want uint64) {
			t.Helper()
			if c.drifted != want {
				t.Errorf("field %d, %s: %x has drifted, want %x", seed, what, c.drifted, want)
			}
		}
		drift(0.14, 0.14)
		told("a little", 0)
		drift(0.33, 0.14)
		told("a third", far)
		scans = 200
		for i := range 3 {
			drift(0.24-float64(i%2)*0.015, 0.14)
			told("between", far)
		}
		for i := range hallSensors {
			f.magnet[i] = 1
			c.scan(f, 12)
			if closed, _, edges := c.felt(); closed != 1<<i || edges != 1 {
				t.Errorf("field %d: a piece on %d is felt as %x, %d edges", seed, i, closed, edges)
			}
			f.magnet[i] = 0
			c.scan(f, 12)
			c.felt()
		}
		told("after pieces", far)
		drift(0.14, 0.14)
		told("back", 0)
	}
}

// The daemon's own end of the line hears which sensor has drifted, and that it is well after a calibration.
func TestDriftIsHeard(t *testing.T) {
	m := machine{start(t, hostProgram(t, "machine-hall"))}
	synctest.Test(t, func(t *testing.T) { driftIsHeard(t, m) })
}

func driftIsHeard(t *testing.T, m machine) {
	f, r := newHallField(12), &marker{recorder: newRecorder(t, hallSensors)}
	clear(f.noise)
	link := linkTo(t, m, serial.Config{Contacts: hallSensors, LEDs: hallSensors, Sink: r}, r.recorder)
	show := func() {
		text := ""
		for _, v := range f.read() {
			text += fmt.Sprintf("%02x%02x", v&255, v>>8)
		}
		m.ask("hall %s", text)
	}
	pass := func(d time.Duration) {
		show()
		for ; d > 0; d -= 20 * time.Millisecond {
			link.port.carry(m, 20*time.Millisecond, func(b []byte) []byte { return b })
		}
	}
	calibrate := func(what wire.Calibration, contact int) {
		t.Helper()
		var err error
		done := make(chan struct{})
		go func() { err = link.Calibrate(t.Context(), what, contact); close(done) }()
		for waiting := true; waiting; {
			pass(20 * time.Millisecond)
			select {
			case <-done:
				waiting = false
			default:
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	drifted := func(what string, want ...int) {
		t.Helper()
		r.mu.Lock()
		defer r.mu.Unlock()
		if !slices.Equal(r.drifted, want) {
			t.Errorf("%s: %v has drifted, want %v", what, r.drifted, want)
		}
	}
	pass(3 * time.Second)
	if v := r.ups[0].Version; v != Version() {
		t.Errorf("the program says that it is version %q, not %s", v, Version())
	}
	calibrate(wire.LearnEmpty, 0)
	for _, i := range []int{9, 40} {
		f.magnet[i] = 1
		pass(200 * time.Millisecond)
		calibrate(wire.LearnContact, i)
		f.magnet[i] = 0
		pass(200 * time.Millisecond)
	}
	calibrate(wire.KeepLearned, 0)
	pass(2 * time.Second)
	drifted("calibrated")
	for _, part := range []float64{0.14, 0.28} {
		f.gone, f.drift[9] = 1, part*f.swing[9]
		pass(20 * time.Second)
	}
	drifted("a quarter", 9)
	calibrate(wire.LearnEmpty, 0)
	pass(2 * time.Second)
	drifted("calibrated anew")
}

// marker is a recorder that hears poles and drifts, too.
type marker struct {
	*recorder
	poles   [hallSensors]uint8
	drifted []int
}

func (m *marker) Drift(channel int, drifted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if drifted {
		m.drifted = append(m.drifted, channel)
	} else {
		m.drifted = slices.DeleteFunc(m.drifted, func(c int) bool { return c == channel })
	}
}

func (m *marker) Mark(channel int, pole uint8) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.poles[channel] = pole
}

// The daemon's own end of a damaged line calibrates the core, asks for readings, and hears poles ahead of what closed.
func TestPolesOverADamagedLine(t *testing.T) {
	m := machine{start(t, hostProgram(t, "machine-hall"))}
	synctest.Test(t, func(t *testing.T) {
		random, p := rand.New(rand.NewPCG(5, 6)), &port{}
		r := &marker{recorder: newRecorder(t, hallSensors)}
		link := serial.Dial(serial.Config{Contacts: hallSensors, LEDs: hallSensors, Sink: r, Open: func() (io.ReadWriteCloser, error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.closed = false
			return p, nil
		}})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- link.Run(ctx) }()
		defer func() { cancel(); <-done; time.Sleep(time.Second) }()

		f := newHallField(11)
		pass := func(d time.Duration) {
			for ; d > 0; d -= 2 * time.Millisecond {
				text := ""
				for _, v := range f.read() {
					text += fmt.Sprintf("%02x%02x", v&255, v>>8)
				}
				m.ask("hall %s", text)
				p.carry(m, 2*time.Millisecond, func(b []byte) []byte { return damage(random, b) })
			}
		}
		call := func(what func() error) error {
			answered := make(chan error, 1)
			go func() { answered <- what() }()
			for range 200 {
				pass(20 * time.Millisecond)
				select {
				case err := <-answered:
					return err
				default:
				}
			}
			return errors.New("no answer")
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		calibrate := func(what wire.Calibration, contact int) error {
			return call(func() error { return link.Calibrate(ctx, what, contact) })
		}
		if err := link.Calibrate(ctx, wire.LearnEmpty, 0); !errors.Is(err, serial.ErrDown) {
			t.Errorf("before the link is up: %v", err)
		}
		for len(func() []serial.Info { r.mu.Lock(); defer r.mu.Unlock(); return r.ups }()) == 0 {
			pass(100 * time.Millisecond)
		}
		must(calibrate(wire.LearnEmpty, 0))
		if err := calibrate(wire.LearnContact, 9); !errors.Is(err, wire.StatusRange) {
			t.Errorf("without a magnet: %v", err)
		}
		for _, i := range []int{9, 10, 17} {
			f.magnet[i] = 1
			pass(200 * time.Millisecond)
			must(calibrate(wire.LearnContact, i))
			f.magnet[i] = 0
			pass(100 * time.Millisecond)
		}
		must(calibrate(wire.KeepLearned, 0))
		pass(400 * time.Millisecond)
		var readings []uint16
		must(call(func() (err error) { readings, err = link.Readings(ctx); return err }))
		for i, v := range readings {
			if math.Abs(float64(v)-f.zero[i]) > 0.06*f.swing[i] {
				t.Errorf("sensor %d reads %d, not %.0f", i, v, f.zero[i])
			}
		}
		if len(readings) != hallSensors {
			t.Errorf("%d readings", len(readings))
		}
		// what is learned with a magnet on it closes, and opens when that is taken away
		closed := func() string {
			r.mu.Lock()
			defer r.mu.Unlock()
			return fmt.Sprint(r.history[9], " ", r.history[10], " ", r.poles[9], r.poles[10])
		}
		f.magnet[9] = -1
		pass(2 * time.Second)
		f.magnet[10] = 1
		pass(2 * time.Second)
		if got := closed(); got != "101 101 2 1" {
			t.Errorf("a negative and a positive pole are heard as %s", got)
		}
		f.magnet[9] = 1 // it gives way to another
		pass(2 * time.Second)
		if got := closed(); got != "10101 101 1 1" {
			t.Errorf("a piece that gave way to another is heard as %s", got)
		}
		m.ask("reset") // with what was kept
		r.mu.Lock()
		r.poles = [hallSensors]uint8{}
		r.mu.Unlock()
		pass(6 * time.Second)
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.ups) < 2 || r.poles[9] != 1 || r.poles[10] != 1 || r.poles[17] != 0 {
			t.Errorf("after a restart poles %v", r.poles)
		}
	})
}

// A Pico's own program reads 64 sensors through four multiplexers, learns them, tells their poles and which has drifted, and knows them
// again after a restart.
func TestLongAPicoFeelsPoles(t *testing.T) {
	m := onChip(t, "pico-hall", "")
	f := newHallField(3)
	f.noise, f.drift = make([]float64, len(f.noise)), [hallSensors]float64{}
	show := func() {
		text := ""
		for _, v := range f.read() {
			text += fmt.Sprintf("%02x%02x", v&255, v>>8)
		}
		m.ask("hall %s", text)
	}
	show()
	seq := uint8(0)
	open := func() {
		m.feed(wire.Frame{Type: wire.TypeOpen, Payload: wire.Open{SID: 5, FirstCmd: seq}.Append(nil)}.Append([]byte{0}))
	}
	said := func(typ wire.Type, d time.Duration) (found []string) {
		frames, _ := decodeInGo(m.pass(d))
		for _, frame := range frames {
			if strings.HasPrefix(frame, fmt.Sprintf("%02x", byte(typ))) {
				found = append(found, frame[6:])
			}
		}
		return found
	}
	calibrate := func(what wire.Calibration, contact int, want string) {
		t.Helper()
		m.feed(wire.Frame{Type: wire.TypeCalibrate, SID: 5, Seq: seq, Payload: wire.Calibrate{What: what, Contact: uint8(contact)}.Append(nil)}.Append([]byte{0}))
		seq++
		var acks []string
		for range 100 { // what is kept is written word by word
			if acks = said(wire.TypeAck, 20*time.Millisecond); len(acks) > 0 {
				break
			}
		}
		if len(acks) != 1 || acks[0][2:4] != want {
			t.Fatalf("%s %d: acknowledged %q, want status %s", what, contact, acks, want)
		}
	}
	m.pass(200 * time.Millisecond)
	open()
	m.pass(50 * time.Millisecond)
	calibrate(wire.LearnEmpty, 0, "00")
	calibrate(wire.LearnContact, 20, "04")       // no magnet
	const weak = 47                              // a base goes 8 readings a second: with a swing of 100 a quarter is soon there
	for _, i := range []int{0, 15, 20, 47, 63} { // on every chip
		f.magnet[i] = 1
		if i == weak {
			f.magnet[i] = 100 / f.swing[i]
		}
		show()
		m.pass(150 * time.Millisecond)
		calibrate(wire.LearnContact, i, "00")
		f.magnet[i] = 0
		show()
		m.pass(100 * time.Millisecond)
	}
	calibrate(wire.KeepLearned, 0, "00")
	m.pass(200 * time.Millisecond)
	drifted := func(d time.Duration) (list []int) {
		beats := said(wire.TypeBeat, d)
		if len(beats) == 0 {
			t.Fatal("no BEAT")
		}
		beat, err := hex.DecodeString(beats[len(beats)-1])
		if err != nil {
			t.Fatal(err)
		}
		for i := range hallSensors {
			if wire.Drifted(beat, i) {
				list = append(list, i)
			}
		}
		return list
	}
	for _, c := range []struct {
		drift float64 // of what the magnet does
		want  []int
	}{{0.15, nil}, {0.30, []int{weak}}} {
		f.gone, f.drift[weak] = 1, 100*c.drift
		show()
		if got := drifted(2600 * time.Millisecond); !slices.Equal(got, c.want) {
			t.Errorf("at %v of its swing %v has drifted, want %v", c.drift, got, c.want)
		}
	}
	m.feed(wire.Frame{Type: wire.TypeEvAck, SID: 5, Payload: wire.EvAck{Next: 10}.Append(nil)}.Append([]byte{0}))
	m.pass(20 * time.Millisecond)
	f.magnet[20], f.magnet[63] = -1, 1
	show()
	events := said(wire.TypeEvents, 50*time.Millisecond)
	if text := strings.Join(events, " "); !strings.Contains(text, "1441") || !strings.Contains(text, "3f21") {
		t.Errorf("a negative pole on 20 and a positive one on 63 are told as %q", events)
	}
	m.restart()
	m.pass(200 * time.Millisecond)
	seq = 0
	open()
	states := said(wire.TypeState, 60*time.Millisecond)
	if want := "0000100000000080" + "0000100000000000"; len(states) != 1 || !strings.HasSuffix(states[0], want) {
		t.Errorf("after a restart %q, want …%s", states, want)
	}
}
