package authority

import (
	"crypto/x509"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var today = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func at(now time.Time) func() time.Time { return func() time.Time { return now } }

func opened(t *testing.T, folder string, now func() time.Time, names ...string) *Authority {
	t.Helper()
	a, err := Open(folder, names, now)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// trusts is what a device says that trusts the authority and calls a name at an address.
func trusts(t *testing.T, a *Authority, name, addr string, now time.Time) error {
	t.Helper()
	cert, err := a.certify(&net.TCPAddr{IP: net.ParseIP(addr), Port: 8443})
	if err != nil {
		t.Fatal(err)
	}
	root, err := x509.ParseCertificate(a.Certificate())
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(root)
	_, err = cert.Leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: name, CurrentTime: now})
	return err
}

func TestADeviceThatTrustsTheAuthorityTrustsEveryNameAtHome(t *testing.T) {
	a := opened(t, t.TempDir(), at(today), "chessroom", "chessroom.local", "localhost")
	for _, name := range []string{"chessroom", "chessroom.local", "localhost", "192.168.1.7"} {
		if err := trusts(t, a, name, "192.168.1.7", today); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if trusts(t, a, "192.168.1.8", "192.168.1.7", today) == nil {
		t.Error("it vouches for a neighbour")
	}
}

// A stolen key is of no use outside: not even a certificate that names a bank is believed.
func TestTheAuthorityVouchesForNothingOutsideTheHouse(t *testing.T) {
	a := opened(t, t.TempDir(), at(today), "chessroom")
	a.names = []string{"chessroom", "bank.example"}
	if err := trusts(t, a, "chessroom", "10.0.0.2", today); err != nil {
		t.Errorf("a name that is not permitted spoils the others: %v", err)
	}
	a.cert.PermittedDNSDomains = append(a.cert.PermittedDNSDomains, "bank.example") // the thief's own program
	clear(a.leaves)
	for name, addr := range map[string]string{"bank.example": "10.0.0.2", "8.8.8.8": "8.8.8.8"} {
		var invalid x509.CertificateInvalidError
		if err := trusts(t, a, name, addr, today); !errors.As(err, &invalid) || invalid.Reason != x509.CANotAuthorizedForThisName {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheAuthorityStaysTheSameAndItsKeyPrivate(t *testing.T) {
	folder := t.TempDir()
	first := opened(t, folder, at(today), "chessroom").Fingerprint()
	if again := opened(t, folder, at(today.AddDate(5, 0, 0)), "chessroom", "other"); again.Fingerprint() != first || len(first) != 32*3-1 {
		t.Errorf("%s, then %s", first, again.Fingerprint())
	}
	info, err := os.Stat(filepath.Join(folder, keyFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key: %v, %v", info.Mode(), err)
	}
}

// Certificates are renewed while the daemon runs: no year-long game ends in a warning.
func TestCertificatesAreRenewedBeforeTheyEnd(t *testing.T) {
	now := today
	a := opened(t, t.TempDir(), func() time.Time { return now }, "chessroom")
	for range 40 {
		if err := trusts(t, a, "chessroom", "10.0.0.2", now.AddDate(0, 0, 20)); err != nil {
			t.Fatalf("%s: %v", now, err)
		}
		now = now.AddDate(0, 0, 20)
	}
	one, _ := a.certify(&net.TCPAddr{IP: net.ParseIP("10.0.0.2"), Port: 8443})
	two, _ := a.certify(&net.TCPAddr{IP: net.ParseIP("10.0.0.2"), Port: 8443})
	if one != two {
		t.Error("each call makes a certificate")
	}
}

func TestWhatCannotBeAnAuthorityIsRefused(t *testing.T) {
	if _, err := Open(t.TempDir(), []string{"chessroom"}, at(time.Unix(0, 0))); !errors.Is(err, ErrClock) {
		t.Errorf("a clock of 1970: %v", err)
	}
	folder := t.TempDir()
	opened(t, folder, at(today), "chessroom")
	if _, err := Open(folder, []string{"chessroom"}, at(today.AddDate(11, 0, 0))); !errors.Is(err, ErrKept) {
		t.Errorf("one that has ended: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, certFile), []byte("rubbish"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(folder, []string{"chessroom"}, at(today)); !errors.Is(err, ErrKept) {
		t.Errorf("rubbish: %v", err)
	}
}
