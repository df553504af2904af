/* Why this file exists: the one header that users of the library include. Programs that read mesh files also include
 * xpbd/import.h. */
#ifndef XPBD_XPBD_H
#define XPBD_XPBD_H

#include "xpbd/formula.h"
#include "xpbd/formula_file.h"
#include "xpbd/implicit.h"
#include "xpbd/measure.h"
#include "xpbd/mesh.h"
#include "xpbd/method.h"
#include "xpbd/precision.h"
#include "xpbd/projective.h"
#include "xpbd/scene.h"
#include "xpbd/scene_file.h"
#include "xpbd/scenes.h"
#include "xpbd/schedule.h"
#include "xpbd/solver.h"
#include "xpbd/status.h"
#include "xpbd/verlet.h"
#include "xpbd/version.h"

#endif
