/* Why this file exists: a scene whose constraints join the wrong vertices, whose imported mesh hangs a metre too low or
 * whose wind does not swing still moves like cloth. So each part of a scene is compared with its own triangles and its
 * own description. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes_checks.h"

enum { MOST = 400 };

/// Pairs of particles, each with the smaller first, ascending.
typedef struct pairs {
  int count;
  int32_t ends[MOST][2];
} pairs;

static int compare_pairs(const void *a, const void *b) {
  const int32_t *x = a, *y = b;
  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

static void put(pairs *all, int32_t a, int32_t b) {
  if (all->count == MOST) return;
  all->ends[all->count][0] = a < b ? a : b;
  all->ends[all->count++][1] = a < b ? b : a;
}

static void sort(pairs *all) {
  qsort(all->ends, (size_t)all->count, sizeof *all->ends, compare_pairs);
}

static bool equal(const pairs *a, const pairs *b) {
  return a->count == b->count && memcmp(a->ends, b->ends, (size_t)a->count * sizeof *a->ends) == 0;
}

/// From the triangles alone, comparing every pair: their edges, each once, and the vertices opposite a shared edge.
static void of_triangles(const xpbd_scene *scene, pairs *edges, pairs *opposites) {
  const int32_t *t = xpbd_scene_triangles(scene), count = xpbd_scene_triangle_count(scene);
  for (int32_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) {
      const int32_t a = t[3 * i + k], b = t[3 * i + (k + 1) % 3], own = t[3 * i + (k + 2) % 3];
      bool first = true;
      for (int32_t j = 0; j < count; j++)
        for (int m = 0; m < 3 && j != i; m++) {
          const int32_t c = t[3 * j + m], d = t[3 * j + (m + 1) % 3], other = t[3 * j + (m + 2) % 3];
          if (!((a == c && b == d) || (a == d && b == c))) continue;
          if (j < i) first = false;
          if (j > i) put(opposites, own, other);
        }
      if (first) put(edges, a, b);
    }
  sort(edges);
  sort(opposites);
}

static void of_set(const xpbd_scene *scene, int32_t index, pairs *out) {
  const xpbd_constraints *set = xpbd_scene_set(scene, index);
  for (int32_t c = 0; set && c < set->count; c++) put(out, set->particles[2 * c], set->particles[2 * c + 1]);
  sort(out);
}

/// Springs on the edges and bending across them, with the distances of their ends at rest.
static void joined(check *self, int argument) {
  static const char *const names[] = {"cloth", "flag", "cloth_on_sphere", "torus_falling"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.constraint = "stretching", params.bending = "distance_bending";
    params.resolution = strcmp(names[k], "torus_falling") == 0 ? 8 : 5;
    static pairs edges, opposites, springs, bending;
    edges.count = opposites.count = springs.count = bending.count = 0;
    OWNED(rig_free) rig r = {0};
    if (rig_named(&r, self, names[k], &params) &&
        check_same(self, (uint64_t)xpbd_scene_set_count(r.scene), 2, "%s: sets", names[k])) {
      of_triangles(r.scene, &edges, &opposites);
      of_set(r.scene, 0, &springs);
      of_set(r.scene, 1, &bending);
      check_true(self, edges.count > 20 && edges.count < MOST && opposites.count < MOST, "%s: %d edges, %d across",
                 names[k], edges.count, opposites.count);
      check_true(self, equal(&springs, &edges), "%s: springs are the edges, each once", names[k]);
      check_true(self, equal(&bending, &opposites), "%s: bending joins the vertices opposite an edge", names[k]);
      check_control(self, !equal(&bending, &edges), "%s: the edges are not what bending joins", names[k]);
      for (int32_t s = 0; s < 2; s++) {
        const xpbd_constraints *set = xpbd_scene_set(r.scene, s);
        for (int32_t c = 0; c < set->count; c++) {
          double squared = 0.0;
          for (int m = 0; m < 3; m++) {
            const double *x = r.model.mesh.positions;
            squared += pow(x[3 * set->particles[2 * c] + m] - x[3 * set->particles[2 * c + 1] + m], 2);
          }
          check_at_most(self, fabs(set->rest[c] - sqrt(squared)), 1e-13, "%s, set %d: rest length", names[k], (int)s);
        }
      }
    }
  }
}

/// The flag as its scene describes it: held along the pole, in a wind that swings sideways by 35 % of its speed.
static void flag(check *self, int argument) {
  OWNED(rig_free) rig r = {0};
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 5;
  if (rig_named(&r, self, "flag", &params)) {
    const xpbd_wind *wind = xpbd_scene_wind(r.scene);
    const double want[] = {5, 0, 0, 2, 0, 0, 1.75, 0.5};
    const double have[] = {wind->velocity[0], wind->velocity[1], wind->velocity[2], wind->drag,
                           wind->swing[0],    wind->swing[1],    wind->swing[2],    wind->swing_rate};
    for (int k = 0; k < 8; k++) check_at_most(self, fabs(have[k] - want[k]), 1e-15, "number %d of its wind", k);
    for (int32_t i = 0; i < 25; i++) {
      const bool held = xpbd_scene_inverse_masses(r.scene)[i] == 0.0;
      check_true(self, held == (xpbd_scene_positions(r.scene)[3 * i] == 0.0), "particle %d is held at the pole",
                 (int)i);
    }
    check_control(self, xpbd_scene_inverse_masses(r.scene)[1] > 0.0, "the top is not held");
  }
}

/// Position of a user's mesh in the scenes that accept one: its box, and the particles with it.
static void imported(check *self, int argument) {
  enum { MIDDLE, GROUND }; /* the middle of its box at the origin; lowest point at 0, over the middle of the sheet */
  static const struct {
    const char *scene;
    int place;
  } known[] = {{"cloth", MIDDLE}, {"cloth_on_sphere", GROUND}, {"cloth_self", GROUND}, {"blob", MIDDLE}};
  const double size = 6.0;
  OWNED(xpbd_mesh_destroy) xpbd_mesh box = {0};
  if (!check_status(self, xpbd_mesh_make_box(2, 3, 4, 0.5, &box), XPBD_OK, "a box of 1 x 1.5 x 2")) return;
  for (int64_t i = 0; i < box.vertex_count; i++) box.positions[3 * i + 1] -= 40.0; /* far from its target */
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.mesh = &box, params.size = size;
    OWNED(rig_free) rig r = {0};
    if (rig_named(&r, self, known[k].scene, &params)) {
      const double *x = xpbd_scene_positions(r.scene);
      double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
      for (int32_t i = 0; i < xpbd_scene_particle_count(r.scene); i++)
        for (int m = 0; m < 3; m++)
          low[m] = check_smaller(low[m], x[3 * i + m]), high[m] = check_larger(high[m], x[3 * i + m]);
      const double extent[3] = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
      const double most = check_larger(extent[0], check_larger(extent[1], extent[2]));
      const bool ground = known[k].place == GROUND;
      const double side = ground ? 0.5 * size : 0.0;
      check_at_most(self, fabs(most - size), 1e-13, "%s: its size", known[k].scene);
      check_at_most(self, fabs(0.5 * (low[0] + high[0]) - side), 1e-13, "%s: its middle along x", known[k].scene);
      check_at_most(self, fabs(0.5 * (low[2] + high[2]) - side), 1e-13, "%s: its middle along z", known[k].scene);
      check_at_most(self, fabs(ground ? low[1] : 0.5 * (low[1] + high[1])), 1e-13, "%s: its height", known[k].scene);
      check_control(self, !(fabs((ground ? low[1] : 0.5 * (low[1] + high[1])) - 1.0) <= 1e-13), "a metre higher");
    }
  }
}

/// Ghost tetrahedra without rest shape are counted whether the torus starts at rest or pulled.
static void left_out(check *self, int argument) {
  int32_t count[2] = {-1, -2};
  for (int pulled = 0; pulled < 2; pulled++) {
    OWNED(rig_free) rig r = {0};
    xpbd_scene_params params = xpbd_scene_params_default();
    params.constraint = "linear_tet";
    xpbd_scene_params_set(&params, "pull_time", pulled);
    if (rig_named(&r, self, "torus_stretched", &params) &&
        check_same(self, (uint64_t)xpbd_scene_set_count(r.scene), 1, "sets"))
      count[pulled] = xpbd_scene_set(r.scene, 0)->left_out;
  }
  check_same(self, (uint64_t)count[0], (uint64_t)count[1], "without a rest shape, of a torus that starts pulled");
  check_control(self, count[1] > 0, "none counted, where there are %d", (int)count[1]);
}

void scenes_add_layout(check_registry *registry) {
  check_add(registry, "joined", "which vertices springs and bending join, found from the triangles", joined, 0);
  check_add(registry, "flag-wind", "the numbers of the flag's wind, and its pins", flag, 0);
  check_add(registry, "imported", "the position of a user's mesh", imported, 0);
  check_add(registry, "left-out", "elements without rest shape are counted in a deformed start, too", left_out, 0);
}
