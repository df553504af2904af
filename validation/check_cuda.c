/* Why this file exists: the logic of the CUDA backend without a device. The kernels only add launches and barriers to the
 * functions walked here: which thread does which constraint in which phase, where a cluster keeps a particle, which
 * strategy is taken. The walk runs the threads of a phase in a shuffled order and must end in the bits of seq. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cuda/image.h"
#include "cuda/plan.h"
#include "xpbd/scenes.h"

#define XPBD_SCALAR 32
#include "formula/all.h"
#include "solver/project.h"
#include "solver/particle.h"
#undef XPBD_SCALAR

/* Project place j of a set, as a device thread does; one function for each line of the list, like the kernels. */
typedef void (*walk_one)(const xpbd_set_f32 *set, xpbd_particle_f32 *x, const xpbd_particle_f32 *start, int32_t j);
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  static void walk_##id(const xpbd_set_f32 *set, xpbd_particle_f32 *x, const xpbd_particle_f32 *start, int32_t j) {    \
    xpbd_project_one_f32(xpbd_##id##_f32, arity, rests, 1, 1, set, x, start, j);                                       \
  }
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
static const walk_one walks[] = {
#define XPBD_FORMULA_ENTRY(id, ...) walk_##id,
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
};

/* A device as large as today's largest, and a small one of compute capability 7.5. */
static const cuda_device large = {132, 90, 227 * 1024, 1, 8}, small = {40, 75, 64 * 1024, 1, 0};

/* One simulation walked as a device would. */
typedef struct walk {
  cuda_host_image image;
  xpbd_particle_f32 *x, *start, *v;
  xpbd_set_f32 sets[CUDA_MAX_SETS];
  int32_t threads, *shuffled;
} walk;

static void shuffle(check *self, walk *w) {
  for (int32_t t = 0; t < w->threads; t++) w->shuffled[t] = t;
  for (int32_t t = w->threads - 1; t > 0; t--) {
    const int32_t other = (int32_t)check_random(self, 0.0, (double)(t + 1));
    const int32_t keep = w->shuffled[t];
    w->shuffled[t] = w->shuffled[other];
    w->shuffled[other] = keep;
  }
}

static void walk_group(check *self, walk *w, const cuda_group *group) {
  const cuda_host_set *set = &w->image.sets[group->set];
  shuffle(self, w);
  for (int32_t k = 0; k < w->threads; k++) {
    const int32_t step = cuda_step(group, w->threads);
    for (int32_t j = cuda_begin(group, w->shuffled[k]); j < group->last; j += step)
      walks[set->formula](&w->sets[group->set], w->x, w->start, j);
  }
}

static void walk_frame(check *self, walk *w, const xpbd_solver_def *def, const xpbd_scene *scene) {
  const double *g = xpbd_scene_gravity(scene);
  const xpbd_vec3_f32 gravity = {(float)g[0], (float)g[1], (float)g[2]};
  const float h = (float)w->image.h;
  for (int32_t i = 0; i < w->image.n; i++) xpbd_predict_one_f32(w->x, w->start, w->v, NULL, gravity, h, i);
  for (int32_t s = 0; s < w->image.set_count; s++)
    memset(w->sets[s].lambda, 0, sizeof(float) * (size_t)w->image.sets[s].padded);
  for (int32_t it = 0; it < def->iterations; it++)
    for (int32_t k = 0; k < w->image.group_count; k++) walk_group(self, w, &w->image.groups[k]);
  for (int32_t i = 0; i < w->image.n; i++)
    xpbd_finish_one_f32(w->x, w->start, w->v, (float)(1.0 / w->image.h), (float)w->image.limit, i);
}

static bool walk_make(walk *w, const xpbd_scene *scene, const xpbd_solver_def *def, int32_t threads) {
  memset(w, 0, sizeof *w);
  if (cuda_image_make(scene, def, &w->image) != XPBD_OK) return false;
  const size_t records = (size_t)w->image.n + 1;
  w->threads = threads;
  w->shuffled = calloc((size_t)threads, sizeof *w->shuffled);
  w->x = aligned_alloc(64, (records * sizeof *w->x + 63) / 64 * 64);
  w->start = aligned_alloc(64, (records * sizeof *w->x + 63) / 64 * 64);
  w->v = aligned_alloc(64, (records * sizeof *w->x + 63) / 64 * 64);
  if (!w->shuffled || !w->x || !w->start || !w->v) return false;
  memcpy(w->x, w->image.x_initial, records * sizeof *w->x);
  memcpy(w->start, w->image.x_initial, records * sizeof *w->x);
  memcpy(w->v, w->image.v_initial, records * sizeof *w->x);
  for (int32_t s = 0; s < w->image.set_count; s++) w->sets[s] = w->image.sets[s].f32;
  return true;
}

static void walk_destroy(walk *w) {
  free(w->x), free(w->start), free(w->v), free(w->shuffled);
  cuda_image_destroy(&w->image);
}

/* Particles whose position differs from the reference, in bits. */
static int64_t differing(const walk *w, const double *reference) {
  int64_t count = 0;
  for (int32_t i = 0; i < w->image.n; i++)
    count += (double)w->x[i].x != reference[3 * i] || (double)w->x[i].y != reference[3 * i + 1] ||
             (double)w->x[i].z != reference[3 * i + 2];
  return count;
}

static void check_walk(check *self, int formula) {
  static const int32_t teams[] = {1, 31, 32, 33, 1000, 4096};
  enum { FRAMES = 6 };
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 14;
  params.constraint = xpbd_formula_at(formula)->name;
  params.damping = 0.5;
  params.bending = formula % 2 ? "distance_bending" : NULL; /* one set and two */
  xpbd_model model;
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "scene")) return;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq";
  def.iterations = 7;
  xpbd_solver *solver = NULL;
  double *reference = calloc(3 * (size_t)model.mesh.vertex_count, sizeof *reference);
  if (check_status(self, xpbd_solver_create(model.scene, &def, &solver), XPBD_OK, "solver") &&
      check_status(self, xpbd_solver_step(solver, FRAMES), XPBD_OK, "step") &&
      check_status(self, xpbd_solver_read(solver, XPBD_POSITIONS, reference), XPBD_OK, "read")) {
    for (size_t k = 0; k < sizeof teams / sizeof *teams; k++) {
      walk w;
      if (!check_true(self, walk_make(&w, model.scene, &def, teams[k]), "laying out the scene")) continue;
      for (int f = 0; f < FRAMES; f++) walk_frame(self, &w, &def, model.scene);
      check_same(self, (uint64_t)differing(&w, reference), 0, "particles unlike seq with %d threads", (int)teams[k]);
      walk_frame(self, &w, &def, model.scene);
      check_control(self, differing(&w, reference) > 0, "a walk of one more frame differs");
      walk_destroy(&w);
    }
  }
  free(reference);
  xpbd_solver_destroy(&solver);
  xpbd_model_destroy(&model);
}

/* How often each place of a group is visited by a team; the number of places not visited exactly once. */
static int32_t visited_wrongly(const cuda_group *group, int32_t threads, int32_t last_thread) {
  int32_t visits[4096] = {0}, wrong = 0;
  for (int32_t t = 0; t < last_thread; t++)
    for (int32_t j = cuda_begin(group, t); j < group->last; j += cuda_step(group, threads)) visits[j]++;
  for (int32_t j = 0; j < 4096; j++) wrong += visits[j] != (j >= group->first && j < group->last);
  return wrong;
}

static void check_cover(check *self, int argument) {
  (void)argument;
  static const int32_t counts[] = {0, 1, 15, 16, 17, 813, 1024, 3000}, teams[] = {1, 7, 32, 256, 1024, 2048};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    for (size_t t = 0; t < sizeof teams / sizeof *teams; t++) {
      for (int serial = 0; serial < 2; serial++) {
        const cuda_group group = {0, 48, 48 + counts[c], serial};
        check_same(self, (uint64_t)visited_wrongly(&group, teams[t], teams[t]), 0,
                   "places not visited once: %d constraints, %d threads, serial %d", (int)counts[c], (int)teams[t],
                   serial);
      }
    }
  }
  const cuda_group group = {0, 48, 48 + 813, 0};
  check_control(self, visited_wrongly(&group, 256, 255) > 0, "a thread that never runs leaves places out");
}

static void check_cluster(check *self, int argument) {
  (void)argument;
  for (int32_t particles = 1; particles < 200000; particles = particles * 3 + 1) {
    for (int32_t bytes = 16; bytes <= 32; bytes += 16) {
      const cuda_work work = {
          .particles = particles, .largest_group = particles / 2 + 1, .batch = 1, .particle_bytes = bytes};
      cuda_plan plan;
      if (cuda_make_plan(&large, &work, "cluster", &plan) != XPBD_OK) {
        check_true(self, ((int64_t)particles + 1) * bytes > 8 * large.shared_bytes / 2,
                   "a cluster refuses %d particles only when they fill more than half of it", (int)particles);
        continue;
      }
      bool held = true, exact = true;
      for (int64_t i = 0; i <= particles; i++) {
        const uint32_t offset = (uint32_t)(i * bytes);
        const uint32_t rank = cuda_rank_of(offset, plan.shift), local = cuda_local_of(offset, plan.shift);
        held = held && rank < (uint32_t)plan.blocks && (int64_t)local + bytes <= plan.shared_bytes;
        exact = exact && ((uint64_t)rank << plan.shift) + local == offset;
      }
      check_true(self, held && exact, "every record of %d particles is in one block's memory", (int)particles);
    }
  }
  check_control(self, cuda_rank_of(8u << 12, 12) >= 8, "a record behind the cluster has no block");
}

static const char *chosen(const cuda_device *device, cuda_work work, const char *strategy) {
  cuda_plan plan;
  return cuda_make_plan(device, &work, strategy, &plan) == XPBD_OK ? cuda_strategy_name(plan.strategy) : "refused";
}

static void check_plans(check *self, int argument) {
  (void)argument;
  const cuda_work cloth = {1681, 4880, 840, 1, 16, 4 * 4960, 12 * 4960, 0};
  const cuda_work sheet = {1281 * 1281, 4917760, 820000, 1, 16, 4 * 4920000, 12 * 4920000, 0};
  cuda_work middle = {161 * 161, 76960, 13000, 1, 16, 4 * 76960, 12 * 76960, 0}, batch = cloth, windy;
  batch.batch = 1000;
  windy = middle;
  windy.wind = 1;
  const struct {
    const cuda_device *device;
    const cuda_work *work;
    const char *asked, *expected;
  } cases[] = {
      {&large, &cloth, NULL, "block"},
      {&small, &cloth, NULL, "block"},
      {&large, &batch, NULL, "block"},
      {&large, &middle, NULL, "cluster"},
      {&small, &middle, NULL, "graph"},
      {&large, &sheet, NULL, "graph"},
      {&large, &windy, NULL, "graph"},
      {&large, &sheet, "plain", "plain"},
      {&large, &sheet, "block", "refused"},
      {&small, &middle, "cluster", "refused"},
      {&large, &windy, "cluster", "refused"},
      {&large, &cloth, "warp", "refused"},
      {&small, &cloth, "cooperative", "cooperative"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    check_true(self, strcmp(chosen(cases[k].device, *cases[k].work, cases[k].asked), cases[k].expected) == 0,
               "case %zu: %s, not %s", k, chosen(cases[k].device, *cases[k].work, cases[k].asked), cases[k].expected);
  cuda_plan plan;
  check_status(self, cuda_make_plan(&large, &cloth, "block", &plan), XPBD_OK, "a cloth in one block");
  check_true(self, plan.stage == (CUDA_STAGE_LAMBDA | CUDA_STAGE_INDEX) && plan.shared_bytes <= large.shared_bytes,
             "all of a 41x41 cloth stands in shared memory");
  check_status(self, cuda_make_plan(&small, &cloth, "block", &plan), XPBD_OK, "a cloth in one small block");
  check_true(self, plan.stage == CUDA_STAGE_LAMBDA && plan.shared_bytes <= small.shared_bytes,
             "on a small device its indices stay outside");
  check_control(self, strcmp(chosen(&small, sheet, "block"), "block") != 0, "a sheet does not fit a block");
}

/* What a scene of 40 million edges takes, from the layout of a small one. */
static void check_memory(check *self, int argument) {
  (void)argument;
  const double edges = 40e6, particles = edges / 3.0, gib = 1024.0 * 1024.0 * 1024.0;
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 101;
  params.wind[0] = 1.0;
  params.wind_drag = 1.0;
  xpbd_model model;
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "scene")) return;
  for (int precision = 0; precision < 2; precision++) {
    xpbd_solver_def def = xpbd_solver_def_default();
    def.precision = precision ? XPBD_F64 : XPBD_F32;
    cuda_host_image image;
    if (!check_status(self, cuda_image_make(model.scene, &def, &image), XPBD_OK, "layout")) continue;
    const cuda_work work = cuda_image_work(&image, &def);
    const double bytes = edges * cuda_constraint_bytes(&work) + particles * cuda_particle_bytes(&work);
    check_between(self, bytes / gib, 0.5, 16.0, "GiB of 40 million edges in %s", precision ? "double" : "float");
    check_control(self, !(40.0 * bytes / gib <= 16.0), "40 times as many do not fit");
    cuda_image_destroy(&image);
  }
  xpbd_model_destroy(&model);
}

/* The hash after 20 frames, and after one more. */
static xpbd_status run_twenty(const xpbd_scene *scene, const xpbd_solver_def *def, uint64_t *hash, uint64_t *later) {
  xpbd_solver *solver = NULL;
  xpbd_status status = xpbd_solver_create(scene, def, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, 20);
  if (status == XPBD_OK) status = xpbd_solver_hash(solver, hash);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, 1);
  if (status == XPBD_OK) status = xpbd_solver_hash(solver, later);
  xpbd_solver_destroy(&solver);
  return status;
}

/* On a device: one strategy and precision ends in the bits of seq for every formula. */
static void check_device(check *self, int argument) {
  const char *strategy = cuda_strategy_name((cuda_strategy)(argument / 2));
  for (int f = 0; f < xpbd_formula_count(); f++) {
    const xpbd_formula_info *info = xpbd_formula_at(f);
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = 21;
    params.damping = f % 2 ? 0.5 : 0.0;
    *(info->element == XPBD_ON_EDGES ? &params.constraint : &params.bending) = info->name;
    xpbd_model model;
    if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "scene")) return;
    xpbd_solver_def def = xpbd_solver_def_default();
    def.precision = argument % 2 ? XPBD_F64 : XPBD_F32;
    def.iterations = 10;
    uint64_t expected = 0, hash = 1, later = 0;
    def.backend = "seq";
    xpbd_status status = run_twenty(model.scene, &def, &expected, &later);
    def.backend = "cuda";
    def.strategy = strategy;
    if (status == XPBD_OK) status = run_twenty(model.scene, &def, &hash, &later);
    xpbd_model_destroy(&model);
    if (status == XPBD_ERR_UNAVAILABLE || status == XPBD_ERR_UNSUPPORTED || status == XPBD_ERR_NOT_BUILT) {
      check_skip(self, "%s", xpbd_last_error());
      return;
    }
    check_status(self, status, XPBD_OK, "%s, %s", strategy, info->name);
    check_same(self, hash, expected, "state of %s, %s", strategy, info->name);
    check_control(self, later != expected, "one more frame is another state");
  }
}

void check_group_cuda(check_registry *registry) {
  check_add(registry, "cover", "every place of a group is visited by exactly one thread", check_cover, 0);
  check_add(registry, "cluster", "every particle is in exactly one block of a cluster", check_cluster, 0);
  check_add(registry, "plans", "the strategy and its shared memory by size and device", check_plans, 0);
  check_add(registry, "memory", "40 million edges fit in 16 GiB", check_memory, 0);
  for (int k = 0; k < 2 * CUDA_STRATEGIES; k++) {
    char name[96];
    snprintf(name, sizeof name, "device-%s-%s", cuda_strategy_name((cuda_strategy)(k / 2)), k % 2 ? "f64" : "f32");
    check_add(registry, name, "on a device, every formula ends in the bits of seq", check_device, k);
  }
  for (int f = 0; f < xpbd_formula_count(); f++) {
    char name[96];
    snprintf(name, sizeof name, "walk-%s", xpbd_formula_at(f)->name);
    check_add(registry, name, "threads in any order end in the bits of seq", check_walk, f);
  }
}
