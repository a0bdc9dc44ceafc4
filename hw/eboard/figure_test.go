package eboard_test

import (
	"context"
	"io"
	"net"
	"slices"
	"testing"
	"time"

	"reeve/hw/eboard"
	"reeve/hw/hwtest"
)

// felt tells of touches as they come.
type felt chan time.Time

func (f felt) Edge(int, bool, time.Duration) { f <- time.Now() }
func (f felt) Mark(int, uint8)               {}
func (f felt) State([]uint64, time.Duration) { f <- time.Now() }
func (f felt) Down(error)                    {}

// A Chessnut's report is a touch within 2 ms of our own: 1000 of them, in the time of this machine.
func TestFigureAReportIsATouch(t *testing.T) {
	real, sink := hwtest.NewChessnut(), make(felt, 1)
	b := eboard.New(eboard.Config{Kind: eboard.Chessnut, Sink: sink, Open: func() (io.ReadWriteCloser, error) {
		host, far := net.Pipe()
		go real.Run(far)
		return host, nil
	}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- b.Run(ctx) }()
	<-sink // its first picture
	var took []time.Duration
	for i := range 1000 {
		began := time.Now()
		real.Put(i%64, uint64(1-i/64%2))
		took = append(took, (<-sink).Sub(began))
	}
	cancel()
	<-ended
	slices.Sort(took)
	t.Logf("median %v, 99 %% within %v, worst %v", took[500], took[990], took[999])
	if took[990] > hwtest.Timeout(2*time.Millisecond) {
		t.Errorf("one in a hundred takes more than %v", took[990])
	}
}
