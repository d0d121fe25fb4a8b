#!/usr/bin/env bash
# Measures a freshly started server with martlet bench, and draws the result: docs/figures/*.json,
# docs/images/*.svg. Nothing else should run meanwhile. MARTLET names another binary, SECONDS_EACH
# how long a point is measured, FIGURES and IMAGES where it goes.
set -euo pipefail
cd "$(dirname "$0")/.."

martlet=${MARTLET:-.build/release/martlet}
seconds=${SECONDS_EACH:-10}
figures=${FIGURES:-docs/figures}
images=${IMAGES:-docs/images}
[ -x "$martlet" ] || { echo "measure.sh: no $martlet; build it: swift build -c release --product martlet" >&2; exit 1; }
command -v python3 >/dev/null || { echo "measure.sh: needs python3" >&2; exit 1; }

work=$(mktemp -d)
server=
stop() {
    [ -n "$server" ] || return 0
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=
}
trap 'stop; rm -rf "$work"' EXIT

# A server of its own for every point: none inherits what another has left in log and memory.
point() { # NAME BENCH-OPTIONS...
    local name=$1; shift
    local data=$work/$name
    "$martlet" serve --port 0 --line-port off --rate-limit off --data "$data" >"$work/$name.out" 2>"$work/$name.err" &
    server=$!
    local port=
    for _ in $(seq 100); do
        port=$(grep -ohE 'http://127\.0\.0\.1:[0-9]+' "$work/$name.out" "$work/$name.err" 2>/dev/null | head -1 | sed 's/.*://') || true
        [ -z "$port" ] || break
        kill -0 "$server" 2>/dev/null || { cat "$work/$name.err" >&2; exit 1; }
        sleep 0.1
    done
    [ -n "$port" ] || { echo "measure.sh: the server did not say where it listens" >&2; exit 1; }
    echo "$name"
    "$martlet" bench --server "http://127.0.0.1:$port" --pid "$server" --duration "$seconds" --warmup 2 --quiet --json "$@" \
        >"$work/report.json"
    kill -0 "$server" 2>/dev/null || { echo "measure.sh: the server ended:" >&2; cat "$work/$name.err" >&2; exit 1; }
    stop
    rm -rf "$data"
    mv "$work/report.json" "$figures/$name.json"
}

mkdir -p "$figures"
cores=$(getconf _NPROCESSORS_ONLN)
model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)
echo "$(uname -s) $(uname -m), ${model:-unknown processor}, $cores cores, load on the same machine." >"$figures/machine.txt"

for door in v1 swiftchat; do
    for connections in 10 100 500 1000 2000; do
        point "connections-$door-$(printf %04d "$connections")" --protocol "$door" --connections "$connections" --senders 10 --window 4
    done
done
for rate in 10 50 100 200; do
    point "latency-$(printf %03d "$rate")" --connections 1000 --senders 10 --rate "$rate"
done
# A commit of one must not wait for company.
point lone-sender --connections 1 --senders 1 --window 1
point idle --connections 10000 --senders 0
point acknowledged --connections 64 --rooms 32 --senders 64 --window 16
point pair --connections 2 --senders 2 --window 64
point rooms --connections 1000 --rooms 200 --senders 40 --window 1

Scripts/plot.py "$figures" "$images"
