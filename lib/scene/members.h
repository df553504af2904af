/* Why this file exists: what is done for every constraint of a scene while it is built, one by one: its particles are looked
 * at, and it gets its shape of rest. Of millions several threads do it. Private to the library. */
#ifndef XPBD_SCENE_MEMBERS_H
#define XPBD_SCENE_MEMBERS_H

#include "formula/table.h"
#include "xpbd/scene.h"

/// Every particle is one of the `known` ones, and no constraint has one twice. XPBD_ERR_INVALID_ARGUMENT names the first that
/// is not so.
xpbd_status xpbd_members_sound(const xpbd_constraints_def *def, const xpbd_formula_info *info, int32_t known);

/// Rest shapes of all rows of all elements of particles at `positions`; constraints without one are left out. Fills
/// in particles [count, rows, arity] and rest [count, rows, rest_count], and says in `set` how many there are.
void xpbd_members_shape(const double *positions, const xpbd_constraints_def *def, const xpbd_formula *formula,
                        xpbd_constraints *set, int32_t *particles, double *rest);

/// Take the centres back that were added last, until there are `count`; no set may refer to them.
void xpbd_scene_drop_centres(xpbd_scene *scene, int32_t count);
/// Say of the set that was added last that so many more of its constraints have no rest shape.
void xpbd_scene_add_left_out(xpbd_scene *scene, int32_t count);

#endif
