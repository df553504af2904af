/* Why this file exists: some findings belong to no claim of a paper. Each is a check that ends in a finding, and
 * docs/made/findings.md takes its numbers from here. Findings that belong to a claim are in the file of that claim. */
#include <math.h>

#include "formula/table.h"
#include "checks/papers/claims/claims.h"
#include "checks/papers/errata/errata_checks.h"
#include "checks/papers/ratio_findings.h"
#include "runner/hanging.h"
#include "runner/rig.h"

/* ---- Energies as constraints ---- */

static const check_finding_text quartic_finding = {
    .key = "energies_are_quartic",
    .title = "A spring energy used as a constraint is a different spring",
    .statement =
        "XPBD minimises C^2 / (2 alpha). In the papers' Hookean, StVK and Morse springs, C is itself an energy. The "
        "potential is then the square of an energy, which is quartic near rest. A weight stretches such a spring by "
        "the cube root of the load, not in proportion to it. The spring is too soft near rest and too stiff far from "
        "it, whatever law the energy stands for. Near rest, the three springs differ only by a factor. The stretching "
        "constraint is the root of twice Hooke's energy, and it is the Hookean spring. The spring has a length of 0.5 "
        "m, k 10, alpha 1e-5. Elongations are relative to that under 0.1 N.",
    .x = "load [N]",
    .y = "elongation relative to that under 0.1 N",
    .log_x = true,
    .log_y = true};

static void quartic(check *self, int unused) {
  enum { LOADS = 7, ENERGIES = 3, SPRINGS };
  static const char *const springs[SPRINGS] = {"hookean", "stvk", "morse", "stretching"};
  static const double loads[LOADS] = {0.1, 0.2, 0.5, 1, 2, 5, 10};
  double way[SPRINGS][LOADS], power[SPRINGS], solver = (double)NAN;
  for (int k = 0; k < SPRINGS; k++) {
    hanging one = hanging_spring(springs[k], 1e-5);
    one.h = 1.0 / 3840;
    for (int i = 0; i < LOADS; i++) {
      one.mass = loads[i] / HANGING_GRAVITY;
      way[k][i] = hanging_equilibrium(&one);
      if (k == 0 && i == 3) solver = hanging_rest(self, &one) / way[k][i] - 1.0;
    }
    power[k] = log2(way[k][1] / way[k][0]);
    for (int i = LOADS; i-- > 0;) way[k][i] /= way[k][0];
    check_between(self, power[k], k < ENERGIES ? 0.32 : 0.999, k < ENERGIES ? 0.34 : 1.001, "%s: power of the load",
                  springs[k]);
  }
  check_at_most(self, fabs(solver), 5e-5, "hookean, 1 N: where the solver rests against the potential");
  check_control(self, !(power[ENERGIES] <= 0.34), "stretching, which is not an energy");
  check_finding(self, &quartic_finding, "power of the load: %.2f (Hooke), %.2f (StVK), %.2f (Morse); stretching %.2f",
                power[0], power[1], power[2], power[3]);
  for (int k = 0; k < SPRINGS; k++) check_curve(self, springs[k], LOADS, loads, way[k]);
}

/* ---- The fixed point of a long step ---- */

static const check_finding_text step_finding = {
    .key = "resting_place_and_step",
    .title = "The rest length of an energy spring depends on the time step",
    .statement =
        "A spring whose C is an energy has no gradient at rest. In every iteration its gradient turns while the "
        "multiplier adds up, so the iterations do not converge to the minimum of the potential. The error is of second "
        "order in the time step. Smaller steps reduce it, more iterations do not. At the papers' time step of 1/24 s, "
        "the elongation at rest is a seventh to a fifth too short. The spring has a length of 0.5 m, a weight of 1 kg, "
        "k 10, alpha 1e-4 and 400 iterations. The stretching constraint has no such error.",
    .x = "time step [s]",
    .y = "relative shortfall of the elongation",
    .log_x = true,
    .log_y = true};

static void step(check *self, int unused) {
  enum { STEPS = 6, SPRINGS = 4 };
  static const char *const springs[SPRINGS] = {"morse", "hookean", "stvk", "stretching"};
  static const double h[STEPS] = {1.0 / 24, 1.0 / 60, 1.0 / 120, 1.0 / 240, 1.0 / 480, 1.0 / 960};
  double off[SPRINGS][STEPS], order[SPRINGS];
  for (int k = 0; k < SPRINGS; k++) {
    hanging one = hanging_spring(springs[k], 1e-4);
    const double exact = hanging_equilibrium(&one);
    for (int i = 0; i < STEPS; i++) {
      one.h = h[i];
      off[k][i] = 1.0 - hanging_rest(self, &one) / exact;
    }
    order[k] = log2(off[k][4] / off[k][5]);
    if (k == 3) break;
    check_between(self, order[k], 1.95, 2.05, "%s: order of the error in the step", springs[k]);
    check_at_least(self, off[k][0], 0.1, "%s: error at 1/24 s", springs[k]);
  }
  double linear = 0;
  for (int i = 0; i < STEPS; i++) linear = fabs(off[3][i]) <= linear ? linear : fabs(off[3][i]);
  check_at_most(self, linear, 1e-9, "stretching: error at every step");
  check_control(self, !(off[0][0] <= 1e-9), "Morse");
  check_finding(
      self, &step_finding,
      "too short by %.1f, %.1f and %.1f %% (Morse, Hooke, StVK) at 1/24 s; order of the error %.2f, %.2f, %.2f",
      100 * off[0][0], 100 * off[1][0], 100 * off[2][0], order[0], order[1], order[2]);
  for (int k = 0; k < 3; k++) check_curve(self, springs[k], STEPS, h, off[k]);
}

/* ---- Ghost tips ---- */

static const check_finding_text tip_finding = {
    .key = "ghost_tips",
    .title = "A ghost tip changes momentum, and undamped it slows the fall",
    .statement = "The tetrahedra of a surface share a tip at the centre of mass, which has infinite mass. This ghost "
                 "tip takes momentum away. The test is a sphere of 1026 vertices with rigid volumes and random "
                 "velocities that sum to 0. Its centre moves in one step. Springs or the volume of the closed surface "
                 "do not move it. The tip also moves with the body. If the damping leaves it out, as its infinite mass "
                 "suggests, the damping slows the fall itself. The fall compares a sphere of 258 vertices with a stone "
                 "over 8 frames of 1/24 s. It has Green strain and volumes with alpha 1e-4, and 50 iterations.",
    .x = "gamma = alpha beta / h",
    .y = "distance fallen / free fall",
    .log_x = true};

/// Distance that a sphere falls in 8 frames relative to a stone, with damped strains and volumes.
static double fallen(check *self, double gamma, bool omit_tip) {
  claims_setup setup = claims_setup_of("blob", "sbd_tet+tet_determinant");
  const double h = setup.settings.frame_time, alpha = 1e-4;
  setup.params.resolution = 9;
  setup.params.pins = XPBD_PINS_NONE;
  setup.params.compliance = alpha, setup.params.damping = gamma * h / alpha;
  setup.params.omit_tip_damping = omit_tip;
  setup.settings.iterations = 50;
  setup.frames = 8;
  OWNED(claims_run_free) claims_run run = {0};
  const double stone = h * h * 9.81 * setup.frames * (setup.frames + 1) / 2.0;
  const double way = claims_run_make(self, &setup, &run) ? run.fall / stone : (double)NAN;
  return way;
}

static void tips(check *self, int unused) {
  enum { GAMMAS = 6 };
  static const double gammas[GAMMAS] = {1e-4, 1e-3, 1e-2, 0.1, 1, 10};
  double way[2][GAMMAS];
  for (int omit = 0; omit < 2; omit++)
    for (int i = 0; i < GAMMAS; i++) way[omit][i] = fallen(self, gammas[i], omit == 1);
  for (int i = 0; i < GAMMAS; i++)
    check_between(self, way[0][i], 0.98, 1.02, "tip damped: distance fallen at gamma %g", gammas[i]);
  check_at_most(self, way[1][GAMMAS - 1], 0.8, "tip left out: distance fallen at gamma 10");
  check_control(self, !(way[1][GAMMAS - 1] >= 0.98), "a fall that is slowed");
  const double tip = erratum_centre_shift(self, 4, "tet_volume"), springs = erratum_centre_shift(self, 4, "stretching"),
               closed = erratum_centre_shift(self, 4, "closed_volume");
  check_between(self, tip, 3e-3, 3e-2, "ghost tips: shift of the centre / mean displacement");
  check_at_most(self, check_larger(springs, closed), 1e-12, "springs, closed volume: the same");
  check_finding(
      self, &tip_finding,
      "the centre moves by %.1f %% of the mean displacement with ghost tips, and not at all with springs or the closed "
      "volume. At gamma 0.1 the sphere falls %.3f of a stone's distance with the tip damped, and %.3f of it without",
      100 * tip, way[0][3], way[1][3]);
  check_curve(self, "tip damped", GAMMAS, gammas, way[0]);
  check_curve(self, "tip left out", GAMMAS, gammas, way[1]);
}

/* ---- Algorithm 2 ---- */

static const check_finding_text grouping_finding = {
    .key = "edge_grouping",
    .title = "Algorithm 2 of Cetinaslan 2019 leaves most edges without a group",
    .statement =
        "Algorithm 2 of Cetinaslan 2019 makes independent groups of edges. As printed, it keeps an entry that is "
        "already in another group. The text before it says that such an entry is dropped. The printed groups of a "
        "sheet share most of their edges, contain adjacent edges, and leave the remaining edges without a group. With "
        "the test of line 26 as the text describes it, only a handful of edges is left out. The method of the text is "
        "first fit, which takes every edge once, in linear time. The sheets have n x n vertices and six groups.",
    .x = "edges",
    .y = "fraction of edges in a group",
    .log_x = true};

static void grouping(check *self, int unused) {
  enum { SHEETS = 4 };
  static const int32_t sides[SHEETS] = {6, 11, 21, 41};
  double edges[SHEETS], part[2][SHEETS];
  erratum_grouping last = {0};
  for (int i = 0; i < SHEETS; i++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (!check_status(self, xpbd_mesh_make_grid(sides[i], sides[i], 0.25, &mesh), XPBD_OK, "grid")) return;
    edges[i] = mesh.edge_count;
    for (int drop = 1; drop >= 0; drop--) {
      const bool good = check_true(self, erratum_groups(&mesh, drop == 1, &last), "memory");
      part[drop][i] = good ? last.covered / edges[i] : (double)NAN;
    }
  }
  check_at_most(self, part[0][SHEETS - 1], 0.5, "41 x 41, as printed: fraction of edges in a group");
  check_at_least(self, part[1][SHEETS - 1], 0.99, "41 x 41, line 26 as the text describes it: the same");
  check_control(self, !(part[0][SHEETS - 1] >= 0.99), "the listing");
  check_finding(self, &grouping_finding,
                "of %.0f edges, %.0f get a group. There are %d entries too many, and %d pairs of adjacent edges in one "
                "group. With line 26 as the text describes it, %.0f edges get a group",
                edges[3], part[0][3] * edges[3], (int)last.repeated, (int)last.adjacent, part[1][3] * edges[3]);
  check_curve(self, "as printed", SHEETS, edges, part[0]);
  check_curve(self, "line 26 as the text describes it", SHEETS, edges, part[1]);
}

void check_group_findings(check_registry *registry) {
  check_add_finding(registry, "energies", "an energy as a constraint: elongation against load", quartic, 0);
  check_add_finding(registry, "time-step", "an energy as a constraint: elongation against the time step", step, 0);
  check_add_finding(registry, "ghost-tips", "momentum and damping with a tip of infinite mass", tips, 0);
  findings_of_ratios(registry);
  findings_of_acceleration(registry);
  check_add_finding(registry, "grouping", "edges that a printed listing leaves without a group", grouping, 0);
}
