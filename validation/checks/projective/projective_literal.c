/* Why this file exists: the published iteration written down again, with dense matrices and no thought of speed:
 *   (M / h^2 + sum w G^T G) x' = M y / h^2 + sum w G^T p,   p = projection of G x
 * (Bouaziz et al. 2014, Section 3; with springs only Liu et al. 2013, Section 4). The solver must agree with it after
 * every iteration, not only at the end, or the comparison of iterations would be with some other method. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "projective_checks.h"
#include "runner/rig.h"
#include "xpbd/projective.h"

enum { SIDE = 4, N = SIDE * SIDE, LIMIT = 200 };

static const double MASS = 0.02, STEP = 1.0 / 30.0, STIFFNESS = 80.0, TRIANGLES = 60.0, STRAIN = 0.03, BENDING = 0.02;

/// A term: `rows` combinations of `count` particles, each a vector, and what they are projected to.
typedef struct term {
  int rows, count;
  int32_t particle[4];
  double g[2][4], weight, rest; ///< rest: length of the row (rows == 1).
} term;

typedef struct literal {
  int count;
  term terms[LIMIT];
  double x[N][3], y[N][3];
} literal;

static void edge_of(const double *x, int32_t from, int32_t to, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = x[3 * to + k] - x[3 * from + k];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double twice_area(const double a[3], const double b[3]) {
  return sqrt(dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b));
}

/// Gradients of the barycentric coordinates in the rest sheet, which lies in the plane y = 0: x and z are its axes.
static term triangle_of(const double *x, const int32_t *corner) {
  term t = {.rows = 2, .count = 3};
  double e[3][3];
  memcpy(t.particle, corner, 3 * sizeof *corner);
  for (int i = 0; i < 3; i++) edge_of(x, corner[(i + 1) % 3], corner[(i + 2) % 3], e[i]);
  const double signed_area = e[2][2] * e[1][0] - e[2][0] * e[1][2]; /* twice */
  for (int i = 0; i < 3; i++) {
    t.g[0][i] = -e[i][2] / signed_area;
    t.g[1][i] = e[i][0] / signed_area;
  }
  t.weight = TRIANGLES * 0.5 * fabs(signed_area);
  return t;
}

/// K of Bergou et al. 2006 times sqrt(3 / (A0 + A1)), angle by angle.
static term hinge_of(const double *x, const int32_t *particle) {
  term t = {.rows = 1, .count = 4, .weight = BENDING};
  double areas = 0.0;
  memcpy(t.particle, particle, 4 * sizeof *particle);
  for (int side = 0; side < 2; side++) {
    const int32_t top = particle[2 + side];
    double cotangent[2];
    for (int end = 0; end < 2; end++) {
      double along[3], up[3];
      edge_of(x, particle[end], particle[1 - end], along);
      edge_of(x, particle[end], top, up);
      cotangent[end] = dot(along, up) / twice_area(along, up);
      if (end) areas += 0.5 * twice_area(along, up);
    }
    t.g[0][0] += cotangent[1];
    t.g[0][1] += cotangent[0];
    t.g[0][2 + side] -= cotangent[0] + cotangent[1];
  }
  for (int i = 0; i < 4; i++) t.g[0][i] *= sqrt(3.0 / areas);
  return t; /* a flat rest shape: rest = 0 */
}

static void build(literal *l, const xpbd_mesh *mesh, bool all) {
  l->count = 0;
  for (int e = 0; e < mesh->edge_count; e++) {
    term t = {.rows = 1, .count = 2, .g = {{-1, 1}}, .weight = STIFFNESS};
    double d[3];
    memcpy(t.particle, mesh->edges + 2 * e, 2 * sizeof(int32_t));
    edge_of(mesh->positions, t.particle[0], t.particle[1], d);
    t.rest = sqrt(dot(d, d));
    l->terms[l->count++] = t;
  }
  for (int t = 0; t < mesh->triangle_count && all; t++)
    l->terms[l->count++] = triangle_of(mesh->positions, mesh->triangles + 3 * t);
  for (int h = 0; h < mesh->hinge_count && all; h++)
    l->terms[l->count++] = hinge_of(mesh->positions, mesh->hinges + 4 * h);
}

/// Rows of the term at x, projected: one row to its rest length, two to singular values within the limits.
static void project(const literal *l, const term *t, double p[2][3]) {
  memset(p, 0, 6 * sizeof(double));
  for (int r = 0; r < t->rows; r++)
    for (int i = 0; i < t->count; i++)
      for (int k = 0; k < 3; k++) p[r][k] += t->g[r][i] * l->x[t->particle[i]][k];
  if (t->rows == 1) {
    const double length = sqrt(dot(p[0], p[0]));
    for (int k = 0; k < 3 && length > 0.0; k++) p[0][k] *= t->rest / length;
    return;
  }
  const double angle = 0.5 * atan2(2 * dot(p[0], p[1]), dot(p[0], p[0]) - dot(p[1], p[1])), c = cos(angle),
               s = sin(angle);
  double u[2][3], length[2];
  for (int k = 0; k < 3; k++) u[0][k] = c * p[0][k] + s * p[1][k], u[1][k] = c * p[1][k] - s * p[0][k];
  for (int i = 0; i < 2; i++) {
    length[i] = sqrt(dot(u[i], u[i]));
    const double to = fmin(fmax(length[i], 1 - STRAIN), 1 + STRAIN);
    for (int k = 0; k < 3; k++) u[i][k] *= to / length[i];
  }
  for (int k = 0; k < 3; k++) p[0][k] = c * u[0][k] - s * u[1][k], p[1][k] = s * u[0][k] + c * u[1][k];
}

/// Gaussian elimination; the matrix is positive definite and needs no pivots.
static void solve(double a[N][N], double b[N][3]) {
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++) {
      const double f = a[j][i] / a[i][i];
      for (int k = i; k < N; k++) a[j][k] -= f * a[i][k];
      for (int k = 0; k < 3; k++) b[j][k] -= f * b[i][k];
    }
  for (int i = N; i-- > 0;)
    for (int k = 0; k < 3; k++) {
      for (int j = i + 1; j < N; j++) b[i][k] -= a[i][j] * b[j][k];
      b[i][k] /= a[i][i];
    }
}

/// One iteration. Pinned particles: their rows say x' = y.
static void iterate(literal *l, const double *w) {
  static double a[N][N], b[N][3];
  memset(a, 0, sizeof a);
  for (int i = 0; i < N; i++) {
    a[i][i] = w[i] > 0.0 ? MASS / (STEP * STEP) : 1.0;
    for (int k = 0; k < 3; k++) b[i][k] = a[i][i] * l->y[i][k];
  }
  for (int m = 0; m < l->count; m++) {
    const term *t = &l->terms[m];
    double p[2][3];
    project(l, t, p);
    for (int r = 0; r < t->rows; r++)
      for (int i = 0; i < t->count; i++) {
        const int32_t row = t->particle[i];
        if (!(w[row] > 0.0)) continue;
        for (int j = 0; j < t->count; j++) a[row][t->particle[j]] += t->weight * t->g[r][i] * t->g[r][j];
        for (int k = 0; k < 3; k++) b[row][k] += t->weight * t->g[r][i] * p[r][k];
      }
  }
  /* a pinned particle in a free row goes to the right */
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (i != j && !(w[j] > 0.0) && a[i][j] != 0.0) {
        for (int k = 0; k < 3; k++) b[i][k] -= a[i][j] * l->y[j][k];
        a[i][j] = 0.0;
      }
  solve(a, b);
  memcpy(l->x, b, sizeof l->x);
}

/// Largest distance of a coordinate after a step of `iterations`; `other` iterations of the second opinion.
static double apart(rig *r, literal *l, bool all, int iterations, int other) {
  const double *start = xpbd_scene_positions(r->scene), *v = xpbd_scene_velocities(r->scene);
  const double *w = xpbd_scene_inverse_masses(r->scene), *g = xpbd_scene_gravity(r->scene);
  double worst = NAN;
  xpbd_solver_def def = fms_settings();
  def.frame_time = STEP, def.iterations = iterations;
  def.method = all ? XPBD_METHOD_PD : XPBD_METHOD_FMS;
  const xpbd_projective_settings own = {
      .triangle_weight = TRIANGLES, .strain_limit = STRAIN, .bending_weight = BENDING};
  if (all) def.projective = &own;
  OWNED(xpbd_solver_destroy) xpbd_solver *projective = NULL;
  xpbd_status status = xpbd_solver_create(r->scene, &def, &projective);
  if (status == XPBD_OK) status = xpbd_solver_step(projective, 1);
  if (status == XPBD_OK) status = xpbd_solver_read(projective, XPBD_POSITIONS, r->x);
  if (!check_status(r->owner, status, XPBD_OK, "%d iterations", iterations)) return worst;
  for (int k = 0; k < 3 * N; k++)
    l->x[k / 3][k % 3] = l->y[k / 3][k % 3] = start[k] + (w[k / 3] > 0.0 ? STEP * v[k] + STEP * STEP * g[k % 3] : 0.0);
  for (int i = 0; i < other; i++) iterate(l, w);
  worst = 0.0;
  for (int k = 0; k < 3 * N; k++) worst = check_larger(worst, fabs(r->x[k] - l->x[k / 3][k % 3]));
  return worst;
}

/* Measured 1.3e-15 m on a sheet of 1.5 m. */
static void published(check *self, int all) {
  static literal l;
  if (!built(self)) return;
  double v[3 * N], w[N];
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_grid(SIDE, SIDE, 0.5, &mesh), XPBD_OK, "grid")) return;
  for (int k = 0; k < 3 * N; k++)
    v[k] = check_random(self, -3, 3), w[k / 3] = k / 3 == 1 || k / 3 == 10 ? 0.0 : 1 / MASS;
  xpbd_scene_def def = rig_points(N, mesh.positions, v, w);
  def.triangle_count = mesh.triangle_count, def.triangles = mesh.triangles;
  xpbd_constraints_def set = rig_set("stretching", mesh.edge_count, mesh.edges, NULL);
  set.material[0] = 1.0, set.compliance = 1.0 / STIFFNESS;
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 1, &set) && mesh.edge_count + mesh.triangle_count + mesh.hinge_count <= LIMIT) {
    build(&l, &mesh, all);
    for (int iterations = 1; iterations <= 16; iterations *= 4)
      check_at_most(self, apart(&r, &l, all, iterations, iterations), 1e-13, "after %d iterations [m]", iterations);
    check_control(self, apart(&r, &l, all, 16, 15) > 1e-13, "one iteration less");
    l.terms[l.count - 1].weight *= 1.001;
    check_control(self, apart(&r, &l, all, 4, 4) > 1e-13, "one weight 0.1 %% larger");
  }
}

void check_add_projective_literal(check_registry *registry) {
  check_add(registry, "published-springs", "each iteration of fast mass-springs, by dense matrices", published, false);
  check_add(registry, "published-all", "each iteration of projective dynamics, by dense matrices", published, true);
}
