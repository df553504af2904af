/* Why this file exists: maps copies to particles if all constraints of an iteration start from the same positions
 * (solver/split.inl). Private to the project. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "layout/records.h"
#include "layout/runs.h"
#include "xpbd/scene.h"

typedef struct xpbd_split_topology {
  int32_t count;   /* copies: those of set s start at place[s], with (row * arity + k) * padded + xpbd_split_at(j) for
                    * particle k of element j */
  int32_t *place;  /* [sets + 1] */
  int32_t *of;     /* [count] particle or centre of the copy, or for padding the dummy after them */
  int32_t *first;  /* [n + 1] */
  int32_t *copies; /* of particle i: copies[first[i]] .., in the order of sets and constraints */
} xpbd_split_topology;

/// Where the copies for element j are among those for all elements. In runs (runs.h), the copies for a block of
/// elements are loaded and stored as they are in registers.
static inline int32_t xpbd_split_at(bool in_runs, int32_t j) {
  const int32_t l = j % XPBD_PADDING;
  return in_runs ? j - l + l % XPBD_RUN_LENGTH * (XPBD_PADDING / XPBD_RUN_LENGTH) + l / XPBD_RUN_LENGTH : j;
}

/// Copies for the sets of a scene, each padded to padded[s]. Summed sets have none. XPBD_ERR_UNSUPPORTED if they cannot
/// be addressed with `record` bytes each. *bytes grows by the memory used. Free with xpbd_split_destroy(), even after a
/// failure.
xpbd_status xpbd_split_build(const xpbd_scene *scene, const int32_t *padded, int64_t record, bool in_runs,
                             int64_t *bytes, xpbd_split_topology *out);
void xpbd_split_destroy(xpbd_split_topology *topology);
