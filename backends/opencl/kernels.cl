/* Why this file exists: the kernels. The formulas and the functions of one constraint and one particle are the CPU's,
 * and a time step is lib/step/step.inl. This file decides which thread does what, and where threads synchronise. It is
 * compiled at run time for the formulas of one scene, in one precision. Before it the host writes
 *   XPBD_UNIT_LIST(ENTRY)    ENTRY(name, particles, numbers of the rest shape, of the material, rows, element, traits)
 *                            of each formula of the scene
 *   XPBD_UNIT_SUMMED(ENTRY)  the same for those whose constraints are summed to one
 *   FORMULA_name             the index of each in the list of the program
 *   XPBD_UNIT                which kernels: the phases, which know no formula and are compiled once, the groups, or the
 *                            resident one
 *   XPBD_HERE                where a kernel has its positions: global, or local for the resident kernel
 * and the formulas themselves. */
#define XPBD_UNIT_PHASES 1
#define XPBD_UNIT_GROUPS 2
#define XPBD_UNIT_FRAMES 3
#include "world.h"
#include "step/who.h"

/* A formula by its index. The index is always a constant, so the compiler resolves the switch. */
XPBD_INLINE REAL XPBD_NAME(evaluate)(int formula, const VEC3 *x, const REAL *rest, const REAL *material, VEC3 *g,
                                     REAL *scale) {
  switch (formula) {
#define ENTRY(id, ...)                                                                                                 \
  case FORMULA_##id: return XPBD_NAME(id)(x, rest, material, g, scale);
    XPBD_UNIT_LIST(ENTRY)
#undef ENTRY
  }
  return R(0.0);
}

#include "solver/project.inl"
#include "solver/particle.inl"
#include "solver/sums.inl"
#include "collide/project.inl"
#include "solver/contact.inl"
#include "solver/bounce.inl"
#include "solver/split.inl"
#include "step/world.inl"

#define PARTICLE XPBD_NAME(particle)
#define SET      XPBD_NAME(set)
#define WORLD    XPBD_GLOBAL XPBD_NAME(world)
#include "step/phases.inl"

/* ---- the phases that each runner implements itself ---- */

XPBD_PHASE own_wind(const WORLD *w, xpbd_who *who, XPBD_GLOBAL const PARTICLE *x) {
  const int64_t at = XPBD_NAME(copy_at)(w, who);
  XPBD_NAME(wind) wind = w->wind;
  wind.velocity = w->wind_table[who->now];
  wind.base = XPBD_NAME(base_of)(w, who);
  XPBD_EACH(i, w->n) {
    const VEC3 f = XPBD_NAME(wind_force)(&wind, x, w->v + at, i);
    XPBD_GLOBAL PARTICLE *to = w->force + at + i;
    to->x = f.x, to->y = f.y, to->z = f.z;
  }
}
XPBD_PHASE own_predict(const WORLD *w, xpbd_who *who, XPBD_HERE PARTICLE *x) {
  const XPBD_NAME(inertia) by = XPBD_NAME(inertia_of)(w, who);
  XPBD_EACH(i, w->n) XPBD_NAME(predict_one)(by, x, i);
  for (int32_t s = 0; s < w->set_count; s++) {
    const int32_t constraints = w->sets[s].padded * w->sets[s].rows;
    XPBD_GLOBAL REAL *lambda = w->sets[s].lambda + (int64_t)who->copy * constraints;
    XPBD_EACH(j, constraints) lambda[j] = R(0.0);
  }
}
XPBD_PHASE own_finish(const WORLD *w, xpbd_who *who, XPBD_HERE PARTICLE *x) {
  const XPBD_NAME(inertia) by = XPBD_NAME(inertia_of)(w, who);
  XPBD_EACH(i, w->n) who->lost += XPBD_NAME(finish_one)(by, x, i);
}

/* This thread's elements of a group: places first .. last - 1 of set s. One thread does all of a serial group. Where
 * every row has its own copies of the particles, only row `row`. */
#define ENTRY(id, arity, rests, materials, rows, element, traits)                                                      \
  XPBD_PHASE project_##id(const WORLD *w, xpbd_who *who, XPBD_HERE PARTICLE *x, int32_t s, int32_t first,         \
                          int32_t last, int32_t serial, int32_t row) {                                                 \
    SET set = XPBD_NAME(set_of)(w, who, s);                                                                            \
    const int damped = set.gamma > R(0.0);                                                                             \
    XPBD_GLOBAL const PARTICLE *start = XPBD_NAME(start_of)(w, who, set.keep);                                         \
    PLACES_OF_COPIES(row * (arity))                                                                                    \
    if (serial && who->thread > 0) return;                                                                             \
    int32_t skipped = 0;                                                                                               \
    for (int32_t j = first + who->thread; j < last; j += serial ? 1 : who->threads)                                    \
      skipped += (int32_t)XPBD_NAME(project_element)(FORMULA_##id, arity, rests, rows, XPBD_ALIKE(traits), damped, 1,  \
                                                     XPBD_SCALAR == 32, &set, x, start, j);                            \
    XPBD_COUNT(skipped, skipped);                                                                                      \
  }
#if XPBD_UNIT == XPBD_UNIT_FRAMES
#define PLACES_OF_COPIES(before) (void)row; /* no such scene */
#else
#if XPBD_SCALAR == 32
#define BASES_OF_COPIES(shift) if (set.base) set.base += (shift);
#else
#define BASES_OF_COPIES(shift)
#endif
#define PLACES_OF_COPIES(before)                                                                                       \
  if (w->split.x) {                                                                                                    \
    const XPBD_NAME(split) split = XPBD_NAME(split_of)(w, who);                                                        \
    const int32_t shift = (before) * set.padded;                                                                       \
    x = split.x + shift;                                                                                               \
    start = split.start ? split.start + shift : x; /* coupled rows read it, damped or not */                           \
    set.row = (char)row, set.rows = 1;                                                                                \
    BASES_OF_COPIES(shift)                                                                                             \
  }
#endif
XPBD_UNIT_LIST(ENTRY)
#undef ENTRY

/* Elements of a summed set. */
#define ENTRY(id, arity, rests, ...)                                                                                   \
  XPBD_PHASE evaluate_##id(const WORLD *w, xpbd_who *who, XPBD_GLOBAL const PARTICLE *x, int32_t s) {             \
    const SET set = XPBD_NAME(set_of)(w, who, s);                                                                      \
    const XPBD_NAME(sum_set) sum = XPBD_NAME(sum_set_of)(w, who, s);                                                   \
    XPBD_EACH(j, w->count[s]) {                                                                                        \
      VEC3 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];                                                                      \
      REAL rest[XPBD_MAX_REST], scale = R(1.0);                                                                        \
      XPBD_NAME(load_element)(arity, rests, &set, x, j, at, rest);                                                     \
      sum.value[j] = XPBD_NAME(id)(at, rest, set.material, g, &scale);                                                 \
      XPBD_EACH_PARTICLE(0, arity, sum.slot[k][j].x = g[k].x; sum.slot[k][j].y = g[k].y; sum.slot[k][j].z = g[k].z;)   \
    }                                                                                                                  \
  }
XPBD_UNIT_SUMMED(ENTRY)
#undef ENTRY

/* ---- one launch per phase; the second index of a thread is its copy of the scene ---- */

static xpbd_who launched(const WORLD *w) {
  const xpbd_who who = {(int32_t)get_global_id(0),
                        (int32_t)get_global_size(0),
                        (int32_t)get_global_id(1),
                        (int32_t)(w->status->step - w->status->table_base),
                        0,
                        w->status};
  return who;
}
#define LAUNCHED                                                                                                       \
  const WORLD *w = (const WORLD *)arena;                                                                     \
  xpbd_who who = launched(w);                                                                                          \
  XPBD_GLOBAL PARTICLE *x = w->x + XPBD_NAME(copy_at)(w, &who);

#if XPBD_UNIT == XPBD_UNIT_PHASES
#define XPBD_STEP_PHASE(name)                                                                                          \
  kernel void k_##name(global char *arena, int a, int b, int c) {                                                      \
    LAUNCHED                                                                                                           \
    XPBD_NAME(phase_##name)(w, &who, x, a, b, c);                                                                      \
  }
#include "step/phases_list.inl"
#undef XPBD_STEP_PHASE

kernel void k_wind(global char *arena) {
  LAUNCHED
  own_wind(w, &who, x);
}
kernel void k_predict(global char *arena) {
  LAUNCHED
  own_predict(w, &who, x);
}
kernel void k_finish(global char *arena) {
  LAUNCHED
  own_finish(w, &who, x);
  if (who.lost) atomic_add(&w->status->lost, (uint)who.lost);
}
kernel void k_end_step(global char *arena) {
  if (get_global_id(1) > 0) return; /* all copies are at the same step */
  const WORLD *w = (const WORLD *)arena;
  XPBD_GLOBAL xpbd_opencl_status *status = w->status;
  if (status->arena != (ulong)arena) status->moved = 1;
  if (++status->step % w->substeps != 0) return;
  status->frame++;
  if (status->lost > 0 && status->first_lost == 0) status->first_lost = status->frame;
  status->lost = 0;
}

/* Runs after a resident kernel, none of whose threads may see the counts change. */
kernel void k_end_frames(global char *arena, int frames) {
  if (get_global_id(1) > 0) return;
  const WORLD *w = (const WORLD *)arena;
  XPBD_GLOBAL xpbd_opencl_status *status = w->status;
  if (status->arena != (ulong)arena) status->moved = 1;
  if (status->soonest != XPBD_OPENCL_NEVER && status->first_lost == 0)
    status->first_lost = status->frame + status->soonest;
  status->soonest = XPBD_OPENCL_NEVER;
  status->frame += frames;
  status->step += (int64_t)frames * w->substeps;
}

/* Report where the memory is, and whether host and device see the same records in it. */
kernel void k_open(global char *arena, global ulong *out) {
  out[0] = (ulong)arena;
  out[1] = sizeof(XPBD_NAME(world));
  out[2] = sizeof(XPBD_NAME(obstacle));
  out[3] = sizeof(xpbd_opencl_status);
  out[4] = sizeof(XPBD_NAME(handle)) << 32 | sizeof(XPBD_NAME(grip));
}
#endif

#if XPBD_UNIT == XPBD_UNIT_GROUPS
#define ENTRY(id, ...)                                                                                                 \
  kernel void group_##id(global char *arena, int s, int first, int last, int serial, int row) {                        \
    LAUNCHED                                                                                                           \
    project_##id(w, &who, x, s, first, last, serial, row);                                                             \
  }
XPBD_UNIT_LIST(ENTRY)
#undef ENTRY
#define ENTRY(id, ...)                                                                                                 \
  kernel void sum_##id(global char *arena, int s) {                                                                    \
    LAUNCHED                                                                                                           \
    evaluate_##id(w, &who, x, s);                                                                                      \
  }
XPBD_UNIT_SUMMED(ENTRY)
#undef ENTRY
#endif

#if XPBD_UNIT == XPBD_UNIT_FRAMES
/* ---- a resident kernel for all frames of a call: one work-group per copy, synchronised by its barrier. It supports
 * constraints only: with a barrier after each of the other phases some compilers take minutes. ---- */

XPBD_PHASE project_any(const WORLD *w, xpbd_who *who, XPBD_HERE PARTICLE *x, int32_t g) {
  const xpbd_group group = w->groups[g];
  switch (w->formula[group.set]) {
#define ENTRY(id, ...)                                                                                                 \
  case FORMULA_##id: project_##id(w, who, x, group.set, group.first, group.last, group.serial, 0); break;
    XPBD_UNIT_LIST(ENTRY)
#undef ENTRY
  }
}

kernel void k_frames(global char *arena, int frames, local PARTICLE *x) {
  const WORLD *w = (const WORLD *)arena;
  xpbd_who me = launched(w), *const who = &me;
  XPBD_GLOBAL PARTICLE *all = w->x + XPBD_NAME(copy_at)(w, who);
#define MEET barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  XPBD_EACH(i, w->records) x[i] = all[i];
  MEET
  for (int32_t frame = 0; frame < frames; frame++) {
    who->lost = 0;
    for (int32_t substep = 0; substep < w->substeps; substep++, who->now++) {
#define STEP_PHASE(name, items, a, b, c) {}
#define STEP_ONCE(name, a, b, c)         {}
#define own_wind_of
#define own_evaluate_of
#define own_predict_of           own_predict(w, who, x);
#define own_finish_of            own_finish(w, who, x);
#define STEP_OWN(name, items, a) {own_##name##_of MEET}
#define STEP_GROUP(g, first_sweep)                                                                                     \
  {                                                                                                                    \
    project_any(w, who, x, g);                                                                                         \
    MEET                                                                                                               \
  }
#define STEP_WORLD    (*w)
#define STEP_ANYTHING false
#define STEP_WIND     false
#include "step/step.inl"
    }
    /* threads may be in different frames, so the smallest bad frame counts */
    if (who->lost) atomic_min(&w->status->soonest, (uint)(frame + 1));
  }
  XPBD_EACH(i, w->n) all[i] = x[i];
}
#endif
