/* Why this file exists: setting up a scene of millions of particles is one pass over its arrays, in independent ranges.
 * Several threads share it if that takes longer than starting them. No range may depend on where it begins, so the
 * result is that of one thread. The time step has its own permanent team (solver/team.h). */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  XPBD_MOST_PARTS = 64,
  XPBD_PART_LEAST = 1 << 16, ///< Particles or constraints that are worth a thread: a millisecond or more.
};

/// The items first .. last - 1, as part number `part`.
typedef void xpbd_part_work(void *of, int part, int64_t first, int64_t last);

/// Number of processors that this thread may run on, at least 1.
int xpbd_processors(void);

/// How many threads `count` items are worth, at least 1. At most `most` (0 = no limit) and the number of processors
/// available to this thread, with at least `least` items each.
int xpbd_parts_for(int most, int64_t count, int64_t least);

/// Where part `part` of `parts` begins. The last one ends where part number `parts` would begin.
static inline int64_t xpbd_part_begin(int64_t count, int part, int parts) {
  return count / parts * part + (part < count % parts ? part : count % parts);
}

/// Divides `count` items into parts and runs each in its own thread. The caller runs the first part, and those for
/// which no thread could be started. Returns when all are done. `parts`: 1 .. XPBD_MOST_PARTS.
void xpbd_in_parts(int parts, int64_t count, xpbd_part_work *work, void *of);

#ifdef __cplusplus
}
#endif
