/* Why this file exists: what the CPU state does in either precision: groups, padding, wind topology, frames, divergence. */
#include "solver/cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "solver/cpu_internal.h"

void *xpbd_cpu_allocate(xpbd_cpu *cpu, int64_t count, size_t size) {
  const size_t bytes = (((size_t)(count > 0 ? count : 1) * size) + 63) / 64 * 64;
  void *memory = aligned_alloc(64, bytes);
  if (!memory) return NULL;
  memset(memory, 0, bytes);
  cpu->bytes += (int64_t)bytes;
  return memory;
}

void xpbd_cpu_wind_at(const xpbd_wind *wind, double t, double out[3]) {
  const double s = wind->swing_rate > 0.0 ? sin(6.283185307179586 * wind->swing_rate * t) : 0.0;
  for (int k = 0; k < 3; k++) out[k] = wind->velocity[k] + wind->swing[k] * s;
}

/* Elements of each particle, ascending, as one list with offsets. Element e is kept as e (stride 1) or with the corner as
 * e * stride + corner. */
static xpbd_status build_incidence(xpbd_cpu *cpu, int64_t corners, int arity, int stride, const int32_t *corner,
                                   int32_t **first, int32_t **of) {
  *first = xpbd_cpu_allocate(cpu, (int64_t)cpu->n + 2, sizeof(int32_t));
  *of = xpbd_cpu_allocate(cpu, corners, sizeof(int32_t));
  XPBD_REQUIRE(*first && *of && corners / arity <= INT32_MAX / stride - 1, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for what meets at each of %d particles", (int)cpu->n);
  int32_t *next = *first + 1; /* shifted by one, so that filling leaves the offsets in place */
  for (int64_t k = 0; k < corners; k++) next[corner[k] + 1]++;
  for (int32_t i = 0; i < cpu->n; i++) next[i + 1] += next[i];
  for (int64_t k = 0; k < corners; k++)
    (*of)[next[corner[k]]++] = (int32_t)(k / arity * stride + (stride > 1 ? k % arity : 0));
  return XPBD_OK;
}

/* Triangles of each particle. */
static xpbd_status build_wind(xpbd_cpu *cpu) {
  const int32_t triangles = xpbd_scene_triangle_count(cpu->scene);
  const int32_t *corner = xpbd_scene_triangles(cpu->scene);
  return build_incidence(cpu, 3 * (int64_t)triangles, 3, 1, corner, &cpu->wind_first, &cpu->wind_of);
}

/* Elements of each particle of a set whose constraints are one. */
static xpbd_status build_summed(xpbd_cpu *cpu, xpbd_cpu_set *set) {
  const xpbd_formula_info *info = xpbd_formula_at(set->constraints->formula);
  set->summed = (info->traits & XPBD_SUMMED) != 0;
  if (!set->summed) return XPBD_OK;
  return build_incidence(cpu, (int64_t)set->constraints->count * info->arity, info->arity, XPBD_MAX_ARITY,
                         set->constraints->particles, &set->first, &set->of);
}

/* Groups of set s in padded places. */
static xpbd_status build_groups(xpbd_cpu *cpu, int32_t s, xpbd_group *groups) {
  xpbd_cpu_set *set = &cpu->sets[s];
  const xpbd_constraints *c = set->constraints;
  int64_t at = 0;
  for (int32_t g = 0; g < set->group_count; g++) {
    const int32_t count = c->schedule.group_start[g + 1] - c->schedule.group_start[g];
    groups[g] = (xpbd_group){
        .set = s, .first = (int32_t)at, .last = (int32_t)(at + count), .serial = g == c->schedule.overflow};
    at += ((int64_t)count + XPBD_PADDING - 1) / XPBD_PADDING * XPBD_PADDING;
    XPBD_REQUIRE(at <= INT32_MAX - XPBD_PADDING, XPBD_ERR_INVALID_ARGUMENT, "too many constraints in one set: %d",
                 (int)c->count);
    groups[g].padded = (int32_t)at;
  }
  set->padded = (int32_t)at;
  return XPBD_OK;
}

static xpbd_status build_sets(xpbd_cpu *cpu) {
  for (int32_t s = 0; s < cpu->set_count; s++) {
    cpu->sets[s].constraints = xpbd_scene_set(cpu->scene, s);
    cpu->sets[s].group_count = cpu->sets[s].constraints->schedule.group_count;
    cpu->group_count += cpu->sets[s].group_count;
  }
  cpu->groups = calloc((size_t)cpu->group_count + 1, sizeof *cpu->groups);
  XPBD_REQUIRE(cpu->groups, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d groups", (int)cpu->group_count);
  xpbd_group *groups = cpu->groups;
  for (int32_t s = 0; s < cpu->set_count; groups += cpu->sets[s++].group_count) {
    XPBD_TRY(build_groups(cpu, s, groups));
    XPBD_TRY(build_summed(cpu, &cpu->sets[s]));
  }
  return XPBD_OK;
}

/* A coordinate beyond this is a run that left the world: 1e9 times the size of the scene, and within float where that
 * is the precision. */
static double runaway_limit(const xpbd_scene *scene, xpbd_precision precision) {
  const double largest = precision == XPBD_F32 ? 1e37 : INFINITY;
  const double *x = xpbd_scene_positions(scene);
  double extent = 1.0;
  for (int64_t k = 0; k < 3 * (int64_t)xpbd_scene_particle_count(scene); k++)
    if (fabs(x[k]) > extent) extent = fabs(x[k]);
  return 1e9 * extent < largest ? 1e9 * extent : largest;
}

static xpbd_status build(xpbd_cpu *cpu) {
  const xpbd_solver_def *def = cpu->def;
  cpu->kernels = xpbd_kernels_find(def->instructions);
  XPBD_REQUIRE(cpu->kernels || xpbd_kernels_known(def->instructions), XPBD_ERR_INVALID_ARGUMENT,
               "there are no instructions '%s' (baseline, avx2, avx512)", def->instructions);
  XPBD_REQUIRE(cpu->kernels, XPBD_ERR_UNAVAILABLE, "this machine has no %s", def->instructions);
  const int widest = def->precision == XPBD_F32 ? cpu->kernels->f32->lanes : cpu->kernels->f64->lanes;
  cpu->lanes = def->lanes == 1 ? 1 : widest;
  cpu->n = xpbd_scene_particle_count(cpu->scene);
  cpu->centres = xpbd_scene_centre_count(cpu->scene);
  cpu->h = def->frame_time / def->substeps;
  cpu->limit = runaway_limit(cpu->scene, def->precision);
  cpu->set_count = xpbd_scene_set_count(cpu->scene);
  cpu->sets = calloc((size_t)(cpu->set_count > 0 ? cpu->set_count : 1), sizeof *cpu->sets);
  cpu->tally = xpbd_cpu_allocate(cpu, cpu->threads, sizeof *cpu->tally);
  XPBD_REQUIRE(cpu->sets && cpu->tally, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sets", (int)cpu->set_count);
  XPBD_TRY(build_sets(cpu));
  if (xpbd_scene_wind(cpu->scene)->drag > 0.0) XPBD_TRY(build_wind(cpu));
  if (xpbd_scene_contact_radius(cpu->scene) > 0.0) XPBD_TRY(xpbd_contact_build(cpu->scene, &cpu->contact));
  return def->precision == XPBD_F32 ? xpbd_cpu_build_f32(cpu) : xpbd_cpu_build_f64(cpu);
}

xpbd_status xpbd_cpu_supports(const xpbd_solver_def *def) {
  XPBD_REQUIRE(def->batch == 1, XPBD_ERR_UNSUPPORTED, "a batch of scenes needs a GPU backend; batch is %d",
               (int)def->batch);
  XPBD_REQUIRE(!def->strategy, XPBD_ERR_UNSUPPORTED, "strategy '%s' is one of a GPU backend", def->strategy);
  return XPBD_OK;
}

xpbd_status xpbd_cpu_create(const xpbd_scene *scene, const xpbd_solver_def *def, int threads, xpbd_cpu **out) {
  *out = NULL;
  xpbd_cpu *cpu = calloc(1, sizeof *cpu);
  XPBD_REQUIRE(cpu, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  cpu->scene = scene;
  cpu->def = def;
  cpu->threads = threads;
  const xpbd_status status = build(cpu);
  if (status != XPBD_OK) {
    xpbd_cpu_destroy(cpu);
    return status;
  }
  xpbd_cpu_reset(cpu);
  *out = cpu;
  return XPBD_OK;
}

void xpbd_cpu_reset(xpbd_cpu *cpu) {
  cpu->frame = 0;
  cpu->diverged_at = -1;
  memset(cpu->tally, 0, (size_t)cpu->threads * sizeof *cpu->tally);
  if (cpu->def->precision == XPBD_F32) {
    xpbd_cpu_reset_f32(cpu);
  } else {
    xpbd_cpu_reset_f64(cpu);
  }
}

void xpbd_cpu_restore(xpbd_cpu *cpu, int64_t frame, const double *positions, const double *velocities,
                      const double *embedded) {
  xpbd_cpu_reset(cpu);
  cpu->frame = frame;
  if (cpu->def->precision == XPBD_F32) {
    xpbd_cpu_restore_f32(cpu, positions, velocities, embedded);
  } else {
    xpbd_cpu_restore_f64(cpu, positions, velocities, embedded);
  }
}

void xpbd_cpu_run(xpbd_cpu *cpu, int thread, int32_t frames, xpbd_barrier *barrier) {
  for (int32_t f = 0; f < frames && cpu->diverged_at < 0; f++) {
    if (cpu->def->precision == XPBD_F32) {
      xpbd_cpu_frame_f32(cpu, thread, barrier);
    } else {
      xpbd_cpu_frame_f64(cpu, thread, barrier);
    }
    xpbd_barrier_wait(barrier);
    if (thread == 0) {
      int64_t lost = 0;
      for (int k = 0; k < cpu->threads; k++) lost += cpu->tally[k].lost; /* none in the frames before */
      cpu->frame++;
      if (lost > 0) cpu->diverged_at = cpu->frame;
    }
    xpbd_barrier_wait(barrier);
  }
}

xpbd_status xpbd_cpu_status(const xpbd_cpu *cpu) {
  XPBD_REQUIRE(cpu->diverged_at < 0, XPBD_ERR_DIVERGED,
               "the simulation diverged in frame %lld (a position is not finite or beyond %.3g m)",
               (long long)cpu->diverged_at, cpu->limit);
  return XPBD_OK;
}

xpbd_status xpbd_cpu_read(const xpbd_cpu *cpu, xpbd_field field, double *out) {
  XPBD_TRY(xpbd_cpu_status(cpu));
  if (cpu->def->precision == XPBD_F32) {
    xpbd_cpu_read_f32(cpu, field, out);
  } else {
    xpbd_cpu_read_f64(cpu, field, out);
  }
  return XPBD_OK;
}

void xpbd_cpu_counters(const xpbd_cpu *cpu, xpbd_counters *out) {
  memset(out, 0, sizeof *out);
  out->frames = cpu->frame;
  for (int k = 0; k < cpu->threads; k++) {
    out->projections += cpu->tally[k].projections;
    out->skipped += cpu->tally[k].skipped;
    out->contacts += cpu->tally[k].contacts;
    out->contacts_unseen += cpu->tally[k].unseen;
  }
  out->groups = cpu->group_count;
  out->threads = cpu->threads;
  out->lanes = cpu->lanes;
  out->batch = 1;
  out->instructions = cpu->kernels->instructions;
  out->host_bytes = cpu->bytes;
  const int64_t constraints = xpbd_scene_constraint_count(cpu->scene);
  out->bytes_per_particle = (double)cpu->particle_bytes / cpu->n;
  out->bytes_per_constraint = constraints > 0 ? (double)cpu->constraint_bytes / (double)constraints : 0.0;
}

void xpbd_cpu_destroy(xpbd_cpu *cpu) {
  if (!cpu) return;
  for (int32_t s = 0; cpu->sets && s < cpu->set_count; s++) {
    xpbd_cpu_set *set = &cpu->sets[s];
    for (int k = 0; k < XPBD_MAX_ARITY; k++) free(set->f32.offset[k]), free(set->f64.offset[k]);
    for (int k = 0; k < XPBD_MAX_REST; k++) free(set->f32.rest[k]), free(set->f64.rest[k]);
    free(set->f32.lambda), free(set->f64.lambda);
    free(set->f32.held), free(set->f64.held);
    for (int k = 0; k < XPBD_MAX_ARITY; k++) free(set->sum_f32.slot[k]), free(set->sum_f64.slot[k]);
    free(set->sum_f32.value), free(set->sum_f64.value);
    free(set->sum_f32.gradient), free(set->sum_f64.gradient);
    free(set->first), free(set->of), free(set->before);
  }
  xpbd_contact_destroy(&cpu->contact);
  xpbd_contact_f32 *c = &cpu->contact_f32;
  xpbd_contact_f64 *d = &cpu->contact_f64;
  free(c->start), free(c->items), free(c->candidates), free(c->candidate_count), free(c->touching), free(c->moved),
      free(c->carry), free((void *)c->radius), free(c->touched);
  free(d->start), free(d->items), free(d->candidates), free(d->candidate_count), free(d->touching), free(d->moved),
      free(d->carry), free((void *)d->radius), free(d->touched);
  void *arrays[] = {cpu->x,          cpu->start,   cpu->v,        cpu->force,  cpu->x_initial, cpu->v_initial,
                    cpu->lag,        cpu->sets,    cpu->groups,   cpu->world,  cpu->sums,      cpu->total,
                    cpu->wind_first, cpu->wind_of, cpu->wind_now, cpu->tally,  cpu->embedded,  cpu->obstacles,
                    cpu->handles,    cpu->grips,   cpu->before,   cpu->bounced};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
  free(cpu);
}

int xpbd_cpu_useful_threads(const xpbd_scene *scene) {
  enum { WORTH = 1024 }; /* constraints a thread should have between two barriers: about 2 us */
  enum { MEETINGS = 6 }; /* of all threads for a constraint made of many, and about as many for a centre */
  int64_t groups = MEETINGS * (int64_t)xpbd_scene_centre_count(scene);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    groups += xpbd_formula_at(set->formula)->traits & XPBD_SUMMED ? MEETINGS : set->schedule.group_count;
  }
  const int64_t each = groups > 0 ? xpbd_scene_constraint_count(scene) / groups : 0;
  return each < 2 * WORTH ? 1 : each / WORTH > 4096 ? 4096 : (int)(each / WORTH);
}
