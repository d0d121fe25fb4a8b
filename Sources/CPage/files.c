// Written by Scripts/page.sh; do not edit it.

#include "CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html_br[] = {
#embed "content/index.html.br"
};

static const unsigned char index_html_gz[] = {
#embed "content/index.html.gz"
};

static const unsigned char sw_js_br[] = {
#embed "content/sw.js.br"
};

static const unsigned char sw_js_gz[] = {
#embed "content/sw.js.gz"
};

static const unsigned char manifest_webmanifest_br[] = {
#embed "content/manifest.webmanifest.br"
};

static const unsigned char manifest_webmanifest_gz[] = {
#embed "content/manifest.webmanifest.gz"
};

static const unsigned char embed_js_br[] = {
#embed "content/embed.js.br"
};

static const unsigned char embed_js_gz[] = {
#embed "content/embed.js.gz"
};

static const unsigned char de_js_br[] = {
#embed "content/de.js.br"
};

static const unsigned char de_js_gz[] = {
#embed "content/de.js.gz"
};

static const unsigned char emoji_names_js_br[] = {
#embed "content/emoji-names.js.br"
};

static const unsigned char emoji_names_js_gz[] = {
#embed "content/emoji-names.js.gz"
};

static const unsigned char emoji_names_de_js_br[] = {
#embed "content/emoji-names-de.js.br"
};

static const unsigned char emoji_names_de_js_gz[] = {
#embed "content/emoji-names-de.js.gz"
};

static const unsigned char emoji_names_he_js_br[] = {
#embed "content/emoji-names-he.js.br"
};

static const unsigned char emoji_names_he_js_gz[] = {
#embed "content/emoji-names-he.js.gz"
};

static const unsigned char he_js_br[] = {
#embed "content/he.js.br"
};

static const unsigned char he_js_gz[] = {
#embed "content/he.js.gz"
};

static const unsigned char icon_180_png_br[] = {
#embed "content/icon-180.png.br"
};

static const unsigned char icon_180_png_gz[] = {
#embed "content/icon-180.png.gz"
};

static const unsigned char icon_192_png_br[] = {
#embed "content/icon-192.png.br"
};

static const unsigned char icon_192_png_gz[] = {
#embed "content/icon-192.png.gz"
};

static const unsigned char icon_512_png_br[] = {
#embed "content/icon-512.png.br"
};

static const unsigned char icon_512_png_gz[] = {
#embed "content/icon-512.png.gz"
};

static const unsigned char icon_svg_br[] = {
#embed "content/icon.svg.br"
};

static const unsigned char icon_svg_gz[] = {
#embed "content/icon.svg.gz"
};

static const unsigned char icon_mask_png_br[] = {
#embed "content/icon-mask.png.br"
};

static const unsigned char icon_mask_png_gz[] = {
#embed "content/icon-mask.png.gz"
};

static const unsigned char main_js_br[] = {
#embed "content/main.js.br"
};

static const unsigned char main_js_gz[] = {
#embed "content/main.js.gz"
};

static const unsigned char model_wasm_br[] = {
#embed "content/model.wasm.br"
};

static const unsigned char model_wasm_gz[] = {
#embed "content/model.wasm.gz"
};

static const unsigned char model_rest_wasm_br[] = {
#embed "content/model-rest.wasm.br"
};

static const unsigned char model_rest_wasm_gz[] = {
#embed "content/model-rest.wasm.gz"
};

static const unsigned char sheet_js_br[] = {
#embed "content/sheet.js.br"
};

static const unsigned char sheet_js_gz[] = {
#embed "content/sheet.js.gz"
};

static const unsigned char style_css_br[] = {
#embed "content/style.css.br"
};

static const unsigned char style_css_gz[] = {
#embed "content/style.css.gz"
};

#define FILE(name) name##_br, sizeof name##_br, name##_gz, sizeof name##_gz

static const page_file files[] = {
    {"/", "text/html; charset=utf-8", FILE(index_html)},
    {"/sw.js", "text/javascript; charset=utf-8", FILE(sw_js)},
    {"/manifest.webmanifest", "application/manifest+json", FILE(manifest_webmanifest)},
    {"/embed.js", "text/javascript; charset=utf-8", FILE(embed_js)},
    {"/de-SDKK5HT3.js", "text/javascript; charset=utf-8", FILE(de_js)},
    {"/emoji-names-DDZHXDAE.js", "text/javascript; charset=utf-8", FILE(emoji_names_js)},
    {"/emoji-names-de-FHINOBOU.js", "text/javascript; charset=utf-8", FILE(emoji_names_de_js)},
    {"/emoji-names-he-4CZVLTSY.js", "text/javascript; charset=utf-8", FILE(emoji_names_he_js)},
    {"/he-URQSOVKD.js", "text/javascript; charset=utf-8", FILE(he_js)},
    {"/icon-180-NS7LAQZQ.png", "image/png", FILE(icon_180_png)},
    {"/icon-192-IB4ABWZC.png", "image/png", FILE(icon_192_png)},
    {"/icon-512-UJKZIL6R.png", "image/png", FILE(icon_512_png)},
    {"/icon-G632GSKX.svg", "image/svg+xml", FILE(icon_svg)},
    {"/icon-mask-JKHDPBCX.png", "image/png", FILE(icon_mask_png)},
    {"/main-YPV632AS.js", "text/javascript; charset=utf-8", FILE(main_js)},
    {"/model-TSK7VGPQ.wasm", "application/wasm", FILE(model_wasm)},
    {"/model-rest-C4HRZV6E.wasm", "application/wasm", FILE(model_rest_wasm)},
    {"/sheet-XJ2GZI3B.js", "text/javascript; charset=utf-8", FILE(sheet_js)},
    {"/style-SOTC6MDA.css", "text/css; charset=utf-8", FILE(style_css)},
};

const page_file *page_files(void) { return files; }
size_t page_files_count(void) { return sizeof files / sizeof *files; }
