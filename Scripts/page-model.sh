#!/usr/bin/env bash
# Compiles ChatWire, ChatModel and PageModel as Embedded Swift to the page's WebAssembly module, in
# Sources/CPageModel. With --check it writes nothing, and fails where the module that is there does
# not match its sources.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=Sources/CPageModel
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
for name in input output open handle received withdraw draw compact composed; do exports+=("--export=martlet_$name"); done
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 -z stack-size=1048576 --stack-first "${exports[@]}" \
    "$work"/{ChatWire,ChatModel,PageModel,runtime}.o "$tables" -o "$work/linked.wasm"
wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    --strip-debug --strip-producers "$work/linked.wasm" -o "$work/model.wasm"

# Other versions of the tools write other bytes for the same sources.
printf '%s\n' "$(swiftc --version 2>/dev/null | head -1)" "$(wasm-opt --version)" >"$work/tools"

if [ "${1:-}" != --check ]; then
    gzip -9 -n -c "$work/model.wasm" >$folder/model.wasm.gz
    brotli -q 11 -w 24 -c "$work/model.wasm" >$folder/model.wasm.br
    cp "$work/tools" $folder/tools
    echo "The page's model: $(wc -c <"$work/model.wasm") bytes, $(wc -c <$folder/model.wasm.br) as Brotli."
elif ! cmp -s "$work/tools" $folder/tools; then
    echo "The page's model compiles. It is not compared with $folder: that was made by other tools:" && cat $folder/tools
else
    gzip -dc $folder/model.wasm.gz >"$work/gzip.wasm"
    brotli -dc $folder/model.wasm.br >"$work/brotli.wasm"
    if ! cmp -s "$work/model.wasm" "$work/gzip.wasm" || ! cmp -s "$work/model.wasm" "$work/brotli.wasm"; then
        echo "The module in $folder is not made from these sources: run Scripts/page-model.sh, and commit what it writes." >&2
        exit 1
    fi
    echo "The page's model matches its sources."
fi
