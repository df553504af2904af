/* Why this file exists: colours a graph of vertices by first fit, as schedule/first_fit.c does with constraints. */
#include "schedule/vertices.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "schedule/build.h"

xpbd_status xpbd_schedule_vertices(int32_t n, const int64_t *first, const int32_t *neighbour,
                                   const double *inverse_masses, xpbd_schedule *out) {
  uint16_t *group_of = xpbd_memory((int64_t)n + 1, sizeof *group_of);
  int32_t groups = 1;
  *out = (xpbd_schedule){0};
  XPBD_REQUIRE(group_of, XPBD_ERR_OUT_OF_MEMORY, "no memory to group %d vertices", (int)n);
  for (int32_t i = 0; i < n; i++) {
    bool taken[XPBD_MAX_GROUPS + 1] = {false};
    int group = 0;
    for (int64_t k = first[i]; k < first[i + 1] && inverse_masses[i] != 0.0; k++)
      if (neighbour[k] < i && inverse_masses[neighbour[k]] != 0.0) taken[group_of[neighbour[k]]] = true;
    while (group < XPBD_MAX_GROUPS && taken[group]) group++;
    group_of[i] = (uint16_t)group;
    if (group >= groups) groups = group + 1;
  }
  const xpbd_status status =
      xpbd_schedule_from_groups(n, group_of, groups, groups > XPBD_MAX_GROUPS ? XPBD_MAX_GROUPS : -1, out);
  free(group_of);
  return status;
}
