package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"reeve/archive"
	"reeve/authority"
	"reeve/config"
	"reeve/opponent"
	"reeve/referee"
	"reeve/referee/health"
	"reeve/rules"
	"reeve/sensors"
	"reeve/speech"
	"reeve/web"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
)

// memoryLimit keeps the memory of the smallest Pi in bounds: near it the collector works harder, beyond it nothing
// fails. Fifty viewers need 28 MB in all; with 12 here, they cost twice the processor time (decision 0410).
const memoryLimit = 24 << 20

func serveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Referee a board and serve its pages (what runs without a verb)",
		Args:  arguments(0),
	}
	config.Flags(cmd.Flags())
	cmd.SetFlagErrorFunc(meant)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		settings, err := config.Load(cmd.Flags(), os.LookupEnv)
		if err != nil {
			return exitError{2, err}
		}
		if os.Getenv("GOMAXPROCS") == "" {
			runtime.GOMAXPROCS(1) // a board needs no second core, and waking one 250 times a second costs more than the scan
		}
		debug.SetGCPercent(50)
		debug.SetMemoryLimit(memoryLimit)
		return serve(cmd.Context(), settings, cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	return cmd
}

// daemon is the running program: the board, the session, the pages and whatever else the settings ask for.
type daemon struct {
	settings  config.Settings
	machine   machine
	watch     *sensors.Watch
	found     atomic.Pointer[[]sensors.Fault] // the faults of squares, as told last
	log       *slog.Logger
	start     time.Time
	archive   *archive.Archive
	session   *referee.Session
	hold      *lightsGate
	board     *wiredBoard
	server    *http.Server
	pages     *web.Server
	listener  net.Listener         // where it is called; if nil, open listens as the settings say
	authority *authority.Authority // of the certificate by https; nil for none
	secure    net.Listener         // where it is called by https; nil if it is not
	advice    *opponent.Adviser
	hall      *membership
	analyses  *analyses
	hints     sync.WaitGroup // those that a button of the board asked for
}

// serve runs until ctx is done.
func serve(ctx context.Context, settings config.Settings, out, errOut io.Writer) error {
	d := &daemon{settings: settings, machine: linux, log: newLog(errOut), start: time.Now()}
	if err := d.open(ctx); err != nil {
		d.close()
		return exitError{statusOf(err), err}
	}
	d.showWay(out)
	fmt.Fprintf(out, "listening on http://%s\n", d.listener.Addr())
	d.showLinks(out)
	d.openBrowser(out)
	err := d.run(ctx)
	return errors.Join(err, d.close())
}

// newLog is the log. A terminal has warnings only: each step would push the links away that are printed first.
func newLog(errOut io.Writer) *slog.Logger {
	level := slog.LevelInfo
	if _, is := terminal(errOut); is {
		level = slog.LevelWarn
	}
	return slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: level}))
}

// statusOf returns the exit status: 2 for wrong use, 1 for everything else.
func statusOf(err error) int {
	for _, cause := range []error{rules.ErrGame, rules.ErrOption, config.ErrCarry, errDevice} {
		if errors.Is(err, cause) {
			return 2
		}
	}
	if r := (*referee.Refusal)(nil); errors.As(err, &r) && r.Status == http.StatusUnprocessableEntity {
		return 2
	}
	return 1
}

// open prepares everything; what it opened is closed by close.
func (d *daemon) open(ctx context.Context) error {
	var err error
	if d.archive, err = archive.Open(d.settings.State); errors.Is(err, archive.ErrLocked) {
		return fmt.Errorf("%w; stop it, or begin another game beside it with --state FOLDER", err)
	} else if err != nil {
		return err
	}
	first, resume, err := d.games()
	if err != nil {
		return err
	}
	if d.board, err = d.wire(first, resume); err != nil {
		return err
	}
	d.watch = sensors.NewWatch(d.faults)
	d.session, err = referee.New(referee.Config{
		Games: games(), Archive: d.archive, Lights: d.board.lamps, Random: rand.Reader,
		Start: d.start, Quiet: d.settings.Quiet, Driver: d.board.driver, Carries: d.board.carries, Follows: d.board.follows(), Health: d.watch, Log: d.log, Engines: d.engineList(),
	}, resume, first)
	if err != nil {
		return err
	}
	d.tellDamage(d.archive.Damage())
	d.hold = newHold(d.session)
	if err := d.attachAll(); err != nil {
		return err
	}
	if d.listener == nil {
		if d.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", d.settings.Listen); err != nil {
			return inWords(d.settings.Listen, "--listen 127.0.0.1:8081", err)
		}
	}
	secure, err := d.openSecure(ctx)
	if err != nil {
		return err
	}
	if err := d.openHall(ctx); err != nil {
		return err
	}
	return d.openPages(resume == nil, secure)
}

// games returns the game to start with, and the one of the archive to go on with.
func (d *daemon) games() (referee.NewGame, *referee.Recorded, error) {
	first := referee.NewGame{Game: d.settings.Game, Options: map[string]any{}, Players: d.settings.Players, Clock: d.settings.Clock, Dice: referee.DiceChoice{
		Kind: d.settings.Dice.Kind, Seed: d.settings.Dice.Seed, Scripted: d.settings.Dice.Script,
	}}
	g, err := rules.Find(games(), first.Game)
	if err != nil {
		return first, nil, err
	}
	for name, text := range d.settings.Options {
		if first.Options[name], err = g.ParseOption(name, text); err != nil {
			return first, nil, err
		}
	}
	id, ok, err := d.archive.Current()
	if err != nil || !ok {
		return first, nil, err
	}
	h, events, err := d.archive.Load(id)
	return first, &referee.Recorded{ID: id, Header: h, Events: events}, err
}

func (d *daemon) openPages(fresh bool, secure *web.Secure) error {
	var err error
	d.advice = d.adviser()
	d.analyses = d.newAnalyses(records{d.archive, newTally()})
	d.pages, err = web.New(web.Config{
		Session: d.session, Games: games(), Version: version, Listen: d.listener.Addr().String(), Secure: secure,
		AllowHosts: d.settings.AllowHosts, Origins: d.settings.AllowOrigins, KeysOn: d.settings.Keys == "on", FreshKeys: fresh,
		KeysFile: d.keysFile(), AdminKey: d.settings.AdminKey,
		Simulation: d.board.simulation(), Carries: d.board.carries, Engines: d.engineList(), Hint: d.advice.Hint, Archive: d.analyses.records, Analysis: d.analyses.Analysis, Doctor: d.doctor, Hall: d.hall,
		Colours: func(viewer rules.Seat) map[string]string { return d.colours(d.session.Lit(viewer)) }, Picture: helpPicture, Card: new(sheets).card, Log: d.log,
	})
	if err != nil {
		return err
	}
	d.server = d.pages.HTTP(connections())
	if d.authority != nil {
		d.server.TLSConfig, d.server.TLSNextProto = d.authority.TLS(), map[string]func(*http.Server, *tls.Conn, http.Handler){} // no HTTP/2
	}
	d.server.ErrorLog = slog.NewLogLogger(d.log.Handler(), slog.LevelWarn)
	return nil
}

// connections is how many may be open at once: 400, or fewer where the process may
// have few files open, of which the archive, the board and the log need some.
func connections() int {
	const most, ours = 400, 80
	var files unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &files); err != nil {
		return most
	}
	return int(min(most, max(files.Cur, ours+1)-ours))
}

// keysFile is where the keys are kept.
func (d *daemon) keysFile() string { return filepath.Join(d.settings.State, keysFile) }

// run starts every goroutine and waits for all of them.
func (d *daemon) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d.server.BaseContext = func(net.Listener) context.Context { return ctx }
	var group sync.WaitGroup
	group.Go(func() { d.session.Run(ctx) })
	for _, run := range d.board.run {
		group.Go(func() { run(ctx) })
	}
	group.Go(func() { d.play(ctx) })
	group.Go(func() { d.analyses.Run(ctx) })
	group.Go(func() { d.hall.run(ctx) })
	if d.settings.Voice == "espeak" {
		group.Go(func() { d.speak(ctx) })
	}
	if d.settings.Display.Bus != "" {
		group.Go(func() { d.display(ctx) })
	}
	served := make(chan error, 2)
	go func() { served <- d.server.Serve(d.listener) }()
	if d.secure != nil {
		go func() { served <- d.server.ServeTLS(d.secure, "", "") }()
	}
	group.Go(func() {
		d.checkArchive(ctx)
		if err := dropStartPages(); err != nil { // it only takes more memory
			d.log.Debug("pages of the start stay in memory", "err", err)
		}
	})
	group.Go(func() { watchdog(ctx, d.log, d.session.Sync) })
	ready(d.log)
	var err error
	select {
	case <-ctx.Done():
		stopping(d.log)
		d.shutdown()
	case err = <-served:
	}
	cancel()
	group.Wait()
	d.hints.Wait()
	return err
}

// faults tells the session which squares are not to be trusted.
func (d *daemon) faults(found []sensors.Fault) {
	d.found.Store(&found)
	told := make([]health.Fault, len(found))
	for i, f := range found {
		told[i] = health.Fault{Square: f.Square, Kind: f.Kind.String()}
	}
	d.session.Distrust(told)
}

// speak says what everybody may know, until ctx is done.
func (d *daemon) speak(ctx context.Context) {
	w := d.session.Watch(rules.Table)
	defer w.Close()
	speech.Run(ctx, w.C(), speech.Config{Language: d.settings.Language, Log: d.log})
}

// shutdown lets requests under way finish for a moment, then cuts them off.
func (d *daemon) shutdown() {
	soon, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if d.server.Shutdown(soon) != nil {
		d.server.Close()
	}
}

func (d *daemon) close() error {
	var errs []error
	for _, l := range []net.Listener{d.listener, d.secure} {
		if l != nil {
			l.Close()
		}
	}
	if d.hall != nil {
		errs = append(errs, d.hall.close())
	}
	if d.archive != nil {
		errs = append(errs, d.archive.Close())
	}
	return errors.Join(errs...)
}

// showWay writes to a terminal, before anything else, the link by which one can begin to play. With a
// key of the settings who reads this has it.
func (d *daemon) showWay(out io.Writer) {
	if _, is := terminal(out); !is {
		return
	}
	way := fmt.Sprintf("http://%s/start?key=… (the admin key of the settings)", d.listener.Addr())
	if link := d.pages.AdminLink(); link != nil {
		way = link.URL
	}
	fmt.Fprintf(out, "open this to play: %s\n", way)
}

// showLinks writes the links of the seats to a terminal. Into a pipe or a log no link with a key ever
// goes; there it says where they are.
func (d *daemon) showLinks(out io.Writer) {
	if d.secure != nil {
		d.log.Info("the same pages by https; the page /trust says how phones trust them", "address", "https://"+d.secure.Addr().String())
	}
	if _, is := terminal(out); !is {
		if d.pages.AdminLink() != nil {
			d.log.Info("`reeve keys` prints the admin's link", "file", d.keysFile())
		}
		return
	}
	if d.pages.KeysInForce() {
		printLinks(out, web.Keys{Seats: d.pages.Links()}, true)
	}
}
