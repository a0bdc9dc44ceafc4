package door_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"

	"reeve/hall/home/door"
)

// pipes are a listener without a network, so that time may be virtual.
type pipes struct {
	calls  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

const password = "secret"

// house is a door, and who calls it.
type house struct {
	*door.Door
	t     *testing.T
	pipes *pipes
	log   *lockedBuffer
}

// lockedBuffer is a log that goroutines write.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// inHouse runs a test with an open door and virtual time. When it returns, the door is closed, and every goroutine has ended.
func inHouse(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := &house{t: t, pipes: &pipes{calls: make(chan net.Conn), closed: make(chan struct{})}, log: &lockedBuffer{}}
		var err error
		if h.Door, err = door.Open(h.pipes, password, slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))); err != nil {
			t.Fatal(err)
		}
		test(t, h)
		h.Close()
		if strings.Contains(h.log.String(), password) {
			t.Errorf("the log has the password: %s", h.log)
		}
	})
}

// guest is who calls. What comes is kept as text: "connack 0", "suback 0 128", "puback", "TOPIC TEXT", "gone".
type guest struct {
	t     *testing.T
	conn  net.Conn
	read  chan bool // closed: he reads no more
	mu    sync.Mutex
	heard []string
}

func (h *house) calls() *guest {
	g := h.deaf()
	go g.listen()
	return g
}

// deaf is a guest who reads nothing.
func (h *house) deaf() *guest {
	ours, theirs := net.Pipe()
	h.pipes.calls <- theirs
	return &guest{t: h.t, conn: ours, read: make(chan bool)}
}

// connect is a call of who has the password.
func connect(change func(*packets.Packet)) packets.Packet {
	p := packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Connect}, ProtocolVersion: 4, Connect: packets.ConnectParams{
		ProtocolName: []byte("MQTT"), Clean: true, ClientIdentifier: "same", UsernameFlag: true, PasswordFlag: true, Username: []byte(door.User), Password: []byte(password),
	}}
	if change != nil {
		change(&p)
	}
	return p
}

// enters is a guest who was let in, and subscribes.
func (h *house) enters(filters ...string) *guest {
	h.t.Helper()
	g := h.calls()
	g.send(connect(nil))
	g.expect("connack 0")
	if len(filters) > 0 {
		g.subscribe(filters...)
	}
	return g
}

func (g *guest) send(p packets.Packet) {
	g.writes(p)
	synctest.Wait()
}

// writes is send that does not wait until it is answered.
func (g *guest) writes(p packets.Packet) {
	var b bytes.Buffer
	var err error
	switch p.FixedHeader.Type {
	case packets.Connect:
		err = p.ConnectEncode(&b)
	case packets.Subscribe:
		err = p.SubscribeEncode(&b)
	case packets.Publish:
		err = p.PublishEncode(&b)
	}
	if err != nil {
		g.t.Fatal(err)
	}
	go g.conn.Write(b.Bytes()) // the door may have ended the line
}

func (g *guest) subscribe(filters ...string) { g.send(subscription(filters...)) }

func subscription(filters ...string) packets.Packet {
	p := packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Subscribe, Qos: 1}, ProtocolVersion: 4, PacketID: 7}
	for _, f := range filters {
		p.Filters = append(p.Filters, packets.Subscription{Filter: f, Qos: 1})
	}
	return p
}

func (g *guest) says(topic, text string, qos byte, retain bool) {
	p := packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: qos, Retain: retain}, ProtocolVersion: 4, TopicName: topic, Payload: []byte(text)}
	if qos > 0 {
		p.PacketID = 9
	}
	g.send(p)
}

// listen reads what comes until the line ends.
func (g *guest) listen() {
	for in := bufio.NewReader(g.conn); ; {
		select {
		case <-g.read:
			return
		default:
		}
		text, err := read(in)
		if err != nil {
			text = "gone"
		}
		g.mu.Lock()
		g.heard = append(g.heard, text)
		g.mu.Unlock()
		if err != nil {
			g.conn.Close()
			return
		}
	}
}

func read(in *bufio.Reader) (string, error) {
	first, err := in.ReadByte()
	if err != nil {
		return "", err
	}
	length, _, err := packets.DecodeLength(in)
	if err != nil {
		return "", err
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(in, body); err != nil {
		return "", err
	}
	var p packets.Packet
	p.ProtocolVersion = 4
	if err := p.FixedHeader.Decode(first); err != nil {
		return "", err
	}
	switch p.FixedHeader.Type {
	case packets.Connack:
		return strings.TrimSpace(fmt.Sprint("connack ", body[1], strings.Repeat(" present", int(body[0])))), nil
	case packets.Suback:
		return "suback " + strings.Trim(fmt.Sprint(body[2:]), "[]"), nil
	case packets.Publish:
		err := p.PublishDecode(body)
		return p.TopicName + " " + string(p.Payload), err
	}
	return strings.ToLower(packets.PacketNames[p.FixedHeader.Type]), nil
}

// stopsReading has him read no more, after what he reads just now; but he goes on sending.
func (g *guest) stopsReading() {
	close(g.read)
	go func() {
		for message := []byte{0x30, 3, 0, 1, 'x'}; ; time.Sleep(time.Second) { // which nobody answers
			if _, err := g.conn.Write(message); err != nil {
				return
			}
		}
	}()
}

// ended reports whether the door has ended the line.
func (g *guest) ended() bool {
	g.conn.SetWriteDeadline(time.Now().Add(time.Second))
	_, err := g.conn.Write([]byte{0x30})
	time.Sleep(time.Second) // he goes on no more
	return errors.Is(err, io.ErrClosedPipe)
}

// since are what came since it was asked last; what the door said at once stands in its order.
func (g *guest) since() []string {
	synctest.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	heard := g.heard
	g.heard = nil
	return heard
}

func (g *guest) expect(want ...string) {
	g.t.Helper()
	if got := g.since(); !slices.Equal(got, want) {
		g.t.Errorf("heard %q, not %q", got, want)
	}
}
