/* Why this file exists: findings about numbers that no paper prints but that decide: how long an edge is, and how much
 * heavier or stiffer one part of a body is than another. */
#include <math.h>
#include <stdlib.h>

#include "ratio_findings.h"
#include "runner/hanging.h"
#include "runner/rig.h"

/* ---- Energies against the length of an edge ---- */

static const check_finding_text edges_finding = {
    .key = "springs_and_edges",
    .title = "Which of the papers' springs is softest depends on the length of its edges",
    .statement =
        "The springs of Cetinaslan (2019) have one constant k for stretching, Hooke, Morse and StVK. C of the last "
        "three is an energy, and metres enter it with a power. Near rest, C of StVK is 2 k l0^2 (l - l0)^2, so the "
        "spring gets stiffer with its length l0. StVK is the softest with "
        "edges of a quarter metre or less, and the stiffest of these three with a metre or more. No order of the four "
        "holds at every size, and the paper prints no size. The spring "
        "carries 1 kg, with k 10 and alpha 1e-5 as printed.",
    .x = "length at rest [m]",
    .y = "elongation under 1 kg [m]",
    .log_x = true,
    .log_y = true};

static void edges(check *self, int unused) {
  enum { LENGTHS = 7, SPRINGS = 4, HOOKEAN = 1, STVK = 3 };
  static const char *const springs[SPRINGS] = {"stretching", "hookean", "morse", "stvk"};
  static const double lengths[LENGTHS] = {0.05, 0.1, 0.25, 0.5, 1, 5, 20};
  double way[SPRINGS][LENGTHS];
  for (int k = 0; k < SPRINGS; k++)
    for (int i = 0; i < LENGTHS; i++) {
      hanging one = hanging_spring(springs[k], 1e-5);
      one.length = lengths[i];
      way[k][i] = hanging_equilibrium(&one);
    }
  hanging short_one = hanging_spring("stvk", 1e-5);
  short_one.length = lengths[2], short_one.h = 1.0 / 3840;
  check_at_most(self, fabs(hanging_rest(self, &short_one) / way[STVK][2] - 1.0), 1e-3,
                "StVK of 0.25 m: where the solver rests against the potential");
  const double small = way[STVK][0] / way[HOOKEAN][0], large = way[STVK][LENGTHS - 1] / way[HOOKEAN][LENGTHS - 1];
  check_at_least(self, small, 1.1, "0.05 m: elongation, StVK / Hooke");
  check_at_most(self, large, 1.0 / 1.1, "20 m: the same");
  check_control(self, !(large >= 1.1), "the long edge");
  check_finding(self, &edges_finding,
                "elongation, StVK over Hooke: %.2f with 0.05 m, %.2f with 0.5 m, %.3f with "
                "20 m",
                small, way[STVK][3] / way[HOOKEAN][3], large);
  for (int k = 0; k < SPRINGS; k++) check_curve(self, springs[k], LENGTHS, lengths, way[k]);
}

/* ---- Iterations against ratios of mass and stiffness ---- */

enum { LINKS = 10, RATIOS = 5, METHODS = 3, ITERATIONS_MOST = 1 << 19 };

/// A vertical chain in one time step from rest. `mass`: the last weight / the others. `stiffness`: every second link /
/// the others.
typedef struct ladder {
  double mass, stiffness;
} ladder;

static const double link = 0.1, weight = 0.05, soft = 1e-4, h = 1.0 / 60.0;

static double weight_of(const ladder *l, int particle) {
  return particle == LINKS ? weight * l->mass : weight;
}

static double compliance_of(const ladder *l, int of) {
  return of % 2 ? soft / l->stiffness : soft;
}

/// Where the last weight ends, by elimination: the step minimises sum m (y - p)^2 / (2 h^2) + C^2 / (2 alpha), which is
/// quadratic in one dimension [m below its start].
static double exact(const ladder *l) {
  double diagonal[LINKS], right[LINKS], upper[LINKS];
  for (int i = 0; i < LINKS; i++) {
    const double above = 1.0 / compliance_of(l, i), below = i + 1 < LINKS ? 1.0 / compliance_of(l, i + 1) : 0.0;
    const double inertia = weight_of(l, i + 1) / (h * h);
    diagonal[i] = inertia + above + below, right[i] = inertia * 9.81 * h * h, upper[i] = -below;
  }
  for (int i = 1; i < LINKS; i++) { /* symmetric */
    const double factor = upper[i - 1] / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1], right[i] -= factor * right[i - 1];
  }
  return right[LINKS - 1] / diagonal[LINKS - 1];
}

/// A method with its acceleration.
typedef struct variant {
  xpbd_method method;
  double omega, chebyshev;
} variant;

static variant plain(xpbd_method method) {
  return (variant){method, 1.0, 0.0};
}

/// The same by a solver. NaN after a failure.
static double iterated(check *self, const ladder *l, variant by, int32_t iterations) {
  double x[3 * (LINKS + 1)] = {0}, w[LINKS + 1] = {0};
  int32_t ends[2][2 * LINKS];
  int count[2] = {0, 0};
  for (int i = 0; i < LINKS; i++) {
    x[3 * (i + 1) + 1] = -link * (i + 1);
    w[i + 1] = 1.0 / weight_of(l, i + 1);
    int32_t *pair = &ends[i % 2][2 * count[i % 2]++];
    pair[0] = i, pair[1] = i + 1;
  }
  xpbd_scene_def scene = rig_points(LINKS + 1, x, NULL, w);
  scene.gravity[1] = -9.81;
  xpbd_constraints_def sets[2];
  for (int s = 0; s < 2; s++) {
    sets[s] = rig_set("stretching", count[s], ends[s], NULL);
    sets[s].material[0] = 1.0, sets[s].compliance = s ? soft / l->stiffness : soft;
  }
  xpbd_solver_def def = rig_settings(XPBD_F64, h, iterations);
  def.method = by.method;
  xpbd_solver_def_set(&def, "omega", by.omega);
  xpbd_solver_def_set(&def, "chebyshev", by.chebyshev);
  OWNED(rig_free) rig r = {0};
  const bool good = rig_scene(&r, self, &scene, 2, sets) && rig_solver(&r, &def) && rig_step(&r, 1);
  const double way = good ? -r.x[3 * LINKS + 1] - link * LINKS : (double)NAN;
  return way;
}

/// The share of the correction of the last weight that so many iterations leave.
static double left_by(check *self, const ladder *l, variant by, int32_t iterations) {
  const double right = exact(l), correction = fabs(9.81 * h * h - right);
  return fabs(iterated(self, l, by, iterations) - right) / correction;
}

static bool close_enough(check *self, const ladder *l, variant by, int32_t iterations) {
  return left_by(self, l, by, iterations) <= 0.01;
}

/// The fewest iterations that leave 1 % of the correction of the last weight, by halving. NaN if ITERATIONS_MOST are
/// too few.
static double needed(check *self, const ladder *l, variant by) {
  int32_t enough = 1;
  while (enough < ITERATIONS_MOST && !close_enough(self, l, by, enough)) enough *= 2;
  if (enough >= ITERATIONS_MOST) return (double)NAN;
  int32_t few = enough / 2;
  while (enough - few > 1) {
    const int32_t middle = (few + enough) / 2;
    *(close_enough(self, l, by, middle) ? &enough : &few) = middle;
  }
  return enough;
}

static const check_finding_text ratio_finding = {
    .key = "iterations_and_ratios",
    .title = "How many iterations a ratio of masses or stiffnesses costs",
    .statement =
        "A local method carries a weight up a chain one link per iteration. The chain has 10 links of 0.1 m, weights "
        "of "
        "0.05 kg, alpha 1e-4 and one step of 1/60 s from rest, which elimination solves exactly. Shown are the fewest "
        "iterations that make 99 % of the way of the last weight from its free fall to its exact position. The ratio "
        "is "
        "the mass of the last weight over the others, or the stiffness of every second link over the others.",
    .x = "ratio",
    .y = "iterations of one step",
    .log_x = true,
    .log_y = true};

static void ratios(check *self, int unused) {
  static const double at[RATIOS] = {1, 10, 100, 1000, 10000};
  static const xpbd_method methods[METHODS] = {XPBD_METHOD_XPBD, XPBD_METHOD_JACOBI, XPBD_METHOD_ENERGY};
  static const char *const labels[2][METHODS] = {{"xpbd, a heavy end", "jacobi, a heavy end", "energy, a heavy end"},
                                                 {"xpbd, stiff links", "jacobi, stiff links", "energy, stiff links"}};
  double count[2][METHODS][RATIOS];
  for (int by = 0; by < 2; by++)
    for (int m = 0; m < METHODS; m++)
      for (int k = 0; k < RATIOS; k++) {
        const ladder l = {.mass = by ? 1.0 : at[k], .stiffness = by ? at[k] : 1.0};
        count[by][m][k] = needed(self, &l, plain(methods[m]));
      }
  const ladder heavy = {.mass = 100.0, .stiffness = 1.0};
  check_at_most(self, fabs(iterated(self, &heavy, plain(XPBD_METHOD_XPBD), 100000) / exact(&heavy) - 1.0), 1e-9,
                "100 times the mass, 100000 iterations: place of the last weight / by elimination");
  check_control(self, !close_enough(self, &heavy, plain(XPBD_METHOD_XPBD), 1), "one iteration");
  check_at_least(self, count[0][0][2] / count[0][0][0], 2.0, "iterations of XPBD, mass ratio 100 / 1");
  check_at_least(self, count[0][1][2] / count[0][0][2], 1.0, "mass ratio 100: iterations, jacobi / xpbd");
  check_finding(self, &ratio_finding,
                "XPBD needs %.0f iterations with equal masses, %.0f with an end 100 times as heavy; %.0f with every "
                "second link 100 times as stiff. Jacobi needs %.0f, %.0f and %.0f",
                count[0][0][0], count[0][0][2], count[1][0][2], count[0][1][0], count[0][1][2], count[1][1][2]);
  for (int by = 0; by < 2; by++)
    for (int m = 0; m < METHODS; m++) check_curve(self, labels[by][m], RATIOS, at, count[by][m]);
}

/* ---- Acceleration ---- */

/// The share that an iteration leaves in the end, from the iterations it takes to leave 1 %.
static double radius_of(check *self, const ladder *l, xpbd_method method, double count) {
  const int32_t from = count > 10 ? (int32_t)count : 10;
  return pow(left_by(self, l, plain(method), 2 * from) / left_by(self, l, plain(method), from), 1.0 / from);
}

static const check_finding_text acceleration_finding = {
    .key = "acceleration_and_ratios",
    .title = "Acceleration needs a fifth to a twentieth of the iterations on a chain",
    .statement =
        "The chain and its measure are the same as in the finding on ratios. An iteration of a method leaves the share "
        "rho "
        "of "
        "the error in the end, which is measured without acceleration. Chebyshev acceleration (Wang 2015) is given "
        "this "
        "rho. Over-relaxation of xpbd and vbd has omega = 2 / (1 + sqrt(1 - rho)), the best factor in the theory of "
        "successive over-relaxation. For jacobi it is 1.9, because its theory allows up to 2. Multipliers are "
        "accelerated with the positions, so each variant ends where its method ends. Shown is the heavy end.",
    .x = "ratio of the masses",
    .y = "iterations of one step",
    .log_x = true,
    .log_y = true};

enum { PLAIN, RELAXED, CHEBYSHEV, WAYS };

static void accelerated(check *self, int unused) {
  static const double at[RATIOS] = {1, 10, 100, 1000, 10000};
  static const xpbd_method methods[METHODS] = {XPBD_METHOD_XPBD, XPBD_METHOD_JACOBI, XPBD_METHOD_VBD};
  static const char *const labels[METHODS][WAYS] = {{"xpbd", "xpbd, over-relaxed", "xpbd, Chebyshev"},
                                                    {"jacobi", "jacobi, over-relaxed", "jacobi, Chebyshev"},
                                                    {"vbd", "vbd, over-relaxed", "vbd, Chebyshev"}};
  static const bool shown[METHODS][WAYS] = {{true, true, true}, {true, false, true}, {false, true, false}};
  double count[METHODS][WAYS][RATIOS], most = 0.0;
  for (int m = 0; m < METHODS; m++)
    for (int k = 0; k < RATIOS; k++) {
      const ladder l = {.mass = at[k], .stiffness = 1.0};
      count[m][PLAIN][k] = needed(self, &l, plain(methods[m]));
      const double rho = radius_of(self, &l, methods[m], count[m][PLAIN][k]);
      const double best = methods[m] == XPBD_METHOD_JACOBI ? 1.9 : 2.0 / (1.0 + sqrt(1.0 - rho));
      const variant relaxed = {methods[m], best, 0.0}, fast = {methods[m], 1.0, rho};
      count[m][RELAXED][k] = needed(self, &l, relaxed);
      count[m][CHEBYSHEV][k] = needed(self, &l, fast);
      if (k > 0) continue; /* the correction of a heavy weight is so small that rounding is seen */
      most = check_larger(most, left_by(self, &l, relaxed, 4000));
      most = check_larger(most, left_by(self, &l, fast, 4000));
    }
  check_at_most(self, most, 1e-9, "equal masses, 4000 accelerated iterations: share of the correction left");
  const ladder heavy = {.mass = 100.0, .stiffness = 1.0};
  check_control(self, !(left_by(self, &heavy, (variant){XPBD_METHOD_XPBD, 1.0, 0.5}, 40) <= 1e-2), "rho too small");
  for (int m = 0; m < METHODS; m++)
    check_at_most(self, count[m][CHEBYSHEV][2] / count[m][PLAIN][2], 0.5,
                  "mass ratio 100, %s: iterations, with Chebyshev acceleration / without", labels[m][PLAIN]);
  check_finding(self, &acceleration_finding,
                "with an end 100 times as heavy xpbd needs %.0f iterations, %.0f over-relaxed and %.0f by Chebyshev. "
                "Jacobi needs %.0f, %.0f and %.0f, and vbd %.0f, %.0f and %.0f",
                count[0][0][2], count[0][1][2], count[0][2][2], count[1][0][2], count[1][1][2], count[1][2][2],
                count[2][0][2], count[2][1][2], count[2][2][2]);
  for (int m = 0; m < METHODS; m++)
    for (int way = 0; way < WAYS; way++)
      if (shown[m][way]) check_curve(self, labels[m][way], RATIOS, at, count[m][way]);
}

/* ---- The order of the constraints, as a distribution ---- */

/// The share of the correction of the last weight that so many iterations leave, with the links in this order.
static double left_in_order(check *self, const int order[LINKS], int32_t iterations) {
  static const ladder equal = {1.0, 1.0};
  double x[3 * (LINKS + 1)] = {0}, w[LINKS + 1] = {0};
  int32_t ends[2 * LINKS];
  for (int i = 0; i < LINKS; i++) {
    x[3 * (i + 1) + 1] = -link * (i + 1), w[i + 1] = 1.0 / weight;
    ends[2 * i] = order[i], ends[2 * i + 1] = order[i] + 1;
  }
  xpbd_scene_def scene = rig_points(LINKS + 1, x, NULL, w);
  scene.gravity[1] = -9.81;
  xpbd_constraints_def set = rig_set("stretching", LINKS, ends, NULL);
  set.material[0] = 1.0, set.compliance = soft;
  const xpbd_solver_def def = rig_settings(XPBD_F64, h, iterations);
  OWNED(rig_free) rig r = {0};
  const bool good = rig_scene(&r, self, &scene, 1, &set) && rig_solver(&r, &def) && rig_step(&r, 1);
  const double way = good ? -r.x[3 * LINKS + 1] - link * LINKS : (double)NAN, right = exact(&equal);
  return fabs(way - right) / fabs(9.81 * h * h - right);
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static const check_finding_text order_finding = {
    .key = "order_distribution",
    .title = "On a chain the order of the constraints changes the error of Gauss-Seidel by a seventh",
    .statement =
        "Gauss-Seidel projects one constraint after another. The papers use the order of the mesh and name no other. "
        "The "
        "chain is the one of the finding on ratios, with equal weights and links. Its links are projected in 200 "
        "random "
        "orders. The curves show how much of the correction of the last weight is left, over the share of the orders. "
        "With enough iterations all orders agree.",
    .x = "share of the orders",
    .y = "share of the correction left",
    .log_y = true};

static void orders(check *self, int unused) {
  enum { ORDERS = 200, POINTS = 11, COUNTS = 3 };
  static const int32_t counts[COUNTS] = {10, 40, 80};
  static const char *const labels[COUNTS] = {"10 iterations", "40 iterations", "80 iterations"};
  double left[COUNTS][ORDERS], at[POINTS], curve[COUNTS][POINTS], converged = 0.0, down[COUNTS];
  for (int k = 0; k < ORDERS; k++) {
    int order[LINKS];
    for (int i = 0; i < LINKS; i++) order[i] = i;
    for (int i = LINKS - 1; i > 0 && k > 0; i--) { /* the first order is the one from the top */
      const int j = (int)check_random(self, 0.0, i + 0.999999), swapped = order[i];
      order[i] = order[j], order[j] = swapped;
    }
    for (int c = 0; c < COUNTS; c++) left[c][k] = left_in_order(self, order, counts[c]);
    if (k < 5) converged = check_larger(converged, left_in_order(self, order, 5000));
  }
  for (int c = 0; c < COUNTS; c++) {
    down[c] = left[c][0];
    qsort(left[c], ORDERS, sizeof left[c][0], by_size);
    for (int p = 0; p < POINTS; p++) at[p] = 0.1 * p, curve[c][p] = left[c][(ORDERS - 1) * p / (POINTS - 1)];
  }
  check_at_most(self, converged, 1e-9, "5000 iterations, five orders: share of the correction left");
  check_at_least(self, curve[1][POINTS - 1] / curve[1][0], 1.1, "40 iterations: worst order / best");
  check_control(self, !(curve[1][0] <= 1e-9), "40 iterations are not converged");
  check_finding(
      self, &order_finding,
      "after 40 iterations the best order leaves %.3f, the median %.3f, the worst %.3f, and the order from the "
      "top %.3f of the correction",
      curve[1][0], curve[1][5], curve[1][POINTS - 1], down[1]);
  for (int c = 0; c < COUNTS; c++) check_curve(self, labels[c], POINTS, at, curve[c]);
}

void findings_of_ratios(check_registry *registry) {
  check_add_finding(registry, "orders", "the error of Gauss-Seidel over random orders of the constraints", orders, 0);
  check_add_finding(registry, "edges", "elongation of the four springs against their length", edges, 0);
  check_add_finding(registry, "ratios", "iterations against ratios of mass and stiffness", ratios, 0);
  check_add_finding(registry, "acceleration", "the same with over-relaxation and Chebyshev acceleration", accelerated,
                    0);
}
