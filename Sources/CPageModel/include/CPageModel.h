// The page's WebAssembly module, compressed. Scripts/page-model.sh makes it from Sources/PageModel.

#ifndef CPAGEMODEL_H
#define CPAGEMODEL_H

#include <stddef.h>

const unsigned char *page_model_brotli(void);
size_t page_model_brotli_size(void);

const unsigned char *page_model_gzip(void);
size_t page_model_gzip_size(void);

#endif
