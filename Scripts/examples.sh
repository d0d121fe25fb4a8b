#!/usr/bin/env bash
# Builds the examples and sees that they do what they say. Each is a package of its own; they share the main package's build folder, so that
# nothing is built twice.
set -euo pipefail
cd "$(dirname "$0")/.."

build() { swift build --package-path "Examples/$1" --scratch-path .build --product "$1"; }
fail() { echo "Examples/$1: $2" >&2; exit 1; }

martlet=${MARTLET:-$PWD/.build/debug/martlet}
[ -x "$martlet" ] || swift build --product martlet
for example in EmbeddedServer CustomTransport EchoBot; do build $example; done

for example in EmbeddedServer CustomTransport; do
  said=$(timeout 60 .build/debug/$example) || fail $example "ended with an error"
  grep -q '^read back: Hello' <<<"$said" || fail $example "said $said"
done

folder=$(mktemp -d)
running=()
trap 'kill "${running[@]}" 2>/dev/null || true; rm -rf "$folder"' EXIT
"$martlet" serve --port 0 --line-port off --data "$folder/data" >"$folder/greeting" & running+=($!)
for _ in $(seq 300); do grep -q 'Data ' "$folder/greeting" && break; sleep 0.1; done
server=$(sed -n 's/.*Page *\(http[^ ]*\)\/$/\1/p' "$folder/greeting")
.build/debug/EchoBot "$server" lobby "$folder/journal" & running+=($!)
"$martlet" tail lobby --server "$server" >"$folder/heard" & running+=($!)
# The bot answers what is said from its coming on, so it is asked until it is there.
for _ in $(seq 60); do
  "$martlet" send lobby "echo hello" --server "$server" --name ann >/dev/null
  grep -q '^echo:ann said: hello$' "$folder/heard" && break
  sleep 0.5
done
grep -q '^echo:ann said: hello$' "$folder/heard" || fail EchoBot "did not answer"
echo "The examples do what they say."
