#include "CPageModel.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Swift takes minutes for an array literal of this size.
static const unsigned char brotli[] = {
#embed "model.wasm.br"
};

static const unsigned char gzip[] = {
#embed "model.wasm.gz"
};

const unsigned char *page_model_brotli(void) { return brotli; }
size_t page_model_brotli_size(void) { return sizeof brotli; }

const unsigned char *page_model_gzip(void) { return gzip; }
size_t page_model_gzip_size(void) { return sizeof gzip; }
