/* Why this file exists: tests lattices against the theory of elasticity and an independent test of inside and outside.
 * An invalid lattice or scene must be refused with a text that says why. */
#include <math.h>
#include <string.h>

#include "verlet_checks.h"

/* Pairs of nodes whose squared distance is at most `square` in units of the spacing. */
static int64_t pairs_within(const xpbd_lattice *box, double square) {
  int64_t count = 0;
  const double limit = (square + 0.5) * box->spacing * box->spacing;
  for (int32_t i = 0; i < box->node_count; i++)
    for (int32_t j = i + 1; j < box->node_count; j++) {
      const double *a = &box->positions[3 * (size_t)i], *b = &box->positions[3 * (size_t)j];
      count += pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2) < limit;
    }
  return count;
}

/* Kot and Nagahashi, Fig. 6: the three boxes. Every pair at distance a or a sqrt(2) has one spring. */
static void counts(check *self, int argument) {
  static const int32_t sizes[3][5] = {{3, 2, 2, 12, 42}, {5, 3, 3, 45, 232}, {9, 5, 5, 225, 1488}};
  xpbd_lattice box = {.spacing = 0.0};
  for (int b = 0; b < 3; b++) {
    const int32_t *n = sizes[b];
    if (!check_status(self, xpbd_lattice_make_box(n[0], n[1], n[2], 0.5, &box), XPBD_OK, "box")) return;
    check_same(self, (uint64_t)box.node_count, (uint64_t)n[3], "nodes of %d x %d x %d", n[0], n[1], n[2]);
    check_same(self, (uint64_t)box.spring_count, (uint64_t)n[4], "springs of %d x %d x %d", n[0], n[1], n[2]);
    check_same(self, (uint64_t)pairs_within(&box, 2), (uint64_t)n[4], "pairs of neighbours");
    int wrong = 0;
    for (int32_t s = 0; s < box.spring_count; s++) {
      const double *a = &box.positions[3 * (size_t)box.springs[s].nodes[0]],
                   *c = &box.positions[3 * (size_t)box.springs[s].nodes[1]];
      const double square = pow(a[0] - c[0], 2) + pow(a[1] - c[1], 2) + pow(a[2] - c[2], 2);
      wrong += !(fabs(square - 0.25) < 1e-12) && !(fabs(square - 0.5) < 1e-12);
    }
    check_same(self, (uint64_t)wrong, 0, "springs that are neither edge nor face diagonal");
    check_control(self, pairs_within(&box, 3) != n[4], "with body diagonals");
    xpbd_lattice_destroy(&box);
  }
}

/* Energy per volume of a small uniform strain: half of that of the springs around an inner node. Isotropic with lambda
 * = mu = k / a, so lambda / 2 tr^2 + mu eps:eps; Young's modulus 2.5 k / a. Measured 8e-16. */
static double density(const xpbd_lattice *box, int32_t inner, const double strain[6], double diagonals) {
  double sum = 0;
  for (int32_t s = 0; s < box->spring_count; s++) {
    const xpbd_verlet_spring *spring = &box->springs[s];
    if (spring->nodes[0] != inner && spring->nodes[1] != inner) continue;
    const double *a = &box->positions[3 * (size_t)spring->nodes[0]], *b = &box->positions[3 * (size_t)spring->nodes[1]];
    const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double stretch = (strain[0] * d[0] * d[0] + strain[1] * d[1] * d[1] + strain[2] * d[2] * d[2] +
                            2 * (strain[3] * d[0] * d[1] + strain[4] * d[1] * d[2] + strain[5] * d[2] * d[0])) /
                           sqrt(square);
    const double weight = square > 1.5 * box->spacing * box->spacing ? diagonals : 1.0;
    sum += 0.5 * (0.5 * weight * spring->stiffness * stretch * stretch);
  }
  return sum / pow(box->spacing, 3);
}

static void isotropy(check *self, int argument) {
  const double youngs_modulus = 3e4, lame = youngs_modulus / 2.5;
  OWNED(xpbd_lattice_destroy) xpbd_lattice box = {0};
  if (!check_status(self, xpbd_lattice_make_box(3, 3, 3, 0.2, &box), XPBD_OK, "box")) return;
  xpbd_lattice_set_material(&box, youngs_modulus, 0.7);
  int32_t other = 0;
  for (int32_t i = 0; i < box.spring_count; i++)
    other += !(box.springs[i].damping == 0.7 && fabs(box.springs[i].stiffness / (lame * 0.2) - 1) <= 1e-15);
  check_same(self, (uint64_t)other, 0, "springs of another material than the rest, of %d", (int)box.spring_count);
  double worst = 0, wrong = 0;
  for (int trial = 0; trial < 50; trial++) {
    double e[6];
    for (int k = 0; k < 6; k++) e[k] = check_random(self, -1, 1);
    const double trace = e[0] + e[1] + e[2];
    const double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + 2 * (e[3] * e[3] + e[4] * e[4] + e[5] * e[5]);
    const double exact = lame * (0.5 * trace * trace + square);
    worst = check_larger(worst, fabs(density(&box, 13, e, 1.0) / exact - 1));
    wrong = check_larger(wrong, fabs(density(&box, 13, e, 0.9) / exact - 1));
  }
  check_at_most(self, worst, 1e-13, "energy of random strains, relative error");
  check_control(self, !(wrong <= 1e-13), "diagonals softer by a tenth");
}

/* Winding number from solid angles (van Oosterom and Strackee 1983), which shares nothing with rays. */
static double winding(const xpbd_mesh *mesh, const double p[3]) {
  double sum = 0;
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    double r[3][3], l[3];
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < 3; k++)
        r[c][k] = mesh->positions[3 * (size_t)mesh->triangles[3 * (size_t)t + (size_t)c] + (size_t)k] - p[k];
      l[c] = sqrt(r[c][0] * r[c][0] + r[c][1] * r[c][1] + r[c][2] * r[c][2]);
    }
    double d[3];
    for (int c = 0; c < 3; c++) {
      const double *u = r[(c + 1) % 3], *v = r[(c + 2) % 3];
      d[c] = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    }
    const double volume = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) +
                          r[0][1] * (r[1][2] * r[2][0] - r[1][0] * r[2][2]) +
                          r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
    sum += 2 * atan2(volume, l[0] * l[1] * l[2] + d[0] * l[0] + d[1] * l[1] + d[2] * l[2]);
  }
  return sum / (4 * acos(-1.0));
}

/* Nodes are exactly the grid points of winding number 1. `rays` pass through vertices and edges on purpose: the sphere
 * and the torus have vertices in the planes and on the axes of the grid. */
static void fill(check *self, const xpbd_mesh *mesh, double spacing, const char *what) {
  OWNED(xpbd_lattice_destroy) xpbd_lattice lattice = {0};
  if (!check_status(self, xpbd_lattice_make_mesh(mesh, spacing, &lattice), XPBD_OK, "%s", what)) return;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, middle[3];
  int counts[3];
  for (int32_t i = 0; i < 3 * mesh->vertex_count; i++) {
    low[i % 3] = fmin(low[i % 3], mesh->positions[i]);
    high[i % 3] = fmax(high[i % 3], mesh->positions[i]);
  }
  for (int k = 0; k < 3; k++) {
    counts[k] = (int)floor((high[k] - low[k]) / spacing + 1e-6);
    middle[k] = 0.5 * (low[k] + high[k]) - 0.5 * (counts[k] - 1) * spacing;
  }
  int32_t node = 0;
  int wrong = 0, unsure = 0;
  for (int p = 0; p < counts[0] * counts[1] * counts[2]; p++) {
    const double x[3] = {middle[0] + spacing * (p % counts[0]), middle[1] + spacing * (p / counts[0] % counts[1]),
                         middle[2] + spacing * (p / counts[0] / counts[1])};
    const double *there = &lattice.positions[3 * (size_t)(node < lattice.node_count ? node : 0)];
    const bool inside =
        node < lattice.node_count && fabs(there[0] - x[0]) + fabs(there[1] - x[1]) + fabs(there[2] - x[2]) < 1e-9;
    const double w = winding(mesh, x);
    node += inside;
    unsure += fabs(w - 0.5) < 0.45; /* on the surface */
    wrong += fabs(w - 0.5) >= 0.45 && inside != (w > 0.5);
  }
  check_same(self, (uint64_t)wrong, 0, "%s: points on the wrong side", what);
  check_same(self, (uint64_t)node, (uint64_t)lattice.node_count, "%s: nodes that are grid points", what);
  check_same(self, (uint64_t)unsure, 0, "%s: points on the surface", what);
  const double outside[3] = {high[0] + spacing, middle[1], middle[2]};
  check_control(self, !(winding(mesh, outside) > 0.5), "%s: a point outside", what);
  check_control(self, node > 0 && winding(mesh, lattice.positions) > 0.5, "%s: a point inside", what);
}

/// Refused for that reason, with the result left empty, so that destroying it does no harm.
static void refused(check *self, xpbd_status status, const xpbd_lattice *lattice, const char *what,
                    const char *reason) {
  check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s", what);
  check_said(self, reason, "%s: what is said", what);
  check_true(self,
             lattice->node_count == 0 && lattice->spring_count == 0 && !lattice->positions && !lattice->springs &&
                 !(lattice->spacing > 0.0),
             "%s: nothing is left", what);
}

/* Two boxes side by side in one mesh. */
static void two_pieces(check *self) {
  xpbd_mesh box, both;
  xpbd_lattice lattice = {.spacing = 0.0};
  double x[2 * 3 * 8];
  int32_t triangles[2 * 3 * 12];
  if (!check_status(self, xpbd_mesh_make_box(1, 1, 1, 1.0, &box), XPBD_OK, "box")) return;
  for (int i = 0; i < 48; i++) x[i] = box.positions[i % 24] + (i >= 24 && i % 3 == 0 ? 2.0 : 0.0);
  for (int i = 0; i < 72; i++) triangles[i] = box.triangles[i % 36] + (i >= 36 ? 8 : 0);
  if (check_status(self, xpbd_mesh_make(16, x, 24, triangles, &both), XPBD_OK, "two boxes")) {
    refused(self, xpbd_lattice_make_mesh(&both, 0.5, &lattice), &lattice, "two pieces",
            "lattice: the 16 grid points in the mesh form 2 pieces at a spacing of 0.5 m: make it smaller");
    xpbd_mesh_destroy(&both);
  }
  check_control(self, xpbd_lattice_make_mesh(&box, 0.5, &lattice) == XPBD_OK, "one of them");
  xpbd_lattice_destroy(&lattice);
  xpbd_mesh_destroy(&box);
}

/* A bar so thin that each spring is the only connection between its nodes; then nodes without any. */
static void bar(check *self, int argument) {
  enum { LONGEST = 4 };
  for (int cells = 1; cells <= LONGEST; cells++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    xpbd_lattice lattice = {.spacing = 0.0};
    if (!check_status(self, xpbd_mesh_make_box(1, cells, 1, 0.5, &mesh), XPBD_OK, "a bar")) return;
    if (check_status(self, xpbd_lattice_make_mesh(&mesh, 0.5, &lattice), XPBD_OK, "of %d nodes", cells)) {
      check_same(self, (uint64_t)lattice.node_count, (uint64_t)cells, "nodes");
      check_same(self, (uint64_t)lattice.spring_count, (uint64_t)(cells - 1), "springs of %d nodes", cells);
      double wrong = fabs(lattice.spacing - 0.5), low[3] = {INFINITY, INFINITY, INFINITY};
      for (int i = 0; i < 3 * mesh.vertex_count; i++) low[i % 3] = fmin(low[i % 3], mesh.positions[i]);
      for (int i = 0; i < lattice.node_count; i++) {
        const double *x = &lattice.positions[3 * i];
        wrong = check_larger(wrong, fabs(x[0] - low[0] - 0.25) + fabs(x[2] - low[2] - 0.25) +
                                        fabs(x[1] - low[1] - 0.25 - 0.5 * i));
      }
      for (int i = 0; i < lattice.spring_count; i++) {
        const xpbd_verlet_spring *spring = &lattice.springs[i];
        wrong += spring->nodes[0] != i || spring->nodes[1] != i + 1 || !isnan(spring->rest_length) ||
                 spring->stiffness != 0.0 || spring->damping != 0.0;
      }
      check_at_most(self, wrong, 1e-15, "nodes and springs elsewhere, of %d nodes", cells);
      check_control(self, cells < 2 || fabs(lattice.positions[1] - lattice.positions[4]) > 0.4, "apart");
    }
    xpbd_lattice_destroy(&lattice);
  }
}

static void inside(check *self, int argument) {
  two_pieces(self);
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  xpbd_lattice lattice = {.spacing = 0.0};
  refused(self, xpbd_lattice_make_box(0, 2, 3, 0.1, &lattice), &lattice, "no nodes along x",
          "lattice: 0 x 2 x 3 nodes; each must be at least 1");
  refused(self, xpbd_lattice_make_box(2, 0, 3, 0.1, &lattice), &lattice, "no nodes along y",
          "lattice: 2 x 0 x 3 nodes; each must be at least 1");
  refused(self, xpbd_lattice_make_box(2, 3, 0, 0.1, &lattice), &lattice, "no nodes along z",
          "lattice: 2 x 3 x 0 nodes; each must be at least 1");
  refused(self, xpbd_lattice_make_box(2, 2, 2, (double)NAN, &lattice), &lattice, "a spacing that is not a number",
          "lattice: spacing nan m; it must be positive and finite");
  refused(self, xpbd_lattice_make_box(2, 2, 2, (double)INFINITY, &lattice), &lattice, "a spacing without end",
          "lattice: spacing inf m; it must be positive and finite");
  /* 2^27: 9 springs for each node are more than int32 can number */
  refused(self, xpbd_lattice_make_box(1 << 14, 1 << 13, 1, 0.1, &lattice), &lattice, "a large sheet",
          "lattice: 16384 x 8192 x 1 nodes are too many");
  refused(self, xpbd_lattice_make_box(1 << 9, 1 << 9, 1 << 9, 0.1, &lattice), &lattice, "a large box",
          "lattice: 512 x 512 x 512 nodes are too many");
  refused(self, xpbd_lattice_make_mesh(NULL, 0.1, &lattice), &lattice, "no mesh",
          "xpbd_lattice_make_mesh(): mesh is NULL");
  check_status(self, xpbd_lattice_make_box(2, 2, 2, 0.1, NULL), XPBD_ERR_INVALID_ARGUMENT, "nowhere");
  if (check_status(self, xpbd_mesh_make_sphere(3, 1.0, &mesh), XPBD_OK, "sphere")) {
    fill(self, &mesh, 2.0 / 9, "sphere, a column through the poles");
    fill(self, &mesh, 0.19, "sphere");
    refused(self, xpbd_lattice_make_mesh(&mesh, 0.0, &lattice), &lattice, "spacing 0",
            "lattice: spacing 0 m; it must be positive and finite");
    refused(self, xpbd_lattice_make_mesh(&mesh, 1e-4, &lattice), &lattice, "8e12 points",
            "lattice: a spacing of 0.0001 m gives more than 16777216 grid points: make it larger");
    check_status(self, xpbd_lattice_make_mesh(&mesh, 0.1, NULL), XPBD_ERR_INVALID_ARGUMENT, "nowhere");
    for (int32_t t = 0; t < mesh.triangle_count; t += 2) { /* every other triangle inside out */
      const int32_t first = mesh.triangles[3 * t];
      mesh.triangles[3 * t] = mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 1] = first;
    }
    refused(self, xpbd_lattice_make_mesh(&mesh, 0.1, &lattice), &lattice, "flipped triangles",
            "lattice: the mesh is not closed: some triangles face the wrong way");
  }
  xpbd_mesh_destroy(&mesh);
  if (check_status(self, xpbd_mesh_make_torus(24, 12, 1.0, 0.4, &mesh), XPBD_OK, "torus")) {
    fill(self, &mesh, 0.13, "torus");
    refused(self, xpbd_lattice_make_mesh(&mesh, 2.0, &lattice), &lattice, "only the hole",
            "lattice: no grid point is in the mesh at a spacing of 2 m: make it smaller");
  }
  xpbd_mesh_destroy(&mesh);
  if (check_status(self, xpbd_mesh_make_box(2, 3, 4, 0.5, &mesh), XPBD_OK, "box")) {
    fill(self, &mesh, 0.25, "box, faces along the grid");
    check_status(self, xpbd_lattice_make_mesh(&mesh, 0.25, &lattice), XPBD_OK, "box");
    check_same(self, (uint64_t)lattice.node_count, 4 * 6 * 8, "box: one node for each cell");
    xpbd_lattice_destroy(&lattice);
  }
  xpbd_mesh_destroy(&mesh);
  if (check_status(self, xpbd_mesh_make_grid(4, 4, 0.5, &mesh), XPBD_OK, "sheet"))
    refused(self, xpbd_lattice_make_mesh(&mesh, 0.1, &lattice), &lattice, "an open mesh",
            "lattice: the mesh is not closed: triangle 0 has a free edge");
}

/* The limit is exact for two equal nodes on a spring, omega^2 = 2 k / m: 2 / omega = sqrt(2 m / k). */
static void stability(check *self, int argument) {
  const double x[6] = {0, 0, 0, 1.01, 0, 0}, masses[2] = {2, 2}, k = 500.0;
  xpbd_verlet_spring spring = {.nodes = {0, 1}, .rest_length = 1.0, .stiffness = k};
  xpbd_verlet_def def = lattice_nodes(2, x, NULL, masses, NULL);
  def.spring_count = 1, def.springs = &spring;
  def.gravity[1] = 0.0;
  double stable = 0;
  check_status(self, xpbd_verlet_stable_step(&def, &stable), XPBD_OK, "stable step");
  check_at_most(self, fabs(stable / sqrt(2 * 2.0 / k) - 1), 1e-15, "stable step, relative error");
  xpbd_verlet *world = NULL;
  def.time_step = 1.0001 * stable;
  check_status(self, xpbd_verlet_create(&def, &world), XPBD_ERR_INVALID_ARGUMENT, "above it");
  for (int damped = 0; damped < 2; damped++) {
    spring.damping = damped ? 3.0 : 0.0;
    check_status(self, xpbd_verlet_stable_step(&def, &stable), XPBD_OK, "stable step");
    double longest = 0;
    for (int above = 0; above < 2; above++) {
      /* the recursion of the elongation, reduced mass 1 kg; with more stiffness than the world would take */
      const double h = 0.99 * stable, more = above ? 1.1 : 1.0;
      double e = 0.01, v = 0.0;
      longest = 0;
      for (int i = 0; i < 20000; i++) {
        e += 0.5 * h * v;
        v -= h * more * (k * e + spring.damping * v);
        e += 0.5 * h * v;
        longest = check_larger(longest, fabs(e));
      }
      if (above)
        check_control(self, !(longest <= 0.2), "damping %g: 10 %% more stiffness: %g m", spring.damping, longest);
      else
        check_at_most(self, longest, 0.2, "damping %g: elongation just below the limit [m]", spring.damping);
    }
    def.time_step = 0.99 * stable;
    if (!check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "just below")) return;
    longest = 0;
    for (int i = 0; i < 20000; i++) {
      if (xpbd_verlet_step(world, 1) != XPBD_OK) longest = (double)NAN;
      const double *now = xpbd_verlet_positions(world);
      longest = check_larger(longest, fabs(now[3] - now[0] - 1));
    }
    check_at_most(self, longest, 0.2, "damping %g: the world just below the limit [m]", spring.damping);
    xpbd_verlet_destroy(&world);
  }
}

/* A world that diverges, or whose energy leaves the range of double, names the step. */
static void divergence(check *self, int argument) {
  const double x[3] = {0}, v[3] = {8e8, 0, 0}, absurd[3] = {1e150, 0, 0}, mass = 1e10, radius = 1;
  xpbd_verlet_def def = lattice_nodes(1, x, v, &mass, &radius);
  def.time_step = 0.5;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_verlet_energies e;
  if (!check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "create")) return;
  check_control(self, xpbd_verlet_step(world, 2) == XPBD_OK, "two steps of 4e8 m");
  check_status(self, xpbd_verlet_energy(world, &e), XPBD_OK, "energy of 8e8 m/s");
  check_status(self, xpbd_verlet_step(world, 5), XPBD_ERR_DIVERGED, "a third");
  check_said(self, "the simulation diverged in time step 3, at 1.5 s (a position is not finite or beyond 1e+09 m)",
             "what is said");
  check_status(self, xpbd_verlet_step(world, 1), XPBD_ERR_DIVERGED, "and after it");
  xpbd_verlet_reset(world);
  check_status(self, xpbd_verlet_set_velocities(world, absurd), XPBD_OK, "1e150 m/s");
  const xpbd_verlet_energies none = {0};
  const xpbd_verlet_measures nothing = {0};
  xpbd_verlet_measures m;
  check_control(self, memcmp(&e, &none, sizeof e) != 0, "an energy");
  check_status(self, xpbd_verlet_energy(world, &e), XPBD_ERR_DIVERGED, "energy of 1e10 kg at 1e150 m/s");
  check_true(self, memcmp(&e, &none, sizeof e) == 0, "which the numbers cannot hold");
  check_status(self, xpbd_verlet_step(world, 1), XPBD_ERR_DIVERGED, "a step of 1e150 m");
  xpbd_verlet_destroy(&world);
  const double heavy = 1e200;
  def.masses = &heavy;
  memset(&m, 0xff, sizeof m);
  if (!check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "create")) return;
  check_status(self, xpbd_verlet_set_velocities(world, absurd), XPBD_OK, "1e150 m/s");
  check_status(self, xpbd_verlet_measure(world, &m), XPBD_ERR_DIVERGED, "momentum of 1e200 kg at 1e150 m/s");
  check_true(self, memcmp(&m, &nothing, sizeof m) == 0, "which the numbers cannot hold");
}

/* The springs are as soft as requested. */
static void soft(check *self, const xpbd_scene_info *info) {
  enum { TRIALS = 2 };
  static const double asked[TRIALS] = {2e-5, 3e-4};
  double got[TRIALS] = {0};
  if (xpbd_scene_parameter_find(info, "youngs_modulus") < 0) return; /* one node each */
  for (int k = 0; k < TRIALS; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    params.compliance = asked[k];
    if (xpbd_scene_parameter_find(info, "settle") >= 0) xpbd_scene_params_set(&params, "settle", 0.0);
    if (!check_status(self, xpbd_scene_build(info->name, &params, &model), XPBD_OK, "%s", info->name)) return;
    if (xpbd_scene_set_count(model.scene) > 0) got[k] = xpbd_scene_set(model.scene, 0)->compliance;
    check_at_most(self, fabs(got[k] / asked[k] - 1.0), 1e-14, "%s: compliance over %g, - 1", info->name, asked[k]);
  }
  check_control(self, fabs(got[0] / asked[1] - 1.0) > 1e-14, "%s: another compliance", info->name);
}

/* Every scene of the paper builds, runs by both methods, and is where its parameters put it. */
static void scenes(check *self, int argument) {
  int count = 0;
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    if (!info->method) continue;
    count++;
    soft(self, info);
    uint64_t hash[2] = {0};
    for (int k = 0; k < 3; k++) {
      lattice_params p = lattice_params_default();
      p.settle = xpbd_scene_parameter_find(info, "settle") >= 0 ? 0.0 : NAN;
      p.scheme = k == 1 ? XPBD_VERLET_SIX_STEP : XPBD_VERLET_SEVEN_STEP;
      if (k == 2) p.gravity = 5.0;
      OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
      xpbd_verlet_measures m;
      if (!verlet_scenario(self, info->name, &p, &world)) break;
      const double duration = info->frames * info->frame_time, dt = xpbd_verlet_settings(world)->time_step;
      const bool good = verlet_run(self, world, (int64_t)(0.2 * duration / dt), &m);
      if (good && k < 2) {
        check_at_most(self, m.deepest, 0.05, "%s, %d steps: deepest overlap [m]", info->name, 7 - k);
        check_true(self, m.normal_impulse > 0, "%s, %d steps: something touches the ground", info->name, 7 - k);
        hash[k] = xpbd_verlet_hash(world);
      } else if (good) {
        check_control(self, xpbd_verlet_hash(world) != hash[0], "%s: half of the gravity", info->name);
      }
    }
    check_true(self, hash[0] != hash[1], "%s: six steps and seven differ", info->name);
  }
  check_same(self, (uint64_t)count, 7, "scenes made for position Verlet");
}

/* Wrong parameters of scenes are refused with a text that names them. The same call without the mistake is accepted. */
static void refuse_scene(check *self, const char *scene, const lattice_params *params, const char *word) {
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  const xpbd_status status = lattice_world(scene, params, &world);
  check_true(self, status == XPBD_ERR_INVALID_ARGUMENT || status == XPBD_ERR_UNSUPPORTED, "%s: %s is refused", scene,
             word);
  check_true(self, strstr(xpbd_last_error(), word) != NULL, "'%s' names '%s'", xpbd_last_error(), word);
}

static void wrong_scenes(check *self, int argument) {
  const lattice_params good = lattice_params_default();
  lattice_params p = good;
  refuse_scene(self, "stack_d", &good, "no scene 'stack_d'");
  p.mass = 0.0, refuse_scene(self, "wedge", &p, "mass");
  p = good, p.angle = 180.0, refuse_scene(self, "wedge", &p, "angle");
  p = good, p.stiffness = 1e3, refuse_scene(self, "wedge", &p, "there are no constraints");
  p = good, p.resolution = 1, refuse_scene(self, "friction_box", &p, "resolution");
  p = good, p.restitution = 1.1, refuse_scene(self, "stack_a", &p, "restitution");
  p = good, p.friction = -0.1, refuse_scene(self, "balls", &p, "friction");
  p = good, p.settle = 1.0, refuse_scene(self, "stack_a", &p, "no parameter 'settle'");
  p = good, p.time_step = 0.1, refuse_scene(self, "friction_box", &p, "substeps per frame");
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  check_control(self, lattice_world("friction_box", &good, &world) == XPBD_OK, "nothing wrong");
}

/* A cube that is 3 spacings wide up to rounding has 3. If more than a millionth is missing it has 2. */
static void nearly(check *self, int argument) {
  static const struct {
    double missing;
    uint64_t nodes;
  } cases[] = {{0.0, 27}, {0.5e-6, 27}, {1.5e-6, 8}};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_box(1, 1, 1, 1.0, &mesh), XPBD_OK, "a cube")) return;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    xpbd_lattice lattice = {.spacing = 0.0};
    if (check_status(self, xpbd_lattice_make_mesh(&mesh, 1.0 / (3.0 - cases[k].missing), &lattice), XPBD_OK, "lattice"))
      check_same(self, (uint64_t)lattice.node_count, cases[k].nodes, "nodes of %g spacings less", cases[k].missing);
    check_control(self, lattice.node_count != 64, "%g spacings less: not 4 wide", cases[k].missing);
    xpbd_lattice_destroy(&lattice);
  }
}

void check_verlet_lattice(check_registry *registry) {
  check_add(registry, "lattice-counts", "nodes and springs of boxes", counts, 0);
  check_add(registry, "lattice-isotropy", "energy of any strain, Poisson's ratio 1/4", isotropy, 0);
  check_add(registry, "lattice-inside", "points in closed meshes, bad meshes", inside, 0);
  check_add(registry, "lattice-nearly", "bodies with a whole number of spacings up to rounding", nearly, 0);
  check_add(registry, "stability", "the largest time step", stability, 0);
  check_add(registry, "lattice-bar", "bodies whose nodes are joined by one spring each", bar, 0);
  check_add(registry, "divergence", "a world out of range", divergence, 0);
  check_add(registry, "scenes", "all build and run by both methods", scenes, 0);
  check_add(registry, "scenes-refused", "wrong parameters of scenes", wrong_scenes, 0);
}
