package sim

import (
	"slices"
	"testing"

	"reeve/firmware-protocol/wire"
)

func TestCommandsAreDoneOnceInTheirOrder(t *testing.T) {
	c := commands{next: 254}
	for _, step := range []struct {
		seq  uint8
		turn turn
	}{{254, due}, {254, past}, {0, missing}, {1, past}, {255, due}, {0, due}, {2, missing}, {250, past}} {
		got := c.order(step.seq)
		if got != step.turn {
			t.Fatalf("command %d comes %v, not %v", step.seq, got, step.turn)
		}
		if got == due {
			c.done(wire.StatusRange)
		}
	}
	want := []wire.Ack{
		{NextCmd: 255, Status: wire.StatusRange}, {NextCmd: 255, Status: wire.StatusRange}, {NextCmd: 255, Status: wire.StatusOrder}, // said once
		{NextCmd: 0, Status: wire.StatusRange}, {NextCmd: 1, Status: wire.StatusRange}, {NextCmd: 1, Status: wire.StatusOrder}, {NextCmd: 1, Status: wire.StatusOK},
	}
	if !slices.Equal(c.acks, want) {
		t.Errorf("answers %+v, not %+v", c.acks, want)
	}
}
