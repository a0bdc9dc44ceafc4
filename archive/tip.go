package archive

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"
)

// tip says how far an archive has come: how many transactions it has, and the
// sums of all that is in it.
type tip struct {
	n      int64
	digest digest
}

func readTip(tx *sql.Tx) (h tip, err error) {
	var d []byte
	err = tx.QueryRow("SELECT n, digest FROM head").Scan(&h.n, &d)
	if errors.Is(err, sql.ErrNoRows) || err == nil && len(d) != len(h.digest) {
		return h, fmt.Errorf("%w: it does not say how far it has come", ErrDamaged)
	}
	copy(h.digest[:], d)
	return h, err
}

func (h tip) store(w *transaction) error {
	return w.exec(updateTip, h.n, h.digest[:])
}

// keptValue is a value of the daemon's own.
type keptValue struct {
	key        string
	value, sum []byte
}

func (k keptValue) whole() error {
	if !keptSum(k.key, k.value).is(k.sum) {
		return fmt.Errorf("%w: what is kept as %.20q", ErrDamaged, k.key)
	}
	return nil
}

func (k keptValue) store(w *transaction) error {
	if k.value == nil {
		k.value = []byte{}
	}
	w.tip.digest.toggle(k.sum)
	sum := keptSum(k.key, k.value)
	w.tip.digest.toggle(sum[:])
	return w.exec("INSERT INTO kept (key, value, sum) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum", k.key, k.value, sum[:])
}

func allKept(tx *sql.Tx) (all []keptValue, err error) {
	err = each(tx, func(rows *sql.Rows) error {
		var k keptValue
		err := rows.Scan(&k.key, &k.value, &k.sum)
		all = append(all, k)
		return err
	}, "SELECT key, value, sum FROM kept ORDER BY key")
	return all, err
}

// headFile keeps a copy of the tip outside the database: a database that lost its write-ahead log, or is an older
// copy, is behind it. A tip is written after its transaction is on the disk and synced in the background, for an
// older tip is as sound. The file has two slots with a checksum each; the slot of the newest tip that is surely on
// the disk is never overwritten.
type headFile struct {
	file *os.File

	mu      sync.Mutex
	latest  tip
	next    int64 // the place that is written to
	syncing bool
	again   bool  // written to since the sync began
	failed  error // why latest may not be on the disk
	syncs   sync.WaitGroup
}

const (
	headPlace = 4096 // bytes from one place to the next: no sector holds both
	headBytes = 512  // written at once
)

// What a head file asks of the kernel; tests of power cuts listen there.
var (
	writeHead = (*os.File).WriteAt
	syncHead  = func(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }
)

// text is a head as its file has it.
func (h tip) text() []byte {
	line := fmt.Appendf(nil, "reeve head %d %x ", h.n, h.digest)
	line = fmt.Appendf(line, "%x\n", sha256.Sum256(line))
	return append(line, bytes.Repeat([]byte{'\n'}, headBytes-len(line))...)
}

// parseHead reads what text wrote.
func parseHead(text []byte) (h tip, ok bool) {
	var d []byte
	if _, err := fmt.Sscanf(string(text), "reeve head %d %x ", &h.n, &d); err != nil || len(d) != len(h.digest) {
		return tip{}, false
	}
	copy(h.digest[:], d)
	return h, bytes.Equal(h.text(), text)
}

// places are what the two places of a head file have to say; less of a damaged one.
func places(data []byte) (heads [2]tip, ok [2]bool) {
	for i := range heads {
		if from := i * headPlace; from+headBytes <= len(data) {
			heads[i], ok[i] = parseHead(data[from : from+headBytes])
		}
	}
	return heads, ok
}

// latestHead returns the newest head in the file at path; false if there is none.
func latestHead(path string) (h tip, ok bool) {
	data, err := os.ReadFile(path)
	if err != nil {
		return tip{}, false
	}
	heads, sound := places(data)
	for i, each := range heads {
		if sound[i] && (!ok || each.n > h.n) {
			h, ok = each, true
		}
	}
	return h, ok
}

// openHead opens the head file of the folder dir, and makes it say h.
func openHead(dir string, h tip) (*headFile, error) {
	path := filepath.Join(dir, headName)
	if _, ok := latestHead(path); !ok {
		if err := createHead(dir, h); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	data := make([]byte, 2*headPlace)
	if _, err := f.ReadAt(data, 0); err != nil && err != io.EOF {
		return nil, errors.Join(err, f.Close())
	}
	hf := &headFile{file: f, latest: h}
	heads, ok := places(data)
	if ok[0] && (!ok[1] || heads[0].n > heads[1].n) {
		hf.next = 1
	}
	if heads[1-hf.next] != h {
		hf.put(h)
	}
	return hf, nil
}

// createHead writes a new head file, whole or not at all.
func createHead(dir string, h tip) error {
	path := filepath.Join(dir, headName)
	f, err := os.OpenFile(path+".new", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	data := make([]byte, 2*headPlace)
	copy(data, h.text())
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return errors.Join(os.Rename(path+".new", path), syncFolder(dir))
}

// put writes h, and has it brought to the disk.
func (f *headFile) put(h tip) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.latest = h
	if _, err := writeHead(f.file, h.text(), f.next*headPlace); err != nil {
		f.failed = err
		return
	}
	f.again = f.syncing
	if !f.syncing {
		f.syncing = true
		f.syncs.Go(f.sync)
	}
}

// sync waits for the disk until it has what was written last.
func (f *headFile) sync() {
	for {
		err := syncHead(f.file)
		f.mu.Lock()
		if f.again && err == nil {
			f.again = false
			f.mu.Unlock()
			continue
		}
		if f.syncing = false; err == nil {
			f.next = 1 - f.next
		} else {
			f.failed = err
		}
		f.mu.Unlock()
		return
	}
}

// ready says why the tip is not on the disk, after it was tried again.
func (f *headFile) ready() error {
	if f.err() == nil {
		return nil
	}
	f.syncs.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, f.failed = writeHead(f.file, f.latest.text(), f.next*headPlace); f.failed == nil {
		f.failed = syncHead(f.file)
	}
	if f.failed == nil {
		f.next = 1 - f.next
	}
	return f.failed
}

func (f *headFile) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// close waits until the tip is on the disk.
func (f *headFile) close() error {
	f.syncs.Wait()
	return errors.Join(f.failed, f.file.Close())
}
