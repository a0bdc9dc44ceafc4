#!/usr/bin/env bash
# Robot hands play: 10 000 games of RoleChess and 2 000 of each other game, at
# every level of noise, and a fifth as many with power cuts at any instant; then
# fewer with the options that few play by.
# Usage: soak.sh REEVE [DIVISOR]
set -u
reeve=$1 by=${2:-1} failed=0
soak() { # GAME GAMES [OPTIONS…]
	game=$1 games=$2
	shift 2
	for noise in none light heavy worn; do
		echo "== $game $* noise $noise"
		"$reeve" soak --game "$game" --games $((games / by)) --noise $noise "$@" || failed=1
	done
	echo "== $game $* power cuts"
	"$reeve" soak --game "$game" --games $(((games / by + 4) / 5)) --cuts 20 "$@" || failed=1
}
soak rolechess 10000
soak camelot 2000
soak kaleidochess 2000
soak kaleidochess 2000 --option magic=true --option die=true
soak dungeonchess 2000
soak dungeonchess 2000 --option players=4
soak chessbattle 2000
soak chessbattle 2000 --option combat=sure
soak rolechess 1000 --option pass=always --option pair_reach=before-and-after
soak kaleidochess 500 --option magic=true --option fly_over_pieces=true --option hold=false --option castles_to_win=4
soak dungeonchess 500 --option players=3
soak chessbattle 500 --option river=false --option time=agreed
soak chessbattle 500 --option river=false --option combat=sure --option time=clocks
exit $failed
