/* Why this file exists: errors in the definition of a Verlet world are reported when it is made, so that no step must
 * test for them. Here each field is just wrong and just right, and the reason is compared word for word. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "verlet_checks.h"

static void refuse(check *self, const xpbd_verlet_def *def, const char *reason) {
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  check_status(self, xpbd_verlet_create(def, &world), XPBD_ERR_INVALID_ARGUMENT, "%s", reason);
  check_said(self, reason, "what is said");
  check_true(self, !world, "%s: no world", reason);
}

/// With a number in the reason.
__attribute__((format(printf, 3, 4))) static void refuse_number(check *self, const xpbd_verlet_def *def,
                                                                const char *reason, ...) {
  char text[160];
  va_list arguments;
  va_start(arguments, reason);
  vsnprintf(text, sizeof text, reason, arguments);
  va_end(arguments);
  refuse(self, def, text);
}

static xpbd_verlet_def good_definition(void) {
  static const double x[6] = {0, 0, 0, 1, 0, 0}, masses[2] = {1, 1};
  static const xpbd_verlet_spring spring = {.nodes = {0, 1}, .rest_length = 1.0, .stiffness = 10.0};
  static const xpbd_verlet_plane plane = {.point = {0, -5, 0}, .normal = {0, 1, 0}};
  xpbd_verlet_def def = lattice_nodes(2, x, NULL, masses, NULL);
  def.spring_count = 1, def.springs = &spring, def.plane_count = 1, def.planes = &plane;
  return def;
}

/* One wrong field at a time, on each side of the valid range. The same definition without the mistake is accepted. */
static void wrong_arrays(check *self) {
  const double nan = (double)NAN, inf = (double)INFINITY;
  const double bad[6] = {0, 0, 0, 1, nan, 0}, far[6] = {0, 0, 0, 0, 0, -1.1e150};
  const double wrong[4][2] = {{1, -1}, {1, nan}, {1, inf}, {1, 1e-320}};
  const struct {
    xpbd_verlet_spring spring;
    const char *word;
  } springs[] = {{{.nodes = {0, 2}, .rest_length = 1}, "spring 1 refers to node 2 of 2"},
                 {{.nodes = {-1, 1}, .rest_length = 1}, "spring 1 refers to node -1 of 2"},
                 {{.nodes = {1, 1}, .rest_length = 1}, "spring 1 has node 1 twice"},
                 {{.nodes = {0, 1}, .rest_length = -1}, "the rest length of spring 1 is -1 m, must be 0 or more"},
                 {{.nodes = {0, 1}, .rest_length = inf}, "the rest length of spring 1 is inf m, must be 0 or more"},
                 {{.nodes = {0, 1}, .stiffness = nan}, "the stiffness of spring 1 is nan N/m, must be 0 or more"},
                 {{.nodes = {0, 1}, .stiffness = -1}, "the stiffness of spring 1 is -1 N/m, must be 0 or more"},
                 {{.nodes = {0, 1}, .stiffness = inf}, "the stiffness of spring 1 is inf N/m, must be 0 or more"},
                 {{.nodes = {0, 1}, .damping = nan}, "the damping of spring 1 is nan N s/m, must be 0 or more"},
                 {{.nodes = {0, 1}, .damping = -1}, "the damping of spring 1 is -1 N s/m, must be 0 or more"},
                 {{.nodes = {0, 1}, .damping = inf}, "the damping of spring 1 is inf N s/m, must be 0 or more"}};
  const struct {
    xpbd_verlet_plane plane;
    const char *word;
  } planes[] = {{{.point = {0}}, "the normal of plane 1 has length 0"},
                {{.normal = {1e200, 1e200, 0}}, "the normal of plane 1 has length inf"},
                {{.normal = {0, 1, 0}, .velocity = {0, 1, 0}}, "the surface of plane 1 moves along its normal"},
                {{.normal = {0, 1, 0}, .velocity = {1, -1, 0}}, "the surface of plane 1 moves along its normal"},
                {{.normal = {0, nan, 0}}, "plane 1 is not finite"},
                {{.normal = {0, 1, 0}, .point = {0, inf, 0}}, "plane 1 is not finite"},
                {{.normal = {0, 1, 0}, .velocity = {nan, 0, 0}}, "plane 1 is not finite"}};
  const char *const place = "the position of node 1 is not finite, or beyond 1e+150 m";
  const char *const speed = "the velocity of node 1 is not finite, or beyond 1e+150 m/s";
  xpbd_verlet_def def = good_definition();
  def.positions = bad, refuse(self, &def, place);
  def.positions = far, refuse(self, &def, place);
  def.positions = NULL, refuse(self, &def, "positions and masses must not be NULL");
  def = good_definition(), def.velocities = bad, refuse(self, &def, speed);
  def = good_definition(), def.velocities = far, refuse(self, &def, speed);
  def = good_definition(), def.masses = NULL, refuse(self, &def, "positions and masses must not be NULL");
  for (int k = 0; k < 4; k++) {
    def = good_definition(), def.masses = wrong[k];
    refuse_number(self, &def, "the mass of node 1 is %g kg, must be 0 or above 0", wrong[k][1]);
  }
  for (int k = 0; k < 3; k++) {
    def = good_definition(), def.radii = wrong[k];
    refuse_number(self, &def, "the radius of node 1 is %g m, must be 0 or more", wrong[k][1]);
  }
  for (size_t s = 0; s < sizeof springs / sizeof *springs; s++) {
    def = good_definition();
    const xpbd_verlet_spring two[2] = {*def.springs, springs[s].spring};
    def.spring_count = 2, def.springs = two, refuse(self, &def, springs[s].word);
  }
  for (size_t p = 0; p < sizeof planes / sizeof *planes; p++) {
    def = good_definition();
    const xpbd_verlet_plane two[2] = {*def.planes, planes[p].plane};
    def.plane_count = 2, def.planes = two, refuse(self, &def, planes[p].word);
  }
}

/* The outermost accepted values, one by one, in an otherwise valid definition. */
static void outermost(check *self, int argument) {
  const double limit = 1e150, x[6] = {0, 0, 0, -limit, 0, 0}, v[6] = {limit, 0, 0, 0, 0, -limit};
  const double masses[2] = {0x1p-1022, 0.0}, radii[2] = {0.0, 0.5};
  const xpbd_verlet_spring soft = {.nodes = {1, 0}}, damped = {.nodes = {0, 1}, .rest_length = NAN, .damping = 0.1};
  const xpbd_verlet_plane belt = {.normal = {1e-3, 2.0, 0}, .velocity = {0, 0, -3}};
  const xpbd_verlet_plane nearly = {.normal = {0, 1, 0}, .velocity = {1, 0.9e-9, 0}},
                          leaving = {.normal = {0, 1, 0}, .velocity = {1, 1.1e-9, 0}};
  xpbd_verlet_def each[16];
  size_t count = 0;
#define TAKEN(...)                                                                                                     \
  do {                                                                                                                 \
    xpbd_verlet_def def = good_definition();                                                                           \
    __VA_ARGS__;                                                                                                       \
    each[count++] = def;                                                                                               \
  } while (0)
  TAKEN(def.positions = x);
  TAKEN(def.velocities = v);
  TAKEN(def.spring_count = 0, def.masses = masses);
  TAKEN(def.radii = radii);
  TAKEN(def.springs = &soft);
  TAKEN(def.springs = &damped);
  TAKEN(def.planes = &belt);
  TAKEN(def.planes = &nearly);
  TAKEN(def.restitution = 0.0);
  TAKEN(def.restitution = 1.0);
  TAKEN(def.friction = 0.0, def.tolerance = 0.0);
  TAKEN(def.sweeps = 1, def.scheme = XPBD_VERLET_SEVEN_STEP_SERIAL);
  TAKEN(def.spring_count = 0, def.springs = NULL, def.time_step = 1e6);
  TAKEN(def.plane_count = 0, def.planes = NULL, def.node_contact = false);
  TAKEN(def.node_count = 1, def.spring_count = 0);
#undef TAKEN
  for (size_t k = 0; k < count; k++) {
    OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
    check_status(self, xpbd_verlet_create(&each[k], &world), XPBD_OK, "definition %d", (int)k);
  }
  /* the last coordinate of all counts for the reach of the world */
  const double deep[6] = {0, 0, 0, 0, 0, 5e9}, balls[2] = {0.5, 0.5};
  xpbd_verlet_def def = good_definition();
  xpbd_verlet *world = NULL;
  def.spring_count = 0, def.positions = deep, def.radii = balls;
  if (check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "a node at z = 5e9 m"))
    check_status(self, xpbd_verlet_step(world, 3), XPBD_OK, "its steps");
  xpbd_verlet_destroy(&world);
  def = good_definition();
  def.planes = &leaving, refuse(self, &def, "the surface of plane 0 moves along its normal");
  check_control(self, xpbd_verlet_create(&def, &world) == XPBD_ERR_INVALID_ARGUMENT, "a little beyond");
}

static void refusals(check *self, int argument) {
  const double nan = (double)NAN, inf = (double)INFINITY, bad[6] = {0, 0, 0, 1, nan, 0};
  const double steps[] = {nan, 0.0, -1e-3, inf}, restitutions[] = {nan, -0.1, 1.1}, others[] = {nan, -0.1, inf};
  wrong_arrays(self);
  xpbd_verlet_def def = good_definition();
  def.cookie = 0, refuse(self, &def, "the definition was not made by xpbd_verlet_def_default()");
  refuse(self, NULL, "xpbd_verlet_create(): def is NULL");
  def = good_definition(), def.node_count = 0, refuse(self, &def, "node_count is 0, must be at least 1");
  def = good_definition(), def.spring_count = -1, refuse(self, &def, "spring_count is -1 without springs");
  def = good_definition(), def.springs = NULL, refuse(self, &def, "spring_count is 1 without springs");
  def = good_definition(), def.plane_count = -1, refuse(self, &def, "plane_count is -1 without planes");
  def = good_definition(), def.planes = NULL, refuse(self, &def, "plane_count is 1 without planes");
  def = good_definition(), def.plane_count = INT32_MAX - 1, refuse(self, &def, "plane_count is 2147483646, too many");
  def = good_definition(), def.gravity[2] = nan, refuse(self, &def, "gravity is not finite");
  for (int k = 0; k < 4; k++) {
    def = good_definition(), def.time_step = steps[k];
    refuse_number(self, &def, "time_step is %g s, must be above 0", steps[k]);
  }
  def = good_definition(), def.time_step = 1.0;
  refuse(self, &def, "a time step of 1 s is unstable with these springs: it must be below 0.4472 s; use half of that");
  for (int k = 0; k < 3; k++) {
    def = good_definition(), def.restitution = restitutions[k];
    refuse_number(self, &def, "restitution is %g, must be 0 to 1", restitutions[k]);
    def = good_definition(), def.friction = others[k];
    refuse_number(self, &def, "friction is %g, must be 0 or more", others[k]);
    def = good_definition(), def.tolerance = others[k];
    if (k > 0) refuse_number(self, &def, "tolerance is %g m/s, must be 0 or more", others[k]); /* NaN: none */
  }
  def = good_definition(), def.scheme = (xpbd_verlet_scheme)7;
  refuse(self, &def, "scheme is 7, must be six or seven steps");
  def = good_definition(), def.sweeps = 0, refuse(self, &def, "sweeps is 0, must be at least 1");
  def = good_definition();
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  check_control(self, xpbd_verlet_create(&def, &world) == XPBD_OK, "the definition without a mistake");
  if (!world) return;
  check_status(self, xpbd_verlet_set_velocities(world, bad), XPBD_ERR_INVALID_ARGUMENT, "velocities");
  check_status(self, xpbd_verlet_set_velocities(world, NULL), XPBD_ERR_INVALID_ARGUMENT, "no velocities");
  check_status(self, xpbd_verlet_step(world, -1), XPBD_ERR_INVALID_ARGUMENT, "negative steps");
}

/* The order of a spring's ends does not matter: no contact between its nodes, the same forces, bit-identical. */
static void ends(check *self, int argument) {
  enum { NODES = 6, SPRINGS = 7 };
  static const int32_t pairs[SPRINGS][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 3}, {1, 5}};
  double x[3 * NODES], v[3 * NODES], masses[NODES], radii[NODES];
  xpbd_verlet_spring springs[2][SPRINGS];
  for (int i = 0; i < NODES; i++) { /* all of them overlap */
    masses[i] = 0.1, radii[i] = 0.5;
    for (int k = 0; k < 3; k++) x[3 * i + k] = check_random(self, 0, 0.5), v[3 * i + k] = check_random(self, -1, 1);
  }
  for (int s = 0; s < SPRINGS; s++)
    for (int turned = 0; turned < 2; turned++)
      springs[turned][s] = (xpbd_verlet_spring){
          .nodes = {pairs[s][turned], pairs[s][1 - turned]}, .rest_length = NAN, .stiffness = 10.0, .damping = 0.01};
  uint64_t hash[2] = {0, 1};
  xpbd_verlet_measures m;
  for (int turned = 0; turned < 2; turned++) {
    xpbd_verlet_def def = lattice_nodes(NODES, x, v, masses, radii);
    def.spring_count = SPRINGS, def.springs = springs[turned], def.restitution = 0.5, def.friction = 0.2;
    OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
    if (check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "create") && verlet_run(self, world, 1, &m)) {
      check_same(self, (uint64_t)m.contacts, NODES * (NODES - 1) / 2 - SPRINGS, "contacts: pairs that no spring joins");
      check_control(self, m.contacts != NODES * (NODES - 1) / 2, "all pairs");
      check_status(self, xpbd_verlet_step(world, 200), XPBD_OK, "stepping");
      hash[turned] = xpbd_verlet_hash(world);
    }
  }
  check_same(self, hash[1], hash[0], "the state with each spring turned round");
}

/* Two nodes that are in exactly one place when contacts are searched, half a step after the start. They have no
 * direction from one to the other, and either along x will do. Of two pairs that come from opposite sides one reverses,
 * the other goes on. */
static void one_place(check *self, int argument) {
  const double h = 0x1p-10, masses[2] = {1, 1}, radii[2] = {0.5, 0.5};
  int turned = 0;
  for (int s = -1; s <= 1; s += 2) {
    const double x[6] = {-0.5 * h * s, 0, 0, 0.5 * h * s, 0, 0}, v[6] = {s, 0, 0, -s, 0, 0};
    xpbd_verlet_def def = lattice_nodes(2, x, v, masses, radii);
    def.gravity[1] = 0.0, def.time_step = h, def.scheme = XPBD_VERLET_SIX_STEP;
    OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
    xpbd_verlet_measures m;
    if (check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "two nodes") && verlet_run(self, world, 1, &m)) {
      const double *after = xpbd_verlet_velocities(world);
      check_true(self, m.contacts == 1 && m.overlap == 1.0, "in one place: %d contacts, %g m deep", (int)m.contacts,
                 m.overlap);
      check_same(self, (uint64_t)m.sweeps, after[0] * s < 0.0 ? 2 : 1, "passes, of which the last changes nothing");
      check_true(self, fabs(after[0]) == 1.0 && after[3] == -after[0], "1 m/s along x, no momentum: %g and %g m/s",
                 after[0], after[3]);
      check_at_most(self, fabs(after[1]) + fabs(after[2]) + fabs(after[4]) + fabs(after[5]), 0.0,
                    "velocities along y and z [m/s]");
      turned += after[0] * s < 0.0;
    }
  }
  check_control(self, turned == 1, "%d of the two pairs reversed", turned);
}

/* Two nodes a little further apart than the neighbour list reaches, 2.5 radii, when it is first made. It is made again
 * when each has moved by half of its margin, in step 17. They touch in step 18, which a later list would miss. */
static void margin(check *self, int argument) {
  const double h = 0x1p-6, start = 1.25 + 0.75 * h, masses[2] = {1, 1}, radii[2] = {1, 1};
  const double x[6] = {-start, 0, 0, start, 0, 0}, v[6] = {1, 0, 0, -1, 0, 0};
  xpbd_verlet_def def = lattice_nodes(2, x, v, masses, radii);
  def.gravity[1] = 0.0, def.time_step = h, def.scheme = XPBD_VERLET_SIX_STEP;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_verlet_measures m;
  if (!check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "two nodes")) return;
  if (verlet_run(self, world, 17, &m)) check_same(self, (uint64_t)m.contacts, 0, "contacts of step 17");
  if (verlet_run(self, world, 1, &m)) {
    check_same(self, (uint64_t)m.contacts, 1, "contacts of step 18");
    check_control(self, m.overlap > 0.0 && m.overlap < 2.0 * h, "a step later it is %g m deep", m.overlap);
  }
}

/* The last node jumps in the second step from 1 m away to where it touches the first. The neighbour list, made in the
 * first step, must know each node's position at that time. */
static void leap(check *self, int argument) {
  const double h = 0x1p-3, x[9] = {0.125, 0, 0, 0, 9, 0, 1.5, 0, 0}, v[9] = {0, 0, 0, 0, 0, 0, -8, 0, 0};
  const double masses[3] = {1, 1, 1}, radii[3] = {0.125, 0.125, 0.125};
  xpbd_verlet_def def = lattice_nodes(3, x, v, masses, radii);
  def.gravity[1] = 0.0, def.time_step = h, def.scheme = XPBD_VERLET_SIX_STEP;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_verlet_measures m;
  if (!check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "three nodes")) return;
  if (verlet_run(self, world, 1, &m)) check_control(self, m.contacts == 0, "a step earlier nothing touches");
  if (verlet_run(self, world, 1, &m))
    check_true(self, m.contacts == 1 && m.overlap == 0.125, "%d contacts, %g m deep", (int)m.contacts, m.overlap);
}

/* More pairs than the neighbour list has room for at first: balls of 0.5 m within half a metre overlap all others. */
static void crowd(check *self, int argument) {
  enum { NODES = 24 };
  double x[3 * NODES], masses[NODES], radii[NODES];
  for (int k = 0; k < 3 * NODES; k++) x[k] = check_random(self, 0, 0.5);
  for (int small = 0; small < 2; small++) {
    for (int i = 0; i < NODES; i++) masses[i] = 1.0, radii[i] = small ? 0.1 : 0.5;
    xpbd_verlet_def def = lattice_nodes(NODES, x, NULL, masses, radii);
    OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
    xpbd_verlet_measures m;
    if (check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "a crowd") && verlet_run(self, world, 1, &m)) {
      if (small)
        check_control(self, m.contacts < NODES * (NODES - 1) / 2, "small ones do not all meet");
      else
        check_same(self, (uint64_t)m.contacts, NODES * (NODES - 1) / 2, "pairs that overlap");
    }
  }
}

/* What xpbd/verlet.h promises about the default definition. */
static void defaults(check *self, int argument) {
  const xpbd_verlet_def def = xpbd_verlet_def_default();
  check_true(self, def.node_count == 0 && def.spring_count == 0 && def.plane_count == 0, "nothing in it");
  check_true(self, !def.positions && !def.velocities && !def.masses && !def.radii && !def.springs && !def.planes,
             "no arrays");
  check_true(self, !(fabs(def.gravity[0]) + fabs(def.gravity[2]) > 0.0) && def.gravity[1] == -9.81, "gravity");
  check_true(self, def.time_step == 1e-3 && def.restitution == 1.0 && !(fabs(def.friction) > 0.0), "elastic, smooth");
  check_true(self, def.scheme == XPBD_VERLET_STANDARD && def.sweeps == 200 && isnan(def.tolerance) && def.node_contact,
             "the seven steps, at most 200 passes, contact");
  check_control(self, def.gravity[1] != 9.81, "upwards");
  /* the filled-in value: a millionth of a millionth of the speed that gravity adds in a step */
  xpbd_verlet_def own = good_definition();
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  for (int weightless = 0; weightless < 2; weightless++) {
    own.gravity[0] = weightless ? 0.0 : 3.0, own.gravity[1] = 0.0, own.gravity[2] = weightless ? 0.0 : 4.0;
    own.time_step = 2e-3;
    if (!check_status(self, xpbd_verlet_create(&own, &world), XPBD_OK, "a world")) return;
    const xpbd_verlet_def *filled = xpbd_verlet_settings(world);
    check_at_most(self, fabs(filled->tolerance / (weightless ? 1e-12 : 1e-12 * 5.0 * 2e-3) - 1.0), 1e-15, "tolerance");
    check_true(self, filled->scheme == XPBD_VERLET_SEVEN_STEP, "the scheme");
    check_true(self, filled->radii[0] == 0.5 && filled->radii[1] == 0.5, "half of the only spring");
    check_true(self,
               filled->positions != own.positions && filled->masses != own.masses && filled->springs != own.springs,
               "arrays of its own");
    xpbd_verlet_destroy(&world);
  }
  own.spring_count = 0;
  if (!check_status(self, xpbd_verlet_create(&own, &world), XPBD_OK, "a world without springs")) return;
  const double *radii = xpbd_verlet_settings(world)->radii;
  check_true(self, fabs(radii[0]) + fabs(radii[1]) <= 0.0, "radii without springs: %g and %g m", radii[0], radii[1]);
}

/* Two nodes on a spring that is half a metre longer than at rest, both at 5 m/s, 2 m up: each energy by hand, half a
 * time step later. The spring, 5 N, and gravity have then acted on the velocities for half a time step. */
static void worth(check *self, int argument) {
  const double h = 1e-3, x[6] = {0, 2, 0, 1.5, 2, 0}, v[6] = {3, 0, 4, 3, 0, 4}, masses[2] = {2.0, 0.5};
  const xpbd_verlet_spring spring = {.nodes = {0, 1}, .rest_length = 1.0, .stiffness = 10.0};
  xpbd_verlet_def def = lattice_nodes(2, x, v, masses, NULL);
  def.spring_count = 1, def.springs = &spring, def.gravity[1] = -10.0, def.time_step = h;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_verlet_energies e;
  xpbd_verlet_measures m;
  if (!check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "a world")) return;
  if (check_status(self, xpbd_verlet_energy(world, &e), XPBD_OK, "energies") &&
      check_status(self, xpbd_verlet_measure(world, &m), XPBD_OK, "measures")) {
    const double first = 3.0 + 5.0 / 2.0 * 0.5 * h, second = 3.0 - 5.0 / 0.5 * 0.5 * h, fall = -10.0 * 0.5 * h;
    const double kinetic =
        0.5 * 2.0 * (first * first + fall * fall + 16.0) + 0.5 * 0.5 * (second * second + fall * fall + 16.0);
    check_at_most(self, fabs(e.kinetic - kinetic), 1e-13, "kinetic energy against %g J [J]", kinetic);
    check_at_most(self, fabs(e.elastic - 0.5 * 10.0 * 0.25), 1e-13, "elastic energy against 1.25 J [J]");
    check_at_most(self, fabs(e.gravitational - 10.0 * 2.0 * 2.5), 1e-13, "gravitational energy against 50 J [J]");
    check_at_most(self, fabs(e.total - kinetic - 1.25 - 50.0), 1e-12, "their sum [J]");
    check_at_most(self, fabs(m.momentum[0] - 7.5) + fabs(m.momentum[1]) + fabs(m.momentum[2] - 10.0), 1e-14,
                  "momentum against (7.5, 0, 10) kg m/s [kg m/s]");
    check_at_most(self, fabs(m.centre[0] - 0.3) + fabs(m.centre[1] - 2.0) + fabs(m.centre[2]), 1e-15,
                  "centre of mass against (0.3, 2, 0) m [m]");
    check_true(self, m.steps == 0 && m.contacts == 0 && m.sweeps == 0 && m.unconverged == 0, "nothing was done yet");
    check_true(self, fabs(m.time) + fabs(m.normal_impulse) + fabs(m.friction_impulse) + m.overlap + m.deepest <= 0.0,
               "nor felt");
    check_control(self, !(fabs(e.kinetic - 0.5 * 2.5 * 25.0) <= 1e-13), "before the half kick");
  }
  if (check_status(self, xpbd_verlet_step(world, 3), XPBD_OK, "three steps") &&
      check_status(self, xpbd_verlet_measure(world, &m), XPBD_OK, "measures"))
    check_true(self, m.steps == 3 && fabs(m.time - 3.0 * h) <= 1e-18, "their number, %g s", m.time);
}

/* If memory runs out in a step, the world is half done, and nothing continues until a reset. */
static void given_out(check *self, int argument) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  check_skip(self, "a sanitizer ends the program where there is no memory");
#else
  enum { N = 600000 }; /* their contacts do not fit what the process has already */
  double *x = calloc(3 * (size_t)N, sizeof *x), *masses = malloc(N * sizeof *masses);
  const xpbd_verlet_plane ground = {.point = {0, 0.5, 0}, .normal = {0, 1, 0}};
  xpbd_verlet_def def = xpbd_verlet_def_default();
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  struct rlimit limit, none;
  const bool good = check_true(self, x && masses && getrlimit(RLIMIT_AS, &limit) == 0, "memory");
  for (int i = 0; good && i < N; i++) masses[i] = 1.0;
  def.node_count = N, def.positions = x, def.masses = masses, def.radii = masses, def.node_contact = false;
  def.plane_count = 1, def.planes = &ground;
  if (good && check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "a world")) {
    none = limit, none.rlim_cur = 1;
    setrlimit(RLIMIT_AS, &none);
    const xpbd_status status = xpbd_verlet_step(world, 1);
    setrlimit(RLIMIT_AS, &limit);
    check_status(self, status, XPBD_ERR_OUT_OF_MEMORY, "a step without memory");
    check_status(self, xpbd_verlet_step(world, 1), XPBD_ERR_OUT_OF_MEMORY, "one behind it");
    check_said(self, "an earlier step failed; reset the world first", "one behind it");
    xpbd_verlet_reset(world);
    xpbd_verlet_measures m;
    check_control(self, xpbd_verlet_step(world, 1) == XPBD_OK, "a step with memory, from the start");
    check_status(self, xpbd_verlet_measure(world, &m), XPBD_OK, "measures");
    check_same(self, (uint64_t)m.contacts, N, "its contacts");
  }
  free(x), free(masses);
#endif
}

void check_verlet_limits(check_registry *registry) {
  check_add(registry, "worth", "energies and measures of two nodes, by hand", worth, 0);
  check_add(registry, "defaults", "the default definition, and the values that are filled in", defaults, 0);
  check_add(registry, "refusals", "wrong definitions", refusals, 0);
  check_add(registry, "outermost", "definitions that are just right", outermost, 0);
  check_add(registry, "ends", "springs named from either end", ends, 0);
  check_add(registry, "margin", "a node is listed before it touches", margin, 0);
  check_add(registry, "leap", "a node that arrives from afar in one step is listed, too", leap, 0);
  check_add(registry, "crowd", "more pairs than a list begins with", crowd, 0);
  check_add(registry, "given-out", "nothing continues after a step without memory", given_out, 0);
  check_add(registry, "one-place", "nodes in one place separate along x", one_place, 0);
}
