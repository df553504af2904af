/* Why this file exists: judges claims that need no cloth: the number of independent groups, and that the stiffness of
 * XPBD does not depend on iterations and time step. */
#include <math.h>
#include <stdlib.h>

#include "claims.h"
#include "runner/hanging.h"

/// Groups of the edges of a torus of sides [2] quads, each split by a diagonal. Each of the three directions of edges
/// has two groups, in turn, which is not the order of the mesh. -1 if two edges of a group meet.
static int groups_by_turns(check *self, int32_t rings, int32_t sides) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_torus(rings, sides, 1.0, 0.4, &mesh), XPBD_OK, "torus")) return -1;
  OWNED(check_free) unsigned char *taken = calloc((size_t)mesh.vertex_count, 1);
  unsigned all = 0;
  bool good = taken != NULL;
  for (int32_t e = 0; e < mesh.edge_count && good; e++) {
    int32_t a = mesh.edges[2 * (size_t)e], b = mesh.edges[2 * (size_t)e + 1];
    const bool along = a / sides == b / sides, across = a % sides == b % sides;
    /* from a to b by one in its direction; turned round if it goes the other way */
    const bool forward = along ? (a % sides + 1) % sides == b % sides : (a / sides + 1) % rings == b / sides;
    const int32_t from = forward ? a : b, turn = along ? from % sides : from / sides;
    const unsigned bit = 1u << (2 * (along ? 0 : across ? 1 : 2) + (turn & 1));
    good = !(taken[a] & bit) && !(taken[b] & bit);
    taken[a] = (unsigned char)(taken[a] | bit), taken[b] = (unsigned char)(taken[b] | bit);
    all |= bit;
  }
  int count = 0;
  for (; all; all >>= 1) count += (int)(all & 1u);
  return good ? count : -1;
}

/* No grouping has fewer groups than edges at one vertex. First fit in mesh order finds 6 on the cloth. */
static void groups(check *self, int full) {
  const int turns = groups_by_turns(self, 30, 30);
  int cloth, torus, body;
  claims_constraints(self, "cloth", "stretching", 41, &cloth);
  claims_constraints(self, "torus_stretched", "stretching", 30, &torus);
  claims_constraints(self, "blob", "stretching", 33, &body);
  check_control(self, body != 6, "the body");
  check_control(self, groups_by_turns(self, 29, 30) == -1, "turns around an odd number of quads");
  claims_case(self, cloth, "all of it");
  claims_judge(self, "morse_six_groups", "cloth and flag", "as printed: 4880 edges; first fit in mesh order", NULL,
               "%d groups", cloth);
  claims_case(self, body, "an octahedron split five times, first fit");
  claims_case(self, torus, "a torus, first fit");
  claims_case(self, turns < 0 ? (double)NAN : turns, "a torus in an order made for it");
  claims_judge(
      self, "morse_six_groups", "the bunny",
      "its printed 12288 edges, but an octahedron split five times, because the bunny itself is not published; first "
      "fit in mesh order; beside it a torus of 2700 edges, not from this paper, also by direction",
      NULL, "octahedron split five times %d groups; torus %d, in an order made for it %d", body, torus, turns);
}

/* A vertex has at most one edge in a group, so a group has at most one edge for every two vertices. This paper prints
 * the duck's edges, and the author's two other papers its vertices. The torus has both counts, because the duck is not
 * published. */
static void duck(check *self, int full) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  xpbd_schedule fit;
  if (!check_status(self, xpbd_mesh_make_torus(63, 49, 1.0, 0.4, &mesh), XPBD_OK, "torus")) return;
  const int32_t vertices = mesh.vertex_count, edges = mesh.edge_count, most = 6 * (vertices / 2);
  const xpbd_status status = xpbd_schedule_first_fit(edges, 2, mesh.edges, vertices, NULL, XPBD_MAX_GROUPS, &fit);
  const bool good = check_status(self, status, XPBD_OK, "grouping");
  if (!good) return;
  int32_t largest = 0;
  for (int32_t g = 0; g < fit.group_count; g++) {
    const int32_t size = fit.group_start[g + 1] - fit.group_start[g];
    if (size > largest) largest = size;
  }
  const int32_t found = fit.group_count;
  xpbd_schedule_destroy(&fit);
  check_same(self, (uint64_t)vertices, 3087, "vertices");
  check_same(self, (uint64_t)edges, 9261, "edges");
  check_at_most(self, largest, vertices / 2, "edges of the largest group");
  check_control(self, !(edges >= 6 * ((vertices + 1) / 2) + 1), "with one vertex more six groups could hold them");
  claims_case(self, ceil((double)edges / (vertices / 2)), "all of it");
  claims_judge(self, "morse_six_groups", "the duck",
               "its printed 9261 edges, on the 3087 vertices that the author's other papers print; any order",
               "a group has at most one edge for two vertices, so six hold 9258",
               "six groups hold %d of %d edges at most; first fit on a torus of these counts takes %d groups",
               (int)most, (int)edges, (int)found);
}

static double elongation(check *self, int32_t substeps, int32_t iterations, xpbd_method method) {
  claims_setup setup = claims_setup_of("chain", NULL);
  setup.settings.substeps = substeps;
  setup.settings.iterations = iterations;
  setup.settings.method = method;
  if (method == XPBD_METHOD_PBD) xpbd_solver_def_set(&setup.settings, "pbd_stiffness", 0.1);
  setup.params.global_damping = 0.02;
  return claims_elongation(self, setup);
}

#define CHAIN "20 links, alpha 1e-3, a stiffness of no spring; none is printed"

/// Iterations have converged if twice as many change the elongation by at most this part, which may then be its error.
static const double CONVERGED = 1e-3;

static void stiffness(check *self, int full) {
  const double coarse = elongation(self, 1, 500, XPBD_METHOD_XPBD), fine = elongation(self, 10, 20, XPBD_METHOD_XPBD);
  const double few = elongation(self, 1, 20, XPBD_METHOD_XPBD);
  const double twice = fabs(elongation(self, 1, 1000, XPBD_METHOD_XPBD) / coarse - 1.0),
               twice_few = fabs(elongation(self, 1, 40, XPBD_METHOD_XPBD) / few - 1.0);
  const double pbd[2] = {elongation(self, 1, 5, XPBD_METHOD_PBD), elongation(self, 1, 100, XPBD_METHOD_PBD)};
  check_at_most(self, twice, CONVERGED, "1/24 s, 500 iterations: change by twice as many");
  check_control(self, !(twice_few <= CONVERGED), "twice the 20 iterations change it by %g", twice_few);
  check_control(self, !(pbd[0] / pbd[1] <= 1.001), "PBD with k = 0.1 at 5 and 100 iterations");
  claims_case(self, coarse, "500 iterations, converged");
  claims_case(self, few, "20 iterations");
  claims_judge(self, "morse_independence", "of the iterations",
               CHAIN "; converged: twice as many iterations change the elongation by 0.1 % at most", NULL,
               "elongation / analytic at 1/24 s: %.5f with 500, %.2f with 20, changed by %.0e and %.2f with twice as "
               "many; PBD %.2g (5), %.2g (100)",
               coarse, few, twice, twice_few, pbd[0], pbd[1]);
  claims_case(self, coarse, "1/24 s, 500 iterations");
  claims_case(self, fine, "1/240 s, 20 iterations");
  claims_judge(self, "morse_independence", "of the step, the stretching constraint", CHAIN, NULL,
               "elongation / analytic: %.5f at 1/24 s with 500 iterations, %.5f at 1/240 s with 20", coarse, fine);
}

static void steps(check *self, int full) {
  static const char *const springs[3] = {"morse", "hookean", "stvk"};
  double off[3][2];
  for (int k = 0; k < 3; k++) {
    hanging one = hanging_spring(springs[k], 1e-4);
    const double exact = hanging_equilibrium(&one);
    for (int fine = 0; fine < 2; fine++) {
      one.h = fine ? 1.0 / 240 : 1.0 / 24;
      off[k][fine] = hanging_rest(self, &one) / exact - 1.0;
    }
    for (int fine = 0; fine < 2; fine++)
      claims_case(self, 1.0 + off[k][fine], "%s at %s s", springs[k], fine ? "1/240" : "1/24");
  }
  check_control(self, !(fabs(off[0][0]) <= 0.01), "Morse at the printed step");
  claims_judge(self, "morse_independence", "of the step, Morse, Hooke and StVK",
               "as printed: alpha 1e-4, k 10, 1/24 s; one spring of 0.5 m with 1 kg, 400 iterations", NULL,
               "elongation off by %.1f, %.1f, %.1f %% at 1/24 s; %.2f, %.2f, %.2f %% at 1/240 s", 100.0 * off[0][0],
               100.0 * off[1][0], 100.0 * off[2][0], 100.0 * off[0][1], 100.0 * off[1][1], 100.0 * off[2][1]);
}

void claims_list_general(check_registry *registry, int full) {
  claims_add(registry, "groups", "independent groups of regular and other meshes", groups, full);
  claims_add(registry, "groups-duck", "what six groups hold of the duck's edges", duck, full);
  claims_add(registry, "stiffness", "a hanging chain against iterations and time step", stiffness, full);
  claims_add(registry, "stiffness-steps", "one spring of the paper against the time step", steps, full);
}
