/* The memory of a call. In a component each call has its own instance, so nothing is ever freed: use after free and double free
 * are impossible. In tests the blocks come from the system and are freed when the next call begins, so that sanitizers detect
 * memory that is used too long. */
#include "ut_json.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __wasm__
#include <unistd.h>

extern unsigned char __heap_base;

static uintptr_t free_from, ends_at;

/* Zeroed, since memory is new. NULL if the host provides no more. */
static void *block(size_t size, size_t align) {
  const size_t page = 65536;
  if (!free_from) free_from = (uintptr_t)&__heap_base, ends_at = __builtin_wasm_memory_size(0) * page;
  uintptr_t start = (free_from + align - 1) & ~(uintptr_t)(align - 1);
  if (start < free_from || size > UINTPTR_MAX - start) return NULL;
  if (start + size > ends_at) {
    size_t pages = (start + size - ends_at + page - 1) / page;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    ends_at += pages * page;
  }
  free_from = start + size;
  return (void *)start;
}

/* Replacements for the C library's functions; the size is stored before each block. */
void *malloc(size_t size) {
  if (size > SIZE_MAX - 16) return NULL;
  size_t *start = block(size + 16, 16);
  if (!start) return NULL;
  *start = size;
  return (char *)start + 16;
}

void free(void *at) { (void)at; }

void *calloc(size_t count, size_t size) { return size && count > SIZE_MAX / size ? NULL : malloc(count * size); }

void *realloc(void *at, size_t size) {
  size_t old = at ? ((size_t *)((char *)at - 16))[0] : 0;
  if (at && size <= old) return at;
  void *more = malloc(size);
  if (more && at) memcpy(more, at, old);
  return more;
}

/* The memory into which the host writes arguments and answers of imports. */
__attribute__((__export_name__("cabi_realloc"))) void *cabi_realloc(void *at, size_t old, size_t align, size_t size) {
  void *more = size ? block(size, align) : (void *)align;
  if (!more) __builtin_trap();
  if (at && old) memcpy(more, at, old < size ? old : size);
  return more;
}

static void *zeros(size_t size) { return block(size, 16); }

static _Noreturn void end(const char *said) {
  /* The caller gets the text on standard error as the reason. */
  if (write(2, said, strlen(said)) < 0) __builtin_trap();
  __builtin_trap();
}
#else
typedef struct held {
  struct held *before;
} held;

static held *blocks;

/* Called by `fake_call` before each call. */
void ut_forget(void) {
  while (blocks) {
    held *one = blocks;
    blocks = one->before;
    free(one);
  }
}

static void *zeros(size_t size) {
  size_t head = 16;
  held *one = size > SIZE_MAX - head ? NULL : calloc(1, head + size);
  if (!one) return NULL;
  one->before = blocks;
  blocks = one;
  return (char *)one + head;
}

static _Noreturn void end(const char *said) {
  fputs(said, stderr);
  abort();
}
#endif

void *ut_alloc(size_t count, size_t size) {
  void *all = size && count > SIZE_MAX / size ? NULL : zeros(count * size);
  if (!all) end("there is no memory left for this call\n");
  return all;
}

ut_text ut_copy(const char *text) {
  size_t len = strlen(text);
  uint8_t *copy = ut_alloc(len + 1, 1);
  memcpy(copy, text, len);
  return (ut_text){copy, len};
}

bool ut_equal(ut_text text, const char *literal) {
  return text.len == strlen(literal) && !memcmp(text.ptr, literal, text.len);
}

void ut_panic(const char *format, ...) {
  static char said[1000];
  va_list words;
  va_start(words, format);
  vsnprintf(said, sizeof said - 1, format, words);
  va_end(words);
  said[strlen(said)] = '\n';
  end(said);
}
