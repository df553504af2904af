/* Why this file exists: a second implementation of the two time steps of position Verlet, as short as the lists of Kot
 * and Nagahashi, Sec. 2.2, 2.3 and 3. It covers nodes on springs above one plane, where no contact pushes on another
 * and both readings of the seven steps are the same. It shares no loop with the engine, so it shows a wrong factor or
 * order there. */
#include <math.h>
#include <string.h>

#include "verlet_checks.h"

enum { NODES = 3, STEPS = 300, PLANE = -1, CONTACTS = 6 };

/// Possible contacts: each node with the plane, and nodes that no spring joins with each other.
static const int meets[CONTACTS][2] = {{0, PLANE}, {1, PLANE}, {2, PLANE}, {0, 1}, {0, 2}, {1, 2}};

typedef struct literal {
  const xpbd_verlet_def *def;
  double x[NODES][3], v[NODES][3];
  double owed[CONTACTS], normal[CONTACTS][3]; ///< `owed`: the impulse of a contact whose second part comes in the next
                                              ///< step.
  int touched, met;                           ///< Contacts of nodes with the plane, and with each other.
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

static double reduced_mass(const literal *l, int c) {
  const double a = l->def->masses[meets[c][0]];
  return meets[c][1] == PLANE ? a : a * l->def->masses[meets[c][1]] / (a + l->def->masses[meets[c][1]]);
}

static void relative_velocity(const literal *l, int c, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = l->v[meets[c][0]][k] - (meets[c][1] == PLANE ? 0.0 : l->v[meets[c][1]][k]);
}

/// Momentum for the first node of a contact, and the opposite for the other.
static void give(literal *l, int c, double impulse, const double direction[3]) {
  for (int side = 0; side < 2 && meets[c][side] != PLANE; side++)
    for (int k = 0; k < 3; k++)
      l->v[meets[c][side]][k] += (side ? -impulse : impulse) / l->def->masses[meets[c][side]] * direction[k];
}

/// An impulse of a contact, then the dry friction that belongs to it.
static void hit(literal *l, int c, double impulse) {
  if (impulse <= 0.0) return;
  give(l, c, impulse, l->normal[c]);
  double slide[3];
  relative_velocity(l, c, slide);
  const double u = along(slide, l->normal[c]);
  for (int k = 0; k < 3; k++) slide[k] -= u * l->normal[c][k];
  const double speed = sqrt(along(slide, slide));
  if (speed > 0.0) give(l, c, -fmin(reduced_mass(l, c), l->def->friction * impulse / speed), slide);
}

/// Two nodes that a spring joins do not touch.
static bool joined(const literal *l, int c) {
  for (int s = 0; s < l->def->spring_count; s++)
    if (l->def->springs[s].nodes[0] == meets[c][0] && l->def->springs[s].nodes[1] == meets[c][1]) return true;
  return false;
}

/// The approach speed [m/s] of an active contact, along its normal from now on; otherwise 0.
static double approach(literal *l, int c) {
  const int i = meets[c][0], j = meets[c][1];
  double d[3], v[3];
  for (int k = 0; k < 3; k++) d[k] = l->x[i][k] - (j == PLANE ? l->def->planes[0].point[k] : l->x[j][k]);
  const double distance = sqrt(along(d, d));
  for (int k = 0; k < 3; k++) l->normal[c][k] = j == PLANE ? l->def->planes[0].normal[k] : d[k] / distance;
  const double reach = l->def->radii[i] + (j == PLANE ? 0.0 : l->def->radii[j]);
  if (joined(l, c) || along(d, l->normal[c]) >= reach) return 0.0;
  relative_velocity(l, c, v);
  return fmax(0.0, -along(v, l->normal[c]));
}

static void time_step(literal *l) {
  const double h = l->def->time_step, e = l->def->restitution;
  const bool six = l->def->scheme == XPBD_VERLET_SIX_STEP;
  double a[NODES][3];
  drift(l, h / 2);
  for (int c = 0; c < CONTACTS && !six; c++) hit(l, c, e * l->owed[c]);
  accelerations(l, a);
  kick(l, a, six ? h / 2 : h);
  for (int c = 0; c < CONTACTS; c++) {
    l->owed[c] = reduced_mass(l, c) * approach(l, c);
    if (l->owed[c] > 0.0) meets[c][1] == PLANE ? l->touched++ : l->met++;
    hit(l, c, (six ? 1.0 + e : 1.0) * l->owed[c]);
  }
  if (six) kick(l, a, h / 2);
  drift(l, h / 2);
}

/// The largest distance [m] after so many steps; `other`: the friction of the second implementation.
static double distance(const xpbd_verlet *world, double other, int steps, literal *l) {
  xpbd_verlet_def def = *xpbd_verlet_settings(world);
  def.friction = other;
  *l = (literal){.def = &def};
  memcpy(l->x, def.positions, sizeof l->x);
  memcpy(l->v, def.velocities, sizeof l->v);
  for (int k = 0; k < steps; k++) time_step(l);
  double most = 0.0;
  for (int k = 0; k < 3 * NODES; k++)
    most = check_larger(most, fabs(xpbd_verlet_positions(world)[k] - l->x[k / 3][k % 3]));
  return most;
}

/// Nodes on `springs` springs; a node without spring can meet the others.
static void written_twice(check *self, int scheme, int springs, int steps) {
  check_why(self, "two programs in another order of operations: rounding");
  const double apart[] = {0.1, 0.3, 0.4, 0, -2, 0}, above_the_first[] = {0.01, 0.16, 0.02, 1, -3, 0};
  const double *const third = springs < NODES ? above_the_first : apart;
  const double x[3 * NODES] = {0, 0.07, 0, 0.5, 0.1, 0, third[0], third[1], third[2]};
  const double v[3 * NODES] = {1, -1, 0, 1, -1, 0.5, third[3], third[4], third[5]};
  const double masses[NODES] = {1.0, 0.7, 0.4}, radii[NODES] = {0.05, 0.04, 0.03};
  const xpbd_verlet_spring all[] = {{{0, 1}, 0.5, 300, 0.5}, {{1, 2}, 0.6, 200, 0.3}, {{0, 2}, 0.4, 250, 0.4}};
  const xpbd_verlet_plane plane = {.normal = {-0.28, 0.96, 0.0}};
  xpbd_verlet_def def = lattice_nodes(NODES, x, v, masses, radii);
  def.spring_count = springs, def.springs = all, def.plane_count = 1, def.planes = &plane;
  def.restitution = 0.6, def.friction = 0.3, def.scheme = (xpbd_verlet_scheme)scheme;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  literal l;
  if (check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "a world") &&
      check_status(self, xpbd_verlet_step(world, steps), XPBD_OK, "%d steps", steps)) {
    check_at_most(self, distance(world, def.friction, steps, &l), 1e-12, "distance [m]");
    check_at_least(self, l.touched, 3, "contacts with the plane");
    if (springs < NODES) check_at_least(self, l.met, 1, "contacts of nodes");
    check_control(self, distance(world, 1.001 * def.friction, steps, &l) > 1e-12, "friction 0.1 %% larger");
    check_control(self, distance(world, def.friction, steps - 1, &l) > 1e-12, "a step less");
  }
}

static void published(check *self, int scheme) {
  written_twice(self, scheme, NODES, STEPS);
}

static void meeting(check *self, int scheme) {
  written_twice(self, scheme, 1, STEPS);
}

void check_verlet_literal(check_registry *registry) {
  check_add(registry, "published-6", "the six steps, written a second time", published, XPBD_VERLET_SIX_STEP);
  check_add(registry, "published-7", "the seven steps, written a second time", published, XPBD_VERLET_SEVEN_STEP);
  check_add(registry, "published-7s", "the serial seven steps, written a second time", published,
            XPBD_VERLET_SEVEN_STEP_SERIAL);
  check_add(registry, "meeting-6", "nodes that meet in six steps, written a second time", meeting,
            XPBD_VERLET_SIX_STEP);
  check_add(registry, "meeting-7", "nodes that meet in seven steps, written a second time", meeting,
            XPBD_VERLET_SEVEN_STEP);
  check_add(registry, "meeting-7s", "nodes that meet in serial seven steps, written a second time", meeting,
            XPBD_VERLET_SEVEN_STEP_SERIAL);
}
