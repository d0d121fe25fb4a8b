// What Embedded Swift expects of a C library, for WebAssembly without one.
//
// The allocator keeps a free list for each power of two. A block's header holds its class. A freed
// block is reused for the next request of its class. Memory is never given back to the browser.

#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;
__attribute__((import_module("env"), import_name("random"))) extern void fill_random(void *, size_t);

enum { header = 16, classes = 32, page = 65536 };

static uintptr_t top;
static struct block { struct block *next; } *released[classes];

static void *grown(size_t size) {
  if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = top + size;
  size_t have = __builtin_wasm_memory_size(0) * (size_t)page;
  if (end < top) __builtin_trap();
  if (end > have && __builtin_wasm_memory_grow(0, (end - have + page - 1) / page) == (size_t)-1) __builtin_trap();
  void *place = (void *)top;
  top = end;
  return place;
}

// A block of class n has 2^n bytes, its header included.
void *malloc(size_t size) {
  if (size > (size_t)1 << 30) __builtin_trap();
  int class = 32 - __builtin_clz((unsigned)(size + header - 1) | 31);
  struct block *found = released[class];
  if (found) released[class] = found->next;
  unsigned char *place = found ? (unsigned char *)found - header : grown((size_t)1 << class);
  *(int *)place = class;
  return place + header;
}

void free(void *place) {
  if (!place) return;
  int class = *(int *)((unsigned char *)place - header);
  struct block *block = place;
  block->next = released[class];
  released[class] = block;
}

// Blocks are aligned to 16 bytes, which is all that Swift's types here need.
int posix_memalign(void **place, size_t alignment, size_t size) {
  if (alignment > 16) __builtin_trap();
  *place = malloc(size);
  return 0;
}

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *a = one, *b = other;
  for (size_t i = 0; i < count; i++) if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

void arc4random_buf(void *to, size_t count) { fill_random(to, count); }

// The product of two 128-bit numbers, modulo 2^128.
void __multi3(uint64_t *product, uint64_t low, uint64_t high, uint64_t otherLow, uint64_t otherHigh) {
  uint64_t a = low & 0xffffffff, b = low >> 32, c = otherLow & 0xffffffff, d = otherLow >> 32;
  uint64_t ac = a * c, ad = a * d, bc = b * c, bd = b * d;
  uint64_t middle = (ac >> 32) + (ad & 0xffffffff) + (bc & 0xffffffff);
  product[0] = (ac & 0xffffffff) | middle << 32;
  product[1] = bd + (ad >> 32) + (bc >> 32) + (middle >> 32) + low * otherHigh + high * otherLow;
}

uintptr_t __stack_chk_guard = 0x5ca1ab1e;
void __stack_chk_fail(void) { __builtin_trap(); }
