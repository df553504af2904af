/* Why this file exists: the kernels. The formulas and the functions of one constraint and one particle are the CPU's,
 * and a time step is lib/step/step.inl. This file decides which thread does what, and where threads synchronise. It is
 * compiled at run time for the formulas of one scene, in one precision. Before it the host writes
 *   XPBD_UNIT_LIST(ENTRY)    ENTRY(name, particles, numbers of the rest shape, of the material, rows, element, traits)
 *                            of each formula of the scene
 *   XPBD_UNIT_SUMMED(ENTRY)  the same for those whose constraints are summed to one
 *   FORMULA_name             the index of each in the list of the program
 *   XPBD_UNIT                which kernels: the phases, which know no formula and are compiled once, the groups, the
 *                            resident one, or the one that moves vertices
 *   XPBD_HERE                where a kernel has its positions: global, or local for the resident kernel
 *   XPBD_LANES               on a CPU: elements of a block, which a thread projects side by side
 * and the formulas themselves. */
#define XPBD_UNIT_PHASES 1
#define XPBD_UNIT_GROUPS 2
#define XPBD_UNIT_FRAMES 3
#define XPBD_UNIT_VERTICES 4
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

#if defined(XPBD_LANES) && XPBD_UNIT == XPBD_UNIT_GROUPS
#if XPBD_SCALAR == 32
typedef float4 quad;
#else
typedef double4 quad;
#endif
/* Moves four particles between records and columns, by whole records: gathers of single numbers take longer. No loops,
 * because they would not be unrolled. */
#define ROW_AT(particles, l) ((XPBD_GLOBAL quad *)XPBD_PARTICLE_AT(particles, offset[l]))
XPBD_INLINE void load_four(XPBD_GLOBAL const PARTICLE *particles, XPBD_GLOBAL const uint32_t *offset,
                           REAL column[4][XPBD_LANES], int at) {
  const quad a = *ROW_AT(particles, 0), b = *ROW_AT(particles, 1), c = *ROW_AT(particles, 2),
             d = *ROW_AT(particles, 3);
  vstore4((quad)(a.x, b.x, c.x, d.x), 0, column[0] + at);
  vstore4((quad)(a.y, b.y, c.y, d.y), 0, column[1] + at);
  vstore4((quad)(a.z, b.z, c.z, d.z), 0, column[2] + at);
  vstore4((quad)(a.w, b.w, c.w, d.w), 0, column[3] + at);
}
/* The same back. Pinned particles are not written. */
XPBD_INLINE void store_four(XPBD_GLOBAL PARTICLE *particles, XPBD_GLOBAL const uint32_t *offset,
                            REAL column[4][XPBD_LANES], const REAL *mass, int at) {
  const quad x = vload4(0, column[0] + at), y = vload4(0, column[1] + at), z = vload4(0, column[2] + at),
             w = vload4(0, mass + at);
  const quad a = (quad)(x.x, y.x, z.x, w.x), b = (quad)(x.y, y.y, z.y, w.y), c = (quad)(x.z, y.z, z.z, w.z),
             d = (quad)(x.w, y.w, z.w, w.w);
  if (all(w > R(0.0))) {
    *ROW_AT(particles, 0) = a, *ROW_AT(particles, 1) = b, *ROW_AT(particles, 2) = c, *ROW_AT(particles, 3) = d;
    return;
  }
  if (w.x > R(0.0)) *ROW_AT(particles, 0) = a;
  if (w.y > R(0.0)) *ROW_AT(particles, 1) = b;
  if (w.z > R(0.0)) *ROW_AT(particles, 2) = c;
  if (w.w > R(0.0)) *ROW_AT(particles, 3) = d;
}
#undef ROW_AT
/* Projects the block of elements at j, of which those from `last` on are padding. Compilers for CPUs vectorise neither
 * the threads of a work-group, whose stores might overlap, nor a single element. The loop in the middle touches only
 * private arrays, so they vectorise that. The statements are those of project_one(). */
XPBD_INLINE int32_t project_lanes(int formula, int arity, int rests, int damped, const SET *set,
                                  XPBD_GLOBAL PARTICLE *particles, XPBD_GLOBAL const PARTICLE *start, int32_t j,
                                  int32_t last) {
  REAL column[XPBD_MAX_ARITY][4][XPBD_LANES], begin[XPBD_MAX_ARITY][4][XPBD_LANES];
  REAL after[XPBD_MAX_ARITY][4][XPBD_LANES], numbers[XPBD_MAX_REST][XPBD_LANES], lambda[XPBD_LANES], next[XPBD_LANES];
  XPBD_INT lost[XPBD_LANES];
  XPBD_EACH_PARTICLE(0, arity, for (int l = 0; l < XPBD_LANES; l += 4) {
    load_four(particles, &set->offset[k][j + l], column[k], l);
    if (damped) load_four(start, &set->offset[k][j + l], begin[k], l);
  })
  XPBD_EACH_REST(0, rests, for (int l = 0; l < XPBD_LANES; l++) numbers[k][l] = set->rest[k][j + l];)
  for (int l = 0; l < XPBD_LANES; l++) lambda[l] = set->lambda[j + l];
  for (int l = 0; l < XPBD_LANES; l++) {
    VEC3 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY];
    REAL w[XPBD_MAX_ARITY], rest[XPBD_MAX_REST], scale = R(1.0);
    XPBD_EACH_PARTICLE(0, arity, {
      x[k] = XPBD_NAME(v_make)(column[k][0][l], column[k][1][l], column[k][2][l]);
      w[k] = column[k][3][l];
      if (damped)
        moved[k] = V_MADD(set->keep, x[k], XPBD_NAME(v_make)(-begin[k][0][l], -begin[k][1][l], -begin[k][2][l]));
    })
    XPBD_EACH_REST(0, rests, rest[k] = numbers[k][l];)
    const REAL c = XPBD_NAME(evaluate)(formula, x, rest, set->material, g, &scale);
    XPBD_INT kept;
    const REAL q = XPBD_NAME(quotient)(arity, damped, c, g, scale, w, moved, lambda[l], set->alpha, set->gamma,
                                       set->relax, &kept, &lost[l]);
    next[l] = kept ? XPBD_FMA(-scale, q, lambda[l]) : lambda[l];
    XPBD_EACH_PARTICLE(0, arity, {
      const VEC3 y = V_MADD(-(w[k] * q), g[k], x[k]);
      after[k][0][l] = kept ? y.x : x[k].x;
      after[k][1][l] = kept ? y.y : x[k].y;
      after[k][2][l] = kept ? y.z : x[k].z;
    })
  }
  for (int l = 0; l < XPBD_LANES; l++) set->lambda[j + l] = next[l];
  XPBD_EACH_PARTICLE(0, arity, for (int l = 0; l < XPBD_LANES; l += 4)
      store_four(particles, &set->offset[k][j + l], after[k], column[k][3], l);)
  int32_t skipped = 0;
  for (int l = 0; l < XPBD_LANES; l++) skipped += j + l < last ? (int32_t)lost[l] : 0;
  return skipped;
}
/* Elements of one row that refer to the particles themselves. Others are projected one by one. */
#define IN_LANES(id, arity, rests, rows)                                                                               \
  if ((rows) == 1 && !serial && !w->split.x && !XPBD_BASE_OF(&set)) {                                                  \
    for (int32_t j = first + XPBD_LANES * who->thread; j < last; j += XPBD_LANES * who->threads)                       \
      skipped += damped ? project_lanes(FORMULA_##id, arity, rests, 1, &set, x, start, j, last)                        \
                        : project_lanes(FORMULA_##id, arity, rests, 0, &set, x, start, j, last);                       \
    XPBD_COUNT(skipped, skipped);                                                                                      \
    return;                                                                                                            \
  }
#else
#define IN_LANES(id, arity, rests, rows)
#endif

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
    IN_LANES(id, arity, rests, rows)                                                                                   \
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

#if XPBD_UNIT == XPBD_UNIT_VERTICES
/* ---- methods that move vertices. The complex reading of the formulas comes before this text. ---- */
#define XPBD_VERTEX_CALL XPBD_UNUSED static __attribute__((noinline))
#include "formula/value.h"

#define ENTRY(id, arity, ...)                                                                                          \
  XPBD_VALUE_FUNCTION(XPBD_VERTEX_CALL, double, f64, id, arity, scale > 0.0)                                           \
  XPBD_VALUE_FUNCTION(XPBD_VERTEX_CALL, xpbd_complex, c64, id, arity, creal(scale) > 0.0)
XPBD_UNIT_LIST(ENTRY)
#undef ENTRY

XPBD_INLINE double xpbd_law_f64(int law, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                                xpbd_vec3_f64 *g) {
  switch (law) {
#define ENTRY(id, ...)                                                                                                 \
  case FORMULA_##id: return xpbd_##id##_value_f64(x, rest, material, g);
    XPBD_UNIT_LIST(ENTRY)
#undef ENTRY
  }
  return 0.0;
}
XPBD_INLINE void xpbd_law_c64(int law, const xpbd_vec3_c64 *x, const xpbd_complex *rest, const xpbd_complex *material,
                              xpbd_vec3_c64 *g) {
  switch (law) {
#define ENTRY(id, ...)                                                                                                 \
  case FORMULA_##id: xpbd_##id##_value_c64(x, rest, material, g); break;
    XPBD_UNIT_LIST(ENTRY)
#undef ENTRY
  }
}

#include "solver/vertices.inl"

/* Products and quotients, by the compiler (complex.c). */
kernel void k_complex(global const double *in, global double *out) {
  const size_t k = 4 * get_global_id(0);
  const xpbd_complex a = xpbd_of_c64(in[k], in[k + 1]), b = xpbd_of_c64(in[k + 2], in[k + 3]);
  const xpbd_complex product = a * b, quotient = a / b;
  out[k] = creal(product), out[k + 1] = cimag(product);
  out[k + 2] = creal(quotient), out[k + 3] = cimag(quotient);
}

kernel void k_vertices(global char *arena, int stage, int first, int last) {
  LAUNCHED
  xpbd_vertex_stage(w, &who, x, stage, first, last);
}
#endif
