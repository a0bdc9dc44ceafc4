# Compares a table of gate.sh, the second file, with the accepted one, the first; the exit status is 1 where it is worse.
# Counts are worse where they are more than 5 % and twice the chance of a count more than accepted, a thousand actions each.
# A row that was not accepted yet is only held to nothing being wrong.
# The time per touch is worse where a row takes half again as long and 3 µs more, or all rows 15 % more, each as much as another:
# the same program measured twice on a busy machine differs by up to a third in a row, and by up to a tenth in all.
BEGIN { FS = "\t" }
FNR == 1 { for (i = 1; i <= NF; i++) head[i] = $i; next }
NR == FNR { for (i = 2; i <= NF; i++) was[$1, i] = $i; next }
{
	for (i = 4; i <= 6; i++) if ($i > 0) worse(sprintf("%s %d", head[i], $i))
	for (i = 7; i <= 9 && ($1, 3) in was; i++) {
		want = was[$1, i] * $3 / (was[$1, 3] + 0.001); sum[i] += $i; wanted[i] += want
		if ($i > want * 1.05 + 2 * sqrt(want) + 2) worse(sprintf("%s %d, accepted %.0f", head[i], $i, want))
	}
	if ($10 > 0 && was[$1, 10] > 0) {
		ratio += log($10 / was[$1, 10]); timed++
		if ($10 > was[$1, 10] * 1.5 + 3) worse(sprintf("%s %d, accepted %d", head[10], $10, was[$1, 10]))
	}
}
function worse(what) { print "WORSE   " $1 ": " what; bad = 1 }
END {
	for (i = 7; i <= 9; i++) printf "in all  %s %d, accepted %.0f\n", head[i], sum[i], wanted[i]
	if (timed) {
		times = exp(ratio / timed)
		printf "in all  %s %.2f times what is accepted, over %d rows\n", head[10], times, timed
		if (times > 1.15) { print "WORSE   in all: " head[10]; bad = 1 }
	}
	exit bad
}
