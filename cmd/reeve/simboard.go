package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"reeve/cli"
	"reeve/config"
	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
	"reeve/web"
)

// simboardOptions are the flags of `reeve simboard`.
type simboardOptions struct {
	pty, board, driver, listen, noise string
	contacts                          int
	seed                              uint64
}

func simboardCommand() *cobra.Command {
	var opt simboardOptions
	cmd := &cobra.Command{
		Use:   "simboard --pty PATH",
		Short: "Simulate a board with its controller behind a pseudo-terminal",
		Long: "simboard is a board link controller without wood: PATH becomes a link to a pseudo-terminal, which\n" +
			"`reeve serve --device PATH` plays on. With --listen its contacts can be moved and its LEDs seen over HTTP.",
		Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opt.board != "" && cmd.Flags().Changed("contacts") {
				return exitError{2, errors.New("simboard: --board says how many contacts there are")}
			}
			if opt.board == "" && opt.driver != "" {
				return exitError{2, errors.New("simboard: --driver is one of a --board")}
			}
			return runSimboard(cmd.Context(), opt, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.pty, "pty", "", "link to make to the pseudo-terminal")
	flags.Var((*cli.ListenAddress)(&opt.listen), "listen", "`address` of the HTTP interface, none without")
	flags.StringVar(&opt.board, "board", "", "board file: its serial driver is simulated, or else its first one")
	flags.StringVar(&opt.driver, "driver", "", "`name` of the driver to simulate, of a board file with several serial ones; start a simboard for each")
	flags.IntVar(&opt.contacts, "contacts", 49, "contacts and LEDs of a board of seven files, 1 to 256")
	flags.Uint64Var(&opt.seed, "seed", 1, "seed of the noise")
	flags.StringVar(&opt.noise, "noise", "none", "how badly contacts bounce: none, light or heavy")
	return cmd
}

func runSimboard(ctx context.Context, opt simboardOptions, out io.Writer) error {
	noise, err := sim.ParseNoise(opt.noise)
	if err != nil {
		return exitError{2, err}
	}
	s, err := newSimboard(opt)
	if err != nil {
		return exitError{2, err}
	}
	s.board.Bounce(noise, opt.seed)
	tty, err := openTTY(opt.pty)
	if err != nil {
		return err
	}
	defer tty.Close()
	var page net.Listener
	if opt.listen != "" {
		if page, err = net.Listen("tcp", opt.listen); err != nil {
			return exitError{1, cli.CannotListen(opt.listen, "--listen 127.0.0.1:8081", err)}
		}
		defer page.Close()
	}
	return serveSimboard(ctx, s, tty, page, out)
}

// serveSimboard runs the controller on the terminal, and the page if there is one, until ctx ends.
func serveSimboard(ctx context.Context, s *simboard, tty *tty, page net.Listener, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var running sync.WaitGroup
	running.Go(func() {
		stop(sim.NewController(s.board, sim.Options{Name: s.name, Buttons: s.buttons}).Run(ctx, tty.master))
	})
	running.Go(func() {
		for pause(ctx, time.Second) == nil {
			tty.share()
		}
	})
	fmt.Fprintln(out, "tty", tty.link)
	if page != nil {
		server := web.Bounded(loopbackOnly(web.Simboard(s, s.board.Watch)), connections())
		running.Go(func() { stop(server.Serve(page)) })
		defer server.Close()
		fmt.Fprintln(out, "listening on http://"+page.Addr().String())
	}
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return exitError{1, fmt.Errorf("simboard: %w", err)}
	}
	return nil
}

// simboard is the simulated board of one controller, with names for its channels.
type simboard struct {
	board   *sim.Board
	name    string
	buttons int
	squares []config.Place
}

// maxChannels is how many contacts, and how many LEDs, a controller can have.
const maxChannels = 256

func newSimboard(opt simboardOptions) (*simboard, error) {
	if opt.board == "" {
		return sevenFiles(opt.contacts)
	}
	file, err := config.LoadBoard(opt.board)
	if err != nil {
		return nil, err
	}
	n, err := chosen(file, opt.driver)
	if err != nil {
		return nil, err
	}
	return driverOf(file, n)
}

// chosen returns the driver of a board to simulate: the one of that name, else its only serial one, else its first.
func chosen(file *config.Board, name string) (int, error) {
	var serial []int
	var names []string
	for i, d := range file.Drivers {
		if name != "" && d.Name == name {
			return i, nil
		}
		if d.Kind == "serial" {
			serial, names = append(serial, i), append(names, d.Name)
		}
	}
	switch {
	case name != "":
		return 0, fmt.Errorf("simboard: %s has no driver %s", file.Name, name)
	case len(serial) > 1:
		return 0, fmt.Errorf("simboard: %s has %d serial drivers, and one is simulated at a time: --driver %s", file.Name, len(serial), strings.Join(names, " or --driver "))
	case len(serial) == 1:
		return serial[0], nil
	}
	return 0, nil
}

// sevenFiles returns a board of files a to g, numbered rank by rank.
func sevenFiles(contacts int) (*simboard, error) {
	if contacts < 1 || contacts > maxChannels {
		return nil, fmt.Errorf("simboard: %d contacts, 1 to %d are possible", contacts, maxChannels)
	}
	s := &simboard{board: sim.New(contacts, contacts), name: "simboard"}
	for i := range contacts {
		s.squares = append(s.squares, config.Place{Name: fmt.Sprintf("%c%d", 'a'+i%7, i/7+1), Channel: i, LEDs: []int{i}})
	}
	return s, nil
}

// driverOf returns the part of a board that its n-th driver works.
func driverOf(file *config.Board, n int) (*simboard, error) {
	d := file.Drivers[n]
	if d.Channels > maxChannels || d.LEDs > maxChannels {
		return nil, fmt.Errorf("simboard: driver %s has %d channels and %d LEDs, a controller has %d at most", d.Name, d.Channels, d.LEDs, maxChannels)
	}
	s := &simboard{board: sim.New(d.Channels, d.LEDs), name: file.Name}
	for _, p := range file.Places {
		if p.LEDDriver != n {
			p.LEDs = nil
		}
		if p.Driver == n {
			s.squares = append(s.squares, p)
		}
	}
	for _, b := range file.Buttons {
		if b.Driver == n {
			s.buttons = max(s.buttons, b.Number+1)
		}
	}
	if len(s.squares) == 0 || s.buttons > sim.MaxButtons {
		return nil, fmt.Errorf("simboard: driver %s feels %d squares and has %d buttons; 1 square at least and %d buttons at most are possible",
			d.Name, len(s.squares), s.buttons, sim.MaxButtons)
	}
	return s, nil
}

func (s *simboard) channel(name string) (int, error) {
	for _, p := range s.squares {
		if p.Name == name {
			return p.Channel, nil
		}
	}
	var names []string
	for _, p := range s.squares {
		names = append(names, p.Name)
	}
	return 0, referee.Refuse(http.StatusUnprocessableEntity, rules.Say("no.square.named", "name", rules.Quote(name)), rules.Say("do.there", "names", strings.Join(names, ", ")))
}

// through is how long a contact takes to get through its bounces (5 ms) and the controller's debouncer (8 ms).
const through = 15 * time.Millisecond

// throughScans are as many of the controller's scans, one in 2 ms.
const throughScans = 8

// Contacts plays the contacts in order and returns when the last is in.
func (s *simboard) Contacts(ctx context.Context, contacts []web.Contact) error {
	channels := make([]int, len(contacts))
	for i, c := range contacts {
		var err error
		if channels[i], err = s.channel(c.Square); err != nil {
			return err
		}
	}
	if err := play(ctx, s.board, throughScans, channels, contacts); err != nil {
		return err
	}
	return s.board.Read(ctx, throughScans)
}

// Setup closes exactly the named squares.
func (s *simboard) Setup(ctx context.Context, squares []string) error {
	contacts, _ := s.board.Len()
	want := make([]bool, contacts)
	for _, name := range squares {
		i, err := s.channel(name)
		if err != nil {
			return err
		}
		want[i] = true
	}
	if err := layWood(s.board, always(ctx, s.board, want)); err != nil {
		return err
	}
	return pause(ctx, through)
}

// Colours returns as hex what the first lit LED of each square shows; dark squares are left out.
func (s *simboard) Colours() map[string]string {
	out, frame := map[string]string{}, s.board.Frame()
	for _, p := range s.squares {
		for _, led := range p.LEDs {
			if rgb := [3]byte(frame[3*led:]); rgb != [3]byte{} {
				out[p.Name] = fmt.Sprintf("%x", rgb)
				break
			}
		}
	}
	return out
}

// loopbackOnly refuses requests that call this machine by another name: a page from elsewhere whose
// name was made to lead here.
func loopbackOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		ip := net.ParseIP(strings.Trim(host, "[]"))
		origin := r.Header.Get("Origin")
		if host != "localhost" && !ip.IsLoopback() || origin != "" && origin != "http://"+r.Host {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusForbidden)
			io.WriteString(w, `{"error":"only this machine may ask","hint":"call it localhost"}`+"\n")
			return
		}
		next.ServeHTTP(w, r)
	})
}
