package authority

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Errors of Open.
var (
	ErrClock = errors.New("authority: the clock is not set: certificates would have ended before they begin")
	ErrKept  = errors.New("authority: the files kept are damaged: move them away, and trust the new certificate")
)

// The files in the state folder: the key is read by its owner only.
const (
	keyFile  = "authority.key"
	certFile = "authority.crt"
)

const (
	life  = 10 * 365 * 24 * time.Hour // of the authority
	lease = 90 * 24 * time.Hour       // of a certificate for the pages; Apple takes 825 days at most
	renew = 30 * 24 * time.Hour       // before its end
)

// written is before this program was: a clock that says less was never set.
var written = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Authority signs the certificates of this board's pages.
type Authority struct {
	cert  *x509.Certificate
	key   crypto.Signer
	names []string
	now   func() time.Time

	mu     sync.Mutex
	leaf   crypto.Signer
	leaves map[netip.Addr]*tls.Certificate // by the address that was called
}

// Open reads the authority kept in the folder, or makes one there. names are what the
// pages are called by, without ports; addresses need not be named.
func Open(folder string, names []string, now func() time.Time) (*Authority, error) {
	if now().Before(written) {
		return nil, fmt.Errorf("%w (it says %s)", ErrClock, now().Format(time.DateOnly))
	}
	a := &Authority{names: names, now: now, leaves: map[netip.Addr]*tls.Certificate{}}
	err := a.read(folder)
	if errors.Is(err, fs.ErrNotExist) {
		err = a.make(folder)
	}
	if err != nil {
		return nil, err
	}
	a.leaf, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	return a, err
}

// Certificate is the authority's own, in DER, for devices to trust.
func (a *Authority) Certificate() []byte { return bytes.Clone(a.cert.Raw) }

// Fingerprint is the SHA-256 of Certificate as devices show it: "3A:0F:…".
func (a *Authority) Fingerprint() string {
	sum := sha256.Sum256(a.cert.Raw)
	return strings.ReplaceAll(fmt.Sprintf("% X", sum[:]), " ", ":")
}

// TLS is how the pages are served. It is HTTP/1.1 only: event streams are counted by connection.
func (a *Authority) TLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		return a.certify(hello.Conn.LocalAddr())
	}}
}

func (a *Authority) read(folder string) error {
	key, err := os.ReadFile(filepath.Join(folder, keyFile))
	if err != nil {
		return fmt.Errorf("authority: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(folder, certFile))
	if err != nil {
		return fmt.Errorf("authority: %w", err)
	}
	pair, err := tls.X509KeyPair(text, key)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrKept, err)
	}
	signer, ok := pair.PrivateKey.(crypto.Signer)
	if !ok || !pair.Leaf.IsCA || a.now().After(pair.Leaf.NotAfter) {
		return fmt.Errorf("%w: it is no authority, or ended on %s", ErrKept, pair.Leaf.NotAfter.Format(time.DateOnly))
	}
	a.cert, a.key = pair.Leaf, signer
	return nil
}

// make keeps the certificate after the key: whoever finds one finds both.
func (a *Authority) make(folder string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return fmt.Errorf("authority: %w", err)
	}
	der, err := x509.CreateCertificate(rand.Reader, a.template(), a.template(), key.Public(), key)
	if err != nil {
		return fmt.Errorf("authority: %w", err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("authority: %w", err)
	}
	if err := keep(filepath.Join(folder, keyFile), 0o600, "PRIVATE KEY", secret); err != nil {
		return err
	}
	if err := keep(filepath.Join(folder, certFile), 0o644, "CERTIFICATE", der); err != nil {
		return err
	}
	a.key = key
	a.cert, err = x509.ParseCertificate(der)
	return err
}

func keep(path string, mode fs.FileMode, kind string, der []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return fmt.Errorf("authority: %w", err)
	}
	err = pem.Encode(f, &pem.Block{Type: kind, Bytes: der})
	if err := errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("authority: %w", err)
	}
	return nil
}

// template is the authority's certificate. Its name constraints (RFC 5280, 4.2.1.10) let it vouch for names and
// addresses of a house only, so that a stolen key opens no bank.
func (a *Authority) template() *x509.Certificate {
	now := a.now()
	return &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: "reeve at " + a.names[0]},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(life), // phones' clocks differ
		KeyUsage: x509.KeyUsageCertSign, BasicConstraintsValid: true, IsCA: true, MaxPathLenZero: true,
		PermittedDNSDomainsCritical: true,
		PermittedDNSDomains:         append([]string{"localhost", "local", "lan", "internal", "home.arpa"}, a.names...),
		PermittedIPRanges:           homes,
	}
}

// homes are the addresses that no net outside a house has: loopback, RFC 1918, link-local and RFC 4193.
var homes = func() (all []*net.IPNet) {
	for _, text := range []string{"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10"} {
		_, ipnet, err := net.ParseCIDR(text)
		if err != nil {
			panic("authority: " + err.Error())
		}
		all = append(all, ipnet)
	}
	return all
}()

// certify returns a certificate for all names and for the address that was called.
func (a *Authority) certify(called net.Addr) (*tls.Certificate, error) {
	at, err := netip.ParseAddrPort(called.String())
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	addr := at.Addr().Unmap().WithZone("")
	a.mu.Lock()
	defer a.mu.Unlock()
	if have := a.leaves[addr]; have != nil && a.now().Before(have.Leaf.NotAfter.Add(-renew)) {
		return have, nil
	}
	now := a.now()
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: a.names[0]},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(lease),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
		DNSNames: a.permitted(), IPAddresses: []net.IP{addr.AsSlice()},
	}, a.cert, a.leaf.Public(), a.key)
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	cert := &tls.Certificate{Certificate: [][]byte{der, a.cert.Raw}, PrivateKey: a.leaf}
	if cert.Leaf, err = x509.ParseCertificate(der); err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	a.leaves[addr] = cert
	return cert, nil
}

// permitted are the names that an authority made earlier may vouch for: one other name
// would spoil the certificate for all.
func (a *Authority) permitted() (names []string) {
	for _, name := range a.names {
		for _, domain := range a.cert.PermittedDNSDomains {
			if name == domain || strings.HasSuffix(name, "."+domain) {
				names = append(names, name)
				break
			}
		}
	}
	return names
}

// serial is a number of 127 random bits (RFC 5280, 4.1.2.2).
func serial() *big.Int {
	var b [16]byte
	rand.Read(b[:])
	b[0] &= 0x7f
	return new(big.Int).SetBytes(b[:])
}
