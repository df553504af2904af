/* Why this file exists: claims that need no cloth: the number of independent groups, the stiffness of XPBD that does
 * not depend on iterations and time step, and those of position Verlet. */
#include <math.h>
#include <stdlib.h>

#include "papers/claims.h"
#include "runner/hanging.h"
#include "runner/lattice.h"

#define MORSE "Cetinaslan 2019"

static const check_claim_text groups_claim = {"morse_six_groups", MORSE, "Sect. 6; Fig. 6",
                                              "six groups hold all edges of the triangle meshes", "6"};

/// Groups of a scene's edges; -1 after a failure.
static int groups_of(check *self, const char *scene, int32_t resolution) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = resolution;
  params.constraint = "stretching";
  xpbd_model model;
  int groups = -1;
  if (check_status(self, xpbd_scene_build(scene, &params, &model), XPBD_OK, "building %s", scene))
    groups = (int)xpbd_scene_set(model.scene, 0)->schedule.group_count;
  xpbd_model_destroy(&model);
  return groups;
}

/// Groups of the edges of a torus of sides [2] quads, each split by a diagonal, where each of the three directions of
/// edges has two, by turns: an order that is not the mesh's. -1 where two edges of a group meet.
static int groups_by_turns(check *self, int32_t rings, int32_t sides) {
  xpbd_mesh mesh;
  if (!check_status(self, xpbd_mesh_make_torus(rings, sides, 1.0, 0.4, &mesh), XPBD_OK, "torus")) return -1;
  unsigned char *taken = calloc((size_t)mesh.vertex_count, 1);
  unsigned all = 0;
  bool good = taken != NULL;
  for (int32_t e = 0; e < mesh.edge_count && good; e++) {
    int32_t a = mesh.edges[2 * (size_t)e], b = mesh.edges[2 * (size_t)e + 1];
    const bool along = a / sides == b / sides, across = a % sides == b % sides;
    /* from a to b by one in its direction: turned round where the way is the other one */
    const bool forward = along ? (a % sides + 1) % sides == b % sides : (a / sides + 1) % rings == b / sides;
    const int32_t from = forward ? a : b, turn = along ? from % sides : from / sides;
    const unsigned bit = 1u << (2 * (along ? 0 : across ? 1 : 2) + (turn & 1));
    good = !(taken[a] & bit) && !(taken[b] & bit);
    taken[a] = (unsigned char)(taken[a] | bit), taken[b] = (unsigned char)(taken[b] | bit);
    all |= bit;
  }
  free(taken);
  xpbd_mesh_destroy(&mesh);
  int count = 0;
  for (; all; all >>= 1) count += (int)(all & 1u);
  return good ? count : -1;
}

/* No fewer groups than edges in one vertex can do; first fit in mesh order finds 6 on the cloth. */
static void groups(check *self, int full) {
  (void)full;
  const int cloth = groups_of(self, "cloth", 41), torus = groups_of(self, "torus_stretched", 30),
            body = groups_of(self, "blob", 33), turns = groups_by_turns(self, 30, 30);
  check_same(self, (uint64_t)cloth, 6, "cloth of 4880 edges: groups");
  check_between(self, torus, 6, 9, "torus of 2700 edges: groups"); /* 6 in the order of its quads */
  check_same(self, (uint64_t)turns, 6, "the same in an order made for it: groups");
  check_between(self, body, 7, 10, "body of 12288 edges: groups");
  check_control(self, body != 6, "the body");
  check_control(self, groups_by_turns(self, 29, 30) == -1, "turns around an odd number of quads");
  check_judge(self, claims_cited(self, &groups_claim), "cloth and flag",
              "as printed: 4880 edges; first fit in mesh order", CLAIMS_REPRODUCED, "%d groups", cloth);
  check_judge(
      self, &groups_claim, "bodies",
      "the printed numbers of edges; the bunny and the duck themselves are not published; first fit in mesh order, "
      "and the torus by direction",
      "only with an order that suits, where no vertex has more than six edges",
      "torus %d groups, in an order made for it %d; octahedron split five times %d", torus, turns, body);
}

static const check_claim_text stiffness_claim = {"morse_independence", MORSE, "Sects. 2, 3",
                                                 "stiffness depends on alpha only, not on iterations and step", "-"};

/// Elongation of the hanging chain of 20 links, relative to the analytic sum of j m g alpha.
static double elongation(check *self, int32_t substeps, int32_t iterations, xpbd_method method) {
  claims_setup setup = claims_setup_of("chain", NULL);
  setup.settings.substeps = substeps;
  setup.settings.iterations = iterations;
  setup.settings.method = method;
  setup.settings.pbd_stiffness = method == XPBD_METHOD_PBD ? 0.1 : 1.0;
  setup.params.global_damping = 0.02;
  setup.frames = 480;
  claims_run run;
  const bool good = claims_run_make(self, &setup, &run);
  const double analytic = 0.05 * 9.81 * 1e-3 * 210.0;
  const double result = good ? (-run.x[3 * (int64_t)(run.n - 1) + 1] - 1.0) / analytic : NAN;
  claims_run_free(&run);
  return result;
}

#define CHAIN "20 links, alpha 1e-3, no spring's stiffness; none is printed"

static void stiffness(check *self, int full) {
  (void)full;
  const double coarse = elongation(self, 1, 500, XPBD_METHOD_XPBD), fine = elongation(self, 10, 20, XPBD_METHOD_XPBD);
  const double few = elongation(self, 1, 20, XPBD_METHOD_XPBD);
  const double pbd[2] = {elongation(self, 1, 5, XPBD_METHOD_PBD), elongation(self, 1, 100, XPBD_METHOD_PBD)};
  check_between(self, coarse, 0.999, 1.001, "1/24 s, 500 iterations: elongation / analytic");
  check_between(self, fine, 0.999, 1.001, "1/240 s, 20 iterations: the same");
  check_at_least(self, few, 1.3, "1/24 s, 20 iterations, not converged: the same");
  check_control(self, !(pbd[0] / pbd[1] <= 1.001), "PBD with k = 0.1 at 5 and 100 iterations");
  check_judge(self, claims_cited(self, &stiffness_claim), "of the iterations", CHAIN, "only where they converge",
              "elongation / analytic at 1/24 s: %.5f with 500, %.2f with 20; PBD %.2g (5), %.2g (100)", coarse, few,
              pbd[0], pbd[1]);
  check_judge(self, &stiffness_claim, "of the step, the stretching constraint", CHAIN, CLAIMS_REPRODUCED,
              "elongation / analytic: %.5f at 1/24 s with 500 iterations, %.5f at 1/240 s with 20", coarse, fine);
}

/* No threshold is printed; 1 % is what a picture would not show. */
static void steps(check *self, int full) {
  (void)full;
  static const char *const springs[3] = {"morse", "hookean", "stvk"};
  double off[3][2];
  for (int k = 0; k < 3; k++) {
    hanging one = {.formula = xpbd_formula_find(springs[k]),
                   .stiffness = 10.0,
                   .length = 0.5,
                   .compliance = 1e-4,
                   .mass = 1.0,
                   .precision = XPBD_F64,
                   .iterations = 400};
    const double exact = hanging_equilibrium(&one);
    for (int fine = 0; fine < 2; fine++) {
      one.h = fine ? 1.0 / 240 : 1.0 / 24;
      off[k][fine] = hanging_rest(self, &one) / exact - 1.0;
    }
    check_at_least(self, fabs(off[k][0]), 0.01, "%s, 1/24 s: elongation / that of the potential, off by", springs[k]);
    check_at_most(self, fabs(off[k][1]), 0.01, "%s, 1/240 s: the same", springs[k]);
  }
  check_control(self, !(fabs(off[0][0]) <= 0.01), "Morse at the printed step");
  check_judge(self, claims_cited(self, &stiffness_claim), "of the step, Morse, Hooke and StVK",
              "as printed: alpha 1e-4, k 10, 1/24 s; one spring of 0.5 m with 1 kg, 400 iterations",
              "only with small steps: at the printed one the gradient turns inside the step",
              "elongation off by %.1f, %.1f, %.1f %% at 1/24 s; %.2f, %.2f, %.2f %% at 1/240 s", 100.0 * off[0][0],
              100.0 * off[1][0], 100.0 * off[2][0], 100.0 * off[0][1], 100.0 * off[1][1], 100.0 * off[2][1]);
}

#define VERLET "Kot and Nagahashi 2017"

static const check_claim_text resolution_claim = {"verlet_friction_resolution", VERLET, "Sects. 3, 4; Figs. 6, 7",
                                                  "boxes of three resolutions slide equally far", "-"};
static const check_claim_text distance_claim = {"verlet_friction_distance", VERLET, "Sects. 3, 4; Eq. (4)",
                                                "they slide v0^2 / (2 mu g)", "-"};

/// How far a box slides, relative to v0^2 / (2 mu g). `mu` is what is believed, 0.3 what holds.
static double slide(check *self, int32_t resolution, double mu) {
  lattice_params params = lattice_params_default();
  params.resolution = resolution;
  params.friction = 0.3;
  params.speed = 2.0;
  params.gravity = 9.8;
  const double stop = 2.0 / (0.3 * 9.8);
  double start = 0.0, way = NAN;
  xpbd_verlet *world = NULL;
  xpbd_verlet_measures m;
  xpbd_status status = lattice_world("friction_box", &params, &world);
  if (status == XPBD_OK) status = xpbd_verlet_measure(world, &m);
  if (status == XPBD_OK) start = m.centre[0];
  while (status == XPBD_OK && m.time < 1.3 * stop) {
    status = xpbd_verlet_step(world, 100);
    if (status == XPBD_OK) status = xpbd_verlet_measure(world, &m);
  }
  if (check_status(self, status, XPBD_OK, "sliding")) way = (m.centre[0] - start) / (2.0 * 2.0 / (2.0 * mu * 9.8));
  xpbd_verlet_destroy(&world);
  return way;
}

#define BOXES "boxes of 12, 45 and 225 nodes, mu 0.3, 2 m/s, g 9.8 m/s^2; none of these is printed"

/* The rest of that paper is checked in the group verlet. */
static void friction(check *self, int full) {
  (void)full;
  static const int32_t resolution[3] = {2, 3, 5};
  double way[3];
  for (int k = 0; k < 3; k++) {
    way[k] = slide(self, resolution[k], 0.3);
    check_between(self, way[k], 0.999, 1.001, "%d nodes high: way / v0^2 / (2 mu g)", (int)resolution[k]);
  }
  check_control(self, !(fabs(slide(self, 2, 0.303) - 1.0) <= 1e-3), "1 %% more friction");
  check_judge(self, claims_cited(self, &resolution_claim), NULL, BOXES, CLAIMS_REPRODUCED,
              "way relative to the law: %.5f, %.5f, %.5f with 12, 45, 225 nodes", way[0], way[1], way[2]);
  check_judge(self, claims_cited(self, &distance_claim), NULL, BOXES, CLAIMS_REPRODUCED, "within %.3f %%",
              100.0 * fmax(fabs(way[0] - 1.0), fmax(fabs(way[1] - 1.0), fabs(way[2] - 1.0))));
}

static const check_claim_text stack_claim = {"verlet_no_drift_stack", VERLET, "Sect. 2.3; Figs. 2 A, 3",
                                             "three nodes on top of each other show no drift of energy", "0"};
static const check_claim_text drift_claim = {"verlet_small_drift", VERLET, "Sect. 2.3; Figs. 2 C, 4",
                                             "a free node below one with a spring causes a small drift",
                                             "small, not 0"};
static const check_claim_text six_claim = {"verlet_six_steps_overlap", VERLET, "Sect. 2.2",
                                           "with six steps bodies overlap more and more", "-"};
static const check_claim_text seven_claim = {"verlet_seven_steps_no_overlap", VERLET, "Sects. 2.3, 5",
                                             "seven steps add no overlap with fixed objects", "-"};

/// Change of the energy per step, relative to that of the start, over 20000 steps; NaN after a failure.
static double drift(check *self, const char *scenario, int32_t sweeps) {
  enum { STEPS = 20000 };
  lattice_params params = lattice_params_default();
  params.sweeps = sweeps;
  xpbd_verlet *world = NULL;
  xpbd_verlet_energies first = {0}, last = {0};
  xpbd_status status = lattice_world(scenario, &params, &world);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, 1);
  if (status == XPBD_OK) status = xpbd_verlet_energy(world, &first);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, STEPS);
  if (status == XPBD_OK) status = xpbd_verlet_energy(world, &last);
  const bool good = check_status(self, status, XPBD_OK, "%s", scenario);
  xpbd_verlet_destroy(&world);
  return good ? (last.total / first.total - 1.0) / STEPS : (double)NAN;
}

/// By how much the deepest overlap in a wedge grows from the first half of 60000 steps to the second [m].
static double growth(check *self, xpbd_verlet_scheme scheme, int32_t sweeps) {
  lattice_params params = lattice_params_default();
  params.scheme = scheme;
  params.restitution = 0.0;
  params.sweeps = sweeps;
  xpbd_verlet *world = NULL;
  xpbd_verlet_measures m[2];
  xpbd_status status = lattice_world("wedge", &params, &world);
  for (int half = 0; half < 2 && status == XPBD_OK; half++) {
    status = xpbd_verlet_step(world, 30000);
    if (status == XPBD_OK) status = xpbd_verlet_measure(world, &m[half]);
  }
  const bool good = check_status(self, status, XPBD_OK, "wedge");
  xpbd_verlet_destroy(&world);
  return good ? m[1].deepest - m[0].deepest : (double)NAN;
}

/* The group verlet follows them for longer and measures more. */
static void contacts(check *self, int full) {
  (void)full;
  const double a = drift(self, "stack_a", 200), c = drift(self, "stack_c", 200), once = drift(self, "stack_c", 1);
  check_at_most(self, fabs(a), 1e-9, "stack A: drift of the energy a step");
  check_at_most(self, fabs(c), 1e-9, "stack C: the same");
  check_control(self, !(fabs(once) <= 1e-9), "stack C with one sweep over the contacts: %g", once);
  check_claim(self, claims_cited(self, &stack_claim), CLAIMS_REPRODUCED, "%.1e of the energy a step", a);
  check_claim(self, claims_cited(self, &drift_claim), "only where the contacts have not converged",
              "%.1e of the energy a step; with one sweep over the contacts %.1e", c, once);
  const double seven = growth(self, XPBD_VERLET_SEVEN_STEP, 200), six = growth(self, XPBD_VERLET_SIX_STEP, 1);
  check_at_most(self, seven, 1e-6, "wedge, seven steps: growth of the overlap [m]");
  check_control(self, !(six <= 1e-6), "six steps: %g m", six);
  check_claim(self, claims_cited(self, &seven_claim), "only where the contacts converge",
              "overlap in a wedge grows by %.1e m in 30000 steps", seven);
  check_claim(self, claims_cited(self, &six_claim), CLAIMS_REPRODUCED,
              "overlap in a wedge grows by %.2g m in 30000 steps", six);
}

void claims_list_general(check_registry *registry, int full) {
  check_add(registry, "groups", "independent groups of regular and other meshes", groups, full);
  check_add(registry, "stiffness", "a hanging chain against iterations and time step", stiffness, full);
  check_add(registry, "stiffness-steps", "one spring of the paper against the time step", steps, full);
  check_add(registry, "friction", "boxes of position Verlet slide", friction, full);
  check_add(registry, "contacts", "drift and overlap of position Verlet", contacts, full);
}
