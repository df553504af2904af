/* Why this file exists: tests bad input for the formulas whose moduli are those of the body: Poisson's ratios at and
 * beyond 0.5, no stiffness at all, elements that start flat, inverted or in one place, sheets for materials of solids.
 * Each is refused in one line or follows the rule in its header. Nothing becomes NaN. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "material_checks.h"
#include "runner/rig.h"
#include "xpbd/scenes.h"

static bool ours(const xpbd_formula_info *info) {
  return (info->traits & XPBD_MODULI) != 0;
}

/// The last error is one line that contains both words.
static bool says(const char *one, const char *other) {
  const char *error = xpbd_last_error();
  return error && strstr(error, one) && strstr(error, other) && !strchr(error, '\n');
}

static void ranges(check *self, int unused) {
  int count = 0;
  static const char *const wrong[] = {"nu=0.5", "nu=0.7", "nu=-0.1", "E=-1"};
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *info = xpbd_formula_at(i);
    if (!ours(info) || strcmp(info->material[0].name, "E") != 0) continue; /* others have other moduli */
    count++;
    for (int k = 0; k < 4; k++) {
      char text[96];
      snprintf(text, sizeof text, "%s:%s", info->name, wrong[k]);
      check_status(self, xpbd_constraint_spec_check(text), XPBD_ERR_INVALID_ARGUMENT, "%s", text);
      check_true(self, says(info->name, k < 3 ? "must be 0 to 0.49" : "must be 0 to 1e+09"), "%s: %s", text,
                 xpbd_last_error());
    }
  }
  check_at_least(self, count, 14, "materials");
  check_status(self, xpbd_constraint_spec_check("stable_neo_hookean_tet:nu=0.5"), XPBD_ERR_INVALID_ARGUMENT,
               "the pair");
  check_control(self, xpbd_constraint_spec_check("stable_neo_hookean_tet:E=1e4,nu=0.49") == XPBD_OK, "a good pair");
}

/// The start of an element.
typedef enum start { AT_REST, STRETCHED, FLAT, INVERTED, ON_A_LINE, IN_ONE_PLACE, STARTS } start;
static const char *const start_names[STARTS] = {"at rest",  "stretched", "flat",
                                                "inverted", "on a line", "in one place"};

static void begin(start how, int corners, const xpbd_vec3_f64 *rest, double *x) {
  for (int k = 0; k < corners; k++) {
    xpbd_vec3_f64 p = rest[k];
    if (how == STRETCHED) p.x *= 1.5, p.y *= 0.8;
    if (how == FLAT) p.z = 0;
    if (how == INVERTED) p.z = -p.z;
    if (how == ON_A_LINE) p.y = p.z = 0;
    if (how == IN_ONE_PLACE) p = (xpbd_vec3_f64){0, 0, 0};
    x[3 * k] = p.x, x[3 * k + 1] = p.y, x[3 * k + 2] = p.z;
  }
}

/// One free element after some frames under gravity, without constraint if E < 0. E is the first modulus; others keep
/// their ratio to it. x [3 corners]; false after a failure.
static bool fall(check *self, const xpbd_formula *f, start how, double E, double compliance, xpbd_precision precision,
                 double *x) {
  static const xpbd_vec3_f64 rest[4] = {{0, 0, 0}, {1, 0, 0}, {0.5, 0.87, 0}, {0.5, 0.29, 0.82}},
                             hinge[4] = {{0, 0, 0}, {1, 0, 0}, {0.5, 0.87, 0.1}, {0.5, -0.87, 0.2}};
  const xpbd_vec3_f64 *shape_of = f->info.element == XPBD_ON_HINGES ? hinge : rest;
  const double w[4] = {1, 1, 2, 1};
  double positions[12], numbers[XPBD_MAX_ROWS * XPBD_MAX_REST];
  int32_t particles[4] = {0, 1, 2, 3};
  for (int row = f->info.traits & XPBD_ROWS_ALIKE ? 0 : f->info.rows - 1; row >= 0; row--) /* the first stays whole */
    xpbd_rest_shape(f, shape_of, NULL, row, &numbers[row * f->info.rest_count]);
  begin(how, f->info.arity, shape_of, positions);
  xpbd_scene_def def = rig_points(f->info.arity, positions, NULL, w);
  xpbd_constraints_def set = rig_set(f->info.name, 1, particles, numbers);
  for (int k = 0; k < f->info.material_count; k++)
    if (strcmp(f->info.material[k].unit, f->info.material[0].unit) == 0)
      set.material[k] = E * f->info.material[k].standard / f->info.material[0].standard;
  set.compliance = compliance;
  const xpbd_solver_def settings = rig_settings(precision, 1.0 / 60, 10);
  rig r;
  const bool good = rig_scene(&r, self, &def, E < 0 ? 0 : 1, &set) && rig_solver(&r, &settings) && rig_step(&r, 30);
  if (good) memcpy(x, r.x, 3 * (size_t)f->info.arity * sizeof *x);
  rig_free(&r);
  return good;
}

static bool all_finite(int count, const double *x) {
  for (int i = 0; i < count; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

/* E = 0: the formula has no effect, whatever the compliance. */
static void no_stiffness(check *self, int unused) {
  int moved = 0, count = 0;
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula *f = xpbd_formula_entry(i);
    if (!ours(&f->info)) continue;
    for (int k = 0; k < 4; k++) {
      double x[12] = {0}, y[12] = {0};
      const xpbd_precision precision = k & 1 ? XPBD_F64 : XPBD_F32;
      if (!fall(self, f, STRETCHED, 0, k & 2 ? 1 : 0, precision, x) || !fall(self, f, STRETCHED, -1, 1, precision, y))
        return;
      check_true(self, memcmp(x, y, sizeof x) == 0, "%s without stiffness, alpha %d, %s: falls as without it",
                 f->info.name, k / 2, precision_name(precision));
      if (!fall(self, f, STRETCHED, 1000, 1, precision, x)) return;
      moved += memcmp(x, y, sizeof x) != 0, count++;
    }
  }
  check_control(self, count > 0 && moved == count, "with stiffness it does not");
}

static void degenerate_starts(check *self, int unused) {
  double x[12] = {0};
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula *f = xpbd_formula_entry(i);
    for (int how = 0; how < STARTS && ours(&f->info); how++)
      for (int k = 0; k < 2; k++) {
        if (!fall(self, f, (start)how, 1e4, 1, k ? XPBD_F64 : XPBD_F32, x)) return;
        double reach = 0;
        for (int c = 0; c < 3 * f->info.arity; c++) reach = check_larger(reach, fabs(x[c]));
        check_why(self, "it falls 1.3 m in half a second; half of a pair alone is thrown up to 13 m");
        check_true(self, all_finite(12, x), "%s %s: finite", f->info.name, start_names[how]);
        check_at_most(self, reach, 30, "%s %s: largest coordinate [m]", f->info.name, start_names[how]);
      }
  }
  x[5] = (double)NAN;
  check_control(self, !all_finite(12, x), "NaN in one coordinate");
}

static void wrong_mesh(check *self, int unused) {
  xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  static const char *const solids[] = {"stvk_root_tet", "stable_neo_hookean_tet", "linear_strain_tet"};
  for (int i = 0; i < 3; i++) {
    params.constraint = solids[i], params.resolution = 5;
    check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_ERR_INVALID_ARGUMENT, "%s on a flat cloth",
                 solids[i]);
    check_true(self, says("no element of", "rest shape"), "%s", xpbd_last_error());
    xpbd_model_destroy(&model);
  }
  params.constraint = "stvk_strain_triangle";
  check_control(self, xpbd_scene_build("cloth", &params, &model) == XPBD_OK, "a material of sheets");
}

void material_input_checks(check_registry *registry) {
  check_add(registry, "moduli/ranges", "Poisson's ratios at and beyond 0.5 and negative moduli, in one line", ranges,
            0);
  check_add(registry, "moduli/no-stiffness", "E = 0 does nothing", no_stiffness, 0);
  check_add(registry, "moduli/starts", "flat, inverted and collapsed elements stay finite", degenerate_starts, 0);
  check_add(registry, "moduli/wrong-mesh", "sheets for materials of solids, in one line", wrong_mesh, 0);
}
