package door

import (
	"crypto/subtle"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// User is who may call.
const User = "home"

// status is where Home Assistant says that it is there: all that may be said from outside.
const status = "homeassistant/status"

// version is MQTT 3.1.1, as the protocol counts. A SUBSCRIBE of version 5 that is cut short would end the whole program.
const version = 4

// rights are what the server asks before it does something.
type rights struct {
	mqtt.HookBase
	server   *mqtt.Server
	password string
	log      *slog.Logger
	called   atomic.Int64
	access   *access
}

func (r *rights) ID() string { return "rights" }

func (r *rights) Provides(what byte) bool {
	return slices.Contains([]byte{mqtt.OnConnect, mqtt.OnConnectAuthenticate, mqtt.OnACLCheck, mqtt.OnSubscribe, mqtt.OnPacketProcessed, mqtt.OnPublishDropped}, what)
}

// OnConnect gives each connection a name and a session of its own, which ends with it: what is kept is told to who calls
// again, and two connections of one name would end each other, now and then the new one.
func (r *rights) OnConnect(c *mqtt.Client, _ packets.Packet) error {
	if c.Properties.ProtocolVersion != version {
		r.server.SendConnack(c, packets.ErrUnsupportedProtocolVersion, false, nil)
		return packets.ErrUnsupportedProtocolVersion
	}
	const most = 43_690 // s; the server counts half as much again in 16 bits
	if c.State.Keepalive > most {
		c.State.Keepalive = 0
	}
	c.ID, c.Properties.Clean = strconv.FormatInt(r.called.Add(1), 10), true
	return nil
}

// OnConnectAuthenticate lets in who has the password. A last will is said without asking OnACLCheck.
func (r *rights) OnConnectAuthenticate(c *mqtt.Client, p packets.Packet) bool {
	user, password := subtle.ConstantTimeCompare(p.Connect.Username, []byte(User)), subtle.ConstantTimeCompare(p.Connect.Password, []byte(r.password))
	switch {
	case user&password == 0:
		r.log.Warn("somebody has not the password of home automation; `reeve-hall home` prints it", "part", "home", "at", c.Net.Remote)
		return false
	case c.Properties.Will.Flag != 0 && !r.OnACLCheck(c, c.Properties.Will.TopicName, true):
		r.log.Warn("home automation is not let in with a last will", "part", "home", "at", c.Net.Remote, "topic", c.Properties.Will.TopicName)
		return false
	}
	return true
}

// OnACLCheck is asked before something is said, of filters, and of each topic that one is told.
func (r *rights) OnACLCheck(_ *mqtt.Client, topic string, says bool) bool {
	if says {
		return topic == status
	}
	root, _, _ := strings.Cut(topic, "/")
	return root == "reeve" || root == "homeassistant"
}

// OnSubscribe grants quality of service 0: nothing is lost on a connection that stands, and who calls again is told all of it.
// The server refuses a filter of "".
func (r *rights) OnSubscribe(c *mqtt.Client, p packets.Packet) packets.Packet {
	r.access.read()
	free := filters - c.State.Subscriptions.Len()
	for i := range p.Filters {
		f := &p.Filters[i]
		f.Qos = 0
		if _, known := c.State.Subscriptions.Get(f.Filter); known {
			continue
		}
		if free--; free < 0 || len(f.Filter) > longest || strings.Count(f.Filter, "/") >= levels {
			f.Filter = ""
		}
	}
	return p
}

// OnPacketProcessed is called after each packet: who has subscribed has been told what is kept.
func (r *rights) OnPacketProcessed(_ *mqtt.Client, p packets.Packet, _ error) {
	if p.FixedHeader.Type == packets.Subscribe {
		r.access.done()
	}
}

// OnPublishDropped ends a connection that has missed something: what it knows would be wrong from then on, in silence.
func (r *rights) OnPublishDropped(c *mqtt.Client, _ packets.Packet) {
	r.log.Warn("home automation cannot keep up, and has to call again", "part", "home", "at", c.Net.Remote)
	c.Stop(packets.ErrPendingClientWritesExceeded)
}
