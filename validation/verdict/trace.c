/* Why this file exists: finds where two backends part. Frames of one time step have the same bits as frames of many,
 * and a step can be repeated from any state with fewer iterations. So a difference is traced from the frame to the
 * iteration with functions that every backend has. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "api/method_numbers.h"
#include "base/error.h"

/// A state as it is read: positions, velocities, embedded points, [n, 3] each, in one array.
typedef struct snapshot {
  double *numbers;
  int32_t n;
} snapshot;

/// Both backends in the same state.
typedef struct pair {
  const xpbd_backend *backend[2];
  const xpbd_scene *scene;
  xpbd_solver_def def[2];
  void *state[2];
  snapshot now[2];
  bool diverged; /* both, in the same call of pair_step() */
} pair;

static xpbd_status snapshot_make(int32_t n, snapshot *out) {
  *out = (snapshot){.numbers = calloc(9 * (size_t)n, sizeof *out->numbers), .n = n};
  XPBD_REQUIRE(out->numbers, XPBD_ERR_OUT_OF_MEMORY, "no memory for the state of %d particles", (int)n);
  return XPBD_OK;
}

static void pair_stop(pair *p) {
  for (int k = 0; k < 2; k++) {
    if (p->state[k]) p->backend[k]->destroy(p->state[k]);
    p->state[k] = NULL;
  }
}

/// Makes both again, at the start or from a state after `done` frames.
static xpbd_status pair_start(pair *p, int64_t done, const snapshot *from) {
  pair_stop(p);
  for (int k = 0; k < 2; k++) {
    const size_t n = 3 * (size_t)p->now[k].n;
    XPBD_TRY(p->backend[k]->create(p->scene, &p->def[k], &p->state[k]));
    if (!from) continue;
    const double *x = from->numbers;
    XPBD_TRY(p->backend[k]->restore(p->state[k], done, x, x + n, x + 2 * n));
  }
  return XPBD_OK;
}

static xpbd_status step_one(pair *p, int k) {
  const xpbd_backend *b = p->backend[k];
  XPBD_TRY(b->step(p->state[k], 1));
  XPBD_TRY(b->sync(p->state[k]));
  XPBD_TRY(b->read(p->state[k], XPBD_POSITIONS, p->now[k].numbers));
  XPBD_TRY(b->read(p->state[k], XPBD_VELOCITIES, p->now[k].numbers + 3 * (size_t)p->now[k].n));
  return b->read(p->state[k], XPBD_EMBEDDED, p->now[k].numbers + 6 * (size_t)p->now[k].n);
}

/// The second one also runs if the first diverges, because that is no difference if both do.
static xpbd_status pair_step(pair *p) {
  const xpbd_status first = step_one(p, 0);
  if (first != XPBD_OK && first != XPBD_ERR_DIVERGED) return first;
  const xpbd_status second = step_one(p, 1);
  p->diverged = first == XPBD_ERR_DIVERGED && second == XPBD_ERR_DIVERGED;
  if (first == XPBD_ERR_DIVERGED && second == XPBD_OK)
    return xpbd_fail(first, "%s diverged and %s did not", p->backend[0]->name, p->backend[1]->name);
  return first != XPBD_OK ? first : second;
}

static bool pair_same(const pair *p) {
  return memcmp(p->now[0].numbers, p->now[1].numbers, 6 * (size_t)p->now[0].n * sizeof(double)) == 0;
}

static bool number_differs(const pair *p, size_t at) {
  return memcmp(&p->now[0].numbers[at], &p->now[1].numbers[at], sizeof(double)) != 0;
}
/// Whether particle i differs, in its position (half 0) or its velocity (1).
static bool particle_differs(const pair *p, int half, int32_t i) {
  const size_t at = 3 * ((size_t)half * (size_t)p->now[0].n + (size_t)i);
  return number_differs(p, at) || number_differs(p, at + 1) || number_differs(p, at + 2);
}

static void note_particle(const pair *p, trace *out) {
  const int32_t n = p->now[0].n;
  int32_t count[2] = {0, 0};
  for (int half = 0; half < 2; half++)
    for (int32_t i = 0; i < n; i++) count[half] += particle_differs(p, half, i);
  out->alone = count[0] == 0;
  out->differing = count[out->alone];
  for (out->particle = 0; !particle_differs(p, out->alone, out->particle);) out->particle++;
  const size_t at = 3 * ((size_t)out->alone * (size_t)n + (size_t)out->particle);
  for (out->axis = 0; !number_differs(p, at + (size_t)out->axis);) out->axis++;
  out->expected = p->now[0].numbers[at + (size_t)out->axis];
  out->found = p->now[1].numbers[at + (size_t)out->axis];
}

/// Whether a constraint moves particles that differ and no others.
static bool explains(const pair *p, const xpbd_constraints *set, int32_t constraint) {
  const int arity = xpbd_formula_at(set->formula)->arity;
  const double *w = xpbd_scene_inverse_masses(p->scene);
  bool moves = false;
  for (int k = 0; k < arity; k++) {
    const int32_t i = set->particles[(int64_t)constraint * arity + k];
    if (i >= p->now[0].n || !(w[i] > 0.0)) continue;
    if (!particle_differs(p, 0, i)) return false;
    moves = true;
  }
  return moves;
}

static void note_constraint(const pair *p, trace *out) {
  for (int32_t s = 0; s < xpbd_scene_set_count(p->scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(p->scene, s);
    if (xpbd_formula_at(set->formula)->traits & XPBD_SUMMED) continue;
    for (int32_t g = 0; g < set->schedule.group_count; g++)
      for (int32_t k = set->schedule.group_start[g]; k < set->schedule.group_start[g + 1]; k++) {
        if (!explains(p, set, set->schedule.order[k])) continue;
        out->set = s, out->group = g, out->constraint = set->schedule.order[k];
        return;
      }
  }
}

/// The first of `count` frames that differs, 0 = none, also if both diverge first. `before` receives the reference's state before it.
static xpbd_status first_frame(pair *p, int64_t count, int64_t *frame, snapshot *before) {
  *frame = 0;
  XPBD_TRY(pair_start(p, 0, NULL));
  for (int64_t f = 1; f <= count; f++) {
    if (before && f > 1) memcpy(before->numbers, p->now[0].numbers, 9 * (size_t)before->n * sizeof(double));
    const xpbd_status status = pair_step(p);
    if (status == XPBD_ERR_DIVERGED && p->diverged) return XPBD_OK;
    XPBD_TRY(status);
    if (pair_same(p)) continue;
    *frame = f;
    return XPBD_OK;
  }
  return XPBD_OK;
}

/// Narrows the difference from the frame to the time step, then to the iteration.
static xpbd_status look_closer(pair *p, trace *out, snapshot *before) {
  const int32_t substeps = p->def[0].substeps, iterations = p->def[0].iterations;
  for (int k = 0; k < 2; k++) p->def[k].frame_time /= substeps, p->def[k].substeps = 1;
  int64_t step;
  XPBD_TRY(first_frame(p, out->frame * substeps, &step, before));
  if (step <= (out->frame - 1) * substeps) return XPBD_OK; /* it does not show in single steps */
  out->step = step - (out->frame - 1) * substeps;
  note_particle(p, out);
  for (int32_t it = 1; it <= iterations; it++) {
    for (int k = 0; k < 2; k++) p->def[k].iterations = it;
    XPBD_TRY(pair_start(p, step - 1, step > 1 ? before : NULL));
    XPBD_TRY(pair_step(p));
    if (pair_same(p)) continue;
    out->iteration = it;
    note_particle(p, out);
    if (!out->alone) note_constraint(p, out);
    return XPBD_OK;
  }
  return XPBD_OK;
}

xpbd_status trace_find(const xpbd_backend *reference, const xpbd_backend *subject, const xpbd_scene *scene,
                       const xpbd_solver_def *def, int64_t frames, trace *out) {
  const int32_t n = xpbd_scene_particle_count(scene);
  *out = (trace){.set = -1};
  xpbd_solver_def whole = *def;
  xpbd_method_settle(&whole); /* backends take complete settings */
  pair p = {.backend = {reference, subject}, .scene = scene, .def = {whole, whole}};
  p.def[0].backend = reference->name, p.def[0].lanes = 1, p.def[0].threads = 1;
  p.def[0].instructions = "baseline", p.def[0].strategy = NULL;
  p.def[1].backend = subject->name;
  snapshot before = {0};
  xpbd_status status = snapshot_make(n, &before);
  for (int k = 0; k < 2 && status == XPBD_OK; k++) status = snapshot_make(n, &p.now[k]);
  if (status == XPBD_OK) status = first_frame(&p, frames, &out->frame, NULL);
  out->parted = out->frame > 0;
  out->diverged = p.diverged;
  if (status == XPBD_OK && out->parted) {
    note_particle(&p, out);
    status = look_closer(&p, out, &before);
  }
  pair_stop(&p);
  free(before.numbers), free(p.now[0].numbers), free(p.now[1].numbers);
  return status;
}
