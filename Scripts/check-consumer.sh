#!/usr/bin/env bash
# Makes a package that takes ChatCore alone (`traits: []`), resolves and builds it, and looks at
# what was fetched and built: no other package, and no module but ChatWire, ChatModel and ChatCore.
# Then it resolves one that takes ChatCoreNIO (`traits: ["NIO"]`), which fetches SwiftNIO and what
# SwiftNIO needs.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }

# consumer PRODUCT TRAITS: a package in $folder/PRODUCT whose only dependency is Martlet's PRODUCT.
consumer() {
    mkdir -p "$folder/$1/Sources/App"
    cat >"$folder/$1/Package.swift" <<EOF
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App", platforms: [.macOS(.v14), .iOS(.v16)],
    dependencies: [.package(name: "martlet", path: "$root", traits: $2)],
    targets: [.executableTarget(name: "App", dependencies: [.product(name: "$1", package: "martlet")])])
EOF
    echo "import $1; print(ChatClient.self)" >"$folder/$1/Sources/App/main.swift"
}

# The names of the packages that were resolved.
resolved() {
    [ -e "$1/Package.resolved" ] || return 0
    sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$1/Package.resolved" | sort | tr '\n' ' '
}

consumer ChatCore '[]'
(cd "$folder/ChatCore" && swift build >build.log 2>&1) || { cat "$folder/ChatCore/build.log" >&2; fail "ChatCore alone does not build."; }
fetched=$(resolved "$folder/ChatCore")
[ -z "$fetched" ] || fail "Who takes ChatCore alone fetches $fetched: guard each of them by a trait in Package.swift."
built=$(cd "$folder/ChatCore/.build/debug/Modules" && ls -d *.swiftmodule | sed 's/\.swiftmodule//' | sort | tr '\n' ' ')
[ "$built" = "App ChatCore ChatModel ChatWire " ] || fail "Who takes ChatCore alone builds $built."
[ "$("$folder/ChatCore/.build/debug/App")" = ChatClient ] || fail "What takes ChatCore alone does not run."

consumer ChatCoreNIO '["NIO"]'
(cd "$folder/ChatCoreNIO" && swift package resolve >/dev/null 2>&1) || fail "ChatCoreNIO does not resolve."
fetched=$(resolved "$folder/ChatCoreNIO")
[ "$fetched" = "swift-atomics swift-collections swift-nio swift-system " ] || fail "Who takes ChatCoreNIO fetches $fetched."
echo "Who takes ChatCore alone fetches no package and builds ChatWire, ChatModel and ChatCore; ChatCoreNIO adds SwiftNIO."
