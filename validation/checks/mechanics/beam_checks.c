/* Why this file exists: tests cantilevers. The finite elements of elasticity.c converge to the theory of beams. The
 * solver rests at the solution of the same elements. A beam that bends far is the elastica. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beams.h"
#include "elasticity.h"
#include "equilibrium.h"
#include "mechanics_checks.h"

static const double ratios[] = {0.0, 0.3, 0.45};

/// Tip by finite elements [m].
static double finite_elements(check *self, const beam *c) {
  OWNED(body_free) body b = {0};
  double tip = (double)NAN;
  OWNED(check_free) double *u = beam_make(self, c, &b) ? beam_start(&b) : NULL;
  if (u && elasticity_solve(&b, c->e, c->nu, u)) {
    for (int32_t i = 0; i < 3 * b.n; i++) u[i] += b.rest[i];
    tip = beam_tip(&b, u);
  }
  return tip;
}

/* A beam five times as long as it is high, under its weight, 2 to 16 cells high and one cell wide. Half the cell leaves
 * a quarter of the error if the mesh is fine enough. Linear tetrahedra are too stiff, more so for nu near 1/2, and
 * reach that late. Measured differences of meshes: 2.29, 3.34 times as large as the next (nu = 0), 2.24, 3.02 (0.3),
 * 1.62, 2.35 (0.45). The clamp, which a beam theory does not know, hinders the beam's sides: 0.8 % and 2.4 %. */
static void theory(check *self, int argument) {
  static const double clamp[] = {2e-3, 1.2e-2, 3.5e-2};
  if (!equilibrium_possible(self)) return;
  for (int v = 0; v < 3; v++) {
    beam c = {.length = 1.0, .e = 1e5, .nu = ratios[v], .weight = 1.0};
    double ratio[4];
    for (int k = 0; k < 4; k++) {
      const int32_t n = 2 << k;
      c.cells[0] = 5 * n, c.cells[1] = n, c.cells[2] = 1;
      ratio[k] = finite_elements(self, &c) / beam_theory(&c, true);
    }
    const double before = (ratio[1] - ratio[0]) / (ratio[2] - ratio[1]),
                 last = (ratio[2] - ratio[1]) / (ratio[3] - ratio[2]);
    const double limit = (4.0 * ratio[3] - ratio[2]) / 3.0;
    check_why(self, "second order is 4, which linear tetrahedra reach late: measured 3.34, 3.02, 2.35");
    check_between(self, last, v == 2 ? 2.1 : 2.8, 4.4, "nu = %g: change from 4 to 8 cells over that from 8 to 16",
                  c.nu);
    check_at_least(self, last / before, 1.2, "nu = %g: the same over that of the meshes before", c.nu);
    check_why(self, "the clamp hinders the sides, 0.8 % and 2.4 % for nu = 0.3 and 0.45, plus the error of the mesh");
    check_at_most(self, fabs(limit - 1.0), clamp[v], "nu = %g: tip at cells of 0 over Timoshenko's - 1", c.nu);
    if (v == 0) {
      check_why(self, "second order: measured 3.80");
      check_between(self, (1.0 - ratio[2]) / (1.0 - ratio[3]), 3.4, 4.4, "nu = 0: error of 8 cells over that of 16");
      const double euler = limit * beam_theory(&c, true) / beam_theory(&c, false);
      check_control(self, !(fabs(euler - 1.0) <= clamp[v]), "Euler and Bernoulli, who leave out the shear of 3 %%");
    }
  }
}

/// A cantilever of a material at rest: by Newton's method, and at h and h / 2 extrapolated to h = 0. x [n, 3] are
/// allocated here.
typedef struct rested {
  body b;
  double *newton, *step;
} rested;

static void rested_free(rested *r) {
  free(r->newton);
  free(r->step);
  body_free(&r->b);
}

static bool rested_make(check *self, const matter *m, const beam *c, int parts, rested *r) {
  const double turn = 5.0 * m->turn; /* strains are smaller than a block's, and so is the bias; rounding is not */
  OWNED(check_free) double *half = NULL;
  *r = (rested){0};
  bool good = beam_make(self, c, &r->b) && matter_fill(m, &r->b, c->e, c->nu) && body_close(&r->b);
  good = good && (r->newton = beam_start(&r->b)) && (r->step = beam_start(&r->b)) && (half = beam_start(&r->b));
  good = good && equilibrium_of_potential(&r->b, parts, r->newton);
  if (good) {
    const size_t bytes = 3 * (size_t)r->b.n * sizeof *half;
    const double h = beam_step(&r->b, c, turn);
    memcpy(r->step, r->newton, bytes);
    memcpy(half, r->newton, bytes);
    good = equilibrium_of_step(&r->b, h, 60, r->step) && equilibrium_of_step(&r->b, 0.5 * h, 60, half);
    for (int32_t i = 0; i < 3 * r->b.n; i++) r->step[i] = (4.0 * half[i] - r->step[i]) / 3.0;
  }
  return good;
}

/// Errors of a resting cantilever relative to its largest displacement.
typedef struct beam_errors {
  double solver;   ///< Of the solver against Newton's method.
  double elements; ///< Of the solver against finite elements.
} beam_errors;

/// `stiffer`: factor of E in the finite elements, 1 except in a control.
static bool errors_of(check *self, const matter *m, const beam *c, double stiffer, beam_errors *out) {
  rested r;
  double *u = NULL, most = 0.0;
  *out = (beam_errors){0};
  bool good = rested_make(self, m, c, 1, &r);
  good = good && (u = beam_start(&r.b)) != NULL && elasticity_solve(&r.b, stiffer * c->e, c->nu, u);
  for (int32_t i = 0; good && i < 3 * r.b.n; i++) {
    out->solver = check_larger(out->solver, fabs(r.step[i] - r.newton[i]));
    out->elements = check_larger(out->elements, fabs(r.step[i] - r.b.rest[i] - u[i]));
    most = check_larger(most, fabs(u[i]));
  }
  out->solver /= most, out->elements /= most;
  free(u);
  rested_free(&r);
  return good;
}

/// A cantilever four times as long as it is high and wide, whose tip sinks by `tip` of its length (Timoshenko). Its
/// tetrahedra have different volumes if the material allows it.
static beam small_beam(const matter *m, int32_t cells, double nu, double tip) {
  beam c = {
      .length = 1.0, .cells = {4 * cells, cells, cells}, .e = 1e5, .nu = nu, .weight = 1.0, .graded = !m->strains};
  c.weight = tip / beam_theory(&c, true);
  return c;
}

/* A small load: 24 and 192 tetrahedra. Formulas that are linear in the positions agree to the rounding of a step over
 * h^2. The others differ by the tip over the length, because the beam turns: ten times the load, ten times the
 * difference. */
static void discrete(check *self, int index) {
  const matter *m = matter_at(index);
  if (!equilibrium_possible(self)) return;
  beam_errors large, small;
  for (int v = 0; v < (m->strains ? 1 : 3); v++)
    for (int32_t cells = 1; cells <= 2; cells++) {
      const beam strong = small_beam(m, cells, ratios[v], 1e-2), weak = small_beam(m, cells, ratios[v], 1e-3);
      if (!errors_of(self, m, &strong, 1.0, &large) || !errors_of(self, m, &weak, 1.0, &small)) return;
      const int tets = 24 * cells * cells * cells;
      if (m->plain) {
        check_why(self, "rounding of a step over h^2: measured 1.5e-8");
        check_at_most(self, small.elements, 1e-7, "nu = %g, %d tets: difference to finite elements, of the tip",
                      ratios[v], tets);
        continue;
      }
      check_why(self, "fourth order in h and rounding: measured 8.2e-5 (roots), 3.1e-5 (the pair), 3.9e-8 (rows)");
      check_at_most(self, small.solver, 2e-4, "nu = %g, %d tets: difference to Newton's method, of the tip", ratios[v],
                    tets);
      check_why(self, "the beam turns by its tip over its length, 1e-3");
      check_at_most(self, small.elements, 1e-3, "nu = %g, %d tets: difference to finite elements, of the tip",
                    ratios[v], tets);
      if (m->law != LAW_LINEAR)
        check_between(self, large.elements / small.elements, 6.0, 12.0,
                      "nu = %g, %d tets: the same of ten times the load", ratios[v], tets);
    }
  const beam weak = small_beam(m, 1, 0.0, 1e-3);
  if (!errors_of(self, m, &weak, m->plain ? 1.0 + 1e-6 : 1.003, &small)) return;
  check_control(self, !(small.elements <= (m->plain ? 1e-7 : 1e-3)), "finite elements with another E");
}

/* A beam ten times as long as it is high, bent by an end load that would lower its tip by 0.5 L in the linear theory,
 * and by its weight, 0.1 L: 0.433 L by the elastica. Linear tetrahedra are too stiff at 2 and 4 cells of height, in
 * second order at 8. With shear, which the elastica leaves out, the tip is 0.6 % lower. */
static void elastica(check *self, int index) {
  const matter *m = matter_at(index);
  if (!equilibrium_possible(self)) return;
  double ratio[3], linear = 0.0;
  for (int k = 0; k < 3; k++) {
    const int32_t n = 2 << k;
    beam c = {.length = 1.0, .cells = {10 * n, n, 1}, .e = 1e5, .end_load = 1.0, .flat = true};
    const double unit = beam_theory(&c, false);
    c.end_load = 0.5 / unit, c.weight = 0.1 / (3.0 / 8.0 * unit);
    rested r;
    const bool good = rested_make(self, m, &c, 4, &r);
    ratio[k] = good ? beam_tip(&r.b, r.step) / beam_elastica(&c) : (double)NAN;
    linear = beam_theory(&c, false) / beam_elastica(&c);
    if (good) {
      const double newton = beam_tip(&r.b, r.newton) / beam_elastica(&c);
      check_why(self, "the remainder of fourth order in h: measured 1.6e-5 or less");
      check_at_most(self, fabs(ratio[k] / newton - 1.0), 1e-4, "%d cells: tip over that of Newton's method - 1",
                    (int)n);
    }
    rested_free(&r);
    if (!good) return;
  }
  const double limit = (4.0 * ratio[2] - ratio[1]) / 3.0;
  check_why(self, "shear, 0.6 %, plus the error of the mesh");
  check_at_most(self, fabs(limit - 1.0), 1e-2, "tip at cells of 0 over that of the elastica - 1");
  check_why(self, "second order is 4, which linear tetrahedra reach late: measured 2.68");
  check_between(self, (ratio[1] - ratio[0]) / (ratio[2] - ratio[1]), 2.4, 4.4,
                "change from 2 to 4 cells over that from 4 to 8");
  check_control(self, !(fabs(linear - 1.0) <= 1e-2), "the linear theory of beams");
}

void list_beam_checks(check_registry *registry) {
  check_add(registry, "beam-theory", "finite elements against Timoshenko under refinement", theory, 0);
  for (int i = 0; i < matter_count(); i++) {
    check_add_named(registry, "a cantilever under a small load against finite elements of the same mesh", discrete, i,
                    "beam-%s", matter_at(i)->name);
  }
  for (int i = 0; i < matter_count(); i++) {
    if (strcmp(matter_at(i)->name, "corotated_root_tet") != 0) continue;
    check_add_named(registry, "a cantilever bent far against the elastica", elastica, i, "elastica-%s",
                    matter_at(i)->name);
  }
}

void list_beam_checks_full(check_registry *registry) {
  for (int i = 0; i < matter_count(); i++) {
    if (matter_at(i)->law == LAW_LINEAR) continue; /* its strain is not free of rotations */
    check_add_named(registry, "a cantilever bent far against the elastica", elastica, i, "elastica-%s",
                    matter_at(i)->name);
  }
}
