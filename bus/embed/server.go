package embed

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
)

// ErrStart is the cause where the bus does not start.
var ErrStart = errors.New("embed: the bus does not start")

// Options say where the bus listens.
type Options struct {
	Listen string // host:port; port 0 takes a free one
	Banned []ed25519.PublicKey
	Log    *slog.Logger
}

// Limits of a message, and of what waits for one who is slow.
const (
	maxPayload = 512 << 10
	maxPending = 16 << 20
)

// Server is a bus that runs.
type Server struct {
	server    *server.Server
	authority *Authority
	resolver  *server.MemAccResolver
	account   string
}

// Start starts a bus which lets in whom the authority has given a pass. It wraps ErrStart.
func Start(a *Authority, o Options) (*Server, error) {
	opts, err := a.options(o)
	if err == nil {
		err = free(o.Listen)
	}
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	if o.Log != nil {
		s.SetLoggerV2(logger{o.Log}, false, false, false)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, fmt.Errorf("%w: is something else at %s?", ErrStart, o.Listen)
	}
	account, _ := a.account.PublicKey()
	return &Server{server: s, authority: a, resolver: opts.AccountResolver.(*server.MemAccResolver), account: account}, nil
}

// free fails where something listens at an address already: the server itself tries again for seconds, and does not say why.
func free(at string) error {
	l, err := net.Listen("tcp", at)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStart, err)
	}
	return l.Close()
}

// options are a server's options for boards of this authority.
func (a *Authority) options(o Options) (*server.Options, error) {
	operator, accounts, err := a.claims(o.Banned)
	if err != nil {
		return nil, err
	}
	resolver := &server.MemAccResolver{}
	for public, text := range accounts {
		if err := resolver.Store(public, text); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrStart, err)
		}
	}
	opts := &server.Options{
		ServerName: "reeve-hall", NoSigs: true, NoLog: o.Log == nil, MaxPayload: maxPayload, MaxPending: maxPending,
		TrustedOperators: []*jwt.OperatorClaims{operator}, AccountResolver: resolver, SystemAccount: operator.SystemAccount,
		PingInterval: 10 * time.Second, MaxPingsOut: 2, WriteDeadline: 5 * time.Second, AuthTimeout: 5, DisableShortFirstPing: true,
	}
	if opts.Host, opts.Port, err = split(o.Listen); err != nil {
		return nil, err
	}
	return opts, nil
}

func split(listen string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil {
		return "", 0, fmt.Errorf("%w: %q is no address: %w", ErrStart, listen, err)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// Address is where the bus is called.
func (s *Server) Address() net.Addr { return s.server.Addr() }

// Ban shuts out whoever has a pass for one of these keys, at once.
func (s *Server) Ban(keys []ed25519.PublicKey) error {
	_, accounts, err := s.authority.claims(keys)
	if err != nil {
		return err
	}
	if err := s.resolver.Store(s.account, accounts[s.account]); err != nil {
		return fmt.Errorf("embed: ban: %w", err)
	}
	account, err := s.server.LookupAccount(s.account)
	if err != nil {
		return fmt.Errorf("embed: ban: %w", err)
	}
	claims, err := jwt.DecodeAccountClaims(accounts[s.account])
	if err != nil {
		return fmt.Errorf("embed: ban: %w", err)
	}
	s.server.UpdateAccountClaims(account, claims)
	return nil
}

// Close ends the bus.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// logger is a log as the server wants it.
type logger struct{ log *slog.Logger }

func (l logger) say(level func(string, ...any), format string, v []any) {
	level(fmt.Sprintf(format, v...), "part", "bus")
}

func (l logger) Noticef(format string, v ...any) { l.say(l.log.Debug, format, v) }
func (l logger) Warnf(format string, v ...any)   { l.say(l.log.Warn, format, v) }
func (l logger) Fatalf(format string, v ...any)  { l.say(l.log.Error, format, v) }
func (l logger) Errorf(format string, v ...any)  { l.say(l.log.Warn, format, v) }
func (l logger) Debugf(format string, v ...any)  { l.say(l.log.Debug, format, v) }
func (l logger) Tracef(string, ...any)           {}
