#!/usr/bin/env bash
# Builds the web page as the server serves it, in Sources/CPage: the model as WebAssembly, the
# scripts and the style sheet as one minified file each. All are compressed. Their names have a
# hash, except `/`, the service worker, the manifest and the element: those paths are the same in
# all versions. The results are committed, so that building the server needs none of these tools.
#
#   Scripts/page.sh            all of it
#   Scripts/page.sh --bundle   keeps the committed model
#   Scripts/page.sh --check    writes nothing, and fails if the files do not match their sources
#   Scripts/page.sh --compare  the same, and the model is compiled and compared, too
#
# --check does not compile the model. It compares a hash of the model's sources with the one that
# was kept when the model was compiled.
#
# Files that other versions of the tools have made can't be compared. Then --check and --compare say
# so. With MARTLET_PAGE_TOOLS=same they fail. CI, which has the same versions, sets that.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-all}
case $what in
all | --bundle | --check | --compare) ;;
*) echo "Scripts/page.sh [--bundle | --check | --compare]" >&2 && exit 64 ;;
esac
sources=Sources/MartletPage/Page
folder=Sources/CPage
# Always the same folder: esbuild's hashes depend on the paths.
work=.build/page
rm -rf $work
mkdir -p $work/named $work/plain

not_compared() { # SENTENCE
    echo "$1"
    cat $folder/tools
    [ "${MARTLET_PAGE_TOOLS:-}" != same ] && return
    echo "MARTLET_PAGE_TOOLS=same wants these tools: use them here, or run Scripts/page.sh with what is here, and commit what it writes." >&2
    exit 1
}

committed_model() { for name in model model-rest; do gzip -dc $folder/content/$name.wasm.gz >$work/$name.wasm; done; }

# What the model is made of, without its comments: they change nothing in it.
model_sources() {
    find Sources/{ChatWire,ChatModel,PageModel} Scripts/{page-model.sh,page-first-part.mjs,page-tables.py,page-order.py,wasm.py} -type f |
        LC_ALL=C sort | while read -r file; do
        echo "$file"
        sed -E '/^ *(\/\/|# |$)/d' "$file"
    done | sha256sum | cut -d' ' -f1
}

# Other versions of the tools write other bytes for the same sources.
made_from="sources $(model_sources)"
if [[ $what == --c* ]] && ! grep -qxF "$made_from" $folder/tools; then
    echo "The model in $folder is not made from these sources: run Scripts/page.sh, and commit what it writes." >&2
    exit 1
fi
case $what in
--bundle | --check)
    committed_model
    grep -v ^esbuild $folder/tools >$work/tools
    ;;
*)
    Scripts/page-model.sh
    cp .build/page-model/model{,-rest}.wasm $work
    printf '%s\n' "$(swiftc --version 2>/dev/null | head -1)" "$(wasm-opt --version)" "$made_from" >$work/tools
    if [ "$what" = --compare ] && ! diff -q $work/tools <(grep -v ^esbuild $folder/tools) >/dev/null; then
        not_compared "The model compiles. It is not compared with $folder: that was made by other tools."
        committed_model
    fi
    ;;
esac
echo "esbuild $(esbuild --version)" >>$work/tools

mkdir -p $work/languages
Scripts/languages.py --page $work/languages
esbuild $sources/main.js $sources/style.css $sources/icon.svg $sources/icon-*.png $work/model{,-rest}.wasm --bundle --splitting --format=esm \
    --alias:martlet-languages=./$work/languages --minify --charset=utf8 --loader:.svg=copy --loader:.png=copy --loader:.wasm=copy --outdir=$work/named \
    --entry-names='[name]-[hash]' --chunk-names='[name]-[hash]' --log-level=warning

# In `plain`, each file has the name that it has in the sources.
rows="    {\"/\", \"text/html; charset=utf-8\", FILE(index_html)},"
rows+=$'\n'"    {\"/sw.js\", \"text/javascript; charset=utf-8\", FILE(sw_js)},"
rows+=$'\n'"    {\"/manifest.webmanifest\", \"application/manifest+json\", FILE(manifest_webmanifest)},"
rows+=$'\n'"    {\"/embed.js\", \"text/javascript; charset=utf-8\", FILE(embed_js)},"
fixed=(index.html sw.js manifest.webmanifest embed.js)
names=()
cp $sources/index.html $sources/manifest.webmanifest $work/plain
esbuild $sources/sw.js --minify --charset=utf8 --log-level=warning >$work/plain/sw.js
Scripts/page-markup.py $sources/index.html >$work/markup.json
esbuild $sources/embed.js --bundle --format=esm --minify --charset=utf8 --alias:martlet-markup=./$work/markup.json \
    --log-level=warning >$work/plain/embed.js
for path in $work/named/*; do
    named=${path##*/}
    name=$(sed -E 's/-[A-Z0-9]{8}\././' <<<"$named")
    case $name in
    *.js) type="text/javascript; charset=utf-8" ;;
    *.css) type="text/css; charset=utf-8" ;;
    *.svg) type="image/svg+xml" ;;
    *.png) type="image/png" ;;
    *.wasm) type="application/wasm" ;;
    *) echo "$name: add its type to Scripts/page.sh." >&2 && exit 1 ;;
    esac
    if [ -e "$work/plain/$name" ]; then echo "Two files of the page are called $name." >&2 && exit 1; fi
    cp "$path" "$work/plain/$name"
    for other in "${fixed[@]}"; do sed -i "s|\"$name\"|\"$named\"|g" "$work/plain/$other"; done
    names+=("$name")
    rows+=$'\n'"    {\"/$named\", \"$type\", FILE(${name//[.-]/_})},"
done

for path in $work/named/*; do
    case $path in *.png) continue ;; esac # for the system that installs the page, while it is online
    grep -qF "\"${path##*/}\"" $work/plain/sw.js || { echo "Add ${path##*/} to the files of sw.js." >&2; exit 1; }
done
# A change of index.html alone makes a new service worker, too, which keeps the page anew.
printf '// %s\n' "$(cksum <$work/plain/index.html | cut -d' ' -f1)" >>$work/plain/sw.js

{
    printf '// Written by Scripts/page.sh; do not edit it.\n\n#include "CPage.h"\n\n'
    printf '#pragma clang diagnostic ignored "-Wc23-extensions"\n\n'
    for name in "${fixed[@]}" "${names[@]}"; do
        for coding in br gz; do
            printf 'static const unsigned char %s_%s[] = {\n#embed "content/%s.%s"\n};\n\n' \
                "${name//[.-]/_}" $coding "$name" $coding
        done
    done
    printf '#define FILE(name) name##_br, sizeof name##_br, name##_gz, sizeof name##_gz\n\n'
    printf 'static const page_file files[] = {\n%s\n};\n\n' "$rows"
    printf 'const page_file *page_files(void) { return files; }\n'
    printf 'size_t page_files_count(void) { return sizeof files / sizeof *files; }\n'
} >$work/files.c

if [ "$what" = all ] || [ "$what" = --bundle ]; then
    rm -rf $folder/content
    mkdir $folder/content
    for name in "${fixed[@]}" "${names[@]}"; do
        gzip -9 -n -c "$work/plain/$name" >"$folder/content/$name.gz"
        brotli -q 11 -w 24 -c "$work/plain/$name" >"$folder/content/$name.br"
        echo "$name: $(wc -c <"$work/plain/$name") bytes, $(wc -c <"$folder/content/$name.br") as Brotli"
    done
    cp $work/files.c $work/tools $folder
elif ! diff -q <(grep ^esbuild $work/tools) <(grep ^esbuild $folder/tools) >/dev/null; then
    not_compared "The page is not compared with $folder: that was made by another esbuild."
else
    mkdir $work/{br,gz}
    for path in "$folder"/content/*.br; do brotli -dc "$path" >"$work/br/$(basename "$path" .br)"; done
    for path in "$folder"/content/*.gz; do gzip -dc "$path" >"$work/gz/$(basename "$path" .gz)"; done
    if ! diff -rq $work/plain $work/br || ! diff -rq $work/plain $work/gz || ! cmp $work/files.c $folder/files.c; then
        echo "What is in $folder is not made from these sources: run Scripts/page.sh, and commit what it writes." >&2
        exit 1
    fi
    echo "The page matches its sources."
fi
