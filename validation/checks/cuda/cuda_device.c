/* Why this file exists: tests the memory that the CUDA backend requests from a device, to the byte. Too little causes
 * writes out of bounds, but nobody notices too much. Also tests how many sets of constraints a device accepts. */
#include <math.h>
#include <string.h>

#include "collide/obstacle.h"
#include "cuda_checks.h"
#include "cuda/plan.h"
#include "cuda/tiles.h"
#include "cuda/work.h"
#include "runner/workload.h"

bool cuda_here(check *self) {
  const char *missing = backend_missing_named("cuda");
  if (missing) check_skip(self, "%s", missing);
  return !missing;
}

/// The size of everything on the device while a scene runs, computed from its layout.
static int64_t bytes_of(const xpbd_layout *l) {
  enum { STATUS = 64, CANDIDATES = 32, CHUNK = 64, SUMS = 2 };
  const bool f32 = l->def->precision == XPBD_F32;
  const int64_t real = f32 ? 4 : 8, record = 4 * real, batch = l->def->batch, n = l->n, all = l->records * record,
                obstacles = xpbd_scene_obstacle_count(l->scene), handles = xpbd_scene_handle_count(l->scene),
                triangles = xpbd_scene_triangle_count(l->scene),
                steps = l->def->substeps > 1024 ? l->def->substeps : 1024;
  int64_t once = STATUS + (int64_t)sizeof(xpbd_group) * l->group_count + 8 * (int64_t)l->centres;
  int64_t each = 3 * all + SUMS * (l->sum_count + XPBD_SUM_WIDEST) * real;
  for (int32_t s = 0; s < l->set_count; s++) {
    const xpbd_layout_set *set = &l->sets[s];
    once += set->padded * (4 * set->arity + real * set->rest_rows * set->rest_count);
    each += set->padded * set->rows * real;
    if (!set->summed) continue;
    once += 4 * (n + 1) + 4 * (int64_t)set->count * set->arity;
    each += set->padded * real + n * record + set->arity * set->padded * record;
  }
  if (l->radii) once += n * real;
  if (l->contact.first) {
    const int64_t buckets = (int64_t)l->contact.mask + 1;
    once += 4 * (n + 1) + 4 * (int64_t)l->contact.joined_count;
    each += 4 * (buckets + 1) + 4 * ((buckets + CHUNK - 1) / CHUNK) + n * (4 * (3 + CANDIDATES) + record);
    if (l->pairs_bounce) each += 4 * n;
  }
  if (l->pairs_bounce || l->obstacles_bounce) each += all;
  if (l->obstacles_bounce) each += obstacles * n * record;
  if (l->at_once) {
    once += 4 * ((int64_t)l->split.count + l->set_count + 1 + n + 1 + l->split.first[n]);
    each += l->split.count * record * (xpbd_layout_damped(l) ? 2 : 1);
  }
  if (l->lagged) each += all;
  if (l->triangles.first) {
    once += 2 * 12 * triangles + 4 * (n + 1) + steps * 3 * real;
    each += all;
  }
  once += steps * obstacles * (int64_t)(f32 ? sizeof(xpbd_obstacle_f32) : sizeof(xpbd_obstacle_f64));
  once += l->grip_count * (int64_t)(f32 ? sizeof(xpbd_grip_f32) : sizeof(xpbd_grip_f64));
  once += steps * handles * (int64_t)(f32 ? sizeof(xpbd_handle_f32) : sizeof(xpbd_handle_f64));
  return once + batch * each;
}

static const struct {
  const char *formula;
  bool bending, wind, handles, obstacles, lagged;
  double damping, contact;
  bool material;
  xpbd_method method;
} scenes[] = {
    {.formula = "stretching"},
    {.formula = "stretching", .wind = true, .handles = true, .obstacles = true, .damping = 0.1},
    {.formula = "stretching", .bending = true, .contact = 0.3},
    {.formula = "tet_volume", .obstacles = true, .contact = 0.3, .material = true, .damping = 0.1, .lagged = true},
    {.formula = "closed_volume", .bending = true},
    {.formula = "closed_volume", .bending = true, .damping = 0.1, .method = XPBD_METHOD_JACOBI},
    {.formula = "stretching", .method = XPBD_METHOD_JACOBI_MEAN},
};

/// device_bytes -1: a strategy that this device does not have.
static xpbd_counters counters_of(check *self, const rig *r, const xpbd_solver_def *def) {
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  xpbd_counters counters = {.device_bytes = -1};
  const xpbd_status status = xpbd_solver_create(r->scene, def, &solver);
  if (status != XPBD_ERR_UNSUPPORTED && check_status(self, status, XPBD_OK, "a solver"))
    check_status(self, xpbd_solver_counters(solver, &counters), XPBD_OK, "its counters");
  return counters;
}

/// Threads of a block: one for each spring of a group, and with staying tiles also one for each particle. There are few
/// of both here.
static int32_t threads_of(const cuda_tiles *tiles, bool stays) {
  const int32_t most =
      stays && tiles->most_particles > tiles->most_springs ? tiles->most_particles : tiles->most_springs;
  return (most + 31) / 32 * 32;
}

/// The counted bytes of one particle and of one spring of a copy, against all bytes of these tiles. A particle has
/// position, start and velocity, and with wind a force. Launched tiles have a second position, and multipliers. Staying
/// tiles also list their origin and post positions on a board, twice. In a cluster the board is in shared memory.
static void check_shares(check *self, const xpbd_layout *l, const xpbd_counters *counters, const cuda_tiles *tiles,
                         bool stays) {
  const xpbd_layout_set *set = &l->sets[0];
  const bool cluster = strcmp(counters->strategy, "cluster") == 0;
  const int64_t real = l->def->precision == XPBD_F32 ? 4 : 8, record = 4 * real, n = l->n;
  int64_t particles = (l->triangles.first ? 4 : 3) * n * record + 4 * tiles->particle_count;
  int64_t springs = tiles->spring_count * (4 + real * set->rest_count);
  if (stays) {
    particles += 4 * tiles->particle_count + (cluster ? 0 : 2 * tiles->count * tiles->most_own * record);
  } else {
    particles += n * record;
    springs += tiles->spring_count * real;
  }
  check_at_most(self, fabs(counters->bytes_per_particle * (double)n / (double)particles - 1.0), 1e-12,
                "%s: bytes of a particle, %lld in all, relative error", counters->strategy, (long long)particles);
  check_at_most(self, fabs(counters->bytes_per_constraint * (double)set->count / (double)springs - 1.0), 1e-12,
                "%s: bytes of a spring, %lld in all, relative error", counters->strategy, (long long)springs);
}

/// The same for springs in tiles. The device decides how many springs a tile has, with a block for each of so few. So
/// this tries which number has as many threads.
static int64_t bytes_in_tiles(check *self, const xpbd_layout *l, const xpbd_counters *counters, bool stays) {
  const xpbd_layout_set *set = &l->sets[0];
  const int64_t real = l->def->precision == XPBD_F32 ? 4 : 8, batch = l->def->batch;
  const int64_t lists = set->padded * (4 * set->arity + real * (set->rest_count + batch));
  int64_t bytes = 0;
  for (int32_t least = 1; least <= l->n && bytes != counters->device_bytes; least++) {
    OWNED(cuda_tiles_destroy) cuda_tiles tiles = {0};
    if (check_status(self, cuda_tiles_create(l, least, 512, l->n, INT32_MAX, &tiles), XPBD_OK, "%d tiles",
                     (int)least) &&
        (!stays || check_status(self, cuda_tiles_stay(&tiles, l->n), XPBD_OK, "%d that stay", (int)least)) &&
        tiles.count * batch * threads_of(&tiles, stays) == counters->threads) {
      bytes = bytes_of(l) - lists + 20 * tiles.count + 4 * tiles.particle_count +
              tiles.spring_count * (4 + real * set->rest_count);
      bytes += stays ? 4 * tiles.particle_count : batch * (tiles.spring_count * real + l->records * 4 * real);
      if (stays && strcmp(counters->strategy, "cluster") != 0)
        bytes += 2 * batch * tiles.count * tiles.most_own * 4 * real;
      if (bytes == counters->device_bytes) check_shares(self, l, counters, &tiles, stays);
    }
  }
  return bytes;
}

static void check_bytes(check *self, int argument) {
  static const char *const strategies[] = {"graph", "block", "cluster", "tiles", "resident"};
  enum { STRATEGIES = sizeof strategies / sizeof *strategies };
  int tiled = 0;
  if (!cuda_here(self)) return;
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
    workload load = workload_of(xpbd_formula_find(scenes[k].formula), scenes[k].damping, false);
    load.bending = scenes[k].bending, load.wind = scenes[k].wind, load.handles = scenes[k].handles;
    load.obstacles = scenes[k].obstacles, load.contact_radius = scenes[k].contact, load.material = scenes[k].material;
    load.reading = scenes[k].lagged ? XPBD_DAMPING_LAGGED : XPBD_DAMPING_XPBD;
    OWNED(rig_free) rig r = {0};
    if (workload_build(&r, self, &load)) {
      int64_t last = 0;
      for (int w = 0; w < 2 * STRATEGIES; w++) {
        xpbd_solver_def def = xpbd_solver_def_default();
        OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
        def.backend = "cuda", def.strategy = strategies[w % STRATEGIES], def.method = scenes[k].method;
        def.precision = w < STRATEGIES ? XPBD_F32 : XPBD_F64;
        def.batch = 1 + w % 2, def.substeps = w % STRATEGIES == 3 ? 1100 : 2, def.frame_time = 0.05 * def.substeps;
        const xpbd_counters counters = counters_of(self, &r, &def);
        const int64_t bytes = counters.device_bytes;
        if (bytes < 0) last = 0; /* a strategy that this device does not have, or a fall too long for float */
        if (bytes < 0 || !check_status(self, xpbd_layout_create(r.scene, &def, &layout), XPBD_OK, "layout")) continue;
        const cuda_work work = cuda_work_of(&layout);
        const bool in_tiles = w % STRATEGIES > 1 && work.even && !work.general && (w % STRATEGIES == 3 || !work.wind);
        const int64_t expected =
            in_tiles ? bytes_in_tiles(self, &layout, &counters, w % STRATEGIES != 3) : bytes_of(&layout);
        tiled += in_tiles;
        check_same(self, (uint64_t)bytes, (uint64_t)expected, "bytes of scene %zu, %s, %d copies", k, def.strategy,
                   (int)def.batch);
        check_control(self, bytes != last, "as many in the way before");
        last = bytes;
      }
    }
  }
  check_true(self, tiled == 6 || tiled == 4, "scenes in tiles, with clusters or without: %d", tiled);
}

/* Sets travel to the kernels by value: a dozen, no more. Also requests that it cannot meet. */
static void check_limits(check *self, int argument) {
  if (!cuda_here(self)) return;
  static const int32_t edges[] = {0, 1, 1, 2, 2, 3};
  const chain springs = {.formula = "stretching", .links = 3, .length = 1.0, .mass = 1.0, .stiffness = 1.0};
  xpbd_constraints_def set = rig_set("stretching", 3, edges, NULL);
  xpbd_solver *solver = NULL;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "cuda";
  OWNED(rig_free) rig r = {0};
  if (rig_chain(&r, self, &springs, 9.81)) {
    for (int k = 1; k < CUDA_MAX_SETS; k++) check_status(self, xpbd_scene_add(r.scene, &set), XPBD_OK, "set %d", k);
    check_same(self, (uint64_t)xpbd_scene_set_count(r.scene), 12, "sets");
    check_status(self, xpbd_solver_create(r.scene, &def, &solver), XPBD_OK, "twelve sets");
    xpbd_solver_destroy(&solver);
    def.instructions = "avx2"; /* instructions of CPUs; anyone who runs several backends asks for them */
    check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_OK, "instructions that there are");
    def.instructions = "mmx";
    check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_ERR_INVALID_ARGUMENT,
                 "instructions that there are not");
    check_said(self, "there are no instructions 'mmx' (baseline, avx2, avx512)", "mmx");
    def.instructions = NULL;
    check_status(self, xpbd_scene_add(r.scene, &set), XPBD_OK, "one more set");
    check_control(self, xpbd_solver_supports(r.scene, &def) == XPBD_ERR_UNSUPPORTED, "thirteen sets");
    check_said(self, "the scene has 13 sets of constraints, a device takes up to 12", "thirteen sets");
  }
}

void cuda_add_device(check_registry *registry) {
  check_add(registry, "device-limits",
            "on a device, as many sets as it accepts, and instructions that it does not have", check_limits, 0);
  check_add(registry, "device-bytes", "on a device, the memory of a scene to the byte", check_bytes, 0);
}
