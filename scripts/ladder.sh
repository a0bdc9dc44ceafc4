#!/usr/bin/env bash
# The ladder of the computer player: plays its matches and keeps them in rules/GAME/ladder.json. For all games it takes
# about two hours of one core. Then: go test ./engine -run TheLadderIsThat -update-ladder
# Usage: ladder.sh [GAME]...
set -euo pipefail
cd "$(dirname "$0")/.."
go build -o build/reeve ./cmd/reeve
match() { # PLAYER AGAINST GAMES
	build/reeve match "$1" "$2" --game "$game" --games "$3" --keep "rules/$game/ladder.json" > /dev/null
}
handicap() { # PLAYER AGAINST GAMES OPTION: the first player has the first seat, and the handicap
	build/reeve match "$1" "$2" --game "$game" --games "$3" --fixed --option "$4" --keep "rules/$game/ladder.json" > /dev/null
}
dice() { # GAMES OTHERS: in RoleChess dice decide so much that more games are needed
	if [ "$game" = rolechess ]; then echo "$1"; else echo "$2"; fi
}
[ $# -gt 0 ] || set -- rolechess camelot kaleidochess dungeonchess chessbattle
for game; do
	case $game in
	camelot | kaleidochess) # without dice each level is told apart
		for level in 2 3 4 5 6 7 8; do
			match "reeve:$level" "reeve:$((level - 1))" 400
		done
		;;
	*)
		for level in 2 3 4 5; do
			match "reeve:$level" "reeve:$((level - 1))" 200
		done
		match reeve:6 reeve:5 "$(dice 200 100)"
		match reeve:7 reeve:6 "$(dice 100 40)"
		match reeve:8 reeve:7 20
		;;
	esac
	match reeve:1 random 100
	match greedy random 100
	match reeve:6 greedy "$(dice 200 40)"
	match reeve:8 random 200
	match reeve:8 greedy 400
	case $game in
	rolechess)
		match reeve:6 reeve:3 200
		match reeve:6 reeve:4 200
		match reeve:7 reeve:5 200
		for percent in 80 60 40; do
			handicap reeve:4 reeve:4 200 "energy_white=$percent"
			handicap reeve:6 reeve:3 100 "energy_white=$percent"
		done
		for percent in 60 30 20; do
			handicap reeve:3 reeve:2 200 "energy_white=$percent"
		done
		for percent in 30 20; do
			handicap reeve:2 reeve:1 200 "energy_white=$percent"
		done
		handicap reeve:6 reeve:1 100 energy_white=40
		for players in "reeve:4 reeve:4" "reeve:2 reeve:3" "reeve:1 reeve:2" "reeve:1 reeve:3"; do
			handicap $players 200 dice_white=2
		done
		handicap reeve:3 reeve:6 100 dice_white=2
		handicap reeve:2 reeve:6 100 dice_white=2
		;;
	camelot)
		for men in 9 8 6; do
			handicap reeve:4 reeve:4 100 "men_white=$men"
		done
		for men in 8 6; do
			handicap reeve:5 reeve:3 100 "men_white=$men"
		done
		;;
	kaleidochess)
		for pieces in 14 10 6; do
			handicap reeve:4 reeve:4 100 "pieces_white=$pieces"
			handicap reeve:4 reeve:3 100 "pieces_white=$pieces"
		done
		handicap reeve:5 reeve:3 100 pieces_white=14
		handicap reeve:6 reeve:3 100 pieces_white=10
		handicap reeve:7 reeve:3 100 pieces_white=6
		;;
	dungeonchess)
		for points in 1 2 4; do
			handicap reeve:4 reeve:4 100 "handicap_south=$points"
			handicap reeve:5 reeve:4 100 "handicap_south=$points"
		done
		for points in 4 8 12; do
			handicap reeve:4 reeve:3 100 "handicap_south=$points"
		done
		;;
	chessbattle)
		match reeve:4 reeve:2 200
		for cards in 16 14 10; do
			handicap reeve:4 reeve:4 100 "cards_white=$cards"
			handicap reeve:5 reeve:4 100 "cards_white=$cards"
		done
		;;
	esac
done
