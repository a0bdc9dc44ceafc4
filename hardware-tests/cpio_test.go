//go:build hardware

package hardware

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
)

// pack writes an initramfs of files, by their paths in it, all executable: the
// "newc" form of cpio (Documentation/driver-api/early-userspace/buffer-format.rst
// in the kernel's source), packed by gzip.
func pack(to string, files map[string]string) error {
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	zip, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return err
	}
	made := map[string]bool{".": true}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text, err := os.ReadFile(files[name])
		if err != nil {
			return err
		}
		if err := errors.Join(folders(zip, path.Dir(name), made), entry(zip, name, 0o100755, text)); err != nil {
			return err
		}
	}
	return errors.Join(entry(zip, "TRAILER!!!", 0, nil), zip.Close(), out.Close())
}

// folders writes a folder and those above it unless they are there.
func folders(w io.Writer, name string, made map[string]bool) error {
	if made[name] {
		return nil
	}
	made[name] = true
	return errors.Join(folders(w, path.Dir(name), made), entry(w, name, 0o040755, nil))
}

// entry writes one file. Its head is 110 bytes: a magic number and 13 fields.
// Name and text are padded to whole words.
func entry(w io.Writer, name string, mode uint32, text []byte) error {
	fields := [13]uint32{1: mode, 4: 1, 6: uint32(len(text)), 11: uint32(len(name) + 1)}
	head := "070701"
	for _, f := range fields {
		head += fmt.Sprintf("%08X", f)
	}
	head += name + "\x00"
	for len(head)%4 != 0 {
		head += "\x00"
	}
	_, err := io.WriteString(w, head)
	pad := make([]byte, -len(text)&3)
	_, err2 := w.Write(append(text, pad...))
	return errors.Join(err, err2)
}
