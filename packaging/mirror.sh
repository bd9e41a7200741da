#!/usr/bin/env bash
# Copies every locked file that a computer like this one installs: packaging/mirror.sh FOLDER
#
# `make setup FROM=FOLDER` then needs no network: the hashes of the locks hold for copies, too. A second run fetches only
# what is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?"Name a folder: make mirror DIR=…"}
mkdir -p "$folder"
for lock in requirements.lock requirements-nodeps.lock packaging/build.lock requirements-dev.lock packaging/freeze.lock packaging/go.lock; do
  .venv/bin/python -m pip --quiet --disable-pip-version-check --retries 5 --timeout "${PIP_DEFAULT_TIMEOUT:-120}" \
    download --require-hashes --no-deps --find-links "$folder" --dest "$folder" -r "$lock"
done
echo "$(find "$folder" -type f | wc -l) files, $(du -sm "$folder" | cut -f1) MB in $folder"
