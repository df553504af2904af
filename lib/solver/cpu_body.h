/* Why this file exists: building and running the CPU state in one precision. Included by cpu_f32.c and cpu_f64.c, which
 * define XPBD_SCALAR and the name of the state's half. No function here knows a formula: kernels do. */

#include <math.h>

#include <stdlib.h>

#include "base/error.h"
#include "scene/handle.h"
#include "solver/cpu_internal.h"

#include "formula/scalar.h"
#include "solver/particle.h"
#include "solver/sums.h"
#include "collide/project.h"
#include "solver/contact.h"
#include "solver/bounce.h"

#define SET        XPBD_NAME(set)
#define PARTICLE   XPBD_NAME(particle)
#define XPBD_WORLD XPBD_NAME(world)

/* What the phases of a time step work on: the arrays of the state, and the numbers that do not change. */
typedef struct XPBD_WORLD {
  const xpbd_kernels *kernels;
  PARTICLE *x, *start, *v, *force, *lag; /* [records]; force NULL without wind, lag unless a set is damped by it */
  int32_t n, records, set_count, group_count, centre_count, obstacle_count, handle_count, grip_count, omit_tip_damping;
  const xpbd_range *centres;
  REAL *sums; /* [2, sum_count] */
  int64_t sum_count;
  REAL *total;                                /* [2 XPBD_SUM_WIDEST] */
  const XPBD_NAME(obstacle) * obstacle_table; /* [obstacle_count] during this time step */
  const XPBD_NAME(handle) * handle_table;     /* [handle_count] */
  const XPBD_NAME(grip) * grips;
  REAL global_damping;
  XPBD_NAME(contact) contact; /* start NULL without; radius also then */
  PARTICLE *before, *bounced; /* [records], [obstacle_count, n]; NULL without restitution (of obstacles) */
  int32_t bounces;            /* passes over what bounces, 0 = none */
  XPBD_NAME(wind) wind;       /* its velocity is in wind_table */
  const VEC3 *wind_table;
  VEC3 gravity;
  REAL h, inverse_h, limit;
  SET *sets;                     /* [set_count] */
  XPBD_NAME(sum_set) * sum_sets; /* [set_count] of sets whose constraints are one */
  int32_t *formula, *padded, *count;
} XPBD_WORLD;

#include "step/phases.inl"

static REAL *reals(xpbd_cpu *cpu, int64_t count) {
  return xpbd_cpu_allocate(cpu, count, sizeof(REAL));
}

static void particles_from(const xpbd_cpu *cpu, const double *in, const double *w, PARTICLE *out) {
  for (int32_t i = 0; i < cpu->n + cpu->centres; i++) {
    out[i].x = (REAL)in[3 * (int64_t)i];
    out[i].y = (REAL)in[3 * (int64_t)i + 1];
    out[i].z = (REAL)in[3 * (int64_t)i + 2];
    out[i].w = w ? (REAL)w[i] : R(0.0);
  }
}

/* Put the constraints of a set in scheduled order, padded; padding refers to the dummy and is never stored. */
static void fill_set(const xpbd_cpu *cpu, const xpbd_group *groups, xpbd_cpu_set *half, SET *set) {
  const xpbd_constraints *c = half->constraints;
  const xpbd_formula_info *info = xpbd_formula_at(c->formula);
  const double *w = xpbd_scene_inverse_masses(cpu->scene);
  for (int32_t g = 0; g < half->group_count; g++) {
    const xpbd_group *group = &groups[g];
    const int32_t *order = c->schedule.order + c->schedule.group_start[g];
    for (int32_t j = group->first; j < group->padded; j++) {
      const int real = j < group->last;
      const int64_t from = real ? order[j - group->first] : 0;
      set->held[j / XPBD_PADDING] |= !real;
      for (int k = 0; k < info->arity; k++) {
        const int32_t i = real ? c->particles[from * info->arity + k] : cpu->n + cpu->centres;
        set->offset[k][j] = (uint32_t)sizeof(PARTICLE) * (uint32_t)i;
        set->held[j / XPBD_PADDING] |= real && w[i] == 0.0;
      }
      for (int k = 0; k < info->rest_count; k++)
        set->rest[k][j] = real ? (REAL)c->rest[from * info->rest_count + k] : R(1.0);
    }
  }
  for (int k = 0; k < info->material_count; k++) set->material[k] = (REAL)c->material[k];
  set->alpha = (REAL)(c->compliance / (cpu->h * cpu->h));
  set->gamma = (REAL)(c->compliance * c->damping / cpu->h);
  if (c->damping_reading == XPBD_DAMPING_TILDE)
    set->gamma = (REAL)(c->compliance * c->damping / (cpu->h * cpu->h * cpu->h));
  set->keep = c->damping_reading == XPBD_DAMPING_LAGGED ? R(0.0) : R(1.0);
  set->relax = R(1.0);
  const xpbd_solver_def *def = cpu->def;
  if (!(xpbd_method_at((int)def->method)->traits & XPBD_DROPS_COMPLIANCE)) return;
  const int each = def->method == XPBD_METHOD_PBD_SCALED ? (int)def->iterations : 1;
  set->alpha = set->gamma = R(0.0);
  set->relax = (REAL)(1.0 - pow(1.0 - def->pbd_stiffness, 1.0 / each));
}

static int is_energy(const xpbd_cpu *cpu) {
  return (xpbd_method_at((int)cpu->def->method)->traits & XPBD_CARRIES_ENERGY) != 0;
}

/* The arrays of a set whose constraints are one. */
static xpbd_status build_sum(xpbd_cpu *cpu, xpbd_cpu_set *half) {
  XPBD_NAME(sum_set) *sum = &half->XPBD_SUM;
  const int arity = xpbd_formula_at(half->constraints->formula)->arity;
  int complete = (sum->value = reals(cpu, half->padded)) != NULL;
  complete &= (sum->gradient = xpbd_cpu_allocate(cpu, cpu->n, sizeof(PARTICLE))) != NULL;
  for (int k = 0; k < arity; k++)
    complete &= (sum->slot[k] = xpbd_cpu_allocate(cpu, half->padded, sizeof(PARTICLE))) != NULL;
  sum->first = half->first;
  sum->of = half->of;
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for the sum over %d elements", (int)half->padded);
  return XPBD_OK;
}

/* What sums, obstacles and handles need. */
static xpbd_status build_common(xpbd_cpu *cpu) {
  const int32_t obstacles = xpbd_scene_obstacle_count(cpu->scene), handles = xpbd_scene_handle_count(cpu->scene);
  int64_t longest = cpu->n;
  for (int32_t s = 0; s < cpu->set_count; s++)
    if (cpu->sets[s].padded > longest) longest = cpu->sets[s].padded;
  cpu->sum_count = (longest / XPBD_CHUNK + 1) * XPBD_SUM_WIDEST;
  int complete = (cpu->total = reals(cpu, 2 * XPBD_SUM_WIDEST)) != NULL;
  complete &= (cpu->sums = reals(cpu, 2 * cpu->sum_count)) != NULL;
  complete &= (cpu->obstacles = xpbd_cpu_allocate(cpu, obstacles, sizeof(XPBD_NAME(obstacle)))) != NULL;
  complete &= (cpu->handles = xpbd_cpu_allocate(cpu, handles, sizeof(XPBD_NAME(handle)))) != NULL;
  complete &= (cpu->wind_now = xpbd_cpu_allocate(cpu, 1, sizeof(VEC3))) != NULL;
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for sums over %lld items", (long long)longest);
  cpu->grip_count = xpbd_grip_count(cpu->scene);
  cpu->grips = xpbd_cpu_allocate(cpu, cpu->grip_count, sizeof(XPBD_NAME(grip)));
  XPBD_REQUIRE(cpu->grips, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d held particles", (int)cpu->grip_count);
  XPBD_NAME(grips)(cpu->scene, cpu->grips);
  return XPBD_OK;
}

/* The arrays of contact between particles. */
static xpbd_status build_contact(xpbd_cpu *cpu) {
  XPBD_NAME(contact) *c = &cpu->XPBD_CONTACT;
  const double radius = xpbd_scene_contact_radius(cpu->scene), *radii = xpbd_scene_radii(cpu->scene);
  if (radii) {
    REAL *own = reals(cpu, cpu->n);
    XPBD_REQUIRE(own, XPBD_ERR_OUT_OF_MEMORY, "no memory for the radii of %d particles", (int)cpu->n);
    for (int32_t i = 0; i < cpu->n; i++) own[i] = (REAL)radii[i];
    c->radius = own;
  }
  if (!(radius > 0.0)) return XPBD_OK;
  c->diameter = (REAL)(2.0 * radius);
  c->reach = (REAL)(3.0 * radius); /* what comes near within the step */
  c->inverse_cell = (REAL)(1.0 / (3.0 * radius));
  c->friction = (REAL)xpbd_scene_friction(cpu->scene);
  c->restitution = (REAL)xpbd_scene_restitution(cpu->scene);
  c->mask = cpu->contact.mask;
  c->first = cpu->contact.first;
  c->joined = cpu->contact.joined;
  const int64_t n = cpu->n, buckets = (int64_t)c->mask + 2;
  c->start = xpbd_cpu_allocate(cpu, buckets, sizeof *c->start);
  c->items = xpbd_cpu_allocate(cpu, n, sizeof *c->items);
  c->candidates = xpbd_cpu_allocate(cpu, n * XPBD_CANDIDATES, sizeof *c->candidates);
  c->candidate_count = xpbd_cpu_allocate(cpu, n, sizeof *c->candidate_count);
  c->touching = xpbd_cpu_allocate(cpu, n, sizeof *c->touching);
  c->moved = xpbd_cpu_allocate(cpu, n, sizeof *c->moved);
  c->carry = xpbd_cpu_allocate(cpu, xpbd_chunks((int32_t)c->mask + 1), sizeof *c->carry);
  if (c->restitution > R(0.0)) c->touched = xpbd_cpu_allocate(cpu, n, sizeof *c->touched);
  XPBD_REQUIRE((c->touched || !(c->restitution > R(0.0))) && c->carry && c->start && c->items && c->candidates &&
                   c->candidate_count && c->touching && c->moved,
               XPBD_ERR_OUT_OF_MEMORY, "no memory for the contacts of %d particles", (int)cpu->n);
  return XPBD_OK;
}

/* What bounces, off an obstacle or off another particle. */
static xpbd_status build_bounce(xpbd_cpu *cpu) {
  const int32_t obstacles = xpbd_scene_obstacle_count(cpu->scene);
  int off = 0;
  for (int32_t k = 0; k < obstacles; k++) off |= xpbd_obstacle_restitution(xpbd_scene_obstacle(cpu->scene, k)) > 0.0;
  if (!off && !cpu->XPBD_CONTACT.touched) return XPBD_OK;
  cpu->before = xpbd_cpu_allocate(cpu, xpbd_cpu_records(cpu), sizeof(PARTICLE));
  if (off) cpu->bounced = xpbd_cpu_allocate(cpu, (int64_t)obstacles * cpu->n, sizeof(PARTICLE));
  XPBD_REQUIRE(cpu->before && (cpu->bounced || !off), XPBD_ERR_OUT_OF_MEMORY,
               "no memory for the restitution of %d particles", (int)cpu->n);
  return XPBD_OK;
}

/* Does any set want the displacement of the step before? */
static int has_lag(const xpbd_cpu *cpu) {
  for (int32_t s = 0; s < cpu->set_count; s++)
    if (cpu->sets[s].constraints->damping_reading == XPBD_DAMPING_LAGGED) return 1;
  return 0;
}

/* The sets in the arrays that the world ends with. */
static void list_sets(const xpbd_cpu *cpu, XPBD_WORLD *w) {
  char *at = (char *)(w + 1);
  w->sets = (SET *)at, at += sizeof(SET) * (size_t)cpu->set_count;
  w->sum_sets = (XPBD_NAME(sum_set) *)at, at += sizeof(XPBD_NAME(sum_set)) * (size_t)cpu->set_count;
  w->formula = (int32_t *)at;
  w->padded = w->formula + cpu->set_count;
  w->count = w->padded + cpu->set_count;
  for (int32_t s = 0; s < cpu->set_count; s++) {
    const xpbd_cpu_set *half = &cpu->sets[s];
    w->sets[s] = half->XPBD_HALF;
    w->sum_sets[s] = half->XPBD_SUM;
    w->formula[s] = half->constraints->formula;
    w->padded[s] = half->padded;
    w->count[s] = half->constraints->count;
  }
}

static xpbd_status build_world(xpbd_cpu *cpu) {
  const size_t each = sizeof(SET) + sizeof(XPBD_NAME(sum_set)) + 3 * sizeof(int32_t);
  XPBD_WORLD *w = calloc(1, sizeof *w + each * (size_t)cpu->set_count);
  cpu->world = w;
  XPBD_REQUIRE(w, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sets", (int)cpu->set_count);
  const double *g = xpbd_scene_gravity(cpu->scene);
  w->kernels = cpu->kernels;
  w->x = cpu->x, w->start = cpu->start, w->v = cpu->v, w->force = cpu->force, w->lag = cpu->lag;
  w->n = cpu->n, w->records = (int32_t)xpbd_cpu_records(cpu);
  w->set_count = cpu->set_count, w->group_count = cpu->group_count;
  w->centre_count = cpu->centres;
  w->centres = cpu->centres > 0 ? xpbd_scene_centre(cpu->scene, 0) : NULL;
  w->omit_tip_damping = xpbd_scene_omits_tip_damping(cpu->scene);
  w->obstacle_count = xpbd_scene_obstacle_count(cpu->scene), w->obstacle_table = cpu->obstacles;
  w->handle_count = xpbd_scene_handle_count(cpu->scene), w->handle_table = cpu->handles;
  w->grip_count = cpu->grip_count, w->grips = cpu->grips;
  w->sums = cpu->sums, w->sum_count = cpu->sum_count, w->total = cpu->total;
  w->global_damping = (REAL)xpbd_scene_global_damping(cpu->scene);
  w->contact = cpu->XPBD_CONTACT;
  w->before = cpu->before, w->bounced = cpu->bounced;
  w->bounces = cpu->before ? cpu->def->iterations : 0;
  w->wind = (XPBD_NAME(wind)){.drag = (REAL)xpbd_scene_wind(cpu->scene)->drag,
                              .triangles = xpbd_scene_triangles(cpu->scene),
                              .first = cpu->wind_first,
                              .of = cpu->wind_of};
  w->wind_table = cpu->wind_now;
  w->gravity = (VEC3){(REAL)g[0], (REAL)g[1], (REAL)g[2]};
  w->h = (REAL)cpu->h, w->inverse_h = (REAL)(1.0 / cpu->h), w->limit = (REAL)cpu->limit;
  list_sets(cpu, w);
  return XPBD_OK;
}

xpbd_status XPBD_NAME(cpu_build)(xpbd_cpu *cpu) {
  XPBD_REQUIRE(xpbd_cpu_records(cpu) * (int64_t)sizeof(PARTICLE) <= UINT32_MAX, XPBD_ERR_UNSUPPORTED,
               "%d particles are more than 32-bit offsets can address", (int)cpu->n);
  const int64_t before = cpu->bytes;
  void **arrays[] = {&cpu->x, &cpu->start, &cpu->v, &cpu->x_initial, &cpu->v_initial, &cpu->force};
  const int count = xpbd_scene_wind(cpu->scene)->drag > 0.0 ? 6 : 5; /* forces only with wind */
  for (int k = 0; k < count; k++) {
    *arrays[k] = xpbd_cpu_allocate(cpu, xpbd_cpu_records(cpu), sizeof(PARTICLE));
    XPBD_REQUIRE(*arrays[k], XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)cpu->n);
  }
  if (is_energy(cpu)) {
    cpu->embedded = reals(cpu, xpbd_cpu_records(cpu));
    XPBD_REQUIRE(cpu->embedded, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)cpu->n);
  }
  if (has_lag(cpu)) {
    cpu->lag = xpbd_cpu_allocate(cpu, xpbd_cpu_records(cpu), sizeof(PARTICLE));
    XPBD_REQUIRE(cpu->lag, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)cpu->n);
  }
  cpu->particle_bytes = cpu->bytes - before;
  particles_from(cpu, xpbd_scene_positions(cpu->scene), xpbd_scene_inverse_masses(cpu->scene), cpu->x_initial);
  particles_from(cpu, xpbd_scene_velocities(cpu->scene), NULL, cpu->v_initial);
  const xpbd_group *groups = cpu->groups;
  for (int32_t s = 0; s < cpu->set_count; s++) {
    xpbd_cpu_set *half = &cpu->sets[s];
    SET *set = &half->XPBD_HALF;
    const xpbd_formula_info *info = xpbd_formula_at(half->constraints->formula);
    int complete = (set->lambda = reals(cpu, half->padded)) != NULL;
    complete &= (set->held = xpbd_cpu_allocate(cpu, half->padded / XPBD_PADDING, 1)) != NULL;
    for (int k = 0; k < info->arity; k++)
      complete &= (set->offset[k] = xpbd_cpu_allocate(cpu, half->padded, sizeof(uint32_t))) != NULL;
    for (int k = 0; k < info->rest_count; k++) complete &= (set->rest[k] = reals(cpu, half->padded)) != NULL;
    XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d constraints", (int)half->padded);
    fill_set(cpu, groups, half, set);
    groups += half->group_count;
    if (half->summed) XPBD_TRY(build_sum(cpu, half));
    if (!is_energy(cpu)) continue;
    half->before = reals(cpu, half->padded);
    XPBD_REQUIRE(half->before, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d constraints", (int)half->padded);
  }
  cpu->constraint_bytes = cpu->bytes - before - cpu->particle_bytes;
  XPBD_TRY(build_common(cpu));
  XPBD_TRY(build_contact(cpu));
  XPBD_TRY(build_bounce(cpu));
  return build_world(cpu);
}

void XPBD_NAME(cpu_reset)(xpbd_cpu *cpu) {
  const size_t bytes = (size_t)xpbd_cpu_records(cpu) * sizeof(PARTICLE);
  memcpy(cpu->x, cpu->x_initial, bytes);
  memcpy(cpu->start, cpu->x_initial, bytes);
  memcpy(cpu->v, cpu->v_initial, bytes);
  if (cpu->embedded) memset(cpu->embedded, 0, (size_t)xpbd_cpu_records(cpu) * sizeof(REAL));
}

void XPBD_NAME(cpu_restore)(xpbd_cpu *cpu, const double *positions, const double *velocities, const double *embedded) {
  PARTICLE *x = cpu->x, *v = cpu->v;
  for (int32_t i = 0; i < cpu->n; i++) {
    const double *p = &positions[3 * (int64_t)i], *u = &velocities[3 * (int64_t)i];
    x[i].x = (REAL)p[0], x[i].y = (REAL)p[1], x[i].z = (REAL)p[2];
    v[i].x = (REAL)u[0], v[i].y = (REAL)u[1], v[i].z = (REAL)u[2];
    if (cpu->embedded) ((REAL *)cpu->embedded)[i] = (REAL)embedded[3 * (int64_t)i];
  }
}

/* ---- the phases that have kernels ---- */

#define PHASE(name)                                                                                                    \
  XPBD_PHASE XPBD_NAME(phase_##name)(const XPBD_WORLD *w, xpbd_who *who, PARTICLE *x, XPBD_UNUSED int32_t a,           \
                                     XPBD_UNUSED int32_t b, XPBD_UNUSED int32_t c)
#define RANGE(first, last, count)                                                                                      \
  const int32_t first = xpbd_share_begin((count), who->thread, who->threads);                                          \
  const int32_t last = xpbd_share_begin((count), who->thread + 1, who->threads)

PHASE(wind) {
  XPBD_NAME(wind) now = w->wind;
  now.velocity = *w->wind_table;
  RANGE(first, last, w->n);
  w->kernels->XPBD_HALF->wind(&now, x, w->v, w->force, first, last);
}
PHASE(predict) {
  RANGE(first, last, w->n);
  w->kernels->XPBD_HALF->predict(x, w->start, w->v, w->force, w->gravity, w->h, first, last);
  for (int32_t s = 0; s < w->set_count; s++) {
    RANGE(from, to, w->padded[s]);
    memset(w->sets[s].lambda + from, 0, (size_t)(to - from) * sizeof(REAL));
  }
}
PHASE(evaluate) { /* elements of set a */
  RANGE(first, last, w->count[a]);
  w->kernels->XPBD_HALF->evaluate[w->formula[a]](&w->sets[a], &w->sum_sets[a], x, first, last);
  XPBD_COUNT(projections, last - first);
}
PHASE(finish) {
  RANGE(first, last, w->n);
  /* that there are some is enough, and their number over many substeps has no bound */
  who->lost |= w->kernels->XPBD_HALF->finish(x, w->start, w->v, w->inverse_h, w->limit, first, last) > 0;
}

/* This thread's part of one group, energy-embedded. */
static void project_energy(const xpbd_cpu *cpu, xpbd_who *who, const xpbd_group *group, int first_sweep) {
  const xpbd_cpu_set *half = &cpu->sets[group->set];
  const xpbd_method method = cpu->def->method;
  const REAL theta = method == XPBD_METHOD_ENERGY ? (REAL)cpu->def->theta : R(1.0);
  const XPBD_NAME(energy) energy = {.embedded = cpu->embedded,
                                    .theta = method == XPBD_METHOD_ENERGY_EQ7 ? -theta : theta,
                                    .weigh = method == XPBD_METHOD_ENERGY ? theta : R(0.0),
                                    .first_sweep = first_sweep};
  RANGE(begin, end, group->last - group->first);
  const int32_t first = group->serial ? 0 : begin;
  const int32_t last = !group->serial ? end : who->thread == 0 ? group->last - group->first : 0;
  if (first == last) return;
  XPBD_COUNT(skipped, cpu->kernels->XPBD_HALF->energy[half->constraints->formula](
                          &half->XPBD_HALF, cpu->x, cpu->start, &energy, half->before, group->first + first,
                          group->first + last));
  XPBD_COUNT(projections, last - first);
}

/* This thread's part of one group. */
static void project_group(const xpbd_cpu *cpu, const XPBD_WORLD *w, xpbd_who *who, const xpbd_group *group) {
  const SET *set = &w->sets[group->set];
  const XPBD_NAME(project) *kernels = w->kernels->XPBD_HALF->project[w->formula[group->set]];
  const int damped = set->gamma > R(0.0) ? XPBD_DAMPED : 0;
  const PARTICLE *start = XPBD_NAME(start_of)(w, who, set);
  int64_t skipped = 0;
  if (group->serial) {
    if (who->thread != 0) return;
    skipped = kernels[damped](set, w->x, start, group->first, group->last);
    XPBD_COUNT(projections, group->last - group->first);
  } else {
    RANGE(begin, end, group->padded - group->first);
    const int32_t first = group->first + begin, last = group->first + end;
    const int32_t real = last < group->last ? last : group->last;
    if (cpu->lanes > 1) {
      skipped = kernels[XPBD_LANES | damped](set, w->x, start, first, last);
      /* What padding left out is no projection: a formula may be infinite where all its particles meet. */
      const int32_t padding = first > group->last ? first : group->last;
      if (skipped > 0 && padding < last) skipped -= kernels[damped](set, w->x, start, padding, last);
    } else {
      skipped = kernels[damped](set, w->x, start, first, real);
    }
    if (real > first) XPBD_COUNT(projections, real - first);
  }
  XPBD_COUNT(skipped, skipped);
}

/* Where wind, obstacles and handles are in the time step that begins at t. */
static void surroundings_at(xpbd_cpu *cpu, double t) {
  const xpbd_scene *scene = cpu->scene;
  double u[3];
  xpbd_cpu_wind_at(xpbd_scene_wind(scene), t, u);
  *(VEC3 *)cpu->wind_now = (VEC3){(REAL)u[0], (REAL)u[1], (REAL)u[2]};
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++)
    XPBD_NAME(obstacle_at)(xpbd_scene_obstacle(scene, k), t, cpu->h, (XPBD_NAME(obstacle) *)cpu->obstacles + k);
  for (int32_t k = 0; k < xpbd_scene_handle_count(scene); k++)
    XPBD_NAME(handle_at)(xpbd_scene_handle(scene, k), t, cpu->h, (XPBD_NAME(handle) *)cpu->handles + k);
}

/* One thread's part of a time step. */
static void time_step(const xpbd_cpu *cpu, xpbd_who *who, xpbd_barrier *barrier) {
  const XPBD_WORLD *w = cpu->world;
#define STEP_PHASE(name, items, a, b, c)                                                                               \
  {                                                                                                                    \
    XPBD_NAME(phase_##name)(w, who, w->x, a, b, c);                                                                    \
    xpbd_barrier_wait(barrier);                                                                                        \
  }
#define STEP_OWN(name, items, a) STEP_PHASE(name, items, a, 0, 0)
#define STEP_ONCE(name, a, b, c)                                                                                       \
  {                                                                                                                    \
    if (who->thread == 0) XPBD_NAME(phase_##name)(w, who, w->x, a, b, c);                                              \
    xpbd_barrier_wait(barrier);                                                                                        \
  }
#define STEP_GROUP(g, first_sweep)                                                                                     \
  {                                                                                                                    \
    if (cpu->embedded)                                                                                                 \
      project_energy(cpu, who, &cpu->groups[g], first_sweep);                                                          \
    else                                                                                                               \
      project_group(cpu, w, who, &cpu->groups[g]);                                                                     \
    xpbd_barrier_wait(barrier);                                                                                        \
  }
#define STEP_WORLD          (*w)
#define STEP_CENTRE_SIZE(c) w->centres[c].count
#define STEP_SET(g)         cpu->groups[g].set
#define STEP_SUMMED(s)      cpu->sets[s].summed
#define STEP_COUNT(s)       w->count[s]
#define STEP_BEGINS         1
#define STEP_SWEEPS         cpu->def->iterations
#define STEP_ENDS           1
#define STEP_ANYTHING       1
#define STEP_WIND           1
#include "step/step.inl"
}

void XPBD_NAME(cpu_frame)(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  const int64_t first = cpu->frame * cpu->def->substeps; /* the counter is the last one's for every thread */
  xpbd_who who = {.thread = thread, .threads = cpu->threads, .tally = &cpu->tally[thread]};
  for (int32_t k = 0; k < cpu->def->substeps; k++) {
    if (thread == 0) surroundings_at(cpu, (double)(first + k) * cpu->h);
    xpbd_barrier_wait(barrier);
    time_step(cpu, &who, barrier);
  }
  cpu->tally[thread].lost += who.lost;
}

void XPBD_NAME(cpu_read)(const xpbd_cpu *cpu, xpbd_field field, double *out) {
  const PARTICLE *from = field == XPBD_VELOCITIES ? cpu->v : cpu->x;
  const REAL *embedded = cpu->embedded;
  for (int32_t i = 0; field == XPBD_EMBEDDED && i < cpu->n; i++) {
    out[3 * (int64_t)i] = embedded ? (double)embedded[i] : 0.0;
    out[3 * (int64_t)i + 1] = out[3 * (int64_t)i + 2] = 0.0;
  }
  if (field == XPBD_EMBEDDED) return;
  for (int32_t i = 0; i < cpu->n; i++) {
    out[3 * (int64_t)i] = (double)from[i].x;
    out[3 * (int64_t)i + 1] = (double)from[i].y;
    out[3 * (int64_t)i + 2] = (double)from[i].z;
  }
}
