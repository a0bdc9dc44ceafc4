package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Link is a seat's secret and the page that it opens.
type Link struct {
	Key    string `json:"key"`
	URL    string `json:"url"`
	Opened bool   `json:"opened"` // somebody has taken this seat
}

// keyring holds the keys of the current game's seats and keeps them in a file.
type keyring struct {
	path, base string
	mu         sync.Mutex
	seats      map[string]Link
}

// keysFile is the form of the file, and of GET /api/keys.
type keysFile struct {
	Seats map[string]Link `json:"seats"`
}

// openKeys reads the file at path, if there is one.
func openKeys(path, base string) (*keyring, error) {
	k := &keyring{path: path, base: base}
	if path == "" {
		return k, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, fmt.Errorf("web: seat keys: %w", err)
	}
	var f keysFile
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("web: seat keys: %s: %w", path, err)
	}
	k.seats = f.Seats
	return k, nil
}

// ensure gives each seat a key; those there are stay unless fresh or for other seats.
func (k *keyring) ensure(seats []string, fresh bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	have := slices.Sorted(maps.Keys(k.seats))
	want := slices.Sorted(slices.Values(seats))
	keep := !fresh && slices.Equal(have, want)
	next := make(map[string]Link, len(seats))
	for _, seat := range seats {
		link := Link{Key: rand.Text()}
		if old := k.seats[seat]; keep && old.Key != "" {
			link = old
		}
		link.URL = seatURL(k.base, seat, link.Key)
		next[seat] = link
	}
	k.seats = next
	return k.write()
}

// seatURL returns the address of a seat's page with its key.
func seatURL(base, seat, key string) string {
	return base + "/seat/" + url.PathEscape(seat) + "?key=" + url.QueryEscape(key)
}

// write replaces the file whole, readable by its owner only.
func (k *keyring) write() error {
	if k.path == "" {
		return nil
	}
	text, err := json.MarshalIndent(keysFile{k.seats}, "", "  ")
	if err != nil {
		return fmt.Errorf("web: seat keys: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(k.path), ".keys-*") // mode 0600
	if err != nil {
		return fmt.Errorf("web: seat keys: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), k.path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("web: seat keys: %w", err)
	}
	return nil
}

// links returns the links with addresses under base ("": the daemon's own).
func (k *keyring) links(base string) map[string]Link {
	k.mu.Lock()
	defer k.mu.Unlock()
	out := maps.Clone(k.seats)
	for seat, link := range out {
		if base != "" {
			link.URL = seatURL(base, seat, link.Key)
			out[seat] = link
		}
	}
	return out
}

// open notes that somebody has taken the seat.
func (k *keyring) open(seat string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	link, ok := k.seats[seat]
	if !ok || link.Opened {
		return nil
	}
	link.Opened = true
	k.seats[seat] = link
	return k.write()
}

// match returns the seat whose key this is. It takes the same time whichever it is.
func (k *keyring) match(key string) (string, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	found := ""
	for seat, link := range k.seats {
		if sameKey(key, link.Key) {
			found = seat
		}
	}
	return found, found != ""
}

// sameKey compares in a time that tells nothing about want.
func sameKey(got, want string) bool {
	g, w := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(want))
	return want != "" && subtle.ConstantTimeCompare(g[:], w[:]) == 1
}
