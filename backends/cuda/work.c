/* Why this file exists: reads the sizes and traits of a layout, so that plans depend on a few
 * numbers and tests need no scene. */
#include "work.h"

cuda_work cuda_work_of(const xpbd_layout *layout) {
  const xpbd_scene *scene = layout->scene;
  const int32_t real = xpbd_in_float(layout->def->precision) ? 4 : 8;
  cuda_work work = {.particles = layout->records - 1,
                    .batch = layout->def->batch,
                    .particle_bytes = 4 * real,
                    .copy_bytes = (int64_t)layout->split.count * 4 * real * (xpbd_layout_damped(layout) ? 2 : 1),
                    .groups = layout->group_count,
                    .wind = layout->triangles.first != NULL,
                    .even = layout->set_count == 1 && layout->sets[0].rest_count <= 1,
                    .general = layout->positions_low || layout->centres > 0 || layout->grip_count > 0 ||
                               layout->lagged || layout->contact.first || layout->at_once ||
                               xpbd_scene_obstacle_count(scene) > 0 || xpbd_scene_global_damping(scene) > 0.0};
  for (int32_t s = 0; s < layout->set_count; s++) {
    const xpbd_layout_set *set = &layout->sets[s];
    xpbd_set_f64 values = {0};
    xpbd_layout_set_f64(layout, s, &values);
    work.damped |= values.gamma > 0.0;
    work.even &= !work.damped && values.relax == 1.0;
    work.constraints += (int64_t)set->count * set->rows;
    work.general |= set->summed || set->arity > 2 || set->rows > 1 || set->formula != layout->sets[0].formula;
    work.lambda_bytes += (int64_t)set->padded * set->rows * real;
    work.index_bytes += (int64_t)set->padded * (4 * set->arity + real * set->rest_rows * set->rest_count);
  }
  const xpbd_schedule *colours = &layout->vertices.colours;
  for (int32_t c = 0; c < colours->group_count; c++) {
    const int32_t count = colours->group_start[c + 1] - colours->group_start[c];
    if (count > work.largest_group) work.largest_group = count;
  }
  if (layout->vertices.first) {
    work.general = 1;
    work.constraints = xpbd_scene_constraint_count(scene);
    work.index_bytes = layout->vertices.bytes;
  }
  for (int32_t g = 0; g < layout->group_count; g++) {
    const int32_t count = layout->groups[g].last - layout->groups[g].first;
    if (count > work.largest_group) work.largest_group = count;
    work.even &= !layout->groups[g].serial;
  }
  return work;
}
