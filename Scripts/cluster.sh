#!/usr/bin/env bash
# Starts a cluster on this machine: PostgreSQL, NATS, three servers, and HAProxy in front of them.
# All of it ends with Ctrl-C. What it stores is in .build/cluster; the database is new each time.
set -euo pipefail
cd "$(dirname "$0")/.."

port=${CLUSTER_PORT:-8080}
line_port=${CLUSTER_LINE_PORT:-8081}
martlet=${MARTLET:-$PWD/.build/release/martlet}
folder=${CLUSTER_FOLDER:-$PWD/.build}/cluster

running=()
database=
finish() {
    # The proxy first, then the servers: they say goodbye to their clients. Then NATS. The database
    # ends with its input.
    for ((i = ${#running[@]} - 1; i >= 0; i--)); do
        kill "${running[i]}" 2>/dev/null && wait "${running[i]}" || true
    done
    [ -z "$database" ] || { exec 8>&- && wait "$database"; } || true
}
trap finish EXIT
trap 'exit 0' INT TERM

rm -rf "$folder"
mkdir -p "$folder"
mkfifo "$folder/database.in" "$folder/database.out"
# It ends when its standard input does.
Scripts/test-postgres.sh <"$folder/database.in" >"$folder/database.out" &
database=$!
exec 8>"$folder/database.in" 9<"$folder/database.out"
read -r socket <&9

bus_port=$((port + 20))
nats=$(command -v nats-server || echo /usr/sbin/nats-server)
"$nats" --addr 127.0.0.1 --port "$bus_port" >"$folder/nats.log" 2>&1 8>&- 9<&- &
running+=($!)

backends= line_backends=
for number in 1 2 3; do
    "$martlet" serve --cluster on --store "postgres://martlet@/postgres?host=$socket" --files off --data "$folder/server$number" \
        --port $((port + 10 + number)) --line-port $((line_port + 20 + number)) --trusted-proxy 127.0.0.1 --line-proxy-protocol on \
        --accounts open --bus "nats://127.0.0.1:$bus_port" >"$folder/server$number.log" 2>&1 8>&- 9<&- &
    running+=($!)
    backends+="    server server$number 127.0.0.1:$((port + 10 + number)) check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
"
    line_backends+="    server server$number 127.0.0.1:$((line_port + 20 + number)) check port $((port + 10 + number)) inter 1s send-proxy-v2
"
done

cat >"$folder/haproxy.cfg" <<CFG
defaults
    timeout connect 5s
    timeout client 90s
    timeout server 90s
    timeout tunnel 90s
    balance roundrobin

frontend web
    mode http
    bind 127.0.0.1:$port
    default_backend martlet

backend martlet
    mode http
    option forwardfor
    option httpchk GET /health
$backends
frontend lines
    mode tcp
    bind 127.0.0.1:$line_port
    default_backend martlet_lines

backend martlet_lines
    mode tcp
    timeout server 10m
    option httpchk GET /health
$line_backends
CFG

# A server serves without its bus, too, so a NATS that does not start is told here.
until grep -q 'Server is ready' "$folder/nats.log"; do
    kill -0 "${running[0]}" 2>/dev/null || { cat "$folder/nats.log" >&2; exit 1; }
    sleep 0.1
done
for number in 1 2 3; do
    until curl -sf -o /dev/null "http://127.0.0.1:$((port + 10 + number))/health"; do
        kill -0 "${running[number]}" 2>/dev/null || { cat "$folder/server$number.log" >&2; exit 1; }
        sleep 0.1
    done
done
haproxy=$(command -v haproxy || echo /usr/sbin/haproxy)
"$haproxy" -f "$folder/haproxy.cfg" >"$folder/haproxy.log" 2>&1 8>&- 9<&- &
running+=($!)
until curl -sf -o /dev/null "http://127.0.0.1:$port/health"; do
    kill -0 "${running[4]}" 2>/dev/null || { cat "$folder/haproxy.log" >&2; exit 1; }
    sleep 0.1
done

cat <<TEXT
Three servers share a database, speak over NATS, and HAProxy spreads connections over them.
  Page    http://127.0.0.1:$port/  (open it in two windows: they are on two servers)
  Lines   nc 127.0.0.1 $line_port
  Servers http://127.0.0.1:$((port + 11))/ http://127.0.0.1:$((port + 12))/ http://127.0.0.1:$((port + 13))/
  Bus     nats://127.0.0.1:$bus_port
  Data    $folder
End one of the servers to see its clients go on elsewhere: kill -9 ${running[1]}
Ctrl-C ends everything.
TEXT
wait "${running[4]}"
