#!/usr/bin/env bash
# Pads an array of 135 chunks of 4 MiB on Prism, which is a process of its own, with the worker in another one. The worker is killed, and the
# job is started again. It prints how many chunks were there, and the peak memory of both processes. Needs Linux and the network for Prism.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
beam=$(go list -m -f '{{.Version}}' github.com/apache/beam/sdks/v2)
dir=$(mktemp -d)
prism=
finish() {
	kill "$prism" 2>/dev/null || true
	[ ! -e "$dir/worker" ] || kill "$(cat "$dir/worker")" 2>/dev/null || true
	rm -rf "$dir"
}
trap finish EXIT
GOBIN=$dir go install "github.com/apache/beam/sdks/v2/go/cmd/prism@$beam"
go -C ../examples/beam build -o "$dir/beam" .
go -C ../zarrpad build -o "$dir/zarrpad" ./cmd/zarrpad
mkdir "$dir/in"
echo '{"zarr_format": 2, "shape": [9200, 15340], "chunks": [1024, 1024], "dtype": "<f4", "order": "C", "filters": null, "compressor": null,
	"fill_value": 0}' >"$dir/in/.zarray"
for chunk in {0..8}.{0..14}; do head -c 4194304 /dev/urandom >"$dir/in/$chunk"; done

# What Prism starts as a worker must speak Beam's boot protocol. Prism puts quotes around the id.
cat >"$dir/boot" <<BOOT
#!/usr/bin/env bash
for arg; do case \$arg in --id=*) id=\${arg#--id=} ;; --provision_endpoint=*) at=\${arg#--provision_endpoint=} ;; esac; done
id=\${id#[\"\']}
echo \$\$ >"$dir/worker"
exec "$dir/beam" --worker=true --id="\${id%[\"\']}" --control_endpoint="\$at" --logging_endpoint="\$at"
BOOT
chmod +x "$dir/boot"

chunks() { find "$dir/out" -name '*.*' -not -name '.*' -type f 2>/dev/null | wc -l; }
peak() { awk '/VmHWM/ { printf "%.0f MB", $2 / 1000 }' "/proc/$1/status"; }
submit() {
	timeout 300 "$dir/beam" -in "$dir/in" -out "$dir/out" -mode reflect -pads 5,5,5,5 -runner universal -endpoint localhost:18073 \
		-worker_binary "$dir/beam" -environment_type PROCESS -environment_config "{\"command\": \"$dir/boot\"}" >"$dir/job.log" 2>&1
}
start() {
	rm -f "$dir/worker"
	"$dir/prism" -job_port 18073 -serve_http=false >"$dir/prism.log" 2>&1 &
	prism=$!
	sleep 1
}

start
submit &
job=$!
for _ in $(seq 600); do [ "$(chunks)" -lt 40 ] || break; sleep 0.1; done
kill -9 "$(cat "$dir/worker")"
echo "the worker was killed after $(chunks) of 135 chunks"
sleep 5
! kill -0 "$job" 2>/dev/null || echo "5 s later Prism has not ended the job"
kill "$job" "$prism"
wait 2>/dev/null || true

start
touch "$dir/again"
(while sleep 0.05; do p=$(peak "$(cat "$dir/worker")") && [ -n "$p" ] && echo "$p" >"$dir/peak"; done) 2>/dev/null &
watch=$!
SECONDS=0
submit || { tail -n 20 "$dir/job.log" "$dir/prism.log"; exit 1; }
echo "started again: $(chunks) chunks, of which $(find "$dir/out" -name '*.*' -newer "$dir/again" -not -name '.*' | wc -l) are new, after $SECONDS s;" \
	"peak memory of Prism $(peak "$prism"), of the worker $(cat "$dir/peak")"
kill "$watch"
"$dir/zarrpad" check "$dir/in" "$dir/out"
