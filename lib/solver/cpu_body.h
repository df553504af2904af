/* Why this file exists: building and running the CPU state in one precision. Included by cpu_f32.c and cpu_f64.c, which
 * define XPBD_SCALAR and the name of the state's half. No function here knows a formula: kernels do. */

#include "error.h"
#include "solver/cpu_internal.h"

#include "formula/scalar.h"

#define SET      XPBD_NAME(set)
#define PARTICLE XPBD_NAME(particle)

static REAL *reals(xpbd_cpu *cpu, int64_t count) {
  return xpbd_cpu_allocate(cpu, count, sizeof(REAL));
}

static void particles_from(const xpbd_cpu *cpu, const double *in, const double *w, PARTICLE *out) {
  for (int32_t i = 0; i < cpu->n; i++) {
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
        const int32_t i = real ? c->particles[from * info->arity + k] : cpu->n;
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
}

xpbd_status XPBD_NAME(cpu_build)(xpbd_cpu *cpu) {
  XPBD_REQUIRE(((int64_t)cpu->n + 1) * (int64_t)sizeof(PARTICLE) <= UINT32_MAX, XPBD_ERR_UNSUPPORTED,
               "%d particles are more than 32-bit offsets can address", (int)cpu->n);
  const int64_t before = cpu->bytes;
  void **arrays[] = {&cpu->x, &cpu->start, &cpu->v, &cpu->x_initial, &cpu->v_initial, &cpu->force};
  const int count = xpbd_scene_wind(cpu->scene)->drag > 0.0 ? 6 : 5; /* forces only with wind */
  for (int k = 0; k < count; k++) {
    *arrays[k] = xpbd_cpu_allocate(cpu, (int64_t)cpu->n + 1, sizeof(PARTICLE));
    XPBD_REQUIRE(*arrays[k], XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)cpu->n);
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
  }
  cpu->constraint_bytes = cpu->bytes - before - cpu->particle_bytes;
  return XPBD_OK;
}

void XPBD_NAME(cpu_reset)(xpbd_cpu *cpu) {
  const size_t bytes = ((size_t)cpu->n + 1) * sizeof(PARTICLE);
  memcpy(cpu->x, cpu->x_initial, bytes);
  memcpy(cpu->start, cpu->x_initial, bytes);
  memcpy(cpu->v, cpu->v_initial, bytes);
}

/* This thread's part of one group. */
static void project_group(xpbd_cpu *cpu, int thread, const SET *set, const xpbd_group *group,
                          const XPBD_NAME(project) * kernels) {
  const int damped = set->gamma > R(0.0) ? XPBD_DAMPED : 0;
  int64_t skipped = 0;
  if (group->serial) {
    if (thread != 0) return;
    skipped = kernels[damped](set, cpu->x, cpu->start, group->first, group->last);
    cpu->tally[0].projections += group->last - group->first;
  } else {
    int32_t first, last;
    xpbd_cpu_share(group->padded - group->first, thread, cpu->threads, &first, &last);
    first += group->first, last += group->first;
    const int32_t real = last < group->last ? last : group->last;
    if (cpu->lanes > 1) {
      skipped = kernels[XPBD_LANES | damped](set, cpu->x, cpu->start, first, last);
    } else {
      skipped = kernels[damped](set, cpu->x, cpu->start, first, real);
    }
    if (real > first) cpu->tally[thread].projections += real - first;
  }
  cpu->tally[thread].skipped += skipped;
}

static void sweep(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  for (int32_t s = 0; s < cpu->set_count; s++) {
    const xpbd_cpu_set *half = &cpu->sets[s];
    for (int32_t g = 0; g < half->group_count; g++) {
      project_group(cpu, thread, &half->XPBD_HALF, &half->groups[g],
                    cpu->kernels->XPBD_HALF.project[half->constraints->formula]);
      xpbd_barrier_wait(barrier);
    }
  }
}

static void predict(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier, double t) {
  const xpbd_wind *wind = xpbd_scene_wind(cpu->scene);
  const double *g = xpbd_scene_gravity(cpu->scene);
  int32_t first, last;
  xpbd_cpu_share(cpu->n, thread, cpu->threads, &first, &last);
  if (cpu->force) {
    double u[3];
    xpbd_cpu_wind_at(wind, t, u);
    const XPBD_NAME(wind) now = {.velocity = {(REAL)u[0], (REAL)u[1], (REAL)u[2]},
                                 .drag = (REAL)wind->drag,
                                 .triangles = xpbd_scene_triangles(cpu->scene),
                                 .first = cpu->wind_first,
                                 .of = cpu->wind_of};
    cpu->kernels->XPBD_HALF.wind(&now, cpu->x, cpu->v, cpu->force, first, last);
    xpbd_barrier_wait(barrier); /* forces read the neighbours' positions that predict is about to move */
  }
  const VEC3 gravity = {(REAL)g[0], (REAL)g[1], (REAL)g[2]};
  cpu->kernels->XPBD_HALF.predict(cpu->x, cpu->start, cpu->v, cpu->force, gravity, (REAL)cpu->h, first, last);
  for (int32_t s = 0; s < cpu->set_count; s++) {
    xpbd_cpu_share(cpu->sets[s].padded, thread, cpu->threads, &first, &last);
    memset(cpu->sets[s].XPBD_HALF.lambda + first, 0, (size_t)(last - first) * sizeof(REAL));
  }
  xpbd_barrier_wait(barrier);
}

void XPBD_NAME(cpu_frame)(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  const xpbd_solver_def *def = cpu->def;
  const int64_t step = cpu->frame * def->substeps; /* the frame counter is still the last one for every thread */
  int64_t lost = 0;
  for (int32_t k = 0; k < def->substeps; k++) {
    predict(cpu, thread, barrier, (double)(step + k) * cpu->h);
    for (int32_t it = 0; it < def->iterations; it++) sweep(cpu, thread, barrier);
    int32_t first, last;
    xpbd_cpu_share(cpu->n, thread, cpu->threads, &first, &last);
    lost +=
        cpu->kernels->XPBD_HALF.finish(cpu->x, cpu->start, cpu->v, (REAL)(1.0 / cpu->h), (REAL)cpu->limit, first, last);
    if (cpu->force) xpbd_barrier_wait(barrier); /* the next wind reads the neighbours' velocities */
  }
  cpu->tally[thread].lost = lost;
}

void XPBD_NAME(cpu_read)(const xpbd_cpu *cpu, xpbd_field field, double *out) {
  const PARTICLE *from = field == XPBD_VELOCITIES ? cpu->v : cpu->x;
  for (int32_t i = 0; i < cpu->n; i++) {
    out[3 * (int64_t)i] = (double)from[i].x;
    out[3 * (int64_t)i + 1] = (double)from[i].y;
    out[3 * (int64_t)i + 2] = (double)from[i].z;
  }
}
