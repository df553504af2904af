/* Why this file exists: each program has some of the laws of a scene, exactly. Whatever else a scene has is refused by
 * name, because a program that simulates another scene without saying so would be compared wrong. */
#pragma once

#include <stdbool.h>

#include "xpbd/scene_file.h"

/// A formula that a program has, and how our rest shapes of it are stored (docs/guide/scene-file.md).
typedef struct fit_law {
  const char *formula;
  int dim;     ///< 1 lengths of springs, 2 triangles, 3 tetrahedra.
  bool scaled; ///< The inverse matrix is multiplied by the fourth root of the size.
  bool root;   ///< The size is stored as its root.
  bool damped; ///< The program has our damping of it.
} fit_law;

/// A program that reads scenes.
typedef struct fit_reader {
  const char *name;
  const fit_law *laws; ///< The last one has no formula.
  bool obstacles;      ///< Fixed spheres, planes and boxes, without restitution.
  bool start;          ///< Particles may move at the start, and pinned ones may be away from their rest positions.
} fit_reader;

/// Where the body is without load, [n, 3] m. The programs compute rest shapes from there.
const double *fit_rest(const xpbd_model *model);
/// XPBD_ERR_UNSUPPORTED names the first thing of a scene, or of its settings, that the reader does not have.
xpbd_status fit_check(const fit_reader *reader, const xpbd_model *model, const xpbd_scene_file_def *def);
/// The law of a set that was checked.
const fit_law *fit_law_of(const fit_reader *reader, const xpbd_constraints *set);
/// A name of a scene as a part of a file: other characters than letters, digits and '_' become '_'. Returns `out`.
const char *fit_name(const char *name, char out[64]);
