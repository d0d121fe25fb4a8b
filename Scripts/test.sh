#!/usr/bin/env bash
# The tests, one kind after the other; the first that fails ends it. With names of parts, only
# these: each builds what it needs, so that several machines can share the time. The part `slow`
# takes part only by name: most of it compiles modules again, and it seldom finds what the others
# don't.
#
#     Scripts/test.sh [swift] [packages] [simulation] [system] [page] [slow]
set -euo pipefail
cd "$(dirname "$0")/.."

usual="swift packages simulation system page"
all="$usual slow"
parts=" ${*:-$usual} "
for part in $parts; do
    [[ " $all " == *" $part "* ]] || { echo "There is no part $part of the tests: give some of $all." >&2; exit 64; }
done
wants() { [[ $parts == *" $1 "* ]]; }

# What tests and tools leave behind goes with the run, however it ends: SwiftPM alone leaves five
# folders each time.
TMPDIR=$(mktemp -d)
export TMPDIR
bugs=
trap 'kill $bugs 2>/dev/null || true; rm -rf "$TMPDIR"' EXIT

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

# Tests of the system and of the page wait more than they compute, so several files of them run
# at once. The tests of one file run one after the other: some share a server. A test that fails
# beside others has one more try alone: the machine may have been too busy for it. Both are printed.
tests() { # PROCESSES ARGUMENT…
    local pytest=(.build/python/bin/python -m pytest -q)
    "${pytest[@]}" --numprocesses "$1" --dist loadfile "${@:2}" && return
    step "What failed, once more and alone"
    "${pytest[@]}" --exitfirst --last-failed --last-failed-no-failures none "${@:2}"
}

if wants swift; then
    step "Format"
    make --no-print-directory lint

    step "Every sentence is translated"
    Scripts/languages.py --check

    step "The terminal has the page's emoji"
    Scripts/emoji.py --check

    step "Imports are declared"
    Scripts/check-imports.py

    step "Public declarations have documentation"
    Scripts/check-docs.py
fi

if wants page; then
    step "The page as the server has it"
    Scripts/page.sh --check
fi

if wants swift; then
    step "The Swift tests are built"
    Scripts/swift-build.sh --build-tests

    # Not beside the others: those keep every thread busy for longer than a server waits for a
    # handshake.
    sockets='^(ChatServerTests|ChatCoreNIOTests|ChatCoreTLSTests)\.'
    step "Swift tests of what talks over sockets"
    swift test --skip-build --filter "$sockets"

    step "Swift tests of everything else"
    swift test --skip-build --skip "$sockets"
fi

if wants packages; then
    step "The examples of the SDK"
    Scripts/examples.sh

    step "The app, as far as it can be known here"
    Scripts/check-app.sh
fi

if wants simulation; then
    step "The whole system, simulated; and the bugs that its checker must see"
    Scripts/swift-build.sh -c release --product Simulation
    # 2,000 seeds, and the bugs: two processes. One seed in 800 shows the rarest bug. The part
    # `slow` has 3,000 seeds more.
    .build/release/Simulation --bugs --seeds 8000 &
    bugs=$!
    .build/release/Simulation --seeds 2000
    wait "$bugs"
    bugs=
fi

if wants system || wants page; then
    step "What users run"
    for product in martlet EchoServer SDKDriver; do Scripts/swift-build.sh -c release --product $product; done

    export MARTLET=$PWD/.build/release/martlet
    # One seed for all of them, so that a second try makes the same random choices.
    export MARTLET_SEED=${MARTLET_SEED:-$RANDOM$RANDOM}
fi

if wants page; then
    step "The page's rules"
    node --test Tests/Page/*.test.mjs
fi

if wants system; then
    step "WebSocket: the Autobahn suite"
    Tests/Autobahn/run.sh

    step "The system: real sockets, nc, kill -9"
    tests 4 Tests/System

    step "The system with few files, on a small disk, on one core"
    tests 2 --files 300 --mutations 1000 Tests/System/test_{exhaustion,hostile,history_fairness,unread_answers}.py
    tests 2 --disk 64m Tests/System/test_{changes,rooms}.py
    tests 0 --core 0 Tests/System/test_{names,refused_floods}.py -k "namesakes or chat or page"

    step "The system with its logs and accounts in PostgreSQL"
    tests 3 --postgres \
        Tests/System/test_{exactly_once,changes,rooms,room_list,membership,held,reports,mentions,drafts,choices,links,retention,files,search}.py \
        Tests/System/test_{accounts,http_api}.py

    step "The system with its files in a bucket"
    tests 2 --s3 Tests/System/test_{files,avatars}.py
fi

if wants page; then
    step "The page in a browser"
    tests 2 Tests/Page
fi

if wants slow; then
    step "What a consumer of the package fetches and builds"
    Scripts/check-consumer.sh

    step "The example on Flux alone"
    Scripts/movielists.sh

    step "More seeds of the simulation"
    Scripts/swift-build.sh -c release --product Simulation
    .build/release/Simulation --from 2001 --seeds 3000

    step "The SDK under ThreadSanitizer"
    Scripts/check-threads.sh

    step "Frames, JSON, files' headers, journals and names, fuzzed"
    Scripts/fuzz.sh 5

    step "The page's model, compiled again and compared"
    Scripts/page.sh --compare
fi
