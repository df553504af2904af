/* Why this file exists: see memory.h. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* MADV_HUGEPAGE */
#include <sys/mman.h>
#endif
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64, LARGE_PAGE = 2 << 20 };

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

void *xpbd_memory_zeroed(int64_t count, size_t size) {
  void *memory = xpbd_memory(count, size);
  return memory ? memset(memory, 0, bytes_of(count, size)) : NULL;
}
