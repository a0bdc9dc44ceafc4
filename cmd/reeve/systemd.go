package main

import (
	"context"
	"log/slog"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"
)

// ready tells the service manager, if one started the program, that the pages
// can be called.
func ready(log *slog.Logger) { notify(log, systemd.SdNotifyReady) }

// stopping tells the service manager that the program ends because it was told to.
func stopping(log *slog.Logger) { notify(log, systemd.SdNotifyStopping) }

// watchdog tells the service manager twice in the time it allows that the game
// goes on, until ctx is done. It tells so only after answered returned: a game
// that hangs is started again and goes on from its record. Without a service
// manager that waits for it, it returns at once.
func watchdog(ctx context.Context, log *slog.Logger, answered func(context.Context)) {
	allowed, err := systemd.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("the service manager's watchdog is not served", "error", err)
	}
	if allowed == 0 {
		return
	}
	tick := time.NewTicker(allowed / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if answered(ctx); ctx.Err() == nil {
			notify(log, systemd.SdNotifyWatchdog)
		}
	}
}

func notify(log *slog.Logger, state string) {
	if _, err := systemd.SdNotify(false, state); err != nil {
		log.Warn("the service manager is not reached", "state", state, "error", err)
	}
}
