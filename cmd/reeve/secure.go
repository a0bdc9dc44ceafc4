package main

import (
	"context"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"time"

	"reeve/authority"
	"reeve/web"
)

// openSecure listens for pages by https, if the settings want them: at the same address as
// those by http, so that whoever may call the one may call the other, and nobody else.
func (d *daemon) openSecure(ctx context.Context) (*web.Secure, error) {
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
		return nil, inWords(at, "--tls 8444", err)
	}
	return &web.Secure{Port: d.settings.TLS, Certificate: d.authority.Certificate(), Fingerprint: d.authority.Fingerprint()}, nil
}

// names are what this machine is called by in the house, its own first.
func (d *daemon) names() (names []string) {
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
