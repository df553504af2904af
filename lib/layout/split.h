/* Why this file exists: which copy belongs to which particle where all constraints of a sweep start from the same positions
 * (solver/split.inl). Private to the project. */
#ifndef XPBD_LAYOUT_SPLIT_H
#define XPBD_LAYOUT_SPLIT_H

#include <stdint.h>

#include "xpbd/scene.h"

typedef struct xpbd_split_topology {
  int32_t count;   /* copies: of set s those from place[s] on, k * padded + j of particle k of constraint j */
  int32_t *place;  /* [sets + 1] */
  int32_t *of;     /* [count] particle or centre of the copy; padding: the dummy behind them */
  int32_t *first;  /* [n + 1] */
  int32_t *copies; /* of particle i: copies[first[i]] .., in the order of sets and constraints */
} xpbd_split_topology;

/// Copies for the sets of a scene, each padded to padded[s] places; summed sets have none. XPBD_ERR_UNSUPPORTED when there
/// are more than can be addressed with `record` bytes each; *bytes grows by what it takes. Free with xpbd_split_destroy(), also after a failure.
xpbd_status xpbd_split_build(const xpbd_scene *scene, const int32_t *padded, int64_t record, int64_t *bytes,
                             xpbd_split_topology *out);
void xpbd_split_destroy(xpbd_split_topology *topology);

#endif
