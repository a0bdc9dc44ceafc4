package link

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"reeve/hall/wire"
)

// File is where a board keeps what it needs of its hall, in the state folder.
const File = "hall.json"

// Causes why a board does not join.
var (
	ErrForm    = wire.ErrInvitation // it is given no invitation
	ErrRefused = errors.New("link: the hall does not let this board in")
	ErrNoHall  = errors.New("link: no hall answers there")
	ErrKept    = errors.New("link: what is kept of the hall is damaged: join it again with a new invitation")
)

// Member is a board that belongs to a hall. Its file holds the board's key.
type Member struct {
	Seed    []byte      `json:"seed"` // secret
	Hall    wire.ID     `json:"hall"`
	Title   string      `json:"title"` // of the hall
	Name    string      `json:"name"`  // of the board there
	Bus     []string    `json:"bus"`
	Pass    string      `json:"pass"`
	Base    string      `json:"base"`              // the hall's pages
	Token   string      `json:"token"`             // the name of the invitation's: the same one again is no other invitation
	Since   int64       `json:"since"`             // the first game that the hall is told of
	Done    uint64      `json:"done"`              // the number of the last command that was begun
	Replied *wire.Reply `json:"replied,omitempty"` // what came of it
	Paused  bool        `json:"paused,omitempty"`  // an arbiter has paused the board, and it is so after a restart, too

	path string
	own  func() ed25519.PrivateKey // of Seed
}

// ID is the board's name for all time.
func (m *Member) ID() wire.ID { return wire.IDOf(m.key().Public().(ed25519.PublicKey)) }

// key is made of the seed once: that is as dear as a signature.
func (m *Member) key() ed25519.PrivateKey { return m.own() }

// keyed is a member with its key.
func keyed(m *Member) *Member {
	m.own = sync.OnceValue(func() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(m.Seed) })
	return m
}

func (m *Member) place() wire.Place { return wire.Place{Hall: m.Hall, Board: m.ID()} }

// Load reads what is kept in the state folder. It wraps fs.ErrNotExist where the board
// belongs to no hall, or ErrKept.
func Load(folder string) (*Member, error) {
	m := keyed(&Member{path: filepath.Join(folder, File)})
	text, err := os.ReadFile(m.path)
	if err != nil {
		return nil, fmt.Errorf("link: %w", err)
	}
	if err := json.Unmarshal(text, m); err != nil || len(m.Seed) != ed25519.SeedSize || m.Hall.Key() == nil || len(m.Bus) == 0 {
		return nil, fmt.Errorf("%w (%s)", ErrKept, m.path)
	}
	return m, nil
}

// save writes the file whole or not at all.
func (m *Member) save() error {
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return fmt.Errorf("link: %w", err)
	}
	f, err := os.OpenFile(m.path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("link: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(m.path+".new", m.path)
	}
	if err != nil {
		return fmt.Errorf("link: %w", err)
	}
	return nil
}

// Joined returns the membership in the folder. Without one it joins the hall that the
// invitation names, and so it does where it is another one than was last used; an
// empty invitation never joins. since is the first game that a new hall is told of.
func Joined(ctx context.Context, folder, invitation string, since int64) (*Member, error) {
	return JoinedBy(ctx, http.DefaultClient, folder, invitation, since)
}

// HallOf is where the hall is called that an invitation names. It wraps ErrForm.
func HallOf(invitation string) (base string, err error) {
	i, err := wire.ParseInvitation(invitation)
	return i.Base, err
}

// Caller calls a hall's pages: *http.Client.
type Caller interface {
	// Do sends a request; the caller closes the response's body.
	Do(*http.Request) (*http.Response, error)
}

// JoinedBy is Joined by a caller.
func JoinedBy(ctx context.Context, caller Caller, folder, invitation string, since int64) (*Member, error) {
	m, err := Load(folder)
	if invitation == "" {
		return m, err
	}
	i, bad := wire.ParseInvitation(invitation)
	if bad != nil {
		return nil, bad
	}
	switch {
	case err == nil && m.Hall == i.Hall && m.Token == i.Token.Name():
		return m, nil
	case err == nil && m.Hall == i.Hall:
		since = m.Since
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, ErrKept):
		return nil, err
	}
	return join(ctx, caller, folder, i, since)
}

// join asks the hall to let a new key in.
func join(ctx context.Context, caller Caller, folder string, i wire.Invitation, since int64) (*Member, error) {
	m := keyed(&Member{Seed: make([]byte, ed25519.SeedSize), Hall: i.Hall, Base: i.Base, Token: i.Token.Name(), Since: since, path: filepath.Join(folder, File)})
	rand.Read(m.Seed)
	text, err := json.Marshal(wire.NewJoin(i, m.ID()))
	if err != nil {
		return nil, fmt.Errorf("link: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, i.Base+"/api/join", bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoHall, err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := caller.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoHall, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, wire.MaxMessage))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoHall, err)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: %s: %.300s", ErrRefused, answer.Status, bytes.TrimSpace(body))
	}
	w, err := wire.OpenWelcome(i, m.ID(), body)
	if err != nil {
		return nil, fmt.Errorf("%w: who answers is not the hall of the invitation: %w", ErrRefused, err)
	}
	m.Title, m.Name, m.Bus, m.Pass, m.Done = w.Title, w.Name, w.Bus, w.Pass, w.Number
	return m, m.save()
}
