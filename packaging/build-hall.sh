#!/usr/bin/env bash
# Builds the Debian package of reeve-hall for armhf, arm64 or amd64: build-hall.sh ARCH [FOLDER].
# As build.sh it prints the package's path, and makes the same bytes wherever and whenever.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
doc=usr/share/doc/reeve-hall

compile "$goarch" "$work/reeve-hall" reeve-hall
file "$work/reeve-hall" usr/bin/reeve-hall 755
file packaging/hall/reeve-hall.service usr/lib/systemd/system/reeve-hall.service
file packaging/hall/sysusers.conf usr/lib/sysusers.d/reeve-hall.conf
file packaging/hall/lintian-overrides usr/share/lintian/overrides/reeve-hall
file packaging/hall/options etc/default/reeve-hall
file docs/hall.md $doc/hall.md
file NOTICE $doc/NOTICE
zipped usr/share/man/man1/reeve-hall.1.gz <packaging/hall/reeve-hall.1
./packaging/changelog.sh "$version" reeve-hall | zipped $doc/changelog.gz
GOARCH=$goarch ./packaging/copyright.sh reeve-hall >"$root/$doc/copyright"
completions reeve-hall
packed reeve-hall packaging/hall /etc/default/reeve-hall
