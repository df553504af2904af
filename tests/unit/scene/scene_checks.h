/* Why this file exists: declares what the checks of scenes share: a valid scene to put errors into, and the test of a
 * refusal. */
#pragma once

#include "runner/check.h"
#include "unit/parts.h"
#include "xpbd/scene.h"

/// The call was refused; tests/golden/errors/scene has the text.
bool scene_refused(check *self, xpbd_status status, const char *what);
/// The same for creating a scene from this definition, and none is returned.
void scene_def_refused(check *self, const xpbd_scene_def *def, const char *what);

/// A valid scene of four particles and two triangles, with separate arrays that may be changed.
typedef struct scene_parts {
  double x[12], v[12], w[4];
  int32_t triangles[6], edges[10];
  xpbd_scene_def def;
} scene_parts;

void scene_good_parts(scene_parts *p);

/// The valid parts, after this assignment to `p`, are refused.
#define REFUSED(what, ...) (scene_good_parts(&p), __VA_ARGS__, scene_def_refused(self, &p.def, what))
