package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"reeve/cli/clitest"
	"reeve/web"
)

// passage is a way into the daemon by way of another program.
type passage struct {
	name, base string // as visitors call it
	client     func() *http.Client
	traceless  bool // calls look as if they were made on this machine
}

// documented is the server that operations.md gives nginx.
func documented(t *testing.T) string {
	t.Helper()
	found := regexp.MustCompile("(?s)```nginx\n(.*?)```").FindStringSubmatch(read(t, "docs/operations.md"))
	if found == nil {
		t.Fatal("operations.md has no configuration of nginx")
	}
	return found[1]
}

// told are the headers by which it tells whom it asks for.
var told = regexp.MustCompile(`(?m)^ *proxy_set_header X-.*\n`)

// runs starts a program that listens there, and waits until it does.
func runs(t *testing.T, at, name string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err != nil {
		t.Fatalf("no %s (apt install %s): %v", name, name, err)
	}
	cmd := exec.Command(path, args...)
	log := &logBuffer{}
	cmd.Stderr = log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // socat has a process for each call
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	t.Cleanup(func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM); <-ended })
	for {
		if c, err := net.Dial("tcp", at); err == nil {
			c.Close()
			return
		}
		select {
		case <-ended:
			t.Fatalf("%s ended: %s", name, log.text.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// certificate makes one for the name, and writes it and its key.
func certificate(t *testing.T, name, certFile, keyFile string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	like := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, like, like, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: cert}, keyFile: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	return pool
}

// browserOf makes browsers that reach every name at one address.
func browserOf(at string, trust *x509.CertPool) func() *http.Client {
	return func() *http.Client {
		jar, _ := cookiejar.New(nil)
		return &http.Client{Jar: jar, Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: trust},
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "tcp", at)
			},
		}}
	}
}

// nginx runs nginx with this server in front of the daemon at base.
func nginx(t *testing.T, base, server string) (at string, trust *x509.CertPool) {
	t.Helper()
	dir := t.TempDir()
	at = "127.0.0.1:" + clitest.FreePort(t)
	cert, key := filepath.Join(dir, "reeve.pem"), filepath.Join(dir, "reeve.key")
	trust = certificate(t, "reeve.example", cert, key)
	for _, change := range [][2]string{
		{"listen 443", "listen " + at}, {"http://127.0.0.1:8080", base}, {"/etc/ssl/reeve.pem", cert}, {"/etc/ssl/reeve.key", key},
	} {
		if !strings.Contains(server, change[0]) {
			t.Fatalf("the configuration lacks %s", change[0])
		}
		server = strings.ReplaceAll(server, change[0], change[1])
	}
	temps := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temps += fmt.Sprintf("%s_temp_path %s;\n", kind, filepath.Join(dir, kind))
	}
	conf := filepath.Join(dir, "nginx.conf")
	text := fmt.Sprintf("daemon off;\nmaster_process off;\npid %s/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n%s%s}\n", dir, temps, server)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	runs(t, at, "nginx", "-e", "stderr", "-p", dir, "-c", conf)
	return at, trust
}

// passages are all the ways in.
func passages(t *testing.T, base, secure string) []passage {
	t.Helper()
	server := documented(t)
	var ways []passage
	for name, headers := range map[string]string{
		"nginx as documented": strings.Join(told.FindAllString(server, -1), ""), "nginx with X-Real-IP only": "    proxy_set_header X-Real-IP $remote_addr;\n",
		"nginx with Via only": "    proxy_set_header Via \"1.1 museum\";\n", "nginx without a trace": "",
	} {
		first := told.FindString(server)
		at, trust := nginx(t, base, strings.Replace(told.ReplaceAllString(strings.Replace(server, first, "@@", 1), ""), "@@", headers, 1))
		ways = append(ways, passage{name, "https://reeve.example", browserOf(at, trust), false})
	}
	plain := strings.NewReplacer(" ssl;", ";", "    server_name reeve.example;\n", "", "$http_host", "localhost").Replace(told.ReplaceAllString(server, ""))
	at, _ := nginx(t, base, plain)
	ways = append(ways, passage{"nginx without a trace, by the name localhost", "http://reeve.example", browserOf(at, nil), true})
	at = "127.0.0.1:" + clitest.FreePort(t)
	runs(t, at, "socat", "TCP-LISTEN:"+at[strings.LastIndexByte(at, ':')+1:]+",bind=127.0.0.1,fork,reuseaddr", "TCP:"+strings.TrimPrefix(base, "http://"))
	return append(ways, passage{"socat, by another name", "http://reeve.example", browserOf(at, nil), false}, passage{"socat, by the name localhost", "http://localhost", browserOf(at, nil), true},
		passage{"https of its own as documented", "https://reeve.example", browserOf(secure, trusting(t, base)), false},
		passage{"https of its own", "https://localhost", browserOf(secure, trusting(t, base)), true})
}

// trusting are the authorities of a device that has taken the daemon's certificate.
func trusting(t *testing.T, base string) *x509.CertPool {
	t.Helper()
	answer, err := http.Get(base + "/authority.crt")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	der, _ := io.ReadAll(answer.Body)
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatalf("%v: %.200s", err, der)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return pool
}

// sends makes a call through a passage and returns its status and answer.
func (p passage) sends(t *testing.T, browser *http.Client, method, path, body, key string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, p.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.name, "by the name localhost") || strings.HasPrefix(p.name, "socat") {
		r.Header.Set("Origin", p.base) // as a page does
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := browser.Do(r)
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text)
}

// Through nginx as it is documented and otherwise, through socat, and by https of its own: nobody is the
// admin, nobody is told a key or acts for a seat without one, the admin's link makes
// an admin, a seat's key plays, and events come when they happen.
func TestThroughProxies(t *testing.T) {
	for _, keysOn := range []bool{true, false} {
		secure := "127.0.0.1:" + clitest.FreePort(t)
		_, port, _ := strings.Cut(secure, ":")
		state, settings := t.TempDir(), "allow_host: [reeve.example]\ndice: scripted:5,2\ntls: "+port+"\n"
		if keysOn {
			settings += "keys: \"on\"\n"
		}
		from, to := io.Pipe()
		serving(t, state, to, io.Discard, settings)
		var base string
		if _, err := fmt.Fscanf(from, "listening on %s\n", &base); err != nil {
			t.Fatal(err)
		}
		keys, err := web.ReadKeys(filepath.Join(state, keysFile))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range passages(t, base, secure) {
			t.Run(fmt.Sprintf("%s, keys on: %v", p.name, keysOn), func(t *testing.T) { p.holds(t, keys, keysOn || !p.traceless) })
		}
	}
}

// holds checks a passage: no key comes out of it, and where keys are in force
// nothing is done without one.
func (p passage) holds(t *testing.T, keys web.Keys, force bool) {
	stranger := p.client()
	for _, path := range []string{"/api/keys", "/api/keys/white/qr"} {
		if got, text := p.sends(t, stranger, "GET", path, "", ""); got != http.StatusUnauthorized || strings.Contains(text, keys.Seats["white"].Key) {
			t.Errorf("a stranger asks %s: %d %.100s", path, got, text)
		}
	}
	for path, body := range map[string]string{"/api/sim/setup": "{}", "/api/words": `{"seat":"white","words":"x"}`} {
		if got, text := p.sends(t, stranger, "POST", path, body, ""); (got == http.StatusUnauthorized) != force {
			t.Errorf("a stranger posts %s: %d %.100s", path, got, text)
		}
	}
	if got, text := p.sends(t, stranger, "GET", "/", "", ""); got != http.StatusOK {
		t.Errorf("a stranger's page: %d %.100s", got, text)
	}

	admin := p.client()
	if got, text := p.sends(t, admin, "GET", "/?key="+keys.Admin.Key, "", ""); got != http.StatusOK {
		t.Fatalf("the admin's link: %d %.100s", got, text)
	}
	bearer := ""
	if strings.Contains(p.name, "by the name localhost") && strings.HasPrefix(p.name, "nginx") {
		bearer = keys.Admin.Key // the browser's name is not the daemon's
	}
	got, text := p.sends(t, admin, "GET", "/api/keys", "", bearer)
	if want := p.base + "/seat/white?key="; got != http.StatusOK || strings.Contains(p.name, "as documented") && !strings.Contains(text, want) {
		t.Errorf("the admin asks for keys: %d %.200s, want %s", got, text, want)
	}
	if got, text := p.sends(t, p.client(), "POST", "/api/words", `{"seat":"white","words":"x"}`, keys.Seats["white"].Key); got == http.StatusUnauthorized || got == http.StatusForbidden {
		t.Errorf("a seat with its key: %d %.100s", got, text)
	}
	p.hears(t, keys)
}

// hears watches through the passage while the wood is moved: the event is there
// before anything else is sent.
func (p passage) hears(t *testing.T, keys web.Keys) {
	browser := p.client()
	answer, err := browser.Get(p.base + "/api/events")
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	defer answer.Body.Close()
	lines := bufio.NewReader(answer.Body)
	until := func(what string) {
		t.Helper()
		for {
			text, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream ends: %v", err)
			}
			if strings.HasPrefix(text, "data:") && strings.Contains(text, what) {
				return
			}
		}
	}
	until(`"status":"play"`) // the board has set itself up, and touches no more of what hands do
	for _, closed := range []bool{true, false} {
		body := fmt.Sprintf(`[{"square":"d4","closed":%v}]`, closed)
		if got, text := p.sends(t, p.client(), "POST", "/api/sim/contacts", body, keys.Admin.Key); got != http.StatusOK {
			t.Fatalf("contacts: %d %s", got, text)
		}
		if closed {
			until(`"d4"`)
		}
	}
}
