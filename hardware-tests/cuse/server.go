//go:build hardware

package cuse

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

// Requests of linux/fuse.h that a device without data of its own gets.
const (
	opOpen      = 14
	opRelease   = 18
	opFlush     = 25
	opInterrupt = 36
	opIoctl     = 39
	opInit      = 4096 // CUSE_INIT
)

// Flags and sizes of linux/fuse.h.
const (
	headSize     = 40
	ioctlSize    = 32 // struct fuse_ioctl_in
	unrestricted = 1  // CUSE_UNRESTRICTED_IOCTL
	directIO     = 1  // FOPEN_DIRECT_IO
	retry        = 4  // FUSE_IOCTL_RETRY
	maxData      = 1 << 17
)

var le = binary.LittleEndian

// Segment is a piece of the caller's memory.
type Segment struct{ Address, Length uint64 }

// Call is one ioctl: its number, its argument, what was asked of the caller's
// memory, and how many bytes the caller takes back.
type Call struct {
	Number   uint32
	Argument uint64
	In       []byte
	Room     int
}

// Reply answers a call: with an error, with a result and bytes for the caller, or
// with the pieces that are wanted before it can be answered.
type Reply struct {
	Errno      syscall.Errno
	Result     int32
	Out        []byte
	Read, Fill []Segment // of the caller's memory: what to bring, and where Out will go
}

// has reports whether the call brought just those pieces.
func (c Call) has(read, fill []Segment) bool {
	return uint64(len(c.In)) == total(read) && uint64(c.Room) == total(fill)
}

func total(list []Segment) (n uint64) {
	for _, s := range list {
		n += s.Length
	}
	return n
}

// Server serves one device.
type Server struct {
	file   *os.File
	answer func(Call) Reply
	ended  sync.WaitGroup
}

// Serve makes /dev/NAME, whose ioctls answer gives. It returns when the device is
// there. One call is answered at a time.
func Serve(name string, answer func(Call) Reply) (*Server, error) {
	file, err := os.OpenFile("/dev/cuse", os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("cuse: %w", err)
	}
	s := &Server{file: file, answer: answer}
	s.ended.Go(func() { s.run(name) })
	for range 500 {
		if _, err := os.Stat("/dev/" + name); err == nil {
			return s, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil, errors.Join(fmt.Errorf("cuse: no /dev/%s within 5 s", name), s.Close())
}

// Close takes the device away.
func (s *Server) Close() error {
	err := s.file.Close()
	s.ended.Wait()
	return err
}

func (s *Server) run(name string) {
	buf := make([]byte, maxData+4096)
	for {
		n, err := s.file.Read(buf)
		switch {
		case errors.Is(err, syscall.ENOENT): // the caller was killed meanwhile
			continue
		case err != nil || n < headSize:
			return
		}
		op, unique, body := le.Uint32(buf[4:]), le.Uint64(buf[8:]), buf[headSize:n]
		switch op {
		case opInterrupt:
		case opInit:
			s.send(unique, 0, initial(name))
		case opOpen:
			s.send(unique, 0, le.AppendUint32(make([]byte, 8), directIO), make([]byte, 4))
		case opRelease, opFlush:
			s.send(unique, 0)
		case opIoctl:
			s.ioctl(unique, body)
		default:
			s.send(unique, syscall.ENOSYS)
		}
	}
}

// initial is struct cuse_init_out and the name.
func initial(name string) []byte {
	b := make([]byte, 72)
	for i, v := range []uint32{7, 31, 0, unrestricted, maxData, maxData} {
		le.PutUint32(b[4*i:], v)
	}
	return append(b, "DEVNAME="+name+"\x00"...)
}

// send writes one answer. Nobody waits for it any more if it fails.
func (s *Server) send(unique uint64, errno syscall.Errno, parts ...[]byte) {
	b := make([]byte, 16)
	for _, p := range parts {
		b = append(b, p...)
	}
	le.PutUint32(b, uint32(len(b)))
	le.PutUint32(b[4:], uint32(-int32(errno)))
	le.PutUint64(b[8:], unique)
	_, _ = s.file.Write(b)
}

func (s *Server) ioctl(unique uint64, body []byte) {
	if len(body) < ioctlSize {
		s.send(unique, syscall.EIO)
		return
	}
	r := s.answer(Call{
		Number: le.Uint32(body[12:]), Argument: le.Uint64(body[16:]), In: body[ioctlSize:], Room: int(le.Uint32(body[28:])),
	})
	if r.Errno != 0 {
		s.send(unique, r.Errno)
		return
	}
	head := le.AppendUint32(nil, uint32(r.Result))
	if len(r.Read)+len(r.Fill) == 0 {
		s.send(unique, 0, head, make([]byte, 12), r.Out)
		return
	}
	for _, v := range []int{retry, len(r.Read), len(r.Fill)} {
		head = le.AppendUint32(head, uint32(v))
	}
	for _, list := range [][]Segment{r.Read, r.Fill} {
		for _, seg := range list {
			head = le.AppendUint64(le.AppendUint64(head, seg.Address), seg.Length)
		}
	}
	s.send(unique, 0, head)
}
