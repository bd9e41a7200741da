#!/usr/bin/env bash
# Freezes the program with its Python into one folder: packaging/freeze.sh [FOLDER], build/frozen by default
#
# PyInstaller lies in a folder of its own, so that nothing of it is installed beside what the program runs on. The times of
# files and the order of hashes are fixed: what is built twice from one commit is the same.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-build/frozen}
tools=$PWD/build/pyinstaller
state=$(sha256sum packaging/freeze.lock)
if [ "$(cat "$tools/.installed" 2>/dev/null)" != "$state" ]; then
  rm -rf "$tools"
  .venv/bin/python -m pip --quiet --disable-pip-version-check --retries 5 --timeout "${PIP_DEFAULT_TIMEOUT:-120}" \
    install --no-compile --require-hashes --no-deps --target "$tools" -r packaging/freeze.lock
  printf '%s\n' "$state" >"$tools/.installed"
fi
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1000000000)} PYTHONHASHSEED=1
rm -rf "$folder"
echo "Freezing the program (some minutes)"
PYTHONPATH=$tools .venv/bin/python -m PyInstaller --noconfirm --log-level WARN --distpath "$folder" \
  --workpath build/pyinstaller-work packaging/alicia-desktop.spec
# Symbols for a debugger are a sixth of what comes out; code and data stay byte by byte.
find "$folder" -type f -name '*.so*' -exec sh -c 'file -b "$1" | grep -q "with debug_info" && strip --strip-debug "$1"' _ {} \;
echo "$(du -sm "$folder/alicia-desktop" | cut -f1) MB in $folder/alicia-desktop"
