#!/usr/bin/env bash
# What can be known of the app where there is no SwiftUI: that every file of it parses and is in
# form, that the Xcode project names files that exist and the package's products, and that the plist
# and the code name the same tasks and scheme. With --build, also that everything around
# `#if canImport(SwiftUI)` compiles and passes its tests. The views are compiled by the macOS job.
set -euo pipefail
cd "$(dirname "$0")/.."

sources=$(find Sources/ChatScreens Sources/ChatUI Sources/ChatStore Apps -name '*.swift' -not -path '*/.build/*')
# One by one: two files of a name (main.swift) can't be read together.
for file in $sources; do swiftc -frontend -parse -swift-version 6 "$file"; done
swift format lint --strict --parallel $sources
echo "$(wc -w <<<"$sources") files of the app parse and are in form."

# Only APIs of iOS 16 and macOS 13. Newer ones that are easily used by mistake are looked for by
# name.
newer='DiscardingTaskGroup|String\(validating:|@Observable\b|\.scrollPosition\(|ContentUnavailableView|\.defaultScrollAnchor|#Preview|\.onChange\(of: [^)]*, initial:|\.sensoryFeedback|@Bindable|\.contentMargins'
if grep -nE "$newer" $sources; then
    echo "These need iOS 17 or macOS 14; the app is for iOS 16 and macOS 13." >&2
    exit 1
fi
# The package is for macOS 14, which has neither of these.
if grep -rn 'String(validating:' Sources || grep -rn 'import Synchronization' Tests Apps; then
    echo "These need macOS 15: take String(validUTF8:) and Locked of ChatRooms." >&2
    exit 1
fi
# Layouts use leading and trailing, not left and right.
if grep -nE '(^|[^A-Za-z0-9_])\.(left|right)\b' $(grep -l SwiftUI $sources); then
    echo "Write leading and trailing, which turn with the language." >&2
    exit 1
fi

# Text is in the fonts of the theme. Only symbols have the system's sizes.
if grep -rnE 'Text\(.*\.font\(\.' Sources/ChatUI Sources/ChatScreens; then
    echo "Write themeFont(…): the theme of an app has its own fonts." >&2
    exit 1
fi

python3 Apps/Martlet/Xcode/check.py
[ "${1:-}" = --build ] || exit 0
# SwiftPM does not always compile the app again when a module of the package has changed.
rm -rf Apps/Martlet/.build/debug/Martlet*.build
swift test --package-path Apps/Martlet
