/* Why this file exists: the mesh shows best which constraints are solved side by side. constraints.vtk, in the folder
 * of the frames, holds every constraint as a cell with its set, formula and group. */
#include <stdlib.h>

#include "base/error.h"
#include "base/file.h"
#include "base/vtk.h"
#include "sim_record.h"

/// The numbers of each cell.
typedef struct numbers {
  int32_t *set, *formula, *group;
} numbers;

/// The group of each constraint of a set, from the order of its schedule.
static void number_set(const xpbd_constraints *set, int32_t index, int32_t first, numbers *out) {
  for (int32_t c = 0; c < set->count; c++) {
    out->set[first + c] = index;
    out->formula[first + c] = set->formula;
  }
  const xpbd_schedule *schedule = &set->schedule;
  for (int32_t g = 0; g < schedule->group_count; g++)
    for (int32_t at = schedule->group_start[g]; at < schedule->group_start[g + 1]; at++)
      out->group[first + schedule->order[at]] = g;
}

static xpbd_status write_groups(const char *path, const xpbd_scene *scene, const xpbd_vtk_cells *blocks, int32_t sets,
                                const numbers *of) {
  const xpbd_mesh_array arrays[] = {{.name = "set", .components = 1, .integers = of->set},
                                    {.name = "formula", .components = 1, .integers = of->formula},
                                    {.name = "group", .components = 1, .integers = of->group}};
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  xpbd_vtk_write(file.stream,
                 &(xpbd_vtk){.title = "xpbd-sim constraints",
                             .point_count = xpbd_scene_particle_count(scene) + xpbd_scene_centre_count(scene),
                             .points = xpbd_scene_positions(scene),
                             .block_count = sets,
                             .blocks = blocks,
                             .cell_array_count = 3,
                             .cell_arrays = arrays});
  return xpbd_file_commit(&file);
}

xpbd_status sim_groups_write(const sim_job *job, const char *path) {
  const xpbd_scene *scene = job->model.scene;
  const int32_t sets = xpbd_scene_set_count(scene);
  size_t count = 0;
  for (int32_t s = 0; s < sets; s++) count += (size_t)xpbd_scene_set(scene, s)->count;
  xpbd_vtk_cells *blocks = calloc((size_t)sets + 1, sizeof *blocks);
  int32_t *all = calloc(3 * count + 1, sizeof *all);
  numbers of = {all, all ? all + count : NULL, all ? all + 2 * count : NULL};
  int32_t first = 0;
  for (int32_t s = 0; blocks && all && s < sets; s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    blocks[s] = (xpbd_vtk_cells){set->count, xpbd_formula_at(set->formula)->arity, set->particles};
    number_set(set, s, first, &of);
    first += set->count;
  }
  const xpbd_status status =
      blocks && all ? write_groups(path, scene, blocks, sets, &of)
                    : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory for %zu constraints", path, count);
  free(all);
  free(blocks);
  return status;
}
