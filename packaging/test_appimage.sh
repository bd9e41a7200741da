#!/usr/bin/env bash
# Tries the AppImage on a bare Debian 12 without Python: packaging/test_appimage.sh [FOLDER with *.AppImage], dist by default
#
# As root. The bare system gets what every desktop has, and then without any network: `doctor`, a conversation, also over
# its LiveKit server, the window under Xvfb with a picture of it (build/test-appimage/window.png), and in German. Nobody
# there may mount, so the file unpacks itself once; that it is mounted where one may is tried here, outside of it.
set -euo pipefail
cd "$(dirname "$0")/.."
image=$(realpath "${1:-dist}"/alicia-desktop-*-x86_64.AppImage)
output=$PWD/build/test-appimage
. packaging/bare_debian.sh
DESKTOP=(ca-certificates fontconfig libasound2 libegl1 libfontconfig1 libfreetype6 libfribidi0 libgl1 libgomp1 libharfbuzz0b libopengl0
  libthai0 libx11-6 libx11-xcb1 libxcb1 iproute2)

step "mounted"
if [ -e /dev/fuse ]; then
  ALICIA_DATA_DIR=$(mktemp -d) "$image" doctor >"$output/mounted.txt" 2>"$output/mounted-errors.txt" || fail "doctor finds something missing"
  ! grep -q "no FUSE" "$output/mounted-errors.txt" || fail "it was not mounted"
  sleep 1
  ! grep -q "^alicia-desktop " /proc/mounts || fail "it is mounted still, after its end"
else
  echo "not tried: this system has no /dev/fuse"
fi

step "what every desktop has"
inside "apt-get -q update && apt-get -q install -y --no-install-recommends ${DESKTOP[*]}" >"$output/install.log" 2>&1 ||
  { tail -n 20 "$output/install.log" >&2; fail "the system cannot be made"; }
inside "useradd --create-home --uid 1000 anna"
inside "command -v python3" >/dev/null && fail "there is a Python"
cp "$image" "$tree/home/anna/Alicia.AppImage"

step "doctor"
person "./Alicia.AppImage doctor" | tee "$output/doctor.txt" || fail "doctor finds something missing"
for part in "language model" "text to speech" "speech to text" "voice activity" "end of turn" "sentence encoder"; do
  grep -q "^OK  *$part " "$output/doctor.txt" || fail "doctor does not find: $part"
done

step "talk, without a network"
person "./Alicia.AppImage talk --text \"My car is red.\" --text \"What colour is my car?\"" | tee "$output/talk.txt"
grep -qi red "$output/talk.txt" || fail "no answer from memory"

step "talk over LiveKit"
talk_over_livekit ./Alicia.AppImage

step "the window"
start_screen
person "./Alicia.AppImage & first=\$!; sleep 20; kill -0 \$first || exit 1; touch looked-at; sleep 6
  kill \$first; wait \$first" >"$output/window.txt" 2>&1 &
window=$!
picture_of_window
wait "$window" || { cat "$output/window.txt" >&2; fail "the window did not open, or did not close as it should"; }
echo "$output/window.png"

step "the window in German"
german_window german "LANG=de_DE.UTF-8 ./Alicia.AppImage --data-dir one"

[ "$(find "$tree/home/anna/.cache/alicia-desktop-appimage" -mindepth 1 -maxdepth 1 | wc -l)" = 1 ] || fail "it was unpacked more than once"
find "$tree/home/anna/.cache/alicia-desktop-appimage" -path '*/resources/fonts/Inter-Regular.otf' | grep -q . || fail "the fonts of the design are missing"
echo "All well on a bare Debian."
