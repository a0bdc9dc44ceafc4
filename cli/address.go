package cli

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

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
