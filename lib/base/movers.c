/* Why this file exists: builds the bit field of movable particles. Its readers are inline functions in the header. */
#include "base/movers.h"

#include "base/memory.h"

uint64_t *xpbd_movers_list(int64_t count, const double *inverse_masses) {
  uint64_t *movers = xpbd_memory(count / 64 + 1, sizeof *movers);
  for (int64_t i = 0; movers && i <= count; i += 64) {
    uint64_t bits = 0;
    for (int64_t k = i; k < i + 64 && k < count; k++)
      bits |= (uint64_t)(!inverse_masses || inverse_masses[k] != 0.0) << (k - i);
    movers[i / 64] = bits;
  }
  return movers;
}
