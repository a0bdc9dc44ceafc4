#!/usr/bin/env bash
# Writes the copyright file of the package of a program (reeve unless one is named): reeve's own, then that of Go and of every
# module in the program, word by word from their sources.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-reeve}
sed "s|/usr/share/doc/reeve/|/usr/share/doc/$program/|" packaging/copyright
# licence FILE: the text, or where Debian keeps it.
licence() {
	if grep -q 'TERMS AND CONDITIONS FOR USE, REPRODUCTION' "$1"; then
		echo 'Apache License, Version 2.0: see /usr/share/common-licenses/Apache-2.0.'
	else
		cat "$1"
	fi
}
title() { printf '\n%s\n%s\n\n' "$1" "${1//?/-}"; }
if [ "$program" = reeve ]; then
	title "avr-libc, in the programs for Arduinos (/usr/share/reeve/firmware), from Debian's package"
	cat /usr/share/doc/avr-libc/copyright
fi
title "The Go programming language, https://go.dev"
licence "$(go env GOROOT)/LICENSE"
go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' "./cmd/$program" | sort -u |
	while read -r path version folder; do
		title "$path $version"
		found=
		for file in "$folder"/{LICENSE,LICENSE.txt,LICENSE.md,COPYING,LICENSE-GO,LICENSE-MMAP-GO,LICENSE-3RD-PARTY.md,NOTICE}; do
			[ -f "$file" ] || continue
			licence "$file"
			echo
			case $file in */NOTICE) ;; *) found=yes ;; esac
		done
		[ -n "$found" ] || { echo "$path has no licence that packaging/copyright.sh knows" >&2; exit 1; }
	done
