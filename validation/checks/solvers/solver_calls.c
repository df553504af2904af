/* Why this file exists: wind, hands and obstacles move, so each time step reads their state at its own time. A backend
 * that computes them in advance, in a table for each call, must find the right line in the second call, in a call of
 * another length, and after a checkpoint. */
#include <stdio.h>
#include <string.h>

#include "runner/folder.h"
#include "runner/workload.h"
#include "solver_checks.h"

enum { FRAMES = 9, STRATEGIES = 8 };

/// The moving parts of a scene besides its particles: each kind alone, so that an error is named, then all together.
static const struct {
  const char *name;
  bool wind, handles, obstacles;
} moving[] = {{"nothing", false, false, false}, /* the only one whose positions a cluster distributes */
              {"wind", true, false, false},
              {"hands", false, true, false},
              {"obstacles", false, false, true},
              {"everything", true, true, true}};
enum { MOVING = (int)(sizeof moving / sizeof *moving) };

/// Frames 0 to 9 in calls of 1, 4, 1 and 3; `path`: with a checkpoint before the last call, resumed by another solver.
static uint64_t in_calls(rig *r, const xpbd_solver_def *def, const char *path) {
  if (!rig_solver(r, def) || !rig_step(r, 1) || !rig_step(r, 4) || !rig_step(r, 1)) return 0;
  if (path) {
    if (!check_status(r->owner, xpbd_solver_save(r->solver, path), XPBD_OK, "saving") || !rig_solver(r, def) ||
        !rig_step(r, 2) || !check_status(r->owner, xpbd_solver_load(r->solver, path), XPBD_OK, "loading"))
      return 0;
  }
  return rig_step(r, 3) ? rig_hash(r) : 0;
}

static bool runs(const rig *r, const xpbd_solver_def *def) {
  return xpbd_solver_supports(r->scene, def) == XPBD_OK;
}

static void one_scene(check *self, int backend, int what, const char *path) {
  static const char *const strategies[STRATEGIES] = {NULL,    "plain",   "graph", "cooperative",
                                                     "block", "cluster", "tiles", "resident"};
  workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  load.wind = moving[what].wind, load.handles = moving[what].handles, load.obstacles = moving[what].obstacles;
  load.columns = load.rows = 8; /* 64 particles: distributed evenly, no block has room left */
  const bool device = backend_is_device(backend_at(backend)->name);
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    for (int p = 0; p < 3; p++) {
      static const xpbd_precision precisions[] = {XPBD_F32, XPBD_F32X, XPBD_F64};
      xpbd_solver_def def = rig_settings(precisions[p], 1.0 / 24.0, 3);
      def.substeps = 3;
      const uint64_t whole = rig_solver(&r, &def) && rig_step(&r, FRAMES) ? rig_hash(&r) : 0;
      def.backend = backend_at(backend)->name, def.instructions = NULL, def.lanes = 0;
      for (int s = 0; s < (device ? STRATEGIES : 1); s++) {
        def.strategy = strategies[s];
        if (!runs(&r, &def)) continue; /* of another device, or not for this scene */
        if (strcmp(def.backend, "opencl") == 0 && def.strategy && strcmp(def.strategy, "resident") == 0)
          continue; /* which refuses these moving parts: check_opencl.c */
        const char *how = def.strategy ? def.strategy : "standard";
        check_same(self, in_calls(&r, &def, NULL), whole, "%s, %s, %s: in four calls", moving[what].name,
                   precision_name(def.precision), how);
        check_same(self, in_calls(&r, &def, path), whole, "%s, %s, %s: with a checkpoint", moving[what].name,
                   precision_name(def.precision), how);
      }

      def.strategy = NULL;
      const bool again = rig_solver(&r, &def) && rig_step(&r, FRAMES - 1);
      check_control(self, again && rig_hash(&r) != whole, "%s, %s: a frame less", moving[what].name,
                    precision_name(def.precision));
    }
  }
}

/* More time steps than a table has lines: 1024, or the steps of one frame if those are more. So three frames of 350
 * steps need two calls and one, and three of 1100 need one each. */
static void many_steps(check *self, int backend) {
  workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  load.wind = load.handles = load.obstacles = true;
  load.columns = load.rows = 3;
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    for (int k = 0; k < 2; k++) {
      const int32_t frames = k == 0 ? 3 : 2;
      xpbd_solver_def def = rig_settings(k == 0 ? XPBD_F32X : XPBD_F64, 1.0, 1);
      def.substeps = k == 0 ? 350 : 1100;
      const uint64_t whole = rig_solver(&r, &def) && rig_step(&r, frames) ? rig_hash(&r) : 0;
      def.backend = backend_at(backend)->name, def.instructions = NULL, def.lanes = 0;
      check_same(self, rig_solver(&r, &def) && rig_step(&r, frames) ? rig_hash(&r) : 0, whole, "%d steps in one call",
                 (int)(frames * def.substeps));
      check_control(self, rig_solver(&r, &def) && rig_step(&r, frames - 1) && rig_hash(&r) != whole, "a frame less");
    }
  }
}

void check_calls(check *self, int backend) {
  char *folder = folder_make(self), path[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  for (int k = 0; k < MOVING; k++) one_scene(self, backend, k, path);
  many_steps(self, backend);
}
