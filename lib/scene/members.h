/* Why this file exists: work per constraint while a scene is built: checking particles and computing rest shapes.
 * Several threads share it for millions of constraints. Private to the library. */
#pragma once

#include "formula/table.h"
#include "xpbd/scene.h"

/// Checks that every particle is one of the `known` ones, and that no constraint has one twice.
/// XPBD_ERR_INVALID_ARGUMENT names the first violation.
xpbd_status xpbd_members_sound(const xpbd_constraints_def *def, const xpbd_formula_info *info, int32_t known);

/// Computes rest shapes of all elements of particles at `positions`, leaving out elements that lack one in a row.
/// Fills particles [count, arity] and rest [count, xpbd_rest_size()], and sets the counts in `set`.
void xpbd_members_shape(const double *positions, const xpbd_constraints_def *def, const xpbd_formula *formula,
                        xpbd_constraints *set, int32_t *particles, double *rest);

/// Elements of a kind that a mesh has. Hinges are counted only while the mesh lists them.
int32_t xpbd_mesh_elements(const xpbd_mesh *mesh, xpbd_element element);

/// Removes the centres added last until there are `count`. No set may refer to them.
void xpbd_scene_drop_centres(xpbd_scene *scene, int32_t count);
/// Adds to the number of left-out constraints of the set added last.
void xpbd_scene_add_left_out(xpbd_scene *scene, int32_t count);
/// Marks the last set as unchecked.
void xpbd_scene_mark_unchecked(xpbd_scene *scene);
