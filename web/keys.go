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
	"time"
)

// Link is a seat's secret and the page that it opens.
type Link struct {
	Key    string `json:"key"`
	URL    string `json:"url"`
	Opened bool   `json:"opened"` // somebody has taken this seat
}

// AdminLink is the admin's secret and the page that takes it.
type AdminLink struct {
	Key string `json:"key"`
	URL string `json:"url"`
}

// keyring holds the keys of the admin and of the current game's seats, and keeps
// them in a file. A key that the settings give the admin is not kept.
type keyring struct {
	path, base string
	admin      string
	given      bool // admin is from the settings
	mu         sync.Mutex
	seats      map[string]Link
	ticket     string    // makes one caller the admin, once
	until      time.Time // it does
}

// Keys is the form of the file, and without the admin of GET /api/keys.
type Keys struct {
	Admin *AdminLink      `json:"admin,omitempty"` // nil: the settings have the key
	Seats map[string]Link `json:"seats"`
}

// ReadKeys reads the file that a daemon keeps its keys in.
func ReadKeys(path string) (Keys, error) {
	var keys Keys
	text, err := os.ReadFile(path)
	if err != nil {
		return keys, fmt.Errorf("web: keys: %w", err)
	}
	if err := json.Unmarshal(text, &keys); err != nil {
		return keys, fmt.Errorf("web: keys: %s: %w", path, err)
	}
	return keys, nil
}

// openKeys reads the file at path, if there is one. The admin keeps the key of the
// file, unless the settings give one, or gets a new one.
func openKeys(path, base, given string) (*keyring, error) {
	k := &keyring{path: path, base: base, admin: given, given: given != ""}
	var kept Keys
	if path != "" {
		var err error
		if kept, err = ReadKeys(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	k.seats = kept.Seats
	if k.given {
		return k, nil
	}
	k.admin = rand.Text()
	if kept.Admin != nil && kept.Admin.Key != "" {
		k.admin = kept.Admin.Key
	}
	return k, nil
}

// adminLink is what the file and the terminal tell of the admin: nothing of a key
// of the settings.
func (k *keyring) adminLink() *AdminLink {
	if k.given {
		return nil
	}
	return &AdminLink{Key: k.admin, URL: k.base + "/start?key=" + url.QueryEscape(k.admin)}
}

// ticketLife is how long a browser may take to start.
const ticketLife = time.Minute

// issue makes a link that makes one caller the admin, once and soon: others at this machine can
// read the arguments of the program that opens it.
func (k *keyring) issue() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ticket, k.until = rand.Text(), time.Now().Add(ticketLife)
	return k.base + "/start?key=" + k.ticket
}

// spend reports whether key is the ticket, which is none any more then.
func (k *keyring) spend(key string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !sameKey(key, k.ticket) || time.Now().After(k.until) {
		return false
	}
	k.ticket = ""
	return true
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

// handOn gives each seat's key to the seat that its holder has now: moved says which.
func (k *keyring) handOn(moved map[string]string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	next := make(map[string]Link, len(k.seats))
	for from, to := range moved {
		link := k.seats[from]
		next[to] = Link{Key: link.Key, URL: seatURL(k.base, to, link.Key), Opened: link.Opened}
	}
	k.seats = next
	return k.write()
}

// keyless returns the links without their keys.
func keyless(links map[string]Link, base string) map[string]Link {
	for seat, link := range links {
		links[seat] = Link{URL: base + "/seat/" + url.PathEscape(seat), Opened: link.Opened}
	}
	return links
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
	text, err := json.MarshalIndent(Keys{k.adminLink(), k.seats}, "", "  ")
	if err != nil {
		return fmt.Errorf("web: keys: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(k.path), ".keys-*") // mode 0600
	if err != nil {
		return fmt.Errorf("web: keys: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), k.path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("web: keys: %w", err)
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
