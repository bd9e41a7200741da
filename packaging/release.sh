#!/usr/bin/env bash
# Makes everything that a release consists of: packaging/release.sh [FOLDER], dist/release by default
#
# Debian packages, AppImage, wheel, source, a list of all parts (CycloneDX), the texts of their licences, and a checksum of each file.
# Of what is committed: the tree has to be clean. FROZEN=DIR takes what packaging/freeze.sh made before.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain)" ] || { echo "There are changes that are not committed." >&2; exit 1; }
rm -rf "${1:-dist/release}"
folder=$(mkdir -p "${1:-dist/release}" && cd "${1:-dist/release}" && pwd)
version=$(.venv/bin/python -c 'import alicia_desktop; print(alicia_desktop.__version__)')
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export TZ=UTC

[ -n "${FROZEN:-}" ] || packaging/freeze.sh
export FROZEN=${FROZEN:-build/frozen}
packaging/deb.sh "$folder"
packaging/appimage.sh "$folder"
packaging/wheel.sh "$folder"
cp packaging/uv-overrides.txt "$folder/"
git archive --prefix="alicia-desktop-$version/" HEAD | gzip -9n >"$folder/alicia-desktop-$version.tar.gz"
.venv/bin/python packaging/sbom.py "$folder/alicia-desktop-$version.cdx.json"

licences=$(mktemp -d)
trap 'rm -rf "$licences"' EXIT
mkdir -p "$licences/licences/python" "$licences/licences/livekit-server"
cp LICENSE docs/licences.md "$licences/licences/"
(cd .venv/lib/python3*/site-packages && find . -path './*.dist-info/*' -type f \
  \( -ipath '*/licenses/*' -o -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'notice*' \) -print0 |
  grep -zvE "^\./alicia_desktop-" | tar --null --files-from=- -cf - | tar -C "$licences/licences/python" -xf -)
cp -r "${XDG_CACHE_HOME:-$HOME/.cache}/alicia-desktop/livekit-licences/." "$licences/licences/livekit-server/"
for text in build/appimage/AppDir/usr/share/doc/*/copyright; do # of the fonts in the AppImage, and of what its head is made of
  install -D -m 644 "$text" "$licences/licences/appimage/$(basename "$(dirname "$text")").txt"
done
cp -r build/appimage/AppDir/usr/share/common-licenses "$licences/licences/common"
tar -C "$licences" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - licences |
  gzip -9n >"$folder/alicia-desktop-$version-licences.tar.gz"
(cd "$folder" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum >SHA256SUMS)
(cd "$folder" && sha256sum --quiet --check SHA256SUMS && ls -l)
