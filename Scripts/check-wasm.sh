#!/bin/sh
# Compiles ChatWire as Embedded Swift for the browser, which allows no Foundation, no existentials, no reflection and no
# untyped throws. Nothing is linked: what is checked is that the module stays within that subset.
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
if ! swiftc -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -Osize -parse-as-library \
    -swift-version 6 -warnings-as-errors -module-name ChatWire -emit-module -emit-module-path "$out/ChatWire.swiftmodule" \
    -c Sources/ChatWire/*.swift -o "$out/ChatWire.o"; then
    echo "ChatWire does not compile as Embedded Swift for WebAssembly: see the errors above. It may use the standard" \
        "library only, without Codable, 'any', reflection and untyped throws." >&2
    exit 1
fi
echo "ChatWire compiles as Embedded Swift for WebAssembly ($(wc -c <"$out/ChatWire.o") bytes)."
