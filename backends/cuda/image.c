/* Why this file exists: takes the laid-out scene from a CPU state of one thread. */
#include "image.h"

#include <string.h>

#include "base/error.h"
#include "solver/cpu_internal.h"

static void fill(const xpbd_cpu *cpu, cuda_host_image *out) {
  out->n = cpu->n;
  out->centres = cpu->centres;
  out->records = (int32_t)xpbd_cpu_records(cpu);
  out->sum_count = cpu->sum_count;
  out->lagged = cpu->lag != NULL;
  out->grip_count = cpu->grip_count;
  out->grips = cpu->grips;
  out->contact_f32 = cpu->contact_f32;
  out->contact_f64 = cpu->contact_f64;
  out->joined_count = cpu->contact.joined_count;
  out->bounces = cpu->before ? cpu->def->iterations : 0;
  out->bouncy_obstacles = cpu->bounced != NULL;
  out->x_initial = cpu->x_initial;
  out->v_initial = cpu->v_initial;
  out->set_count = cpu->set_count;
  out->wind_first = cpu->wind_first;
  out->wind_of = cpu->wind_of;
  out->h = cpu->h;
  out->limit = cpu->limit;
  out->group_count = cpu->group_count;
  out->groups = cpu->groups;
  for (int32_t s = 0; s < cpu->set_count; s++) {
    const xpbd_cpu_set *set = &cpu->sets[s];
    const xpbd_formula_info *info = xpbd_formula_at(set->constraints->formula);
    out->sets[s] = (cuda_host_set){.formula = set->constraints->formula,
                                   .count = set->constraints->count,
                                   .arity = info->arity,
                                   .rests = info->rest_count,
                                   .padded = set->padded,
                                   .summed = set->summed,
                                   .first = set->first,
                                   .of = set->of,
                                   .f32 = set->f32,
                                   .f64 = set->f64};
  }
}

xpbd_status cuda_image_make(const xpbd_scene *scene, const xpbd_solver_def *def, cuda_host_image *out) {
  memset(out, 0, sizeof *out);
  XPBD_REQUIRE(xpbd_scene_set_count(scene) <= CUDA_MAX_SETS, XPBD_ERR_UNSUPPORTED,
               "the scene has %d sets of constraints, a device takes up to %d", (int)xpbd_scene_set_count(scene),
               CUDA_MAX_SETS);
  xpbd_cpu *cpu = NULL;
  XPBD_TRY(xpbd_cpu_create(scene, def, 1, &cpu));
  out->owner = cpu;
  fill(cpu, out);
  return XPBD_OK;
}

void cuda_image_destroy(cuda_host_image *image) {
  xpbd_cpu_destroy(image->owner);
  memset(image, 0, sizeof *image);
}

cuda_work cuda_image_work(const cuda_host_image *image, const xpbd_scene *scene, const xpbd_solver_def *def) {
  const int32_t real = def->precision == XPBD_F32 ? 4 : 8;
  cuda_work work = {.particles = image->records - 1,
                    .batch = def->batch,
                    .particle_bytes = 4 * real,
                    .wind = image->wind_first != NULL,
                    .general = image->centres > 0 || image->grip_count > 0 || image->lagged ||
                               image->contact_f32.start || image->contact_f64.start ||
                               xpbd_scene_obstacle_count(scene) > 0 || xpbd_scene_global_damping(scene) > 0.0};
  for (int32_t s = 0; s < image->set_count; s++) {
    const cuda_host_set *set = &image->sets[s];
    work.constraints += set->count;
    work.general |= set->summed || set->arity > 2 || set->formula != image->sets[0].formula;
    work.lambda_bytes += (int64_t)set->padded * real;
    work.index_bytes += (int64_t)set->padded * (4 * set->arity + real * set->rests);
  }
  for (int32_t g = 0; g < image->group_count; g++) {
    const int32_t count = image->groups[g].last - image->groups[g].first;
    if (count > work.largest_group) work.largest_group = count;
  }
  return work;
}

void cuda_wind_at(const xpbd_wind *wind, double t, double out[3]) {
  xpbd_cpu_wind_at(wind, t, out);
}
