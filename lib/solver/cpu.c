/* Why this file exists: the parts of the CPU state that do not depend on the precision: frames, divergence,
 * counters. */
#include "solver/cpu.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "layout/numbering.h"
#include "solver/cpu_internal.h"

/* A formula from a file has kernels only for the instructions it was compiled for. */
static xpbd_status find_kernels(const xpbd_scene *scene, const xpbd_solver_def *def, const xpbd_kernels **out) {
  *out = xpbd_kernels_find(def->instructions);
  XPBD_REQUIRE(*out, XPBD_ERR_UNAVAILABLE, "this machine has no %s", def->instructions);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const int formula = xpbd_scene_set(scene, s)->formula;
    XPBD_REQUIRE((*out)->f32->formula[formula].energy, XPBD_ERR_UNSUPPORTED,
                 "the file of '%s' was not compiled for %s instructions", xpbd_formula_at(formula)->name,
                 (*out)->instructions);
  }
  return XPBD_OK;
}

xpbd_status xpbd_cpu_wave(xpbd_cpu *cpu, int64_t beyond, int64_t window, int32_t step, int32_t *sweeps) {
  xpbd_wave_destroy(&cpu->wave, cpu->layout.group_count);
  XPBD_TRY(xpbd_wave_plan(&cpu->layout, cpu->threads, beyond, window, step, &cpu->wave));
  *sweeps = cpu->wave.sweeps;
  return XPBD_OK;
}

/* Size of the last cache as shared by one group of cores. Processors may report the sum over all groups, and waves were
 * measured with 32 MiB, so that is the most. Smaller caches scale the sizes. */
static int64_t last_cache(void) {
  enum { MEASURED = 32 << 20 };
#if defined(_SC_LEVEL3_CACHE_SIZE)
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (bytes > 0 && bytes < MEASURED) return bytes;
#endif
  return MEASURED;
}

static xpbd_status build(xpbd_cpu *cpu, const xpbd_scene *scene, const xpbd_solver_def *def) {
  XPBD_TRY(find_kernels(scene, def, &cpu->kernels));
  const int widest = xpbd_in_float(def->precision) ? cpu->kernels->f32->lanes : cpu->kernels->f64->lanes;
  cpu->lanes = def->lanes == 1 ? 1 : widest;
  cpu->theta = xpbd_number_of(def, "theta");
  cpu->radius = xpbd_chebyshev_of(def);
  cpu->tally = xpbd_cpu_allocate(cpu, cpu->threads, sizeof *cpu->tally);
  XPBD_REQUIRE(cpu->tally, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d threads", cpu->threads);
  const bool runs = cpu->lanes > 1 && xpbd_in_float(def->precision); /* a register holds only one or two doubles */
  XPBD_TRY((runs ? xpbd_layout_create_in_runs : xpbd_layout_create)(scene, def, &cpu->layout));
  XPBD_TRY(xpbd_in_float(def->precision) ? xpbd_cpu_build_f32(cpu) : xpbd_cpu_build_f64(cpu));
  /* Measured with 32 MiB of cache that several cores share. A wave pays for one thread beyond 28 MiB: springs on sheets
   * of 26 MB are a twentieth slower, of 33 MB a seventh faster, of 105 MB a quarter faster. Two threads wait for each
   * other at the ends of a wave and have caches of their own besides, so for them it pays beyond 48 MiB. Windows of 4 to
   * 9 MiB perform alike, 2 and 16 MiB worse. 5 MiB hold five iterations of a sheet of 105 MB, 4 MiB only four, which is
   * a thirtieth slower. Each phase restarts at each step of the front. Steps of 1024 are a tenth slower than 4096 on
   * shuffled sheets, and with 8192 two threads wait longer. */
  enum { BEYOND = 28, BEYOND_TEAM = 48, WINDOW = 5, STEP = 4096 };
  const int64_t of_32 = last_cache() / 32;
  int32_t sweeps;
  return xpbd_cpu_wave(cpu, of_32 * (cpu->threads > 1 ? BEYOND_TEAM : BEYOND), of_32 * WINDOW, STEP, &sweeps);
}

xpbd_status xpbd_cpu_has_kernels(const xpbd_scene *scene, const xpbd_solver_def *def) {
  const xpbd_kernels *kernels;
  return find_kernels(scene, def, &kernels);
}

xpbd_status xpbd_cpu_supports(const xpbd_scene *scene, const xpbd_solver_def *def) {
  XPBD_REQUIRE(def->batch == 1, XPBD_ERR_UNSUPPORTED, "a batch of scenes needs a GPU backend; batch is %d",
               (int)def->batch);
  XPBD_REQUIRE(!def->strategy, XPBD_ERR_UNSUPPORTED, "strategy '%s' belongs to a GPU backend", def->strategy);
  XPBD_REQUIRE(def->device == 0, XPBD_ERR_UNSUPPORTED, "device %d belongs to a GPU backend", (int)def->device);
  return xpbd_cpu_has_kernels(scene, def);
}

xpbd_status xpbd_cpu_create(const xpbd_scene *scene, const xpbd_solver_def *def, int threads, xpbd_cpu **out) {
  *out = NULL;
  xpbd_cpu *cpu = calloc(1, sizeof *cpu);
  XPBD_REQUIRE(cpu, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  cpu->threads = threads;
  const xpbd_status status = build(cpu, scene, def);
  if (status != XPBD_OK) {
    xpbd_cpu_destroy(cpu);
    return status;
  }
  xpbd_cpu_reset(cpu);
  *out = cpu;
  return XPBD_OK;
}

void xpbd_cpu_reset(xpbd_cpu *cpu) {
  cpu->frame = cpu->first_frame = 0;
  cpu->diverged_at = -1;
  memset(cpu->tally, 0, (size_t)cpu->threads * sizeof *cpu->tally);
  if (xpbd_in_float(cpu->layout.def->precision)) {
    xpbd_cpu_reset_f32(cpu);
  } else {
    xpbd_cpu_reset_f64(cpu);
  }
}

void xpbd_cpu_restore(xpbd_cpu *cpu, int64_t frame, const double *positions, const double *velocities,
                      const double *embedded) {
  xpbd_cpu_reset(cpu);
  cpu->frame = cpu->first_frame = frame;
  if (xpbd_in_float(cpu->layout.def->precision)) {
    xpbd_cpu_restore_f32(cpu, positions, velocities, embedded);
  } else {
    xpbd_cpu_restore_f64(cpu, positions, velocities, embedded);
  }
}

/* Once per frame, when all of it is done. */
static void count_frame(xpbd_cpu *cpu) {
  int64_t lost = 0;
  for (int k = 0; k < cpu->threads; k++) lost += cpu->tally[k].lost; /* 0 in the frames before */
  cpu->frame++;
  if (lost > 0) cpu->diverged_at = cpu->frame;
}

void xpbd_cpu_run(xpbd_cpu *cpu, int thread, int32_t frames, xpbd_team *team) {
  xpbd_shift shift = xpbd_shift_of(team, thread);
  for (int32_t f = 0; f < frames && cpu->diverged_at < 0; f++) {
    if (xpbd_in_float(cpu->layout.def->precision)) {
      xpbd_cpu_frame_f32(cpu, thread, &shift);
    } else {
      xpbd_cpu_frame_f64(cpu, thread, &shift);
    }
    int32_t share;
    XPBD_SHARES(&shift, true, &share) count_frame(cpu);
  }
}

void xpbd_cpu_parts(xpbd_cpu *cpu, int32_t frames, double seconds[XPBD_PARTS]) {
  xpbd_phase_clock clock;
  xpbd_phase_clock_start(&clock);
  cpu->clock = &clock;
  xpbd_cpu_run(cpu, 0, frames, NULL);
  cpu->clock = NULL;
  memcpy(seconds, clock.seconds, sizeof clock.seconds);
}

xpbd_status xpbd_cpu_status(const xpbd_cpu *cpu) {
  XPBD_REQUIRE(cpu->diverged_at < 0, XPBD_ERR_DIVERGED,
               "the simulation diverged in frame %lld (a position is not finite or beyond %.3g m)",
               (long long)cpu->diverged_at, cpu->layout.limit);
  return XPBD_OK;
}

xpbd_status xpbd_cpu_read(const xpbd_cpu *cpu, xpbd_field field, double *out) {
  XPBD_TRY(xpbd_cpu_status(cpu));
  if (xpbd_in_float(cpu->layout.def->precision)) {
    xpbd_cpu_read_f32(cpu, field, out);
  } else {
    xpbd_cpu_read_f64(cpu, field, out);
  }
  return XPBD_OK;
}

xpbd_status xpbd_cpu_multipliers(const xpbd_cpu *cpu, int32_t set, double *out) {
  const xpbd_layout *layout = &cpu->layout;
  int32_t *sorted = NULL; /* the layout does not keep its sorted order, which only this needs */
  if (!layout->at_once && !layout->sets[set].summed) XPBD_TRY(xpbd_layout_order(layout, set, &sorted));
  const int32_t *order = sorted ? sorted : layout->sets[set].constraints->schedule.order;
  if (xpbd_in_float(layout->def->precision)) {
    xpbd_cpu_multipliers_f32(cpu, set, order, out);
  } else {
    xpbd_cpu_multipliers_f64(cpu, set, order, out);
  }
  free(sorted);
  return XPBD_OK;
}

void xpbd_cpu_counters(const xpbd_cpu *cpu, xpbd_counters *out) {
  memset(out, 0, sizeof *out);
  out->frames = cpu->frame - cpu->first_frame;
  for (int k = 0; k < cpu->threads; k++) {
    out->projections += cpu->tally[k].projections;
    out->skipped += cpu->tally[k].skipped;
    out->contacts += cpu->tally[k].contacts;
    out->contacts_unseen += cpu->tally[k].unseen;
  }
  out->groups = cpu->layout.group_count;
  out->threads = cpu->threads;
  out->lanes = cpu->lanes;
  out->batch = 1;
  out->instructions = cpu->kernels->instructions;
  const xpbd_layout *layout = &cpu->layout;
  out->host_bytes = cpu->bytes + layout->bytes;
  const int64_t constraints = xpbd_scene_constraint_count(layout->scene);
  const double of_particles = (double)(cpu->particle_bytes + layout->particle_bytes);
  const double of_constraints = (double)(cpu->constraint_bytes + layout->constraint_bytes);
  out->bytes_per_particle = of_particles / layout->n;
  out->bytes_per_constraint = constraints > 0 ? of_constraints / (double)constraints : 0.0;
}

void xpbd_cpu_destroy(xpbd_cpu *cpu) {
  if (!cpu) return;
  if (cpu->layout.def && xpbd_in_float(cpu->layout.def->precision)) {
    xpbd_cpu_release_f32(cpu);
  } else {
    xpbd_cpu_release_f64(cpu);
  }
  void *arrays[] = {cpu->x,        cpu->start,    cpu->v,     cpu->force,    cpu->lag,
                    cpu->c_before, cpu->sums,     cpu->total, cpu->embedded, cpu->obstacles,
                    cpu->handles,  cpu->wind_now, cpu->tally, cpu->base,     cpu->v_low};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
  xpbd_wave_destroy(&cpu->wave, cpu->layout.group_count);
  xpbd_layout_destroy(&cpu->layout);
  free(cpu);
}

int xpbd_cpu_useful_threads(const xpbd_scene *scene, const xpbd_solver_def *def) {
  enum { WORTH = 1024 }; /* constraints per thread between two barriers: about 2 us */
  enum { MEETINGS = 6 }; /* barriers for a summed constraint, and about as many for a centre */
  const bool at_once = (xpbd_traits_of(def) & XPBD_AT_ONCE) != 0;
  int64_t groups = MEETINGS * (int64_t)xpbd_scene_centre_count(scene) + (at_once ? 2 : 0); /* to split and to unite */
  if (xpbd_chebyshev_of(def) > 0.0) groups++;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const bool summed = xpbd_formula_at(set->formula)->traits & XPBD_SUMMED;
    const int32_t own = at_once ? xpbd_layout_parts(set) : set->schedule.group_count;
    groups += set->patches.count > 0 ? set->patches.schedule.group_count : summed ? MEETINGS : own;
  }
  const int64_t each = groups > 0 ? xpbd_scene_constraint_count(scene) / groups : 0;
  return each < 2 * WORTH ? 1 : each / WORTH > 4096 ? 4096 : (int)(each / WORTH);
}
