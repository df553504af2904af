/* Why this file exists: scenes of lattices begin in the resting shape of a body, found by dynamic relaxation before the
 * first frame. No other test shows whether that loop ends a step early or late, or keeps motion that it should remove.
 * Here the result is compared, bit for bit, with the same relaxation by single public steps, and with a spring's static
 * length. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "verlet/settle.h"

enum { NODES = 4 };

/// A chain that hangs from its first node, or falls with a push along the ground: contacts, friction and bounces, which
/// settling ignores.
typedef struct body {
  double positions[3 * NODES], velocities[3 * NODES], masses[NODES], radii[NODES];
  xpbd_verlet_spring springs[NODES - 1];
  xpbd_verlet_plane plane;
  xpbd_verlet_def def;
} body;

static void make_body(body *b, bool hangs) {
  *b = (body){.def = xpbd_verlet_def_default(), .plane = {.point = {0.0, -0.06, 0.0}, .normal = {0.0, 1.0, 0.0}}};
  for (int i = 0; i < NODES; i++) {
    b->positions[3 * i + 1] = hangs ? -0.1 * i : 0.02 * i;
    b->positions[3 * i] = hangs ? 0.0 : 0.1 * i;
    b->velocities[3 * i] = 0.5;
    b->masses[i] = hangs && i == 0 ? 0.0 : 0.1 + 0.01 * i;
    b->radii[i] = hangs ? 0.0 : 0.05;
  }
  for (int s = 0; s + 1 < NODES; s++)
    b->springs[s] = (xpbd_verlet_spring){.nodes = {s, s + 1}, .rest_length = NAN, .stiffness = 400.0, .damping = 0.0};
  b->def.node_count = NODES;
  b->def.positions = b->positions;
  b->def.velocities = b->velocities;
  b->def.masses = b->masses;
  b->def.radii = b->radii;
  b->def.spring_count = NODES - 1;
  b->def.springs = b->springs;
  b->def.plane_count = hangs ? 0 : 1;
  b->def.planes = &b->plane;
  b->def.restitution = 0.7;
  b->def.friction = 0.4;
}

static double energy_of(const body *b, const double *v) {
  double sum = 0.0;
  for (int k = 0; k < 3 * NODES; k++) sum += b->masses[k / 3] * v[k] * v[k];
  return sum;
}

/// The same by the public steps; `stops` counts how often motion was removed.
static bool relax(const body *b, int steps, double *out, int *stops) {
  static const double still[3 * NODES];
  xpbd_verlet_def calm = b->def;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  double before = 0.0;
  calm.velocities = NULL;
  calm.friction = calm.restitution = 0.0;
  calm.scheme = XPBD_VERLET_SEVEN_STEP;
  *stops = 0;
  if (xpbd_verlet_create(&calm, &world) != XPBD_OK) return false;
  bool good = true;
  for (int s = 0; s < steps && good; s++) {
    good = xpbd_verlet_step(world, 1) == XPBD_OK;
    double now = energy_of(b, xpbd_verlet_velocities(world));
    if (good && now < before) {
      good = xpbd_verlet_set_velocities(world, still) == XPBD_OK;
      now = 0.0;
      ++*stops;
    }
    before = now;
  }
  if (good) memcpy(out, xpbd_verlet_positions(world), 3 * NODES * sizeof *out);
  return good;
}

static bool settled(const body *b, double steps, double *out) {
  memset(out, 0, 3 * NODES * sizeof *out);
  return verlet_settle(&b->def, steps * b->def.time_step, out) == XPBD_OK;
}

/// After every number of steps, far beyond the first peak of the energy.
static void step_by_step(check *self, int hangs) {
  static const int counts[] = {0, 1, 2, 3, 10, 33, 50, 100, 101, 250, 251, 1000};
  body b;
  make_body(&b, hangs != 0);
  double expected[3 * NODES], found[3 * NODES], other[3 * NODES];
  int stops = 0, differ = 0, unused = 0;
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    if (!check_true(self, relax(&b, counts[i], expected, &stops) && settled(&b, counts[i], found), "%d steps are done",
                    counts[i]))
      return;
    check_true(self, memcmp(expected, found, sizeof found) == 0, "after %d steps: the same bits", counts[i]);
    /* the result of a loop that ends one step early or late */
    if (counts[i] > 0 && relax(&b, counts[i] - 1, other, &unused)) differ += memcmp(other, found, sizeof found) != 0;
    if (relax(&b, counts[i] + 1, other, &unused)) differ += memcmp(other, found, sizeof found) != 0;
  }
  check_at_least(self, stops, 3, "times the motion was taken out [1]");
  check_control(self, differ == 2 * (int)(sizeof counts / sizeof counts[0]) - 1, "one step less or more");
  check_true(self,
             settled(&b, 49.6, found) && relax(&b, 50, expected, &unused) && memcmp(expected, found, sizeof found) == 0,
             "a time between two steps goes to the nearer");
  check_true(self, settled(&b, 50.4, found) && memcmp(expected, found, sizeof found) == 0, "from above, too");
  if (!check_true(self, settled(&b, 1000, expected), "a heavy body settles")) return;
  for (int i = 0; i < NODES; i++) b.masses[i] *= 0x1p-64;
  for (int s = 0; s + 1 < NODES; s++) b.springs[s].stiffness *= 0x1p-64;
  check_true(self, settled(&b, 1000, found) && memcmp(expected, found, sizeof found) == 0,
             "a light one whose springs are as much softer moves alike");
  check_control(self, settled(&b, 999, found) && memcmp(expected, found, sizeof found) != 0, "a step less of it");
}

/// Each spring carries what hangs below it.
static void static_length(check *self, int argument) {
  body b;
  make_body(&b, true);
  double found[3 * NODES];
  check_true(self, settled(&b, 20000, found), "it settles");
  double below = 0.0;
  for (int i = NODES - 1; i > 0; i--) {
    below += b.masses[i] * 9.81;
    check_between(self, found[3 * (i - 1) + 1] - found[3 * i + 1] - 0.1 - below / 400.0, -1e-9, 1e-9,
                  "elongation beside the static one [m]");
    check_control(self, !(fabs(b.positions[3 * (i - 1) + 1] - b.positions[3 * i + 1] - 0.1 - below / 400.0) <= 1e-9),
                  "before it settles");
  }
}

static void refusals(check *self, int argument) {
  body b;
  make_body(&b, true);
  double found[3 * NODES];
  check_true(self, verlet_settle(&b.def, 1.001e9 * b.def.time_step, found) == XPBD_ERR_INVALID_ARGUMENT,
             "more than 1e9 steps are refused before the first");
  b.def.time_step = 2e-3;
  check_true(self, verlet_settle(&b.def, 4e6, found) == XPBD_ERR_INVALID_ARGUMENT, "2e9 steps");
  check_true(self,
             strcmp(xpbd_last_error(),
                    "settling for 4e+06 s takes 2e+09 time steps of 0.002 s, at most 1e+09: settle for "
                    "less or make the step longer") == 0,
             "which is said: %s", xpbd_last_error());
  b.def.time_step = 1.0;
  check_true(self, verlet_settle(&b.def, 1.0, found) == XPBD_ERR_INVALID_ARGUMENT, "so is an unstable step");
  b.def.time_step = 1e-3;
  check_control(self, verlet_settle(&b.def, 1e-3, found) == XPBD_OK, "one step of it");
}

void check_group_settle(check_registry *registry) {
  check_add(registry, "hanging", "a chain that hangs: every step as if made by itself", step_by_step, 1);
  check_add(registry, "ground", "a chain that falls: no friction, no bounce, no push", step_by_step, 0);
  check_add(registry, "static", "the static length of each spring", static_length, 0);
  check_add(registry, "refusals", "what is refused", refusals, 0);
}
