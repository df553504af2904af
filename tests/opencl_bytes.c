/* Why this file exists: compares the memory that the OpenCL backend requests, to the byte, and its reported sizes with
 * a layout. Too little causes writes out of bounds, but nobody notices too much. Exit code 77: no device. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "layout/layout.h"
#include "opencl/world.h"
#include "xpbd/backend.h"
#include "xpbd/xpbd.h"

#define XPBD_SCALAR 32
#include "formula/words.h"
#include "step/world.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/words.h"
#include "step/world.inl"
#undef XPBD_SCALAR

static int checks, controls, failures;

static void check(bool right, const char *scene, const char *what, double is, double wanted) {
  checks++;
  if (right) return;
  failures++;
  printf("FAIL    %s: %s: %.17g, expected %.17g\n", scene, what, is, wanted);
}

static void equal(const char *scene, const char *what, double is, double wanted) {
  check(is == wanted, scene, what, is, wanted);
}

/// Scenes with everything that takes memory; empty fields have the scene's defaults.
static const struct {
  const char *name, *constraint;
  int32_t resolution, substeps;
  double damping, contact;
  bool lagged;
  xpbd_method method;
} scenes[] = {
    {.name = "cloth", .constraint = "stretching", .resolution = 5},
    {.name = "cloth", .constraint = "stretching+stretching", .resolution = 4, .damping = 0.1, .lagged = true},
    {.name = "cloth", .constraint = "stretching", .resolution = 4, .method = XPBD_METHOD_JACOBI},
    {.name = "cloth", .constraint = "stretching", .resolution = 4, .damping = 0.1, .method = XPBD_METHOD_JACOBI_MEAN},
    {.name = "flag", .constraint = "stretching", .resolution = 5, .substeps = 1100},
    {.name = "cloth_stretched", .constraint = "stretching", .resolution = 5, .substeps = 1025},
    {.name = "cloth_on_sphere", .constraint = "stretching", .resolution = 5, .contact = 0.3, .substeps = 1024},
    {.name = "blob", .constraint = "closed_volume", .resolution = 3},
    {.name = "spheres_colliding", .constraint = "stretching", .resolution = 3},
    {.name = "balls"},
};

/// The room of an array with so many bytes: the next one begins at a multiple, and none is empty.
static int64_t room(int64_t bytes) {
  return (bytes / 128 + 1) * 128;
}

static int64_t room_of_set(const xpbd_layout *l, const xpbd_layout_set *set) {
  const int64_t real = l->def->precision == XPBD_F32 ? 4 : 8, record = 4 * real, batch = l->def->batch, n = l->n;
  const int64_t padded = set->padded, arity = set->arity;
  const int64_t bytes = arity * room(4 * padded) + set->rest_count * room(real * padded) + room(real * padded * batch);
  if (!set->summed) return bytes;
  return bytes + room(4 * (n + 1)) + room(4 * set->count * arity) + room(real * padded * batch) +
         room(record * n * batch) + arity * room(record * padded * batch);
}

static int64_t room_of_contact(const xpbd_layout *l) {
  const int64_t real = l->def->precision == XPBD_F32 ? 4 : 8, record = 4 * real, batch = l->def->batch, n = l->n;
  const int64_t buckets = (int64_t)l->contact.mask + 1, chunks = (buckets + 63) / 64;
  int64_t bytes = l->radii ? room(real * n) : 0;
  if (!l->contact.first) return bytes;
  bytes += room(4 * (n + 1)) + room(4 * (int64_t)l->contact.joined_count);
  bytes += room(4 * (buckets + 2 + chunks + n) * batch) + room(record * n * batch) + room(4 * 49 * n * batch);
  bytes += 2 * room(4 * n * batch) + room(4 * 32 * n * batch) + room(record * n * batch);
  return bytes + (l->pairs_bounce ? room(4 * n * batch) : 0);
}

static int64_t room_of_obstacles(const xpbd_layout *l, int64_t steps) {
  const bool f32 = l->def->precision == XPBD_F32;
  const int32_t obstacles = xpbd_scene_obstacle_count(l->scene);
  int64_t bytes = 0;
  for (int32_t k = 0; k < obstacles; k++) {
    xpbd_obstacle_array arrays[XPBD_OBSTACLE_ARRAYS];
    const xpbd_obstacle *one = xpbd_scene_obstacle(l->scene, k);
    const int count = f32 ? xpbd_obstacle_arrays_f32(one, arrays) : xpbd_obstacle_arrays_f64(one, arrays);
    for (int a = 0; a < count; a++) bytes += room((int64_t)arrays[a].bytes);
  }
  const int64_t each = f32 ? (int64_t)sizeof(xpbd_obstacle_f32) : (int64_t)sizeof(xpbd_obstacle_f64);
  return obstacles > 0 ? bytes + room(steps * obstacles * each) : 0;
}

static int64_t room_of_split(const xpbd_layout *l) {
  const int64_t record = l->def->precision == XPBD_F32 ? 16 : 32, count = l->split.count;
  if (!l->at_once) return 0;
  return (xpbd_layout_damped(l) ? 2 : 1) * room(record * count * l->def->batch) + room(4 * count) +
         room(4 * ((int64_t)l->set_count + 1)) + room(4 * ((int64_t)l->n + 1)) +
         room(4 * (int64_t)l->split.first[l->n]);
}

/// Everything in the one buffer.
static int64_t bytes_of(const xpbd_layout *l) {
  const bool f32 = l->def->precision == XPBD_F32;
  const int64_t real = f32 ? 4 : 8, record = 4 * real, batch = l->def->batch, all = l->records * record * batch;
  const int64_t triangles = xpbd_scene_triangle_count(l->scene), handles = xpbd_scene_handle_count(l->scene),
                obstacles = xpbd_scene_obstacle_count(l->scene);
  const int64_t steps = l->def->substeps > 1024 ? l->def->substeps : 1024;
  int64_t bytes = room(f32 ? (int64_t)sizeof(xpbd_world_f32) : (int64_t)sizeof(xpbd_world_f64)) +
                  room((int64_t)sizeof(xpbd_opencl_status)) + 3 * room(all) +
                  room((int64_t)sizeof(xpbd_group) * l->group_count);
  for (int32_t s = 0; s < l->set_count; s++) bytes += room_of_set(l, &l->sets[s]);
  if (l->centres > 0) bytes += room(8 * (int64_t)l->centres);
  bytes += room(2 * l->sum_count * real * batch) + room(2 * XPBD_SUM_WIDEST * real * batch);
  if (l->lagged) bytes += room(all);
  bytes += room_of_contact(l);
  if (l->pairs_bounce || l->obstacles_bounce) bytes += room(all);
  if (l->obstacles_bounce) bytes += room(obstacles * l->n * record * batch);
  bytes += room_of_split(l);
  if (l->triangles.first)
    bytes += 2 * room(12 * triangles) + room(4 * ((int64_t)l->n + 1)) + room(all) + room(steps * 3 * real);
  bytes += room_of_obstacles(l, steps);
  if (handles == 0) return bytes;
  bytes += room(l->grip_count * (f32 ? (int64_t)sizeof(xpbd_grip_f32) : (int64_t)sizeof(xpbd_grip_f64)));
  return bytes + room(steps * handles * (f32 ? (int64_t)sizeof(xpbd_handle_f32) : (int64_t)sizeof(xpbd_handle_f64)));
}

static double bytes_of_constraint(const xpbd_layout *l) {
  const int64_t real = l->def->precision == XPBD_F32 ? 4 : 8;
  int64_t bytes = 0, count = 0;
  for (int32_t s = 0; s < l->set_count; s++) {
    const xpbd_layout_set *set = &l->sets[s];
    bytes += set->padded * (real + 4 * set->arity + real * set->rest_count);
    count += set->count;
  }
  return count > 0 ? (double)bytes / (double)count : 0.0;
}

/// One thread for each constraint of the largest group.
static int32_t threads_of(const xpbd_layout *l) {
  int32_t most = 1;
  for (int32_t g = 0; g < l->group_count; g++) {
    const int32_t count = l->groups[g].last - l->groups[g].first;
    if (count > most) most = count;
  }
  return most * l->def->batch;
}

/// A solver without an embedded energy reads zeroes.
static void check_embedded(const char *name, xpbd_solver *solver, int32_t n) {
  double *numbers = malloc(3 * (size_t)n * sizeof *numbers);
  bool zero = numbers != NULL;
  for (int32_t i = 0; zero && i < 3 * n; i++) numbers[i] = 1.0;
  const xpbd_status status = !zero ? XPBD_ERR_OUT_OF_MEMORY : xpbd_solver_read(solver, XPBD_EMBEDDED, numbers);
  for (int32_t i = 0; zero && i < 3 * n; i++) zero = numbers[i] == 0.0;
  check(zero && status == XPBD_OK, name, "energies", (double)status, 0.0);
  free(numbers);
}

/// Its bytes, 0 if the device lacks that precision.
static int64_t check_one(const char *name, const xpbd_scene *scene, const xpbd_solver_def *def) {
  xpbd_solver *solver = NULL;
  xpbd_layout layout = {0};
  xpbd_counters counters = {0};
  xpbd_status status = xpbd_solver_create(scene, def, &solver);
  if (status == XPBD_ERR_UNSUPPORTED && def->precision == XPBD_F64) return 0;
  if (status == XPBD_OK) status = xpbd_solver_counters(solver, &counters);
  if (status == XPBD_OK) status = xpbd_layout_create(scene, def, &layout);
  check(status == XPBD_OK, name, status == XPBD_OK ? "" : xpbd_last_error(), (double)status, 0.0);
  if (status == XPBD_OK) {
    const int real = def->precision == XPBD_F32 ? 4 : 8;
    equal(name, "bytes", (double)counters.device_bytes, (double)bytes_of(&layout));
    equal(name, "bytes of a particle", counters.bytes_per_particle, (layout.triangles.first ? 4 : 3) * 4.0 * real);
    equal(name, "bytes of a constraint", counters.bytes_per_constraint, bytes_of_constraint(&layout));
    equal(name, "threads", counters.threads, threads_of(&layout));
    equal(name, "copies", counters.batch, def->batch);
    check_embedded(name, solver, layout.n);
  }
  xpbd_layout_destroy(&layout);
  xpbd_solver_destroy(&solver);
  return counters.device_bytes;
}

static void check_scene(int k) {
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_solver_def def = xpbd_solver_def_default();
  xpbd_model model = {0};
  params.resolution = scenes[k].resolution, params.constraint = scenes[k].constraint;
  if (scenes[k].damping > 0.0) params.damping = scenes[k].damping;
  if (scenes[k].contact > 0.0) params.contact_radius = scenes[k].contact;
  if (scenes[k].lagged) params.damping_reading = XPBD_DAMPING_LAGGED;
  const xpbd_status status = xpbd_scene_build(scenes[k].name, &params, &model);
  check(status == XPBD_OK, scenes[k].name, status == XPBD_OK ? "" : xpbd_last_error(), (double)status, 0.0);
  def.backend = "opencl", def.method = scenes[k].method;
  if (scenes[k].substeps > 0) def.substeps = scenes[k].substeps, def.frame_time = 0.02 * def.substeps;
  int64_t last = 0;
  for (int w = 0; status == XPBD_OK && w < 4; w++) {
    def.batch = 1 + w % 2, def.precision = w < 2 ? XPBD_F32 : XPBD_F64;
    const int64_t bytes = check_one(scenes[k].name, model.scene, &def);
    if (bytes > 0 && last > 0) {
      controls++;
      check(bytes != last, scenes[k].name, "control, as many in another way", (double)bytes, (double)last);
    }
    last = bytes;
  }
  xpbd_model_destroy(&model);
}

int main(void) {
  char device[256];
  const xpbd_backend_entry *opencl = xpbd_backend_find(xpbd_backends(), "opencl");
  if (!opencl || !opencl->table || opencl->table->probe(device, sizeof device) != XPBD_OK) {
    printf("skipped: %s\n", !opencl || !opencl->table ? "opencl is not built" : xpbd_last_error());
    return 77;
  }
  for (int k = 0; k < (int)(sizeof scenes / sizeof *scenes); k++) check_scene(k);
  printf("%s: %d checks, %d controls, %d failures\n", device, checks, controls, failures);
  return failures > 0 || checks == 0 || controls == 0;
}
