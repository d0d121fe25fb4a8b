#!/usr/bin/env bash
# Fuzzes what reads bytes from outside: Scripts/fuzz.sh [SECONDS each] [TARGET…]. Without targets all of them, 60 seconds each.
#
# A target begins with Fuzz/Corpus and with what earlier runs found (Fuzz/.build/corpus). An input that breaks a promise is left in
# Fuzz/Crashes. Once its cause is fixed it belongs in Fuzz/Corpus, and in a test of what was at fault.
set -euo pipefail
cd "$(dirname "$0")/../Fuzz"

seconds=${1:-60}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then for folder in Corpus/*/; do targets+=("$(basename "$folder")"); done; fi

# The fuzzer's hooks are in everything, and so is what @testable needs.
swift build -c release --sanitize=fuzzer --product FuzzValues -Xswiftc -enable-testing

mkdir -p Crashes
failed=()
for target in "${targets[@]}"; do
    printf '\n== %s, %s s\n' "$target" "$seconds"
    mkdir -p ".build/corpus/$target"
    # Swift's own backtrace takes minutes for such a binary.
    if ! FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no .build/release/FuzzValues \
        -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="Crashes/$target-" ".build/corpus/$target" "Corpus/$target" 2>.build/fuzz.log; then
        failed+=("$target")
        tail -n 40 .build/fuzz.log
    fi
    grep -E '^stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)' .build/fuzz.log || true
done

if [ ${#failed[@]} -gt 0 ]; then
    echo "broken: ${failed[*]}; the inputs are in Fuzz/Crashes"
    exit 1
fi
rmdir Crashes 2>/dev/null || true
