package door

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// What one who calls may cost.
const (
	most       = 64      // connections at once
	queued     = 1 << 14 // messages that wait for one connection: all that is kept of 2700 boards
	largest    = 8 << 10 // bytes of a packet that comes in
	unfinished = 64      // messages that one has begun to say, and not ended (QoS 2)
	filters    = 32      // subscriptions of one connection
	levels     = 8       // of a filter, between slashes
	longest    = 256     // bytes of a filter
)

// Door is a broker that runs. Open it, say what is to be kept, and close it.
type Door struct {
	server   *mqtt.Server
	access   *access
	listener net.Listener
	log      *slog.Logger
	up       chan struct{}
	group    sync.WaitGroup

	mu    sync.Mutex
	lines map[net.Conn]bool // nil: the door is closed
	last  said
}

// Open lets in at l who has the password; Close closes l, too.
func Open(l net.Listener, password string, log *slog.Logger) (*Door, error) {
	// The server's own loop, its listeners and its log stay unused: the loop says figures of this process every second, a
	// listener of its own waits for strangers who say nothing, and the log has whole packets, with their passwords.
	server := mqtt.New(&mqtt.Options{
		InlineClient: true, Logger: slog.New(slog.DiscardHandler),
		ClientNetWriteBufferSize: 1, // what is written is sent, not gathered: farewell needs it
		SysTopicResendInterval:   1 << 30,
		Capabilities: &mqtt.Capabilities{
			MaximumClients: most, MaximumClientWritesPending: queued, MaximumPacketSize: largest, ReceiveMaximum: unfinished, MaximumInflight: unfinished,
			MinimumProtocolVersion: version, MaximumQos: 2, RetainAvailable: 1, WildcardSubAvailable: 1,
		},
	})
	d := &Door{server: server, listener: l, log: log, up: make(chan struct{}, 1), lines: map[net.Conn]bool{}}
	d.access = newAccess(d.publish)
	if err := server.AddHook(&rights{server: server, password: password, log: log, access: d.access}, nil); err != nil {
		return nil, fmt.Errorf("door: %w", err)
	}
	d.up <- struct{}{}
	d.group.Go(d.serve)
	return d, nil
}

// Up says once that the door is open.
func (d *Door) Up() <-chan struct{} { return d.up }

// Address is where the door is called.
func (d *Door) Address() net.Addr { return d.listener.Addr() }

// Say keeps a text at a topic, and tells everybody who listens; "" is forgotten. It waits for nobody.
func (d *Door) Say(topic, text string) {
	d.mu.Lock()
	d.last = said{topic, text}
	d.mu.Unlock()
	d.access.say(said{topic, text})
}

func (d *Door) publish(s said) {
	if err := d.server.Publish(s.topic, []byte(s.text), true, 0); err != nil {
		d.log.Warn("home automation is not told", "part", "home", "topic", s.topic, "error", err)
	}
}

// serve lets in who calls, until the door is closed.
func (d *Door) serve() {
	const pause = time.Second // too many files may be open
	for {
		c, err := d.listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			d.log.Warn("nobody can call the door for MQTT; it is tried again", "part", "home", "error", err)
			time.Sleep(pause)
		case !d.enter(c):
			d.log.Warn("the door for MQTT is full", "part", "home", "at", c.RemoteAddr(), "connections", most)
			c.Close()
		default:
			d.group.Go(func() { d.attend(c) })
		}
	}
}

// attend serves one connection.
func (d *Door) attend(c net.Conn) {
	defer d.leave(c)
	l := newLine(c)
	err := d.server.EstablishConnection("door", l)
	d.log.Debug("a connection has ended", "part", "home", "at", c.RemoteAddr(), "error", err)
	for id, client := range d.server.Clients.GetAll() { // the server forgets to where it cannot tell who has called that he is in
		if client.Net.Conn == l {
			d.server.Clients.Delete(id)
		}
	}
}

func (d *Door) enter(c net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lines == nil || len(d.lines) == most {
		return false
	}
	d.lines[c] = true
	return true
}

func (d *Door) leave(c net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.lines, c)
}

// Close shuts the door. Who listens to what was said last is told before: it may still wait in his queue, and that the hall
// is gone must not be lost.
func (d *Door) Close() {
	d.listener.Close()
	d.mu.Lock()
	lines, last := d.lines, d.last
	d.lines = nil
	d.mu.Unlock()
	d.farewell(last)
	for c := range lines {
		c.Close()
	}
	d.group.Wait()
}

// farewell writes to everybody who listens to it what was said last.
func (d *Door) farewell(last said) {
	var group sync.WaitGroup
	for id := range d.server.Topics.Subscribers(last.topic).Subscriptions {
		if c, ok := d.server.Clients.Get(id); ok {
			group.Go(func() {
				c.WritePacket(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish}, TopicName: last.topic, Payload: []byte(last.text)})
			})
		}
	}
	group.Wait()
}
