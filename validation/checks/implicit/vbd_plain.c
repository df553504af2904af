/* Why this file exists: a second implementation of vertex block descent, as short as the paper's listing, for springs
 * alone. It shares neither formulas, colours nor loops with the library. */
#include <math.h>
#include <string.h>

#include "runner/rig.h"
#include "vbd_checks.h"

enum { COLUMNS = 6, ROWS = 5, N = COLUMNS * ROWS, MOST = 4 * N, ITERATIONS = 4, FRAMES = 50 };

static const double STEP = 1.0 / 60.0, STIFFNESS = 300.0, GRAVITY = -9.81;

/// Taut springs between the vertices of a grid whose border is pinned. No spring gets slack, so no matrix is projected.
typedef struct net {
  int count, ends[MOST][2], colour[N], colours;
  double rest[MOST], mass[N], x[N][3], v[N][3], y[N][3]; ///< mass 0 = pinned.
} net;

static void add_spring(net *p, int a, int b) {
  double squared = 0.0;
  for (int k = 0; k < 3; k++) squared += (p->x[a][k] - p->x[b][k]) * (p->x[a][k] - p->x[b][k]);
  p->ends[p->count][0] = a, p->ends[p->count][1] = b;
  p->rest[p->count++] = 0.7 * sqrt(squared);
}

/// The smallest colour that no neighbour before it has.
static void paint(net *p) {
  p->colours = 0;
  for (int i = 0; i < N; i++) {
    bool used[N] = {false};
    int colour = 0;
    for (int j = 0; j < p->count && p->mass[i] > 0.0; j++)
      for (int e = 0; e < 2; e++)
        if (p->ends[j][e] == i && p->ends[j][1 - e] < i && p->mass[p->ends[j][1 - e]] > 0.0)
          used[p->colour[p->ends[j][1 - e]]] = true;
    while (used[colour]) colour++;
    p->colour[i] = colour;
    if (colour >= p->colours) p->colours = colour + 1;
  }
}

static void make(check *self, net *p) {
  *p = (net){0};
  for (int i = 0; i < N; i++) {
    const int c = i % COLUMNS, r = i / COLUMNS;
    const bool border = c == 0 || r == 0 || c == COLUMNS - 1 || r == ROWS - 1;
    p->x[i][0] = 0.25 * c, p->x[i][2] = 0.25 * r;
    p->mass[i] = border ? 0.0 : check_random(self, 0.5, 2.0);
    for (int k = 0; k < 3 && !border; k++) p->v[i][k] = check_random(self, -0.3, 0.3);
  }
  for (int i = 0; i < N; i++) {
    if (i % COLUMNS + 1 < COLUMNS) add_spring(p, i, i + 1);
    if (i + COLUMNS < N) add_spring(p, i, i + COLUMNS);
    if (i % COLUMNS + 1 < COLUMNS && i + COLUMNS < N) add_spring(p, i, i + COLUMNS + 1);
  }
  paint(p);
}

/// Solves a u = b by Cramer's rule.
static void solve(double a[3][3], const double b[3], double u[3]) {
  double det = 0.0;
  for (int k = 0; k < 3; k++)
    det += a[0][k] * (a[1][(k + 1) % 3] * a[2][(k + 2) % 3] - a[1][(k + 2) % 3] * a[2][(k + 1) % 3]);
  for (int m = 0; m < 3; m++) {
    double c[3][3];
    memcpy(c, a, sizeof c);
    for (int k = 0; k < 3; k++) c[k][m] = b[k];
    u[m] = 0.0;
    for (int k = 0; k < 3; k++)
      u[m] += c[0][k] * (c[1][(k + 1) % 3] * c[2][(k + 2) % 3] - c[1][(k + 2) % 3] * c[2][(k + 1) % 3]);
    u[m] /= det;
  }
}

/// Eqs. (6) to (9) of the paper at vertex i, with the force and the matrix of a spring in textbooks.
static void relax(net *p, int i, double bend, double omega) {
  const double inertia = p->mass[i] / (STEP * STEP);
  double force[3], h[3][3] = {{0}}, u[3];
  for (int k = 0; k < 3; k++) force[k] = -inertia * (p->x[i][k] - p->y[i][k]), h[k][k] = inertia;
  for (int j = 0; j < p->count; j++) {
    if (p->ends[j][0] != i && p->ends[j][1] != i) continue;
    const int other = p->ends[j][0] == i ? p->ends[j][1] : p->ends[j][0];
    double d[3], length = 0.0;
    for (int k = 0; k < 3; k++) d[k] = p->x[i][k] - p->x[other][k], length += d[k] * d[k];
    length = sqrt(length);
    for (int k = 0; k < 3; k++) {
      force[k] -= STIFFNESS * (length - p->rest[j]) * d[k] / length;
      for (int m = 0; m < 3; m++) {
        const double along = d[k] * d[m] / (length * length);
        h[k][m] += STIFFNESS * (along + bend * (1.0 - p->rest[j] / length) * ((k == m) - along));
      }
    }
  }
  solve(h, force, u);
  for (int k = 0; k < 3; k++) p->x[i][k] += omega * u[k];
}

/// `rho` is the spectral radius for Chebyshev acceleration (Chen et al. 2024, Section 3.8), 0 = none.
static void advance(net *p, double bend, double omega, double rho) {
  double start[N][3], before[2][N][3], factor = 1.0;
  memcpy(start, p->x, sizeof start);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      if (p->mass[i] > 0.0) p->x[i][k] += STEP * (p->v[i][k] + STEP * (k == 1 ? GRAVITY : 0.0));
      p->y[i][k] = p->x[i][k];
    }
  memcpy(before[1], p->x, sizeof p->x);
  for (int n = 0; n < ITERATIONS; n++) {
    for (int colour = 0; colour < p->colours; colour++)
      for (int i = 0; i < N; i++)
        if (p->colour[i] == colour && p->mass[i] > 0.0) relax(p, i, bend, omega);
    factor = n == 0 ? 1.0 : n == 1 ? 2.0 / (2.0 - rho * rho) : 4.0 / (4.0 - rho * rho * factor);
    for (int i = 0; i < N; i++)
      for (int k = 0; k < 3 && n > 0 && rho > 0.0 && p->mass[i] > 0.0; k++)
        p->x[i][k] = before[0][i][k] + factor * (p->x[i][k] - before[0][i][k]);
    memcpy(before[0], before[1], sizeof p->x), memcpy(before[1], p->x, sizeof p->x);
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) p->v[i][k] = (p->x[i][k] - start[i][k]) / STEP;
}

static bool build(rig *r, check *self, const net *p) {
  double x[3 * N], v[3 * N], w[N];
  for (int k = 0; k < 3 * N; k++) x[k] = p->x[k / 3][k % 3], v[k] = p->v[k / 3][k % 3];
  for (int i = 0; i < N; i++) w[i] = p->mass[i] > 0.0 ? 1.0 / p->mass[i] : 0.0;
  xpbd_scene_def def = rig_points(N, x, v, w);
  def.gravity[1] = GRAVITY;
  xpbd_constraints_def set = rig_set("stretching", p->count, &p->ends[0][0], p->rest);
  set.material[0] = 1.0, set.compliance = 1.0 / STIFFNESS;
  return rig_scene(r, self, &def, 1, &set);
}

enum { GAUSS_NEWTON = 1, RELAXED = 2, ACCELERATED = 4 };

static void second_opinion(check *self, int how) {
  const double limit = 1e-10, omega = how & RELAXED ? 1.2 : 1.0, rho = how & ACCELERATED ? 0.6 : 0.0;
  const double bend = how & GAUSS_NEWTON ? 0.0 : 1.0;
  net p, wrong;
  rig r;
  xpbd_solver_def def = rig_settings(XPBD_F64, STEP, ITERATIONS);
  xpbd_implicit_counters c;
  def.method = XPBD_METHOD_VBD;
  xpbd_solver_def_set(&def, "gauss_newton", how & GAUSS_NEWTON ? 1.0 : 0.0);
  xpbd_solver_def_set(&def, "omega", omega);
  xpbd_solver_def_set(&def, "chebyshev", rho);
  make(self, &p);
  wrong = p;
  if (build(&r, self, &p) && rig_solver(&r, &def) && rig_step(&r, FRAMES)) {
    for (int n = 0; n < FRAMES; n++) advance(&p, bend, omega, rho);
    for (int i = 0; i < N; i++) wrong.colour[i] = wrong.colours - 1 - wrong.colour[i];
    for (int n = 0; n < FRAMES; n++) advance(&wrong, bend, omega, rho);
    check_at_most(self, check_apart(r.x, &p.x[0][0], 3 * N), limit, "distance after %d frames [m]", FRAMES);
    check_control(self, check_apart(r.x, &wrong.x[0][0], 3 * N) > limit, "colours in the reverse order");
    check_at_least(self, check_apart(r.x, xpbd_scene_positions(r.scene), 3 * N), 1e-3, "the net moves [m]");
    check_status(self, xpbd_implicit_get_counters(r.solver, &c), XPBD_OK, "its counters");
    check_same(self, (uint64_t)c.projected, 0, "matrices that were projected");
  }
  rig_free(&r);
}

void check_add_vbd_plain(check_registry *registry) {
  check_add(registry, "plain", "50 frames of taut springs by a second implementation", second_opinion, 0);
  check_add(registry, "plain-gauss-newton", "the same without the second derivatives of C", second_opinion,
            GAUSS_NEWTON);
  check_add(registry, "plain-relaxed", "the same, over-relaxed", second_opinion, RELAXED);
  check_add(registry, "plain-accelerated", "the same, accelerated and over-relaxed", second_opinion,
            RELAXED | ACCELERATED);
}
