// Package packaging makes the Debian packages: build.sh ARCH that of reeve,
// build-hall.sh that of reeve-hall, bbppairings/build.sh that of a program which
// pairs a Swiss. Its tests hold what is in a package against its program, and install
// reeve's in a virtual machine. It must not know how the programs work; the one idea
// is that the same source gives the same bytes.
package packaging
