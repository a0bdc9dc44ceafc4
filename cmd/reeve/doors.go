package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"reeve/authority"
	"reeve/cli"
	"reeve/web"

	"golang.org/x/sys/unix"
)

// doors are where the pages are called, by http and by https.
type doors struct {
	*ground
	listener  net.Listener         // by http; if nil, listen listens as the settings say
	secure    net.Listener         // by https; nil for none
	authority *authority.Authority // of the certificate by https
	pages     *web.Server
	server    *http.Server
}

// listen opens the doors.
func (d *doors) listen(ctx context.Context) (secure *web.Secure, err error) {
	if d.listener == nil {
		if d.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", d.settings.Listen); err != nil {
			return nil, cli.CannotListen(d.settings.Listen, "--listen 127.0.0.1:8081", err)
		}
	}
	return d.listenSecure(ctx)
}

// listenSecure listens for pages by https, if the settings want them: at the same address as
// those by http, so that whoever may call the one may call the other, and nobody else.
func (d *doors) listenSecure(ctx context.Context) (*web.Secure, error) {
	if d.settings.TLS == 0 {
		return nil, nil
	}
	var err error
	if d.authority, err = authority.Open(d.settings.State, d.names(), time.Now); err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(d.settings.Listen)
	if err != nil {
		return nil, err
	}
	at := net.JoinHostPort(host, strconv.Itoa(d.settings.TLS))
	if d.secure, err = new(net.ListenConfig).Listen(ctx, "tcp", at); err != nil {
		return nil, cli.CannotListen(at, "--tls 8444", err)
	}
	return &web.Secure{Port: d.settings.TLS, Certificate: d.authority.Certificate(), Fingerprint: d.authority.Fingerprint()}, nil
}

// names are what this machine is called by in the house, its own first.
func (d *doors) names() (names []string) {
	if name, err := os.Hostname(); err == nil && name != "" {
		name = strings.ToLower(name)
		names = append(names, name, strings.TrimSuffix(name, ".local")+".local")
	}
	names = append(names, "localhost")
	for _, name := range d.settings.AllowHosts {
		if host, _, err := net.SplitHostPort(name); err == nil {
			name = host
		}
		if _, err := netip.ParseAddr(name); err != nil { // addresses are certified as they are called
			names = append(names, strings.ToLower(name))
		}
	}
	return names
}

// keysFile is where the keys are kept.
func (d *doors) keysFile() string { return filepath.Join(d.settings.State, keysFile) }

// open makes the pages and their server.
func (d *doors) open(cfg web.Config) (err error) {
	cfg.Listen, cfg.KeysFile = d.listener.Addr().String(), d.keysFile()
	if d.pages, err = web.New(cfg); err != nil {
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

// serve answers calls until shut; what it sends is why it ends.
func (d *doors) serve(ctx context.Context) <-chan error {
	d.server.BaseContext = func(net.Listener) context.Context { return ctx }
	served := make(chan error, 2)
	go func() { served <- d.server.Serve(d.listener) }()
	if d.secure != nil {
		go func() { served <- d.server.ServeTLS(d.secure, "", "") }()
	}
	return served
}

// shut lets requests under way finish for a moment, then cuts them off.
func (d *doors) shut() {
	soon, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if d.server.Shutdown(soon) != nil {
		d.server.Close()
	}
}

func (d *doors) close() {
	for _, l := range []net.Listener{d.listener, d.secure} {
		if l != nil {
			l.Close()
		}
	}
}

// show writes how the pages are called, and opens them in a browser.
func (d *doors) show(out io.Writer) {
	d.showWay(out)
	fmt.Fprintf(out, "listening on http://%s\n", d.listener.Addr())
	d.showLinks(out)
	d.openBrowser(out)
}

// showWay writes to a terminal, before anything else, the link by which one can begin to play. With a
// key of the settings who reads this has it.
func (d *doors) showWay(out io.Writer) {
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
func (d *doors) showLinks(out io.Writer) {
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
