#!/usr/bin/env bash
# Switches the rules, weights and times of the reader of hands off, one at a time, and says what shows it: the first test that fails, or
# else what robots do then. A rule that nothing shows has to go, or needs a test. The tree is not touched.
# Usage: switch-off.sh [NAME…]      rows of scripts/switch-off.tsv; without names all. GAMES=40 SEED=1 say how much robots play, GAMES=0 not at all
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
games=${GAMES:-40} seed=${SEED:-1}

# The counts of robots by a program, one line.
robots() {
	local row game noise
	[ "$games" -gt 0 ] || { echo "not played"; return; }
	for row in "kaleidochess heavy" "camelot fidgets" "rolechess heavy" "dungeonchess heavy" "chessbattle none"; do
		read -r game noise <<<"$row"
		[ "$noise" = fidgets ] && set -- "$1" --fidgets || set -- "$1" --noise "$noise"
		"$1" soak --game "$game" --games "$games" --most 120 --seed $((seed * 100000)) "${@:2}" || true
	done | awk -F': ' '{ n[$1] += $2 } END { printf "wrong %d, premature %d, stuck %d, refused %d, asked %d, late %d",
		n["wrong seals"], n["premature throws"], n["stuck games"], n["refused"], n["questions asked"], n["taken late"] }'
}

go build -o "$work/reeve" ./cmd/reeve
printf 'as it is\t-\t%s\n' "$(robots "$work/reeve")"
while IFS=$'\037' read -r name file old new _; do # no blank, so that what stands there instead may be nothing
	[ -n "$name" ] && [[ $name != \#* ]] || continue
	[ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
	text=$(<"gesture/$file")
	[[ $text == *"$old"* ]] || { echo "$name: gesture/$file has no: $old"; exit 1; }
	printf '%s\n' "${text/"$old"/"$new"}" >"$work/$file"
	echo "{\"Replace\": {\"$PWD/gesture/$file\": \"$work/$file\"}}" >"$work/overlay.json"
	if shown=$(go test -overlay "$work/overlay.json" -count=1 -failfast -skip '^TestLong|^TestHours|^TestFigure|^TestATypeHasOneIdea|^TestTheTimes' ./gesture 2>&1); then
		go build -overlay "$work/overlay.json" -o "$work/without" ./cmd/reeve
		printf '%s\tnone\t%s\n' "$name" "$(robots "$work/without")"
	else
		printf '%s\t%s\t\n' "$name" "$(grep -m1 -oE -- '--- FAIL: [^ ]+|^[^ ]+\.go:.*|panic: .*' <<<"$shown" | head -1 | sed 's/--- FAIL: //')"
	fi
done < <(tr '\t' '\037' <scripts/switch-off.tsv)
