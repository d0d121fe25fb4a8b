#!/bin/sh
# Compiles ChatWire and ChatModel as Embedded Swift for the browser, which allows no Foundation, no existentials, no
# reflection and no untyped throws. Nothing is linked: what is checked is that the modules stay within that subset.
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for module in ChatWire ChatModel; do
    if ! swiftc -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -Osize -parse-as-library \
        -swift-version 6 -warnings-as-errors -package-name martlet -I "$out" -module-name $module -emit-module \
        -emit-module-path "$out/$module.swiftmodule" -c Sources/$module/*.swift -o "$out/$module.o"; then
        echo "$module does not compile as Embedded Swift for WebAssembly: see the errors above. It may use the standard" \
            "library only, without Codable, 'any', reflection and untyped throws." >&2
        exit 1
    fi
    echo "$module compiles as Embedded Swift for WebAssembly ($(wc -c <"$out/$module.o") bytes)."
done
