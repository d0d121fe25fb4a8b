#!/usr/bin/env bash
# Fuzzes what reads bytes from outside: Scripts/fuzz.sh [SECONDS each] [TARGET…]. Without targets
# all of them, 60 seconds each, two at a time (FUZZ_JOBS).
#
# A target begins with Fuzz/Corpus and with what earlier runs found (Fuzz/.build/corpus). An input
# that breaks a promise is left in Fuzz/Crashes. Once its cause is fixed it belongs in Fuzz/Corpus,
# and in a test of what was at fault.
set -euo pipefail
cd "$(dirname "$0")/../Fuzz"

seconds=${1:-60}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then for folder in Corpus/*/*/; do targets+=("$(basename "$folder")"); done; fi

# The fuzzer's hooks are in everything, and so is what @testable needs.
for product in FuzzValues FuzzChannels; do
    ../Scripts/swift-build.sh --sanitize=fuzzer --product $product
done

# Runs one target, and says what became of it in one piece.
fuzz() {
    local target=$1 seconds=$2 corpus product status=0
    corpus=$(echo Corpus/*/"$target")
    product=Fuzz$(basename "$(dirname "$corpus")")
    mkdir -p ".build/corpus/$target"
    # Swift's own backtrace takes minutes for such a binary.
    FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no ".build/release/$product" \
        -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="Crashes/$target-" ".build/corpus/$target" "$corpus" \
        >".build/fuzz-$target.log" 2>&1 || status=$?
    printf '\n== %s, %s s\n%s\n' "$target" "$seconds" \
        "$(grep -E '^stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)' ".build/fuzz-$target.log")"
    if [ $status -ne 0 ]; then
        printf 'broken: %s; the input is in Fuzz/Crashes\n%s\n' "$target" "$(tail -n 40 ".build/fuzz-$target.log")"
    fi
    return $status
}
export -f fuzz

mkdir -p Crashes
printf '%s\n' "${targets[@]}" | xargs -P "${FUZZ_JOBS:-2}" -I{} bash -c "fuzz {} $seconds"
rmdir Crashes 2>/dev/null || true
