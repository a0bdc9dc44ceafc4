#!/usr/bin/env bash
# Builds the Debian package for armhf, arm64 or amd64: build.sh ARCH [FOLDER [CONTROLLERS]].
# It prints the package's path. In the folder CONTROLLERS the programs for controllers are made, or found. The same source, Go and dpkg give the same bytes,
# wherever and whenever; without git, SOURCE_DATE_EPOCH has to be given.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
doc=$root/usr/share/doc/reeve

compile "$goarch" "$work/reeve"
file "$work/reeve" usr/bin/reeve 755
file packaging/reeve.service usr/lib/systemd/system/reeve.service
file packaging/sysusers.conf usr/lib/sysusers.d/reeve.conf
file packaging/udev.rules usr/lib/udev/rules.d/60-reeve.rules
file packaging/lintian-overrides usr/share/lintian/overrides/reeve
file configs/reeve.yaml etc/reeve/reeve.yaml
file configs/raspberry-pi.txt usr/share/doc/reeve/examples/raspberry-pi.txt
for example in configs/boards/*; do file "$example" "usr/share/doc/reeve/examples/boards/${example##*/}"; done
for document in docs/*.md docs/*.svg docs/games/* docs/openapi.yaml rules/*/RULES.md; do file "$document" "usr/share/doc/reeve/$document"; done
file NOTICE usr/share/doc/reeve/NOTICE
controllers=$(realpath -m "${3:-$work/controllers}")
make -s -C firmware-protocol/firmware firmware BUILD="$controllers" >&2
for program in "$controllers"/{*.hex,*.uf2,SHA256SUMS}; do file "$program" "usr/share/reeve/firmware/${program##*/}"; done
zipped usr/share/man/man1/reeve.1.gz <packaging/reeve.1
./packaging/changelog.sh "$version" | zipped usr/share/doc/reeve/changelog.gz
GOARCH=$goarch ./packaging/copyright.sh >"$doc/copyright"
completions reeve
packed reeve packaging /etc/reeve/reeve.yaml
