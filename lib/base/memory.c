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
/* From here on an allocator maps each piece anew, as a rule, and unmaps it when it is freed. */
enum { FRESH = 32 << 20 };

static size_t bytes_of(int64_t count, size_t size) {
  return (size_t)(count > 0 ? count : 1) * size;
}

void *xpbd_memory(int64_t count, size_t size) {
  const size_t bytes = bytes_of(count, size);
  const int large = bytes >= 2 * (size_t)LARGE_PAGE; /* else half of it and more might be padding of pages */
  const size_t unit = large ? LARGE_PAGE : LINE;
  void *memory = aligned_alloc(unit, (bytes + unit - 1) / unit * unit); /* memory that nobody touches is none */
#if defined(MADV_HUGEPAGE)
  /* Before the first touch. Refused where the machine has none to give: it is as right then, and slower. */
  if (memory && large) (void)madvise(memory, bytes / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
#endif
  return memory;
}

/* Whole large pages from the start on, as the system gives them when they are first touched: zero. Nothing is lost where
 * they are new, nothing is taken where nobody comes to touch them. False where that is not what comes: pages that are
 * locked, or shared with somebody by an allocator of another kind, which keep what is in them. */
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
