/* Why this file exists: asks Linux for large pages, and uses ordinary memory on other systems. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* MADV_HUGEPAGE, MADV_DONTNEED */
#include <sys/mman.h>
#endif
#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, LARGE_PAGE = 2 << 20 };
/* From this size on, allocators usually map each block again and unmap it when it is freed. */
enum { FRESH = 32 << 20 };

static size_t bytes_of(int64_t count, size_t size) {
  return (size_t)(count > 0 ? count : 1) * size;
}

void *xpbd_memory(int64_t count, size_t size) {
  const size_t bytes = bytes_of(count, size);
  const int large = bytes >= 2 * (size_t)LARGE_PAGE; /* below that, half of it or more might be padding */
  const size_t unit = large ? LARGE_PAGE : LINE;
  void *memory = aligned_alloc(unit, (bytes + unit - 1) / unit * unit); /* untouched pages take no memory */
#if defined(MADV_HUGEPAGE)
  /* Before the first touch. A refusal only makes it slower. */
  if (memory && large) (void)madvise(memory, bytes / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
#endif
  return memory;
}

/* Discards whole large pages, so that the system supplies zeroed ones on first touch. New pages lose nothing by this,
 * and untouched pages take no memory. Returns false if the pages are not zero afterwards. Locked pages and pages shared
 * by another allocator keep their content. */
static bool drop_pages(char *memory, size_t bytes) {
#if defined(MADV_DONTNEED) && defined(__linux__)
  volatile char *first = memory, *last = memory + bytes - 1;
  *first = *last = 1;
  return madvise(memory, bytes, MADV_DONTNEED) == 0 && *first == 0 && *last == 0;
#else
  (void)memory, (void)bytes;
  return false;
#endif
}

void *xpbd_memory_zeroed(int64_t count, size_t size) {
  char *memory = xpbd_memory(count, size);
  if (!memory) return NULL;
  const size_t bytes = bytes_of(count, size);
  const size_t whole = bytes >= FRESH ? bytes / LARGE_PAGE * LARGE_PAGE : 0;
  const size_t zero = whole > 0 && drop_pages(memory, whole) ? whole : 0;
  memset(memory + zero, 0, bytes - zero);
  return memory;
}
