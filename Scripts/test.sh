#!/usr/bin/env bash
# Every test there is, one kind after the other; the first that fails ends it.
set -euo pipefail
cd "$(dirname "$0")/.."

# What tests and tools leave behind goes with the run, however it ends: SwiftPM alone leaves five folders each time.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

step "Format"
make --no-print-directory lint

step "Public declarations have documentation"
Scripts/check-docs.py

step "The page as the server has it, and its model as WebAssembly"
Scripts/page.sh --check

# Not beside the others: those keep every thread busy for longer than a server waits for a handshake.
sockets='^(ChatServerTests|ChatCoreNIOTests|ChatCoreTLSTests)\.'
step "Swift tests of what talks over sockets"
swift build --build-tests
swift test --skip-build --filter "$sockets"

step "Swift tests of everything else"
swift test --skip-build --skip "$sockets"

step "The SDK under ThreadSanitizer"
Scripts/check-threads.sh

step "What a consumer of the package fetches and builds"
Scripts/check-consumer.sh

step "The example on Flux alone"
Scripts/movielists.sh

step "The examples of the SDK"
Scripts/examples.sh

step "The app, as far as it can be known here"
Scripts/check-app.sh

step "The whole system, simulated; and the bugs that its checker must see"
swift build -c release --product Simulation
# In two processes: no seed knows of another.
.build/release/Simulation --seeds 2500 &
half=$!
.build/release/Simulation --seeds 2500 --from 2501
wait "$half"
.build/release/Simulation --bugs --seeds 2000

step "Frames, JSON, files' headers, journals and names, fuzzed"
Scripts/fuzz.sh 10

step "What users run"
swift build -c release --product martlet
swift build -c release --product EchoServer
swift build -c release --product SDKDriver

step "WebSocket: the Autobahn suite"
Tests/Autobahn/run.sh

step "The page's rules"
node --test Tests/Page/*.test.mjs

export MARTLET=$PWD/.build/release/martlet
step "The system: real sockets, nc, kill -9"
.build/python/bin/python -m pytest -q Tests/System

step "The system with few files, on a small disk, on one core"
system() { .build/python/bin/python -m pytest -q "$@"; }
system --files 300 --mutations 1000 Tests/System/test_{exhaustion,hostile,history_fairness,unread_answers}.py
system --disk 64m Tests/System/test_{changes,rooms}.py
system --core 0 Tests/System/test_{names,refused_floods}.py -k "namesakes or chat or page"

step "The system with its logs in PostgreSQL"
system --postgres \
    Tests/System/test_{exactly_once,changes,rooms,membership,held,reports,mentions,drafts,choices,links,retention,files}.py

step "The page in a browser"
.build/python/bin/python -m pytest -q Tests/Page
