package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"reeve/messages"
)

// Remedy is what to do about an error with that cause.
type Remedy struct {
	Cause error
	Do    string
}

// Told is what a command ends with: the error in words, and what to do, by the first of the remedies that fits, or by
// what the system says of a file.
func Told(err error, remedies []Remedy) string {
	said := messages.Told(err)
	for _, r := range remedies {
		if errors.Is(err, r.Cause) {
			return said + "; " + r.Do
		}
	}
	if path, cause := file(err); path != "" {
		return said + remedy(path, cause)
	}
	return said
}

// file is the file that err is about, and what the system says of it.
func file(err error) (path string, cause error) {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		return at.Path, at.Err
	case errors.As(err, &link):
		return link.New, link.Err
	}
	return "", nil
}

func remedy(path string, cause error) string {
	switch {
	case errors.Is(cause, fs.ErrNotExist):
		return fmt.Sprintf("; look at the name and the folder of %s", path)
	case errors.Is(cause, fs.ErrExist):
		return "; choose another name, or remove it"
	case errors.Is(cause, fs.ErrPermission), errors.Is(cause, syscall.EROFS):
		return fmt.Sprintf("; `ls -ld %s` and that of its folder say who may: run it as that user, or choose another place", path)
	case errors.Is(cause, syscall.EISDIR):
		return "; name a file in it"
	case errors.Is(cause, syscall.ENOTDIR):
		return fmt.Sprintf("; name a folder: %s, or what it is to be in, is a file", path)
	case errors.Is(cause, syscall.ENOSPC):
		return "; make room, or choose another disk"
	}
	return fmt.Sprintf("; look at %s and the disk that it is on", path)
}
