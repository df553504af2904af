/* Why this file exists: what came out of judging the papers and no paper says: each a check that ends in a finding, whose
 * numbers docs/made/findings.md takes from here. Findings that belong to a claim stand with it; these stand alone. */
#include <math.h>

#include "formula/table.h"
#include "checks/papers/claims/claims.h"
#include "checks/papers/errata/errata_checks.h"
#include "runner/hanging.h"
#include "runner/rig.h"

/* ---- Energies as constraints ---- */

static const check_finding_text quartic_finding = {
    .key = "energies_are_quartic",
    .title = "The energy of a spring as a constraint is another spring",
    .statement =
        "XPBD minimises C^2 / (2 alpha). Where C is an energy, as in the papers' Hookean, StVK and Morse springs, the "
        "potential is the square of an energy: quartic near rest. A weight pulls such a spring out by the cube root of "
        "its load, not in proportion to it: soft near rest, stiff far from it, whatever law the energy stands for; "
        "near rest the three are one spring with three factors. The stretching constraint, which is the root of twice "
        "Hooke's energy, is the Hookean spring. One spring of 0.5 m, k 10, alpha 1e-5; elongation relative to that "
        "under a tenth of a newton.",
    .x = "load [N]",
    .y = "elongation, relative to that under 0.1 N",
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
  check_control(self, !(power[ENERGIES] <= 0.34), "stretching, which is no energy");
  check_finding(self, &quartic_finding, "power of the load: %.2f (Hooke), %.2f (StVK), %.2f (Morse); stretching %.2f",
                power[0], power[1], power[2], power[3]);
  for (int k = 0; k < SPRINGS; k++) check_curve(self, springs[k], LOADS, loads, way[k]);
}

/* ---- The fixed point of a long step ---- */

static const check_finding_text step_finding = {
    .key = "resting_place_and_step",
    .title = "Where an energy rests depends on the time step",
    .statement =
        "A spring whose C is an energy has no gradient at rest, and in every iteration the gradient turns while the "
        "multiplier adds up: what the iterations converge to is not the minimum of the potential. The error is of the "
        "second order in the time step, and more iterations do not change it, smaller steps do. At the papers' 1/24 s "
        "a "
        "spring rests a seventh to a fifth too short. One spring of 0.5 m with 1 kg, k 10, alpha 1e-4, 400 iterations; "
        "the stretching constraint has no such error.",
    .x = "time step [s]",
    .y = "elongation too short by, relative",
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
  check_finding(self, &step_finding,
                "too short by %.1f, %.1f and %.1f %% (Morse, Hooke, StVK) at 1/24 s; order %.2f, %.2f, %.2f",
                100 * off[0][0], 100 * off[1][0], 100 * off[2][0], order[0], order[1], order[2]);
  for (int k = 0; k < 3; k++) check_curve(self, springs[k], STEPS, h, off[k]);
}

/* ---- Ghost tips ---- */

static const check_finding_text tip_finding = {
    .key = "ghost_tips",
    .title = "A ghost tip takes momentum, and brakes the fall where the damping forgets it",
    .statement =
        "The tetrahedra of a surface have their tip in the centre of mass, with infinite mass. It takes momentum away: "
        "a sphere of 1026 vertices with random velocities of sum 0 and rigid volumes moves its centre in one step, "
        "where springs and the volume of the closed surface do not. And the tip moves with the body: left out of the "
        "damping, as an infinite mass suggests, the damping acts on the fall itself. Fall of a sphere of 258 vertices "
        "in "
        "8 frames of 1/24 s, Green strain and volumes with alpha 1e-4, 50 iterations, against that of a stone.",
    .x = "gamma = alpha beta / h",
    .y = "way / free fall",
    .log_x = true};

/// How far a sphere falls in 8 frames against a stone, with damped strains and volumes.
static double fallen(check *self, double gamma, bool omit_tip) {
  claims_setup setup = claims_setup_of("blob", "sbd_tet+tet_determinant");
  const double h = setup.settings.frame_time, alpha = 1e-4;
  setup.params.resolution = 9;
  setup.params.pins = XPBD_PINS_NONE;
  setup.params.compliance = alpha, setup.params.damping = gamma * h / alpha;
  setup.params.omit_tip_damping = omit_tip;
  setup.settings.iterations = 50;
  setup.frames = 8;
  claims_run run;
  const double stone = h * h * 9.81 * setup.frames * (setup.frames + 1) / 2.0;
  const double way = claims_run_make(self, &setup, &run) ? run.fall / stone : (double)NAN;
  claims_run_free(&run);
  return way;
}

static void tips(check *self, int unused) {
  enum { GAMMAS = 6 };
  static const double gammas[GAMMAS] = {1e-4, 1e-3, 1e-2, 0.1, 1, 10};
  double way[2][GAMMAS];
  for (int omit = 0; omit < 2; omit++)
    for (int i = 0; i < GAMMAS; i++) way[omit][i] = fallen(self, gammas[i], omit == 1);
  for (int i = 0; i < GAMMAS; i++) check_between(self, way[0][i], 0.98, 1.02, "tip damped: way at gamma %g", gammas[i]);
  check_at_most(self, way[1][GAMMAS - 1], 0.8, "tip left out: way at gamma 10");
  check_control(self, !(way[1][GAMMAS - 1] >= 0.98), "a fall that is braked");
  const double tip = erratum_centre_shift(self, 4, "tet_volume"), springs = erratum_centre_shift(self, 4, "stretching"),
               closed = erratum_centre_shift(self, 4, "closed_volume");
  check_between(self, tip, 3e-3, 3e-2, "ghost tips: shift of the centre / mean displacement");
  check_at_most(self, check_larger(springs, closed), 1e-12, "springs, closed volume: the same");
  check_finding(self, &tip_finding,
                "the centre moves by %.1f %% of the mean displacement with ghost tips, not at all with springs or the "
                "closed volume; a fall with gamma 0.1 is %.3f of a stone's with the tip damped, %.3f without",
                100 * tip, way[0][3], way[1][3]);
  check_curve(self, "tip damped", GAMMAS, gammas, way[0]);
  check_curve(self, "tip left out", GAMMAS, gammas, way[1]);
}

/* ---- Algorithm 2 ---- */

static const check_finding_text grouping_finding = {
    .key = "edge_grouping",
    .title = "The listing that makes independent groups leaves most edges out",
    .statement =
        "Algorithm 2 of Cetinaslan 2019, followed to the letter, keeps an entry that is in another group already, "
        "which "
        "the text before it says is dropped: the groups of a sheet then share most of their edges, hold adjacent ones, "
        "and leave the rest without any. With the test of line 26 as the text has it, a handful is left out. What the "
        "text describes is first fit, which takes every edge once, in linear time. Sheets of n x n vertices, six "
        "groups.",
    .x = "edges",
    .y = "part of the edges in a group",
    .log_x = true};

static void grouping(check *self, int unused) {
  enum { SHEETS = 4 };
  static const int32_t sides[SHEETS] = {6, 11, 21, 41};
  double edges[SHEETS], part[2][SHEETS];
  erratum_grouping last = {0};
  for (int i = 0; i < SHEETS; i++) {
    xpbd_mesh mesh;
    if (!check_status(self, xpbd_mesh_make_grid(sides[i], sides[i], 0.25, &mesh), XPBD_OK, "grid")) return;
    edges[i] = mesh.edge_count;
    for (int drop = 1; drop >= 0; drop--) {
      const bool good = check_true(self, erratum_groups(&mesh, drop == 1, &last), "memory");
      part[drop][i] = good ? last.covered / edges[i] : (double)NAN;
    }
    xpbd_mesh_destroy(&mesh);
  }
  check_at_most(self, part[0][SHEETS - 1], 0.5, "41 x 41, to the letter: part of the edges in a group");
  check_at_least(self, part[1][SHEETS - 1], 0.99, "41 x 41, line 26 as the text has it: the same");
  check_control(self, !(part[0][SHEETS - 1] >= 0.99), "the listing");
  check_finding(self, &grouping_finding,
                "of %.0f edges %.0f get a group, with %d entries too many and %d pairs of adjacent edges in one group; "
                "with line 26 as the text has it %.0f",
                edges[3], part[0][3] * edges[3], (int)last.repeated, (int)last.adjacent, part[1][3] * edges[3]);
  check_curve(self, "to the letter", SHEETS, edges, part[0]);
  check_curve(self, "line 26 as the text has it", SHEETS, edges, part[1]);
}

void check_group_findings(check_registry *registry) {
  check_add_finding(registry, "energies", "an energy as a constraint: elongation against load", quartic, 0);
  check_add_finding(registry, "time-step", "an energy as a constraint: elongation against the time step", step, 0);
  check_add_finding(registry, "ghost-tips", "momentum and damping with a tip of infinite mass", tips, 0);
  check_add_finding(registry, "grouping", "edges that a printed listing leaves out", grouping, 0);
}
