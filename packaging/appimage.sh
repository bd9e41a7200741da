#!/usr/bin/env bash
# Builds the AppImage for x86-64: packaging/appimage.sh [FOLDER], dist by default
#
# One file with the program, its Python, models and LiveKit server, which runs where it lies on any Linux that is not older
# than the one it was made on. Its head is packaging/appimage/runtime.c: the tools for AppImages would fetch theirs when
# they run. Libraries that every desktop has, and that must fit its drivers, are left to it (the AppImage project's list).
# Fonts come along, because no desktop has those of the design by itself; the Debian package asks for theirs.
# FROZEN=DIR takes what packaging/freeze.sh made before.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-dist}" && cd "${1:-dist}" && pwd)
version=$(.venv/bin/python -c 'import alicia_desktop; print(alicia_desktop.__version__)')
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1000000000)}
[ -n "${FROZEN:-}" ] || packaging/freeze.sh
stage=$PWD/build/appimage
tree=$stage/AppDir
image=$folder/alicia-desktop-$version-x86_64.AppImage
OF_THE_DESKTOP=(libX11.so.6 libX11-xcb.so.1 libasound.so.2 libcom_err.so.2 libexpat.so.1 libfontconfig.so.1 libfreetype.so.6
  libfribidi.so.0 libgcc_s.so.1 libgpg-error.so.0 libharfbuzz.so.0 libstdc++.so.6 libthai.so.0 libuuid.so.1 libz.so.1)

rm -rf "$stage"
mkdir -p "$tree/usr/lib" "$tree/usr/bin" "$tree/usr/share/doc/alicia-desktop"
cp -a "${FROZEN:-build/frozen}/alicia-desktop" "$tree/usr/lib/alicia-desktop"
for name in "${OF_THE_DESKTOP[@]}"; do
  rm -f "$tree/usr/lib/alicia-desktop/_internal/$name"
done
fonts=$tree/usr/lib/alicia-desktop/_internal/alicia_desktop/resources/fonts
mkdir -p "$fonts"
for style in Regular Italic Medium MediumItalic SemiBold SemiBoldItalic Bold BoldItalic; do # what the window uses of them
  cp "/usr/share/fonts/opentype/inter/Inter-$style.otf" "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-$style.ttf" "$fonts/"
done
for name in fonts-inter fonts-jetbrains-mono; do
  mkdir -p "$tree/usr/share/doc/$name"
  cp -L "/usr/share/doc/$name/copyright" "$tree/usr/share/doc/$name/"
done
mkdir -p "$tree/usr/share/common-licenses" # the whole texts that Qt and others want beside them; a Debian system has them
cp -L /usr/share/common-licenses/{Apache-2.0,BSD,GPL-2,GPL-3,LGPL-2,LGPL-2.1,LGPL-3,MPL-2.0} "$tree/usr/share/common-licenses/"
packaging/livekit.sh
cache=${XDG_CACHE_HOME:-$HOME/.cache}/alicia-desktop
cp "$cache/livekit-server" "$tree/usr/lib/alicia-desktop/livekit-server"
strip "$tree/usr/lib/alicia-desktop/livekit-server"
QT_QPA_PLATFORM=offscreen .venv/bin/python packaging/desktop_files.py "$tree/usr"
cp -r docs README.md LICENSE "$tree/usr/share/doc/alicia-desktop/"
[ ! -d "$cache/livekit-licences" ] || cp -r "$cache/livekit-licences" "$tree/usr/share/doc/alicia-desktop/"
for name in libc6-dev libfuse3-dev liblz4-dev liblzma-dev libsquashfuse-dev libzstd-dev zlib1g-dev; do # what its head is made of
  mkdir -p "$tree/usr/share/doc/$name"
  cp -L "/usr/share/doc/$name/copyright" "$tree/usr/share/doc/$name/"
done
ln -s ../lib/alicia-desktop/alicia-desktop "$tree/usr/bin/alicia-desktop"
ln -s usr/bin/alicia-desktop "$tree/AppRun"
cp "$tree/usr/share/applications/alicia-desktop.desktop" "$tree/"
cp "$tree/usr/share/icons/hicolor/256x256/apps/alicia-desktop.png" "$tree/"
ln -s alicia-desktop.png "$tree/.DirIcon"
chmod -R u=rwX,go=rX "$tree"

# dlopen, of which the linker warns, is for FUSE modules that nobody asks for here.
gcc -std=gnu17 -O2 -Wall -Wextra -Werror -static -D_FILE_OFFSET_BITS=64 -o "$stage/runtime" packaging/appimage/runtime.c \
  -lsquashfuse_ll -lfuse3 -lzstd -llz4 -llzma -lz -lpthread -ldl 2>"$stage/link.log" || { cat "$stage/link.log" >&2; exit 1; }
strip "$stage/runtime"
printf 'AI\002' | dd of="$stage/runtime" bs=1 seek=8 conv=notrunc status=none # by which desktops know an AppImage
mksquashfs "$tree" "$stage/image" -noappend -root-owned -comp zstd -Xcompression-level "${LEVEL:-15}" -b 256K \
  -quiet -no-progress >"$stage/squash.log"
cat "$stage/runtime" "$stage/image" >"$image"
chmod 755 "$image"
printf '%s: %s MB unpacked, %s MB to download\n' "${image##*/}" "$(du -sm "$tree" | cut -f1)" "$(du -m "$image" | cut -f1)"
