#!/usr/bin/env bash
# Installs missing tools, given as COMMAND:PACKAGE (Debian). COMMAND:- or a
# header package is checked by dpkg. Without root and without the tool it fails.
set -eu
missing=()
for pair in "$@"; do
	command=${pair%%:*} package=${pair##*:}
	if [ "$package" = - ]; then
		dpkg -s "$command" >/dev/null 2>&1 || missing+=("$command")
	elif ! command -v "$command" >/dev/null 2>&1; then
		missing+=("$package")
	fi
done
[ ${#missing[@]} -eq 0 ] && exit 0
echo "installing ${missing[*]}"
sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
	echo "${missing[*]}: not installed. apt-get says:" >&2
	cat "$log" >&2
	exit 1
fi
