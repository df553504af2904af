/* Why this file exists: to set up a scene of millions is to go over its arrays once, in ranges that know nothing of each
 * other. Where that takes longer than starting a thread, several go over them. What comes out is that of one: no range
 * may depend on where it begins. The time step has a team of its own (solver/team.h), which stays. */
#ifndef XPBD_PARTS_H
#define XPBD_PARTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  XPBD_MOST_PARTS = 64,
  XPBD_PART_LEAST = 1 << 16, ///< Particles or constraints that are worth a thread: a millisecond and more.
};

/// The items first .. last - 1, as part number `part` of them.
typedef void xpbd_part_work(void *of, int part, int64_t first, int64_t last);

/// How many processors this thread may run on, at least 1.
int xpbd_processors(void);

/// How many threads `count` items are worth, at least 1: no more than `most` (0 = any number) nor than processors that this
/// thread may run on, and `least` items for each.
int xpbd_parts_for(int most, int64_t count, int64_t least);

/// Where part `part` of `parts` begins; the last one ends where part number `parts` would begin.
static inline int64_t xpbd_part_begin(int64_t count, int part, int parts) {
  return count / parts * part + (part < count % parts ? part : count % parts);
}

/// Cut `count` items into parts and do each, on a thread of its own as far as one can be started; who calls does the first,
/// and those that have none. Returns when all are done. `parts`: 1 .. XPBD_MOST_PARTS.
void xpbd_in_parts(int parts, int64_t count, xpbd_part_work *work, void *of);

#ifdef __cplusplus
}
#endif
#endif
