/* Why this file exists: see cuda_walk.h. */
#include "cuda_walk.h"

#include <stdlib.h>
#include <string.h>

#include "collide/obstacle.h"
#include "cuda/image.h"
#include "cuda/plan.h"

#define XPBD_SCALAR 32
#include "formula/all.h"
#include "solver/project.h"
#include "solver/particle.h"
#include "solver/sums.h"
#include "collide/project.h"
#include "solver/contact.h"
#undef XPBD_SCALAR

typedef xpbd_particle_f32 particle;

/* Project place j of a set, and evaluate it, as a device thread does; one function for each line of the list. */
typedef void (*walk_one)(const xpbd_set_f32 *set, particle *x, const particle *start, int32_t j);
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  static void walk_##id(const xpbd_set_f32 *set, particle *x, const particle *start, int32_t j) {                      \
    xpbd_project_one_f32(xpbd_##id##_f32, arity, rests, 1, 1, set, x, start, j);                                       \
  }
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
static const walk_one walks[] = {
#define XPBD_FORMULA_ENTRY(id, ...) walk_##id,
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
};

static void evaluate(int formula, const xpbd_set_f32 *set, const xpbd_sum_set_f32 *sum, const particle *x, int32_t j) {
  xpbd_vec3_f32 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY] = {{0}};
  float rest[XPBD_MAX_REST], scale = 1.0f;
  int arity = 0;
#define XPBD_FORMULA_ENTRY(...)
#define XPBD_SUMMED_ENTRY(id, arity_, rests, ...)                                                                      \
  if (formula == xpbd_formula_find(#id)) {                                                                             \
    xpbd_load_element_f32(arity_, rests, set, x, j, at, rest);                                                         \
    sum->value[j] = xpbd_##id##_f32(at, rest, set->material, g, &scale);                                               \
    arity = arity_;                                                                                                    \
  }
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
  for (int k = 0; k < arity; k++) sum->slot[k][j] = (particle){g[k].x, g[k].y, g[k].z, 0.0f};
}

/* One simulation walked as a device would. */
typedef struct walk {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  cuda_host_image image;
  particle *x, *start, *v, *lag;
  xpbd_set_f32 sets[CUDA_MAX_SETS];
  xpbd_sum_set_f32 sums_of[CUDA_MAX_SETS];
  xpbd_obstacle_f32 obstacles[4];
  float *sums[2], total[2 * XPBD_SUM_WIDEST];
  int32_t threads, *shuffled;
  int64_t step;
} walk;

/* The threads of a phase in a new order. */
static void shuffle(check *self, walk *w) {
  for (int32_t t = 0; t < w->threads; t++) w->shuffled[t] = t;
  for (int32_t t = w->threads - 1; t > 0; t--) {
    const int32_t other = (int32_t)check_random(self, 0.0, (double)(t + 1));
    const int32_t keep = w->shuffled[t];
    w->shuffled[t] = w->shuffled[other];
    w->shuffled[other] = keep;
  }
}

/* All threads of a phase: `...` is what thread t of w->threads does. */
#define PHASE(...)                                                                                                     \
  do {                                                                                                                 \
    shuffle(self, w);                                                                                                  \
    for (int32_t place = 0; place < w->threads; place++) {                                                             \
      const int32_t t = w->shuffled[place];                                                                            \
      __VA_ARGS__;                                                                                                     \
    }                                                                                                                  \
  } while (0)
#define EACH(i, ...) PHASE(for (int32_t i = t; i < w->image.n; i += w->threads) { __VA_ARGS__; })

static int levels(check *self, walk *w, int32_t count, int width) {
  int which = 0;
  for (; count > 1; count = xpbd_chunks(count), which = 1 - which)
    PHASE(xpbd_sum_level_f32(w->sums[which], count, width, w->sums[1 - which], t, w->threads));
  return which;
}

static void walk_centres(check *self, walk *w, particle *x) {
  for (int32_t c = 0; c < w->image.centres; c++) {
    const xpbd_range range = *xpbd_scene_centre(w->scene, c);
    PHASE(xpbd_sum_positions_f32(x, range.first, range.count, w->sums[0], t, w->threads));
    const int which = levels(self, w, xpbd_chunks(range.count), XPBD_SUM_CENTRE);
    xpbd_store_centre_f32(w->sums[which], range.count, &x[w->image.n + c]);
  }
}

static void start_tips(walk *w) {
  for (int32_t c = 0; c < w->image.centres; c++) w->start[w->image.n + c] = w->x[w->image.n + c];
}

static void walk_group(check *self, walk *w, const cuda_group *group) {
  const cuda_host_set *set = &w->image.sets[group->set];
  const xpbd_set_f32 *own = &w->sets[group->set];
  const particle *start = own->keep > 0.0f ? w->start : w->lag;
  PHASE(for (int32_t j = cuda_begin(group, t); j < group->last; j += cuda_step(group, w->threads))
            walks[set->formula](own, w->x, start, j));
}

static void walk_summed(check *self, walk *w, int32_t s) {
  const cuda_host_set *host = &w->image.sets[s];
  const xpbd_set_f32 *set = &w->sets[s];
  const xpbd_sum_set_f32 *sum = &w->sums_of[s];
  const particle *start = set->keep > 0.0f ? w->start : w->lag;
  PHASE(for (int32_t j = t; j < host->count; j += w->threads) evaluate(host->formula, set, sum, w->x, j));
  PHASE(xpbd_sum_values_f32(sum->value, host->count, w->sums[0], t, w->threads));
  const float c = w->sums[levels(self, w, xpbd_chunks(host->count), XPBD_SUM_ELEMENT)][0];
  PHASE(xpbd_gather_gradients_f32(sum, w->x, start, set->keep, w->image.n, w->sums[0], t, w->threads));
  const int which = levels(self, w, xpbd_chunks(w->image.n), XPBD_SUM_GRADIENT);
  int skipped;
  const float q =
      xpbd_summed_quotient_f32(c, w->sums[which], set->relax, set->alpha, set->gamma, set->lambda, &skipped);
  PHASE(xpbd_apply_summed_f32(sum->gradient, q, w->x, w->image.n, t, w->threads));
}

static void walk_lag(check *self, walk *w, float h) {
  if (!w->image.lagged) return;
  EACH(i, w->lag[i] = ((particle){-(h * w->v[i].x), -(h * w->v[i].y), -(h * w->v[i].z), 0.0f}));
  walk_centres(self, w, w->lag);
  if (xpbd_scene_omits_tip_damping(w->scene))
    for (int32_t c = 0; c < w->image.centres; c++) w->lag[w->image.n + c] = (particle){0};
}

/* The table of cells in any order of particles: here from the first to the last, where seq goes from the last. */
static void walk_candidates(check *self, walk *w) {
  const xpbd_contact_f32 *c = &w->image.contact_f32;
  if (!c->start) return;
  memset(c->start, 0, ((size_t)c->mask + 2) * sizeof *c->start);
  for (int32_t i = 0; i < w->image.n; i++) c->start[xpbd_contact_bucket_f32(c, w->x, i)]++;
  for (uint32_t b = 1; b <= c->mask; b++) c->start[b] += c->start[b - 1];
  c->start[c->mask + 1] = w->image.n;
  for (int32_t i = 0; i < w->image.n; i++) c->items[--c->start[xpbd_contact_bucket_f32(c, w->x, i)]] = i;
  EACH(i, xpbd_contact_candidates_f32(c, w->x, i));
}

static void walk_apart(check *self, walk *w) {
  const int32_t obstacles = xpbd_scene_obstacle_count(w->scene);
  for (int32_t k = 0; k < obstacles; k++) EACH(i, xpbd_obstacle_project_f32(&w->obstacles[k], w->x, w->start, i));
  const xpbd_contact_f32 *c = &w->image.contact_f32;
  if (!c->start) return;
  EACH(i, xpbd_contact_count_f32(c, w->x, i));
  EACH(i, xpbd_contact_push_f32(c, w->x, i));
  EACH(i, xpbd_contact_apply_f32(c, w->x, i));
}

static void walk_global_damping(check *self, walk *w) {
  const float k = (float)xpbd_scene_global_damping(w->scene);
  float *motion = w->total, *turn = motion + XPBD_SUM_WIDEST;
  if (!(k > 0.0f)) return;
  const int32_t n = w->image.n;
  PHASE(xpbd_sum_motion_f32(w->x, w->v, n, w->sums[0], t, w->threads));
  memcpy(motion, w->sums[levels(self, w, xpbd_chunks(n), XPBD_SUM_MOTION)], XPBD_SUM_MOTION * sizeof *motion);
  PHASE(xpbd_sum_turn_f32(w->x, w->v, n, motion, w->sums[0], t, w->threads));
  memcpy(turn, w->sums[levels(self, w, xpbd_chunks(n), XPBD_SUM_TURN)], XPBD_SUM_TURN * sizeof *turn);
  PHASE(xpbd_damp_globally_f32(w->x, w->v, n, motion, turn, k, t, w->threads));
}

static void walk_sweep(check *self, walk *w) {
  walk_centres(self, w, w->x);
  if (xpbd_scene_omits_tip_damping(w->scene)) start_tips(w);
  for (int32_t k = 0; k < w->image.group_count; k++) {
    const cuda_group *group = &w->image.groups[k];
    if (w->image.sets[group->set].summed)
      walk_summed(self, w, group->set);
    else
      walk_group(self, w, group);
  }
  walk_apart(self, w);
}

static void walk_frame(check *self, walk *w) {
  const double *g = xpbd_scene_gravity(w->scene);
  const xpbd_vec3_f32 gravity = {(float)g[0], (float)g[1], (float)g[2]};
  const float h = (float)w->image.h;
  walk_centres(self, w, w->x);
  start_tips(w);
  walk_lag(self, w, h);
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(w->scene); k++)
    xpbd_obstacle_at_f32(xpbd_scene_obstacle(w->scene, k), (double)w->step * w->image.h, w->image.h, &w->obstacles[k]);
  EACH(i, xpbd_predict_one_f32(w->x, w->start, w->v, NULL, gravity, h, i));
  for (int32_t s = 0; s < w->image.set_count; s++)
    memset(w->sets[s].lambda, 0, sizeof(float) * (size_t)w->image.sets[s].padded);
  walk_candidates(self, w);
  for (int32_t it = 0; it < w->def->iterations; it++) walk_sweep(self, w);
  EACH(i, xpbd_finish_one_f32(w->x, w->start, w->v, (float)(1.0 / w->image.h), (float)w->image.limit, i));
  walk_global_damping(self, w);
  w->step++;
}

static void *memory(size_t count, size_t size) {
  const size_t bytes = (count * size + 64) / 64 * 64;
  void *at = aligned_alloc(64, bytes);
  if (at) memset(at, 0, bytes);
  return at;
}

static bool walk_make(walk *w, const xpbd_scene *scene, const xpbd_solver_def *def, int32_t threads) {
  *w = (walk){.scene = scene, .def = def, .threads = threads};
  if (cuda_image_make(scene, def, &w->image) != XPBD_OK) return false;
  const size_t records = (size_t)w->image.records;
  w->shuffled = memory((size_t)threads, sizeof *w->shuffled);
  w->x = memory(records, sizeof *w->x), w->start = memory(records, sizeof *w->x);
  w->v = memory(records, sizeof *w->x), w->lag = memory(records, sizeof *w->x);
  for (int k = 0; k < 2; k++) w->sums[k] = memory((size_t)w->image.sum_count, sizeof(float));
  bool complete = w->shuffled && w->x && w->start && w->v && w->lag && w->sums[0] && w->sums[1];
  for (int32_t s = 0; complete && s < w->image.set_count; s++) {
    const cuda_host_set *host = &w->image.sets[s];
    xpbd_sum_set_f32 *sum = &w->sums_of[s];
    w->sets[s] = host->f32;
    if (!host->summed) continue;
    sum->first = host->first, sum->of = host->of;
    complete = (sum->value = memory((size_t)host->padded, sizeof(float))) != NULL;
    complete = (sum->gradient = memory((size_t)w->image.n, sizeof(particle))) != NULL && complete;
    for (int k = 0; k < host->arity; k++)
      complete = (sum->slot[k] = memory((size_t)host->padded, sizeof(particle))) != NULL && complete;
  }
  if (!complete) return false;
  memcpy(w->x, w->image.x_initial, records * sizeof *w->x);
  memcpy(w->start, w->image.x_initial, records * sizeof *w->x);
  memcpy(w->v, w->image.v_initial, records * sizeof *w->x);
  return true;
}

static void walk_destroy(walk *w) {
  for (int s = 0; s < CUDA_MAX_SETS; s++) {
    free(w->sums_of[s].value), free(w->sums_of[s].gradient);
    for (int k = 0; k < XPBD_MAX_ARITY; k++) free(w->sums_of[s].slot[k]);
  }
  free(w->x), free(w->start), free(w->v), free(w->lag), free(w->shuffled), free(w->sums[0]), free(w->sums[1]);
  cuda_image_destroy(&w->image);
}

/* Particles whose position or velocity differs from the reference, in bits. */
static int64_t differing(const walk *w, const rig *r) {
  int64_t count = 0;
  for (int32_t i = 0; i < w->image.n; i++) {
    const double *x = &r->x[3 * i], *v = &r->v[3 * i];
    count += (double)w->x[i].x != x[0] || (double)w->x[i].y != x[1] || (double)w->x[i].z != x[2] ||
             (double)w->v[i].x != v[0] || (double)w->v[i].y != v[1] || (double)w->v[i].z != v[2];
  }
  return count;
}

void walk_like_seq(check *self, const workload *load) {
  static const int32_t teams[] = {1, 31, 33, 256, 1000};
  enum { FRAMES = 4 };
  rig r;
  if (workload_build(&r, self, load)) {
    const xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24.0, 4);
    if (rig_solver(&r, &def) && rig_step(&r, FRAMES)) {
      for (size_t k = 0; k < sizeof teams / sizeof *teams; k++) {
        walk w;
        if (check_true(self, walk_make(&w, r.scene, &def, teams[k]), "laying out the scene")) {
          for (int f = 0; f < FRAMES; f++) walk_frame(self, &w);
          check_same(self, (uint64_t)differing(&w, &r), 0, "%s: particles unlike seq with %d threads", load->formula,
                     (int)teams[k]);
          walk_frame(self, &w);
          check_control(self, differing(&w, &r) > 0, "a walk of one more frame differs");
        }
        walk_destroy(&w);
      }
    }
  }
  rig_free(&r);
}
