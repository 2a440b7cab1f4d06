#!/bin/sh
# Builds the side-by-side run and starts it with the given flags. See main.go for what it does and needs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/padgen-peers
fail() {
	echo "peers: $*" >&2
	exit 2
}
command -v go >/dev/null || fail "needs the go command, it is not in PATH"
cc=$(go env CC)
# CC may hold flags.
command -v "${cc%% *}" >/dev/null || fail "needs a C compiler for cgo, $cc is not installed (gcc of the system's packages, or set CC)"
mkdir -p "$cache"
(cd "$here" && CGO_ENABLED=1 GOWORK=off go build -buildvcs=false -o "$cache/peers" .) ||
	fail "cannot be built; its modules come the usual way of the go command (go env GOPROXY), which needs the network once"
exec "$cache/peers" "$@"
