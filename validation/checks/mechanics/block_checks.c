/* Why this file exists: E must be Young's modulus and nu Poisson's ratio of every material in laws.c. Blocks with
 * uniform deformation show it: the solver's resting state against the closed form, at small and at finite strain. A
 * step turns the gradients on its way from the prediction to the end, so a resting state has a bias of second order in
 * h. Each block rests at h and at h / 2. The bias at h / 2 is compared with a limit, the ratio of both with 4. The
 * extrapolation (4 times the finer minus the coarser, over 3) must be the closed form. */
#include <math.h>
#include <stdio.h>

#include "blocks.h"
#include "equilibrium.h"
#include "mechanics_checks.h"

/* Strains. Dead loads on all sides only have small ones: beyond, a block prefers to shear (Rivlin's instability). */
enum { TARGETS = 3 };
static const double targets[BLOCK_LOADS][TARGETS] = {
    {-0.1, 0.001, 0.2}, {-0.1, 0.001, 0.2}, {-0.02, 0.001, 0.02}, {-0.2, 0.001, 0.3}};

/// Largest errors over the targets, relative to the strain.
typedef struct errors {
  double coarse, fine; ///< With h and h / 2.
  double limit;        ///< Extrapolated to h = 0, against the closed form.
  double uneven;       ///< With h / 2.
} errors;

static block block_of(const matter *m, double e, double nu, block_load load, double strain) {
  const double target = load == BLOCK_SHEAR ? strain : 1.0 + strain;
  return (block){.matter = m,
                 .e = e,
                 .nu = nu,
                 .load = load,
                 .target = target,
                 .factor = 1.0,
                 .start = target,
                 .turn = m->turn,
                 .sweeps = 40};
}

/// Adds the errors of one block against the closed form with `nu`.
static bool add_errors(check *self, block c, double nu, errors *out) {
  const block_strain exact = block_expected(&c, c.matter->law, nu);
  block_strain coarse, fine;
  if (!block_rest(self, &c, &coarse)) return false;
  c.turn *= 0.5;
  if (!block_rest(self, &c, &fine)) return false;
  const double along[2] = {coarse.along - exact.along, fine.along - exact.along};
  const double across[2] = {coarse.across - exact.across, fine.across - exact.across};
  out->coarse = check_larger(out->coarse, check_larger(fabs(along[0]), fabs(across[0])));
  out->fine = check_larger(out->fine, check_larger(fabs(along[1]), fabs(across[1])));
  out->limit = check_larger(out->limit, fabs((4.0 * along[1] - along[0]) / 3.0));
  out->limit = check_larger(out->limit, fabs((4.0 * across[1] - across[0]) / 3.0));
  out->uneven = check_larger(out->uneven, fine.uneven);
  return true;
}

static bool all_strains(check *self, const matter *m, double e, double nu, block_load load, errors *out) {
  *out = (errors){0};
  for (int t = 0; t < TARGETS; t++)
    if (!add_errors(self, block_of(m, e, nu, load, targets[load][t]), nu, out)) return false;
  return true;
}

static const double closed = 2e-5; /* limit of the extrapolated error */

/// What must fail: a wrong load, a wrong Poisson's ratio and a wrong material.
static void controls(check *self, const matter *m) {
  const double nu = m->strains ? 0.0 : 0.3;
  block c = block_of(m, 1e5, nu, BLOCK_UNIAXIAL, 0.001);
  errors wrong = {0};
  if (!add_errors(self, c, nu + 0.001, &wrong)) return;
  check_control(self, !(wrong.limit <= closed), "a Poisson's ratio 0.001 too large");
  wrong = (errors){0};
  c.factor = 1.0001;
  if (!add_errors(self, c, nu, &wrong)) return;
  check_control(self, !(wrong.limit <= closed), "a Young's modulus 0.01 %% too small");
  int like = 0;
  for (int i = 0; i < matter_printed_count(); i++)
    if (matter_printed_at(i)->law == m->law) like = i;
  c.matter = matter_printed_at(like), c.factor = 1.0, c.start = 1.0 + cbrt(12.0 * 0.001 / c.e);
  wrong = (errors){0};
  if (!add_errors(self, c, nu, &wrong)) return;
  check_control(self, !(wrong.limit <= closed), "the energy itself as the constraint");
}

static void blocks(check *self, int index) {
  static const double moduli[] = {1e3, 1e5, 1e7}, ratios[] = {0.0, 0.3, 0.45};
  const matter *m = matter_at(index);
  if (!equilibrium_possible(self)) return;
  for (int load = 0; load < BLOCK_LOADS; load++)
    for (int r = 0; r < (m->strains ? 1 : 3); r++) {
      errors worst = {0};
      for (int k = 0; k < 3; k++) {
        errors one;
        if (!all_strains(self, m, moduli[k], ratios[r], (block_load)load, &one)) return;
        worst.coarse = check_larger(worst.coarse, one.coarse), worst.fine = check_larger(worst.fine, one.fine);
        worst.limit = check_larger(worst.limit, one.limit), worst.uneven = check_larger(worst.uneven, one.uneven);
      }
      const char *name = block_load_name((block_load)load);
      const double nu = ratios[r];
      check_why(self, "the remainder of fourth order in h: measured 1e-9 (linear strain) to 6.8e-6 (stvk_root_tet)");
      check_at_most(self, worst.limit, closed, "%s, nu = %g: error at h = 0, of the strain", name, nu);
      check_why(self, "the bias at half of a twentieth of a swing (the pair: of 1/700): measured 1.7e-3 or less");
      check_at_most(self, worst.fine, 3e-3, "%s, nu = %g: error at h / 2, of the strain", name, nu);
      check_at_most(self, worst.uneven, 3e-3, "%s, nu = %g: unevenness at h / 2, of the strain", name, nu);
      check_why(self, "second order is 4, fourth 16: linear energies in shear, whose gradients do not turn");
      if (worst.coarse > 3e-5)
        check_at_least(self, worst.coarse / worst.fine, 3.4, "%s, nu = %g: error at h over that at h / 2", name, nu);
    }
  controls(self, m);
}

/// Strains of a bar of the printed energy and of its root under loads of 1, 4, 16 and 64 times `load`; false = failed.
enum { LOADS = 4 };
static bool strains_under(check *self, const matter *m, double strain[LOADS]) {
  const double e = 1e5, small = 1e-3;
  const bool root = (xpbd_formula_at(xpbd_formula_find(m->formulas[0]))->traits & XPBD_MODULI) != 0;
  for (int k = 0; k < LOADS; k++) {
    block c = block_of(m, e, 0.3, BLOCK_UNIAXIAL, small);
    c.factor = pow(4.0, k);
    const double load = e * small * c.factor;
    c.start = 1.0 + (root ? small * c.factor : cbrt(12.0 * load / (e * e)));
    block_strain s;
    if (!block_rest(self, &c, &s)) return false;
    strain[k] = s.along * small;
  }
  return true;
}

static const check_finding_text printed_moduli = {
    "printed_moduli",
    "With a printed energy as the constraint, E is not the stiffness",
    "The papers take an energy as a constraint, C = V Psi. This makes the potential C^2 / (2 alpha) quartic in the "
    "strain. A bar of such a material is infinitely soft at rest, and its strain grows with the cube root of the load. "
    "The root of the energy, C = sqrt(2 V Psi), has the modulus that it names, and so do the strain constraints with "
    "the elasticity matrix.",
    "load [N]",
    "strain",
    true,
    true};

/* A cube of 1 m with E = 1e5 Pa and nu = 0.3, alpha = 1, pulled by 100 to 6400 N: strains of 0.001 to 0.064 for a body
 * of that modulus. The printed energies are compared with the closed form of the quartic potential, (12 load /
 * E^2)^(1/3) for a linear material of 6 tetrahedra of 1/6 m^3. */
static void printed(check *self, int argument) {
  static const char *const roots[] = {"linear_root_tet", "stvk_root_tet", "neo_hookean_root_tet"};
  static const char *const labels[] = {"linear_tet", "stvk_tet", "neo_hookean_tet"};
  if (!equilibrium_possible(self)) return;
  double load[LOADS], strain[2][3][LOADS], power[2][3];
  for (int k = 0; k < LOADS; k++) load[k] = 100.0 * pow(4.0, k);
  for (int i = 0; i < 3; i++) {
    const matter *root = matter_find(roots[i]);
    if (!check_true(self, root != NULL, "%s is listed", roots[i])) return;
    if (!strains_under(self, matter_printed_at(i), strain[0][i]) || !strains_under(self, root, strain[1][i])) return;
    for (int form = 0; form < 2; form++) power[form][i] = log(strain[form][i][1] / strain[form][i][0]) / log(4.0);
    check_why(self, "a quartic potential; the strain of 0.8 % is not infinitely small");
    check_between(self, power[0][i], 0.32, 0.35, "%s: strain ~ load to the power", labels[i]);
    check_why(self, "a modulus; the strain of 0.4 % is not infinitely small");
    check_between(self, power[1][i], 0.98, 1.02, "%s: strain ~ load to the power", roots[i]);
    check_control(self, !(power[0][i] >= 0.98), "%s taken for a material", labels[i]);
  }
  const double exact = cbrt(12.0 * load[0] / 1e10);
  check_why(self, "the bias of the step");
  check_at_most(self, fabs(strain[0][0][0] / exact - 1.0), 1e-2, "linear_tet: strain / (12 load / E^2)^(1/3) - 1");
  check_finding(self, &printed_moduli,
                "strain ~ load^%.2f, %.2f, %.2f for linear_tet, stvk_tet, neo_hookean_tet and load^%.2f, %.2f, %.2f "
                "for their roots",
                power[0][0], power[0][1], power[0][2], power[1][0], power[1][1], power[1][2]);
  for (int i = 0; i < 3; i++) check_curve(self, labels[i], LOADS, load, strain[0][i]);
  for (int i = 0; i < 3; i++) check_curve(self, roots[i], LOADS, load, strain[1][i]);
}

static const check_finding_text material_bias = {
    "material_bias",
    "How the time step changes the strain at rest",
    "A loaded block does not rest exactly at the minimum of its energy, because gradients turn within a time step. "
    "This error is of second order in the time step, but its size depends on the constraint. For strain constraints, "
    "the relative error shrinks with the strain. For the root of an energy, the gradient turns fully at any strain, so "
    "the relative error does not shrink. The stable neo-Hookean solid has two constraints that hold each other at "
    "rest, so it has an error even without a load. The curve stable_neo_hookean_pair is deviatoric_tet and "
    "hydrostatic_tet, solved set by set. The curve stable_neo_hookean_rows is stable_neo_hookean_tet with solve=rows, "
    "row by row. At the longest time step, the error of both exceeds a strain of one percent. Coupled, which is the "
    "default of stable_neo_hookean_tet, it is less than a hundredth of that. Linear strain constraints have no such "
    "error. The time step is measured in swings of a vertex on its cell, h / sqrt(m / (M l)), where M is the confined "
    "modulus. The iterations are converged, in double, with nu = 0.",
    "time step [swings]",
    "|strain / 0.01 - 1|",
    true,
    true};

/* Uniaxial, at a strain of 0.01. */
static void bias(check *self, int argument) {
  enum { FORMS = 5, STEPS = 5, PAIR = 2, ROWS, COUPLED };
  static const char *const forms[FORMS] = {"stvk_strain_tet", "corotated_root_tet", "stable_neo_hookean_pair",
                                           "stable_neo_hookean_rows", "stable_neo_hookean_tet"};
  static const double step[STEPS] = {0.0125, 0.025, 0.05, 0.1, 0.2};
  const double strain = 0.01;
  double off[FORMS][STEPS], less[FORMS];
  if (!equilibrium_possible(self)) return;
  for (int i = 0; i < FORMS; i++) {
    const matter *m = matter_find(forms[i]);
    if (!check_true(self, m != NULL, "%s is listed", forms[i])) return;
    block_strain s;
    for (int k = 0; k < STEPS; k++) {
      block c = block_of(m, 1e5, 0.0, BLOCK_UNIAXIAL, strain);
      c.turn = step[k];
      if (!block_rest(self, &c, &s)) return;
      off[i][k] = fabs(s.along - 1.0);
    }
    block quarter = block_of(m, 1e5, 0.0, BLOCK_UNIAXIAL, 0.25 * strain);
    quarter.turn = step[2];
    if (!block_rest(self, &quarter, &s)) return;
    less[i] = fabs(s.along - 1.0);
    check_why(self, "second order is 4");
    check_between(self, off[i][2] / off[i][1], 3.5, 4.5, "%s: bias over that at half the step", forms[i]);
  }
  check_why(self, "the text of the finding, relative to the strain: a quarter, the same, four times as much");
  check_between(self, off[0][2] / less[0], 3.5, 4.5, "%s: bias over that at a quarter of the strain", forms[0]);
  check_between(self, off[1][2] / less[1], 0.8, 1.25, "%s: bias over that at a quarter of the strain", forms[1]);
  for (int i = PAIR; i <= ROWS; i++) {
    check_between(self, off[i][2] / less[i], 0.2, 0.3, "%s: bias over that at a quarter of the strain", forms[i]);
    check_why(self, "the text of the finding: it exceeds one percent, and coupled rows have a hundredth of it");
    check_at_least(self, off[i][STEPS - 1], 1.0, "%s: bias at the longest step, of the strain", forms[i]);
    check_at_least(self, off[i][STEPS - 1] / off[COUPLED][STEPS - 1], 100.0, "%s: bias over that of coupled rows",
                   forms[i]);
  }
  check_control(self, !(off[0][2] / off[0][0] <= 4.5), "a quarter of the step taken for half of it");
  check_finding(self, &material_bias,
                "at a time step of 0.2 the error is %.1e for stvk_strain_tet and %.1e for corotated_root_tet. For the "
                "stable neo-Hookean solid it is %.2g set by set, %.2g row by row and %.2g coupled",
                off[0][STEPS - 1], off[1][STEPS - 1], off[PAIR][STEPS - 1], off[ROWS][STEPS - 1],
                off[COUPLED][STEPS - 1]);
  for (int i = 0; i < FORMS; i++) check_curve(self, forms[i], STEPS, step, off[i]);
}

void list_block_checks(check_registry *registry) {
  for (int i = 0; i < matter_count(); i++) {
    check_add_named(registry, "E and nu of blocks under uniform loads against the closed form", blocks, i, "block-%s",
                    matter_at(i)->name);
  }
  check_add_finding(registry, "printed-energies", "load and strain of energies as constraints and of their roots",
                    printed, 0);
  check_add_finding(registry, "bias", "how a time step changes the strain of three forms of a material", bias, 0);
}
