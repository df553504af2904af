/* Why this file exists: where the layout puts particles and constraints must change no bit. A benchmark of sheets has
 * no meshes that defeat the numbering, so here they are: shuffled ones, stars, several components, isolated vertices, a
 * repeated edge, groups of one constraint. Each is run as it is and as a reference without numbering, sorting and
 * groups. The reference has its particles in the order that was found, and its constraints one after the other, in mesh
 * order. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"
#include "layout/numbering.h"
#include "layout/order.h"
#include "runner/check.h"
#include "solver/cpu_internal.h"
#include "xpbd/solver.h"

enum { STEP = 1024 }; /* Places by which fronts advance: several steps even on these meshes. */

/* Springs on particles. */
typedef struct net {
  int32_t n, count;
  double *x, *w; /* [n, 3], [n] */
  int32_t *edge; /* [count, 2] */
} net;

static bool net_make(check *self, int32_t n, int32_t count, net *out) {
  *out = (net){.n = n, .x = calloc(3 * (size_t)n, sizeof(double)), .w = malloc((size_t)n * sizeof(double))};
  out->edge = malloc(2 * (size_t)count * sizeof *out->edge);
  for (int32_t i = 0; out->w && i < n; i++) out->w[i] = 1.0;
  return check_true(self, out->x && out->w && out->edge, "memory for %d particles", (int)n);
}

static void net_free(net *m) {
  free(m->x), free(m->w), free(m->edge);
}

static void net_join(net *m, int32_t a, int32_t b) {
  m->edge[2 * m->count] = a, m->edge[2 * m->count + 1] = b;
  m->count++;
}

/* Sheets of a x b side by side; the first particle of each is pinned. */
static bool net_sheets(check *self, int32_t sheets, int32_t a, int32_t b, net *out) {
  if (!net_make(self, sheets * a * b, 3 * sheets * a * b, out)) return false;
  for (int32_t s = 0; s < sheets; s++)
    for (int32_t i = 0; i < a; i++)
      for (int32_t j = 0; j < b; j++) {
        const int32_t k = (s * a + i) * b + j;
        out->x[3 * k] = 0.1 * j + 20.0 * s, out->x[3 * k + 2] = 0.1 * i;
        if (j + 1 < b) net_join(out, k, k + 1);
        if (i + 1 < a) net_join(out, k, k + b);
        if (i + 1 < a && j + 1 < b) net_join(out, k, k + b + 1);
      }
  out->w[0] = 0.0;
  return true;
}

/* A hub shared by `triangles` triangles. */
static bool net_star(check *self, int32_t triangles, net *out) {
  if (!net_make(self, triangles + 1, 2 * triangles, out)) return false;
  for (int32_t k = 1; k <= triangles; k++) {
    out->x[3 * k] = cos(6.2831853 * k / triangles), out->x[3 * k + 2] = sin(6.2831853 * k / triangles);
    net_join(out, 0, k);
    net_join(out, k, k % triangles + 1);
  }
  return true;
}

static int32_t pick(check *self, int32_t below) {
  return (int32_t)(check_random(self, 0.0, 1.0) * below) % below;
}

/* Renumbers the particles and reorders the edges. */
static bool net_shuffle(check *self, net *m) {
  net to;
  OWNED(check_free) int32_t *name = malloc((size_t)m->n * sizeof *name);
  if (!check_true(self, name != NULL, "memory") || !net_make(self, m->n, m->count, &to)) return false;
  for (int32_t i = 0; i < m->n; i++) {
    const int32_t j = pick(self, i + 1);
    name[i] = name[j], name[j] = i;
  }
  for (int32_t i = 0; i < m->n; i++) {
    memcpy(&to.x[3 * name[i]], &m->x[3 * i], 3 * sizeof(double));
    to.w[name[i]] = m->w[i];
  }
  for (int32_t e = 0; e < m->count; e++) {
    const int32_t f = pick(self, e + 1);
    memcpy(&to.edge[2 * e], &to.edge[2 * f], 2 * sizeof *to.edge);
    for (int k = 0; k < 2; k++) to.edge[2 * f + k] = name[m->edge[2 * e + k]];
  }
  to.count = m->count;
  net_free(m);
  *m = to;
  return true;
}

static xpbd_status net_scene(const net *m, xpbd_order order, xpbd_scene **out) {
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = m->n;
  def.positions = m->x, def.inverse_masses = m->w;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching";
  set.count = m->count, set.particles = m->edge;
  set.damping = 0.1;
  set.order = order;
  const xpbd_status status = xpbd_scene_create(&def, out);
  return status == XPBD_OK ? xpbd_scene_add(*out, &set) : status;
}

/* The result of a run, positions [n, 3]; NULL, already reported, on failure. */
static double *run(check *self, const xpbd_scene *scene, xpbd_solver_def def, const char *what) {
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  double *x = malloc(3 * (size_t)xpbd_scene_particle_count(scene) * sizeof *x);
  bool good = check_status(self, xpbd_solver_create(scene, &def, &solver), XPBD_OK, "%s: solver", what);
  good = good && check_status(self, xpbd_solver_step(solver, 2), XPBD_OK, "%s: step", what);
  good = good && x && check_status(self, xpbd_solver_read(solver, XPBD_POSITIONS, x), XPBD_OK, "%s: read", what);
  if (good) return x;
  free(x);
  return NULL;
}

typedef struct worker {
  pthread_t thread;
  xpbd_cpu *cpu;
  xpbd_team *team;
  int number;
} worker;

static void *work(void *argument) {
  const worker *own = argument;
  xpbd_cpu_run(own->cpu, own->number, 2, own->team);
  return NULL;
}

/* Two frames by a team of so many threads, of which only the first `come`. False, already reported, if they cannot be
 * started. */
static bool run_team(check *self, xpbd_cpu *cpu, int threads, int come, const char *what) {
  enum { MOST = 8 };
  worker workers[MOST];
  xpbd_team team;
  int started = 0;
  if (!check_status(self, xpbd_team_create(&team, threads, threads), XPBD_OK, "%s: team", what)) return false;
  for (; started < come && started < MOST; started++) {
    workers[started] = (worker){.cpu = cpu, .team = &team, .number = started};
    if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0) break;
  }
  for (int i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
  xpbd_team_destroy(&team);
  return check_same(self, (uint64_t)started, (uint64_t)come, "%s: threads", what);
}

/* The same by a wave over sweeps, however small the scene, with `threads` of which only the first `come`. `window`
 * [bytes]. *sweeps = sweeps at once. `hasty`: no sweep lags behind the previous one, which is wrong. */
static double *run_wave(check *self, const xpbd_scene *scene, const xpbd_solver_def *def, int threads, int come,
                        int64_t window, bool hasty, int32_t *sweeps, const char *what) {
  xpbd_cpu *cpu = NULL;
  double *x = malloc(3 * (size_t)xpbd_scene_particle_count(scene) * sizeof *x);
  bool good = check_status(self, xpbd_cpu_create(scene, def, threads, &cpu), XPBD_OK, "%s: state", what);
  good = good && check_status(self, xpbd_cpu_wave(cpu, 0, 2 * window, STEP, sweeps), XPBD_OK, "%s: another wave", what);
  good = good && check_status(self, xpbd_cpu_wave(cpu, 0, window, STEP, sweeps), XPBD_OK, "%s: wave", what);
  if (good && hasty) cpu->wave.lag = 0;
  if (good && threads == 1) xpbd_cpu_run(cpu, 0, 2, NULL);
  if (good && threads > 1) good = run_team(self, cpu, threads, come, what);
  good = good && x && check_status(self, xpbd_cpu_read(cpu, XPBD_POSITIONS, x), XPBD_OK, "%s: read", what);
  if (cpu) xpbd_cpu_destroy(cpu);
  if (good) return x;
  free(x);
  return NULL;
}

/* Particles with different bits; particle i of `x` is place[i] of `other`. */
static int64_t differing(const double *x, const double *other, const int32_t *place, int32_t n) {
  int64_t count = 0;
  for (int32_t i = 0; i < n; i++)
    count += memcmp(&x[3 * (int64_t)i], &other[3 * (int64_t)(place ? place[i] : i)], 3 * sizeof *x) != 0;
  return count;
}

/* The same springs with nothing left to number, sort or group. */
static bool net_reference(check *self, const net *m, const xpbd_scene *scene, const int32_t *place, net *out) {
  const xpbd_schedule *schedule = &xpbd_scene_set(scene, 0)->schedule;
  if (!net_make(self, m->n, m->count, out)) return false;
  for (int32_t i = 0; i < m->n; i++) {
    const int32_t at = place ? place[i] : i;
    memcpy(&out->x[3 * at], &m->x[3 * i], 3 * sizeof(double));
    out->w[at] = m->w[i];
  }
  for (int32_t j = 0; j < m->count; j++) {
    const int32_t *pair = &m->edge[2 * schedule->order[j]];
    net_join(out, place ? place[pair[0]] : pair[0], place ? place[pair[1]] : pair[1]);
  }
  return true;
}

/* Waves of several widths: all sweeps at once in an unlimited window, fewer or none in small ones. `threads` that
 * follow each other share the sweeps. */
static void compare_waves(check *self, const net *m, const xpbd_scene *scene, const int32_t *place, int threads,
                          const xpbd_solver_def *def, const double *expected, const char *name) {
  static const int64_t windows[] = {1 << 10, 1 << 17, 1 << 18, 1 << 19, 1 << 20, INT64_C(1) << 40};
  enum { WINDOWS = sizeof windows / sizeof *windows };
  int32_t sweeps[WINDOWS] = {0};
  for (int k = 0; k < WINDOWS; k++) {
    for (int come = 1; come <= threads; come += threads > 2 ? threads - 1 : 1) {
      double *x = run_wave(self, scene, def, threads, come, windows[k], false, &sweeps[k], name);
      if (x)
        check_same(self, (uint64_t)differing(x, expected, place, m->n), 0,
                   "%s, %d sweeps at once, %d of %d threads: particles elsewhere", name, (int)sweeps[k], come, threads);
      free(x);
    }
  }
  const int most = def->iterations < 2 * threads ? 0 : (def->iterations + threads - 1) / threads;
  check_same(self, (uint64_t)sweeps[0], 0, "%s: sweeps at once where there is no room", name);
  check_same(self, (uint64_t)sweeps[WINDOWS - 1], (uint64_t)most, "%s: where there is room", name);
  if (threads > 1 || m->n < 2 * STEP) return; /* the front is at the end at once */
  double *x = run_wave(self, scene, def, 1, 1, windows[WINDOWS - 1], true, &sweeps[0], name);
  check_control(self, !x || differing(x, expected, place, m->n) > 0, "%s: sweeps that do not wait", name);
  free(x);
}

static void compare_runs(check *self, const net *m, const xpbd_scene *scene, const int32_t *place, int iterations,
                         const char *name) {
  net plain;
  xpbd_scene *in_order = NULL;
  if (!net_reference(self, m, scene, place, &plain)) return;
  const bool made = check_status(self, net_scene(&plain, XPBD_ORDER_MESH, &in_order), XPBD_OK, "%s: in order", name);
  for (int f64 = 0; f64 < 2 && made; f64++) {
    xpbd_solver_def def = xpbd_solver_def_default();
    def.backend = "seq";
    def.iterations = iterations;
    def.precision = f64 ? XPBD_F64 : XPBD_F32;
    double *expected = run(self, in_order, def, name);
    for (int way = 0; way < 3 && expected; way++) {
      static const char *const backends[] = {"seq", "seq", "omp"};
      def.backend = backends[way];
      def.lanes = way == 1;
      def.threads = way == 2 ? 2 : 1;
      double *x = run(self, scene, def, name);
      if (!x) continue;
      check_same(self, (uint64_t)differing(x, expected, place, m->n), 0,
                 "%s, %d iterations, %s, %s: particles elsewhere", name, iterations, f64 ? "f64" : "f32",
                 way == 2 ? "omp"
                 : way    ? "one by one"
                          : "side by side");
      const int32_t last = m->n - 1;
      x[3 * (int64_t)last] = nextafter(x[3 * (int64_t)last], INFINITY);
      check_control(self, differing(x, expected, place, m->n) == 1, "%s: a bit changed", name);
      free(x);
    }
    def.backend = "seq", def.lanes = 0, def.threads = 1;
    static const int threads[] = {1, 2, 3, 8};
    for (size_t k = 0; k < sizeof threads / sizeof *threads && threads[k] <= iterations && expected; k++)
      compare_waves(self, m, scene, place, threads[k], &def, expected, name);
    free(expected);
  }
  xpbd_scene_destroy(&in_order);
  net_free(&plain);
}

/* Whether every place occurs once. */
static bool is_permutation(const int32_t *place, int32_t n) {
  bool *seen = calloc((size_t)n, sizeof *seen), good = seen != NULL;
  for (int32_t i = 0; i < n && good; i++) {
    good = place[i] >= 0 && place[i] < n && !seen[place[i]];
    if (good) seen[place[i]] = true;
  }
  free(seen);
  return good;
}

/* `within`: groups have the members of the schedule, each sorted by first place, and the overflow group is
 * unchanged. */
static int64_t misplaced(const xpbd_scene *scene, const int32_t *place, const int32_t *sorted) {
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  const xpbd_schedule *schedule = &set->schedule;
  const int32_t *order = sorted ? sorted : schedule->order;
  const double *w = xpbd_scene_inverse_masses(scene);
  OWNED(check_free) int32_t *group_of = malloc(((size_t)set->count + 1) * sizeof *group_of);
  int64_t wrong = group_of ? 0 : 1;
  for (int32_t g = 0; g < schedule->group_count && group_of; g++)
    for (int32_t j = schedule->group_start[g]; j < schedule->group_start[g + 1]; j++) group_of[schedule->order[j]] = g;
  for (int32_t g = 0; g < schedule->group_count && group_of; g++) {
    int32_t before = -1;
    for (int32_t j = schedule->group_start[g]; j < schedule->group_start[g + 1]; j++) {
      int32_t first = INT32_MAX;
      for (int k = 0; k < 2; k++) {
        const int32_t i = set->particles[2 * order[j] + k], at = place ? place[i] : i;
        if (w[i] > 0.0 && at < first) first = at;
      }
      wrong += group_of[order[j]] != g;
      wrong += g == schedule->overflow ? order[j] != schedule->order[j] : first < before;
      if (first > before) before = first;
      group_of[order[j]] = -1; /* each once */
    }
  }
  return wrong;
}

/* Whether a mesh is numbered, how well, and whether the bits are the same. `reach` = 0: its own order must be kept. */
static void judge(check *self, const net *m, double reach, int iterations, const char *name) {
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(check_free) int32_t *place = NULL, *sorted = NULL;
  bool good = check_status(self, net_scene(m, XPBD_ORDER_GROUP, &scene), XPBD_OK, "%s: scene", name) &&
              check_status(self, xpbd_numbering_find(scene, &place), XPBD_OK, "%s: numbering", name) &&
              check_true(self, (place != NULL) == (reach > 0.0), "%s: renumbered or not", name);
  if (good && place) {
    good = check_true(self, is_permutation(place, m->n), "%s: every place once", name);
    check_at_most(self, xpbd_numbering_reach(scene, place), reach, "%s: reach of a constraint", name);
    check_control(self, xpbd_numbering_reach(scene, NULL) > reach, "%s: before", name);
  }
  good = good && check_status(self, xpbd_order_list(scene, 0, place, false, &sorted), XPBD_OK, "%s: sorting", name);
  if (good) {
    check_same(self, (uint64_t)misplaced(scene, place, sorted), 0, "%s: constraints out of place", name);
    compare_runs(self, m, scene, place, iterations, name);
  }
  if (good && sorted) {
    check_control(self, misplaced(scene, place, NULL) > 0, "%s: not sorted", name);
    const int32_t kept = sorted[0];
    sorted[0] = sorted[m->count - 1], sorted[m->count - 1] = kept;
    check_control(self, misplaced(scene, place, sorted) > 0, "%s: two constraints exchanged", name);
  }
}

static void check_sheets(check *self, int shuffled) {
  OWNED(net_free) net m = {0};
  if (!net_sheets(self, 1, 81, 81, &m)) return;
  if (!shuffled) judge(self, &m, 0.0, 17, "sheet");
  /* levels of a sheet are as wide as the sheet, and a spring reaches over one, so over at most two */
  if (shuffled && net_shuffle(self, &m)) judge(self, &m, 2 * 81.0, 17, "shuffled sheet");
}

static void check_components(check *self, int argument) {
  OWNED(net_free) net m = {0};
  if (!net_sheets(self, 3, 40, 41, &m)) return;
  m.count -= 60; /* the last particles have no springs */
  m.w[77] = m.w[78] = m.w[4000] = 0.0;
  if (net_shuffle(self, &m)) judge(self, &m, 2 * 41.0, 16, "three sheets and some particles alone");
}

static void check_stars(check *self, int held) {
  OWNED(net_free) net m = {0};
  if (!net_star(self, 100000, &m)) return;
  /* A free hub is far from nearly all particles in any order, and nearly all edges overflow. If it is held, a ring is
   * left. */
  m.w[0] = held ? 0.0 : 1.0;
  m.w[5] = 0.0;
  if (!held) judge(self, &m, 0.0, 4, "star");
  if (held && net_shuffle(self, &m)) judge(self, &m, 2.0, 4, "shuffled star that is held by its hub");
}

static void check_small(check *self, int argument) {
  net m;
  if (!net_make(self, 40, 60, &m)) return;
  for (int32_t i = 0; i < 40; i++) m.x[3 * i] = 0.1 * i;
  for (int32_t i = 0; i < 30; i++) net_join(&m, 7, 8); /* one edge thirty times: thirty groups of one constraint */
  for (int32_t i = 39; i > 20; i--) net_join(&m, i, i - 1);
  net_join(&m, 0, 39);
  judge(self, &m, 0.0, 4, "an edge thirty times");
  net_free(&m);
  if (!net_make(self, 1, 1, &m)) return;
  judge(self, &m, 0.0, 4, "a particle alone");
  net_free(&m);
}

/* A chain in mesh order, whose wave begins its turns anywhere in a block. Particles pinned at -0 stay there. A
 * correction of zero would make it +0, and two threads of a team would write it. */
static void check_chain(check *self, int argument) {
  enum { LENGTH = 3000 };
  OWNED(net_free) net m = {0};
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!net_make(self, LENGTH, LENGTH, &m)) return;
  for (int32_t i = 0; i < LENGTH; i++) {
    m.x[3 * i] = 0.1 * i, m.x[3 * i + 1] = m.x[3 * i + 2] = -0.0;
    m.w[i] = i % 23 == 6 || i == 1041 ? 0.0 : 1.0;
  }
  for (int32_t i = 1; i < LENGTH; i++) net_join(&m, i - 1, i);
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq", def.precision = XPBD_F32, def.iterations = 16, def.threads = 1;
  if (check_status(self, net_scene(&m, XPBD_ORDER_MESH, &scene), XPBD_OK, "scene")) {
    double *expected = run(self, scene, def, "chain");
    for (int threads = 1; threads < 3 && expected; threads++)
      compare_waves(self, &m, scene, NULL, threads, &def, expected, "chain");
    int64_t positive = 0;
    for (int32_t i = 0; i < LENGTH && expected; i++)
      positive += !(m.w[i] > 0.0) && (!signbit(expected[3 * i + 1]) || !signbit(expected[3 * i + 2]));
    check_same(self, (uint64_t)positive, 0, "pinned particles that moved from -0 to +0");
    free(expected);
  }
}

static void check_limit(check *self, int argument) {
  static const double weights[2] = {1.0, 1.0};
  static const struct {
    double x[6], wide, narrow;
  } cases[] = {{{0.5, -0.25, 0.0, 0.0, 0.75, 0.5}, 1e9, 1e9},
               {{3.0, 0.0, 0.0, 2.0, 1.0, 0.0}, 3e9, 3e9},
               {{0.0, 1.5, 0.0, 0.0, -7.0, 0.0}, 7e9, 7e9},
               {{0.0, 1.5, 0.0, 0.0, 0.0, -9.0}, 9e9, 9e9},
               {{0.0, 0.0, 0.0, 1e29, 0.0, 0.0}, 1e38, 1e37}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    xpbd_scene_def def = xpbd_scene_def_default();
    def.particle_count = 2;
    def.positions = cases[k].x;
    def.inverse_masses = weights;
    if (!check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "two particles")) continue;
    const double wide = xpbd_layout_limit(scene, XPBD_F64), narrow = xpbd_layout_limit(scene, XPBD_F32);
    check_true(self, wide == cases[k].wide, "case %zu: %g in double, expected %g", k, wide, cases[k].wide);
    check_true(self, narrow == cases[k].narrow, "case %zu: %g in float, expected %g", k, narrow, cases[k].narrow);
    if (k == 1) check_control(self, wide != 2e9, "the second largest coordinate");
  }
}

/* When a wave pays off and how many sweeps it has, for a chain in float whose sweeps lag one place behind each other. A
 * window of W bytes holds W / bytes of its places, minus a step of the front, 1024. Turns then have equal lengths. */
static void check_plans(check *self, int argument) {
  enum { LENGTH = 3000 };
  static const struct {
    xpbd_precision precision;
    xpbd_method method;
    int64_t bytes; /* of records, their start positions if damped, offsets, rest lengths and multipliers */
  } sizes[] = {{XPBD_F32, XPBD_METHOD_XPBD, 3000 * 32 + 3008 * 16},
               {XPBD_F64, XPBD_METHOD_XPBD, 3000 * 64 + 3008 * 24},
               {XPBD_F32, XPBD_METHOD_PBD, 3000 * 16 + 3008 * 16}};
  static const struct {
    int threads;
    int64_t window;
    int32_t sweeps;
  } windows[] = {{1, 49291, 0}, {1, 49292, 2},  {1, 49339, 2}, {1, 49340, 3}, {1, 49436, 4},
                 {1, 49964, 8}, {1, 49965, 16}, {2, 49965, 8}, {3, 49340, 3}, {4, 49340, 2},
                 {8, 49965, 2}, {8, 49291, 0},  {9, 49965, 0}};
  OWNED(net_free) net m = {0};
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  xpbd_cpu *cpu = NULL;
  int32_t sweeps = -1;
  if (!net_make(self, LENGTH, LENGTH, &m)) return;
  for (int32_t i = 0; i < LENGTH; i++) m.x[3 * i] = 0.1 * i;
  for (int32_t i = 1; i < LENGTH; i++) net_join(&m, i - 1, i);
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq", def.iterations = 16;
  const bool made = check_status(self, net_scene(&m, XPBD_ORDER_MESH, &scene), XPBD_OK, "scene");
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes && made; k++) {
    def.precision = sizes[k].precision, def.method = sizes[k].method;
    if (!check_status(self, xpbd_cpu_create(scene, &def, 1, &cpu), XPBD_OK, "state %zu", k)) break;
    for (int less = 0; less < 2; less++) {
      check_status(self, xpbd_cpu_wave(cpu, sizes[k].bytes - less, INT64_C(1) << 40, STEP, &sweeps), XPBD_OK, "wave");
      check_same(self, (uint64_t)sweeps, less ? 16 : 0, "state %zu: sweeps at once beyond %lld bytes", k,
                 (long long)sizes[k].bytes - less);
    }
    xpbd_cpu_destroy(cpu);
  }
  def.precision = XPBD_F32, def.method = XPBD_METHOD_XPBD;
  for (size_t k = 0; k < sizeof windows / sizeof *windows && made; k++) {
    if (!check_status(self, xpbd_cpu_create(scene, &def, windows[k].threads, &cpu), XPBD_OK, "state")) break;
    check_status(self, xpbd_cpu_wave(cpu, 0, windows[k].window, STEP, &sweeps), XPBD_OK, "wave");
    check_same(self, (uint64_t)sweeps, (uint64_t)windows[k].sweeps, "%d threads, %lld bytes: sweeps at once",
               windows[k].threads, (long long)windows[k].window);
    check_control(self, sweeps != windows[k].sweeps + 1, "a sweep more");
    xpbd_cpu_destroy(cpu);
  }
}

/* There is no wave, however large the scene, if a sweep is more than groups of springs one after the other. */
static void check_no_wave(check *self, int argument) {
  enum { LENGTH = 3000, CENTRE = 3, OBSTACLE = 4, CHEBYSHEV = 5, KINDS };
  static const xpbd_method methods[KINDS] = {XPBD_METHOD_XPBD, XPBD_METHOD_JACOBI, XPBD_METHOD_ENERGY,
                                             XPBD_METHOD_XPBD, XPBD_METHOD_XPBD,   XPBD_METHOD_XPBD};
  const xpbd_obstacle_def ball = xpbd_obstacle_def_default();
  OWNED(net_free) net m = {0};
  if (!net_make(self, LENGTH, LENGTH, &m)) return;
  for (int32_t i = 0; i < LENGTH; i++) m.x[3 * i] = 0.1 * i;
  for (int32_t i = 1; i < LENGTH; i++) net_join(&m, i - 1, i);
  for (int k = 0; k < KINDS; k++) {
    xpbd_solver_def def = xpbd_solver_def_default();
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    xpbd_cpu *cpu = NULL;
    int32_t index, sweeps = -1;
    def.backend = "seq", def.iterations = 16, def.precision = XPBD_F32, def.method = methods[k];
    bool good = check_status(self, net_scene(&m, XPBD_ORDER_GROUP, &scene), XPBD_OK, "scene %d", k);
    if (k == CHEBYSHEV) xpbd_solver_def_set(&def, "chebyshev", 0.9);
    if (good && k == CENTRE)
      good = check_status(self, xpbd_scene_add_centre(scene, 0, LENGTH, &index), XPBD_OK, "a centre");
    if (good && k == OBSTACLE) good = check_status(self, xpbd_scene_add_obstacle(scene, &ball), XPBD_OK, "an obstacle");
    if (good && check_status(self, xpbd_cpu_create(scene, &def, 1, &cpu), XPBD_OK, "state %d", k)) {
      check_status(self, xpbd_cpu_wave(cpu, 0, INT64_C(1) << 40, STEP, &sweeps), XPBD_OK, "wave");
      if (k == 0)
        check_control(self, sweeps == 16, "springs alone have one");
      else
        check_same(self, (uint64_t)sweeps, 0, "state %d: sweeps at once", k);
      xpbd_cpu_destroy(cpu);
    }
  }
}

void check_group_numbering(check_registry *registry) {
  check_add(registry, "sheet", "a sheet keeps its order", check_sheets, 0);
  check_add(registry, "shuffled", "a shuffled sheet is put in order", check_sheets, 1);
  check_add(registry, "components", "several sheets, pins, particles alone", check_components, 0);
  check_add(registry, "star", "a hub that nearly all springs share", check_stars, 0);
  check_add(registry, "star_held", "the same, held: a ring, shuffled", check_stars, 1);
  check_add(registry, "chain", "a chain in its own order, held at many places", check_chain, 0);
  check_add(registry, "plans", "how large a scene is worth a wave, and how many sweeps it has", check_plans, 0);
  check_add(registry, "no_wave", "scenes that have none, however large", check_no_wave, 0);
  check_add(registry, "limit", "how far a particle may get: a billion times the largest coordinate", check_limit, 0);
  check_add(registry, "small", "an edge many times, a particle alone", check_small, 0);
}
