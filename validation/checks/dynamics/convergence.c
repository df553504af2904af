/* Why this file exists: the error of a moving body has an order in the time step and an order in the mesh. Both are
 * measured for a beam in its slowest mode, with an interval. An order is decided only if a rule holds in all of it. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "checks/mechanics/equilibrium.h"
#include "dynamics_checks.h"
#include "swing.h"

static const double PI = 3.14159265358979323846; /* M_PI is not in C11 */

/// An order of convergence: the smallest and the largest that the measurements allow.
typedef struct interval {
  double low, high;
} interval;

static void widen(interval *order, double to) {
  order->low = check_smaller(order->low, to), order->high = check_larger(order->high, to);
}

/* ---- in time ---- */

enum { LEVELS = 8, WAYS = 4, NEWTON = 0, TWENTY, FIVE, ONE, ORDERS = 3 };
static const swing_way ways[WAYS] = {{"newton", XPBD_METHOD_NEWTON, 100, 1},
                                     {"xpbd, 20 iterations", XPBD_METHOD_XPBD, 20, 1},
                                     {"xpbd, 5 iterations", XPBD_METHOD_XPBD, 5, 1},
                                     {"xpbd, 1 iteration", XPBD_METHOD_XPBD, 1, 1}};

static int32_t steps_at(int level) {
  return 8 << level;
}

/// The error after a quarter of the period. NaN for levels that are not run.
static bool errors_in_time(const swing *s, const swing_way *way, int levels, double error[LEVELS]) {
  for (int k = 0; k < LEVELS; k++) {
    swing_way quarter = *way;
    swing_frame end = {.error = (double)NAN};
    quarter.substeps = steps_at(k);
    if (k < levels && !swing_run(s, &quarter, 4, 1, 0.0, &end)) return false;
    error[k] = end.error;
  }
  return true;
}

/// The same by implicit Euler: a step divides position + i velocity / omega, up to its phase, by 1 - i omega h.
static double error_on_paper(int32_t steps) {
  const double turn = 0.5 * PI / steps;
  return cabs(cpow(1.0 - I * turn, -steps) - cexp(I * 0.5 * PI));
}

static interval order_in_time(const double *error, int levels) {
  interval order = {INFINITY, -INFINITY};
  for (int k = levels - ORDERS; k < levels; k++) widen(&order, log2(error[k - 1] / error[k]));
  return order;
}

static const check_finding_text time_order = {
    .key = "order_in_time",
    .title = "In time, a swinging beam converges in first order once its steps are solved",
    .statement =
        "XPBD is implicit Euler if its steps are solved. The error of implicit Euler at a fixed time is proportional "
        "to the time step. The beam is the same as in the finding on lost energy, and its exact motion is known. The "
        "figure "
        "shows the distance to it after a quarter of the period, in position and velocity / omega, divided by the "
        "amplitude. The order of a curve is log2 of the ratio of two neighbouring errors. Its interval covers the "
        "three shortest steps. The rule of first order is from 0.85 to 1.15. It holds if all of the "
        "interval meets it, fails if none of it does, and is undecided otherwise. With one iteration, the error of "
        "the unsolved step falls with the square of the time step, and exceeds the error of implicit Euler until the "
        "steps "
        "are very short.",
    .x = "time step / period",
    .y = "distance to the exact motion / amplitude",
    .log_x = true,
    .log_y = true};

static void in_time(check *self, int full) {
  const int levels[WAYS] = {full ? 7 : 5, full ? LEVELS : 7, LEVELS, LEVELS};
  double h[LEVELS], error[WAYS][LEVELS];
  interval order[WAYS];
  const char *first[WAYS];
  swing s;
  if (!equilibrium_possible(self)) return;
  bool good = swing_make(self, 2, &s);
  for (int w = 0; good && w < WAYS; w++) {
    good = errors_in_time(&s, &ways[w], levels[w], error[w]);
    if (!good) break;
    order[w] = order_in_time(error[w], levels[w]);
    first[w] = swing_outcome(self, "from 0.85 to 1.15", order[w].low, order[w].high);
  }
  swing_free(&s);
  if (!good) return;
  check_why(self, "the square of the amplitude, relative to the smallest error");
  for (int k = 0; k < levels[NEWTON]; k++)
    check_at_most(self, fabs(error[NEWTON][k] / error_on_paper(steps_at(k)) - 1.0), 1e-4,
                  "newton, %d steps: error over that of implicit Euler - 1", (int)steps_at(k));
  for (int w = 0; w < ONE; w++)
    check_true(self, strcmp(first[w], "holds") == 0, "the title: %s converges in first order", ways[w].label);
  check_control(self, strcmp(first[ONE], "holds") != 0, "steps of one iteration");
  if (full) return;
  check_finding(self, &time_order,
                "the orders are %.2f to %.2f for newton, where first order %s. They are %.2f to %.2f with 20 "
                "iterations, where it %s, %.2f to %.2f with 5 iterations, where it %s, and %.2f to %.2f with 1 "
                "iteration, where it %s",
                order[NEWTON].low, order[NEWTON].high, first[NEWTON], order[TWENTY].low, order[TWENTY].high,
                first[TWENTY], order[FIVE].low, order[FIVE].high, first[FIVE], order[ONE].low, order[ONE].high,
                first[ONE]);
  for (int k = 0; k < LEVELS; k++) h[k] = 0.25 / steps_at(k);
  for (int w = 0; w < WAYS; w++) check_curve(self, ways[w].label, LEVELS, h, error[w]);
}

/* ---- in space ---- */

enum { MESHES = 4, SOLVERS = 2, FRAMES = 8, PER_PERIOD = 16 };
static const swing_way solvers[SOLVERS] = {{"newton", XPBD_METHOD_NEWTON, 100, 1},
                                           {"xpbd, 1024 steps of 1 iteration", XPBD_METHOD_XPBD, 1, 1024}};
static const double THEORY =
    2e-3; /* how far meshes at rest end from Timoshenko's theory: the check mechanics/beam-theory */

/// The frequency of a solver's motion over the one of the finite elements. Implicit Euler turns by atan(omega h) in
/// each step, so its time step leaves no error here.
static double frequency_of(const swing *s, const swing_way *way) {
  swing_frame frame[FRAMES];
  double y[FRAMES], angle, factor;
  if (!swing_run(s, way, PER_PERIOD, FRAMES, 0.0, frame)) return (double)NAN;
  for (int f = 0; f < FRAMES; f++) y[f] = frame[f].coordinate;
  check_oscillation(y, FRAMES, &angle, &factor);
  return tan(angle / way->substeps) * way->substeps * PER_PERIOD / (2.0 * PI);
}

/// The frequencies of the finite elements and of the solvers on meshes of 1, 2, 4, ... cells over the height, over that
/// of Timoshenko. `last`: the finest mesh of the solvers.
static bool frequencies(check *self, int last, double elements[MESHES], double solver[SOLVERS][MESHES]) {
  bool good = true;
  for (int k = 0; good && k < MESHES; k++) {
    OWNED(swing_free) swing s = {0};
    good = swing_make(self, 1 << k, &s);
    elements[k] = good ? s.omega / beam_frequency(&s.beam, true) : (double)NAN;
    for (int w = 0; w < SOLVERS; w++)
      solver[w][k] = good && k <= last ? elements[k] * frequency_of(&s, &solvers[w]) : (double)NAN;
  }
  return good;
}

/// The orders of the errors of the last three meshes. The theory that they are errors from is itself off by THEORY at
/// most.
static interval order_in_space(const double *ratio) {
  interval order = {INFINITY, -INFINITY};
  for (int k = MESHES - 2; k < MESHES; k++)
    for (int side = -1; side <= 1; side += 2)
      widen(&order, log2((ratio[k - 1] - 1.0 + side * THEORY) / (ratio[k] - 1.0 + side * THEORY)));
  return order;
}

static const check_finding_text space_order = {
    .key = "order_in_space",
    .title = "In space, the order of a swinging beam is still undecided at 12288 tetrahedra",
    .statement =
        "Linear tetrahedra converge in second order if the mesh is fine enough. The beam is the same as in the finding "
        "on lost energy, with 24, 192, 1536 and 12288 tetrahedra. The figure shows how much faster its first mode is "
        "than by Timoshenko's theory of beams, which has 0.96 of the frequency of Euler and Bernoulli. The solvers "
        "give the frequency of the finite elements on the same mesh, so their curves are on top of each other. The "
        "error of the time step is taken out: it turns a mode by atan(omega h) instead of omega h. The order is log2 "
        "of the ratio of two neighbouring errors. Its interval covers the three finest meshes, with the theory "
        "wrong by up to 0.2 %. The rule of second order is from 1.85 to 2.15.",
    .x = "cells over the height",
    .y = "frequency / Timoshenko's frequency - 1",
    .log_x = true,
    .log_y = true};

static void in_space(check *self, int full) {
  double elements[MESHES], solver[SOLVERS][MESHES], cells[MESHES], error[MESHES];
  const int last = full ? MESHES - 1 : MESHES - 2;
  if (!equilibrium_possible(self) || !frequencies(self, last, elements, solver)) return;
  check_why(self, "the square of the amplitude; for xpbd, the iteration that a short step leaves out");
  for (int w = 0; w < SOLVERS; w++)
    for (int k = 0; k <= last; k++)
      check_at_most(self, fabs(solver[w][k] / elements[k] - 1.0), 1e-3,
                    "%d cells, %s: frequency over that of finite elements - 1", 1 << k, solvers[w].label);
  swing s;
  const swing_way few = {"xpbd, 20 iterations", XPBD_METHOD_XPBD, 20, 1};
  if (swing_make(self, 1, &s))
    check_control(self, !(fabs(frequency_of(&s, &few) - 1.0) <= 1e-3), "1 cell, 20 iterations in one step");
  const double limit = (4.0 * elements[MESHES - 1] - elements[MESHES - 2]) / 3.0;
  const double euler = limit * beam_frequency(&s.beam, true) / beam_frequency(&s.beam, false);
  swing_free(&s);
  check_why(self, "what the theory of beams leaves out, as for the beam at rest, and the error of the meshes");
  check_at_most(self, fabs(limit - 1.0), THEORY, "frequency at cells of 0 over Timoshenko's - 1");
  check_control(self, !(fabs(euler - 1.0) <= THEORY), "Euler and Bernoulli, who leave out shear and rotation");
  if (full) return;
  const interval order = order_in_space(elements);
  const char *second = swing_outcome(self, "from 1.85 to 2.15", order.low, order.high);
  check_true(self, strcmp(second, "undecided") == 0, "the title: second order is undecided");
  for (int k = 0; k < MESHES; k++) cells[k] = 1 << k, error[k] = elements[k] - 1.0;
  check_finding(self, &space_order,
                "the error of the frequency is %.0f, %.0f, %.1f and %.1f %%. The orders are %.2f, %.2f and %.2f, and "
                "on the three finest meshes between %.2f and %.2f. Second order: %s. Extrapolated, the frequency "
                "is %.2f %% above Timoshenko's",
                100 * error[0], 100 * error[1], 100 * error[2], 100 * error[3], log2(error[0] / error[1]),
                log2(error[1] / error[2]), log2(error[2] / error[3]), order.low, order.high, second,
                100 * (limit - 1.0));
  check_curve(self, "finite elements", MESHES, cells, error);
  for (int w = 0; w < SOLVERS; w++) {
    for (int k = 0; k < MESHES; k++) error[k] = solver[w][k] - 1.0;
    check_curve(self, solvers[w].label, MESHES, cells, error);
  }
}

void list_convergence(check_registry *registry) {
  check_add_finding(registry, "time-order", "order of a swinging beam in the time step", in_time, 0);
  check_add_finding(registry, "space-order", "order of its first frequency in the mesh", in_space, 0);
}

void list_convergence_full(check_registry *registry) {
  check_add(registry, "time-order", "order of a swinging beam in the time step, with shorter steps", in_time, 1);
  check_add(registry, "space-order", "order of its first frequency, by the solvers on the finest mesh", in_space, 1);
}
