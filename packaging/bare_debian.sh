# A bare Debian 12 to try packages in, as root; sourced by the tests of packages, from the top of the tree.
#
#   output=$PWD/build/test-…       a folder for logs and pictures, before this is sourced
#   inside COMMAND                 as root in the bare system, with its own processes
#   person COMMAND                 as somebody without rights (anna), and without a network
#   picture_of_window              waits for ~/looked-at of hers, and takes $output/window.png
#   german_window NAME COMMAND     her window opens in German, of which $output/NAME.png is taken
#   talk_over_livekit COMMAND      a conversation through the LiveKit server that the program brings
#
# The bare system is made once and kept in the user's cache; each run unpacks it anew. KEEP=1 keeps it to look into it.
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
mkdir -p "$tree/tmp/.X11-unix"

inside() { # COMMAND: in the bare system, with its own processes
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive HOME=/root \
    unshare --mount --pid --fork ${OFFLINE:+--net} bash -c '
      mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"
      mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix" 2>/dev/null || true
      exec chroot "$1" bash -c "$2"' inside "$tree" "$1"
}

person() { # COMMAND: as somebody without rights, and without a network; with CABLE=1 there is one, in which nobody else is
  local network="ip link set lo up 2>/dev/null"
  [ -z "${CABLE:-}" ] || network+="; ip link add cable type veth peer name wall; ip address add 10.99.0.1/24 dev cable
    ip link set cable up; ip link set wall up"
  OFFLINE=1 inside "$network; cd /home/anna && exec setpriv --reuid 1000 --regid 1000 --clear-groups \
    env HOME=/home/anna DISPLAY=$display bash -c '$1'"
}

step() { printf '== %s\n' "$1"; }
fail() { printf 'FAILED: %s\n' "$1" >&2; exit 1; }

start_screen() {
  mkdir -p /tmp/.X11-unix
  Xvfb "$display" -screen 0 1280x900x24 -nolisten tcp -ac >"$output/xvfb.log" 2>&1 &
  xvfb=$!
}

picture_of_window() {
  for _ in $(seq 160); do
    [ -e "$tree/home/anna/looked-at" ] && break
    sleep 0.5
  done
  DISPLAY=$display .venv/bin/python packaging/picture_of_screen.py "$output/window.png"
}

german_window() { # NAME COMMAND: its title says in which language the window speaks
  local title="Neues Gespräch – Alicia" window seen=
  rm -f "$tree/home/anna/looked-at"
  person "$2 & window=\$!; until [ -e looked-at ]; do kill -0 \$window || exit 1; sleep 0.2; done; kill \$window; wait \$window" \
    >"$output/$1.txt" 2>&1 &
  window=$!
  for _ in $(seq 160); do
    DISPLAY=$display .venv/bin/python packaging/window_titles.py | grep -xF "$title" >/dev/null && seen=yes && break
    kill -0 "$window" 2>/dev/null || break
    sleep 0.5
  done
  DISPLAY=$display .venv/bin/python packaging/picture_of_screen.py "$output/$1.png"
  touch "$tree/home/anna/looked-at"
  wait "$window" || { cat "$output/$1.txt" >&2; fail "the window did not open, or did not close as it should"; }
  [ -n "$seen" ] || fail "no window is called “$title”, see $output/$1.png"
  echo "$output/$1.png"
}

talk_over_livekit() { # COMMAND: serves with LiveKit until both questions are answered
  local server="lib/alicia-desktop/livekit-server\$"
  CABLE=1 # WebRTC finds no way where there is nothing but the loopback
  person "running() { readlink /proc/[0-9]*/exe | grep $server; }
    $1 serve --livekit >serve.txt 2>&1 & served=\$!
    until grep -q ^http serve.txt 2>/dev/null; do kill -0 \$served 2>/dev/null || { cat serve.txt >&2; exit 1; }; sleep 0.2; done
    running || { echo \"No LiveKit server of the program runs.\" >&2; exit 1; }
    $1 talk --transport livekit --text \"My boat is green.\" --text \"What colour is my boat?\" || exit 1
    kill \$served; wait \$served || exit 1
    ! running || { echo \"The LiveKit server has outlived the program.\" >&2; exit 1; }" >"$output/livekit.txt" ||
    fail "no conversation over LiveKit"
  CABLE=
  cat "$output/livekit.txt"
  tail -n 1 "$output/livekit.txt" | grep -qi green || fail "no answer over LiveKit"
}
