package bus

import (
	"bufio"
	"crypto/ed25519"
	"io"
	"net"
	"strings"
	"testing"
)

// Who calls a bus that takes the call and says nothing does not wait for it: the first line to
// it still stands when Call has returned.
func TestCallWaitsForNoBus(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, key, _ := ed25519.GenerateKey(nil)
	b, err := Call(Options{Servers: []string{"nats://" + l.Addr().String()}, Name: "Table 1", Key: key})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if b.Here() {
		t.Error("a silent bus is here")
	}
	line, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	io.WriteString(line, `INFO {"server_id":"x","version":"2.10.0","nonce":"n","auth_required":true,"max_payload":1000000,"proto":1}`+"\r\n")
	if said, err := bufio.NewReader(line).ReadString(' '); err != nil || !strings.HasPrefix(said, "CONNECT") {
		t.Errorf("the first line was given up while Call ran: %q, %v", said, err)
	}
}
