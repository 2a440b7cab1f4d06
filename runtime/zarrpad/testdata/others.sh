#!/usr/bin/env bash
# Runs zarrpad against what zarrita (npm) and zarr-python 2 (Debian: python3-zarr) write and read, where these are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"${GO:-go}" build -o "$dir/zarrpad" ./cmd/zarrpad
if command -v node >/dev/null && command -v npm >/dev/null; then
	modules=../../.bin/zarrita
	mkdir -p "$modules"
	npm install --silent --no-save --prefix "$modules" zarrita@0.7.5 @zarrita/storage@0.2.0
	node testdata/zarrita.mjs "$PWD/$modules" "$dir/zarrpad" "$dir/zarrita"
else
	echo "skipped: zarrita: no node or no npm"
fi
if /usr/bin/python3 -c 'import zarr; assert zarr.__version__ < "3"' 2>/dev/null; then
	/usr/bin/python3 testdata/zarr_python.py "$dir/zarrpad" "$dir/zarr-python" "${ARRAYS:-100}"
else
	echo "skipped: zarr-python: no python3-zarr of version 2"
fi
