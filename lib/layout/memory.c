/* Why this file exists: allocates and counts the arrays of kernels, lists the elements of each particle, and limits the
 * duration of a kernel. */
#include "base/error.h"
#include "base/memory.h"
#include "layout/layout.h"

void *xpbd_layout_allocate(int64_t *bytes, int64_t count, size_t size) {
  void *memory = xpbd_memory_zeroed(count, size);
  if (memory) *bytes += (count > 0 ? count : 1) * (int64_t)size;
  return memory;
}

void *xpbd_layout_room(int64_t *bytes, int64_t count, size_t size) {
  void *memory = xpbd_memory(count, size);
  if (memory) *bytes += (count > 0 ? count : 1) * (int64_t)size;
  return memory;
}

xpbd_status xpbd_incidence_create(int64_t *bytes, int32_t n, int64_t corners, int arity, int stride,
                                  const int32_t *corner, xpbd_incidence *out) {
  *out = (xpbd_incidence){0};
  if (corners / arity <= INT32_MAX / stride) { /* each corner has a number */
    out->first = xpbd_layout_allocate(bytes, (int64_t)n + 2, sizeof(int32_t));
    out->of = xpbd_layout_allocate(bytes, corners, sizeof(int32_t));
  }
  XPBD_REQUIRE(out->first && out->of, XPBD_ERR_OUT_OF_MEMORY, "no memory for what meets at each of %d particles",
               (int)n);
  int32_t *next = out->first + 1; /* shifted by one, so that filling produces the final offsets */
  for (int64_t k = 0; k < corners; k++) next[corner[k] + 1]++;
  for (int32_t i = 0; i < n; i++) next[i + 1] += next[i];
  for (int64_t k = 0; k < corners; k++)
    out->of[next[corner[k]]++] = (int32_t)(k / arity * stride + (stride > 1 ? k % arity : 0));
  return XPBD_OK;
}

/* In float a block projects 2 10^9 springs per second (an H100). The slowest formulas are assumed to reach some 10^7,
 * which was NOT measured. In double, display cards, which have the time limit, have 1/32 or 1/64 of the units. Another
 * launch costs microseconds. */
int32_t xpbd_frames_at_once(xpbd_precision precision, int64_t constraints, int64_t copies, int64_t sweeps) {
  enum { MOST = 16 };
  const double projections = xpbd_in_float(precision) ? 1 << 25 : 1 << 21;
  const double each = (double)constraints * (double)copies * (double)sweeps;
  return each * MOST <= projections ? MOST : each >= projections ? 1 : (int32_t)(projections / each);
}
