//go:build linux

package archive_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"reeve/archive"

	"modernc.org/libc"
	sqlite "modernc.org/sqlite/lib"
)

// What the database asks of the kernel, as far as it changes a disk.
const (
	created  = "created"
	removed  = "removed"
	written  = "written"
	cropped  = "cropped"  // to the length at
	synced   = "synced"   // the file's contents are on the disk when the next call comes
	foldered = "foldered" // and so are the names of all files
)

// call is one of those calls, with the file's name in the archive's folder.
type call struct {
	what, file string
	at         int64
	data       []byte
}

// tape is every call since the recording began. The calls of all connections
// come one after the other.
type tape struct {
	mu    sync.Mutex
	dir   string // only files in it are recorded; "" for none
	calls []call
}

var recorded tape

func (t *tape) add(path, what string, at int64, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if file, ok := strings.CutPrefix(path, t.dir+"/"); ok && t.dir != "" && !strings.HasSuffix(file, "-shm") {
		t.calls = append(t.calls, call{what, file, at, slices.Clone(data)})
	}
}

// len is how many calls there were.
func (t *tape) len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.calls)
}

// record returns what the database calls for the files of dir while do runs. For
// that time SQLite works through a file system of ours, which writes down each
// call and hands it on to its usual one.
func record(t *testing.T, dir string, do func()) []call {
	t.Helper()
	tls := libc.NewTLS()
	defer tls.Close()
	usual := sqlite.Xsqlite3_vfs_find(tls, 0)
	wires.once.Do(func() { wires.install(tls, usual) })
	recorded.mu.Lock()
	recorded.dir, recorded.calls = dir, nil
	recorded.mu.Unlock()
	if rc := sqlite.Xsqlite3_vfs_register(tls, wires.vfs, 1); rc != sqlite.SQLITE_OK {
		t.Fatalf("the recording file system is not taken: %d", rc)
	}
	defer sqlite.Xsqlite3_vfs_register(tls, usual, 1)
	defer archive.ListenToHead(
		func(path string, at int64, data []byte) { recorded.add(path, written, at, data) },
		func(path string) { recorded.add(path, synced, 0, nil) },
	)()
	do()
	recorded.stop()
	return recorded.calls
}

// stop ends the recording: the power is off.
func (t *tape) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.dir = ""
}

// wiring is where our functions hang in SQLite's tables. The memory of those is
// not Go's, so that it is reached through numbers.
type wiring struct {
	once  sync.Once
	vfs   uintptr
	usual sqlite.Tsqlite3_vfs
	files sqlite.Tsqlite3_io_methods // the usual ones; kinds of files differ in other functions than ours

	mu      sync.Mutex
	methods map[uintptr]uintptr // ours by the usual ones'
	paths   map[uintptr]string  // by open file
}

var wires wiring

func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// number is the address of a function as SQLite calls it, and back.
func number[F any](f *F) uintptr               { return *(*uintptr)(unsafe.Pointer(f)) }
func function[F any](address uintptr) (call F) { return *(*F)(unsafe.Pointer(&address)) }

type (
	openFunc     = func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32
	deleteFunc   = func(*libc.TLS, uintptr, uintptr, int32) int32
	writeFunc    = func(*libc.TLS, uintptr, uintptr, int32, int64) int32
	truncateFunc = func(*libc.TLS, uintptr, int64) int32
	syncFunc     = func(*libc.TLS, uintptr, int32) int32
)

var (
	onOpen     openFunc     = wires.open
	onDelete   deleteFunc   = wires.remove
	onWrite    writeFunc    = wires.write
	onTruncate truncateFunc = wires.truncate
	onSync     syncFunc     = wires.sync
)

func (w *wiring) install(tls *libc.TLS, usual uintptr) {
	w.usual = *at[sqlite.Tsqlite3_vfs](usual)
	w.vfs = libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(w.usual)))
	w.methods, w.paths = map[uintptr]uintptr{}, map[uintptr]string{}
	ours := w.usual
	name, _ := libc.CString("reeve-recording")
	ours.FpNext, ours.FzName, ours.FxOpen, ours.FxDelete = 0, name, number(&onOpen), number(&onDelete)
	*at[sqlite.Tsqlite3_vfs](w.vfs) = ours
}

func (w *wiring) open(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32 {
	path := ""
	if name != 0 {
		path = libc.GoString(name)
	}
	_, missing := os.Stat(path)
	rc := function[openFunc](w.usual.FxOpen)(tls, vfs, name, file, flags, out)
	if rc != sqlite.SQLITE_OK || path == "" {
		return rc
	}
	if missing != nil {
		recorded.add(path, created, 0, nil)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	f := at[sqlite.Tsqlite3_file](file)
	if w.methods[f.FpMethods] == 0 {
		w.files = *at[sqlite.Tsqlite3_io_methods](f.FpMethods)
		ours := w.files
		ours.FxWrite, ours.FxTruncate, ours.FxSync = number(&onWrite), number(&onTruncate), number(&onSync)
		w.methods[f.FpMethods] = libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(ours)))
		*at[sqlite.Tsqlite3_io_methods](w.methods[f.FpMethods]) = ours
	}
	f.FpMethods, w.paths[file] = w.methods[f.FpMethods], path
	return rc
}

func (w *wiring) path(file uintptr) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.paths[file]
}

func (w *wiring) remove(tls *libc.TLS, vfs, name uintptr, folder int32) int32 {
	path := libc.GoString(name)
	_, missing := os.Stat(path)
	rc := function[deleteFunc](w.usual.FxDelete)(tls, vfs, name, folder)
	if missing == nil && rc == sqlite.SQLITE_OK {
		recorded.add(path, removed, 0, nil)
		if folder&1 != 0 {
			recorded.add(path, foldered, 0, nil)
		}
	}
	return rc
}

func (w *wiring) write(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
	recorded.add(w.path(file), written, offset, unsafe.Slice(at[byte](data), n))
	return function[writeFunc](w.files.FxWrite)(tls, file, data, n, offset)
}

func (w *wiring) truncate(tls *libc.TLS, file uintptr, size int64) int32 {
	recorded.add(w.path(file), cropped, size, nil)
	return function[truncateFunc](w.files.FxTruncate)(tls, file, size)
}

// sync of a new file syncs the folder too, the first time.
func (w *wiring) sync(tls *libc.TLS, file uintptr, flags int32) int32 {
	fresh := at[sqlite.TunixFile](file).FctrlFlags&sqlite.UNIXFILE_DIRSYNC != 0
	rc := function[syncFunc](w.files.FxSync)(tls, file, flags)
	if rc == sqlite.SQLITE_OK {
		recorded.add(w.path(file), synced, 0, nil)
		if fresh {
			recorded.add(w.path(file), foldered, 0, nil)
		}
	}
	return rc
}

// platter is what a disk keeps while it is written, and what it need not keep.
// It promises no more than kernels and disks do: what was not synced may be there
// or not, in any order and in parts of a sector; only names change in order.
type platter struct {
	names, now map[string]*inode // on the disk for sure, and as the program sees them
	links      []link            // changes of names on their way to the disk
}

type inode struct {
	data    []byte // for sure
	waiting []call // on their way
}

type link struct {
	name string
	to   *inode // nil: removed
}

func newPlatter(files map[string][]byte) *platter {
	p := &platter{names: map[string]*inode{}}
	for name, data := range files {
		p.names[name] = &inode{data: slices.Clone(data)}
	}
	p.now = maps.Clone(p.names)
	return p
}

func (p *platter) take(c call) {
	switch c.what {
	case created:
		p.now[c.file] = &inode{}
		p.links = append(p.links, link{c.file, p.now[c.file]})
	case removed:
		delete(p.now, c.file)
		p.links = append(p.links, link{c.file, nil})
	case foldered:
		p.names, p.links = maps.Clone(p.now), nil
	case synced:
		file := p.now[c.file]
		for _, w := range file.waiting {
			file.data = w.whole(file.data)
		}
		file.waiting = nil
	default:
		p.now[c.file].waiting = append(p.now[c.file].waiting, c)
	}
}

// whole returns data after the call.
func (c call) whole(data []byte) []byte {
	if c.what == cropped {
		return append(data[:min(c.at, int64(len(data)))], make([]byte, max(0, c.at-int64(len(data))))...)
	}
	return put(data, c.at, c.data)
}

func put(data []byte, at int64, part []byte) []byte {
	if missing := at + int64(len(part)) - int64(len(data)); missing > 0 {
		data = append(data, make([]byte, missing)...)
	}
	copy(data[at:], part)
	return data
}

// cut returns what may be found after a power cut now.
func (p *platter) cut(rnd *rand.Rand) map[string][]byte {
	names := maps.Clone(p.names)
	for _, l := range p.links[:rnd.IntN(len(p.links)+1)] {
		names[l.name] = l.to
	}
	luck := rnd.IntN(len(fates))
	files := map[string][]byte{}
	for name, file := range names {
		if file != nil {
			files[name] = fates[luck](slices.Clone(file.data), file.waiting, rnd)
		}
	}
	return files
}

// fates are what may become of the calls that no sync has waited for.
var fates = []func(data []byte, waiting []call, rnd *rand.Rand) []byte{
	// None reached the disk.
	func(data []byte, _ []call, _ *rand.Rand) []byte { return data },
	// All did: only the program was killed.
	func(data []byte, waiting []call, _ *rand.Rand) []byte {
		for _, c := range waiting {
			data = c.whole(data)
		}
		return data
	},
	// All up to somewhere in the middle of one.
	func(data []byte, waiting []call, rnd *rand.Rand) []byte {
		last := rnd.IntN(len(waiting) + 1)
		for _, c := range waiting[:last] {
			data = c.whole(data)
		}
		if last < len(waiting) && waiting[last].what == written {
			data = put(data, waiting[last].at, waiting[last].data[:rnd.IntN(len(waiting[last].data)+1)])
		}
		return data
	},
	// Each or not.
	func(data []byte, waiting []call, rnd *rand.Rand) []byte {
		for _, c := range waiting {
			if rnd.IntN(2) == 0 {
				data = c.whole(data)
			}
		}
		return data
	},
	// Each sector, or a part of it, or not.
	func(data []byte, waiting []call, rnd *rand.Rand) []byte {
		for _, c := range waiting {
			if c.what == cropped {
				data = c.whole(data)
				continue
			}
			for i := 0; i < len(c.data); {
				n := min(512-int((c.at+int64(i))%512), len(c.data)-i)
				if fate := rnd.IntN(5); fate < 2 {
					data = put(data, c.at+int64(i), c.data[i:i+n])
				} else if fate == 2 {
					data = put(data, c.at+int64(i), c.data[i:i+rnd.IntN(n+1)])
				}
				i += n
			}
		}
		return data
	},
}

// lay puts files into dir in place of what is there.
func lay(dir string, files map[string][]byte) error {
	old, err := os.ReadDir(dir)
	for _, f := range old {
		err = errors.Join(err, os.Remove(filepath.Join(dir, f.Name())))
	}
	for name, data := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	return err
}

// inMemory is a folder in memory, where there is one: what a disk does is modelled.
func inMemory(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "reeve")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
