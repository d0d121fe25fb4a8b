#!/usr/bin/env bash
# Compiles ChatWire, ChatModel and PageModel as Embedded Swift to the page's WebAssembly module, in
# two parts: .build/page-model/model.wasm is what a page needs to show a conversation, and
# model-rest.wasm everything else. Scripts/page.sh puts them where the server takes them from.
set -euo pipefail
cd "$(dirname "$0")/.."
# Always the same folder: the compiler's hash of its options is part of the module.
work=.build/page-model
rm -rf $work
mkdir -p $work

tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
tables=$tools/../lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a
# Only Swift's own optimiser inlines, not LLVM: a function that is needed later stays out of the
# first part. The traps of a function are one. Together that makes both parts 2 to 3 % smaller as
# Brotli.
smaller=(-Xllvm -inline-threshold=-20000 -Xfrontend -mergeable-traps)
for module in ChatWire ChatModel PageModel; do
    if ! swiftc -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -Osize -parse-as-library \
        "${smaller[@]}" -swift-version 6 -warnings-as-errors -package-name martlet -I "$work" -module-name $module -emit-module \
        -emit-module-path "$work/$module.swiftmodule" -c Sources/$module/*.swift -o "$work/$module.o"; then
        echo "$module does not compile as Embedded Swift for WebAssembly: see the errors above. It may use the standard" \
            "library only, without Codable, 'any', reflection and untyped throws." >&2
        exit 1
    fi
done
"$tools/clang" --target=wasm32-unknown-unknown-wasm -mbulk-memory -nostdlib -ffreestanding -fno-builtin -O2 -Wall \
    -Werror -c Sources/PageModel/WebAssembly/runtime.c -o "$work/runtime.o"
exports=()
for name in input output open handle received withdraw zone language draw compact composed answer mentionable read; do exports+=("--export=martlet_$name"); done
"$tools/wasm-ld" --no-entry --gc-sections --strip-debug -O2 -z stack-size=1048576 --stack-first "${exports[@]}" -Map="$work/linked.map" \
    "$work"/{ChatWire,ChatModel,PageModel,runtime}.o "$tables" -o "$work/linked.wasm"
features=(--enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int)
# Functions that are called once stay functions: inlined, they compress worse (6 % as Brotli).
# Functions that differ in constants become one, which the specialisations of generic code often do
# (1 %).
size=(-Oz --one-caller-inline-max-function-size 0)
wasm-opt "${size[@]}" --merge-similar-functions "${features[@]}" --debuginfo "$work/linked.wasm" \
    -o "$work/whole.wasm"
wasm-split --instrument "${features[@]}" "$work/whole.wasm" -o "$work/instrumented.wasm"
TZ=UTC node Scripts/page-first-part.mjs "$work/instrumented.wasm" "$work/first.profile"
wasm-split "${features[@]}" --symbolmap "$work/whole.wasm" --profile "$work/first.profile" \
    -o1 "$work/model.wasm" -o2 "$work/model-rest.wasm"
Scripts/page-tables.py "$work/model.wasm" "$work/model-rest.wasm" "$work/linked.map"
# What `wasm-split` writes is not as small as it can be (0.5 %), and the order of the functions
# matters (2 %).
for part in model model-rest; do
    wasm-opt --strip-producers --strip-target-features "${size[@]}" "${features[@]}" "$work/$part.wasm" -o "$work/$part.wasm"
    Scripts/page-order.py "$work/$part.wasm"
done
