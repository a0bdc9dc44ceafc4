package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"reeve/hw/sim"
	"reeve/referee"
	"reeve/web"
)

// simboardOptions are the flags of `reeve simboard`.
type simboardOptions struct {
	pty, listen, noise string
	contacts           int
	seed               uint64
}

func simboardCommand() *cobra.Command {
	var opt simboardOptions
	cmd := &cobra.Command{
		Use:   "simboard --pty PATH",
		Short: "Simulate a board with its controller behind a pseudo-terminal",
		Long: "simboard is a board link controller without wood: PATH becomes a link to a pseudo-terminal, which\n" +
			"`reeve serve --device PATH` plays on. With --listen its contacts can be moved and its LEDs seen over HTTP.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runSimboard(cmd.Context(), opt, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.pty, "pty", "", "link to make to the pseudo-terminal")
	flags.StringVar(&opt.listen, "listen", "", "address of the HTTP interface, none without")
	flags.IntVar(&opt.contacts, "contacts", 49, "contacts and LEDs of a board of seven files, 1 to 256")
	flags.Uint64Var(&opt.seed, "seed", 1, "seed of the noise")
	flags.StringVar(&opt.noise, "noise", "none", "how badly contacts bounce: none, light or heavy")
	return cmd
}

func runSimboard(ctx context.Context, opt simboardOptions, out io.Writer) error {
	noise, err := sim.ParseNoise(opt.noise)
	switch {
	case err != nil:
		return exitError{2, err}
	case opt.pty == "":
		return exitError{2, errors.New("simboard: --pty is missing")}
	case opt.contacts < 1 || opt.contacts > 256:
		return exitError{2, fmt.Errorf("simboard: %d contacts, 1 to 256 are possible", opt.contacts)}
	}
	board, names := sevenFiles(opt.contacts)
	board.Bounce(noise, opt.seed)
	tty, err := openTTY(opt.pty)
	if err != nil {
		return err
	}
	defer tty.Close()
	var page net.Listener
	if opt.listen != "" {
		if page, err = net.Listen("tcp", opt.listen); err != nil {
			return exitError{1, fmt.Errorf("simboard: %w", err)}
		}
		defer page.Close()
	}
	return serveSimboard(ctx, &simboard{board, names}, tty, page, out)
}

// serveSimboard runs the controller on the terminal, and the page if there is one, until ctx ends.
func serveSimboard(ctx context.Context, s *simboard, tty *tty, page net.Listener, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var running sync.WaitGroup
	running.Go(func() {
		stop(sim.NewController(s.board, sim.Options{Name: "simboard"}).Run(ctx, tty.master))
	})
	fmt.Fprintln(out, "tty", tty.link)
	if page != nil {
		server := &http.Server{Handler: loopbackOnly(web.Simboard(s)), ReadHeaderTimeout: 5 * time.Second}
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

// simboard is a simulated board with names on its squares. Contact and LED of a square have the same number.
type simboard struct {
	board *sim.Board
	names []string
}

// sevenFiles returns a board of files a to g, numbered rank by rank.
func sevenFiles(contacts int) (*sim.Board, []string) {
	names := make([]string, contacts)
	for i := range names {
		names[i] = fmt.Sprintf("%c%d", 'a'+i%7, i/7+1)
	}
	return sim.New(contacts, contacts), names
}

func (s *simboard) channel(name string) (int, error) {
	for i, n := range s.names {
		if n == name {
			return i, nil
		}
	}
	return 0, &referee.Refusal{Status: http.StatusUnprocessableEntity, Text: fmt.Sprintf("no square is called %q", name), Hint: "a1 is the first square"}
}

// Contacts plays the contacts in order and returns when the last is in.
func (s *simboard) Contacts(ctx context.Context, contacts []web.Contact) error {
	channels := make([]int, len(contacts))
	for i, c := range contacts {
		var err error
		if channels[i], err = s.channel(c.Square); err != nil {
			return err
		}
	}
	for i, c := range contacts {
		if err := pause(ctx, c.After); err != nil {
			return err
		}
		s.board.Set(channels[i], c.Closed)
	}
	return nil
}

// Setup closes exactly the named squares.
func (s *simboard) Setup(_ context.Context, squares []string) error {
	levels := make([]uint64, (len(s.names)+63)/64)
	for _, name := range squares {
		i, err := s.channel(name)
		if err != nil {
			return err
		}
		levels[i/64] |= 1 << (i % 64)
	}
	s.board.SetAll(levels)
	return nil
}

// Colours returns as hex what the LEDs show; dark ones are left out.
func (s *simboard) Colours() map[string]string {
	out, frame := map[string]string{}, s.board.Frame()
	for i, name := range s.names {
		if rgb := [3]byte(frame[3*i:]); rgb != [3]byte{} {
			out[name] = fmt.Sprintf("%x", rgb)
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

// tty is a pseudo-terminal with a link to it. The slave stays open, or the controller would see a
// hang-up whenever no daemon has it open.
type tty struct {
	master, slave *os.File
	link          string
}

// openTTY makes link a link to a new pseudo-terminal. It takes the place of an old link, never of a file.
func openTTY(link string) (*tty, error) {
	switch info, err := os.Lstat(link); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, exitError{1, fmt.Errorf("simboard: %w", err)}
	case info.Mode()&fs.ModeSymlink == 0:
		return nil, exitError{2, fmt.Errorf("simboard: %s is there already and is not a link", link)}
	}
	master, slave, err := pty.Open()
	if err != nil {
		return nil, exitError{1, fmt.Errorf("simboard: open a pseudo-terminal: %w", err)}
	}
	t := &tty{master, slave, link}
	next := fmt.Sprintf("%s.%d", link, os.Getpid())
	err = rawMode(slave)
	if err == nil {
		err = os.Symlink(slave.Name(), next)
	}
	if err == nil {
		err = os.Rename(next, link)
	}
	if err != nil {
		t.Close()
		return nil, exitError{1, fmt.Errorf("simboard: %w", err)}
	}
	return t, nil
}

// Close removes the link, unless it leads elsewhere by now, and ends the terminal.
func (t *tty) Close() {
	if target, err := os.Readlink(t.link); err == nil && target == t.slave.Name() {
		os.Remove(t.link)
	}
	t.master.Close()
	t.slave.Close()
}

// rawMode keeps the terminal from echoing the controller's words back to it before a daemon comes.
func rawMode(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	err = conn.Control(func(fd uintptr) {
		var t *unix.Termios
		if t, inner = unix.IoctlGetTermios(int(fd), unix.TCGETS); inner != nil {
			return
		}
		t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
		t.Oflag &^= unix.OPOST
		t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
		t.Cflag = t.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
		inner = unix.IoctlSetTermios(int(fd), unix.TCSETS, t)
	})
	return errors.Join(err, inner)
}
