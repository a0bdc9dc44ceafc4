package embed_test

import (
	"crypto/ed25519"
	"testing"
	"testing/synctest"
	"time"

	"reeve/bus"
	"reeve/bus/embed"
)

// A hall whose clock is wrong by decades gives passes that let in all the same: they have no beginning and no end.
func TestAPassDependsOnNoClock(t *testing.T) {
	_, key, _ := ed25519.GenerateKey(nil)
	authority, err := embed.NewAuthority(key.Seed())
	if err != nil {
		t.Fatal(err)
	}
	passes := map[int]string{}
	synctest.Test(t, func(t *testing.T) { // its clock begins in 2000
		for range 3 {
			pass, err := authority.Pass(key.Public().(ed25519.PublicKey), "Table 1", embed.Rights{Say: []string{"a"}, Hear: []string{"b"}})
			if err != nil {
				t.Fatal(err)
			}
			passes[time.Now().Year()] = pass
			time.Sleep(60 * 365 * 24 * time.Hour)
		}
	})
	server, err := embed.Start(authority, embed.Options{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	for year, pass := range passes {
		line, err := bus.Call(bus.Options{Servers: []string{"nats://" + server.Address().String()}, Name: "Table 1", Key: key, Pass: pass})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-line.Back():
		case <-time.After(time.Minute):
			t.Errorf("a pass of %d does not let in", year)
		}
		line.Close()
	}
	if len(passes) != 3 || passes[2119] == "" {
		t.Errorf("the passes are of other years: %d", len(passes))
	}
}
