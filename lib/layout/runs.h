/* Why this file exists: half the time of a spring on a sheet went into moving particles one by one between memory and the
 * lanes of registers. Where four springs of a group, one behind the other, join particles that are numbered one behind the
 * other at both ends, a register of four records is one load and one store. Sheets, and patches of meshes that repeat, can
 * be numbered so; where the springs of a mesh do not repeat there are no runs, and nothing changes. No result depends on
 * it. Private to the project. */
#ifndef XPBD_LAYOUT_RUNS_H
#define XPBD_LAYOUT_RUNS_H

#include <stdbool.h>

#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { XPBD_RUN_LENGTH = 4 }; ///< Springs of a run: records of a register of AVX-512, lanes of 128 bits.

/// Number particles such that springs stand in runs. The springs of a schedule say of each particle who its partner is in
/// each group; a step is a map of particles to particles that takes partners to partners (on a sheet: two columns on).
/// One is looked for at some particles and followed as far as the mesh repeats; particles are numbered along it, by pieces,
/// so that they stay as near to others as *place has them. *place, NULL = the scene's order, is replaced, and *found is
/// true, where at least half the springs of the largest set of springs then stand in runs; else both are left. Linear; next to
/// nothing where springs that follow each other in a group do not lie alike by the numbers of their particles.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_runs_number(const xpbd_scene *scene, int32_t **place, bool *found);

/// Springs whose places have an order: a constraint made of many has none.
bool xpbd_runs_may_have(const xpbd_constraints *set);

/// Put the sorted members (order.h) of a group of springs into blocks of four runs and blocks of what is left: out[j] is which
/// of the `count` stands at place j. False where each stays where it is. In a block of runs the places i, i + 4, i + 8 and
/// i + 12 are a run, as they are transposed into lanes; their order in a group is nobody's business. Linear.
bool xpbd_runs_pack(const uint32_t *members, int32_t count, int32_t *out);

#ifdef __cplusplus
}
#endif
#endif
