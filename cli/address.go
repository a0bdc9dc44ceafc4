package cli

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// PageAddress is the value of a flag: where pages are called, without a path; "" where none is given.
type PageAddress string

func (a *PageAddress) String() string { return string(*a) }

// Set takes an address, with or without a slash at its end.
func (a *PageAddress) Set(text string) error {
	text = strings.TrimSuffix(text, "/")
	*a = PageAddress(text)
	if text == "" {
		return nil
	}
	return whole(text, "http", "https")
}

// Type is its name among the types of flags.
func (*PageAddress) Type() string { return "page address" }

// BusAddresses is the value of a flag that may be repeated, or have several addresses of a bus with commas between.
type BusAddresses []string

func (a *BusAddresses) String() string { return strings.Join(*a, ",") }

// Set takes more addresses.
func (a *BusAddresses) Set(text string) error {
	for _, at := range strings.Split(text, ",") {
		if err := whole(at, "nats", "tls"); err != nil {
			return err
		}
		*a = append(*a, at)
	}
	return nil
}

// Type is its name among the types of flags.
func (*BusAddresses) Type() string { return "bus address" }

// ListenAddress is the value of a flag: where others call this program; "" for nowhere, if that is so without the flag.
type ListenAddress string

func (a *ListenAddress) String() string { return string(*a) }

// Set takes a host or none, and a port.
func (a *ListenAddress) Set(text string) error {
	u, err := url.Parse("tcp://" + text)
	if err == nil && text != string(*a) {
		_, err = strconv.ParseUint(u.Port(), 10, 16)
	}
	if err == nil && u.Host != text {
		err = fmt.Errorf("%q is more than HOST:PORT", text)
	}
	if err == nil {
		*a = ListenAddress(text)
	}
	return err
}

// Type is its name among the types of flags.
func (*ListenAddress) Type() string { return "listening address" }

// whole refuses what is not one of these schemes and a host, and nothing behind it.
func whole(text string, schemes ...string) error {
	u, err := url.Parse(text)
	if err == nil && (!slices.Contains(schemes, u.Scheme) || u.Hostname() == "" || text != u.Scheme+"://"+u.Host) {
		err = fmt.Errorf("%q is not %s://HOST:PORT", text, schemes[0])
	}
	return err
}

// CannotListen is why nobody can call at an address, and what helps: another one, given with instead.
func CannotListen(address, instead string, err error) error {
	_, port, _ := net.SplitHostPort(address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("another program, perhaps another reeve, listens on %s already; end it, or choose another port, such as %s", address, instead)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("only the system's own services may listen on port %s; choose one from 1024 on, such as %s", port, instead)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s is no address of this machine; choose one that it has, such as %s", address, instead)
	}
	return fmt.Errorf("cannot listen on %s: %w; choose another address, such as %s", address, err, instead)
}
