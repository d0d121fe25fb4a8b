#!/usr/bin/env bash
# Tests this version together with an earlier one: builds the commit or tag that is given, beside
# this checkout, and runs Tests/System/test_two_versions.py with both.
#
#     Scripts/two-versions.sh v0.1.0
set -euo pipefail
cd "$(dirname "$0")/.."

commit=$(git rev-parse --verify --quiet "${1:-}^{commit}") || {
    echo "Say which version is the previous one: Scripts/two-versions.sh TAG-OR-COMMIT" >&2
    exit 1
}
Scripts/setup.sh test
folder=.build/two-versions/$commit
if [ ! -x "$folder/.build/release/martlet" ]; then
    git worktree prune
    [ -d "$folder" ] || git worktree add --detach --quiet "$folder" "$commit"
    (cd "$folder" && swift build -c release --product martlet)
fi
Scripts/swift-build.sh --product martlet
MARTLET_PREVIOUS=$PWD/$folder/.build/release/martlet MARTLET=$PWD/.build/release/martlet \
    .build/python/bin/python -m pytest -q Tests/System/test_two_versions.py
