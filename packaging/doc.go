// Package packaging makes the Debian package: build.sh ARCH. Its tests hold what
// is in the package against the program, and install it in a virtual machine. It
// must not know how the program works; the one idea is that the same source gives
// the same bytes.
package packaging
