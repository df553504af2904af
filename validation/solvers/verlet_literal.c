/* Why this file exists: a second implementation of the two time steps of position Verlet, as short as the lists of Kot and
 * Nagahashi, Sec. 2.2, 2.3 and 3, for nodes on springs above one plane, where no contact presses on another. It shares no
 * loop with the engine: a factor or an order that is wrong there differs from it. */
#include <math.h>
#include <string.h>

#include "solvers/verlet_checks.h"

enum { NODES = 3, STEPS = 300 };

typedef struct literal {
  const xpbd_verlet_def *def;
  double x[NODES][3], v[NODES][3], owed[NODES]; ///< `owed`: the impulse of a contact whose rest comes in the next step.
  int touched;
} literal;

static double along(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void drift(literal *l, double time) {
  for (int k = 0; k < 3 * NODES; k++) l->x[k / 3][k % 3] += time * l->v[k / 3][k % 3];
}

/// Gravity and springs, F = k (l - l0) + c dl/dt along each.
static void accelerations(const literal *l, double a[NODES][3]) {
  for (int k = 0; k < 3 * NODES; k++) a[k / 3][k % 3] = l->def->gravity[k % 3];
  for (int s = 0; s < l->def->spring_count; s++) {
    const xpbd_verlet_spring *spring = &l->def->springs[s];
    const int i = spring->nodes[0], j = spring->nodes[1];
    double unit[3], rate[3];
    for (int k = 0; k < 3; k++) unit[k] = l->x[j][k] - l->x[i][k], rate[k] = l->v[j][k] - l->v[i][k];
    const double length = sqrt(along(unit, unit));
    for (int k = 0; k < 3; k++) unit[k] /= length;
    const double f = spring->stiffness * (length - spring->rest_length) + spring->damping * along(rate, unit);
    for (int k = 0; k < 3; k++) a[i][k] += f * unit[k] / l->def->masses[i], a[j][k] -= f * unit[k] / l->def->masses[j];
  }
}

static void kick(literal *l, double a[NODES][3], double time) {
  for (int k = 0; k < 3 * NODES; k++) l->v[k / 3][k % 3] += time * a[k / 3][k % 3];
}

/// An impulse of the plane on a node, then the dry friction that belongs to it.
static void hit(literal *l, int i, double impulse) {
  const double *n = l->def->planes[0].normal, m = l->def->masses[i];
  double slide[3];
  for (int k = 0; k < 3; k++) l->v[i][k] += impulse / m * n[k];
  const double u = along(l->v[i], n);
  for (int k = 0; k < 3; k++) slide[k] = l->v[i][k] - u * n[k];
  const double speed = sqrt(along(slide, slide));
  if (impulse <= 0.0 || speed == 0.0) return;
  const double stopped = fmin(1.0, l->def->friction * impulse / (m * speed));
  for (int k = 0; k < 3; k++) l->v[i][k] -= stopped * slide[k];
}

/// The approach [m/s] of a node that is in the plane, otherwise 0.
static double approach(const literal *l, int i) {
  const xpbd_verlet_plane *plane = &l->def->planes[0];
  double d[3];
  for (int k = 0; k < 3; k++) d[k] = l->x[i][k] - plane->point[k];
  return along(d, plane->normal) < l->def->radii[i] ? fmax(0.0, -along(l->v[i], plane->normal)) : 0.0;
}

static void time_step(literal *l) {
  const double h = l->def->time_step, e = l->def->restitution;
  const bool six = l->def->scheme == XPBD_VERLET_SIX_STEP;
  double a[NODES][3];
  drift(l, h / 2);
  for (int i = 0; i < NODES && !six; i++) hit(l, i, e * l->owed[i]);
  accelerations(l, a);
  kick(l, a, six ? h / 2 : h);
  for (int i = 0; i < NODES; i++) {
    l->owed[i] = l->def->masses[i] * approach(l, i);
    l->touched += l->owed[i] > 0.0;
    hit(l, i, (six ? 1.0 + e : 1.0) * l->owed[i]);
  }
  if (six) kick(l, a, h / 2);
  drift(l, h / 2);
}

/// The largest distance [m] after so many steps; `other`: the friction of the second opinion.
static double apart(const xpbd_verlet *world, double other, int steps, int *touched) {
  xpbd_verlet_def def = *xpbd_verlet_settings(world);
  def.friction = other;
  literal l = {.def = &def};
  memcpy(l.x, def.positions, sizeof l.x);
  memcpy(l.v, def.velocities, sizeof l.v);
  for (int k = 0; k < steps; k++) time_step(&l);
  double most = 0.0;
  for (int k = 0; k < 3 * NODES; k++)
    most = check_larger(most, fabs(xpbd_verlet_positions(world)[k] - l.x[k / 3][k % 3]));
  *touched = l.touched;
  return most;
}

static void published(check *self, int scheme) {
  check_why(self, "two programs in another order of operations: rounding");
  const double x[3 * NODES] = {0, 0.07, 0, 0.5, 0.1, 0, 0.1, 0.3, 0.4}, v[3 * NODES] = {1, -1, 0, 1, -1, 0.5, 0, -2, 0};
  const double masses[NODES] = {1.0, 0.7, 0.4}, radii[NODES] = {0.05, 0.04, 0.03};
  const xpbd_verlet_spring springs[] = {{{0, 1}, 0.5, 300, 0.5}, {{1, 2}, 0.6, 200, 0.3}, {{0, 2}, 0.4, 250, 0.4}};
  const xpbd_verlet_plane plane = {.normal = {-0.28, 0.96, 0.0}};
  xpbd_verlet_def def = xpbd_verlet_def_default();
  def.node_count = NODES, def.positions = x, def.velocities = v, def.masses = masses, def.radii = radii;
  def.spring_count = 3, def.springs = springs, def.plane_count = 1, def.planes = &plane;
  def.restitution = 0.6, def.friction = 0.3, def.scheme = (xpbd_verlet_scheme)scheme;
  xpbd_verlet *world = NULL;
  int touched = 0;
  if (check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "a world") &&
      check_status(self, xpbd_verlet_step(world, STEPS), XPBD_OK, "%d steps", (int)STEPS)) {
    check_at_most(self, apart(world, def.friction, STEPS, &touched), 1e-12, "distance [m]");
    check_at_least(self, touched, 3, "contacts");
    check_control(self, apart(world, 1.001 * def.friction, STEPS, &touched) > 1e-12, "friction 0.1 %% larger");
    check_control(self, apart(world, def.friction, STEPS - 1, &touched) > 1e-12, "a step less");
  }
  xpbd_verlet_destroy(&world);
}

void check_verlet_literal(check_registry *registry) {
  check_add(registry, "published-6", "the six steps, written a second time", published, XPBD_VERLET_SIX_STEP);
  check_add(registry, "published-7", "the seven steps, written a second time", published, XPBD_VERLET_SEVEN_STEP);
}
