#!/usr/bin/env bash
# Pins what requirements*.in ask for, installs it, and writes the pages about it: packaging/lock.sh [--upgrade]
#
# For every platform and Python at once, with hashes, and without the address of any index: where packages come from is
# the business of the machine that installs them.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -x .venv/bin/uv ] || .venv/bin/python -m pip --quiet install uv
pin() {
  .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-emit-find-links --no-annotate --no-header "$@"
}
pin "$@" requirements.in requirements-models.in -o requirements.lock
pin "$@" --no-deps requirements-nodeps.in -o requirements-nodeps.lock
pin "$@" packaging/build.in -o packaging/build.lock
pin "$@" requirements-dev.in --constraints requirements.lock --constraints packaging/build.lock -o requirements-dev.lock
pin "$@" packaging/freeze.in -o packaging/freeze.lock
pin "$@" packaging/go.in -o packaging/go.lock
packaging/setup.sh test # what follows looks at what is installed
for page in overrides licences dependencies; do
  .venv/bin/python "packaging/$page.py"
done
