package door_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"
)

// Who comes late is told what is kept, however old it is, and who calls again all of it; what was forgotten nobody.
func TestWhatIsSaidIsKept(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		<-h.Up()
		h.Say("reeve/h/status", "online")
		h.Say("reeve/h/b/state", "one")
		h.Say("homeassistant/sensor/b/config", "{}")
		time.Sleep(400 * 24 * time.Hour)
		first := h.enters("reeve/h/status", "reeve/h/+/state")
		first.expect("suback 0 0", "reeve/h/status online", "reeve/h/b/state one")
		h.Say("reeve/h/b/state", "two")
		h.Say("homeassistant/sensor/b/config", "")
		first.expect("reeve/h/b/state two")
		again := h.enters("reeve/h/+/state", "homeassistant/#")
		again.expect("suback 0 0", "reeve/h/b/state two")
	})
}

// A hall of many boards is told whole to who comes late, whatever quality of service is asked for.
func TestAllThatIsKeptIsTold(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		for i := range 10_000 {
			h.Say(fmt.Sprintf("reeve/h/%d/state", i), "x")
		}
		if heard := h.enters("reeve/#").since(); len(heard) != 10_001 {
			t.Errorf("told %d things, not 10001", len(heard))
		}
	})
}

// Who subscribes while the hall says and forgets things is told what stays, and the two do not meet in what the server keeps: the race
// detector found that they did (mochi-mqtt/server#200).
func TestWhatIsKeptIsToldWhileMoreIsSaid(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		const most = 20
		guests := []*guest{h.enters("homeassistant/#"), h.enters("homeassistant/#")}
		var says sync.WaitGroup
		says.Go(func() {
			for round := range 60 {
				for i := range most {
					h.Say(fmt.Sprintf("reeve/h/%d/state", i), [...]string{"", "x"}[round%2])
					runtime.Gosched()
				}
			}
		})
		for range 20 {
			for _, g := range guests {
				g.writes(subscription("reeve/h/+/state"))
				runtime.Gosched()
			}
		}
		says.Wait()
		synctest.Wait()
		for n, g := range guests {
			told := map[string]bool{}
			for _, line := range g.since() {
				told[line] = true
			}
			for i := range most {
				if !told[fmt.Sprintf("reeve/h/%d/state x", i)] {
					t.Errorf("guest %d was not told of %d", n, i)
				}
			}
		}
	})
}

// That the hall is gone is the last that is heard.
func TestClosingTellsWhatWasSaidLast(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		g, other := h.enters("reeve/h/status"), h.enters("homeassistant/#")
		stranger := h.calls()
		g.since()
		other.since()
		for range 100 {
			h.Say("reeve/h/status", "online") // much waits
		}
		h.Say("reeve/h/status", "offline")
		h.Close()
		if heard := g.since(); !slices.Contains(heard, "reeve/h/status offline") || heard[len(heard)-1] != "gone" {
			t.Errorf("heard %q", heard)
		}
		other.expect("gone")
		stranger.expect("gone")
		h.Say("reeve/h/status", "online") // the hall may still talk
	})
}

// A session ends with its connection, also before it has begun: nothing is kept for who may never come again. And two of one
// name do not end each other.
func TestNoSessionIsKept(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		unclean := connect(func(p *packets.Packet) { p.Connect.Clean = false })
		for range 2 {
			g := h.calls()
			g.send(unclean)
			g.expect("connack 0")
			g.subscribe("reeve/#")
			g.expect("suback 0")
			g.conn.Close()
			hasty := h.deaf() // he never learns that he is in
			hasty.send(unclean)
			hasty.conn.Close()
		}
		synctest.Wait()
		if connections, subscriptions := h.Kept(); connections != 0 || subscriptions != 0 {
			t.Errorf("%d connections and %d subscriptions are kept", connections, subscriptions)
		}
		first, second := h.enters("reeve/#"), h.enters("reeve/#")
		first.since()
		second.since()
		h.Say("reeve/h/status", "online")
		first.expect("reeve/h/status online")
		second.expect("reeve/h/status online")
	})
}

func TestWhoMayComeIn(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*packets.Packet)
		want   []string
	}{
		"home":            {nil, []string{"connack 0"}},
		"no name":         {func(p *packets.Packet) { p.Connect.ClientIdentifier = "" }, []string{"connack 0"}},
		"the hall's name": {func(p *packets.Packet) { p.Connect.ClientIdentifier = "inline" }, []string{"connack 0"}},
		"wrong password":  {func(p *packets.Packet) { p.Connect.Password = []byte("secre") }, []string{"connack 5", "gone"}},
		"no password":     {func(p *packets.Packet) { p.Connect.PasswordFlag, p.Connect.Password = false, nil }, []string{"connack 5", "gone"}},
		"another user":    {func(p *packets.Packet) { p.Connect.Username = []byte("hall") }, []string{"connack 5", "gone"}},
		"nobody":          {func(p *packets.Packet) { p.Connect = packets.ConnectParams{ProtocolName: []byte("MQTT"), Clean: true} }, []string{"connack 5", "gone"}},
		"a will of the hall": {func(p *packets.Packet) {
			p.Connect.WillFlag, p.Connect.WillRetain, p.Connect.WillTopic, p.Connect.WillPayload = true, true, "reeve/h/status", []byte("offline")
		}, []string{"connack 5", "gone"}},
		"a will of its own": {func(p *packets.Packet) {
			p.Connect.WillFlag, p.Connect.WillTopic, p.Connect.WillPayload = true, "homeassistant/status", []byte("offline")
		}, []string{"connack 0"}},
		"MQTT 3.1": {func(p *packets.Packet) { p.ProtocolVersion, p.Connect.ProtocolName = 3, []byte("MQIsdp") }, []string{"connack 1", "gone"}},
		"MQTT 5":   {func(p *packets.Packet) { p.ProtocolVersion = 5 }, []string{"connack 132", "gone"}},
	} {
		t.Run(name, func(t *testing.T) {
			inHouse(t, func(t *testing.T, h *house) {
				g := h.calls()
				g.send(connect(c.change))
				g.expect(c.want...)
				h.Say("reeve/h/status", "online")
				late := h.enters("reeve/#", "homeassistant/#")
				late.expect("suback 0 0", "reeve/h/status online")
				g.conn.Close()
				if name == "a will of its own" {
					late.expect("homeassistant/status offline")
				} else {
					late.expect()
				}
			})
		})
	}
}

func TestWhatMayBeHeard(t *testing.T) {
	said := []string{"reeve/h/status online", "reeve/h/b/state {}", "homeassistant/sensor/b/config {}"}
	for filter, heard := range map[string][]string{
		"reeve/#": said[:2], "reeve/+/status": said[:1], "reeve/h/b/state": said[1:2], "reeve/+/+/state": said[1:2], "reeve": {}, "homeassistant/#": said[2:], "homeassistant/status": {},
		"#": nil, "+/h/status": nil, "+/#": nil, "$SYS/#": nil, "$SYS/broker/version": nil, "$share/all/reeve/#": nil, "$SHARE/all/reeve/#": nil, "/reeve/#": nil, "Reeve/#": nil, "reeveX/#": nil, "": nil,
		"reeve/" + strings.Repeat("+/", 7) + "#": nil, "reeve/" + strings.Repeat("x", 300): nil,
	} {
		inHouse(t, func(t *testing.T, h *house) {
			for _, each := range said {
				topic, text, _ := strings.Cut(each, " ")
				h.Say(topic, text)
			}
			want := append([]string{"suback 0"}, heard...)
			if heard == nil {
				want = []string{"suback 128"}
			}
			got := h.enters(filter).since()
			slices.Sort(got[1:])
			if slices.Sort(want[1:]); !slices.Equal(got, want) {
				t.Errorf("%s: heard %q, not %q", filter, got, want)
			}
		})
	}
}

// All that may be said from outside is Home Assistant's status.
func TestWhatMayBeSaid(t *testing.T) {
	for _, c := range []struct {
		topic  string
		qos    byte
		answer []string
		heard  bool
	}{
		{"homeassistant/status", 0, nil, true}, {"homeassistant/status", 1, []string{"puback"}, true}, {"homeassistant/status", 2, []string{"pubrec"}, true},
		{"homeassistant/status/x", 0, nil, false}, {"homeassistant/sensor/b/config", 0, nil, false}, {"reeve/h/status", 0, nil, false}, {"reeve/h/b/up", 0, nil, false}, {"$SYS/x", 0, nil, false},
		{"reeve/h/status", 1, []string{"disconnect", "gone"}, false}, {"reeve/h/status", 2, []string{"disconnect", "gone"}, false},
		{"homeassistant/+", 0, []string{"gone"}, false},
	} {
		for _, retain := range []bool{false, true} {
			inHouse(t, func(t *testing.T, h *house) {
				h.Say("reeve/h/status", "online")
				listener := h.enters("reeve/#", "homeassistant/#")
				listener.expect("suback 0 0", "reeve/h/status online")
				g := h.enters()
				g.says(c.topic, "said", c.qos, retain)
				g.expect(c.answer...)
				want := []string{c.topic + " said"}
				if !c.heard {
					want = nil
				}
				listener.expect(want...)
				if !retain {
					want = nil
				}
				h.enters("reeve/#", "homeassistant/#").expect(append([]string{"suback 0 0", "reeve/h/status online"}, want...)...)
			})
		}
	}
}
