/* Why this file exists: judges claims of the three papers on XPBD for which one element or one small solver is enough:
 * gradients, momentum, constraints of an element, nonlinearity, independent groups. The group named in each comment
 * tests many more shapes. The claim is tested again here, so that the table has its number. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checks/papers/errata/errata_checks.h"
#include "claims.h"

enum { TRIALS = 101 };

/// Relative error of Eq. (8) of the modified Morse potential, with exponents e^l, on a spring of 0.5 m near its length.
static double morse_error(check *self) {
  const double l0 = 0.5, material = 10.0, l = l0 * check_random(self, 0.7, 1.4);
  const xpbd_vec3_f64 x[2] = {{0, 0, 0}, {l, 0, 0}};
  xpbd_vec3_f64 g[2];
  formula_named("morse")->f64(x, &l0, &material, g);
  return fabs(2.0 * material * exp(l) * expm1(l) / g[1].x - 1.0);
}

/// Relative error of the cross products of Eqs. (11) to (14).
static double volume_error(check *self) {
  xpbd_vec3_f64 rest[4], x[4], g[4], p[4];
  double numbers[XPBD_MAX_REST], material = 1.0;
  random_rest(self, 4, 0.15, rest);
  for (int i = 0; i < 4; i++) x[i] = xpbd_v_add_f64(rest[i], random_vector(self, 0.3));
  xpbd_rest_shape(formula_named("tet_volume"), rest, NULL, 0, numbers);
  formula_named("tet_volume")->f64(x, numbers, &material, g);
  p[0] = (xpbd_vec3_f64){0, 0, 0};
  for (int k = 1; k < 4; k++) {
    const xpbd_vec3_f64 a = xpbd_v_sub_f64(x[k % 3 + 1], x[0]), b = xpbd_v_sub_f64(x[(k + 1) % 3 + 1], x[0]);
    p[k] = xpbd_v_scale_f64(1.0 / 6.0, xpbd_v_cross_f64(a, b));
    p[0] = xpbd_v_sub_f64(p[0], p[k]);
  }
  return erratum_distance(4, p, g);
}

/// Relative error of Eq. (16) on a triangle.
static double esbd_error(check *self) {
  xpbd_vec3_f64 printed[3], right[3], own[3];
  erratum_exponential(self, "esbd_stretch_literal", printed, right, own);
  return erratum_distance(3, printed, own);
}

/* The groups "formulas" and "errata" have all of them: gradients against the complex step, printed against right. */
static void gradients(check *self, int unused) {
  double morse = INFINITY, volume = 0.0, least = INFINITY, most = 0.0;
  for (int i = 0; i < TRIALS; i++) {
    morse = check_smaller(morse, morse_error(self));
    volume = check_larger(volume, volume_error(self));
    const double error = esbd_error(self);
    least = check_smaller(least, error), most = check_larger(most, error);
  }
  check_control(self, !(morse <= 1e-13), "the volume's limit, for Morse");
  claims_case(self, morse, "all of it");
  claims_judge(self, "morse_gradient", NULL, "101 springs of 0.5 m, 0.35 to 0.7 m long; k 10", "e^l must be e^(l-l0)",
               "relative error at least %.1f on springs of 0.5 m", morse);
  claims_case(self, volume, "all of it");
  claims_judge(self, "morse_volume_gradient", NULL, "101 random tetrahedra", NULL, "relative error at most %.0e",
               volume);
  claims_case(self, most, "all of it");
  claims_judge(self, "esbd_gradients", NULL, "101 random triangles, k 1", "one minus sign too many",
               "Eq. (16): relative error %.6f to %.6f: reversed; the others are in the table of errors", least, most);
}

/// Sum of the gradients, or of x cross gradient, relative to their sizes: the change by one projection.
static double momentum_change(check *self, const char *name, bool angular) {
  const xpbd_formula *f = formula_named(name);
  xpbd_vec3_f64 rest[4], x[4], g[4], sum = {0, 0, 0};
  double numbers[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL], size = 0.0;
  random_rest(self, f->info.arity < 3 ? 3 : f->info.arity, 0.15, rest);
  for (int i = 0; i < f->info.arity; i++) x[i] = xpbd_v_add_f64(rest[i], random_vector(self, 0.2));
  for (int k = 0; k < f->info.material_count; k++) material[k] = f->info.material[k].standard;
  xpbd_rest_shape(f, rest, NULL, 0, numbers);
  f->f64(x, numbers, material, g);
  for (int i = 0; i < f->info.arity; i++) {
    sum = xpbd_v_add_f64(sum, angular ? xpbd_v_cross_f64(x[i], g[i]) : g[i]);
    size += sqrt(xpbd_v_dot_f64(g[i], g[i]));
  }
  return sqrt(xpbd_v_dot_f64(sum, sum)) / size;
}

/* The group "formulas" tests both momenta for every formula; "errata" tests the loss by the ghost tip. */
static void momentum(check *self, int unused) {
  static const char *const names[6] = {"stretching", "hookean", "stvk", "morse", "stvk_tet", "sbd_stretch"};
  double worst = 0.0, linear = 0.0, turning = 0.0;
  for (int i = 0; i < TRIALS; i++) {
    for (int k = 0; k < 6; k++)
      for (int angular = 0; angular < 2; angular++)
        worst = check_larger(worst, momentum_change(self, names[k], angular != 0));
    linear = check_larger(linear, momentum_change(self, "linear_tet", false));
    turning = check_larger(turning, momentum_change(self, "linear_tet", true));
  }
  const double tip = erratum_centre_shift(self, 2, "tet_volume"),
               without = erratum_centre_shift(self, 2, "closed_volume");
  check_control(self, !(turning <= 1e-13), "linear elasticity changes angular momentum: %g", turning);
  check_control(self, !(tip <= 1e-12), "volumes with a ghost tip: %g", tip);
  static const char *const settings = "101 random elements; a closed mesh with volumes, one step";
  claims_case(self, worst, "all of it");
  claims_judge(self, "morse_momentum", "springs", settings, NULL, "change of both momenta, relative: %.0e", worst);
  claims_case(self, tip, "all of it");
  claims_judge(self, "morse_momentum", "volumes with the ghost tip", settings, NULL,
               "the centre of mass shifts by %.1e of the displacement", tip);
  claims_case(self, worst, "StVK and SBD");
  claims_case(self, linear, "linear elasticity, linear momentum");
  claims_case(self, turning, "linear elasticity, angular momentum");
  claims_case(self, tip, "the ghost tip");
  claims_judge(self, "energy_momentum", NULL, settings, NULL,
               "StVK, SBD: change %.0e; linear elasticity: angular %.1e; ghost tip: linear %.1e", worst, turning, tip);
  claims_case(self, tip, "all of it");
  claims_judge(self, "morse_tip_no_effect", NULL, settings, NULL,
               "shift of the centre of mass in a step / mean displacement: %.1e, volume without tip %.0e", tip,
               without);
}

static int rows_of(const char *stretch, const char *shear) {
  return formula_named(stretch)->info.rows + (shear ? formula_named(shear)->info.rows : 0);
}

/// Force C dC/dx on an edge of a right triangle when it is `stretch` times as long.
static double force(const char *name, double stretch) {
  const xpbd_vec3_f64 x[3] = {{0, 0, 0}, {stretch, 0, 0}, {0, 1, 0}};
  const double column[2] = {1.0, 0.0}, k = 1.0;
  xpbd_vec3_f64 g[3];
  return formula_named(name)->f64(x, column, &k, g) * g[1].x;
}

/// Energy of a tetrahedron at rest that is turned by `angle` about z.
static double turned_energy(const char *name, double angle) {
  const xpbd_formula *f = formula_named(name);
  const xpbd_vec3_f64 rest[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  xpbd_vec3_f64 x[4], g[4];
  double numbers[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL];
  for (int k = 0; k < f->info.material_count; k++) material[k] = f->info.material[k].standard;
  for (int i = 0; i < 4; i++)
    x[i] = (xpbd_vec3_f64){rest[i].x * cos(angle) - rest[i].y * sin(angle),
                           rest[i].x * sin(angle) + rest[i].y * cos(angle), rest[i].z};
  xpbd_rest_shape(f, rest, NULL, 0, numbers);
  return f->f64(x, numbers, material, g) / material[0];
}

static void elements(check *self, int unused) {
  const int flat = rows_of("esbd_stretch", "esbd_shear"), solid = rows_of("esbd_stretch_tet", "esbd_shear_tet"),
            material = rows_of("stvk_tet", NULL);
  check_same(self, (uint64_t)flat, 3, "constraints of Green strain on a triangle");
  check_same(self, (uint64_t)solid, 6, "on a tetrahedron");
  check_same(self, (uint64_t)material, 1, "of a material");
  claims_left(self, "esbd_constraints_count", NULL, "any element",
              "by construction: a symmetric matrix of 2 or 3 rows has as many entries, an energy is one number",
              "%d; %d; %d", flat, solid, material);
  const double sbd = force("sbd_stretch", 1.002) / force("sbd_stretch", 1.001),
               esbd = force("esbd_stretch", 1.002) / force("esbd_stretch", 1.001);
  const double large[2] = {force("sbd_stretch", 1.2) / force("sbd_stretch", 1.1),
                           force("esbd_stretch", 1.2) / force("esbd_stretch", 1.1)};
  check_control(self, !(sbd >= 7.9), "SBD");
  claims_case(self, esbd / 2.0, "all of it");
  claims_judge(self, "esbd_nonlinear", NULL, "k 1 as printed; one triangle, 0.1 to 20 % longer", "cubic near rest",
               "force at twice the extension: SBD %.2f, ESBD %.2f times; from 10 to 20 %%: %.2f, %.1f times", sbd, esbd,
               large[0], large[1]);
  const double small = turned_energy("linear_tet", 0.01), wide = turned_energy("linear_tet", 0.5),
               stvk = turned_energy("stvk_tet", 0.5);
  check_control(self, !(fabs(wide) <= 1e-28), "linear elasticity");
  claims_case(self, small / wide, "linear, turned by 0.01 rad");
  claims_case(self, fabs(stvk) / wide, "StVK, turned by 0.5 rad");
  claims_judge(self, "energy_linear_small", NULL, "one tetrahedron, turned by 0.01 and 0.5 rad", NULL,
               "energy / (E m^3) of an element turned by 0.01 and 0.5 rad: linear %.1e and %.1e, StVK %.0e at 0.5",
               small, wide, stvk);
}

static uint64_t hash_of(check *self, double alpha, xpbd_method method, const char *backend) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 11, params.size = 2.5, params.compliance = alpha;
  params.constraint = "stretching:k=1";
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = backend, def.precision = XPBD_F64, def.method = method, def.threads = strcmp(backend, "seq") ? 2 : 1;
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  uint64_t hash = 0;
  xpbd_status status = xpbd_scene_build("cloth", &params, &model);
  if (status == XPBD_OK) status = xpbd_solver_create(model.scene, &def, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, 24);
  if (status == XPBD_OK) status = xpbd_solver_hash(solver, &hash);
  if (status != XPBD_ERR_NOT_BUILT && status != XPBD_ERR_UNAVAILABLE)
    check_status(self, status, XPBD_OK, "24 frames on %s", backend);
  return status == XPBD_OK ? hash : 0;
}

/* The groups "schedule" and "backends" have many more meshes, formulas and thread counts. "errata" has the listing as
 * printed, which leaves out edges. */
static void groups(check *self, int unused) {
  const uint64_t xpbd = hash_of(self, 0.0, XPBD_METHOD_XPBD, "seq"), pbd = hash_of(self, 0.0, XPBD_METHOD_PBD, "seq");
  const uint64_t soft = hash_of(self, 1e-5, XPBD_METHOD_XPBD, "seq"),
                 two = hash_of(self, 1e-5, XPBD_METHOD_XPBD, "omp");
  check_same(self, xpbd, pbd, "alpha 0: bits of XPBD and of PBD with k = 1");
  check_control(self, soft != pbd, "alpha 1e-5");
  claims_left(self, "esbd_alpha_zero", NULL, "any; shown with 320 edges, alpha 0, k 1, 24 frames",
              "by construction: Eq. (4) with alpha 0 is PBD's", "equal bits; with alpha 1e-5 others");
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_grid(41, 41, 0.25, &mesh), XPBD_OK, "sheet")) return;
  OWNED(xpbd_schedule_destroy) xpbd_schedule schedule = {0};
  check_status(self, xpbd_schedule_edge_groups(mesh.edge_count, 2, mesh.edges, mesh.vertex_count, NULL, 64, &schedule),
               XPBD_OK, "grouping");
  const xpbd_status sound = xpbd_schedule_check(&schedule, 2, mesh.edges, mesh.vertex_count, NULL);
  erratum_grouping listing;
  const double left_out =
      erratum_groups(&mesh, false, &listing) ? 1.0 - (double)listing.covered / mesh.edge_count : (double)NAN;
  if (schedule.order) schedule.order[0] = schedule.order[1];
  check_control(self, xpbd_schedule_check(&schedule, 2, mesh.edges, mesh.vertex_count, NULL) != XPBD_OK,
                "an edge twice");
  claims_case(self, sound != XPBD_OK, "all of it");
  claims_judge(self, "morse_groups_independent", "as the text describes it", "as printed: 4880 edges of the cloth",
               NULL, "%d groups, none touch, none left out", (int)schedule.group_count);
  claims_case(self, left_out, "all of it");
  claims_judge(self, "morse_groups_independent", "Alg. 2 as listed", "as printed: 4880 edges of the cloth",
               "it leaves edges out", "%.0f %% of the edges are in no group", 100.0 * left_out);
  if (two != 0) {
    claims_case(self, two != soft, "all of it");
    claims_judge(self, "morse_groups_safe", NULL, "cloth of 320 edges, alpha 1e-5, 24 frames",
                 "if one group runs after another", "equal bits on one thread and on two");
  } else {
    claims_left(self, "morse_groups_safe", NULL, "cloth of 320 edges, alpha 1e-5, 24 frames",
                "measured by a build with OpenMP", "no threads in this build");
  }
}

void claims_list_elements(check_registry *registry) {
  claims_add(registry, "elements-gradients", "printed gradients", gradients, 0);
  claims_add(registry, "elements-momentum", "momentum of a projection, with and without ghost tip", momentum, 0);
  claims_add(registry, "elements-laws", "constraints of an element, growth of its force, effect of a turn", elements,
             0);
  claims_add(registry, "elements-groups", "alpha 0, independent groups, two threads", groups, 0);
}
