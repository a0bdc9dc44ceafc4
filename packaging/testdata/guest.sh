#!/bin/bash
# Runs in the virtual machine, once it has started: installs the packages in
# /packages, an older and a newer one, and says PASS or FAIL of every promise.
exec >/dev/ttyS0 2>&1
export DEBIAN_FRONTEND=noninteractive REEVE_CONFIG=/etc/reeve/reeve.yaml
state=/var/lib/reeve
passed=0 failed=0

# check PROMISE COMMAND…
check() {
	local promise=$1 out
	shift
	if out=$("$@" 2>&1); then
		echo "PASS $promise"
		passed=$((passed + 1))
	else
		echo "FAIL $promise: ${out//$'\n'/ | }"
		failed=$((failed + 1))
	fi
}
no() { ! "$@"; }
is() { [ "$2" = "$1" ] || { echo "$2, not $1"; return 1; }; }
within() { # SECONDS COMMAND…: a busy machine takes ten times as long
	local end=$((SECONDS + 10 * $1))
	shift
	until "$@"; do [ $SECONDS -lt $end ] || return 1; sleep 0.2; done
}
install() { dpkg --force-confdef --force-confold -i "/packages/$1.deb"; }
asked() { curl -fsS -m 10 "http://127.0.0.1:8080$1"; }
pid() { systemctl show -P MainPID reeve; }
restarts() { systemctl show -P NRestarts reeve; }
archive() { runuser -u reeve -- reeve archive list --state $state; }
process() { grep -q "^$1:.$2\$" "/proc/$(pid)/status" || { grep "^$1" "/proc/$(pid)/status"; return 1; }; }
# inside COMMAND…: with root's rights, but the service's devices.
inside() { (echo $BASHPID >/sys/fs/cgroup/system.slice/reeve.service/cgroup.procs && "$@"); }
opens() { bash -c 'exec 3<>"$0"' "$1"; }
refused() { local said; said=$(inside opens "$1" 2>&1); [[ $said == *"Operation not permitted"* ]] || { echo "$said"; return 1; }; }
# Nobody drives the device, but it may be asked for.
missing() { local said; said=$(opens "$1" 2>&1); [[ $said == *"No such device"* ]] || { echo "$said"; return 1; }; }

end() {
	[ $failed = 0 ] || journalctl -u reeve --no-pager -o cat
	echo "END $passed passed, $failed failed"
	poweroff -f
	exit
}

# A chip with the lines and the name of a Raspberry Pi 4's.
header() {
	insmod /modules/configfs.ko 2>/dev/null
	insmod /modules/gpio-sim.ko || return
	mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
	local bank=/sys/kernel/config/gpio-sim/pi/bank0
	mkdir -p $bank && echo 58 >$bank/num_lines && echo pinctrl-bcm2711 >$bank/label
	for line in {0..57}; do
		mkdir $bank/line$line && echo GPIO$line >$bank/line$line/name
	done
	echo 1 >/sys/kernel/config/gpio-sim/pi/live
}

check "the header's chip is there" header
check "it installs" install older
check "it is ready when it is started" asked /healthz
check "it is started" systemctl -q is-active reeve
[ $failed = 0 ] || end
check "it is started with the machine" systemctl -q is-enabled reeve
for group in audio dialout gpio i2c spi; do
	check "its user is in the group $group" grep -qw $group <(id -Gn reeve)
done
check "strangers do not read its settings" is "root:reeve 750" "$(stat -c '%U:%G %a' /etc/reeve)"
check "strangers do not read its archive" is "reeve:reeve 700" "$(stat -c '%U:%G %a' $state)"
check "it runs as its user" is reeve "$(stat -c %U "/proc/$(pid)")"
check "it has no capability" process CapEff 0000000000000000
check "it can get no capability" process CapBnd 0000000000000000
check "it can get no new privilege" process NoNewPrivs 1
check "its system calls are filtered" process Seccomp 2
check "the header's lines are its group's" is "root:gpio 660" "$(stat -c '%U:%G %a' /dev/gpiochip0)"
check "it may use the header's lines" inside opens /dev/gpiochip0
for device in i2c:89 alsa:116 spidev:153 ttyACM:166 ttyUSB:188 ttyAMA:204; do
	mknod "/dev/later-${device%:*}" c "${device#*:}" 250
	check "it may use a ${device%:*} that is plugged in later" inside missing "/dev/later-${device%:*}"
done
check "it may not use the kernel's memory" refused /dev/mem
check "it may not use the kernel's log" refused /dev/kmsg
check "the manual is there" test -s /usr/share/man/man1/reeve.1.gz
check "the shell completes" bash -c 'source /usr/share/bash-completion/completions/reeve && complete -p reeve'
check "the program says what to complete" grep -qw ^verify <(runuser -u reeve -- reeve __complete archive ver 2>&1)

# The way that the manual shows.
cd /etc/reeve || end
cp /usr/share/doc/reeve/examples/boards/gpio-rolechess.yaml board.yaml
sed -i 's|^board: sim|board: /etc/reeve/board.yaml|' reeve.yaml
sed -i '/name: strip/d; s/, leds: rows-serpentine//' board.yaml # there is no SPI here
check "the settings are sound" runuser -u reeve -- reeve check reeve.yaml
check "it starts with a board" systemctl restart reeve
# file PULL: what pulls at the line of the squares a1 to a7.
file() { echo "pull-$1" >/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio17/pull; }
wood() { asked /api/table | grep -o '"wood":[^]]*'; }
felt() { is "\"wood\":[$1" "$(wood)"; }
well() { asked /api/table | grep -q '"faults":\[\]'; }
check "the board is well" within 20 well
check "no piece is felt where none is" within 20 felt ""
check "the contacts close" file down
check "pieces are felt" within 20 felt '"a1","a2","a3","a4","a5","a6","a7"'
check "the contacts open" file up
check "nothing is felt any more" within 20 felt ""

# A game that must not be lost.
check "a game begins" curl -fsS -m 10 -H 'Content-Type: application/json' -d '{"game":"rolechess","dice":"manual"}' http://127.0.0.1:8080/api/games
check "its archive can be listed" archive
games=$(archive)
check "both games are in the archive" is 2 "$(grep -ci rolechess <<<"$games")"
check "a copy can be made" runuser -u reeve -- reeve archive backup --state $state /tmp/reeve.db

# A daemon that hangs.
mkdir -p /etc/systemd/system/reeve.service.d
printf '[Service]\nWatchdogSec=4\nRestartSec=0\n' >/etc/systemd/system/reeve.service.d/soon.conf
systemctl daemon-reload && systemctl restart reeve
sleep 9
check "it feeds the watchdog" is 0 "$(restarts)"
kill -STOP "$(pid)"
restarted() { [ "$(restarts)" = "$1" ] && asked /healthz; }
check "it is started again when it hangs" within 60 restarted 1
kill -QUIT "$(pid)" # which ends it as a panic does
check "it is started again when it breaks" within 60 restarted 2
check "it went on with its game" is "$games" "$(archive)"
rm -r /etc/systemd/system/reeve.service.d && systemctl daemon-reload && systemctl restart reeve

before=$(pid)
check "it is upgraded" install newer
check "the newer one runs" no is "$before" "$(pid)"
check "the newer one is ready" asked /healthz
check "the newer one is there" is 99.0 "$(dpkg-query -W -f '${Version}' reeve)"
check "an upgrade keeps the archive" is "$games" "$(archive)"
check "an upgrade keeps the settings" grep -q '^board: /etc/reeve/board.yaml' reeve.yaml
check "an upgrade lays the new settings beside" grep -q '^# newer' reeve.yaml.dpkg-dist
check "an upgrade keeps the settings closed" is "root:reeve 750" "$(stat -c '%U:%G %a' /etc/reeve)"
systemctl -q disable reeve
check "the older one can be put back" install older
check "what was disabled stays disabled" no systemctl -q is-enabled reeve
systemctl -q enable reeve

# Settings that are refused.
echo 'nonsense: 1' >>reeve.yaml
systemctl restart reeve 2>/dev/null
sleep 4
check "settings that are refused are not tried again" is 0 "$(restarts)"
check "the log says which" grep -q 'reeve.yaml:nonsense' <(journalctl -u reeve --no-pager -o cat)
sed -i '$d' reeve.yaml
systemctl restart reeve

stopped=$(pid)
systemctl stop --no-block reeve
check "it stops" within 2 no kill -0 "$stopped"
check "its service ends" systemctl stop reeve # when what looks after the LEDs has looked
check "it stopped as it should" is success "$(systemctl show -P Result reeve)"
systemctl start reeve
check "it is removed" dpkg -r reeve
check "nothing runs then" no pgrep -x reeve
check "a removal keeps the archive" test -s $state/reeve.db
check "a removal keeps the settings" grep -q '^board: /etc/reeve/board.yaml' reeve.yaml
check "it comes back" install newer
check "with its games" is "$games" "$(archive)"
cd /
check "it is purged" dpkg -P reeve
check "a purge takes the archive" no test -e $state
check "a purge takes the settings" no test -e /etc/reeve
check "a purge leaves no unit" is "" "$(find /etc/systemd /usr/lib/systemd /var/lib/systemd/deb-systemd-helper-enabled -name '*reeve*' 2>/dev/null)"
check "a purge leaves no other file" is "" "$(find / -xdev -path /packages -prune -o -path /proc -prune -o -path /sys -prune -o -name '*reeve*' -not -path '/tmp/*' -print 2>/dev/null)"
check "nobody gets its number" id reeve
end
