/* Why this file exists: builds and runs the CPU state in one precision. cpu_f32.c and cpu_f64.c include it and define
 * XPBD_SCALAR and the name of the state's half. No function here depends on a formula. Kernels do. */

#include <math.h>

#include <stdlib.h>

#include "base/error.h"
#include "base/parts.h"
#include "layout/handle.h"
#include "solver/acceleration.h"
#include "solver/cpu_internal.h"

#include "solver/world.inl"
#include "layout/state.inl"
#include "step/numbers.inl"

static REAL *reals(xpbd_cpu *cpu, int64_t count) {
  return xpbd_cpu_allocate(cpu, count, sizeof(REAL));
}

static PARTICLE *records(xpbd_cpu *cpu) {
  return xpbd_cpu_allocate(cpu, cpu->layout.records, sizeof(PARTICLE));
}

/* The same for arrays that a reset fills in. */
static PARTICLE *room(xpbd_cpu *cpu) {
  return xpbd_layout_room(&cpu->bytes, cpu->layout.records, sizeof(PARTICLE));
}

static int is_energy(const xpbd_cpu *cpu) {
  return (xpbd_traits_of(cpu->layout.def) & XPBD_CARRIES_ENERGY) != 0;
}

/* Positions and all other values per particle. */
static xpbd_status build_particles(xpbd_cpu *cpu) {
  const xpbd_layout *layout = &cpu->layout;
  const int64_t before = cpu->bytes;
  int complete = (cpu->x = room(cpu)) && (cpu->start = room(cpu)) && (cpu->v = room(cpu));
  if (layout->positions_low) complete = complete && (cpu->base = room(cpu)) && (cpu->v_low = room(cpu));
  if (xpbd_scene_wind(layout->scene)->drag > 0.0) complete = complete && (cpu->force = records(cpu));
  if (layout->lagged) complete = complete && (cpu->lag = records(cpu));
  if (is_energy(cpu)) complete = complete && (cpu->embedded = reals(cpu, layout->records));
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)layout->n);
  cpu->particle_bytes = cpu->bytes - before;
  return XPBD_OK;
}

/* The arrays of a summed set, whose slots follow each other. */
static xpbd_status build_sum(xpbd_cpu *cpu, const xpbd_layout_set *set, XPBD_NAME(sum_set) * sum) {
  const int64_t corners = (int64_t)set->count * set->arity;
  int32_t *place = xpbd_cpu_allocate(cpu, corners, sizeof *place);
  int complete = (sum->of = place) != NULL;
  complete &= (sum->value = reals(cpu, set->padded)) != NULL;
  complete &= (sum->gradient = xpbd_cpu_allocate(cpu, cpu->layout.n, sizeof(PARTICLE))) != NULL;
  complete &= (sum->slot[0] = xpbd_cpu_allocate(cpu, (int64_t)set->arity * set->padded, sizeof(PARTICLE))) != NULL;
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for the sum over %d elements", (int)set->padded);
  for (int k = 1; k < set->arity; k++) sum->slot[k] = sum->slot[k - 1] + set->padded;
  sum->first = set->elements.first;
  for (int64_t at = 0; at < corners; at++) {
    const int32_t of = set->elements.of[at];
    place[at] = of % XPBD_MAX_ARITY * set->padded + of / XPBD_MAX_ARITY;
  }
  return XPBD_OK;
}

/* The parts of the constraints that change. */
static xpbd_status build_sets(xpbd_cpu *cpu, WORLD *w) {
  const xpbd_layout *layout = &cpu->layout;
  const int64_t bytes = cpu->bytes;
  cpu->c_before = calloc((size_t)layout->set_count + 1, sizeof *cpu->c_before);
  XPBD_REQUIRE(cpu->c_before, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sets", (int)layout->set_count);
  for (int32_t s = 0; s < layout->set_count; s++) {
    const xpbd_layout_set *set = &layout->sets[s];
    XPBD_NAME(layout_set)(layout, s, &w->sets[s]);
    const int64_t constraints = (int64_t)set->rows * set->padded;
    const int64_t multipliers = set->nodal && layout->n > constraints ? layout->n : constraints;
    w->multipliers[s] = (int32_t)multipliers;
    cpu->multipliers += multipliers;
    int complete = (w->sets[s].lambda = reals(cpu, multipliers)) != NULL;
    if (is_energy(cpu)) complete = complete && (cpu->c_before[s] = reals(cpu, constraints));
    XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld constraints", (long long)constraints);
    if (set->summed) XPBD_TRY(build_sum(cpu, set, &w->sum_sets[s]));
  }
  cpu->constraint_bytes = cpu->bytes - bytes;
  return XPBD_OK;
}

/* The arrays for sums, obstacles, handles and wind. */
static xpbd_status build_common(xpbd_cpu *cpu) {
  const xpbd_scene *scene = cpu->layout.scene;
  const int32_t obstacles = xpbd_scene_obstacle_count(scene), handles = xpbd_scene_handle_count(scene);
  int complete = (cpu->total = reals(cpu, 2 * XPBD_SUM_WIDEST)) != NULL;
  complete &= (cpu->sums = reals(cpu, 2 * cpu->layout.sum_count)) != NULL;
  complete &= (cpu->obstacles = xpbd_cpu_allocate(cpu, obstacles, sizeof(XPBD_NAME(obstacle)))) != NULL;
  complete &= (cpu->handles = xpbd_cpu_allocate(cpu, handles, sizeof(XPBD_NAME(handle)))) != NULL;
  complete &= (cpu->wind_now = xpbd_cpu_allocate(cpu, 1, sizeof(VEC3))) != NULL;
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for sums over %lld numbers",
               (long long)cpu->layout.sum_count);
  return XPBD_OK;
}

/* The arrays of contact between particles. */
static xpbd_status build_contact(xpbd_cpu *cpu, XPBD_NAME(contact) * c) {
  XPBD_NAME(layout_contact)(&cpu->layout, c);
  if (!c->first) return XPBD_OK;
  const int64_t n = cpu->layout.n;
  c->start = xpbd_cpu_allocate(cpu, xpbd_grid_size(c->mask, cpu->layout.n), sizeof *c->start);
  c->seen = xpbd_cpu_allocate(cpu, n, sizeof *c->seen);
  c->near = xpbd_cpu_allocate(cpu, n * (XPBD_NEAR + 1), sizeof *c->near);
  c->candidates = xpbd_cpu_allocate(cpu, n * XPBD_CANDIDATES, sizeof *c->candidates);
  c->candidate_count = xpbd_cpu_allocate(cpu, n, sizeof *c->candidate_count);
  c->touching = xpbd_cpu_allocate(cpu, n, sizeof *c->touching);
  c->moved = xpbd_cpu_allocate(cpu, n, sizeof *c->moved);
  if (cpu->layout.pairs_bounce) c->touched = xpbd_cpu_allocate(cpu, n, sizeof *c->touched);
  XPBD_REQUIRE((c->touched || !cpu->layout.pairs_bounce) && c->start && c->seen && c->near && c->candidates &&
                   c->candidate_count && c->touching && c->moved,
               XPBD_ERR_OUT_OF_MEMORY, "no memory for the contacts of %d particles", (int)n);
  return XPBD_OK;
}

/* The arrays of restitution, with obstacles or between particles. */
static xpbd_status build_bounce(xpbd_cpu *cpu, WORLD *w) {
  const xpbd_layout *layout = &cpu->layout;
  if (!layout->pairs_bounce && !layout->obstacles_bounce) return XPBD_OK;
  const int64_t met = (int64_t)xpbd_scene_obstacle_count(layout->scene) * layout->n;
  w->before = records(cpu);
  if (layout->obstacles_bounce) w->bounced = xpbd_cpu_allocate(cpu, met, sizeof(PARTICLE));
  XPBD_REQUIRE(w->before && (w->bounced || !layout->obstacles_bounce), XPBD_ERR_OUT_OF_MEMORY,
               "no memory for the restitution of %d particles", (int)layout->n);
  return XPBD_OK;
}

/* The copies of particles, if all constraints of an iteration start from the same positions. */
static xpbd_status build_split(xpbd_cpu *cpu, XPBD_NAME(split) * split) {
  const bool damped = xpbd_layout_damped(&cpu->layout);
  const int64_t before = cpu->bytes;
  XPBD_NAME(layout_split)(&cpu->layout, split);
  if (!split->of) return XPBD_OK;
  split->x = xpbd_cpu_allocate(cpu, split->count, sizeof(PARTICLE));
  if (damped) split->start = xpbd_cpu_allocate(cpu, split->count, sizeof(PARTICLE));
  if (cpu->base) split->base = xpbd_cpu_allocate(cpu, split->count, sizeof(PARTICLE));
  XPBD_REQUIRE(split->x && (split->start || !damped) && (split->base || !cpu->base), XPBD_ERR_OUT_OF_MEMORY,
               "no memory for %d copies of particles", (int)split->count);
  const PARTICLE *of = cpu->layout.positions;
  for (int32_t j = 0; j < split->count; j++)
    split->x[j].w = XPBD_NAME(split_mass)(split, of[split->of[j]].w, cpu->layout.n, j);
  cpu->constraint_bytes += cpu->bytes - before;
  return XPBD_OK;
}

/* The iterates before the last one. */
static xpbd_status build_kept(xpbd_cpu *cpu, WORLD *w) {
  if (!(cpu->radius > 0.0)) return XPBD_OK;
  w->kept = xpbd_cpu_allocate(cpu, 2 * (int64_t)cpu->layout.n, sizeof(PARTICLE));
  w->kept_lambda = reals(cpu, 2 * cpu->multipliers);
  XPBD_REQUIRE(w->kept && w->kept_lambda, XPBD_ERR_OUT_OF_MEMORY, "no memory for the acceleration of %d particles",
               (int)cpu->layout.n);
  return XPBD_OK;
}

/* A world with room for the values per set. */
static WORLD *make_world(int32_t set_count) {
  const size_t count = (size_t)set_count, each = sizeof(SET) + sizeof(XPBD_NAME(sum_set)) + 3 * sizeof(int32_t);
  WORLD *w = calloc(1, sizeof *w + each * count);
  if (!w) return NULL;
  w->sets = (SET *)(w + 1);
  w->sum_sets = (XPBD_NAME(sum_set) *)(w->sets + count);
  w->formula = (int32_t *)(w->sum_sets + count);
  w->count = w->formula + count;
  w->multipliers = w->count + count;
  return w;
}

/* Sets the arrays of the world that others own. */
static void fill_world(const xpbd_cpu *cpu, WORLD *w) {
  const xpbd_layout *layout = &cpu->layout;
  const xpbd_scene *scene = layout->scene;
  w->kernels = cpu->kernels;
  w->x = cpu->x, w->start = cpu->start, w->v = cpu->v, w->force = cpu->force, w->lag = cpu->lag;
  w->base = cpu->base, w->v_low = cpu->v_low;
#if XPBD_SCALAR == 32
  for (int32_t s = 0; s < layout->set_count; s++)
    w->sets[s].base = layout->at_once && !layout->sets[s].summed ? w->split.base : w->base;
#endif
  w->groups = layout->groups, w->grips = layout->grips;
  w->centres = layout->centres > 0 ? xpbd_scene_centre(scene, 0) : NULL;
  w->obstacle_table = cpu->obstacles, w->handle_table = cpu->handles, w->wind_table = cpu->wind_now;
  w->sums = cpu->sums, w->total = cpu->total;
  w->wind.base = w->base;
  w->wind.triangles = xpbd_scene_triangles(scene);
  w->wind.first = layout->triangles.first, w->wind.of = layout->triangles.of;
}

xpbd_status XPBD_NAME(cpu_build)(xpbd_cpu *cpu) {
  WORLD *w = cpu->world = make_world(cpu->layout.set_count);
  XPBD_REQUIRE(w, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sets", (int)cpu->layout.set_count);
  XPBD_NAME(world_numbers)(&cpu->layout, w);
  XPBD_TRY(build_particles(cpu));
  XPBD_TRY(build_sets(cpu, w));
  XPBD_TRY(build_common(cpu));
  XPBD_TRY(build_contact(cpu, &w->contact));
  XPBD_TRY(build_bounce(cpu, w));
  XPBD_TRY(build_split(cpu, &w->split));
  XPBD_TRY(build_kept(cpu, w));
  fill_world(cpu, w);
  return XPBD_OK;
}

void XPBD_NAME(cpu_release)(xpbd_cpu *cpu) {
  WORLD *w = cpu->world;
  if (!w) return;
  for (int32_t s = 0; s < cpu->layout.set_count; s++) {
    XPBD_NAME(sum_set) *sum = &w->sum_sets[s];
    free(sum->slot[0]), free((void *)sum->of), free(sum->value), free(sum->gradient), free(w->sets[s].lambda);
    if (cpu->c_before) free(cpu->c_before[s]);
  }
  XPBD_NAME(contact) *c = &w->contact;
  void *arrays[] = {c->start,       c->seen,   c->near,    c->candidates, c->candidate_count, c->touching,   c->moved,
                    c->touched,     w->before, w->bounced, w->split.x,    w->split.start,     w->split.base, w->kept,
                    w->kept_lambda, w};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
}

/* Copies particle records from the initial state. */
static void reset_some(void *of, int part, int64_t first, int64_t last) {
  const xpbd_cpu *cpu = of;
  const xpbd_layout *layout = &cpu->layout;
  const size_t at = (size_t)first * sizeof(PARTICLE), bytes = (size_t)(last - first) * sizeof(PARTICLE);
  const bool fine = layout->positions_low != NULL;
  const struct {
    void *to;
    const void *from;
  } copies[] = {{cpu->x, fine ? layout->positions_low : layout->positions},
                {cpu->start, fine ? layout->positions_low : layout->positions},
                {cpu->v, layout->velocities},
                {cpu->base, layout->positions},
                {cpu->v_low, layout->velocities_low}};
  (void)part;
  for (int k = 0; k < (fine ? 5 : 3); k++) memcpy((char *)copies[k].to + at, (const char *)copies[k].from + at, bytes);
}

void XPBD_NAME(cpu_reset)(xpbd_cpu *cpu) {
  enum { PART = 1 << 18 }; /* particles worth a thread: some milliseconds of copying */
  const xpbd_layout *layout = &cpu->layout;
  xpbd_in_parts(xpbd_parts_for(cpu->threads, layout->records, PART), layout->records, reset_some, cpu);
  if (cpu->embedded) memset(cpu->embedded, 0, (size_t)layout->records * sizeof(REAL));
}

void XPBD_NAME(cpu_restore)(xpbd_cpu *cpu, const double *positions, const double *velocities, const double *embedded) {
  const WORLD *w = cpu->world;
  for (int32_t i = 0; i < cpu->layout.n; i++) {
    const int32_t at = xpbd_layout_place(&cpu->layout, i);
    XPBD_NAME(record_write)(&positions[3 * (int64_t)i], w->base ? &w->base[at] : NULL, &w->x[at]);
    XPBD_NAME(record_write)
    (&velocities[3 * (int64_t)i], w->base ? &w->v[at] : NULL, w->base ? &w->v_low[at] : &w->v[at]);
    if (cpu->embedded) ((REAL *)cpu->embedded)[at] = (REAL)embedded[3 * (int64_t)i];
  }
}

/* ---- projections ---- */

/* Elements that are faster one by one. A block takes as long with one constraint as when full: 46 ns for stretching,
 * which takes 6 to 12 alone, and 64 ns for morse, 14 to 23 alone (AVX-512, a Zen 5, measured on sheets of 2 to 6
 * vertices a side). */
enum { FEW = 4 };

/* This thread's part of one group, energy-embedded. */
static void project_energy(const xpbd_cpu *cpu, const WORLD *w, xpbd_who *who, const xpbd_group *group,
                           int first_sweep) {
  const xpbd_method method = cpu->layout.def->method;
  const REAL theta = method == XPBD_METHOD_ENERGY ? (REAL)cpu->theta : R(1.0);
  const XPBD_NAME(energy) energy = {.embedded = cpu->embedded,
                                    .theta = method == XPBD_METHOD_ENERGY_EQ7 ? -theta : theta,
                                    .weigh = method == XPBD_METHOD_ENERGY ? theta : R(0.0),
                                    .first_sweep = first_sweep};
  const XPBD_NAME(formula_kernels) *kernels = &w->kernels->XPBD_HALF->formula[w->formula[group->set]];
  const SET *set = &w->sets[group->set];
  REAL *before = cpu->c_before[group->set];
  RANGE(begin, end, group->padded - group->first);
  const int32_t first = group->first + (group->serial ? 0 : begin);
  const int32_t last = group->serial ? group->last : group->first + end;
  const int32_t real = last < group->last ? last : group->last;
  if (real <= first) return;
  if (group->serial || cpu->lanes == 1 || real - first <= FEW || !kernels->energy_lanes) {
    XPBD_COUNT(skipped, kernels->energy(set, w->x, w->start, &energy, before, first, real));
  } else {
    int64_t skipped = kernels->energy_lanes(set, w->x, w->start, &energy, before, first, last);
    if (skipped > 0 && real < last) /* as in project_places() */
      skipped -= kernels->energy(set, w->x, w->start, &energy, before, real, last);
    XPBD_COUNT(skipped, skipped);
  }
  XPBD_COUNT(projections, (real - first) * group->rows);
}

/* What a group projects: its set and its positions, which are those of the particles or of a row's copies of them. */
typedef struct work {
  const SET *set;
  PARTICLE *x;
  const PARTICLE *start;
  SET row; /* the set, with the copies of one row */
} work;

static void find_work(const WORLD *w, const xpbd_who *who, const xpbd_group *group, work *out) {
  const SET *set = out->set = &w->sets[group->set];
  if (!w->split.x) {
    out->x = w->x, out->start = XPBD_NAME(start_of)(w, who, set->keep);
    return;
  }
  out->x = w->split.x + group->shift;
  out->start = w->split.start ? w->split.start + group->shift : out->x; /* coupled rows read it, damped or not */
  out->row = *set, out->set = &out->row;
  out->row.row = (int8_t)group->row, out->row.rows = (int8_t)group->rows;
#if XPBD_SCALAR == 32
  if (set->base) out->row.base = set->base + group->shift;
#endif
}

/* Selects the scalar kernels of a set. */
static int variant_of(const SET *set) {
  const int rows = set->coupled ? XPBD_COUPLED_ROWS : set->gamma > R(0.0) ? XPBD_DAMPED : 0;
  return rows | (XPBD_BASE_OF(set) ? XPBD_FINE : 0);
}

/* Projects places first .. last - 1 of a group, without padding. */
static void project_one_by_one(const WORLD *w, xpbd_who *who, const xpbd_group *group, int32_t first, int32_t last) {
  const XPBD_NAME(project) *kernels = w->kernels->XPBD_HALF->formula[w->formula[group->set]].project;
  work of;
  if (last <= first) return;
  find_work(w, who, group, &of);
  XPBD_COUNT(skipped, kernels[variant_of(of.set)](of.set, of.x, of.start, first, last));
  XPBD_COUNT(projections, (last - first) * group->rows);
}

/* Projects places first .. last - 1 of a group, whole blocks of XPBD_PADDING, with SIMD if the settings say so. */
static void project_places(const xpbd_cpu *cpu, const WORLD *w, xpbd_who *who, const xpbd_group *group, int32_t first,
                           int32_t last) {
  const int32_t real = last < group->last ? last : group->last;
  const XPBD_NAME(project) *kernels = w->kernels->XPBD_HALF->formula[w->formula[group->set]].project;
  work of;
  find_work(w, who, group, &of);
  const int variant = variant_of(of.set);
  if (cpu->lanes == 1 || real - first <= FEW || !kernels[XPBD_LANES | variant]) {
    project_one_by_one(w, who, group, first, real);
    return;
  }
  int64_t skipped = kernels[XPBD_LANES | variant](of.set, of.x, of.start, first, last);
  /* Skipped padding does not count: a formula may be infinite where all its particles coincide. */
  const int32_t padding = first > group->last ? first : group->last;
  if (skipped > 0 && padding < last) skipped -= kernels[variant](of.set, of.x, of.start, padding, last);
  if (real > first) XPBD_COUNT(projections, (real - first) * group->rows);
  XPBD_COUNT(skipped, skipped);
}

/* This thread's share of one group. A serial group is one single share. */
static void project_group(const xpbd_cpu *cpu, const WORLD *w, xpbd_who *who, const xpbd_group *group) {
  if (group->serial) {
    project_one_by_one(w, who, group, group->first, group->last);
  } else {
    RANGE(begin, end, group->padded - group->first);
    project_places(cpu, w, who, group, group->first + begin, group->first + end);
  }
}

/* While the parts of a frame are measured: what passed since the previous call belongs to this one. */
static inline void charge(const xpbd_cpu *cpu, xpbd_part part) {
  if (cpu->clock) xpbd_phase_clock_charge(cpu->clock, part);
}

#include "solver/acceleration.inl"
#include "solver/wave.inl"

/* This thread's share of one group of set s, which has a constraint for each particle. */
static void project_patches(const xpbd_cpu *cpu, const WORLD *w, xpbd_who *who, int32_t s, int32_t group) {
  const xpbd_layout_set *set = &cpu->layout.sets[s];
  const xpbd_patches *patches = &set->constraints->patches;
  const xpbd_schedule *schedule = &patches->schedule;
  const int32_t begin = schedule->group_start[group];
  const int64_t count = schedule->group_start[group + 1] - begin;
  const bool whole = group == schedule->overflow; /* one thread does all */
  const int64_t first = whole ? 0 : count * who->thread / who->threads,
                last = whole ? count : count * (who->thread + 1) / who->threads;
  w->kernels->XPBD_HALF->patches(w, who, s, patches, set->arity, &schedule->order[begin + first], last - first);
}

/* Sets wind, obstacles and handles for the time step that begins at t. */
static void surroundings_at(xpbd_cpu *cpu, double t) {
  const xpbd_scene *scene = cpu->layout.scene;
  double u[3];
  xpbd_wind_at(xpbd_scene_wind(scene), t, u);
  *(VEC3 *)cpu->wind_now = (VEC3){(REAL)u[0], (REAL)u[1], (REAL)u[2]};
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) {
    const xpbd_obstacle *from = xpbd_scene_obstacle(scene, k);
    XPBD_NAME(obstacle) *to = (XPBD_NAME(obstacle) *)cpu->obstacles + k;
    if (cpu->surrounded && xpbd_obstacle_rests(from))
      to->active = xpbd_obstacle_exists(from, t, cpu->layout.h);
    else
      XPBD_NAME(obstacle_at)(from, xpbd_scene_origin(scene), t, cpu->layout.h, to);
  }
  cpu->surrounded = true;
  for (int32_t k = 0; k < xpbd_scene_handle_count(scene); k++) XPBD_NAME(handle_at)
  (xpbd_scene_handle(scene, k), xpbd_scene_origin(scene), t, cpu->layout.h, (XPBD_NAME(handle) *)cpu->handles + k);
}

/* One thread's part of a time step. */
static void time_step(const xpbd_cpu *cpu, xpbd_who *who, xpbd_shift *shift) {
  const WORLD *w = cpu->world;
  const XPBD_NAME(phase) *phase = w->kernels->XPBD_HALF->phase;
#define STEP_PHASES(name, whole, a, b, c)                                                                              \
  {                                                                                                                    \
    XPBD_SHARES(shift, whole, &who->thread) phase[XPBD_PHASE_##name](w, who, w->x, a, b, c);                           \
    charge(cpu, xpbd_phase_parts[XPBD_PHASE_##name]);                                                                  \
  }
#define STEP_PHASE(name, items, a, b, c) STEP_PHASES(name, false, a, b, c)
#define STEP_OWN(name, items, a)         STEP_PHASES(name, false, a, 0, 0)
#define STEP_ONCE(name, a, b, c)         STEP_PHASES(name, true, a, b, c)
#define STEP_GROUP(g, first_sweep)                                                                                     \
  {                                                                                                                    \
    const xpbd_group *group = &cpu->layout.groups[g];                                                                  \
    XPBD_SHARES(shift, group->serial, &who->thread) {                                                                  \
      if (cpu->embedded)                                                                                               \
        project_energy(cpu, w, who, group, first_sweep);                                                               \
      else                                                                                                             \
        project_group(cpu, w, who, group);                                                                             \
    }                                                                                                                  \
    charge(cpu, XPBD_PART_PROJECTIONS);                                                                                \
  }
#define STEP_PATCH_GROUPS(s) cpu->layout.sets[s].constraints->patches.schedule.group_count
#define STEP_PATCHES(s, group)                                                                                         \
  {                                                                                                                    \
    const bool whole = (group) == cpu->layout.sets[s].constraints->patches.schedule.overflow;                          \
    XPBD_SHARES(shift, whole, &who->thread) project_patches(cpu, w, who, s, group);                                    \
    charge(cpu, XPBD_PART_PROJECTIONS);                                                                                \
  }
#define STEP_KEEP                                                                                                      \
  double omega = 1.0;                                                                                                  \
  if (w->kept) XPBD_SHARES(shift, false, &who->thread) keep_first(w, who);
#define STEP_ACCELERATE(it)                                                                                            \
  if (w->kept) {                                                                                                       \
    omega = xpbd_chebyshev_omega(cpu->radius, it, omega);                                                              \
    XPBD_SHARES(shift, false, &who->thread) accelerate(w, who, cpu->multipliers, it, (REAL)omega);                     \
    charge(cpu, XPBD_PART_COPIES);                                                                                     \
  }
#define STEP_WORLD  (*w)
#define STEP_SWEEPS cpu->layout.def->iterations /* measure/residual.c changes it between steps */
#define STEP_AHEAD  wave_run(cpu, w, who, shift)
#include "step/step.inl"
#undef STEP_PHASES
}

void XPBD_NAME(cpu_frame)(xpbd_cpu *cpu, int thread, xpbd_shift *shift) {
  const xpbd_solver_def *def = cpu->layout.def;
  xpbd_who who = {.threads = cpu->threads, .tally = &cpu->tally[thread]};
  for (int32_t k = 0; k < def->substeps; k++) {
    XPBD_SHARES(shift, true, &who.thread)
    surroundings_at(cpu, (double)(cpu->frame * def->substeps + k) * cpu->layout.h);
    charge(cpu, XPBD_PART_MOTION);
    time_step(cpu, &who, shift);
  }
}

void XPBD_NAME(cpu_read)(const xpbd_cpu *cpu, xpbd_field field, double *out) {
  const WORLD *w = cpu->world;
  const PARTICLE *low = field == XPBD_VELOCITIES ? w->v : w->x, *high = NULL;
  if (w->base) high = field == XPBD_VELOCITIES ? w->v_low : w->base;
  const REAL *embedded = cpu->embedded;
  for (int32_t i = 0; i < cpu->layout.n; i++) {
    const int32_t at = xpbd_layout_place(&cpu->layout, i);
    double *to = &out[3 * (int64_t)i];
    if (field != XPBD_EMBEDDED)
      XPBD_NAME(record_read)(high ? &high[at] : NULL, &low[at], to);
    else
      to[0] = embedded ? (double)embedded[at] : 0.0, to[1] = to[2] = 0.0;
  }
}

void XPBD_NAME(cpu_multipliers)(const xpbd_cpu *cpu, int32_t set, const int32_t *order, double *out) {
  const xpbd_layout *layout = &cpu->layout;
  const xpbd_layout_set *of = &layout->sets[set];
  const REAL *lambda = ((const WORLD *)cpu->world)->sets[set].lambda;
  const double *size = of->constraints->patches.size;
  if (of->summed && !size) {
    *out = (double)lambda[0];
    return;
  }
  for (int32_t i = 0; size && i < layout->n; i++) out[i] = (double)lambda[i] * sqrt(size[i]);
  if (size) return;
  int32_t k = 0; /* in the order of the places */
  for (int32_t g = 0; g < layout->group_count; g++) {
    const xpbd_group *group = &layout->groups[g];
    if (group->set != set) continue;
    if (layout->at_once) k = 0; /* a group for each row */
    for (int32_t j = group->first; j < group->last; j++, k++) {
      double *to = &out[(int64_t)(layout->at_once ? k : order[k]) * of->rows];
      for (int32_t row = group->row; row < group->row + group->rows; row++)
        to[row] = (double)lambda[(int64_t)row * of->padded + j];
    }
  }
}
