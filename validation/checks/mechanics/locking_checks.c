/* Why this file exists: linear tetrahedra with a pressure each are too stiff near nu = 0.5. This measures how much, and
 * that a pressure at each vertex is not. */
#include <math.h>
#include <stdlib.h>

#include "beams.h"
#include "elasticity.h"
#include "equilibrium.h"
#include "mechanics_checks.h"

/// A cantilever four times as long as it is high and wide, `cells` cells high. Its tip sinks by 1e-3 of its length in
/// Timoshenko's theory.
static beam beam_of(int32_t cells, double nu) {
  beam c = {.length = 1.0, .cells = {4 * cells, cells, cells}, .e = 1e5, .nu = nu, .weight = 1.0};
  c.weight = 1e-3 / beam_theory(&c, true);
  return c;
}

/// Sag of its tip by finite elements, relative to Timoshenko's theory. NaN after a failure, which is reported.
static double finite_elements(check *self, const beam *c, bool nodal) {
  OWNED(body_free) body b = {0};
  double tip = (double)NAN;
  OWNED(check_free) double *u = beam_make(self, c, &b) ? beam_start(&b) : NULL;
  if (u && (nodal ? elasticity_solve_nodal : elasticity_solve)(&b, c->e, c->nu, u)) {
    for (int32_t i = 0; i < 3 * b.n; i++) u[i] += b.rest[i];
    tip = beam_tip(&b, u) / beam_theory(c, true);
  }
  return tip;
}

/// The sets of stvk_strain_tet, or of stvk_nodal_tet as lib/scene/spec.c makes them.
static bool fill(body *b, const beam *c, bool nodal) {
  const double whole[2] = {c->e, c->nu}, shear[2] = {c->e / (1.0 + c->nu), 0.0};
  if (!nodal) return body_fill(b, "stvk_strain_tet", whole, 1.0, XPBD_SOLVE_STANDARD);
  return body_fill(b, "stvk_strain_tet", shear, 1.0, XPBD_SOLVE_STANDARD) &&
         body_fill(b, "nodal_volume_tet", whole, 1.0, XPBD_SOLVE_STANDARD);
}

/// Sag of its tip where the solver rests, relative to Timoshenko's theory. NaN after a failure, which is reported.
static double solver(check *self, const beam *c, bool nodal) {
  OWNED(body_free) body b = {0};
  double tip = (double)NAN;
  OWNED(check_free) double *x = beam_make(self, c, &b) && fill(&b, c, nodal) && body_close(&b) ? beam_start(&b) : NULL;
  if (x && (nodal ? elasticity_solve_nodal : elasticity_solve)(&b, c->e, c->nu, x)) {
    for (int32_t i = 0; i < 3 * b.n; i++) x[i] += b.rest[i];
    if (equilibrium_of_step(&b, beam_step(&b, c, 0.5), 60, x)) tip = beam_tip(&b, x) / beam_theory(c, true);
  }
  return tip;
}

/// Mean |C| over the vertices of a body whose volume grows everywhere by the same share.
static double mean_of(const beam *c, const xpbd_patches *patches, double growth) {
  const double lambda = c->e * c->nu / ((1.0 + c->nu) * (1.0 - 2.0 * c->nu));
  double sum = 0.0;
  for (int32_t i = 0; i < patches->count; i++) sum += sqrt(0.25 * lambda * patches->size[i]) * growth;
  return sum / patches->count;
}

/* Where all tetrahedra of a body are alike, both are the same material: a bar that is longer by 1e-6 and thinner by nu
 * times as much has the energy E / 2 strain^2 V. */
static void moduli(check *self, int argument) {
  static const double ratios[] = {0.0, 0.3, 0.49, 0.499};
  for (int v = 0; v < 4; v++) {
    const beam c = {.length = 1.0, .cells = {8, 2, 2}, .e = 1e5, .nu = ratios[v], .weight = 1.0};
    const double strain = 1e-6, by[3] = {1.0 + strain, 1.0 - c.nu * strain, 1.0 - c.nu * strain};
    OWNED(body_free) body b = {0};
    OWNED(check_free)
    double *x = beam_make(self, &c, &b) && fill(&b, &c, true) && body_close(&b) ? beam_start(&b) : NULL;
    OWNED(check_free) double *still = x ? calloc(3 * (size_t)b.n, sizeof *still) : NULL;
    xpbd_measures m;
    double row;
    if (still) {
      for (int32_t i = 0; i < 3 * b.n; i++) x[i] = b.rest[i] * by[i % 3];
      if (body_worked(self, xpbd_measure(b.shape, x, still, &m), "measuring")) {
        const double energy = 0.5 * c.e * strain * strain / 16.0;
        check_why(self, "of the size of the strain, times lambda over E: 166 at nu = 0.499");
        check_at_most(self, fabs(m.elastic / energy - 1.0), 5e-4, "nu = %g: energy over that of E - 1", c.nu);
        check_control(self, !(fabs(m.elastic / energy * (1.0 + c.nu) - 1.0) <= 5e-4) || c.nu == 0.0,
                      "nu = %g: E / (1 + nu)", c.nu);
      }
      if (body_worked(self, xpbd_measure_row(b.shape, 1, 0, x, &row), "measuring the vertices")) {
        const double growth = by[0] * by[1] * by[2] - 1.0,
                     mean = mean_of(&c, &xpbd_scene_set(b.shape, 1)->patches, 1.0);
        check_why(self, "rounding of volumes: measured 1.7e-16, where C is 2e-9 of this or more");
        check_at_most(self, fabs(row - mean * fabs(growth)) / (mean + 1.0), 2e-15, "nu = %g: mean |C| of the vertices",
                      c.nu);
      }
    }
  }
}

static const check_finding_text locking = {
    "locking",
    "Linear tetrahedra lock near nu = 0.5 unless vertices keep the volume",
    "E and nu are the moduli of a material. A mesh of linear tetrahedra is stiffer than its material in bending, and "
    "near nu = 0.5 far stiffer. Each tetrahedron keeps its own volume, and a mesh has about six times as many "
    "tetrahedra as vertices. This is called locking. Every formula with a pressure for each tetrahedron locks: the "
    "roots, the strain rows and the stable neo-Hookean solid. The model stvk_nodal_tet keeps the volume at each vertex "
    "instead, as the mean over the tetrahedra there (Bonet and Burton 1998). It has the same E and nu. The test is a "
    "cantilever under its weight, four times as long as it is high. The figure shows how far its tip sinks, relative "
    "to Timoshenko's theory. The curves are finite elements with the same two energies. As a check, the solver was "
    "brought to rest on the coarse mesh at nu = 0.3 and 0.49. A finer mesh reduces the error that remains.",
    "Poisson's ratio nu",
    "tip sag / Timoshenko's sag",
    false,
    false};

/* The finding must hold: nu = 0.49 instead of 0 reduces the sag by more than half with a pressure in each tetrahedron,
 * and by at most a sixth with a pressure at each vertex. */
static void holds(check *self, int argument) {
  enum { RATIOS = 8, MESHES = 2, COARSE = 0, NOUGHT = 0, THIRD = 3, LATE = 6, LAST = 7 };
  static const double ratios[RATIOS] = {0.0, 0.1, 0.2, 0.3, 0.4, 0.45, 0.49, 0.499};
  static const int32_t cells[MESHES] = {2, 4};
  double tip[2][MESHES][RATIOS], rest[2][RATIOS];
  if (!equilibrium_possible(self)) return;
  for (int nodal = 0; nodal < 2; nodal++)
    for (int v = 0; v < RATIOS; v++) {
      for (int k = 0; k < MESHES; k++) {
        const beam c = beam_of(cells[k], ratios[v]);
        tip[nodal][k][v] = finite_elements(self, &c, nodal);
      }
      if (v != THIRD && v != LATE) continue;
      const beam c = beam_of(cells[COARSE], ratios[v]);
      rest[nodal][v] = solver(self, &c, nodal);
      check_why(self, "the beam turns by its tip over its length, 1e-3");
      check_at_most(self, fabs(rest[nodal][v] / tip[nodal][COARSE][v] - 1.0), 1e-3,
                    "nu = %g, pressure by %s: tip of the solver over that of finite elements - 1", ratios[v],
                    nodal ? "vertices" : "tets");
    }
  for (int k = 0; k < MESHES; k++) {
    const int tets = 24 * cells[k] * cells[k] * cells[k];
    check_why(self, "the text of the finding");
    check_at_most(self, tip[0][k][LATE] / tip[0][k][NOUGHT], 0.5, "%d tets: tip at nu = 0.49 over that at 0", tets);
    check_at_least(self, tip[1][k][LATE] / tip[1][k][NOUGHT], 5.0 / 6.0,
                   "%d tets, pressure by vertices: tip at nu = 0.49 over that at 0", tets);
    check_control(self, !(tip[0][k][LATE] / tip[0][k][NOUGHT] >= 5.0 / 6.0), "%d tets: pressure by tets", tets);
  }
  check_finding(
      self, &locking,
      "the tip sag over Timoshenko's is given at nu = 0, 0.3, 0.49 and 0.499. With 192 tetrahedra it is %.2f, %.2f, "
      "%.2f, %.2f for stvk_strain_tet and %.2f, %.2f, %.2f, %.2f for stvk_nodal_tet. With 1536 tetrahedra it is %.2f, "
      "%.2f, %.2f, %.2f and %.2f, %.2f, %.2f, %.2f. The solver agrees with the finite elements to 0.1 %%",
      tip[0][0][NOUGHT], tip[0][0][THIRD], tip[0][0][LATE], tip[0][0][LAST], tip[1][0][NOUGHT], tip[1][0][THIRD],
      tip[1][0][LATE], tip[1][0][LAST], tip[0][1][NOUGHT], tip[0][1][THIRD], tip[0][1][LATE], tip[0][1][LAST],
      tip[1][1][NOUGHT], tip[1][1][THIRD], tip[1][1][LATE], tip[1][1][LAST]);
  check_curve(self, "stvk_strain_tet, 192 tets", RATIOS, ratios, tip[0][0]);
  check_curve(self, "stvk_nodal_tet, 192 tets", RATIOS, ratios, tip[1][0]);
  check_curve(self, "stvk_strain_tet, 1536 tets", RATIOS, ratios, tip[0][1]);
  check_curve(self, "stvk_nodal_tet, 1536 tets", RATIOS, ratios, tip[1][1]);
}

void list_locking_checks(check_registry *registry) {
  check_add(registry, "nodal-moduli", "stvk_nodal_tet has the energy of its E where all tetrahedra are alike", moduli,
            0);
  check_add_finding(registry, "locking", "the tip of a cantilever over nu, with a pressure for each tet or each vertex",
                    holds, 0);
}
