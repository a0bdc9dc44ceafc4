package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// front stands between boards and a bus, and passes on what both say as it is told to.
type front struct {
	listener net.Listener
	to       string // the bus
	mu       sync.Mutex
	way      way
	lines    map[net.Conn]bool
}

// way is how a front passes on.
type way struct {
	hole   bool             // what arrives is lost, and nobody hears of it
	most   int              // bytes passed on at once; 0: all
	pause  time.Duration    // before each time
	secure *tls.Certificate // lines are TLS, by this certificate; nil: they are not
}

func newFront(t *testing.T, to string) *front {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &front{listener: l, to: to, lines: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); f.set(way{}, true) })
	go func() {
		for line, err := l.Accept(); err == nil; line, err = l.Accept() {
			go f.serve(line)
		}
	}()
	return f
}

// set changes how it passes on; cut ends the lines that there are.
func (f *front) set(w way, cut bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.way = w
	if cut {
		for line := range f.lines {
			line.Close()
		}
	}
}

func (f *front) now() way {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.way
}

func (f *front) serve(line net.Conn) {
	defer line.Close()
	bus, err := net.Dial("tcp", f.to)
	if err != nil {
		return
	}
	defer bus.Close()
	f.mu.Lock()
	f.lines[line], f.lines[bus] = true, true
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.lines, line)
		delete(f.lines, bus)
	}()
	from := bufio.NewReader(bus)
	if c := f.now().secure; c != nil { // the bus greets in the open, and says that the rest is not
		greeting, err := from.ReadString('\n')
		if err != nil {
			return
		}
		if _, err := line.Write([]byte(strings.Replace(greeting, "{", `{"tls_required":true,`, 1))); err != nil {
			return
		}
		line = tls.Server(line, &tls.Config{Certificates: []tls.Certificate{*c}})
	}
	go f.pass(bus, bufio.NewReader(line), line)
	f.pass(line, from, bus)
}

// pass passes on until one end is closed, and then closes both.
func (f *front) pass(to net.Conn, from *bufio.Reader, other net.Conn) {
	defer to.Close()
	defer other.Close()
	for buffer := make([]byte, 16<<10); ; {
		w := f.now()
		room := buffer
		if w.most > 0 {
			room = buffer[:w.most]
		}
		n, err := from.Read(room)
		if err != nil {
			return
		}
		time.Sleep(w.pause) // the fault itself
		if f.now().hole {
			continue
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// certified are two certificates for this machine, one that has run out and one that has not, and the file of
// the authority that both are by.
func certified(t *testing.T) (expired, good *tls.Certificate, authority string) {
	t.Helper()
	make := func(name string, until time.Time, by *x509.Certificate, key *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey) {
		own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		c := &x509.Certificate{
			SerialNumber: big.NewInt(until.UnixNano()), Subject: pkix.Name{CommonName: name}, NotBefore: until.AddDate(-2, 0, 0), NotAfter: until,
			IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: by == nil, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		}
		if by == nil {
			by, key = c, own
		}
		text, err := x509.CreateCertificate(rand.Reader, c, by, own.Public(), key)
		if err == nil {
			c, err = x509.ParseCertificate(text)
		}
		if err != nil {
			t.Fatal(err)
		}
		return c, own
	}
	root, key := make("hall", time.Now().AddDate(1, 0, 0), nil, nil)
	of := func(until time.Time) *tls.Certificate {
		c, own := make("bus", until, root, key)
		return &tls.Certificate{Certificate: [][]byte{c.Raw}, PrivateKey: own}
	}
	authority = filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return of(time.Now().Add(-time.Hour)), of(time.Now().AddDate(0, 6, 0)), authority
}
