#!/usr/bin/env bash
# What every change of the reader of hands is held to: whole games by robot hands, histories with idle touches and the tables of
# orders. Prints one table and compares it with the last accepted one of its size. The exit status is 1 where anything is
# sealed or thrown wrong, or stuck, where hands are asked, refused or kept waiting clearly more often than accepted, or where
# a touch takes clearly longer. Times are those of a machine that needs 300 ms for scripts/yardstick.go, which is measured beside each row.
# Usage: gate.sh small|full [SEED]        SEED 1 is where the accepted table begins; others are fresh
#        gate.sh small|full accept        writes the accepted table
# ROWS=REGEX takes only the rows with such names, and accepts only those
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:-small} seed=${2:-1} accept=
case $size in full) by=1 idle=60 ;; small) by=10 idle=2 ;; *) sed -n '6,8p' "$0"; exit 2 ;; esac
if [ "$seed" = accept ]; then accept=1 seed=1; fi
accepted=scripts/gate-$size.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/reeve" ./cmd/reeve
go build -o "$work/yardstick" scripts/yardstick.go
go test -c -o "$work/gesture" ./gesture
chosen() { [[ $1 =~ ${ROWS:-.} ]]; }

# The touches of robots, one row: NAME GAME GAMES [ARGUMENTS…]
row() {
	local name=$1 game=$2 games=$(($3 / by)) failed=0
	chosen "$name" || return 0
	shift 3
	TIMEFORMAT=%U bash -c 'time "$@" >"$0" 2>&1' "$work/out" "$work/reeve" soak --game "$game" --games "$games" --seed $((seed * 100000)) "$@" 2>"$work/time" || failed=1
	grep '^seed' "$work/out" | sed "s/^/$name: /" >>"$work/failures" || [ $failed = 0 ] || sed "s/^/$name: /" "$work/out" >>"$work/failures"
	awk -F': ' -v name="$name" -v user="$(tail -1 "$work/time")" -v yardstick="$("$work/yardstick" | cut -d' ' -f1)" -v OFS='\t' '{ n[$1] = $2 } END {
		print name, n["games"] + 0, n["actions"] + 0, n["wrong seals"] + 0, n["premature throws"] + 0, n["stuck games"] + 0, n["refused"] + 0,
			n["questions asked"] + 0, n["taken late"] + 0, int(user * 1e6 * 300 / yardstick / (n["touches"] + 1) + 0.5) }' "$work/out" | tee -a "$work/table"
}

# The histories and tables run beside the games, on a processor of their own.
orders=
if chosen 'idle histories' || chosen 'orders of hands'; then
	(cd gesture && exec "$work/gesture" -test.run '^TestLongIdle|^TestLongEveryOrderOfHandsSaysWhatIsMeant$|^TestLongGamesOf' -test.v -idle $idle -fresh $((seed * 1000)) -games $((240 / by)) >"$work/orders" 2>&1) &
	orders=$!
fi
touch "$work/failures"
printf 'row\tgames\tactions\twrong\tpremature\tstuck\trefused\tasked\tlate\tus/touch\n' | tee "$work/table"
row 'kaleidochess heavy, at length' kaleidochess 10000 --noise heavy
for game in rolechess camelot dungeonchess chessbattle kaleidochess; do
	for noise in none light heavy worn; do row "$game $noise" $game 1000 --noise $noise; done
	row "$game fidgets" $game 1000 --fidgets
done
for game in kaleidochess camelot dungeonchess rolechess chessbattle; do row "$game pushes" $game 500 --pushes; done
if [ -n "$orders" ]; then
	wait $orders || { grep -E '^ +.*_test.go|WRONG|panic' "$work/orders" | head -40 | sed 's/^/orders: /' >>"$work/failures"; }
	sed -n 's/.*orders_idle_test.go:[0-9]*: {Histories:\([0-9]*\) Understood:\([0-9]*\) Later:\([0-9]*\) Asked:\([0-9]*\) Waiting:\([0-9]*\)}/idle histories\t\1\t\1\t0\t0\t0\t\5\t\4\t\3\t0/p
		s/.*: \([0-9]*\) rows, \([0-9]*\) histories, \([0-9]*\) of them asked about, \([0-9]*\) understood by what followed/orders of hands\t\2\t\2\t0\t0\t0\t0\t\3\t\4\t0/p' "$work/orders" | tee -a "$work/table"
fi

if [ -n "$accept" ]; then # rows that were not run stay as they are
	awk -F'\t' 'NR == FNR { now[$1] = $0; next } !($1 in now) { print; next } { print now[$1]; delete now[$1] } END { for (i in now) print now[i] }' "$work/table" <(cat "$accepted" 2>/dev/null || cat "$work/table") >"$work/accepted"
	cp "$work/accepted" "$accepted"
fi
sed 's/^/FAILED  /' "$work/failures"
[ ! -s "$work/failures" ] || exit 1
[ -f "$accepted" ] || { echo "there is no accepted table: gate.sh $size accept"; exit 1; }
awk -f scripts/gate.awk "$accepted" "$work/table"
