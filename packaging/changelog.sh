#!/usr/bin/env bash
# Writes the newest version's part of CHANGELOG.md in Debian's form:
# changelog.sh VERSION [PACKAGE]. Its date is SOURCE_DATE_EPOCH.
set -euo pipefail
cd "$(dirname "$0")/.."
echo "${2:-reeve} ($1) stable; urgency=medium"
echo
# A change is one item, however many lines it takes; it is folded at 72 columns.
awk -v version="$1" '
	function folded(item, words, n, i, line) {
		n = split(item, words, " ")
		line = "  *"
		for (i = 1; i <= n; i++) {
			if (length(line " " words[i]) > 76) { print line; line = "   " }
			line = line " " words[i]
		}
		if (n > 0) print line
	}
	/^## / { on = $2 == version; next }
	!on { next }
	/^- / { folded(item); item = substr($0, 3); next }
	NF { item = item " " $0 }
	END { folded(item) }
' CHANGELOG.md
echo
echo " -- $(sed -n 's/^Maintainer: //p' packaging/control.in)  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
