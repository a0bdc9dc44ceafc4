#!/usr/bin/env bash
# emulated-cost.sh: what the tests on emulated hardware take of `make test` and `make test-long`: chips (simavr, the Pico under node)
# and boards from shops. One after the other, by the clock and in processor time; together they may take 6 minutes by the clock of two
# quiet cores. `hardware` behind it adds the games in the virtual machine, of `make test-hardware`, some of which are on an emulated Pico.
set -eu
cd "$(dirname "$0")/.."
export GOFLAGS="${GOFLAGS:-} -trimpath" GOGC=400
log=$(mktemp)
costs=$(mktemp)
TIMEFORMAT='%R %U %S'

# cost NAME COMMAND... runs something and notes what it took.
cost() {
	local name=$1
	shift
	{ time "$@" >"$log" 2>&1 || { cat "$log"; echo "$name failed"; exit 1; } >&2; } 2>"$log.time" || { cat "$log.time"; exit 1; }
	tail -1 "$log.time" | awk -v name="$name" '{ printf "%-58s %6.1f s by the clock, %6.1f s of processor time\n", name, $1, $2 + $3 }' | tee -a "$costs"
}

plain() { CGO_ENABLED=0 go test -count=1 -vet=off -timeout 30m "$@"; }
raced() { CGO_ENABLED=1 go test -count=1 -vet=off -timeout 30m -race -gcflags=all=-d=checkptr=0 -gcflags=modernc.org/...=-race=false "$@"; }

cost "make test: chips" plain -skip '^Test(Long|Hours|Figure)' ./firmware-protocol/firmware
cost "make test: boards from shops" raced -skip '^Test(Long|Hours|Figure)' ./hw/eboard ./hw/dgt
cost "make test: games on boards from shops" raced -run '^Test(AWholeGameOnABoardFromAShop|BoardsFromShopsOnATerminal|ADGTBoardTellsPiecesApart|AHallWithEntries)$' ./cmd/reeve
cost "make test-long: chips" plain -run '^TestLong' ./firmware-protocol/firmware
cost "make test-long: games on boards from shops, the guide" plain -run '^TestLong(WholeGamesOnBoardsFromShops|TheSecondPathIsWalked|TheFirstPowerOnIsWalked)$' ./cmd/reeve
cost "make test-long: boards from shops" plain -run '^TestLong' ./hw/eboard ./hw/dgt
if [ "${1:-}" = hardware ]; then
	cost "make test-hardware: games in a virtual machine" ./scripts/test-hardware.sh games -run '^TestGames$'
fi
awk '{ for (i = 1; i <= NF; i++) if ($i == "s" && $(i+1) == "by") clock += $(i-1); else if ($i == "s" && $(i+1) == "of") work += $(i-1) }
	END { printf "together: %.1f min by the clock (limit 6, two quiet cores), %.1f min of processor time\n", clock / 60, work / 60 }' "$costs"
rm -f "$log" "$log.time" "$costs"
