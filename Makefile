# make test     what every change is held to, on a fresh machine (installs what it needs)
# make test-long   the tests named TestLong: more seeds, whole games, figures; staticcheck, and what is built for the Pis (minutes)
# make test-hours  the tests named TestHours: large samples and every page of every game, for a night
# make test-hardware   games on Linux's own hardware paths in a virtual machine, tests as ARM programs, and the packages (minutes)
# make test-cost   what make test costs, against its limits; scripts/test-cost.sh 8 runs it under nice beside eight busy loops
#               scripts/emulated-cost.sh: what the tests on emulated chips and boards from shops take of test and test-long (limit 6 minutes)
# make test-packages   of these only the Debian packages, one of them installed in a virtual machine
# make deb      build/deb: packages of reeve and reeve-hall for armhf, arm64 and amd64
# make bbppairings  build/deb: packages of the program that pairs Swiss tournaments, for the same three, from its released source
# make soak     robot hands play for hours: every game at every level of noise
# make gate     what a change of the reader of hands is held to: robot hands, idle histories, orders, compared with the last accepted table
# make bench    the figures, one table a room
# make bench-hall   those of a hall of many boards
# make build    bin/reeve
# make shots    build/shots: every page of every game and of a hall on screens from a phone to a wall (minutes)
# make picture  docs/reeve.gif, a game on the page

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
# HTTP/2 is for browsers by TLS alone, and the daemon does not offer it (serve.go): half a megabyte less.
# Functions begin at multiples of 16 bytes, not of amd64's 32: a sixth of a megabyte less (decision 0551).
LDFLAGS      = -tags nethttpomithttp2 -ldflags "-s -w -funcalign=16"
export CGO_ENABLED = 0
# Nothing that is compiled holds the clone's path: another clone on the machine need not compile it anew.
export GOFLAGS := $(GOFLAGS) -trimpath

# Where goroutines meet, the tests run under the race detector, and only there (the longest
# first, two packages at a time): arch_test.go
# holds the list to the code.
MEET = cmd/reeve web hall hall/home hall/home/door hall/link hall/simulate bus cmd/reeve-hall engine engine/process referee doctor hw/dgt hw/eboard hw/gpio hw/hwtest hw/i2c hw/panel hw/serial hw/sim hw/spi leds opponent sensors speech

# TestLong… is for test-long, TestHours… for test-hours. TestFigure… says how fast this machine is, and is for bench.
SET_APART = ^Test(Long|Hours|Figure)[A-Z]

# These open pages in a browser, play whole games, or (TestPaper_) read documents and draw, or (TestAlone_) reckon long, where no
# goroutines meet. The race detector makes them four to six times as dear: under it test-long plays the games, and test-hours
# opens the pages. A page waits for the browser half of its time, and the browser for the page.
PLAIN = ^Test(Page|Whole|Paper|Alone)_
PLAIN_IN = cmd/reeve web hall referee engine hw/sim

# The race detector watches our own memory and that of the libraries, but not SQLite's, which is C made into Go
# and locks by itself: watched, it was a fifth of what the daemon's tests cost. Pointers are checked
# in our packages only, for the same reason. Each test program has one processor: with two, timers of one bubble of virtual
# time may run side by side, and the runtime's only record of the calls they make breaks (golang/go#78156; decision 0542).
RACE = -race -cpu 1 -gcflags=all=-d=checkptr=0 -gcflags=reeve/...= -gcflags=modernc.org/...=-race=false

# No test waits for a time that says something of the machine; what hangs ends after this, and says where. A larger heap
# costs less of the collector.
LIMIT = 30m
GOTEST = GOGC=400 $(GO) test -count=1 -vet=off -timeout $(LIMIT)

.PHONY: bench-hall build deb bbppairings test test-cost test-long test-hours test-hardware test-packages soak gate tools check lint unit plain race cross bench picture shots clean

build:
	$(GO) build $(LDFLAGS) -o $(or $(OUT),bin/reeve) ./cmd/reeve

# The three wait for pages, processes and virtual machines half of their time: side by side
# they keep two cores busy.
test: tools check
	$(MAKE) -j3 unit plain race

test-cost:
	./scripts/test-cost.sh

# Those that take longest come first: none is left alone at the end, with one core idle.
LONGEST = web firmware-protocol/firmware archive gesture hall cmd/reeve
# A program of tests is linked in a second of processor time: only where there is one named so.
LONG = $(sort $(dir $(shell grep -rl --include='*_test.go' '^func TestLong' .)))

test-long: tools lint cross
	@./scripts/tools.sh openscad:openscad
	$(GOTEST) -p 3 -run '^TestLong' $(LONGEST:%=./%) $(LONG)
	CGO_ENABLED=1 $(GOTEST) -p 3 $(RACE) -run '^TestWhole_' -skip '^TestWhole_SecretsMoveNoByte' $(PLAIN_IN:%=./%)

test-hours: LIMIT = 12h
test-hours: tools
	CGO_ENABLED=1 $(GOTEST) $(RACE) -run '^Test(Page_|Whole_SecretsMoveNoByte)' $(PLAIN_IN:%=./%)
	./packaging/bbppairings/build.sh here || echo "without bbpPairings its tests are left out"
	PATH="$(CURDIR)/build/bbppairings:$$PATH" $(GOTEST) -run '^TestHours' ./...
	@./scripts/tools.sh qemu-arm-static:qemu-user-static
	$(GOTEST) -tags hardware -run '^TestHours' ./hardware-tests

# What the tests need beside Go, by the names Debian gives it. The race detector
# needs a C compiler; the page is tested in a real browser.
tools:
	@./scripts/tools.sh chromium-headless-shell:chromium-headless-shell gcc:gcc libc6-dev:- bash:bash openssl:openssl xxd:xxd curl:curl \
		npm:npm systemd-analyze:systemd dpkg-deb:dpkg make:make \
		avr-gcc:gcc-avr binutils-avr:- avr-libc:- simavr:simavr libsimavr-dev:- libelf-dev:- \
		arm-none-eabi-gcc:gcc-arm-none-eabi libnewlib-arm-none-eabi:- node:nodejs \
		clang-14:clang-14 libclang-rt-14-dev:- afl-fuzz:afl++ \
		nginx:- socat:socat mosquitto:mosquitto mosquitto_sub:mosquitto-clients ip:iproute2 nsenter:util-linux

check:
	@test -z "$$(gofmt -l .)" || { echo "gofmt:"; gofmt -l .; exit 1; }

lint:
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

unit:
	$(GOTEST) -skip '$(SET_APART)' $(filter-out $(MEET:%=reeve/%),$(shell $(GO) list ./...))

plain:
	$(GOTEST) -parallel 5 -run '$(PLAIN)' $(PLAIN_IN:%=./%)

race:
	CGO_ENABLED=1 $(GOTEST) $(RACE) -skip '$(SET_APART)|$(PLAIN)' $(MEET:%=./%)

cross:
	GOOS=linux GOARCH=arm GOARM=6 $(GO) build $(LDFLAGS) -o bin/reeve-armv6 ./cmd/reeve
	GOOS=linux GOARCH=arm64 $(GO) build $(LDFLAGS) -o bin/reeve-arm64 ./cmd/reeve

bbppairings:
	for arch in armhf arm64 amd64; do ./packaging/bbppairings/build.sh $$arch || exit 1; done

deb:
	for arch in armhf arm64 amd64; do ./packaging/build.sh $$arch && ./packaging/build-hall.sh $$arch || exit 1; done

test-hardware:
	./scripts/test-hardware.sh

# The Debian packages, built twice, looked at, and one installed in a virtual machine.
test-packages:
	./scripts/test-hardware.sh packages

soak: build
	./scripts/soak.sh bin/reeve

gate:
	./scripts/gate.sh full

bench: build
	./scripts/bench.sh
	./scripts/footprint.sh bin/reeve

# The figures of a hall: BOARDS, VIEWERS and SECONDS say how many.
bench-hall:
	$(GOTEST) -v -run '^TestFigure' ./cmd/reeve-hall
	$(GOTEST) -v -run '^TestFigureAHallAddsToTheProgram$$' ./cmd/reeve

# The README's picture: a game played with the mouse in a real browser.
picture: tools
	FILM=$(CURDIR)/docs/reeve.gif $(GO) test -count=1 -run TestPage_AGameByMouseAlone ./web

# Pictures to be looked at, and the layout of each page held to what it promises.
shots: tools
	mkdir -p build/shots
	SHOTS=$(CURDIR)/build/shots $(GOTEST) -run '^TestHoursPage_Shots$$' ./web
	SHOTS=$(CURDIR)/build/shots $(GOTEST) -run '^(TestLongPage_EveryPageOfTheHallFits|TestPage_ATournamentOnThePage)$$' ./hall

clean:
	rm -rf bin build
