#!/usr/bin/env bash
# Builds and tests Examples/MovieLists, a package of its own: its rules, and its command against a
# server on this machine.
set -euo pipefail
cd "$(dirname "$0")/../Examples/MovieLists"

swift build --build-tests
swift test --skip-build
