package leds_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/leds"
)

// tape is a strip that keeps every frame and may fail.
type tape struct {
	mu     sync.Mutex
	frames [][]byte
	at     []time.Time
	fail   error
	tries  int
}

func (s *tape) Show(rgb []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries++
	if s.fail != nil {
		return s.fail
	}
	s.frames, s.at = append(s.frames, slices.Clone(rgb)), append(s.at, time.Now())
	return nil
}

func (s *tape) set(err error) { s.mu.Lock(); s.fail = err; s.mu.Unlock() }

// taken returns the frames since the last call.
func (s *tape) taken() ([][]byte, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	frames, tries := s.frames, s.tries
	s.frames, s.at, s.tries = nil, nil, 0
	return frames, tries
}

// playing runs a player of two squares within virtual time.
func playing(t *testing.T, test func(p *leds.Player, s *tape, faults *[]error, stop func())) {
	synctest.Test(t, func(t *testing.T) {
		s := &tape{}
		var faults []error
		p := leds.NewPlayer(s, strip(t, 2, leds.Options{}), func(err error) { faults = append(faults, err) })
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { p.Run(ctx); close(done) }()
		synctest.Wait()
		test(p, s, &faults, func() { cancel(); <-done })
		cancel()
		<-done
	})
}

func scene(m leds.Meaning) leds.Scene { return leds.Scene{{Square: 1, Meaning: m}} }

func dark(frame []byte) bool { return !slices.ContainsFunc(frame, func(b byte) bool { return b != 0 }) }

func TestPlayerIsDarkBeforeAndAfter(t *testing.T) {
	playing(t, func(p *leds.Player, s *tape, _ *[]error, stop func()) {
		if frames, _ := s.taken(); len(frames) != 1 || !dark(frames[0]) {
			t.Errorf("a strip of unknown state is told %v", frames)
		}
		p.Show(scene(leds.Legal))
		synctest.Wait()
		s.taken()
		stop()
		if frames, _ := s.taken(); len(frames) != 1 || !dark(frames[0]) || !dark(p.Colours()) {
			t.Errorf("on exit: %v", frames)
		}
	})
}

func TestPlayerShowsAtOnceAndThenRests(t *testing.T) {
	playing(t, func(p *leds.Player, s *tape, _ *[]error, _ func()) {
		s.taken()
		p.Show(scene(leds.Legal))
		synctest.Wait() // no time goes by
		frames, _ := s.taken()
		if len(frames) != 1 || frames[0][4] == 0 {
			t.Fatalf("a new scene: %v", frames)
		}
		if c, ok := p.Colour(1); !ok || c != (leds.RGB{G: frames[0][4]}) || string(p.Colours()) != string(frames[0]) {
			t.Errorf("colours %v, %v", c, p.Colours())
		}
		if _, ok := p.Colour(board.None); ok {
			t.Error("a square without LEDs has a colour")
		}
		time.Sleep(time.Hour) // virtual time
		p.Show(scene(leds.Legal))
		synctest.Wait()
		if _, tries := s.taken(); tries != 0 {
			t.Errorf("%d frames for a scene that stands still", tries)
		}
	})
}

func TestPlayerAnimates(t *testing.T) {
	playing(t, func(p *leds.Player, s *tape, _ *[]error, _ func()) {
		s.taken()
		p.Show(scene(leds.Origin))
		time.Sleep(10 * time.Second) // virtual time
		synctest.Wait()
		if frames, _ := s.taken(); len(frames) < 250 || len(frames) > 500 {
			t.Errorf("%d frames of a pulse in 10 s", len(frames))
		}
		p.Show(scene(leds.Throw))
		time.Sleep(10*time.Second - time.Millisecond) // virtual time
		synctest.Wait()
		if frames, _ := s.taken(); len(frames) != 40 {
			t.Errorf("%d frames for 20 blinks", len(frames))
		}
		p.Show(nil)
		synctest.Wait()
		s.taken()
		time.Sleep(time.Hour) // virtual time
		if _, tries := s.taken(); tries != 0 {
			t.Error("an empty scene moves")
		}
	})
}

func TestTheLatestSceneWins(t *testing.T) {
	playing(t, func(p *leds.Player, s *tape, _ *[]error, _ func()) {
		s.taken()
		mine := scene(leds.Wrong)
		for range 1000 {
			p.Show(mine)
			p.Show(scene(leds.Target))
		}
		p.Show(mine)
		mine[0].Meaning = leds.Legal // the player has its own copy
		p.Show(scene(leds.Last))
		synctest.Wait()
		want := show(strip(t, 2, leds.Options{}), 0, scene(leds.Last)...)
		if string(p.Colours()) != string(want) {
			t.Errorf("shown %v, want %v", p.Colours(), want)
		}
	})
}

func TestPlayerTriesAFailingStripAgain(t *testing.T) {
	playing(t, func(p *leds.Player, s *tape, faults *[]error, _ func()) {
		gone := errors.New("gone")
		s.taken()
		s.set(gone)
		for range 100 {
			p.Show(scene(leds.Wrong))
			p.Show(scene(leds.Legal))
			time.Sleep(100 * time.Millisecond) // virtual time
		}
		if _, tries := s.taken(); tries < 5 || tries > 15 {
			t.Errorf("tried %d times in 10 s", tries)
		}
		s.set(nil)
		time.Sleep(2 * time.Second) // virtual time
		synctest.Wait()
		if frames, _ := s.taken(); len(frames) != 1 || frames[0][4] == 0 {
			t.Errorf("when it is well again: %v", frames)
		}
		if !slices.Equal(*faults, []error{gone, nil}) {
			t.Errorf("told %v", *faults)
		}
	})
}
