/* Why this file exists: building and running the CPU state in one precision. Included by cpu_f32.c and cpu_f64.c, which
 * define XPBD_SCALAR and the name of the state's half. No function here knows a formula: kernels do. */

#include <math.h>

#include "error.h"
#include "scene/handle.h"
#include "solver/cpu_internal.h"

#include "formula/scalar.h"
#include "solver/particle.h"
#include "solver/sums.h"
#include "collide/project.h"
#include "solver/contact.h"

#define SET      XPBD_NAME(set)
#define PARTICLE XPBD_NAME(particle)

#include "solver/cpu_sums.h"

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
static void fill_set(const xpbd_cpu *cpu, xpbd_cpu_set *half, SET *set) {
  const xpbd_constraints *c = half->constraints;
  const xpbd_formula_info *info = xpbd_formula_at(c->formula);
  const double *w = xpbd_scene_inverse_masses(cpu->scene);
  for (int32_t g = 0; g < half->group_count; g++) {
    const xpbd_group *group = &half->groups[g];
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
  const int32_t obstacles = xpbd_scene_obstacle_count(cpu->scene);
  int64_t longest = cpu->n;
  for (int32_t s = 0; s < cpu->set_count; s++)
    if (cpu->sets[s].padded > longest) longest = cpu->sets[s].padded;
  cpu->sum_count = (longest / XPBD_CHUNK + 1) * XPBD_SUM_WIDEST;
  int complete = (cpu->total = reals(cpu, 2 * XPBD_SUM_WIDEST)) != NULL;
  for (int k = 0; k < 2; k++) complete &= (cpu->sums[k] = reals(cpu, cpu->sum_count)) != NULL;
  cpu->XPBD_OBSTACLES = xpbd_cpu_allocate(cpu, obstacles, sizeof *cpu->XPBD_OBSTACLES);
  XPBD_REQUIRE(complete && cpu->XPBD_OBSTACLES, XPBD_ERR_OUT_OF_MEMORY, "no memory for sums over %lld items",
               (long long)longest);
  cpu->grip_count = xpbd_grip_count(cpu->scene);
  cpu->grips = xpbd_cpu_allocate(cpu, cpu->grip_count, sizeof(XPBD_NAME(grip)));
  XPBD_REQUIRE(cpu->grips, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d held particles", (int)cpu->grip_count);
  XPBD_NAME(grips)(cpu->scene, cpu->grips);
  return XPBD_OK;
}

/* The arrays of contact between particles. */
static xpbd_status build_contact(xpbd_cpu *cpu) {
  XPBD_NAME(contact) *c = &cpu->XPBD_CONTACT;
  const double radius = xpbd_scene_contact_radius(cpu->scene);
  if (!(radius > 0.0)) return XPBD_OK;
  c->diameter = (REAL)(2.0 * radius);
  c->reach = (REAL)(3.0 * radius); /* what comes near within the step */
  c->inverse_cell = (REAL)(1.0 / (3.0 * radius));
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
  XPBD_REQUIRE(c->start && c->items && c->candidates && c->candidate_count && c->touching && c->moved,
               XPBD_ERR_OUT_OF_MEMORY, "no memory for the contacts of %d particles", (int)cpu->n);
  return XPBD_OK;
}

/* Does any set want the displacement of the step before? */
static int has_lag(const xpbd_cpu *cpu) {
  for (int32_t s = 0; s < cpu->set_count; s++)
    if (cpu->sets[s].constraints->damping_reading == XPBD_DAMPING_LAGGED) return 1;
  return 0;
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
    fill_set(cpu, half, set);
    if (half->summed) XPBD_TRY(build_sum(cpu, half));
    if (!is_energy(cpu)) continue;
    half->before = reals(cpu, half->padded);
    XPBD_REQUIRE(half->before, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d constraints", (int)half->padded);
  }
  cpu->constraint_bytes = cpu->bytes - before - cpu->particle_bytes;
  XPBD_TRY(build_common(cpu));
  return build_contact(cpu);
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

/* This thread's part of one group, energy-embedded. */
static void project_energy(xpbd_cpu *cpu, int thread, const xpbd_cpu_set *half, const xpbd_group *group,
                           int first_sweep) {
  const xpbd_method method = cpu->def->method;
  const REAL theta = method == XPBD_METHOD_ENERGY ? (REAL)cpu->def->theta : R(1.0);
  const XPBD_NAME(energy) energy = {.embedded = cpu->embedded,
                                    .theta = method == XPBD_METHOD_ENERGY_EQ7 ? -theta : theta,
                                    .weigh = method == XPBD_METHOD_ENERGY ? theta : R(0.0),
                                    .first_sweep = first_sweep};
  int32_t first = 0, last = group->serial && thread == 0 ? group->last - group->first : 0;
  if (!group->serial) xpbd_cpu_share(group->last - group->first, thread, cpu->threads, &first, &last);
  if (first == last) return;
  cpu->tally[thread].skipped += cpu->kernels->XPBD_HALF->energy[half->constraints->formula](
      &half->XPBD_HALF, cpu->x, cpu->start, &energy, half->before, group->first + first, group->first + last);
  cpu->tally[thread].projections += last - first;
}

/* This thread's part of one group. */
static void project_group(xpbd_cpu *cpu, int thread, const SET *set, const xpbd_group *group,
                          const XPBD_NAME(project) * kernels) {
  const int damped = set->gamma > R(0.0) ? XPBD_DAMPED : 0;
  const PARTICLE *start = set->keep > R(0.0) ? cpu->start : cpu->lag;
  int64_t skipped = 0;
  if (group->serial) {
    if (thread != 0) return;
    skipped = kernels[damped](set, cpu->x, start, group->first, group->last);
    cpu->tally[0].projections += group->last - group->first;
  } else {
    int32_t first, last;
    xpbd_cpu_share(group->padded - group->first, thread, cpu->threads, &first, &last);
    first += group->first, last += group->first;
    const int32_t real = last < group->last ? last : group->last;
    if (cpu->lanes > 1) {
      skipped = kernels[XPBD_LANES | damped](set, cpu->x, start, first, last);
      /* What padding left out is no projection: a formula may be infinite where all its particles meet. */
      const int32_t padding = first > group->last ? first : group->last;
      if (skipped > 0 && padding < last) skipped -= kernels[damped](set, cpu->x, start, padding, last);
    } else {
      skipped = kernels[damped](set, cpu->x, start, first, real);
    }
    if (real > first) cpu->tally[thread].projections += real - first;
  }
  cpu->tally[thread].skipped += skipped;
}

static void sweep(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier, int first_sweep) {
  const size_t tips = (size_t)cpu->centres * sizeof(PARTICLE);
  update_centres(cpu, thread, barrier, cpu->x);
  if (cpu->centres > 0 && xpbd_scene_omits_tip_damping(cpu->scene)) {
    if (thread == 0) memcpy((PARTICLE *)cpu->start + cpu->n, (PARTICLE *)cpu->x + cpu->n, tips);
    xpbd_barrier_wait(barrier);
  }
  for (int32_t s = 0; s < cpu->set_count; s++) {
    xpbd_cpu_set *half = &cpu->sets[s];
    if (half->summed) {
      project_summed(cpu, thread, barrier, half);
      continue;
    }
    for (int32_t g = 0; g < half->group_count; g++) {
      if (cpu->embedded) {
        project_energy(cpu, thread, half, &half->groups[g], first_sweep);
        xpbd_barrier_wait(barrier);
        continue;
      }
      project_group(cpu, thread, &half->XPBD_HALF, &half->groups[g],
                    cpu->kernels->XPBD_HALF->project[half->constraints->formula]);
      xpbd_barrier_wait(barrier);
    }
  }
  leave_obstacles(cpu, thread, barrier);
  push_apart(cpu, thread, barrier);
}

/* The displacement of the step before, reversed: what lagged damping takes for the start. */
static void keep_lag(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  if (!cpu->lag) return;
  const PARTICLE *v = cpu->v;
  PARTICLE *lag = cpu->lag;
  int32_t first, last;
  xpbd_cpu_share(cpu->n, thread, cpu->threads, &first, &last);
  for (int32_t i = first; i < last; i++) {
    lag[i].x = -((REAL)cpu->h * v[i].x);
    lag[i].y = -((REAL)cpu->h * v[i].y);
    lag[i].z = -((REAL)cpu->h * v[i].z);
  }
  xpbd_barrier_wait(barrier);
  update_centres(cpu, thread, barrier, lag);
  if (thread == 0 && xpbd_scene_omits_tip_damping(cpu->scene))
    memset(lag + cpu->n, 0, (size_t)cpu->centres * sizeof *lag);
}

/* Move the held particles among first .. last - 1, which this thread has just predicted and nobody else touches. */
static void move_handles(xpbd_cpu *cpu, double t, int32_t first, int32_t last) {
  const XPBD_NAME(grip) *grip = cpu->grips;
  for (int32_t k = 0; k < xpbd_scene_handle_count(cpu->scene); k++) {
    const xpbd_handle_def *handle = xpbd_scene_handle(cpu->scene, k);
    XPBD_NAME(handle) now;
    XPBD_NAME(handle_at)(handle, t, cpu->h, &now);
    for (int32_t j = 0; j < handle->particle_count; j++, grip++)
      if (grip->particle >= first && grip->particle < last) XPBD_NAME(hold_one)(&now, grip, cpu->x);
  }
}

static void predict(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier, double t) {
  const xpbd_wind *wind = xpbd_scene_wind(cpu->scene);
  const double *g = xpbd_scene_gravity(cpu->scene);
  int32_t first, last;
  update_centres(cpu, thread, barrier, cpu->x); /* where the tips are before anything moves */
  keep_lag(cpu, thread, barrier);
  if (thread == 0) {
    memcpy((PARTICLE *)cpu->start + cpu->n, (PARTICLE *)cpu->x + cpu->n, (size_t)cpu->centres * sizeof(PARTICLE));
    for (int32_t k = 0; k < xpbd_scene_obstacle_count(cpu->scene); k++)
      XPBD_NAME(obstacle_at)(xpbd_scene_obstacle(cpu->scene, k), t, cpu->h, &cpu->XPBD_OBSTACLES[k]);
  }
  xpbd_cpu_share(cpu->n, thread, cpu->threads, &first, &last);
  if (cpu->force) {
    double u[3];
    xpbd_cpu_wind_at(wind, t, u);
    const XPBD_NAME(wind) now = {.velocity = {(REAL)u[0], (REAL)u[1], (REAL)u[2]},
                                 .drag = (REAL)wind->drag,
                                 .triangles = xpbd_scene_triangles(cpu->scene),
                                 .first = cpu->wind_first,
                                 .of = cpu->wind_of};
    cpu->kernels->XPBD_HALF->wind(&now, cpu->x, cpu->v, cpu->force, first, last);
    xpbd_barrier_wait(barrier); /* forces read the neighbours' positions that predict is about to move */
  }
  const VEC3 gravity = {(REAL)g[0], (REAL)g[1], (REAL)g[2]};
  cpu->kernels->XPBD_HALF->predict(cpu->x, cpu->start, cpu->v, cpu->force, gravity, (REAL)cpu->h, first, last);
  move_handles(cpu, t, first, last);
  for (int32_t s = 0; s < cpu->set_count; s++) {
    xpbd_cpu_share(cpu->sets[s].padded, thread, cpu->threads, &first, &last);
    memset(cpu->sets[s].XPBD_HALF.lambda + first, 0, (size_t)(last - first) * sizeof(REAL));
  }
  xpbd_barrier_wait(barrier);
  find_candidates(cpu, thread, barrier);
}

void XPBD_NAME(cpu_frame)(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  const xpbd_solver_def *def = cpu->def;
  const int64_t step = cpu->frame * def->substeps; /* the frame counter is still the last one for every thread */
  int64_t lost = 0;
  for (int32_t k = 0; k < def->substeps; k++) {
    predict(cpu, thread, barrier, (double)(step + k) * cpu->h);
    for (int32_t it = 0; it < def->iterations; it++) sweep(cpu, thread, barrier, it == 0);
    int32_t first, last;
    xpbd_cpu_share(cpu->n, thread, cpu->threads, &first, &last);
    lost += cpu->kernels->XPBD_HALF->finish(cpu->x, cpu->start, cpu->v, (REAL)(1.0 / cpu->h), (REAL)cpu->limit, first,
                                            last);
    damp_globally(cpu, thread, barrier);
    /* the next wind reads the neighbours' velocities, the next centres their positions */
    if (cpu->force || cpu->centres > 0 || xpbd_scene_global_damping(cpu->scene) > 0.0) xpbd_barrier_wait(barrier);
  }
  cpu->tally[thread].lost = lost;
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
