#!/usr/bin/env bash
# Writes the newest version's part of CHANGELOG.md in Debian's form:
# changelog.sh VERSION [PACKAGE]. Its date is SOURCE_DATE_EPOCH.
set -euo pipefail
cd "$(dirname "$0")/.."
echo "${2:-reeve} ($1) stable; urgency=medium"
echo
# A change is one item, however many lines it takes.
awk -v version="$1" '
	/^## / { on = $2 == version; next }
	!on { next }
	/^- / { if (item != "") print item; item = substr($0, 3); next }
	NF { sub(/^ +/, ""); item = item " " $0 }
	END { if (item != "") print item }
' CHANGELOG.md | while read -r item; do
	fold -s -w 72 <<<"$item" | sed 's/ *$//; 1s/^/  * /; 1!s/^/    /'
done
echo
echo " -- $(sed -n 's/^Maintainer: //p' packaging/control.in)  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
