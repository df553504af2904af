/* Why this file exists: claims that need no cloth: the number of independent groups, the stiffness of XPBD that does
 * not depend on iterations and time step, and those of position Verlet. */
#include <math.h>

#include "papers/claims.h"
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

/* No fewer groups than edges in one vertex can do; first fit in mesh order finds 6 on the cloth. */
static void groups(check *self, int full) {
  (void)full;
  const int cloth = groups_of(self, "cloth", 41), torus = groups_of(self, "torus_stretched", 30),
            body = groups_of(self, "blob", 33);
  check_same(self, (uint64_t)cloth, 6, "cloth of 4880 edges: groups");
  check_between(self, torus, 6, 9, "torus of 2700 edges: groups"); /* 6 in the order of its quads */
  check_between(self, body, 7, 10, "body of 12288 edges: groups");
  check_control(self, body != 6, "the body");
  check_claim(self, claims_cited(self, &groups_claim), "only of the cloth; others need more in mesh order",
              "cloth %d, torus %d, octahedron split five times %d groups", cloth, torus, body);
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

static void stiffness(check *self, int full) {
  (void)full;
  const double coarse = elongation(self, 1, 500, XPBD_METHOD_XPBD), fine = elongation(self, 10, 20, XPBD_METHOD_XPBD);
  const double few = elongation(self, 1, 20, XPBD_METHOD_XPBD);
  const double pbd[2] = {elongation(self, 1, 5, XPBD_METHOD_PBD), elongation(self, 1, 100, XPBD_METHOD_PBD)};
  check_between(self, coarse, 0.999, 1.001, "1/24 s, 500 iterations: elongation / analytic");
  check_between(self, fine, 0.999, 1.001, "1/240 s, 20 iterations: the same");
  check_at_least(self, few, 1.3, "1/24 s, 20 iterations, not converged: the same");
  check_control(self, !(pbd[0] / pbd[1] <= 1.001), "PBD with k = 0.1 at 5 and 100 iterations");
  check_claim(
      self, &stiffness_claim, "only where the iterations converge",
      "elongation / analytic: %.5f (1/24 s, 500), %.5f (1/240 s, 20), %.2f (1/24 s, 20); PBD %.2g (5), %.2g (100)",
      coarse, fine, few, pbd[0], pbd[1]);
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
  check_add(registry, "friction", "boxes of position Verlet slide", friction, full);
  check_add(registry, "contacts", "drift and overlap of position Verlet", contacts, full);
}
