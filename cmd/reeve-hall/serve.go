package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"

	"reeve/bus"
	"reeve/bus/embed"
	"reeve/cli"
	"reeve/hall"
	"reeve/hall/home"
	"reeve/hall/home/door"
	"reeve/hall/wire"
	"reeve/web"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
)

// settings are what a hall is told on the command line.
type settings struct {
	state, listen, title    string
	base                    cli.PageAddress
	bus                     cli.BusAddresses // of others; none: its own
	busListen, mqtt, broker string
	most                    int  // connections of viewers
	trial                   bool // nothing of it is kept: whoever reads its log may be its arbiter
	log                     *slog.Logger
}

// brokerVariable names the broker of the house where its password is not for all who can list processes.
const brokerVariable = "REEVE_HALL_MQTT_BROKER"

func serveCommand(c *common) *cobra.Command {
	var s settings
	cmd := &cobra.Command{Use: "serve", Short: "Keep the hall and serve its pages (what runs without a verb)", Args: cli.Takes}
	f := cmd.Flags()
	s.listen, s.busListen = ":8090", ":4222"
	f.Var((*cli.ListenAddress)(&s.listen), "listen", "`address` of the pages")
	f.StringVar(&s.title, "title", "Hall", "what the hall is `called`")
	f.Var(&s.base, "base", "`address` by which others call the pages, such as http://hall.example:8090 (default: this machine's)")
	f.Var((*cli.ListenAddress)(&s.busListen), "bus-listen", "`address` at which boards call the hall's own bus")
	f.Var(&s.bus, "bus", "`address` of a NATS server to use instead of its own, such as nats://10.0.0.5:4222; repeat it for a cluster")
	f.Var((*cli.ListenAddress)(&s.mqtt), "mqtt", "`address` of a door for MQTT that home automation calls, such as :1883")
	f.StringVar(&s.broker, "mqtt-broker", "", "MQTT `broker` of the house to be told, such as mqtt://homeassistant:1883; with a password better in "+brokerVariable)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s.state, s.most = c.state, connections()
		if s.broker == "" {
			s.broker = os.Getenv(brokerVariable)
		}
		s.log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
		return serve(cmd.Context(), s, cmd.OutOrStdout())
	}
	return cmd
}

// daemon is a hall that runs.
type daemon struct {
	settings
	store    *hall.Store
	key      ed25519.PrivateKey
	server   *embed.Server // nil with somebody else's bus
	bus      *bus.Bus
	hall     *hall.Hall
	pages    *hall.Pages
	listener net.Listener
	house    *home.House  // the broker of the house, if there is one
	door     *door.Door   // the hall's own for MQTT, if it has one
	homes    []*home.Home // who tells them
}

// serve runs until ctx is done.
func serve(ctx context.Context, s settings, out io.Writer) error {
	d := &daemon{settings: s}
	defer d.close()
	if err := d.open(ctx); err != nil {
		return failed(err)
	}
	fmt.Fprintf(out, "listening on http://%s\n", d.listener.Addr())
	fmt.Fprintf(out, "spectators: %s/\n", d.pages.Base)
	names, err := d.store.Arbiters()
	switch {
	case err != nil:
		return failed(err)
	case len(names) > 0:
	case !isTerminal(out) && !d.trial: // a log is read by others, too
		fmt.Fprintf(out, "`reeve-hall arbiter NAME` prints an arbiter's link\n")
	default:
		key, err := d.store.Appoint("Arbiter")
		if err != nil {
			return failed(err)
		}
		fmt.Fprintf(out, "arbiter: %s/arbiter?key=%s\n", d.pages.Base, key)
	}
	fmt.Fprintf(out, "`reeve-hall invite NAME` invites a board\n")
	return d.run(ctx)
}

// openAddress listens where the pages are called, and keeps the address for the commands that print links.
func (d *daemon) openAddress(ctx context.Context) (err error) {
	if d.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", d.listen); err != nil {
		return cli.CannotListen(d.listen, "--listen :8091", err)
	}
	if d.base == "" {
		d.base = cli.PageAddress("http://" + net.JoinHostPort(ownHost(d.listener.Addr()), port(d.listener.Addr())))
	}
	return d.store.Keep(baseKept, []byte(d.base))
}

func (d *daemon) open(ctx context.Context) (err error) {
	if d.store, err = hall.Open(d.state); err != nil {
		return err
	}
	if d.key, err = d.store.Key(); err != nil {
		return err
	}
	if err = d.openAddress(ctx); err != nil {
		return err
	}
	authority, err := embed.NewAuthority(d.key.Seed())
	if err != nil {
		return err
	}
	id := hall.ID(d.key)
	call, err := d.callBus(authority, id)
	if err != nil {
		return err
	}
	config := hall.Config{
		Store: d.store, Key: d.key, Games: games(), Dice: recordedDice, Title: d.title, Log: d.log, Call: call, Pair: swiss, Pairs: pairsSwiss,
		Pass: func(board wire.ID, name string) (string, error) {
			p := wire.Place{Hall: id, Board: board}
			return authority.Pass(board.Key(), name, embed.Rights{Say: p.Says(), Hear: p.Reads(), Answer: true})
		},
	}
	if d.server != nil {
		config.Ban = d.server.Ban
	}
	if d.hall, err = hall.New(config); err != nil {
		return err
	}
	if err = d.openHomes(ctx); err != nil {
		return err
	}
	d.pages = &hall.Pages{
		Hall: d.hall, Base: d.base.String(), Version: version,
		Asset: web.Asset, Kind: web.Kind, Language: web.Language, Surface: web.Surface, QR: web.QR,
	}
	return nil
}

// callBus calls the bus, its own where the settings name none, and returns what boards call.
func (d *daemon) callBus(authority *embed.Authority, id wire.ID) (call []string, err error) {
	call, ours := d.settings.bus, d.settings.bus
	if len(call) == 0 {
		if call, ours, err = d.startBus(authority); err != nil {
			return nil, err
		}
	}
	whole := wire.Hall(id) + ".>"
	pass, err := authority.Pass(d.key.Public().(ed25519.PublicKey), "hall", embed.Rights{Say: []string{whole}, Hear: []string{whole, "_INBOX_hall.>"}})
	if err != nil {
		return nil, err
	}
	d.bus, err = bus.Call(bus.Options{Servers: ours, Name: "hall", Key: d.key, Pass: pass, Inbox: "_INBOX_hall", Log: d.log})
	return call, err
}

// startBus starts the hall's own bus, and says where boards and where the hall itself call it.
func (d *daemon) startBus(a *embed.Authority) (boards, ours []string, err error) {
	gone, err := d.store.Gone()
	if err != nil {
		return nil, nil, err
	}
	d.server, err = embed.Start(a, embed.Options{Listen: d.busListen, Banned: gone, Log: d.log})
	if err != nil {
		return nil, nil, fmt.Errorf("%w; another program, perhaps another hall, may be there: end it, or choose another address with --bus-listen", err)
	}
	at := d.server.Address()
	host := ownHost(at)
	if called := hostOf(d.base.String()); called != "" {
		host = called
	}
	return []string{"nats://" + net.JoinHostPort(host, port(at))}, []string{"nats://" + net.JoinHostPort(loopbackOf(at), port(at))}, nil
}

// run runs everything and waits for it.
func (d *daemon) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := web.Bounded(d.pages.Handler(), d.most)
	server.BaseContext, server.ErrorLog = func(net.Listener) context.Context { return ctx }, slog.NewLogLogger(d.log.Handler(), slog.LevelDebug)
	var group sync.WaitGroup
	var fault error
	group.Go(func() {
		if fault = d.hall.Run(ctx, d.bus); fault != nil {
			cancel()
		}
	})
	for _, h := range d.homes {
		group.Go(func() {
			frames, stop := d.hall.Watch()
			defer stop()
			h.Run(ctx, frames)
		})
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(d.listener) }()
	var err error
	select {
	case <-ctx.Done():
		server.Close()
		<-served
	case err = <-served:
	}
	cancel()
	group.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return failed(errors.Join(err, fault))
}

// failed is why the hall does not run: 2 where it would be refused again, so that its service is not tried again either.
func failed(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, home.ErrBroker):
		return exitError{2, err}
	}
	return exitError{1, err}
}

func (d *daemon) close() {
	if d.listener != nil {
		d.listener.Close()
	}
	if d.house != nil {
		d.house.Close()
	}
	if d.door != nil {
		d.door.Close()
	}
	if d.bus != nil {
		d.bus.Close()
	}
	if d.server != nil {
		d.server.Close()
	}
	if d.store != nil {
		if err := d.store.Close(); err != nil {
			d.log.Warn("the archive is not closed", "error", err)
		}
	}
}

// connections is how many viewers may be connected at once: 8000, or fewer where the process may have few files
// open, of which the archive, the bus and its boards need some.
func connections() int {
	const most, ours = 8000, 300
	var files unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &files); err != nil {
		return most
	}
	return int(min(most, max(files.Cur/2, ours+1)-ours))
}

func port(a net.Addr) string {
	_, p, _ := net.SplitHostPort(a.String())
	return p
}

// ownHost is the host under which others call what listens at an address: its own, or where
// it listens at all of them the first of this machine that others can call.
func ownHost(a net.Addr) string {
	host, _, _ := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); ip == nil || !ip.IsUnspecified() {
		return host
	}
	addresses, err := net.InterfaceAddrs()
	if err == nil {
		for _, each := range addresses {
			if n, ok := each.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
				return n.IP.String()
			}
		}
	}
	if name, err := os.Hostname(); err == nil {
		return name
	}
	return "localhost"
}

// loopbackOf is where this machine itself calls what listens at an address.
func loopbackOf(a net.Addr) string {
	host, _, _ := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); ip != nil && !ip.IsUnspecified() {
		return host
	}
	return "127.0.0.1"
}

// hostOf is the host of a link.
func hostOf(link string) string {
	_, rest, _ := strings.Cut(link, "://")
	host, _, _ := strings.Cut(rest, "/")
	if h, _, err := net.SplitHostPort(host); err == nil {
		return h
	}
	return host
}
