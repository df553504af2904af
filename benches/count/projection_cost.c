/* Why this file exists: adds up bytes and operations over the constraint sets of a scene. Running the formulas counts
 * operations. Bytes follow from the layout alone. */
#include "projection_cost.h"

#include <math.h>

#include "layout/records.h"
#include "operations.h"
#include "xpbd/method.h"
#include "xpbd/xpbd.h"

/// Bytes that the projection of an element reads and writes. Offsets and rest shape count once. The multipliers and
/// each particle's record count twice (read and written). Damping adds each particle's former position, f32x its base.
/// Caches are ignored.
static double bytes_of(const xpbd_formula_info *info, xpbd_precision precision, bool damped) {
  const bool in_double = precision == XPBD_F64;
  const size_t real = in_double ? sizeof(double) : sizeof(float);
  const size_t particle = in_double ? sizeof(xpbd_particle_f64) : sizeof(xpbd_particle_f32);
  const size_t offset = sizeof *((xpbd_set_f32 *)0)->offset[0];
  const size_t records = (size_t)2 + (damped ? 1 : 0) + (precision == XPBD_F32X ? 1 : 0);
  return (double)((size_t)info->arity * (offset + records * particle) +
                  ((size_t)xpbd_rest_size(info) + 2 * (size_t)info->rows) * real);
}

void projection_cost(const xpbd_solver *solver, bench_facts *facts) {
  const xpbd_scene *scene = xpbd_solver_scene(solver);
  const xpbd_solver_def *def = xpbd_solver_settings(solver);
  const bool in_double = def->precision == XPBD_F64;
  const double total = (double)xpbd_scene_constraint_count(scene);
  double bytes = 0.0, flops = 0.0;
  facts->precision = xpbd_precision_name((int)def->precision);
  facts->real_bytes = (int32_t)(in_double ? sizeof(double) : sizeof(float));
  if (def->method != XPBD_METHOD_XPBD && def->method != XPBD_METHOD_PBD) return;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const xpbd_formula_info *info = xpbd_formula_at(set->formula);
    const bool damped = set->damping > 0.0 && set->compliance > 0.0 && def->method == XPBD_METHOD_XPBD;
    const bool summed = (info->traits & XPBD_SUMMED) != 0;
    operations each;
    const bool known = operations_of(set->formula, set->material, def->precision, damped, &each);
    bytes += summed ? (double)NAN : (double)set->count * bytes_of(info, def->precision, damped);
    flops += known ? (double)set->count * operations_sum(&each) : (double)NAN;
  }
  if (!(total > 0.0)) return;
  facts->bytes_each = bytes / total;
  facts->flops_each = flops / total;
}
