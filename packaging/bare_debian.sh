# A bare Debian 12 to try packages in, as root; sourced by the tests of packages, from the top of the tree.
#
#   output=$PWD/build/test-…       a folder for logs and pictures, before this is sourced
#   inside COMMAND                 as root in the bare system, with its own processes
#   person COMMAND                 as somebody without rights (anna), and without a network
#   picture_of_window              waits for ~/looked-at of hers, and takes $output/window.png
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

person() { # COMMAND: as somebody without rights, and without a network
  OFFLINE=1 inside "ip link set lo up 2>/dev/null; cd /home/anna && exec setpriv --reuid 1000 --regid 1000 --clear-groups \
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
