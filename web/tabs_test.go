package web_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for what must come: longer than any machine takes,
// however busy, so that only what is dead comes too late.
const patience = 10 * time.Minute

// quit ends the browser, if one was started.
var quit = func() {}

// chromium starts one browser for all tests; each has a tab of its own.
var chromium = sync.OnceValues(func() (context.Context, error) {
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true), chromedp.WindowSize(1280, 900))
	// A browser without windows of its own takes little more than half of the processor's time.
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		flags = append(flags, chromedp.ExecPath(shell))
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, close := chromedp.NewContext(ctx)
	quit = func() { close(); stop() }
	return ctx, chromedp.Do(ctx)
})

func TestMain(m *testing.M) {
	code := m.Run()
	quit()
	os.Exit(code)
}

// idle are tabs that no test uses: a process for each new tab would cost more
// than most tests.
var idle struct {
	mu   sync.Mutex
	tabs []context.Context
}

// whole reports whether a test takes every game, page and language, and not a few that stand for all: its name says so.
func whole(t *testing.T) bool {
	return strings.HasPrefix(t.Name(), "TestLong") || strings.HasPrefix(t.Name(), "TestHours")
}

// tab gives a tab of the browser with cookies and storage of its own. The test's name says
// that it needs one: `make test` runs it plainly, without the race detector.
func tab(t *testing.T) *browser {
	t.Helper()
	if !whole(t) && !strings.HasPrefix(t.Name(), "TestPage_") && !strings.HasPrefix(t.Name(), "TestFigure") {
		t.Fatalf("%s opens a page: call it TestPage_…", t.Name())
	}
	own, err := emptyTab()
	if err != nil {
		t.Fatalf("no browser (apt install chromium-headless-shell): %v", err)
	}
	ctx, stop := context.WithTimeout(own, 6*patience)
	b := &browser{Context: ctx, t: t}
	t.Cleanup(func() {
		b.sound()
		stop()
		if !t.Failed() && forget(own) == nil {
			idle.mu.Lock()
			idle.tabs = append(idle.tabs, own)
			idle.mu.Unlock()
			return
		}
		chromedp.Cancel(own)
	})
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	return b
}

// emptyTab is one that was used before, or a new one.
func emptyTab() (context.Context, error) {
	idle.mu.Lock()
	if last := len(idle.tabs) - 1; last >= 0 {
		defer idle.mu.Unlock()
		own := idle.tabs[last]
		idle.tabs = idle.tabs[:last]
		return own, nil
	}
	idle.mu.Unlock()
	parent, err := chromium()
	if err != nil {
		return nil, err
	}
	own, _ := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	return own, errors.Join(
		tell(own, log.Enable, struct{}{}), tell(own, network.Enable, network.EnableParams{}),
		// Several tabs are played in at once: each behaves as if it were in front.
		tell(own, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}))
}

// forget makes a tab as good as new. Storage goes with the port that a page came
// from, which is another for each house.
func forget(own context.Context) error {
	ctx, stop := context.WithTimeout(own, patience)
	defer stop()
	return errors.Join(
		chromedp.Do(ctx, chromedp.Navigate("about:blank")),
		tell(ctx, network.ClearBrowserCookies, cdp.Empty{}),
		tell(ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{}),
		tell(ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{}),
		tell(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}),
		tell(ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{}),
		tell(ctx, emulation.ClearDeviceMetricsOverride, struct{}{}))
}

// tell gives a tab a command without an answer.
func tell[P, R any](ctx context.Context, command cdp.Command[P, R], params P) error {
	_, err := chromedp.Call(ctx, command, params)
	return err
}
