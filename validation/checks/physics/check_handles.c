/* Why this file exists: hands that move pinned particles must put them where an independent formula says, and change
 * nothing while they rest. Damping and wind must see their real velocity. They must survive a checkpoint, and invalid
 * handles must be refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "runner/folder.h"
#include "runner/workload.h"

static const double times[3] = {0.2, 0.5, 1.1}, places[9] = {0, 0, 0, 0.4, -0.3, 0.7, 1.0, 0.5, 0.2};
static const double angles[3] = {0.0, 4.0, -1.5};

/// The position of x0 at time t according to the keys, computed without the library: a straight line between keys, and
/// Rodrigues' formula about the axis through the moved pivot.
static void expected(const xpbd_handle_def *h, double t, const double x0[3], double out[3]) {
  int k = 0;
  while (k < h->key_count - 1 && t > h->key_times[k + 1]) k++;
  double u = 0.0;
  if (h->key_count > 1) u = (t - h->key_times[k]) / (h->key_times[k + 1 < h->key_count ? k + 1 : k] - h->key_times[k]);
  if (k == h->key_count - 1 || !(u > 0.0)) u = 0.0;
  if (u > 1.0) u = 1.0;
  const int next = u > 0.0 ? k + 1 : k;
  const double angle = h->key_angles ? (1.0 - u) * h->key_angles[k] + u * h->key_angles[next] : 0.0;
  double r[3], axis[3], along = 0.0, length = 0.0;
  for (int c = 0; c < 3; c++) length += h->axis[c] * h->axis[c];
  for (int c = 0; c < 3; c++) r[c] = x0[c] - h->pivot[c], axis[c] = h->axis[c] / sqrt(length);
  for (int c = 0; c < 3; c++) along += axis[c] * r[c];
  for (int c = 0; c < 3; c++) {
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    const double cross = axis[a] * r[b] - axis[b] * r[a];
    out[c] = h->pivot[c] + r[c] * cos(angle) + cross * sin(angle) + axis[c] * along * (1.0 - cos(angle));
    if (h->key_positions) out[c] += (1.0 - u) * h->key_positions[3 * k + c] + u * h->key_positions[3 * next + c];
  }
}

enum { N = 8 };

/// Eight particles, all pinned but the last, without constraints.
static bool loose(rig *r, check *self) {
  double x[3 * N], w[N] = {0};
  for (int k = 0; k < 3 * N; k++) x[k] = check_random(self, -2.0, 2.0);
  w[N - 1] = 1.0;
  xpbd_scene_def def = rig_points(N, x, NULL, w);
  return rig_scene(r, self, &def, 0, NULL);
}

/// A handle with the keys above on the first `count` of `particles`.
static xpbd_handle_def keyed(const int32_t *particles, int32_t count) {
  xpbd_handle_def def = xpbd_handle_def_default();
  def.particles = particles, def.particle_count = count;
  def.key_count = 3, def.key_times = times, def.key_positions = places, def.key_angles = angles;
  def.pivot[0] = 0.5, def.pivot[1] = -1.0, def.pivot[2] = 0.25;
  def.axis[0] = 1.0, def.axis[1] = -2.0, def.axis[2] = 0.5;
  return def;
}

/// Particles of two handles, one that turns and one that does not, through all their keys with three steps a frame.
static void pose(check *self, int precision) {
  static const int32_t turned[] = {4, 0, 2}, moved[] = {1, 6};
  OWNED(rig_free) rig r = {0};
  if (!loose(&r, self)) return;
  xpbd_handle_def handle[2] = {keyed(turned, 3), keyed(moved, 2)}, still = handle[0];
  handle[1].key_angles = NULL, still.key_angles = NULL;
  xpbd_solver_def def = rig_settings((xpbd_precision)precision, 1.0 / 24.0, 2);
  def.substeps = 3;
  const double h = def.frame_time / def.substeps;
  for (int k = 0; k < 2; k++) check_status(self, xpbd_scene_add_handle(r.scene, &handle[k]), XPBD_OK, "handle %d", k);
  double off = 0.0, speed = 0.0, without = 0.0, pinned = 0.0;
  for (int f = 1; rig_solver(&r, &def) && f <= 40 && rig_step(&r, f); f += 3) {
    for (int k = 0; k < 5; k++) {
      const int32_t i = k < 3 ? turned[k] : moved[k - 3];
      const xpbd_handle_def *own = &handle[k >= 3];
      const double *x0 = &xpbd_scene_positions(r.scene)[3 * i];
      double now[3], before[3], wrong[3];
      expected(own, 3 * f * h, x0, now);
      expected(own, (3 * f - 1) * h, x0, before);
      expected(&still, 3 * f * h, x0, wrong);
      for (int c = 0; c < 3; c++) {
        off = check_larger(off, fabs(r.x[3 * i + c] - now[c]));
        speed = check_larger(speed, fabs(r.v[3 * i + c] - (now[c] - before[c]) / h));
        without = check_larger(without, fabs(r.x[3 * i + c] - wrong[c]));
      }
    }
    for (int c = 0; c < 3; c++) pinned = check_larger(pinned, fabs(r.v[9 + c]));
  }
  const bool wide = precision == XPBD_F64;
  check_why(self, "an independent formula for the pose: rounding; a speed is a difference of positions over h");
  check_at_most(self, off, wide ? 1e-14 : 2e-6, "distance to the position by the keys [m]");
  check_at_most(self, speed, wide ? 1e-12 : 2e-4, "velocity against the displacement of the last step [m/s]");
  check_at_most(self, pinned, 0.0, "velocity of a pinned particle in no handle [m/s]");
  check_control(self, !(without <= 2e-6), "a handle that does not turn");
}

/// A resting handle has no effect: bit-identical to plain pins.
static void rest(check *self, int precision) {
  static const double late[] = {0.5, 1.0}, there[] = {0, 0, 0, 1, 1, 1}, round[] = {0.0, 2.0};
  workload load = workload_of(xpbd_formula_find("stretching"), 0.3, false);
  load.wind = true;
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    way w = way_reference((xpbd_precision)precision, 12, 5), longer = w; /* half a second */
    longer.frames = 13;
    const uint64_t plain = way_hash(&r, &w), more = way_hash(&r, &longer);
    const int32_t corners[] = {0, load.columns - 1};
    xpbd_handle_def def = keyed(corners, 2);
    def.key_count = 2, def.key_times = late, def.key_positions = there, def.key_angles = round;
    xpbd_solver_destroy(&r.solver); /* a handle that moves after half a second */
    check_status(self, xpbd_scene_add_handle(r.scene, &def), XPBD_OK, "a handle that moves from half a second on");
    check_same(self, way_hash(&r, &w), plain, "its scene before that");
    check_control(self, way_hash(&r, &longer) != more, "one frame later");
  }
}

/// A damped spring joins a free particle to a hand of 2 m/s. The particle starts with that speed, so nothing is
/// strained and the damping has no effect. Returns its distance from where it would be with the hand.
static double left_behind(check *self, int precision, bool moves, double *velocity) {
  static const double begin_end[] = {0.0, 100.0}, way_of[] = {0, 0, 0, 200, 0, 0};
  static const int32_t first = 0, edge[] = {0, 1};
  const double x[] = {0, 0, 0, 1, 0, 0}, v[] = {2, 0, 0, 2, 0, 0}, w[] = {0, 1};
  xpbd_scene_def scene = rig_points(2, x, v, w);
  scene.gravity[1] = 0.0;
  xpbd_constraints_def set = rig_set("stretching", 1, edge, NULL);
  set.compliance = 1e-2, set.damping = 5.0;
  OWNED(rig_free) rig r = {0};
  double behind = (double)NAN;
  if (rig_scene(&r, self, &scene, 1, &set)) {
    xpbd_handle_def def = xpbd_handle_def_default();
    def.particles = &first, def.particle_count = 1;
    def.key_count = moves ? 2 : 1, def.key_times = begin_end, def.key_positions = way_of;
    check_status(self, xpbd_scene_add_handle(r.scene, &def), XPBD_OK, "a hand");
    const xpbd_solver_def settings = rig_settings((xpbd_precision)precision, 1.0 / 32.0, 4);
    if (rig_solver(&r, &settings) && rig_step(&r, 32)) behind = fabs(r.x[3] - 3.0);
    *velocity = r.v[0];
  }
  return behind;
}

static void dragged(check *self, int precision) {
  double velocity, still;
  /* measured 0: keys, steps and speed are short in binary */
  check_at_most(self, left_behind(self, precision, true, &velocity), precision == XPBD_F64 ? 1e-13 : 1e-5,
                "particle that moves with a hand: error after 1 s [m]");
  check_at_most(self, fabs(velocity - 2.0), precision == XPBD_F64 ? 1e-12 : 1e-4, "velocity of the hand [m/s]");
  check_control(self, left_behind(self, precision, false, &still) > 1e-2 && !(fabs(still) > 0.0),
                "a hand that stays holds it back");
}

/// The same for wind: a triangle carried by the particles of two hands at the speed of the wind feels none.
static double blown(check *self, int precision, double speed) {
  static const int32_t hold[] = {0, 1}, corners[] = {0, 1, 2}, edges[] = {0, 2, 1, 2};
  const double x[] = {0, 0, 0, 1, 0, 0, 0, 0, 1}, v[] = {0, speed, 0, 0, speed, 0, 0, 2, 0}, w[] = {0, 0, 1};
  const double begin_end[] = {0.0, 64.0}, way_of[] = {0, 0, 0, 0, 64.0 * speed, 0};
  xpbd_scene_def scene = rig_points(3, x, v, w);
  scene.triangle_count = 1, scene.triangles = corners;
  scene.gravity[1] = 0.0;
  scene.wind = (xpbd_wind){.velocity = {0, 2, 0}, .drag = 3.0};
  xpbd_constraints_def set = rig_set("stretching", 2, edges, NULL);
  OWNED(rig_free) rig r = {0};
  double off = (double)NAN;
  if (rig_scene(&r, self, &scene, 1, &set)) {
    xpbd_handle_def def = xpbd_handle_def_default();
    def.particles = hold, def.particle_count = 2;
    def.key_count = 2, def.key_times = begin_end, def.key_positions = way_of;
    check_status(self, xpbd_scene_add_handle(r.scene, &def), XPBD_OK, "a hand");
    const xpbd_solver_def settings = rig_settings((xpbd_precision)precision, 1.0 / 32.0, 4);
    if (rig_solver(&r, &settings) && rig_step(&r, 32)) off = fabs(r.x[7] - 2.0);
  }
  return off;
}

static void in_the_wind(check *self, int precision) {
  check_at_most(self, blown(self, precision, 2.0), precision == XPBD_F64 ? 1e-13 : 1e-5,
                "corner of a triangle that moves with the wind: error after 1 s [m]"); /* measured 0 */
  check_control(self, !(blown(self, precision, 1.9) <= 1e-5), "hands 5 %% slower than the wind");
}

/// Saved in the middle of a motion and resumed, also with other threads, but not with other keys.
static void resumed(check *self, int precision) {
  char *folder = folder_make(self), path[600];
  workload load = workload_of(xpbd_formula_find("stretching"), 0.5, false);
  load.handles = load.wind = true;
  load.reading = XPBD_DAMPING_LAGGED; /* the displacement of the step before, for the hands too */
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
    way w = way_reference((xpbd_precision)precision, 12, 5);
    const uint64_t whole = way_hash(&r, &w);
    xpbd_solver_def def = rig_settings((xpbd_precision)precision, 1.0 / 24.0, 5);
    if (rig_solver(&r, &def) && rig_step(&r, 5))
      check_status(self, xpbd_solver_save(r.solver, path), XPBD_OK, "saving");
    for (int k = 0; k < 2; k++) {
      def.backend = k == 0 ? "seq" : NULL;
      def.lanes = 0;
      if (rig_solver(&r, &def) && check_status(self, xpbd_solver_load(r.solver, path), XPBD_OK, "loading") &&
          rig_step(&r, 7))
        check_same(self, rig_hash(&r), whole, "saved and resumed on %s", xpbd_solver_backend(r.solver));
    }
    if (rig_step(&r, 1)) check_control(self, rig_hash(&r) != whole, "a frame more");
    xpbd_solver_destroy(&r.solver);
    const int32_t last = r.n / 2;
    xpbd_handle_def another = keyed(&last, 1); /* held already */
    check_status(self, xpbd_scene_add_handle(r.scene, &another), XPBD_ERR_INVALID_ARGUMENT, "held twice");
  }
  rig_free(&r);
  if (workload_build(&r, self, &load)) { /* random masses: always another scene */
    const xpbd_solver_def def = rig_settings((xpbd_precision)precision, 1.0 / 24.0, 5);
    if (rig_solver(&r, &def)) {
      check_status(self, xpbd_solver_load(r.solver, path), XPBD_ERR_INVALID_ARGUMENT, "another scene");
      check_true(self, strstr(xpbd_last_error(), "handles") != NULL, "handles may differ: %s", xpbd_last_error());
    }
  }
}

/// A checkpoint of a scene that differs only in the keys of its handle is refused.
static void other_keys(check *self, int argument) {
  static const int32_t one = 3;
  char *folder = folder_make(self), path[600];
  rig r = {0}, other = {0};
  double x[3 * N], w[N] = {0};
  for (int k = 0; k < 3 * N; k++) x[k] = check_random(self, -2.0, 2.0);
  xpbd_scene_def scene = rig_points(N, x, NULL, w);
  if (rig_scene(&r, self, &scene, 0, NULL) && rig_scene(&other, self, &scene, 0, NULL)) {
    snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
    xpbd_handle_def def = keyed(&one, 1);
    check_status(self, xpbd_scene_add_handle(r.scene, &def), XPBD_OK, "a handle");
    def.key_angles = NULL;
    check_status(self, xpbd_scene_add_handle(other.scene, &def), XPBD_OK, "one that does not turn");
    const xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 24.0, 1);
    if (rig_solver(&r, &settings) && rig_solver(&other, &settings) && rig_step(&r, 3)) {
      check_status(self, xpbd_solver_save(r.solver, path), XPBD_OK, "saving");
      check_status(self, xpbd_solver_load(other.solver, path), XPBD_ERR_INVALID_ARGUMENT, "other keys");
      check_control(self, xpbd_solver_load(r.solver, path) == XPBD_OK, "its own keys");
    }
  }
  rig_free(&r), rig_free(&other);
}

/// Handles that leave the range of the precision: no solver.
static void range(check *self, int precision) {
  static const int32_t one = 3;
  const double largest = precision == XPBD_F32 ? 1e27 : 1e200;
  for (int k = 0; k < 3; k++) { /* a key, the pivot, neither */
    double far[9] = {0};
    far[7] = k == 0 ? -2.0 * largest : -0.5 * largest;
    OWNED(rig_free) rig r = {0};
    if (!loose(&r, self)) return;
    xpbd_handle_def def = keyed(&one, 1);
    def.key_positions = far;
    if (k == 1) def.pivot[2] = 2.0 * largest;
    const xpbd_solver_def settings = rig_settings((xpbd_precision)precision, 1.0 / 24.0, 1);
    check_status(self, xpbd_scene_add_handle(r.scene, &def), XPBD_OK, "a handle");
    const xpbd_status status = xpbd_solver_create(r.scene, &settings, &r.solver);
    if (k == 2) {
      check_control(self, status == XPBD_OK, "a handle within the range");
    } else if (check_status(self, status, XPBD_ERR_UNSUPPORTED, "a handle out of range")) {
      check_true(self, strstr(xpbd_last_error(), k == 0 ? "key_positions" : "pivot") != NULL, "%s", xpbd_last_error());
    }
  }
}

/// Refused with a text that contains `word`; the scene is unchanged.
static void refuse(check *self, xpbd_scene *scene, const xpbd_handle_def *def, const char *word) {
  const int32_t before = xpbd_scene_handle_count(scene);
  if (check_status(self, xpbd_scene_add_handle(scene, def), XPBD_ERR_INVALID_ARGUMENT, "%s", word))
    check_true(self, strstr(xpbd_last_error(), word) != NULL, "'%s' is named: %s", word, xpbd_last_error());
  check_same(self, (uint64_t)xpbd_scene_handle_count(scene), (uint64_t)before, "%s: handles of the scene", word);
}

static void refused(check *self, int argument) {
  const double nan64 = (double)NAN, lost[9] = {0, 0, 0, 0, nan64, 0, 0, 0, 0}, back[3] = {0, 2, 1},
               never[3] = {0, 0, nan64};
  int32_t good[] = {1, 2}, outside[] = {1, N}, below[] = {-1}, unpinned[] = {0, N - 1}, twice[] = {4, 5, 4};
  OWNED(rig_free) rig r = {0};
  if (!loose(&r, self)) return;
  refuse(self, r.scene, NULL, "def is NULL");
#define WRONG(word, ...)                                                                                               \
  do {                                                                                                                 \
    xpbd_handle_def def = keyed(good, 2);                                                                              \
    __VA_ARGS__;                                                                                                       \
    refuse(self, r.scene, &def, word);                                                                                 \
  } while (0)
  WRONG("xpbd_handle_def_default", def.cookie = 0);
  WRONG("particle_count", def.particle_count = 0);
  WRONG("particle_count", def.particles = NULL);
  WRONG("particle 8 of 8", def.particles = outside);
  WRONG("particle -1", def.particles = below; def.particle_count = 1);
  WRONG("particle 7 is not pinned", def.particles = unpinned);
  WRONG("particle 4 is listed twice", def.particles = twice; def.particle_count = 3);
  WRONG("key_count", def.key_count = 0);
  WRONG("key_count", def.key_times = NULL);
  WRONG("key_times[2]", def.key_times = back);
  WRONG("key_times", def.key_times = never);
  WRONG("key_positions", def.key_positions = lost);
  WRONG("key_angles", def.key_angles = never);
  WRONG("pivot", def.pivot[1] = nan64);
  WRONG("axis", def.axis[0] = def.axis[1] = def.axis[2] = 0);
  WRONG("axis", def.axis[2] = nan64);
  WRONG("axis is 1.1e+100", def.axis[0] = 1.1e100; def.axis[1] = def.axis[2] = 0);
  WRONG("axis is 9e-101", def.axis[0] = 0.9e-100; def.axis[1] = def.axis[2] = 0);
#undef WRONG
  const xpbd_handle_def def = keyed(good, 2), again = keyed(&good[1], 1);
  check_control(self, xpbd_scene_add_handle(r.scene, &def) == XPBD_OK, "the definition that is spoilt is itself valid");
  refuse(self, r.scene, &again, "particle 2 is already in handle 0");
  good[0] = 77; /* the scene has its own copy */
  const xpbd_handle_def *kept = xpbd_scene_handle(r.scene, 0);
  check_true(self, kept && kept->particles[0] == 1 && !xpbd_scene_handle(r.scene, 1) && !xpbd_scene_handle(r.scene, -1),
             "what is read back");
  static const int32_t ends[] = {3, 5};
  static const double lengths[] = {0.9e100, 1.1e-100};
  for (int k = 0; k < 2; k++) { /* the longest and the shortest axis */
    xpbd_handle_def along = keyed(&ends[k], 1);
    along.axis[0] = lengths[k], along.axis[1] = along.axis[2] = 0;
    check_status(self, xpbd_scene_add_handle(r.scene, &along), XPBD_OK, "an axis of length %g", lengths[k]);
  }
}

/// As many handles as a scene can have, and one more.
static void too_many(check *self, int argument) {
  double x[3 * (XPBD_MAX_HANDLES + 1)] = {0}, w[XPBD_MAX_HANDLES + 1] = {0};
  for (int k = 0; k <= XPBD_MAX_HANDLES; k++) x[3 * k] = k;
  xpbd_scene_def scene = rig_points(XPBD_MAX_HANDLES + 1, x, NULL, w);
  OWNED(rig_free) rig r = {0};
  int made = 0;
  if (rig_scene(&r, self, &scene, 0, NULL)) {
    for (int32_t k = 0; k < XPBD_MAX_HANDLES; k++) {
      const xpbd_handle_def def = keyed(&k, 1);
      made += xpbd_scene_add_handle(r.scene, &def) == XPBD_OK;
    }
    check_control(self, made == XPBD_MAX_HANDLES, "%d handles are not too many", made);
    const int32_t last = XPBD_MAX_HANDLES;
    const xpbd_handle_def def = keyed(&last, 1);
    refuse(self, r.scene, &def, "256 handles");
  }
}

void check_group_handles(check_registry *registry) {
  static const struct {
    const char *name, *about;
    check_body body;
  } both[] = {{"pose", "held particles have the position and velocity of the keys", pose},
              {"rest", "a handle that rests is bit-identical to plain pins", rest},
              {"dragged", "damping sees the motion of the hand", dragged},
              {"wind", "so does wind", in_the_wind},
              {"resumed", "a checkpoint in the middle of a motion", resumed},
              {"range", "handles beyond the precision are refused", range}};
  for (size_t i = 0; i < sizeof both / sizeof *both; i++)
    check_add_both(registry, both[i].name, both[i].about, both[i].body, XPBD_F32, XPBD_F64);
  check_add(registry, "other-keys", "a checkpoint of other keys is refused", other_keys, 0);
  check_add(registry, "refused", "an invalid handle is refused by name", refused, 0);
  check_add(registry, "too-many", "as many handles as a scene can have", too_many, 0);
}
