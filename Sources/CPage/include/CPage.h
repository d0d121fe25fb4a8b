// The files of the web page, compressed. Scripts/page.sh makes them, and `files.c`.

#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

typedef struct {
    const char *path; // the path in a URL; most have a hash of the content (see `Page.File.isImmutable`)
    const char *content_type;
    const unsigned char *brotli;
    size_t brotli_size;
    const unsigned char *gzip;
    size_t gzip_size;
} page_file;

const page_file *page_files(void);
size_t page_files_count(void);

#endif
