#!/usr/bin/env bash
# Tries the packages on a bare Debian 12 without Python: packaging/test_deb.sh [FOLDER with *.deb], dist by default
#
# As root. Installs them in a bare system with what they ask for, and then without any network: `doctor`, a conversation,
# also over the LiveKit server of its package, the window under Xvfb with a picture of it (build/test-deb/window.png), a
# link that a second start hands over to it, and the window in German, as the desktop or the settings have it. At the end
# the packages are removed: nothing of them is left, and what was said is.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(cd "${1:-dist}" && pwd)
output=$PWD/build/test-deb
. packaging/bare_debian.sh
mkdir -p "$tree/packages"
cp "$packages"/alicia-desktop*_amd64.deb "$tree/packages/"

step "install"
inside "apt-get -q update && apt-get -q install -y --no-install-recommends iproute2 /packages/*.deb" \
  >"$output/install.log" 2>&1 || { tail -n 20 "$output/install.log" >&2; fail "the packages do not install"; }
inside "useradd --create-home --uid 1000 anna"
inside "command -v python3" >/dev/null && fail "a package brought Python"

step "size"
for limit in "alicia-desktop 600" "alicia-desktop-models 330"; do
  read -r name most <<<"$limit"
  size=$(($(inside "dpkg-query -W -f '\${Installed-Size}' $name") / 1024))
  echo "$name: $size MB"
  [ "$size" -le "$most" ] || fail "$name is larger than $most MB"
done

step "help"
person "alicia-desktop --help" >"$output/help.txt" || fail "no help"
page=$(sed -n '/^Documentation:/{n;s/^ *//p}' "$output/help.txt")
[ -f "$tree$page" ] || fail "the help names documentation that is not here: $page"
[ -s "$tree/usr/share/man/man1/alicia-desktop.1.gz" ] || fail "no man page"

step "doctor"
person "alicia-desktop doctor" | tee "$output/doctor.txt" || fail "doctor finds something missing"
for part in "language model" "text to speech" "speech to text" "voice activity" "end of turn" "sentence encoder"; do
  grep -q "^OK  *$part " "$output/doctor.txt" || fail "doctor does not find: $part"
done

step "talk, without a network"
person "alicia-desktop talk --text \"My car is red.\" --text \"What colour is my car?\"" | tee "$output/talk.txt"
grep -qi red "$output/talk.txt" || fail "no answer from memory"

step "LiveKit without a network"
person "alicia-desktop serve --livekit" >/dev/null 2>"$output/livekit-alone.txt" && fail "serve --livekit runs where nobody can come to it"
grep -q "needs a network" "$output/livekit-alone.txt" || fail "not told why there is no LiveKit"

step "talk over LiveKit"
talk_over_livekit alicia-desktop

step "data of the first version"
mkdir -p "$tree/home/anna/old"
tar -C "$tree/home/anna/old" -xJf tests/data/0_1_0/data_folder.tar.xz
chown -R 1000:1000 "$tree/home/anna/old"
person "alicia-desktop --data-dir /home/anna/old talk --text Hello >/dev/null && alicia-desktop --data-dir /home/anna/old conversations" |
  tee "$output/old.txt"
[ "$(wc -l <"$output/old.txt")" -gt 1 ] || fail "data of the first version does not open"

step "the window"
start_screen
person "alicia-desktop & first=\$!; sleep 20; kill -0 \$first || exit 1
  alicia-desktop open alicia:new?question=What+time+is+it 2>second.txt; sleep 3; touch looked-at; sleep 8
  kill \$first; wait \$first" >"$output/window.txt" 2>&1 &
window=$!
picture_of_window
wait "$window" || { cat "$output/window.txt" >&2; fail "the window did not open, or did not close as it should"; }
grep -q "already open" "$tree/home/anna/second.txt" || fail "a second start did not come to the first window"
echo "$output/window.png"

step "the window in German"
german_window german-desktop "LANG=de_DE.UTF-8 alicia-desktop --data-dir one"
mkdir "$tree/home/anna/two"
printf '[look]\nlanguage = "de"\n' >"$tree/home/anna/two/settings.toml"
chown -R 1000:1000 "$tree/home/anna/two"
german_window german-settings "alicia-desktop --data-dir two"

step "without the LiveKit server"
inside "apt-get -q purge -y alicia-desktop-livekit" >"$output/remove-livekit.log" 2>&1 || fail "the LiveKit server cannot be removed"
person "alicia-desktop serve --livekit" >/dev/null 2>"$output/without-livekit.txt" && fail "serve --livekit runs without a LiveKit server"
grep -q "Install the package alicia-desktop-livekit" "$output/without-livekit.txt" || fail "not told which package is missing"

step "remove"
inside "apt-get -q purge -y 'alicia-desktop*'" >"$output/remove.log" 2>&1 || fail "the packages cannot be removed"
left=$(find "$tree/usr" "$tree/etc" "$tree/var/lib/dpkg/info" -iname '*alicia*' -print -quit)
[ -z "$left" ] || fail "left behind: $left"
[ -s "$tree/home/anna/.local/share/alicia-desktop/client.db" ] || fail "the person's data is gone"
echo "All well on a bare Debian."
