#!/usr/bin/env bash
# The tests, one kind after the other; the first that fails ends it. With names of parts, only
# these: each builds what it needs, so that several machines can share the time. Two parts take part
# only by name, because they take long and seldom find what the others don't: `more` tests the same
# binaries further, and `slow` compiles modules again.
#
#     Scripts/test.sh [swift] [simulation] [system] [page] [more] [slow]
set -euo pipefail
cd "$(dirname "$0")/.."

usual="swift simulation system page"
all="$usual more slow"
parts=" ${*:-$usual} "
for part in $parts; do
    [[ " $all " == *" $part "* ]] || { echo "There is no part $part of the tests: give some of $all." >&2; exit 64; }
done
wants() { [[ $parts == *" $1 "* ]]; }

# What tests and tools leave behind goes with the run, however it ends: SwiftPM alone leaves five
# folders each time.
TMPDIR=$(mktemp -d)
export TMPDIR
simulating=
trap 'kill $simulating 2>/dev/null || true; rm -rf "$TMPDIR"' EXIT

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

    step "The app, as far as it can be known without compiling it"
    Scripts/check-app.sh
fi

if wants page; then
    step "The page as the server has it"
    Scripts/page.sh --check
fi

if wants swift; then
    step "The Swift tests, and all that users run, are built"
    Scripts/swift-build.sh --build-tests

    run_tests=(swift test -c release -Xswiftc -enable-testing ${SWIFT_BUILD_FLAGS:-} --skip-build)
    # Not beside the others: those keep every thread busy for longer than a server waits for a
    # handshake.
    sockets='^(ChatServerTests|ChatCoreNIOTests|ChatCoreTLSTests)\.'
    step "Swift tests of what talks over sockets"
    "${run_tests[@]}" --filter "$sockets"

    step "Swift tests of everything else"
    "${run_tests[@]}" --skip "$sockets"
fi

if wants simulation; then
    step "The whole system, simulated"
    Scripts/swift-build.sh --product Simulation
    # Two processes share 1,000 seeds; the part `more` has 4,000 others.
    .build/release/Simulation --seeds 500 &
    simulating=$!
    .build/release/Simulation --from 501 --seeds 500
    wait "$simulating"
    simulating=
fi

if wants system || wants page || wants more; then
    step "What users run"
    for product in martlet EchoServer SDKDriver; do Scripts/swift-build.sh --product $product; done

    export MARTLET=$PWD/.build/release/martlet
    # One seed for all of them, so that a second try makes the same random choices.
    export MARTLET_SEED=${MARTLET_SEED:-$RANDOM$RANDOM}
fi

if wants page; then
    step "The page's rules"
    node --test Tests/Page/*.test.mjs
fi

if wants system; then
    step "The system: real sockets, nc, kill -9"
    tests 4 Tests/System
fi

# Tests of the page that only the part `more` runs. They seldom fail, or look at the page in many
# windows and languages.
aside=$(echo Tests/Page/test_{albums,dialogs,embed,files,focus,hostile_texts,languages,look,moderation,previews,reading,thumbnails,voice}.py)

if wants page; then
    step "The page in a browser"
    tests 2 Tests/Page ${aside//Tests/--ignore Tests}
fi

if wants more; then
    step "WebSocket: the Autobahn suite"
    Tests/Autobahn/run.sh

    step "The examples of the SDK"
    Scripts/examples.sh

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

    step "The rest of the page"
    tests 2 $aside

    step "The bugs that the simulation's checker must see, and more seeds"
    Scripts/swift-build.sh --product Simulation
    # One seed in 800 shows the rarest bug.
    .build/release/Simulation --bugs --seeds 8000 &
    simulating=$!
    .build/release/Simulation --from 1001 --seeds 4000
    wait "$simulating"
    simulating=
fi

if wants slow; then
    step "What a consumer of the package fetches and builds"
    Scripts/check-consumer.sh

    step "The example on Flux alone"
    Scripts/movielists.sh

    step "The app, compiled by itself"
    Scripts/check-app.sh --build

    step "The SDK under ThreadSanitizer"
    Scripts/check-threads.sh

    step "Frames, JSON, files' headers, journals and names, fuzzed"
    Scripts/fuzz.sh 5

    step "The page's model, compiled again and compared"
    Scripts/page.sh --compare
fi
