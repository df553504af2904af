/* Why this file exists: Cincotti calls the distance of opposite vertices the most performant bending constraint, with
 * great results. Both halves are judged against isometric and dihedral bending. The cost of a projection is counted.
 * The look of cloth is compared at equal stiffness. */
#include <math.h>
#include <stdio.h>

#include "claims.h"

enum { DISTANCE, ISOMETRIC, DIHEDRAL, BENDINGS };
static const char *const bendings[BENDINGS] = {"distance_bending", "isometric_bending", "dihedral"};
static const double side = 2.5; /* of the cloths [m] */

/// Energy of a cloth rolled to a cylinder of this radius, by one bending formula with alpha = 1. NaN after a failure.
static double rolled(check *self, const char *formula, double radius) {
  xpbd_scene_params params = xpbd_scene_params_default();
  char spec[96];
  snprintf(spec, sizeof spec, "%s:alpha=1", formula);
  params.constraint = spec, params.resolution = 11, params.size = side;
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  xpbd_measures m = {.elastic = (double)NAN};
  if (check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "a cloth with %s", formula)) {
    double *x = model.mesh.positions, start = INFINITY;
    for (int32_t i = 0; i < model.mesh.vertex_count; i++) start = fmin(start, x[3 * (int64_t)i]);
    for (int32_t i = 0; i < model.mesh.vertex_count; i++) {
      const double angle = (x[3 * (int64_t)i] - start) / radius;
      x[3 * (int64_t)i] = radius * sin(angle);
      x[3 * (int64_t)i + 1] += radius * (1.0 - cos(angle));
    }
    check_status(self, xpbd_measure(model.scene, x, xpbd_scene_velocities(model.scene), &m), XPBD_OK, "measuring");
  }
  return m.elastic;
}

/* "Much cheaper" means at most half. Time depends on the machine. What is read and moved, and what must wait, does
 * not. */
static void cost(check *self, int unused) {
  const xpbd_formula_info *info[BENDINGS];
  int groups[BENDINGS];
  for (int k = 0; k < BENDINGS; k++) {
    info[k] = xpbd_formula_at(xpbd_formula_find(bendings[k]));
    claims_constraints(self, "cloth", bendings[k], 41, &groups[k]);
  }
  check_control(self, !((double)info[DIHEDRAL]->arity / info[ISOMETRIC]->arity <= 0.5), "dihedral against isometric");
  claims_case(self, (double)info[DISTANCE]->arity / info[ISOMETRIC]->arity, "than isometric bending");
  claims_case(self, (double)info[DISTANCE]->arity / info[DIHEDRAL]->arity, "than dihedral bending");
  claims_judge(
      self, "bending_fast", "data that a projection reads and moves", "every mesh", "counting particles",
      "distance: %d particles and %d number of the rest shape; isometric bending %d and %d, dihedral %d and %d",
      info[DISTANCE]->arity, info[DISTANCE]->rest_count, info[ISOMETRIC]->arity, info[ISOMETRIC]->rest_count,
      info[DIHEDRAL]->arity, info[DIHEDRAL]->rest_count);
  claims_case(self, (double)groups[DISTANCE] / groups[ISOMETRIC], "than isometric bending");
  claims_case(self, (double)groups[DISTANCE] / groups[DIHEDRAL], "than dihedral bending");
  claims_judge(self, "bending_fast", "groups that must wait for each other in parallel",
               "sheet of 41 x 41 vertices, first fit in mesh order", "counting groups",
               "distance %d groups, isometric bending %d, dihedral %d", groups[DISTANCE], groups[ISOMETRIC],
               groups[DIHEDRAL]);
  claims_left(self, "bending_fast", "time of a projection", "this machine",
              "measured by xpbd-bench projection -a constraint=distance_bending,dihedral,isometric_bending",
              "nothing is timed in a check");
}

/* "Great results" means folds within a tenth of those of isometric bending of equal stiffness. The bending must also
 * have an effect: a tenth less fold than without. Equal stiffness is an equal energy of the cloth rolled to a radius of
 * 1 m. No stiffness is equal at every radius, because the energy of distance bending grows with the fourth power of the
 * curvature. */
static void look(check *self, int unused) {
  enum { SCENES = 2, ENERGIES = 2, NONE = BENDINGS };
  static const char *const scenes[SCENES] = {"cloth", "cloth_on_sphere"};
  static const double energies[ENERGIES] = {1.0, 10.0}; /* [J] */
  double rolled_up[BENDINGS], fold[SCENES][ENERGIES][BENDINGS + 1], worst = 0.0, least = INFINITY;
  for (int k = 0; k < BENDINGS; k++) rolled_up[k] = rolled(self, bendings[k], 1.0);
  for (int s = 0; s < SCENES; s++) {
    for (int e = 0; e < ENERGIES; e++) {
      for (int k = 0; k <= NONE; k++) {
        claims_setup setup = claims_setup_of(scenes[s], "stretching:alpha=1e-5");
        setup.params.resolution = 11, setup.params.size = side;
        setup.params.bending = k == NONE ? "none" : bendings[k];
        if (k < NONE) setup.params.bending_compliance = rolled_up[k] / energies[e];
        setup.settings.iterations = 50;
        setup.frames = 48;
        fold[s][e][k] = NAN;
        claims_run run;
        if (k == NONE && e > 0)
          fold[s][e][k] = fold[s][0][k];
        else if (claims_run_make(self, &setup, &run))
          fold[s][e][k] = claims_mean(&run, 24, 48).fold;
        if (!(k == NONE && e > 0)) claims_run_free(&run);
      }
      const double *f = fold[s][e];
      for (int k = ISOMETRIC; k < BENDINGS; k++)
        claims_case(self, f[DISTANCE] / f[k], "%s, %g J, beside %s", scenes[s], energies[e], bendings[k]);
      check_at_most(self, f[ISOMETRIC] / f[NONE], 0.9, "%s, %g J: mean fold, isometric / without", scenes[s],
                    energies[e]);
      worst = check_larger(worst, f[DISTANCE] / f[ISOMETRIC]), least = check_smaller(least, f[DISTANCE] / f[ISOMETRIC]);
    }
  }
  const double *hard = fold[0][1];
  check_control(self, !(hard[NONE] / hard[ISOMETRIC] <= 1.1), "no bending: %g times the fold", hard[NONE] / hard[0]);
  claims_judge(
      self, "bending_fast", "great results: as smooth at equal stiffness",
      "11 x 11 vertices, 2.5 m, hanging and on a sphere, 1 and 10 J rolled to a radius of 1 m, 50 iterations; the "
      "article prints none of these",
      NULL,
      "mean fold in second 2, distance, isometric, dihedral, none: %.3f, %.3f, %.3f, %.3f rad hanging with 10 J; "
      "distance / isometric %.2f to %.2f",
      hard[DISTANCE], hard[ISOMETRIC], hard[DIHEDRAL], hard[NONE], least, worst);
}

static const check_finding_text flat_finding = {
    .key = "bending_flat",
    .title = "Distance bending does not resist small folds",
    .statement =
        "Distance bending measures the distance between the two opposite vertices, which changes with the square of "
        "the fold angle. The energy of a rolled cloth therefore grows with the fourth power of its curvature. Bending "
        "energy should grow with the second power, as isometric and dihedral bending do. No compliance makes distance "
        "bending equal to a material. If it is matched at one curvature, it is too soft below and too stiff above. The "
        "cloth has 11 x 11 vertices and a side of 2.5 m. Energies are relative to those at a curvature of 1/m.",
    .x = "curvature [1/m]",
    .y = "energy relative to that at 1/m",
    .log_x = true,
    .log_y = true};

static void flat(check *self, int unused) {
  enum { POINTS = 6 };
  static const double curvature[POINTS] = {0.0625, 0.125, 0.25, 0.5, 1.0, 2.0};
  double energy[BENDINGS][POINTS], power[BENDINGS];
  for (int k = 0; k < BENDINGS; k++) {
    for (int i = 0; i < POINTS; i++) energy[k][i] = rolled(self, bendings[k], 1.0 / curvature[i]);
    power[k] = log2(energy[k][1] / energy[k][0]);
    const double one = energy[k][4];
    for (int i = 0; i < POINTS; i++) energy[k][i] /= one;
  }
  check_between(self, power[DISTANCE], 3.95, 4.05, "distance bending: power of the curvature in the energy");
  check_between(self, power[ISOMETRIC], 1.95, 2.05, "isometric bending: the same");
  check_between(self, power[DIHEDRAL], 1.95, 2.05, "dihedral bending: the same");
  check_control(self, !(fabs(power[DISTANCE] - 2.0) <= 0.05), "distance bending taken for a material");
  check_finding(self, &flat_finding,
                "the energy grows with the curvature to the power %.2f; isometric %.2f, dihedral %.2f", power[DISTANCE],
                power[ISOMETRIC], power[DIHEDRAL]);
  for (int k = 0; k < BENDINGS; k++) check_curve(self, bendings[k], POINTS, curvature, energy[k]);
}

void claims_list_bending_look(check_registry *registry) {
  claims_add(registry, "bending-cost", "the cost of a projection, against isometric and dihedral bending", cost, 0);
  claims_add(registry, "bending-look", "folds against isometric and dihedral bending of equal stiffness", look, 0);
  claims_add_finding(registry, "bending-flat", "energy against curvature", flat, 0);
}
