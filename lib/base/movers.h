/* Why this file exists: loops over constraints ask, out of order, whether each particle can move. As bits, the answers
 * take a 64th of the inverse masses, so they more often fit in a cache. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Which of `count` particles can move: bit i % 64 of word i / 64. Only an inverse mass of 0 cannot move. Anything
/// else, including NaN, can. `inverse_masses` [count], NULL = all can. Returns NULL if out of memory. Free with free().
uint64_t *xpbd_movers_list(int64_t count, const double *inverse_masses);

static inline bool xpbd_moves(const uint64_t *movers, int32_t i) {
  return movers[(uint32_t)i / 64] >> ((uint32_t)i % 64) & 1;
}

#ifdef __cplusplus
}
#endif
