#!/usr/bin/env bash
# Runs the tests of the SDK and of Flux under ThreadSanitizer. The modules are linked into a package
# of their own: nothing of the server is instrumented that they don't use, which would take ten
# times as long. Left out is what takes long on one thread.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
package=.build/threads
mkdir -p "$package"
ln -sfn "$root/Sources" "$package/Sources"
ln -sfn "$root/Tests" "$package/Tests"
cat >"$package/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "threads",
    platforms: [.macOS(.v13)],
    targets: [
        .target(name: "ChatWire"),
        .target(name: "ChatModel", dependencies: ["ChatWire"]),
        .target(name: "ChatCore", dependencies: ["ChatModel"]),
        .target(name: "ChatRooms", dependencies: ["ChatWire"]),
        .target(name: "ChatTesting", dependencies: ["ChatCore", "ChatRooms"]),
        .target(name: "Flux"),
        .target(name: "FluxTesting", dependencies: ["Flux"]),
        .target(name: "ChatStore", dependencies: ["ChatCore", "Flux"]),
        .testTarget(name: "ChatCoreTests", dependencies: ["ChatCore", "ChatTesting"]),
        .testTarget(name: "ChatStoreTests", dependencies: ["ChatStore", "ChatTesting", "FluxTesting"]),
        .testTarget(name: "FluxTests", dependencies: ["Flux", "FluxTesting"]),
    ]
)
SWIFT
# One test after the other: all at once, the long ones keep every thread busy for a minute, and
# others run into their time limits.
TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}" swift test --package-path "$package" --sanitize=thread --no-parallel --skip LogReaderTests
