/* Why this file exists: tests the terms of projective dynamics one by one: the projection of a triangle against brute
 * force, energies against closed forms, and refusals. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "projective/strain.h"
#include "projective_checks.h"
#include "runner/rig.h"
#include "xpbd/projective.h"

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Singular values of the 3 x 2 matrix with the columns a, b: roots of the eigenvalues of its Gram matrix.
static void singular_values(const double a[3], const double b[3], double out[2]) {
  const double aa = dot(a, a), bb = dot(b, b), ab = dot(a, b), mean = (aa + bb) / 2, apart = hypot((aa - bb) / 2, ab);
  out[0] = sqrt(mean + apart);
  out[1] = sqrt(fmax((aa * bb - ab * ab) / (mean + apart), 0.0));
}

xpbd_solver_def fms_settings(void) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.method = XPBD_METHOD_FMS;
  def.iterations = 10;
  return def;
}

bool built(check *self) {
  const double x[3] = {0}, w = 1.0;
  xpbd_scene_def def = rig_points(1, x, NULL, &w);
  const xpbd_solver_def settings = fms_settings();
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  xpbd_status status = xpbd_scene_create(&def, &scene);
  if (status == XPBD_OK) status = xpbd_solver_supports(scene, &settings);
  if (status == XPBD_ERR_NOT_BUILT) check_skip(self, "%s", xpbd_last_error());
  return status == XPBD_OK;
}

double largest_stretch(const xpbd_scene *scene, const double *x) {
  const double *rest = xpbd_scene_positions(scene);
  double worst = 0.0;
  for (int32_t t = 0; t < xpbd_scene_triangle_count(scene); t++) {
    const int32_t *corner = xpbd_scene_triangles(scene) + 3 * t;
    double d[2][3], r[2][3], f[2][3], sigma[2];
    for (int c = 0; c < 2; c++)
      for (int k = 0; k < 3; k++) {
        d[c][k] = x[3 * corner[c + 1] + k] - x[3 * corner[0] + k];
        r[c][k] = rest[3 * corner[c + 1] + k] - rest[3 * corner[0] + k];
      }
    const double base = sqrt(dot(r[0], r[0])), across = dot(r[0], r[1]) / base;
    const double height = sqrt(dot(r[1], r[1]) - across * across);
    for (int k = 0; k < 3; k++) {
      f[0][k] = d[0][k] / base;
      f[1][k] = (d[1][k] - across * f[0][k]) / height;
    }
    singular_values(f[0], f[1], sigma);
    worst = check_larger(worst, sigma[0]);
  }
  return worst;
}

/// A 3 x 2 matrix within the limits: orthogonal columns u of unit length, singular values s, an angle in the plane.
typedef struct feasible {
  double u[2][3], s[2], angle;
} feasible;

/// A random neighbour, within the limits again.
static feasible neighbour(check *self, feasible q, double limit, double reach) {
  for (int c = 0; c < 2; c++) {
    for (int k = 0; k < 3; k++) q.u[c][k] += check_random(self, -reach, reach);
    const double along = c ? dot(q.u[0], q.u[1]) : 0.0;
    for (int k = 0; k < 3; k++) q.u[c][k] -= along * q.u[0][k];
    const double length = sqrt(dot(q.u[c], q.u[c]));
    for (int k = 0; k < 3; k++) q.u[c][k] /= length;
    q.s[c] = fmin(fmax(q.s[c] + check_random(self, -reach, reach), 1 - limit), 1 + limit);
  }
  q.angle += check_random(self, -reach, reach);
  return q;
}

static double distance_to(const feasible *q, double f[2][3]) {
  const double c = cos(q->angle), s = sin(q->angle);
  double squared = 0.0;
  for (int k = 0; k < 3; k++) {
    const double first = q->s[0] * q->u[0][k], second = q->s[1] * q->u[1][k];
    squared += pow(f[0][k] - first * c + second * s, 2) + pow(f[1][k] - first * s - second * c, 2);
  }
  return sqrt(squared);
}

static double apart(double a[2][3], double b[2][3]) {
  double squared = 0.0;
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < 3; k++) squared += (a[c][k] - b[c][k]) * (a[c][k] - b[c][k]);
  return sqrt(squared);
}

/// Distance of f to the nearest matrix within the limits that a random search with shrinking steps finds.
static double search(check *self, double f[2][3], double limit) {
  double best = INFINITY;
  for (int start = 0; start < 3; start++) {
    feasible here = neighbour(self, (feasible){.u = {{1, 0, 0}, {0, 1, 0}}, .s = {1, 1}}, limit, 3.0);
    double least = distance_to(&here, f);
    for (double reach = 1.0; reach > 1e-5; reach *= 0.97)
      for (int tries = 0; tries < 120; tries++) {
        const feasible there = neighbour(self, here, limit, reach);
        const double distance = distance_to(&there, f);
        if (distance < least) least = distance, here = there;
      }
    best = check_smaller(best, least);
  }
  return best;
}

/* The projection is within the limits, does not move when projected again, and nothing nearer is found. Measured:
 * limits kept to 7e-16, second projection 4e-16; the search comes no nearer and ends 4e-6 farther. */
static void projection(check *self, int argument) {
  const double limits[] = {0.0, 0.05, 0.5};
  double outside = 0, again = 0, nearer = 0, farther = 0, formula = 0, unprojected = 0, by_columns = 0;
  for (int trial = 0; trial < 24; trial++) {
    const double limit = limits[trial % 3], size = trial % 4 == 3 ? 0.05 : 1.0; /* some are squashed */
    double f[2][3], excess[2][3], p[2][3], second[2][3], columns[2][3], sigma[2], before[2];
    for (int c = 0; c < 2; c++)
      for (int k = 0; k < 3; k++) f[c][k] = check_random(self, -1.5, 1.5) * (c ? size : 1.0);
    const double squared = xpbd_strain_excess(f, limit, excess);
    for (int c = 0; c < 2; c++) {
      const double length = sqrt(dot(f[c], f[c])), to = fmin(fmax(length, 1 - limit), 1 + limit);
      for (int k = 0; k < 3; k++) p[c][k] = f[c][k] - excess[c][k], columns[c][k] = to / length * f[c][k];
    }
    singular_values(f[0], f[1], before);
    singular_values(p[0], p[1], sigma);
    for (int k = 0; k < 2; k++) {
      outside = check_larger(outside, fabs(sigma[k] - 1) - limit);
      unprojected = check_larger(unprojected, fabs(before[k] - 1) - limit);
    }
    xpbd_strain_excess(p, limit, second);
    for (int c = 0; c < 2; c++)
      for (int k = 0; k < 3; k++) again = check_larger(again, fabs(second[c][k]));
    formula = check_larger(formula, fabs(sqrt(squared) - apart(f, p)));
    const double found = search(self, f, limit) - apart(f, p);
    nearer = check_larger(nearer, -found);
    farther = check_larger(farther, found);
    singular_values(columns[0], columns[1], sigma);
    by_columns = check_larger(by_columns, fabs(sigma[0] - 1) - limit);
  }
  check_at_most(self, outside, 1e-14, "singular values outside their limits");
  check_at_most(self, again, 1e-14, "change by projecting again");
  check_at_most(self, formula, 1e-13, "|excess| against the value returned");
  check_at_most(self, nearer, 1e-12, "how much nearer a search of the whole set comes");
  check_at_most(self, farther, 1e-4, "final distance of the search: it does find the minimum");
  check_control(self, unprojected > 1e-14, "unprojected");
  check_control(self, by_columns > 1e-14, "columns brought to length instead of singular values");
}

/* Within the limits nothing changes, to the last bit. A triangle squashed to a line or a point stays finite. */
static void degenerate(check *self, int argument) {
  double inside[2][3] = {{1.02, 0.01, 0.0}, {0.0, 0.0, 0.97}}, line[2][3] = {{1, 2, 3}, {2, 4, 6}}, point[2][3] = {{0}};
  double excess[2][3], sum = 0.0;
  check_true(self, xpbd_strain_excess(inside, 0.05, excess) == 0.0, "no energy within the limits");
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < 3; k++) sum = check_larger(sum, fabs(excess[c][k]));
  check_true(self, sum == 0.0, "no excess within the limits");
  xpbd_strain_excess(inside, 0.01, excess);
  check_control(self, excess[0][0] != 0.0, "narrower limits");
  /* squashed to a millionth of its height, the direction across still counts. Measured 2e-16. */
  double squashed[2][3] = {{1.2, 0.4, -0.3}, {2.4, 0.8 + 1e-6, -0.6}}, sigma[2];
  xpbd_strain_excess(squashed, 0.05, excess);
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < 3; k++) squashed[c][k] -= excess[c][k];
  singular_values(squashed[0], squashed[1], sigma);
  check_at_most(self, check_larger(fabs(sigma[0] - 1.05), fabs(sigma[1] - 0.95)), 1e-12, "squashed: singular values");
  /* the line has singular values sqrt(70), 0: (sqrt(70) - 1.5)^2 + 0.5^2 */
  check_at_most(self, fabs(xpbd_strain_excess(line, 0.5, excess) - (pow(sqrt(70.0) - 1.5, 2) + 0.25)), 1e-13, "a line");
  check_true(self, isfinite(excess[0][0]) && isfinite(excess[1][2]), "a line: the excess is finite");
  check_at_most(self, fabs(xpbd_strain_excess(point, 0.5, excess) - 0.5), 0.0, "a point");
  check_true(self, excess[0][0] == 0.0 && excess[1][2] == 0.0, "a point has no direction to grow in");
  /* nor does a side of less than 1e-12 of its length */
  double thin[2][3] = {{1.1e-12, 0, 0}, {0, 0, 1}};
  xpbd_strain_excess(thin, 0.5, excess);
  check_at_most(self, fabs(excess[0][0] + 0.5 - 1.1e-12), 1e-15, "a side of 1.1e-12: its shortfall from a half");
  thin[0][0] = 0.9e-12;
  xpbd_strain_excess(thin, 0.5, excess);
  check_true(self, excess[0][0] == 0.0, "a side of 9e-13 has no shortfall: %g", excess[0][0]);
}

/// A scene with every particle pinned, whose objective is therefore the sum of its terms. Sets *out to the objective at
/// `positions`.
static bool energy(check *self, const xpbd_scene_def *def, const xpbd_constraints_def *set,
                   const xpbd_solver_def *settings, const double *positions, double *out) {
  rig r;
  bool good = rig_scene(&r, self, def, set ? 1 : 0, set);
  xpbd_solver *projective = NULL;
  good = good && check_status(self, xpbd_solver_create(r.scene, settings, &projective), XPBD_OK, "making") &&
         check_status(self, xpbd_solver_step(projective, 1), XPBD_OK, "a step") &&
         check_status(self, xpbd_projective_objective(projective, positions, out), XPBD_OK, "the objective");
  if (good && set) { /* springs: the elastic energy that XPBD measures */
    xpbd_measures measures;
    good = check_status(self, xpbd_measure(r.scene, positions, r.v, &measures), XPBD_OK, "measuring");
    *out -= measures.elastic;
  }
  xpbd_solver_destroy(&projective);
  rig_free(&r);
  return good;
}

/* Springs: the energy that XPBD measures. Triangles: weight / 2 area ((s1 - 1 - limit)^2 + (1 - limit - s2)^2) for the
 * map with singular values s1, s2. Measured 3e-14 J for the springs, 3e-16 relative for the triangles. */
static void energies(check *self, int argument) {
  if (!built(self)) return;
  enum { SIDE = 5 };
  static const double turn[3][2] = {{0.36, 0.48}, {-0.8, 0.6}, {0.48, 0.64}}; /* orthonormal columns */
  const double angle = 0.7, s1 = 1.3, s2 = 0.8, limit = 0.1, weight = 40.0;
  double w[SIDE * SIDE] = {0}, x[3 * SIDE * SIDE], random[3 * SIDE * SIDE], value = NAN;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_grid(SIDE, SIDE, 0.5, &mesh), XPBD_OK, "grid")) return;
  for (int i = 0; i < SIDE * SIDE; i++) {
    const double a = mesh.positions[3 * i], b = mesh.positions[3 * i + 2];
    const double p = s1 * (cos(angle) * a + sin(angle) * b), q = s2 * (cos(angle) * b - sin(angle) * a);
    for (int k = 0; k < 3; k++) {
      x[3 * i + k] = turn[k][0] * p + turn[k][1] * q + 5.0;
      random[3 * i + k] = mesh.positions[3 * i + k] + check_random(self, -0.3, 0.3);
    }
  }
  xpbd_scene_def def = rig_points(mesh.vertex_count, mesh.positions, NULL, w);
  def.triangle_count = mesh.triangle_count, def.triangles = mesh.triangles;
  xpbd_constraints_def set = rig_set("stretching", mesh.edge_count, mesh.edges, NULL);
  set.material[0] = 3.0, set.compliance = 0.09; /* 100 N/m */
  xpbd_solver_def settings = fms_settings();
  xpbd_projective_settings own = {0};
  settings.projective = &own;
  if (energy(self, &def, &set, &settings, random, &value))
    check_at_most(self, fabs(value), 1e-12, "springs: difference to sum C^2 / (2 alpha) [J]");
  settings.method = XPBD_METHOD_PD;
  own.triangle_weight = weight, own.strain_limit = limit;
  const double expected = 0.5 * weight * 4.0 * (pow(s1 - 1 - limit, 2) + pow(1 - limit - s2, 2));
  if (energy(self, &def, NULL, &settings, x, &value))
    check_at_most(self, fabs(value / expected - 1), 1e-12, "triangles: energy of a uniform stretch, relative error");
  own.strain_limit = limit * 1.001;
  if (energy(self, &def, NULL, &settings, x, &value))
    check_control(self, fabs(value / expected - 1) > 1e-12, "a limit 0.1 %% wider");
  own.strain_limit = 0.31;
  if (energy(self, &def, NULL, &settings, x, &value)) check_true(self, value == 0.0, "no energy within the limits");
}

/// Two triangles over the edge from (0, 0, 0) to (length, 0, 0), the second folded up by `angle`.
static void fold(double length, double angle, double out[12]) {
  const double points[12] = {0, 0, 0, length, 0, 0, 0.3, 0, 0.9, 0.6, 0.7 * sin(angle), -0.7 * cos(angle)};
  memcpy(out, points, sizeof points);
}

/* Bending without stretch: |s|^2 = 6 |e|^2 / (A0 + A1) (1 - cos(angle)), so that a flat rest shape has the energy of
 * Bergou et al. 2006, weight 3 |e|^2 / (A0 + A1) (1 - cos(angle)). Measured 6e-15 of the scale. */
static void bending(check *self, int argument) {
  if (!built(self)) return;
  const double length = 1.2, weight = 2.5, factor = 6 * length * length / (0.5 * length * (0.9 + 0.7));
  const int32_t triangles[6] = {0, 1, 3, 1, 0, 2};
  const double w[4] = {0}, rest_angles[] = {0.0, 0.6, -2.0}, angles[] = {1e-3, 0.5, 1.5, -2.5, 3.1};
  double rest[12], x[12], error = 0, wrong = 0;
  xpbd_scene_def def = rig_points(4, rest, NULL, w);
  def.triangle_count = 2, def.triangles = triangles;
  xpbd_solver_def settings = fms_settings();
  const xpbd_projective_settings own = {.bending_weight = weight};
  settings.method = XPBD_METHOD_PD, settings.projective = &own;
  for (int i = 0; i < 15; i++) {
    double value = NAN;
    fold(length, rest_angles[i % 3], rest);
    fold(length, angles[i / 3], x);
    if (!energy(self, &def, NULL, &settings, x, &value)) return;
    const double now = sqrt(factor * (1 - cos(angles[i / 3]))), then = sqrt(factor * (1 - cos(rest_angles[i % 3])));
    error = check_larger(error, fabs(value - 0.5 * weight * (now - then) * (now - then)));
    wrong = check_larger(wrong, fabs(value - 0.5 * weight * now * now));
  }
  check_at_most(self, error / (weight * factor), 1e-12, "energy of a fold, relative to its scale");
  check_control(self, wrong / (weight * factor) > 1e-12, "the fold of the rest shape left out");
}

/// One attempt that must fail, with that reason.
static void refuse(check *self, const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_status expected,
                   const char *reason) {
  xpbd_solver *projective = NULL;
  check_status(self, xpbd_solver_create(scene, def, &projective), expected, "refused: %s", reason);
  check_said(self, reason, "what is said");
  check_true(self, !projective, "no solver: %s", reason);
  xpbd_solver_destroy(&projective);
}

/// What a scene may hold beyond springs: a centre, global damping, contact; lengths whose squares vanish.
static void refuse_scenes(check *self, const xpbd_scene_def *scene) {
  const xpbd_solver_def def = fms_settings();
  static const char *const reasons[] = {
      "method fms has no centres (ghost tips), the scene has 1",
      "method fms has no damping, the scene has a global damping of 0.1", "the scene is 1e-120 m across: too small",
      "particle 2: a coordinate or velocity beyond 1e150 is out of range",
      "method fms has no contact between particles, the scene has a contact radius of 0.05 m"};
  const double tiny[9] = {0, 0, 0, 1e-120, 0, 0, 0, 0, 1e-120}, huge[9] = {0, 0, 0, 1, 0, 0, 0, 0, -1e160};
  for (int i = 0; i < 5; i++) {
    OWNED(rig_free) rig r = {0};
    xpbd_scene_def with = *scene;
    int32_t index = -1;
    if (i == 1) with.global_damping = 0.1;
    if (i == 2 || i == 3) with.positions = i == 2 ? tiny : huge;
    if (i == 4) with.contact_radius = 0.05;
    bool good = rig_scene(&r, self, &with, 0, NULL);
    if (good && i == 0) good = check_status(self, xpbd_scene_add_centre(r.scene, 0, 3, &index), XPBD_OK, "a centre");
    if (good) refuse(self, r.scene, &def, XPBD_ERR_UNSUPPORTED, reasons[i]);
  }
}

/// Invalid settings.
static void refuse_settings(check *self, const xpbd_scene *scene) {
  static const double weights[] = {-1.0, NAN, 1.1e200, INFINITY}, strains[] = {1.0, -0.01, NAN};
  xpbd_projective_settings own = {0};
  xpbd_solver_def def = fms_settings();
  char reason[128];
  def.projective = &own;
  for (size_t k = 0; k < sizeof strains / sizeof *strains; k++) {
    own = (xpbd_projective_settings){.strain_limit = strains[k]};
    snprintf(reason, sizeof reason, "strain_limit is %g, must be 0 or more and below 1", strains[k]);
    refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT, reason);
  }
  for (size_t k = 0; k < sizeof weights / sizeof *weights; k++) {
    own = (xpbd_projective_settings){.bending_weight = weights[k]};
    snprintf(reason, sizeof reason, "bending_weight is %g J, must be 0 or more", weights[k]);
    refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT, reason);
    own = (xpbd_projective_settings){.triangle_weight = weights[k]};
    snprintf(reason, sizeof reason, "triangle_weight is %g N/m, must be 0 or more", weights[k]);
    refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT, reason);
  }
  own = (xpbd_projective_settings){.record = 2};
  refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT, "record is 2, must be 0 or 1");
  own.record = -1;
  refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT, "record is -1, must be 0 or 1");
  for (int bends = 0; bends < 2; bends++) {
    own = (xpbd_projective_settings){.triangle_weight = 1 - bends, .bending_weight = bends};
    def.method = XPBD_METHOD_FMS;
    refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT,
           "triangle_weight and bending_weight belong to projective dynamics; fast mass-springs has only springs");
    def.method = XPBD_METHOD_PD;
    refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT,
           "triangle_weight and bending_weight need triangles, the scene has none");
  }
}

/// The last settings and masses that are accepted, on a scene of one triangle.
static void limits(check *self, const xpbd_scene_def *scene) {
  const xpbd_projective_settings each[] = {
      {.triangle_weight = 1e200}, {.bending_weight = 1e200}, {.strain_limit = nextafter(1.0, 0.0)}, {.record = 1}};
  static const double places[2][9] = {{0, 0, 0, 1, 0, 0, 0, 0, -1e150}, {0, 0, 0, 1.1e-100, 0, 0, 0, 0, 1.1e-100}};
  xpbd_solver_def def = fms_settings();
  def.method = XPBD_METHOD_PD;
  if (!built(self)) return;
  for (int k = 0; k < 3; k++) {
    xpbd_scene_def with = *scene;
    if (k > 0) with.positions = places[k - 1];
    OWNED(rig_free) rig r = {0};
    for (size_t s = 0; rig_scene(&r, self, &with, 0, NULL) && s < sizeof each / sizeof *each; s++) {
      def.projective = &each[s];
      check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_OK, "settings %d on places %d", (int)s, k);
      rig_free(&r);
    }
  }
}

/// A triangle on a line.
static void refuse_flat(check *self, const xpbd_scene_def *scene) {
  const xpbd_projective_settings own = {.triangle_weight = 1.0};
  xpbd_solver_def def = fms_settings();
  def.method = XPBD_METHOD_PD, def.projective = &own;
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, scene, 0, NULL))
    refuse(self, r.scene, &def, XPBD_ERR_INVALID_ARGUMENT, "triangle 0 (0, 1, 2) has no area");
}

/// Masses whose m / h^2 cannot be in a matrix with others, and the last ones that are accepted, with a time step of 1
/// s.
static void refuse_masses(check *self, const xpbd_scene_def *scene) {
  static const struct {
    double w;
    const char *reason; ///< NULL: it is accepted.
  } cases[] = {{1e-250, "particle 1: an inverse mass of 1e-250 with a time step of 1 s is out of range"},
               {1e250, "particle 1: an inverse mass of 1e+250 with a time step of 1 s is out of range"},
               {0.9e-200, "particle 1: an inverse mass of 9e-201 with a time step of 1 s is out of range"},
               {1.1e200, "particle 1: an inverse mass of 1.1e+200 with a time step of 1 s is out of range"},
               {1.1e-200, NULL},
               {0.9e200, NULL}};
  xpbd_solver_def def = fms_settings();
  def.frame_time = 1.0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const double w[3] = {1, cases[k].w, 1};
    xpbd_scene_def with = *scene;
    OWNED(xpbd_solver_destroy) xpbd_solver *projective = NULL;
    OWNED(rig_free) rig r = {0};
    with.inverse_masses = w;
    const bool good = rig_scene(&r, self, &with, 0, NULL);
    if (good && cases[k].reason) refuse(self, r.scene, &def, XPBD_ERR_UNSUPPORTED, cases[k].reason);
    if (good && !cases[k].reason)
      check_status(self, xpbd_solver_create(r.scene, &def, &projective), XPBD_OK, "an inverse mass of %g", w[1]);
  }
}

static void refusals(check *self, int argument) {
  const double x[9] = {0, 0, 0, 1, 0, 0, 0, 0, 1}, flat[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0}, w[3] = {1, 1, 1};
  const int32_t triangle[3] = {0, 1, 2}, edge[2] = {0, 1};
  xpbd_scene_def scene = rig_points(3, x, NULL, w);
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.count = 1, set.particles = edge;
  const char *
      formulas[] = {"morse", "hookean", "stvk", "stretching"},
     *words[] = {
         "morse: its potential is not a linear spring; method fms takes the formulas stretching and distance_bending",
         "hookean: its potential is not a linear spring; method fms takes the formulas stretching and distance_bending",
         "stvk: its potential is not a linear spring; method fms takes the formulas stretching and distance_bending",
         "stretching: compliance is 0, but the energy C^2 / (2 compliance) of method fms is finite"};
  for (int i = 0; i < 4; i++) {
    OWNED(rig_free) rig r = {0};
    set.formula = formulas[i], set.compliance = i == 3 ? 0.0 : 1e-5;
    const xpbd_solver_def def = fms_settings();
    if (rig_scene(&r, self, &scene, 1, &set)) refuse(self, r.scene, &def, XPBD_ERR_UNSUPPORTED, words[i]);
  }
  refuse_scenes(self, &scene);
  OWNED(rig_free) rig bare = {0};
  if (rig_scene(&bare, self, &scene, 0, NULL)) {
    const xpbd_solver_def good = fms_settings();
    refuse(self, NULL, &good, XPBD_ERR_INVALID_ARGUMENT, "xpbd_solver_create(): scene is NULL");
    refuse_settings(self, bare.scene);
    OWNED(xpbd_solver_destroy) xpbd_solver *projective = NULL;
    check_control(self, xpbd_solver_create(bare.scene, &good, &projective) != XPBD_ERR_INVALID_ARGUMENT,
                  "settings that are right");
  }
  scene.triangle_count = 1, scene.triangles = triangle;
  limits(self, &scene);
  if (built(self)) refuse_masses(self, &scene);
  scene.positions = flat;
  if (built(self)) refuse_flat(self, &scene);
}

/* A diverged run has no result: its frame is named, nothing can be read, a reset starts again. */
static void divergence(check *self, int argument) {
  if (!built(self)) return;
  const double x[3] = {0}, v[3] = {1e9, 0, 0}, w = 1.0;
  double out[3], value;
  xpbd_scene_def def = rig_points(1, x, v, &w);
  xpbd_solver_def settings = fms_settings();
  settings.frame_time = 0.4;
  OWNED(rig_free) rig r = {0};
  OWNED(xpbd_solver_destroy) xpbd_solver *p = NULL;
  if (rig_scene(&r, self, &def, 0, NULL) &&
      check_status(self, xpbd_solver_create(r.scene, &settings, &p), XPBD_OK, "making")) {
    check_status(self, xpbd_projective_objective(p, x, &value), XPBD_ERR_INVALID_ARGUMENT, "no step, no objective");
    check_status(self, xpbd_solver_step(p, 5), XPBD_ERR_DIVERGED, "1e9 m/s for 2 s");
    check_said(self, "the simulation diverged in frame 3 (a position is not finite or beyond 1e+09 m)", "what is said");
    check_status(self, xpbd_projective_record(p, out), XPBD_ERR_INVALID_ARGUMENT, "nothing was recorded");
    xpbd_solver_reset(p);
    check_control(self, xpbd_solver_step(p, 2) == XPBD_OK, "two frames after a reset");
  }
}

void check_add_projective_local(check_registry *registry) {
  check_add(registry, "projection", "strain limits: within, idempotent, nearest by search", projection, 0);
  check_add(registry, "degenerate", "triangles within the limits, squashed to a line, to a point", degenerate, 0);
  check_add(registry, "energies", "springs and triangles against closed forms", energies, 0);
  check_add(registry, "bending", "the energy of a fold against its closed form", bending, 0);
  check_add(registry, "refusals", "every wrong setting and scene is named", refusals, 0);
  check_add(registry, "divergence", "a diverged run has no result", divergence, 0);
}
