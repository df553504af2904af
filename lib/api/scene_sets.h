/* Why this file exists: the part of a scene file that describes the sets of constraints. Private to the library. */
#ifndef XPBD_API_SCENE_SETS_H
#define XPBD_API_SCENE_SETS_H

#include "api/scene_text.h"
#include "xpbd/scene.h"

/// Writes all sets of the scene as the list "sets".
void xpbd_scene_sets_write(xpbd_scene_text *to, const xpbd_scene *scene);

/// Names and units of the numbers of a rest shape: "name unit, name unit, ...". NULL for formulas of files, whose
/// numbers have no names here.
const char *xpbd_rest_numbers(const xpbd_formula_info *info);

#endif
