// Written by Scripts/page.sh; do not edit it.

#include "CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html_br[] = {
#embed "content/index.html.br"
};

static const unsigned char index_html_gz[] = {
#embed "content/index.html.gz"
};

static const unsigned char emoji_names_js_br[] = {
#embed "content/emoji-names.js.br"
};

static const unsigned char emoji_names_js_gz[] = {
#embed "content/emoji-names.js.gz"
};

static const unsigned char icon_svg_br[] = {
#embed "content/icon.svg.br"
};

static const unsigned char icon_svg_gz[] = {
#embed "content/icon.svg.gz"
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

static const unsigned char style_css_br[] = {
#embed "content/style.css.br"
};

static const unsigned char style_css_gz[] = {
#embed "content/style.css.gz"
};

#define FILE(name) name##_br, sizeof name##_br, name##_gz, sizeof name##_gz

static const page_file files[] = {
    {"/", "text/html; charset=utf-8", FILE(index_html)},
    {"/emoji-names-DDZHXDAE.js", "text/javascript; charset=utf-8", FILE(emoji_names_js)},
    {"/icon-G632GSKX.svg", "image/svg+xml", FILE(icon_svg)},
    {"/main-LQWACHKK.js", "text/javascript; charset=utf-8", FILE(main_js)},
    {"/model-V3STCZYR.wasm", "application/wasm", FILE(model_wasm)},
    {"/style-T7CCTAZO.css", "text/css; charset=utf-8", FILE(style_css)},
};

const page_file *page_files(void) { return files; }
size_t page_files_count(void) { return sizeof files / sizeof *files; }
