package door_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"
)

// What is too much ends the line of who sends it, or is refused; the hall is heard all the same.
func TestTooMuchIsRefused(t *testing.T) {
	many := []string{}
	for i := range 33 {
		many = append(many, fmt.Sprintf("reeve/%d/status", i))
	}
	for name, c := range map[string]struct {
		does func(*guest)
		want []string
	}{
		"a large message": {func(g *guest) { g.says("homeassistant/status", strings.Repeat("x", 9<<10), 0, true) }, []string{"gone"}},
		"a second call":   {func(g *guest) { g.send(connect(nil)) }, []string{"gone"}},
		"a large call": {func(g *guest) {
			g.send(connect(func(p *packets.Packet) { p.Connect.Username = []byte(strings.Repeat("x", 9<<10)) }))
		}, []string{"gone"}},
		"many filters": {func(g *guest) { g.subscribe(many...) }, []string{"suback " + strings.Repeat("0 ", 32) + "128"}},
		"many filters, one by one": {func(g *guest) {
			for _, f := range many {
				g.subscribe(f)
			}
			g.subscribe(many[0]) // that one it has
		}, append(slices.Repeat([]string{"suback 0"}, 32), "suback 128", "suback 0")},
		"no end of a length": {func(g *guest) { go g.conn.Write([]byte{0x30, 0xff, 0xff, 0xff, 0xff, 0xff}) }, []string{"gone"}},
		"messages not ended": {func(g *guest) {
			for i := range 65 {
				g.send(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: 2}, ProtocolVersion: 4, TopicName: "homeassistant/status", PacketID: uint16(i + 1)})
			}
		}, append(slices.Repeat([]string{"pubrec"}, 64), "disconnect", "gone")},
	} {
		t.Run(name, func(t *testing.T) {
			inHouse(t, func(t *testing.T, h *house) {
				listener := h.enters("reeve/h/status")
				listener.expect("suback 0")
				g := h.enters()
				c.does(g)
				g.expect(c.want...)
				h.Say("reeve/h/status", "online")
				listener.expect("reeve/h/status online")
			})
		})
	}
}

// Who calls when the door is full is sent away at once, and let in once somebody has left.
func TestADoorThatIsFull(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		var all []*guest
		for range 64 {
			all = append(all, h.enters("reeve/#"))
		}
		h.calls().expect("gone")
		all[0].conn.Close()
		all[0].since()
		h.enters("reeve/#").expect("suback 0")
		h.Say("reeve/h/status", "online")
		all[1].expect("suback 0", "reeve/h/status online")
	})
}

// Who calls has to say who he is, and then to be heard as often as he has promised, or never.
func TestSilenceEndsALine(t *testing.T) {
	for name, c := range map[string]struct {
		keepalive int // s; -1: he never says who he is
		after     time.Duration
		gone      bool
	}{
		"a stranger": {-1, 9 * time.Second, false}, "a stranger's silence": {-1, 11 * time.Second, true},
		"a promise": {10, 14 * time.Second, false}, "a broken promise": {10, 16 * time.Second, true},
		"no promise": {0, 48 * time.Hour, false}, "a long promise": {65535, 18 * time.Hour, false}, "a promise of half a day": {43691, 12 * time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			inHouse(t, func(t *testing.T, h *house) {
				g := h.calls()
				if c.keepalive >= 0 {
					g.send(connect(func(p *packets.Packet) { p.Connect.Keepalive = uint16(c.keepalive) }))
					g.expect("connack 0")
				}
				if time.Sleep(c.after); slices.Contains(g.since(), "gone") != c.gone {
					t.Errorf("gone after %s: %t", c.after, !c.gone)
				}
			})
		})
	}
}

// Who listens and does not read is shut out, also if he goes on sending; neither the hall nor others wait for him.
func TestNobodyWaitsForWhoDoesNotRead(t *testing.T) {
	for name, c := range map[string]struct {
		messages int
		after    time.Duration // he is shut out
	}{"few": {3, 6 * time.Second}, "more than may wait": {1<<14 + 10, 0}} {
		t.Run(name, func(t *testing.T) {
			inHouse(t, func(t *testing.T, h *house) {
				g, stuck := h.enters("reeve/#"), h.enters("reeve/#")
				g.since()
				stuck.stopsReading()
				begun := time.Now()
				for i := range c.messages {
					h.Say("reeve/h/status", fmt.Sprint(i))
					if i == 0 {
						g.expect("reeve/h/status 0")
					}
				}
				if waited := time.Since(begun); waited > 0 {
					t.Errorf("the hall waits for %s", waited)
				}
				time.Sleep(c.after)
				if !stuck.ended() {
					t.Error("who does not read is not shut out")
				}
			})
		})
	}
}

// Nor do they wait for who subscribes and does not read: what is said meanwhile is told, and who subscribes meanwhile, once he is shut out.
func TestNobodyWaitsForWhoSubscribesAndDoesNotRead(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		g, late, stuck := h.enters("reeve/#"), h.enters(), h.enters()
		g.since()
		late.since()
		stuck.stopsReading()
		stuck.writes(subscription("reeve/#"))
		synctest.Wait()
		begun := time.Now()
		h.Say("reeve/h/status", "online")
		if waited := time.Since(begun); waited > 0 {
			t.Errorf("the hall waits for %s", waited)
		}
		late.writes(subscription("reeve/#"))
		time.Sleep(6 * time.Second)
		if !stuck.ended() {
			t.Error("who does not read is not shut out")
		}
		g.expect("reeve/h/status online")
		late.expect("suback 0", "reeve/h/status online")
	})
}
