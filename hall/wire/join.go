package wire

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// ErrInvitation is the cause where a text is no invitation.
var ErrInvitation = errors.New("wire: this is no invitation")

// Token admits one board to a hall, once.
type Token [16]byte

// NewToken draws one.
func NewToken() (t Token) {
	rand.Read(t[:])
	return t
}

func (t Token) String() string { return base.EncodeToString(t[:]) }

// ParseToken reads what String wrote.
func ParseToken(text string) (t Token, err error) {
	b, err := base.DecodeString(text)
	if err != nil || len(b) != len(t) || base.EncodeToString(b) != text {
		return t, fmt.Errorf("%w: %.40q is no token", ErrInvitation, text)
	}
	copy(t[:], b)
	return t, nil
}

// Name identifies a token in public: it can be computed from the token, and not the token from it.
func (t Token) Name() string {
	sum := sha256.Sum256(append([]byte("reeve invitation "), t[:]...))
	return base.EncodeToString(sum[:10])
}

// Invitation is what a board needs to join: where the hall is called, which hall it has to
// be, and what opens it. As text it is a link; what is secret of it stands behind the "#",
// which no browser sends.
type Invitation struct {
	Base  string // "http://192.168.1.5:8090"
	Hall  ID
	Token Token
}

func (i Invitation) String() string {
	return i.Base + "/join#" + string(i.Hall) + "." + i.Token.String()
}

// ParseInvitation reads what String wrote. It wraps ErrInvitation.
func ParseInvitation(text string) (i Invitation, err error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "/join" {
		return i, fmt.Errorf("%w: %.200q; it looks like http://192.168.1.5:8090/join#…", ErrInvitation, text)
	}
	name, token, _ := strings.Cut(u.Fragment, ".")
	if i.Hall, err = ParseID(name); err == nil {
		i.Token, err = ParseToken(token)
	}
	if err != nil {
		return Invitation{}, fmt.Errorf("%w: what stands behind the # is cut off or mistyped: %w", ErrInvitation, err)
	}
	i.Base = u.Scheme + "://" + u.Host
	return i, nil
}

// Join is the request of an invited board. It does not contain the token; it proves the possession of it, for this
// key only.
type Join struct {
	V     int    `json:"v"`
	Token string `json:"token"` // its name
	Board ID     `json:"board"`
	Proof string `json:"proof"`
}

// NewJoin asks for the board with this key.
func NewJoin(i Invitation, board ID) Join {
	return Join{V: Version, Token: i.Token.Name(), Board: board, Proof: proof(i.Hall, i.Token, board)}
}

func proof(hall ID, t Token, board ID) string {
	h := hmac.New(sha256.New, t[:])
	h.Write([]byte("reeve join " + string(hall) + " " + string(board)))
	return base64.RawStdEncoding.EncodeToString(h.Sum(nil))
}

// Proves reports whether the sender has the token.
func (j Join) Proves(hall ID, t Token) bool {
	return hmac.Equal([]byte(j.Proof), []byte(proof(hall, t, j.Board)))
}

// ReadJoin reads what a board asks. It wraps ErrForm or ErrVersion.
func ReadJoin(text []byte) (j Join, err error) {
	if err = read(text, &j); err == nil {
		_, err = ParseID(string(j.Board))
	}
	return j, err
}

// Welcome is the hall's answer, sealed at WelcomeTo: the addresses of its bus, and the credential by which the
// board connects.
type Welcome struct {
	V      int      `json:"v"`
	Hall   ID       `json:"hall"`
	Name   string   `json:"name"`  // of the board in the hall
	Bus    []string `json:"bus"`   // addresses
	Pass   string   `json:"pass"`  // the bus lets the board's key in by it
	Title  string   `json:"title"` // of the hall
	Number uint64   `json:"number"`
}

// WelcomeTo is the subject for which a welcome is signed: it is valid for this board only.
func WelcomeTo(board ID) string { return "welcome." + string(board) }

// OpenWelcome reads a welcome of the hall that was invited to.
func OpenWelcome(i Invitation, board ID, data []byte) (w Welcome, err error) {
	if err = Open(ed25519.PublicKey(i.Hall.Key()), WelcomeTo(board), data, &w); err == nil && w.Hall != i.Hall {
		err = ErrForged
	}
	return w, err
}
