#!/usr/bin/env bash
# Robot hands play: 10 000 games of RoleChess and 2 000 of each other game, at
# every level of noise, and a fifth as many with power cuts at any instant.
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
exit $failed
