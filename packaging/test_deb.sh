#!/usr/bin/env bash
# Tries the packages on a bare Debian 12 without Python: packaging/test_deb.sh [FOLDER with *.deb], dist by default
#
# As root. A bare system is made once and kept in the user's cache; each run unpacks it anew, installs the packages in it
# with what they ask for, and then without any network: `doctor`, a conversation, the window under Xvfb with a picture
# of it (build/test-deb/window.png), a link that a second start hands over to it. At the end the packages are removed:
# nothing of them is left, and what was said is. KEEP=1 keeps the system to look into it.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(cd "${1:-dist}" && pwd)
output=$PWD/build/test-deb
cache=${XDG_CACHE_HOME:-$HOME/.cache}/alicia-desktop
base=$cache/bookworm.tar
display=:${DISPLAY_NUMBER:-97}
mkdir -p "$output" "$cache"

make_base() {
  command -v debootstrap >/dev/null || apt-get -q install -y debootstrap >/dev/null
  local from first
  from=$(grep -hm1 -oP '^(URIs:|deb)\s*(\[.*\]\s*)?\K\S+' /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1) || true
  first=$(mktemp -d)
  debootstrap --variant=minbase bookworm "$first" ${from:+"$from"} >"$output/debootstrap.log" 2>&1 ||
    { tail -n 3 "$output/debootstrap.log" >&2; exit 1; }
  tar -C "$first" -cf "$base.part" . && mv "$base.part" "$base"
  rm -rf "$first"
}

[ -s "$base" ] || make_base
tree=$(mktemp -d)
xvfb=
finish() {
  [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || true
  if [ -n "${KEEP:-}" ]; then echo "kept: $tree"; else rm -rf --one-file-system "$tree"; fi
}
trap finish EXIT
tar -C "$tree" -xf "$base"
chmod 755 "$tree" # not for root alone
cp /etc/resolv.conf /etc/hosts "$tree/etc/"
cp -aL /etc/ssl/certs/. "$tree/etc/ssl/certs/" 2>/dev/null || mkdir -p "$tree/etc/ssl/certs"
cp /etc/apt/sources.list.d/*.sources "$tree/etc/apt/sources.list.d/" 2>/dev/null && : >"$tree/etc/apt/sources.list"
cp /etc/apt/apt.conf.d/99* "$tree/etc/apt/apt.conf.d/" 2>/dev/null || true
mkdir -p "$tree/packages" "$tree/tmp/.X11-unix"
cp "$packages"/alicia-desktop*_amd64.deb "$tree/packages/"

inside() { # COMMAND: in the bare system, with its own processes
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive HOME=/root \
    unshare --mount --pid --fork ${OFFLINE:+--net} bash -c '
      mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"
      mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix" 2>/dev/null || true
      exec chroot "$1" bash -c "$2"' inside "$tree" "$1"
}

person() { # COMMAND: as somebody without rights, and without a network
  OFFLINE=1 inside "ip link set lo up 2>/dev/null; cd /home/anna && exec setpriv --reuid 1000 --regid 1000 --clear-groups \
    env HOME=/home/anna DISPLAY=$display bash -c '$1'"
}

step() { printf '== %s\n' "$1"; }
fail() { printf 'FAILED: %s\n' "$1" >&2; exit 1; }

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

step "data of the first version"
mkdir -p "$tree/home/anna/old"
tar -C "$tree/home/anna/old" -xJf tests/data/0_1_0/data_folder.tar.xz
chown -R 1000:1000 "$tree/home/anna/old"
person "alicia-desktop --data-dir /home/anna/old talk --text Hello >/dev/null && alicia-desktop --data-dir /home/anna/old conversations" |
  tee "$output/old.txt"
[ "$(wc -l <"$output/old.txt")" -gt 1 ] || fail "data of the first version does not open"

step "the window"
mkdir -p /tmp/.X11-unix
Xvfb "$display" -screen 0 1280x900x24 -nolisten tcp -ac >"$output/xvfb.log" 2>&1 &
xvfb=$!
person "alicia-desktop & first=\$!; sleep 20; kill -0 \$first || exit 1
  alicia-desktop open alicia:new?question=What+time+is+it 2>second.txt; sleep 3; touch looked-at; sleep 8
  kill \$first; wait \$first" >"$output/window.txt" 2>&1 &
window=$!
for _ in $(seq 120); do
  [ -e "$tree/home/anna/looked-at" ] && break
  sleep 0.5
done
DISPLAY=$display .venv/bin/python packaging/picture_of_screen.py "$output/window.png"
wait "$window" || { cat "$output/window.txt" >&2; fail "the window did not open, or did not close as it should"; }
grep -q "already open" "$tree/home/anna/second.txt" || fail "a second start did not come to the first window"
echo "$output/window.png"

step "remove"
inside "apt-get -q purge -y 'alicia-desktop*'" >"$output/remove.log" 2>&1 || fail "the packages cannot be removed"
left=$(find "$tree/usr" "$tree/etc" "$tree/var/lib/dpkg/info" -iname '*alicia*' -print -quit)
[ -z "$left" ] || fail "left behind: $left"
[ -s "$tree/home/anna/.local/share/alicia-desktop/client.db" ] || fail "the person's data is gone"
echo "All well on a bare Debian."
