#!/usr/bin/env bash
# The ladder of the computer player: plays its matches and keeps them in rules/GAME/ladder.json. For all games it takes
# about 40 minutes of one core. Then: go test ./engine -run Ladder -update-ladder
# Usage: ladder.sh [GAME]...
set -euo pipefail
cd "$(dirname "$0")/.."
go build -o build/reeve ./cmd/reeve
match() { # PLAYER AGAINST GAMES
	build/reeve match "$1" "$2" --game "$game" --games "$3" --keep "rules/$game/ladder.json" > /dev/null
}
[ $# -gt 0 ] || set -- rolechess camelot kaleidochess dungeonchess chessbattle
for game; do
	for level in 2 3 4 5; do
		match "reeve:$level" "reeve:$((level - 1))" 200
	done
	match reeve:6 reeve:5 100
	match reeve:7 reeve:6 40
	match reeve:8 reeve:7 20
	match reeve:1 random 100
	match greedy random 100
	match reeve:6 greedy 40
	match reeve:8 greedy 20
done
