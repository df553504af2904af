/* Why this file exists: the arrays that kernels run on, and the lists of what meets at each particle. A sheet of a million
 * particles is hundreds of megabytes, touched in another order than the machine translates addresses in: in pages of 4 KiB
 * most of those translations are looked up anew, in pages of 2 MiB nearly none. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* MADV_HUGEPAGE */
#include <sys/mman.h>
#endif

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "layout/layout.h"

enum { LINE = 64, LARGE_PAGE = 2 << 20 };

void *xpbd_layout_allocate(int64_t *bytes, int64_t count, size_t size) {
  const size_t whole = ((size_t)(count > 0 ? count : 1) * size + LINE - 1) / LINE * LINE;
  const bool large = whole >= 2 * (size_t)LARGE_PAGE; /* else half of it and more might be padding of pages */
  void *memory = NULL;
  if (posix_memalign(&memory, large ? LARGE_PAGE : LINE, whole) != 0) return NULL;
#if defined(MADV_HUGEPAGE)
  /* Before the first touch. Refused where the machine has none to give: it is as right then, and slower. */
  if (large) (void)madvise(memory, whole / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
#endif
  memset(memory, 0, whole);
  *bytes += (int64_t)whole;
  return memory;
}

xpbd_status xpbd_incidence_create(int64_t *bytes, int32_t n, int64_t corners, int arity, int stride,
                                  const int32_t *corner, xpbd_incidence *out) {
  out->first = xpbd_layout_allocate(bytes, (int64_t)n + 2, sizeof(int32_t));
  out->of = xpbd_layout_allocate(bytes, corners, sizeof(int32_t));
  XPBD_REQUIRE(out->first && out->of && corners / arity <= INT32_MAX / stride - 1, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for what meets at each of %d particles", (int)n);
  int32_t *next = out->first + 1; /* shifted by one, so that filling leaves the offsets in place */
  for (int64_t k = 0; k < corners; k++) next[corner[k] + 1]++;
  for (int32_t i = 0; i < n; i++) next[i + 1] += next[i];
  for (int64_t k = 0; k < corners; k++)
    out->of[next[corner[k]]++] = (int32_t)(k / arity * stride + (stride > 1 ? k % arity : 0));
  return XPBD_OK;
}
