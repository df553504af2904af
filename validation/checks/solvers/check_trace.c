/* Why this file exists: `xpbd-validate backend` says where two backends part. Here one parts on purpose. It is seq, but
 * from a given time and iteration on, the two ends of one constraint are moved by one unit in the last place. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "runner/check.h"
#include "verdict/trace.h"
#include "xpbd/scenes.h"

enum { FRAMES = 4, SUBSTEPS = 3, ITERATIONS = 5, WHOLE = 9 };
enum { BENT_STEP = 8, BENT_ITERATION = 3 }; ///< Counted from 1, over all frames: the second of frame 3.

/// The behaviour of the bent backend, and one state of it.
static struct {
  const xpbd_backend *seq;
  const xpbd_scene *scene;
  int32_t ends[2];
  bool velocities; ///< Instead of positions.
  bool diverges;   ///< Instead of moving anything.
} bend;
typedef struct bent {
  void *seq;
  const xpbd_solver_def *def;
  int64_t frame;
} bent;

static xpbd_status bent_create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  bent *b = calloc(1, sizeof *b);
  *state = b;
  if (!b) return XPBD_ERR_OUT_OF_MEMORY;
  b->def = def;
  return bend.seq->create(scene, def, &b->seq);
}
static void bent_destroy(void *state) {
  bent *b = state;
  if (b) bend.seq->destroy(b->seq);
  free(b);
}
static xpbd_status bent_sync(void *state) {
  return bend.seq->sync(((bent *)state)->seq);
}
static xpbd_status bent_read(void *state, xpbd_field field, double *out) {
  return bend.seq->read(((bent *)state)->seq, field, out);
}
static xpbd_status bent_restore(void *state, int64_t frame, const double *x, const double *v, const double *embedded) {
  bent *b = state;
  b->frame = frame;
  return bend.seq->restore(b->seq, frame, x, v, embedded);
}

static xpbd_status bent_step(void *state, int32_t frames) {
  bent *b = state;
  xpbd_status status = bend.seq->step(b->seq, frames);
  b->frame += frames;
  if (status != XPBD_OK || b->frame * b->def->substeps < BENT_STEP || b->def->iterations < BENT_ITERATION)
    return status;
  if (bend.diverges) return xpbd_fail(XPBD_ERR_DIVERGED, "bent: diverged in frame %lld", (long long)b->frame);
  const size_t n = 3 * (size_t)xpbd_scene_particle_count(bend.scene);
  OWNED(check_free) double *all = calloc(3 * n, sizeof *all);
  if (!all) return XPBD_ERR_OUT_OF_MEMORY;
  bent_read(state, XPBD_POSITIONS, all);
  bent_read(state, XPBD_VELOCITIES, all + n);
  for (int k = 0; k < 2; k++) {
    double *y = &all[(bend.velocities ? n : 0) + 3 * (size_t)bend.ends[k] + 1];
    *y = nextafter(*y, INFINITY);
  }
  status = bend.seq->restore(b->seq, b->frame, all, all + n, all + 2 * n);
  return status;
}

static const xpbd_backend bent_backend = {.abi = XPBD_BACKEND_ABI,
                                          .name = "bent",
                                          .about = "seq, moved by a unit in the last place",
                                          .create = bent_create,
                                          .step = bent_step,
                                          .sync = bent_sync,
                                          .read = bent_read,
                                          .restore = bent_restore,
                                          .destroy = bent_destroy};

static void place(check *self, int velocities) {
  xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  params.resolution = WHOLE;
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "scene")) return;
  const xpbd_constraints *set = xpbd_scene_set(model.scene, 0);
  const int32_t constraint =
      set->schedule.order[set->schedule.group_start[3] - 1]; /* the last of group 2, far from the pins */
  bend.seq = xpbd_backend_find(xpbd_backends(), "seq")->table, bend.scene = model.scene,
  bend.velocities = velocities != 0, bend.diverges = false;
  for (int k = 0; k < 2; k++) bend.ends[k] = set->particles[2 * constraint + k];
  xpbd_solver_def def = xpbd_solver_def_default();
  def.precision = XPBD_F64, def.substeps = SUBSTEPS, def.iterations = ITERATIONS;
  trace t;
  if (check_status(self, trace_find(bend.seq, &bent_backend, model.scene, &def, FRAMES, &t), XPBD_OK, "trace")) {
    check_true(self, t.parted, "they part");
    check_same(self, (uint64_t)t.frame, (BENT_STEP + SUBSTEPS - 1) / SUBSTEPS, "frame");
    check_same(self, (uint64_t)t.step, (BENT_STEP - 1) % SUBSTEPS + 1, "time step of the frame");
    check_same(self, (uint64_t)t.iteration, BENT_ITERATION, "iteration");
    check_same(self, (uint64_t)t.alone, (uint64_t)velocities, "in the velocities alone");
    check_same(self, (uint64_t)t.differing, 2, "particles that differ");
    const int32_t first = bend.ends[0] < bend.ends[1] ? bend.ends[0] : bend.ends[1];
    check_same(self, (uint64_t)t.particle, (uint64_t)first, "particle");
    check_same(self, (uint64_t)t.axis, 1, "axis");
    check_true(self, t.found == nextafter(t.expected, INFINITY), "by one unit in the last place");
    if (velocities) {
      check_same(self, (uint64_t)(int64_t)t.set, UINT64_MAX, "no constraint moves velocities alone");
    } else {
      check_same(self, (uint64_t)t.constraint, (uint64_t)constraint, "constraint");
      check_same(self, (uint64_t)t.group, 2, "group");
    }
  }
  if (check_status(self, trace_find(bend.seq, bend.seq, model.scene, &def, FRAMES, &t), XPBD_OK, "seq with itself"))
    check_control(self, !t.parted, "seq parts from itself");
}

/* Two backends that diverge in the same frame are equal, one that diverges alone is not. */
static void diverge(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  (void)argument;
  params.resolution = WHOLE;
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "scene")) return;
  bend.seq = xpbd_backend_find(xpbd_backends(), "seq")->table, bend.scene = model.scene, bend.diverges = true;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.precision = XPBD_F64, def.substeps = SUBSTEPS, def.iterations = ITERATIONS;
  const xpbd_backend *const pairs[][2] = {
      {&bent_backend, &bent_backend}, {bend.seq, &bent_backend}, {&bent_backend, bend.seq}};
  for (int k = 0; k < 3; k++) {
    trace t;
    const xpbd_status status = trace_find(pairs[k][0], pairs[k][1], model.scene, &def, FRAMES, &t);
    if (k == 0)
      check_true(self, status == XPBD_OK && t.diverged && !t.parted, "both diverge");
    else
      check_control(self, status == XPBD_ERR_DIVERGED && !t.diverged, "one diverges: pair %d", k);
  }
}

void check_group_trace(check_registry *registry) {
  check_add(registry, "positions", "where a backend parts from seq: frame, step, iteration, constraint", place, 0);
  check_add(registry, "velocities", "the same if only velocities differ", place, 1);
  check_add(registry, "divergence", "backends that diverge in the same frame do not differ", diverge, 0);
}
