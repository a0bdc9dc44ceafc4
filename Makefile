# make test     all tests, on a fresh machine (installs what they need)
# make test-hardware   games on Linux's own hardware paths in a virtual machine, tests as ARM programs, and the packages (minutes)
# make test-packages   of these only the Debian packages, one of them installed in a virtual machine
# make deb      build/deb: packages for armhf, arm64 and amd64
# make soak     robot hands play for hours: every game at every level of noise
# make bench    the figures, one table a room
# make build    bin/reeve
# make picture  docs/picture.png, the page with a game on it

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
LDFLAGS      = -trimpath -ldflags "-s -w"
export CGO_ENABLED = 0

.PHONY: build deb test test-hardware test-packages soak tools check unit race cross bench picture clean

build:
	$(GO) build $(LDFLAGS) -o bin/reeve ./cmd/reeve

test: tools check unit race cross

# What the tests need beside Go, by the names Debian gives it. The race detector
# needs a C compiler; the page is tested in a real browser.
tools:
	@./scripts/tools.sh chromium:chromium gcc:gcc libc6-dev:- bash:bash openssl:openssl xxd:xxd curl:curl \
		npm:npm systemd-analyze:systemd dpkg-deb:dpkg make:make \
		avr-gcc:gcc-avr binutils-avr:- avr-libc:- simavr:simavr libsimavr-dev:- libelf-dev:- \
		clang-14:clang-14 libclang-rt-14-dev:- afl-fuzz:afl++ \
		nginx:- socat:socat

check:
	@test -z "$$(gofmt -l .)" || { echo "gofmt:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

unit:
	$(GO) test -count=1 ./...

race:
	CGO_ENABLED=1 $(GO) test -race -count=1 -short ./...

cross:
	GOOS=linux GOARCH=arm GOARM=6 $(GO) build $(LDFLAGS) -o bin/reeve-armv6 ./cmd/reeve
	GOOS=linux GOARCH=arm64 $(GO) build $(LDFLAGS) -o bin/reeve-arm64 ./cmd/reeve
	GOOS=linux GOARCH=amd64 $(GO) build $(LDFLAGS) -o bin/reeve-amd64 ./cmd/reeve

deb:
	for arch in armhf arm64 amd64; do ./packaging/build.sh $$arch || exit 1; done

test-hardware:
	./scripts/test-hardware.sh

# The Debian packages, built twice, looked at, and one installed in a virtual machine.
test-packages:
	./scripts/test-hardware.sh packages

soak: build
	./scripts/soak.sh bin/reeve

bench: build
	./scripts/bench.sh
	./scripts/footprint.sh bin/reeve

# The README's picture: a game played with the mouse in a real browser.
picture: tools
	mkdir -p build/shots
	SHOTS=$(CURDIR)/build/shots $(GO) test -count=1 -run TestAGameByMouseAlone ./web
	cp build/shots/game-advance.png docs/picture.png

clean:
	rm -rf bin build
