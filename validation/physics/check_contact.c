/* Why this file exists: particles that meet must keep their distance, give each other what they take, and leave alone
 * whom a constraint joins. */
#include <math.h>
#include <string.h>

#include "runner/check.h"
#include "runner/rig.h"

/// Two spheres of 66 particles whose centres are 2.6 m apart and come together at 2 x `speed`.
static bool build_two(rig *r, check *self, double speed, double radius) {
  enum { N = 66 };
  xpbd_mesh ball = {0};
  if (!check_status(self, xpbd_mesh_make_sphere(2, 1.0, &ball), XPBD_OK, "sphere")) return false;
  double x[6 * N], v[6 * N] = {0}, w[2 * N];
  for (int i = 0; i < 2 * N; i++) {
    memcpy(&x[3 * i], &ball.positions[3 * (i % N)], 3 * sizeof *x);
    x[3 * i] += i < N ? -1.3 : 1.3;
    x[3 * i + 1] += i < N ? 0.0 : 0.05; /* not quite head on: vertex on vertex is a knife's edge */
    v[3 * i] = i < N ? speed : -speed;
    w[i] = i < N ? 1.0 : 0.5;
  }
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 2 * N;
  def.positions = x, def.velocities = v, def.inverse_masses = w;
  def.gravity[1] = 0.0;
  def.contact_radius = radius;
  bool good = rig_scene(r, self, &def, 0, NULL);
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching";
  for (int body = 0; good && body < 2; body++)
    good = check_status(self, xpbd_scene_add_on_mesh(r->scene, &ball, body * N, &set), XPBD_OK, "springs");
  set.formula = "tet_volume";
  set.compliance = 1e-6;
  for (int body = 0; good && body < 2; body++)
    good = check_status(self, xpbd_scene_add_on_mesh(r->scene, &ball, body * N, &set), XPBD_OK, "volume");
  xpbd_mesh_destroy(&ball);
  return good;
}

static double gap(const rig *r) {
  double least = INFINITY;
  for (int i = 0; i < r->n / 2; i++)
    for (int j = r->n / 2; j < r->n; j++) {
      double squared = 0.0;
      for (int k = 0; k < 3; k++) squared += (r->x[3 * i + k] - r->x[3 * j + k]) * (r->x[3 * i + k] - r->x[3 * j + k]);
      least = fmin(least, sqrt(squared));
    }
  return least;
}

static double mean_x(const rig *r, int body) {
  double sum = 0.0;
  for (int i = body * r->n / 2; i < (body + 1) * r->n / 2; i++) sum += r->x[3 * i];
  return sum / (r->n / 2);
}

/// After the collision: the least distance on the way, and whether the bodies are still on their own sides.
static bool collide(check *self, double radius, double *least, bool *apart, double *contacts) {
  rig r;
  xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 60.0, 30);
  bool good = build_two(&r, self, 1.5, radius) && rig_solver(&r, &settings);
  *least = INFINITY;
  for (int f = 0; good && f < 90; f++) {
    good = rig_step(&r, 1);
    *least = fmin(*least, gap(&r));
  }
  xpbd_counters counters = {0};
  if (good) xpbd_solver_counters(r.solver, &counters);
  *contacts = (double)counters.contacts;
  *apart = good && mean_x(&r, 0) < mean_x(&r, 1);
  rig_free(&r);
  return good;
}

static void two_spheres(check *self, int argument) {
  (void)argument;
  double least, contacts;
  bool apart;
  if (!collide(self, 0.2, &least, &apart, &contacts)) return;
  check_true(self, apart, "the spheres bounce back");
  check_at_least(self, contacts, 50.0, "contacts");
  check_at_least(self, least, 0.36, "least distance of two particles of them, of 0.4 [m]"); /* measured 0.397 */
  if (!collide(self, 0.0, &least, &apart, &contacts)) return;
  check_control(self, !apart && contacts == 0.0, "without contact they pass through each other");
}

/// Momentum of bodies without springs: contact alone acts.
static void momentum(check *self, int argument) {
  (void)argument;
  enum { N = 200 };
  double x[3 * N], v[3 * N], w[N];
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 3; k++) {
      x[3 * i + k] = check_random(self, -1.0, 1.0);
      v[3 * i + k] = check_random(self, -1.0, 1.0);
    }
    w[i] = 1.0 / check_random(self, 0.5, 2.0);
  }
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = N;
  def.positions = x, def.velocities = v, def.inverse_masses = w;
  def.gravity[1] = 0.0;
  def.contact_radius = 0.12;
  rig r;
  xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 60.0, 4);
  xpbd_counters counters = {0};
  double sum[3] = {0}, scale = 0.0;
  if (rig_scene(&r, self, &def, 0, NULL) && rig_solver(&r, &settings) && rig_step(&r, 1) &&
      check_status(self, xpbd_solver_counters(r.solver, &counters), XPBD_OK, "counters")) {
    for (int i = 0; i < N; i++)
      for (int k = 0; k < 3; k++) {
        sum[k] += (r.v[3 * i + k] - v[3 * i + k]) / w[i];
        scale += fabs(r.v[3 * i + k]) / w[i];
      }
    check_at_least(self, (double)counters.contacts, 200.0, "contacts");
    check_same(self, (uint64_t)counters.contacts_unseen, 0, "candidates left out");
    for (int k = 0; k < 3; k++) check_at_most(self, fabs(sum[k]) / scale, 1e-12, "change of momentum along axis %d", k);
    double wrong = 0.0; /* the same with one particle's share missing */
    for (int i = 1; i < N; i++) wrong += (r.v[3 * i] - v[3 * i]) / w[i];
    check_control(self, !(fabs(wrong) / scale <= 1e-12), "one particle left out of the sum");
  }
  rig_free(&r);
}

/// A pile of more particles than a list of candidates holds: counted, finite, the same whatever the threads.
static void crowded(check *self, int argument) {
  (void)argument;
  enum { N = 100 };
  double x[3 * N], w[N];
  for (int i = 0; i < N; i++) {
    w[i] = i == 0 ? 0.0 : 1.0;
    for (int k = 0; k < 3; k++) x[3 * i + k] = check_random(self, -0.1, 0.1);
  }
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = N;
  def.positions = x, def.inverse_masses = w;
  def.contact_radius = 0.2;
  rig r;
  xpbd_solver_def settings = rig_settings(XPBD_F32, 1.0 / 60.0, 4);
  xpbd_counters counters = {0};
  if (rig_scene(&r, self, &def, 0, NULL) && rig_solver(&r, &settings) && rig_step(&r, 1) &&
      check_status(self, xpbd_solver_counters(r.solver, &counters), XPBD_OK, "counters")) {
    check_at_least(self, (double)counters.contacts_unseen, 1000.0, "candidates left out are counted");
    check_at_most(self, fabs(r.x[0] - (double)(float)x[0]), 0.0, "a pinned particle is not pushed");
    double spread = 0.0;
    for (int k = 0; k < 3 * N; k++) spread = fmax(spread, fabs(r.x[k]));
    check_between(self, spread, 0.1, 1.0, "they spread, finitely [m]");
    check_control(self, !(spread <= 0.1), "the pile is not where it was");
  }
  rig_free(&r);
}

void check_group_contact(check_registry *registry) {
  check_add(registry, "two-spheres", "two soft spheres bounce off each other", two_spheres, 0);
  check_add(registry, "momentum", "what one particle gives the other takes", momentum, 0);
  check_add(registry, "crowded", "more neighbours than there is room for are counted", crowded, 0);
}
