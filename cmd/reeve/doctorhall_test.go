package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"reeve/cli/clitest"
	"reeve/hall/link"
	"reeve/hall/wire"
)

// The doctor says of a board that belongs to a hall whether that can be reached, and what to do.
func TestTheDoctorKnowsTheHall(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for line, err := l.Accept(); err == nil; line, err = l.Accept() {
			io.WriteString(line, "INFO {}\r\n")
			line.Close()
		}
	}()
	here, gone := "nats://"+l.Addr().String(), "nats://127.0.0.1:"+clitest.FreePort(t)
	member := func(bus ...string) string {
		text, err := json.Marshal(link.Member{Seed: bytes.Repeat([]byte{2}, ed25519.SeedSize), Hall: wire.IDOf(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, ed25519.SeedSize)).Public().(ed25519.PublicKey)), Title: "City Hall", Name: "Table 7", Bus: bus})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, c := range []struct{ name, text, want string }{
		{"none", "", ""},
		{"there", member(here), "ok    hall City Hall, where this board is Table 7: its bus answers at " + here + "\n"},
		{"away", member(gone), "WRONG hall City Hall, where this board is Table 7: its bus does not answer at " + gone + "\n      Start the hall, and put this board into its network."},
		{"one of two", member(gone, here), "note  hall City Hall, where this board is Table 7: its bus answers at " + here + ", and not at " + gone},
		{"damaged", "{", "WRONG hall: link: what is kept of the hall is damaged"},
	} {
		state := t.TempDir()
		if c.text != "" {
			if err := os.WriteFile(filepath.Join(state, link.File), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd, out := doctorOn(nowhere), &bytes.Buffer{}
		cmd.SetArgs([]string{"--state", state})
		cmd.SetOut(out)
		err := cmd.Execute()
		if !strings.Contains(out.String(), c.want) || c.want == "" && strings.Contains(out.String(), "hall") {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
	}
}
