// Counts allocations by standing in for the C library's own functions, which the linker allows a
// program (glibc manual, "Replacing malloc"). Everything in the process comes here, Swift's objects
// and SQLite included.
#include "allocations.h"

#include <limits.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static uint64_t count;

static void counted(void) { __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size) {
    counted();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    counted();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    counted();
    return __libc_realloc(old, size);
}

uint64_t allocations(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }
#else
uint64_t allocations(void) { return 0; }
#endif
