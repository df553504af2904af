/* Why this file exists: a second implementation of every Gauss-Seidel and Jacobi method, as short as the papers'
 * listings, for springs alone. It shares neither formulas nor loops with the solver. A factor that is wrong in one of
 * the two shows in the first frames. (XPBD with every formula: the group `plain`.) */
#include <math.h>
#include <string.h>

#include "runner/workload.h"
#include "method_checks.h"

enum { PARTICLES = 80, SPRINGS = 300, FRAMES = 3, ITERATIONS = 5 };

/// Springs and particles, and what a time step keeps of them.
typedef struct plain {
  int n, count, ends[SPRINGS][2], at[PARTICLES]; ///< `at`: springs of a particle
  double rest[SPRINGS], k, w[PARTICLES], x[PARTICLES][3], start[PARTICLES][3], v[PARTICLES][3];
  double lambda[SPRINGS], before[SPRINGS], embedded[PARTICLES];
  double last[2][3 * PARTICLES + SPRINGS]; ///< The two iterates before, of positions and multipliers.
  bool positions_alone;                    ///< Of a control: acceleration leaves the multipliers out.
} plain;

/// C = k (|x1 - x0| - l) and its gradient for the second end; that for the first is the opposite.
static double spring(const plain *p, int j, double x[PARTICLES][3], double g[3]) {
  const double *a = x[p->ends[j][0]], *b = x[p->ends[j][1]];
  const double length = sqrt(pow(b[0] - a[0], 2) + pow(b[1] - a[1], 2) + pow(b[2] - a[2], 2));
  for (int m = 0; m < 3; m++) g[m] = p->k * (b[m] - a[m]) / length;
  return p->k * (length - p->rest[j]);
}

static double square(const double a[3]) {
  return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

/// The push of the spring: dl of Macklin et al. 2016, Eq. (26), with c instead of C and weights w0, w1.
static double push(const plain *p, int j, double c, const double g[3], double w0, double w1, double alpha,
                   double gamma) {
  double rate = 0.0;
  for (int m = 0; m < 3; m++)
    rate += g[m] * (p->x[p->ends[j][1]][m] - p->start[p->ends[j][1]][m]) -
            g[m] * (p->x[p->ends[j][0]][m] - p->start[p->ends[j][0]][m]);
  return -(c + alpha * p->lambda[j] + gamma * rate) / ((1.0 + gamma) * (w0 + w1) * square(g) + alpha);
}

/// One spring after another: XPBD, PBD and the embedded energy (Cetinaslan and Chaves, Alg. 1).
static void gauss_seidel(plain *p, int j, const xpbd_solver_def *def, double alpha, double gamma, bool first) {
  double g[3], unused[3];
  const int ends[2] = {p->ends[j][0], p->ends[j][1]};
  double c = spring(p, j, p->x, g), factor = 1.0, weight = 1.0;
  if (first) p->before[j] = spring(p, j, p->start, unused);
  const bool energy = xpbd_method_at((int)def->method)->traits & XPBD_CARRIES_ENERGY;
  if (energy) {
    const double theta = xpbd_method_value(def, "theta");
    double change = c - p->before[j]; /* of the potential, then of the kinetic energy m / 2 |V|^2 */
    for (int e = 0; e < 2; e++)
      if (p->w[ends[e]] > 0.0) change += 0.5 * p->embedded[ends[e]] / p->w[ends[e]];
    if (def->method == XPBD_METHOD_ENERGY) {
      double work = 0.0; /* of the gradient along the displacements of both ends: the bound of the stable form */
      for (int e = 0; e < 2; e++) {
        double along = 0.0;
        for (int m = 0; m < 3; m++) along += g[m] * (p->x[ends[e]][m] - p->start[ends[e]][m]);
        work += fabs(along);
      }
      change = fmax(-work, fmin(work, change));
      weight = 1.0 + theta;
    }
    c += def->method == XPBD_METHOD_ENERGY ? theta * change : def->method == XPBD_METHOD_ENERGY_EQ7 ? -change : change;
  }
  const double k = xpbd_method_value(def, "pbd_stiffness");
  if (def->method == XPBD_METHOD_XPBD) factor = xpbd_method_value(def, "omega");
  if (def->method == XPBD_METHOD_PBD) factor = k;
  if (def->method == XPBD_METHOD_PBD_SCALED) factor = 1.0 - pow(1.0 - k, 1.0 / def->iterations);
  const double dl = factor * push(p, j, c, g, weight * p->w[ends[0]], weight * p->w[ends[1]], alpha, gamma);
  p->lambda[j] += dl;
  for (int e = 0; e < 2; e++) {
    const int i = ends[e];
    double old[3], now[3];
    for (int m = 0; m < 3; m++) {
      old[m] = p->x[i][m] - p->start[i][m];
      p->x[i][m] += (e == 0 ? -1.0 : 1.0) * p->w[i] * dl * g[m];
      now[m] = p->x[i][m] - p->start[i][m];
    }
    if (p->w[i] > 0.0) p->embedded[i] = square(now) - square(old);
  }
}

/// All springs from the same positions: with the masses split among the springs of a particle, or the mean as printed.
static void jacobi(plain *p, const xpbd_solver_def *def, double alpha, double gamma) {
  static double sum[PARTICLES][3];
  const bool split = def->method == XPBD_METHOD_JACOBI;
  const double omega = xpbd_method_value(def, "omega");
  memset(sum, 0, sizeof sum);
  for (int j = 0; j < p->count; j++) {
    double g[3];
    const int a = p->ends[j][0], b = p->ends[j][1];
    const double c = spring(p, j, p->x, g);
    const double w0 = split ? p->w[a] * p->at[a] : p->w[a], w1 = split ? p->w[b] * p->at[b] : p->w[b];
    const double dl = (split ? omega : 1.0) * push(p, j, c, g, w0, w1, alpha, gamma);
    p->lambda[j] += dl;
    for (int m = 0; m < 3; m++) sum[a][m] -= dl * g[m], sum[b][m] += dl * g[m];
  }
  for (int i = 0; i < p->n; i++)
    for (int m = 0; m < 3 && p->at[i] > 0; m++) p->x[i][m] += p->w[i] * sum[i][m] * (split ? 1.0 : omega / p->at[i]);
}

/// Wang 2015: q = omega (q - q'') + q'', from the second iteration on. Returns omega.
static double chebyshev(plain *p, double radius, int it, double omega) {
  const int positions = 3 * PARTICLES, count = p->positions_alone ? positions : positions + SPRINGS;
  omega = it == 0 ? 1.0 : it == 1 ? 2.0 / (2.0 - radius * radius) : 4.0 / (4.0 - radius * radius * omega);
  for (int k = 0; k < count; k++) {
    double *q = k < positions ? &p->x[k / 3][k % 3] : &p->lambda[k - positions], before = p->last[1][k];
    if (it > 0) *q = omega * (*q - before) + before;
    p->last[1][k] = p->last[0][k], p->last[0][k] = *q;
  }
  return omega;
}

static void time_step(plain *p, const xpbd_scene *scene, const xpbd_solver_def *def) {
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  const xpbd_method_info *method = xpbd_method_at((int)def->method);
  const double h = def->frame_time / def->substeps, *gravity = xpbd_scene_gravity(scene);
  const double compliance = method->traits & XPBD_DROPS_COMPLIANCE ? 0.0 : set->compliance;
  memcpy(p->start, p->x, sizeof p->x);
  memset(p->lambda, 0, sizeof p->lambda);
  for (int i = 0; i < p->n; i++)
    for (int m = 0; m < 3 && p->w[i] > 0.0; m++) p->x[i][m] += h * p->v[i][m] + h * h * gravity[m];
  const double radius = method->traits & XPBD_ACCELERATES ? xpbd_method_value(def, "chebyshev") : 0.0;
  double omega = 1.0;
  memset(p->last, 0, sizeof p->last);
  memcpy(p->last[0], p->x, sizeof p->x);
  for (int it = 0; it < def->iterations; it++) {
    if (method->traits & XPBD_AT_ONCE)
      jacobi(p, def, compliance / (h * h), compliance * set->damping / h);
    else
      for (int q = 0; q < p->count; q++)
        gauss_seidel(p, set->schedule.order[q], def, compliance / (h * h), compliance * set->damping / h, it == 0);
    if (radius > 0.0) omega = chebyshev(p, radius, it, omega);
  }
  for (int i = 0; i < p->n; i++)
    for (int m = 0; m < 3; m++) p->v[i][m] = (p->x[i][m] - p->start[i][m]) / h;
}

/// Frames from the scene's start; the largest distance [m] from the positions of the rig's solver.
static double apart(const rig *r, const xpbd_solver_def *def, bool positions_alone) {
  static plain p;
  p = (plain){.n = r->n, .positions_alone = positions_alone};
  const xpbd_constraints *set = xpbd_scene_set(r->scene, 0);
  p.count = set->count, p.k = set->material[0];
  if (p.n > PARTICLES || p.count > SPRINGS) return NAN;
  memcpy(p.x, xpbd_scene_positions(r->scene), 3 * (size_t)p.n * sizeof(double));
  memcpy(p.v, xpbd_scene_velocities(r->scene), 3 * (size_t)p.n * sizeof(double));
  memcpy(p.w, xpbd_scene_inverse_masses(r->scene), (size_t)p.n * sizeof(double));
  for (int j = 0; j < p.count; j++) {
    p.rest[j] = set->rest[j];
    for (int e = 0; e < 2; e++) p.ends[j][e] = set->particles[2 * j + e], p.at[p.ends[j][e]]++;
  }
  for (int k = 0; k < FRAMES * def->substeps; k++) time_step(&p, r->scene, def);
  double most = 0.0;
  for (int k = 0; k < 3 * p.n; k++)
    if (!(fabs(r->x[k] - p.x[k / 3][k % 3]) <= most)) most = fabs(r->x[k] - p.x[k / 3][k % 3]);
  return most;
}

static void second_opinion(check *self, int method) {
  check_why(self, "two programs in another order of operations: rounding, measured 1e-15 m; 9e-12 m where an unstable "
                  "method magnifies it");
  const bool unstable = xpbd_method_at(method)->traits & XPBD_UNSTABLE;
  const bool accelerates = xpbd_method_at(method)->traits & XPBD_ACCELERATES;
  for (int k = 0; k < (accelerates ? 4 : 2); k++) {
    const bool damped = k % 2, fast = k / 2;
    workload load = workload_of(xpbd_formula_find("stretching"), damped ? 0.3 : 0.0, false);
    load.columns = load.rows = 8;
    OWNED(rig_free) rig r = {0};
    if (workload_build(&r, self, &load)) {
      xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, ITERATIONS);
      def.method = (xpbd_method)method, def.substeps = 2;
      xpbd_solver_def_set(&def, "pbd_stiffness", 0.7);
      xpbd_solver_def_set(&def, "theta", 0.8);
      xpbd_solver_def_set(&def, "omega", 1.3);
      xpbd_solver_def_set(&def, "chebyshev", fast ? 0.7 : 0.0);
      if (rig_solver(&r, &def) && rig_step(&r, FRAMES)) {
        const double limit = unstable ? 1e-9 : 1e-13;
        check_at_most(self, apart(&r, &def, false), limit, "%s%s: distance [m]", damped ? "damped" : "undamped",
                      fast ? ", accelerated" : "");
        if (fast) check_control(self, !(apart(&r, &def, true) <= limit), "multipliers that are left behind");
        def.iterations++;
        check_control(self, !(apart(&r, &def, false) <= limit), "an iteration more ends elsewhere");
      }
    }
  }
}

/// Who writes the step of a method a second time: this file, projective_literal.c, verlet_literal.c, or nobody.
typedef enum second { NOBODY, HERE, PROJECTIVE, VERLET } second;

static second second_of(int method) {
  switch ((xpbd_method)method) {
  case XPBD_METHOD_XPBD:
  case XPBD_METHOD_PBD:
  case XPBD_METHOD_PBD_SCALED:
  case XPBD_METHOD_ENERGY:
  case XPBD_METHOD_ENERGY_LINE:
  case XPBD_METHOD_ENERGY_EQ7:
  case XPBD_METHOD_JACOBI:
  case XPBD_METHOD_JACOBI_MEAN: return HERE;
  case XPBD_METHOD_FMS:
  case XPBD_METHOD_PD: return PROJECTIVE;
  case XPBD_METHOD_VERLET_6:
  case XPBD_METHOD_VERLET_7:
  case XPBD_METHOD_VERLET_7_SERIAL: return VERLET;
  default: return NOBODY;
  }
}

/* A new line in the list of methods needs a second implementation, too. docs/add/method.md asks for it for a method
 * with its own engine. */
static void everyone(check *self, int argument) {
  for (int k = 0; xpbd_method_at(k); k++)
    check_true(self, second_of(k) != NOBODY || xpbd_method_at(k)->engine, "%s has a second implementation",
               xpbd_method_name(k));
  check_control(self, second_of(1000) == NOBODY, "a method that nobody wrote again");
}

void check_add_method_plain(check_registry *registry) {
  for (int k = 0; xpbd_method_at(k); k++)
    if (second_of(k) == HERE)
      check_add_named(registry, "springs by a second implementation", second_opinion, k, "plain/%s",
                      xpbd_method_name(k));
  check_add(registry, "plain/all", "every method has a second implementation", everyone, 0);
}
