/* Why this file exists: half the time of a spring on a sheet was moving particles one by one between memory and vector
 * lanes. If four consecutive springs of a group join consecutively numbered particles at both ends, a register of four
 * records is one load and one store. Sheets and repeating patches of meshes can be numbered that way. Other meshes have
 * no runs, and nothing changes. No result depends on it. Private to the project. */
#pragma once

#include <stdbool.h>

#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { XPBD_RUN_LENGTH = 4 }; ///< Springs of a run: records of an AVX-512 register, lanes of 128 bits.

/// Numbers particles so that springs form runs. A schedule's springs give each particle a partner in each group. A step
/// is a map from particles to particles that maps partners to partners (on a sheet: two columns on). It is searched
/// from some particles and followed as far as the mesh repeats. Particles are numbered along it in pieces, so that they
/// stay as close to others as in *place. If at least half the springs of the largest set of springs then form runs,
/// *place (NULL = the scene's order) is replaced and *found is true. Otherwise nothing changes. Linear. Almost free if
/// consecutive springs in a group do not have similar particle numbers. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_runs_number(const xpbd_scene *scene, int32_t **place, bool *found);

/// Whether the springs of a set have an order. A summed set has none.
bool xpbd_runs_may_have(const xpbd_constraints *set);

/// Packs the sorted members (order.h) of a group of springs into blocks of four runs and blocks of the rest. out[j] is
/// the index of the member at position j, of `count`. False if all stay where they are. In a block of runs the
/// positions i, i + 4, i + 8 and i + 12 are a run, because they are transposed into lanes. The order in a group has no
/// effect on results. Linear.
bool xpbd_runs_pack(const uint32_t *members, int32_t count, int32_t *out);

#ifdef __cplusplus
}
#endif
