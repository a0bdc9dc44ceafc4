//go:build hardware && linux

package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"golang.org/x/sys/unix"
)

func main() {
	defer unix.Reboot(unix.LINUX_REBOOT_CMD_POWER_OFF)
	defer func() {
		if why := recover(); why != nil {
			fmt.Printf("FAIL guest %v\n%s\n", why, debug.Stack())
		}
	}()
	if err := errors.Join(mounts(), modules(), loopback()); err != nil {
		fmt.Println("FAIL setup", err)
		return
	}
	fmt.Println("ok setup")
	for _, r := range rigs {
		began := time.Now()
		worked, err := play(r)
		if err != nil {
			fmt.Printf("FAIL %s %v\n", r.name, err)
			continue
		}
		took := time.Since(began).Seconds()
		fmt.Printf("ok %s %.1fs, %d %s\n", r.name, took, worked, r.counts)
	}
	fmt.Println("done")
}
