/* Why this file exists: questions about elements with more than two particles. Their right answers are those of this
 * library with short time steps and many iterations, in double. Its formulas and its answers are checked elsewhere. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "judge.h"

static double states[8 * 6 * TRIAL_PARTICLES], right[8 * 6 * TRIAL_PARTICLES];

static const trial_run asked = {.substeps = 20, .iterations = 10, .frames = 2, .every = 2};
static const trial_run exact = {.substeps = 400, .iterations = 10, .frames = 2, .every = 2};

/// The root of the mean square of the difference of two states, over that of the motion in the second.
static double error_of(const trial *t, const double *a, const double *b) {
  double apart = 0, moved = 0;
  for (int32_t i = 0; i < 3 * t->count; i++) {
    apart += (a[i] - b[i]) * (a[i] - b[i]);
    moved += (b[i] - t->x[i / 3][i % 3]) * (b[i] - t->x[i / 3][i % 3]);
  }
  return sqrt(apart / moved);
}

/// Asks with the first formula of the list that the solver has. Its name is left in the trial.
static bool ask_one_of(solver_judge *judge, solver_answer *answer, trial *t, const char *const *formulas) {
  for (int k = 0; formulas[k]; k++) {
    t->set.formula = formulas[k];
    answer->outcome = SOLVER_NOT_ASKED;
    if (solver_ask(judge, answer, t, &asked, states)) return true;
    if (answer->outcome != SOLVER_NOT_ASKED) return false;
  }
  return false;
}

static bool simulated(solver_answer *answer, const trial *t, double *out) {
  if (trial_simulate(t, &exact, out) == XPBD_OK) return true;
  answer->outcome = SOLVER_UNDECIDED;
  snprintf(answer->text, sizeof answer->text, "no right answer: %.*s", SOLVER_TEXT - 32, xpbd_last_error());
  return false;
}

/// Two triangles that share an edge, with a fold at rest and at the start.
static void hinge(trial *t, double rest, double start) {
  trial_new(t);
  trial_particle(t, 0, 0, -0.05, 0.1);
  trial_particle(t, 0, 0, 0.05, 0.1);
  trial_particle(t, 0, 0, -0.03, 0.1);
  trial_particle(t, 0, 0, 0.02, 0.15);
  for (int k = 0; k < 2; k++) {
    const double angle = (k ? start : rest) / 2;
    double(*at)[3] = k ? t->x : t->rest;
    at[2][0] = -0.1 * cos(angle), at[3][0] = 0.13 * cos(angle);
    at[2][1] = 0.1 * sin(angle), at[3][1] = 0.13 * sin(angle);
  }
  trial_element(t, 0, 1, 2, 3);
  t->set.k = 1;
  t->set.compliance = 1.6;
}

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/// The fold as in dihedral.h.
static double fold_of(const trial *t, const double *state) {
  double d[3][3], n[3], m[3], both[3], along = 0, cosine = 0, edge = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) d[i][k] = solver_at(t, state, 0, 0, i + 1)[k] - solver_at(t, state, 0, 0, 0)[k];
  cross(d[0], d[1], n), cross(d[2], d[0], m), cross(n, m, both);
  for (int k = 0; k < 3; k++) along += d[0][k] * both[k], cosine += n[k] * m[k], edge += d[0][k] * d[0][k];
  return atan2(along / sqrt(edge), cosine);
}

static const double folds[3][2] = {{0, 0.8}, {0, -0.8}, {0.5, -0.3}}; /* at rest, at the start */

/// Whether a fold moves against the right way.
static bool against(const double *found, const double *wanted, int k) {
  return (found[k] - folds[k][1]) * (wanted[k] - folds[k][1]) < 0;
}

static solver_slip bending_slip(const double *found, const double *wanted, bool flat) {
  if (flat) return against(found, wanted, 2) ? SLIP_BENDING_REST_SIGN : SLIP_BENDING_REST;
  if (against(found, wanted, 0) && against(found, wanted, 1)) return SLIP_BENDING_SIGN;
  return against(found, wanted, 0) || against(found, wanted, 1) ? SLIP_BENDING_UNSIGNED : SLIP_BENDING;
}

void solver_ask_bending(solver_judge *judge, solver_answer *answer) {
  static const char *const formulas[] = {"dihedral", "shell_bending", NULL};
  const double most = 0.08;
  double worst = -1, found[3], wanted[3], errors[3];
  int at = 0;
  for (int k = 0; k < 3; k++) {
    trial t;
    hinge(&t, folds[k][0], folds[k][1]);
    if (!ask_one_of(judge, answer, &t, formulas)) return;
    if (strcmp(t.set.formula, "shell_bending") == 0) t.set.k = 1.2; /* [N m] */
    if (t.set.k != 1 && !ask_one_of(judge, answer, &t, formulas + 1)) return;
    if (!simulated(answer, &t, right)) return;
    const double error = error_of(&t, states, right);
    found[k] = fold_of(&t, states), wanted[k] = fold_of(&t, right);
    errors[k] = error;
    if (error > worst) worst = error, at = k;
  }
  solver_decide(
      answer, bending_slip(found, wanted, errors[0] <= most && errors[1] <= most), worst, 0, most,
      "two triangles with a rest fold of %g rad that start at %g are folded by %.3g after 0.04 s (right: %.3g)",
      folds[at][0], folds[at][1], found[at], wanted[at]);
}

/// Two cells of a bar, stretched along it by a tenth.
static void bar(trial *t) {
  xpbd_mesh mesh;
  trial_new(t);
  if (xpbd_mesh_make_beam(2, 1, 1, 0.1, &mesh) != XPBD_OK) return;
  for (int32_t i = 0; i < mesh.vertex_count; i++) {
    const double *x = mesh.positions + 3 * i;
    trial_particle(t, x[0], x[1], x[2], 0.05);
    t->x[i][0] *= 1.1;
  }
  for (int32_t e = 0; e < mesh.tet_count; e++)
    trial_element(t, mesh.tets[4 * e], mesh.tets[4 * e + 1], mesh.tets[4 * e + 2], mesh.tets[4 * e + 3]);
  xpbd_mesh_destroy(&mesh);
  t->set.k = 5e3; /* E [Pa] */
  t->set.compliance = 1;
}

/// Whether the answer is nearer to one with the rest volume at another power in the compliance.
static solver_slip solid_slip(const trial *t, double error) {
  static double other[6 * TRIAL_PARTICLES];
  const double volume = 1e-3 / 6;
  for (int k = 0; k < 2; k++) {
    trial wrong = *t;
    wrong.set.compliance = k ? 1 / volume : volume;
    if (trial_simulate(&wrong, &asked, other) == XPBD_OK && error_of(t, states, other) < 0.3 * error)
      return k ? SLIP_REST_VOLUME_TWICE : SLIP_REST_VOLUME;
  }
  return SLIP_SOLID;
}

void solver_ask_solid(solver_judge *judge, solver_answer *answer) {
  static const char *const formulas[] = {"stvk_strain_tet", "stvk_root_tet", "neo_hookean_root_tet",
                                         "stable_neo_hookean_tet", NULL};
  const double most_error = 0.12;
  trial t;
  bar(&t);
  if (!ask_one_of(judge, answer, &t, formulas) || !simulated(answer, &t, right)) {
    if (answer->slip == SLIP_GAVE_UP || answer->slip == SLIP_NOT_FINITE) answer->slip = SLIP_SOLID;
    return;
  }
  const double first = error_of(&t, states, right);
  double error = first;
  trial_run more = asked;
  more.iterations *= 8;
  if (!(error <= most_error)) { /* a method that converges slowly is not wrong */
    if (!solver_ask(judge, answer, &t, &more, states)) return;
    error = error_of(&t, states, right);
  }
  solver_decide(answer, solid_slip(&t, error), error, 0, most_error,
                "a stretched bar of tetrahedra (%s) is off by %.3g of its motion after 0.04 s: its length is %.5g m "
                "(right: %.5g m)",
                t.set.formula, error, solver_at(&t, states, 0, 0, 2)[0] - solver_at(&t, states, 0, 0, 0)[0],
                solver_at(&t, right, 0, 0, 2)[0] - solver_at(&t, right, 0, 0, 0)[0]);
  if (answer->outcome != SOLVER_WRONG || !(error < 0.5 * first)) return;
  answer->outcome = SOLVER_UNDECIDED;
  solver_more(answer, "; at %d iterations it was off by %.3g: they have not converged", (int)asked.iterations, first);
}

void solver_ask_volume(solver_judge *judge, solver_answer *answer) {
  static const char *const formulas[] = {"tet_volume", NULL};
  static const double at[4][3] = {{0, 0, 0}, {0.2, 0, 0}, {0, 0.2, 0}, {0.05, 0.05, 0.2}};
  trial t;
  trial_new(&t);
  for (int i = 0; i < 4; i++) {
    trial_particle(&t, at[i][0], at[i][1], at[i][2], 0.1 + 0.1 * i);
    t.x[i][2] *= 1.3;
  }
  trial_element(&t, 0, 1, 2, 3);
  t.set.compliance = 2e-6; /* [m^6/J] */
  if (!ask_one_of(judge, answer, &t, formulas) || !simulated(answer, &t, right)) return;
  const double error = error_of(&t, states, right);
  solver_decide(answer, solver_slip_shown(judge, SLIP_VOLUME), error, 0, 0.1,
                "a tetrahedron that is pulled by 0.3 of its height is off by %.3g of its motion after 0.04 s", error);
}
