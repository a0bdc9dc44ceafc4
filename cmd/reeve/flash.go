package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

func firmwareInstall(folder *string) *cobra.Command {
	var drive, port string
	cmd := &cobra.Command{
		Use: "install NAME", Short: "Put a program on a Pico's drive, or on an Arduino by avrdude",
		Long: "install copies a program to the drive that a Raspberry Pi Pico shows when BOOTSEL is held while it is plugged in,\nor writes it into an Arduino with avrdude.",
		Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := named(args[0])
			if err != nil {
				return err
			}
			data, err := p.read(*folder)
			if err == nil && p.chip == "" {
				err = p.copyTo(cmd.OutOrStdout(), data, drive)
			} else if err == nil {
				err = p.flash(cmd.Context(), cmd.OutOrStdout(), filepath.Join(*folder, p.file), port)
			}
			if err != nil {
				return exitError{1, err}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&drive, "drive", "", "the `folder` where a Pico's drive is mounted; found without it")
	cmd.Flags().StringVar(&port, "port", "", "the `device` of an Arduino; the only one in /dev/serial/by-id without it")
	return cmd
}

// driveNote is the file by which the drive of a boot loader that takes UF2 is known.
const driveNote = "INFO_UF2.TXT"

// isPico reports whether a folder is the drive of an RP2040.
func isPico(folder string) bool {
	note, err := os.ReadFile(filepath.Join(folder, driveNote))
	return err == nil && strings.Contains(string(note), "RPI-RP2")
}

// picoDrives are the mounted drives of Picos, from a table as /proc/self/mounts is.
func picoDrives(mounts io.Reader) (found []string) {
	for lines := bufio.NewScanner(mounts); lines.Scan(); {
		field := strings.Fields(lines.Text())
		if len(field) < 2 {
			continue
		}
		at := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\134`, `\`).Replace(field[1])
		if isPico(at) {
			found = append(found, at)
		}
	}
	return found
}

// copyTo copies the file to a Pico's drive. The Pico restarts as soon as it has the last block, so the drive may be gone before it says
// that all was written.
func (p controllerProgram) copyTo(out io.Writer, data []byte, drive string) error {
	if drive == "" {
		mounts, err := os.Open("/proc/self/mounts")
		if err != nil {
			return err
		}
		defer mounts.Close()
		if drive, err = onlyOne(picoDrives(mounts), "there is no drive of a Pico: hold BOOTSEL while you plug it in; if nothing mounts it, sudo mount -o umask=0 /dev/disk/by-label/RPI-RP2 /mnt",
			"there are several Picos; say which with --drive"); err != nil {
			return err
		}
	} else if !isPico(drive) {
		return fmt.Errorf("%s is no drive of a Pico: it has no %s that names RPI-RP2; hold BOOTSEL while you plug the Pico in", drive, driveNote)
	}
	file, err := os.OpenFile(filepath.Join(drive, p.file), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if after := errors.Join(file.Sync(), file.Close()); err == nil && after != nil && !errors.Is(after, syscall.EIO) && !errors.Is(after, syscall.ENODEV) {
		err = after
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is on %s: the Pico restarts with it, and `ls /dev/serial/by-id` names it usb-reeve_board_controller_…\n", p.file, drive)
	return nil
}

// flash writes the file into an Arduino, at one rate of its boot loader after the other.
func (p controllerProgram) flash(ctx context.Context, out io.Writer, path, port string) error {
	if port == "" {
		found, err := filepath.Glob("/dev/serial/by-id/*")
		if err != nil {
			return err
		}
		if port, err = onlyOne(found, "there is no serial port: plug the Arduino in, or say --port", "there are several serial ports; say which with --port"); err != nil {
			return err
		}
	}
	for _, baud := range p.bauds {
		fmt.Fprintf(out, "avrdude on %s at %s baud\n", port, baud)
		cmd := exec.CommandContext(ctx, "avrdude", "-p", p.chip, "-c", p.loader, "-b", baud, "-P", port, "-D", "-U", "flash:w:"+path+":i")
		cmd.Stdout, cmd.Stderr = out, out
		err := cmd.Run()
		if err == nil {
			fmt.Fprintf(out, "%s is on %s\n", p.file, port)
			return nil
		}
		if errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("%w: sudo apt-get install avrdude", err)
		}
	}
	return fmt.Errorf("no boot loader answered on %s at %s baud: is that the port (ls /dev/serial/by-id), and an %s on it?", port, strings.Join(p.bauds, " "), p.board)
}
