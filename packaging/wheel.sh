#!/usr/bin/env bash
# Builds the wheel of the program: packaging/wheel.sh [FOLDER], dist by default
#
# From a copy, because setuptools builds inside the tree that it is given and keeps there what was deleted since.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-dist}" && cd "${1:-dist}" && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r alicia_desktop pyproject.toml README.md LICENSE requirements.in requirements-models.in "$copy"
find "$copy" -name __pycache__ -prune -exec rm -rf {} +
.venv/bin/python -m pip --quiet --disable-pip-version-check wheel --no-deps --no-index --no-build-isolation \
  --wheel-dir "$folder" "$copy"
