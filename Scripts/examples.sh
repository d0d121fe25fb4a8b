#!/usr/bin/env bash
# Builds the examples and sees that they do what they say. Each is a package of its own; they share
# the main package's build folder, so that nothing is built twice.
set -euo pipefail
cd "$(dirname "$0")/.."

# build PACKAGE [PRODUCT]: without the cached plan, which may be that of another package.
build() {
  # SwiftPM does not always compile an example again when a module of the main package has changed.
  rm -rf ".build/release/${2:-$1}.build"
  Scripts/swift-build.sh --package-path "Examples/$1" --scratch-path .build --disable-build-manifest-caching \
    --product "${2:-$1}"
}
fail() { echo "Examples/$1: $2" >&2; exit 1; }

martlet=${MARTLET:-$PWD/.build/release/martlet}
[ -x "$martlet" ] || Scripts/swift-build.sh --product martlet
for example in EmbeddedServer CustomTransport EchoBot OutboxClient SupportBot TokenBackend; do build $example; done
build SupportBot SupportCustomer
build TokenBackend TokenClient

for example in EmbeddedServer CustomTransport; do
  said=$(timeout 60 .build/release/$example) || fail $example "ended with an error"
  grep -q '^read back: Hello' <<<"$said" || fail $example "said $said"
done

folder=$(mktemp -d)
running=()
trap 'kill "${running[@]}" 2>/dev/null || true; rm -rf "$folder"' EXIT
(umask 077; head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$folder/secret")

# serve PORT: starts the server on the same data, and waits until it is ready.
serve() {
  rm -f "$folder/greeting"
  "$martlet" serve --port "$1" --line-port off --data "$folder/data" \
    --tokens "$folder/secret" --token-issuer https://example.org >"$folder/greeting" &
  serving=$!
  running+=($serving)
  await 'Data ' "$folder/greeting" || fail martlet "did not start"
  server=$(sed -n 's/.*Page *\(http[^ ]*\)\/$/\1/p' "$folder/greeting")
}

# await PATTERN FILE [COUNT]: waits until the file has COUNT lines with the pattern, at most 30 s.
await() {
  for _ in $(seq 300); do
    count=$(grep -c "$1" "$2" 2>/dev/null) || true
    [ "${count:-0}" -ge "${3:-1}" ] && return
    sleep 0.1
  done
  return 1
}

serve 0
.build/release/EchoBot "$server" lobby "$folder/journal" & running+=($!)
"$martlet" tail lobby --server "$server" >"$folder/heard" & running+=($!)
# The bot answers what is said from its coming on, so it is asked until it is there.
for _ in $(seq 60); do
  "$martlet" send lobby "echo hello" --server "$server" --name ann >/dev/null
  grep -q '^echo:ann said: hello$' "$folder/heard" && break
  sleep 0.5
done
grep -q '^echo:ann said: hello$' "$folder/heard" || fail EchoBot "did not answer"

# SupportBot is killed as soon as somebody has its answer. Started again, it answers what was said
# meanwhile, and nothing twice.
"$martlet" tail support --json --server "$server" >"$folder/support" & running+=($!)
start_bot() {
  rm -f "$folder/bot"
  .build/release/SupportBot "$server" support "$folder/support-journal" >"$folder/bot" & bot=$!
  running+=($bot)
  await 'The bot is in support' "$folder/bot" || fail SupportBot "did not join"
}
start_bot
for round in 1 2 3; do
  said=$(timeout 60 .build/release/SupportCustomer "$server" support hours) || fail SupportCustomer "ended with an error"
  grep -q '^answer: We are here from 9 to 17' <<<"$said" || fail SupportBot "answered $said"
  grep -q '^menu: How can we help? ann chose: Opening hours (button hours)$' <<<"$said" || fail SupportBot "left $said"
  kill -9 $bot
  wait $bot 2>/dev/null || true
  "$martlet" send support help --server "$server" --name bob >/dev/null
  start_bot
  await '"type":"com.example.menu"' "$folder/support" $((2 * round)) || fail SupportBot "did not answer after round $round"
done
said=$(timeout 60 .build/release/SupportCustomer "$server" support returns) || fail SupportCustomer "ended with an error"
grep -q '^answer: You can return' <<<"$said" || fail SupportBot "answered $said"
await '"You can return' "$folder/support" || fail SupportBot "answered what tail does not have"
answers=$(grep '"name":"helpdesk"' "$folder/support" | grep -o '"reply":[0-9]*')
[ "$(wc -l <<<"$answers")" = 11 ] || fail SupportBot "sent $(wc -l <<<"$answers") answers in place of 11"
[ -z "$(sort <<<"$answers" | uniq -d)" ] || fail SupportBot "answered twice: $(sort <<<"$answers" | uniq -d)"

# TokenBackend: its user speaks under the backend's name for them. Nobody else gets a token.
.build/release/TokenBackend 0 "$folder/secret" https://example.org >"$folder/backend" & running+=($!)
await '^http' "$folder/backend" || fail TokenBackend "did not start"
backend=$(head -1 "$folder/backend")
said=$(timeout 60 .build/release/TokenClient "$backend" session-of-ann "$server" tokens "Hello from the app") \
  || fail TokenClient "ended with an error: $said"
grep -q '^connected as Ann$' <<<"$said" || fail TokenClient "said $said"
"$martlet" tail tokens --server "$server" >"$folder/tokens" & running+=($!)
await '^Ann:Hello from the app$' "$folder/tokens" || fail TokenClient "was not heard under its name"
said=$(timeout 60 .build/release/TokenClient "$backend" session-of-eve "$server" tokens hello) \
  && fail TokenBackend "signed a token for nobody"
grep -q '^The backend has no such session' <<<"$said" || fail TokenClient "said $said"

# OutboxClient: what was written while the server was away is in the room once, and in order.
kill $serving
wait $serving || fail martlet "ended with an error"
for text in one two; do
  code=0
  said=$(timeout 60 .build/release/OutboxClient "$server" outbox "$folder/outbox" $text) || code=$?
  [ $code = 75 ] || fail OutboxClient "ended with $code without a server: $said"
done
grep -q 'kept for the next run: 2$' <<<"$said" || fail OutboxClient "said $said"
serve "${server##*:}"
said=$(timeout 60 .build/release/OutboxClient "$server" outbox "$folder/outbox" three) || fail OutboxClient "said $said"
[ "$said" = "1 acknowledged: one
2 acknowledged: two
3 acknowledged: three" ] || fail OutboxClient "said $said"
said=$(timeout 60 .build/release/OutboxClient "$server" outbox "$folder/outbox") || fail OutboxClient "said $said"
[ -z "$said" ] || fail OutboxClient "sent again: $said"
echo "The examples do what they say."
