#!/usr/bin/env bash
# Runs the benchmarks and prints one table: what, and its figure; then the tests named
# TestFigure, which hold figures to their limits on a machine that does nothing else.
# Arguments go to `go test`.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -run '^$' -bench . -benchmem "$@" ./... 2>&1 | awk '
	/^pkg:/ { pkg = $2; sub(/^reeve\/?/, "", pkg) }
	/^(FAIL|panic|---)/ { bad = 1; print }
	/^Benchmark/ {
		name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name)
		line = sprintf("%-24s %-44s", pkg, name)
		for (i = 3; i < NF; i += 2) line = line sprintf("  %14s %-12s", $i, $(i+1))
		print line
	}
	END { exit bad }'
go test -count=1 -p 1 -run '^TestFigure' -v ./... 2>&1 | grep -vE '^(=== |ok |PASS|\?)'
