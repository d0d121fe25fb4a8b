#!/usr/bin/env bash
# Compiles ChatWire, ChatModel and PageModel as Embedded Swift to the page's WebAssembly module,
# .build/page-model/model.wasm. Scripts/page.sh puts it where the server takes it from.
set -euo pipefail
cd "$(dirname "$0")/.."
# Always the same folder: the compiler's hash of its options is part of the module.
work=.build/page-model
rm -rf $work
mkdir -p $work

tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
tables=$tools/../lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a
for module in ChatWire ChatModel PageModel; do
    if ! swiftc -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -Osize -parse-as-library \
        -swift-version 6 -warnings-as-errors -package-name martlet -I "$work" -module-name $module -emit-module \
        -emit-module-path "$work/$module.swiftmodule" -c Sources/$module/*.swift -o "$work/$module.o"; then
        echo "$module does not compile as Embedded Swift for WebAssembly: see the errors above. It may use the standard" \
            "library only, without Codable, 'any', reflection and untyped throws." >&2
        exit 1
    fi
done
"$tools/clang" --target=wasm32-unknown-unknown-wasm -mbulk-memory -nostdlib -ffreestanding -fno-builtin -O2 -Wall \
    -Werror -c Sources/PageModel/WebAssembly/runtime.c -o "$work/runtime.o"
exports=()
for name in input output open handle received withdraw zone language draw compact composed read; do exports+=("--export=martlet_$name"); done
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 -z stack-size=1048576 --stack-first "${exports[@]}" \
    "$work"/{ChatWire,ChatModel,PageModel,runtime}.o "$tables" -o "$work/linked.wasm"
# Functions that are called once stay functions: inlined, they compress worse (6 % as Brotli).
wasm-opt -Oz --one-caller-inline-max-function-size 0 --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    --strip-debug --strip-producers "$work/linked.wasm" -o "$work/model.wasm"
