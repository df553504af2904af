/* Why this file exists: a wrong group is a race, and a race shows once in a thousand runs. So the property itself is
 * checked for every schedule, and both algorithms are compared place by place. Known group sizes are asserted. The
 * library's own check gets schedules that are wrong in each possible way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "xpbd/mesh.h"
#include "xpbd/schedule.h"

/* Constraints on particles, the input of the algorithms. */
typedef struct problem {
  int32_t count, arity, particle_count;
  const int32_t *particles;
  const double *inverse_masses;
} problem;

static xpbd_status first_fit(const problem *p, int32_t most, xpbd_schedule *out) {
  return xpbd_schedule_first_fit(p->count, p->arity, p->particles, p->particle_count, p->inverse_masses, most, out);
}

static xpbd_status edge_groups(const problem *p, int32_t most, xpbd_schedule *out) {
  return xpbd_schedule_edge_groups(p->count, p->arity, p->particles, p->particle_count, p->inverse_masses, most, out);
}

static xpbd_status proof(const problem *p, const xpbd_schedule *s) {
  return xpbd_schedule_check(s, p->arity, p->particles, p->particle_count, p->inverse_masses);
}

static bool same_schedule(const xpbd_schedule *a, const xpbd_schedule *b) {
  return a->constraint_count == b->constraint_count && a->group_count == b->group_count && a->overflow == b->overflow &&
         memcmp(a->order, b->order, (size_t)a->constraint_count * sizeof *a->order) == 0 &&
         memcmp(a->group_start, b->group_start, ((size_t)a->group_count + 1) * sizeof *a->group_start) == 0;
}

/* Particles written twice in a group, counted by comparing all pairs: an independent check for small problems. */
static int64_t collisions(const problem *p, const xpbd_schedule *s) {
  int64_t found = 0;
  for (int32_t g = 0; g < s->group_count; g++)
    for (int32_t i = s->group_start[g]; g != s->overflow && i < s->group_start[g + 1]; i++)
      for (int32_t j = s->group_start[g]; j < i; j++)
        for (int k = 0; k < p->arity * p->arity; k++) {
          const int32_t a = p->particles[s->order[i] * p->arity + k / p->arity];
          const int32_t b = p->particles[s->order[j] * p->arity + k % p->arity];
          found += a == b && (!p->inverse_masses || p->inverse_masses[a] > 0);
        }
  return found;
}

/* Both algorithms, the proof, and their equality. *out = the schedule of the first. */
static bool solve(check *self, const problem *p, int32_t most, const char *name, xpbd_schedule *out) {
  OWNED(xpbd_schedule_destroy) xpbd_schedule other = {0};
  bool good = check_status(self, first_fit(p, most, out), XPBD_OK, "%s: first fit", name);
  good = check_status(self, edge_groups(p, most, &other), XPBD_OK, "%s: edge groups", name) && good;
  if (good) {
    check_status(self, proof(p, out), XPBD_OK, "%s: the schedule is one", name);
    check_true(self, same_schedule(out, &other), "%s: first fit and edge groups agree in every place", name);
    check_at_most(self, out->group_count, most + 1, "%s: groups", name);
    if (p->count <= 3000) check_same(self, (uint64_t)collisions(p, out), 0, "%s: collisions", name);
    if (p->count > 1) {
      const int32_t kept = other.order[0];
      other.order[0] = other.order[p->count - 1], other.order[p->count - 1] = kept;
      check_control(self, !same_schedule(out, &other), "%s: two places exchanged", name);
    }
  }
  if (!good) xpbd_schedule_destroy(out);
  return good;
}

/* The edges in the order in which triangles use them, the other common numbering. [edge_count, 2], freed by the
 * caller. */
static int32_t *edges_as_met(const xpbd_mesh *mesh) {
  int32_t *edges = malloc(2 * (size_t)mesh->edge_count * sizeof *edges), *next = edges;
  for (int32_t t = 0; edges && t < mesh->triangle_count; t++)
    for (size_t k = 0; k < 3; k++) {
      const int32_t *corner = mesh->triangles + 3 * (size_t)t, n = mesh->neighbours[3 * (size_t)t + k];
      if (n >= 0 && n < t) continue;
      const int32_t a = corner[k], b = corner[(k + 1) % 3];
      next[0] = a < b ? a : b;
      next[1] = a < b ? b : a;
      next += 2;
    }
  return edges;
}

static int descending(const void *left, const void *right) {
  const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a < b) - (a > b);
}

static void expect_sizes(check *self, const xpbd_schedule *s, bool sorted, int count, const int32_t *sizes,
                         const char *name) {
  int32_t found[XPBD_MAX_GROUPS + 1];
  if (!check_same(self, (uint64_t)s->group_count, (uint64_t)count, "%s: groups", name)) return;
  for (int g = 0; g < count; g++) found[g] = s->group_start[g + 1] - s->group_start[g];
  if (sorted) qsort(found, (size_t)count, sizeof *found, descending);
  for (int g = 0; g < count; g++)
    check_same(self, (uint64_t)found[g], (uint64_t)sizes[g], "%s: size of group %d", name, g);
  check_control(self, found[0] != sizes[count - 1] || sizes[0] == sizes[count - 1], "%s: groups in another order",
                name);
}

/* Group sizes of one mesh for both numberings of its edges. */
typedef struct expected {
  const char *name;
  int count[2]; /* in lexicographic order, as triangles use them */
  int32_t sizes[2][10];
} expected;

static void expect_mesh(check *self, xpbd_status made, xpbd_mesh *mesh, const expected *e) {
  if (!check_status(self, made, XPBD_OK, "%s", e->name)) return;
  int32_t *met = edges_as_met(mesh);
  for (int numbering = 0; numbering < 2 && met; numbering++) {
    const problem p = {mesh->edge_count, 2, mesh->vertex_count, numbering ? met : mesh->edges, NULL};
    OWNED(xpbd_schedule_destroy) xpbd_schedule s = {0};
    if (!solve(self, &p, 64, e->name, &s)) continue;
    expect_sizes(self, &s, false, e->count[numbering], e->sizes[numbering], e->name);
    check_at_least(self, s.group_count, xpbd_mesh_max_degree(mesh), "%s: groups, at least the largest degree", e->name);
  }
  free(met);
  xpbd_mesh_destroy(mesh);
}

/* The second numbering gives what an independent program found. xpbd_mesh uses the first. On the sheet and the torus it
 * is as good, on the sphere it needs one more group. */
static const expected sheet21 = {
    "sheet 21 x 21", {6, 6}, {{220, 220, 210, 210, 190, 190}, {220, 219, 210, 210, 191, 190}}};
static const expected sheet41 = {
    "sheet 41 x 41", {6, 6}, {{840, 840, 820, 820, 780, 780}, {840, 839, 820, 820, 781, 780}}};
static const expected torus30 = {
    "torus 30 x 30", {6, 6}, {{450, 450, 450, 450, 450, 450}, {450, 450, 450, 450, 450, 450}}};
static const expected sphere5 = {
    "sphere, level 5",
    {10, 9},
    {{1989, 1976, 1793, 1843, 1747, 1798, 776, 292, 66, 8}, {1950, 1886, 1841, 1764, 1826, 1782, 819, 354, 66}}};

static void run_sizes(check *self, int argument) {
  xpbd_mesh mesh;
  expect_mesh(self, xpbd_mesh_make_grid(21, 21, 0.1, &mesh), &mesh, &sheet21);
  expect_mesh(self, xpbd_mesh_make_grid(41, 41, 0.05, &mesh), &mesh, &sheet41);
  expect_mesh(self, xpbd_mesh_make_torus(30, 30, 2, 0.5, &mesh), &mesh, &torus30);
  expect_mesh(self, xpbd_mesh_make_sphere(5, 1, &mesh), &mesh, &sphere5);
}

static void shuffle(check *self, int32_t *items, int32_t count, int32_t size) {
  for (int32_t i = count - 1; i > 0; i--) {
    const int32_t j = (int32_t)check_random(self, 0, i + 1 - 1e-9);
    for (int32_t k = 0; k < size; k++) {
      const int32_t kept = items[i * size + k];
      items[i * size + k] = items[j * size + k];
      items[j * size + k] = kept;
    }
  }
}

/* Edges, opposite pairs, triangles and hinges of meshes, in their order and shuffled, with pinned particles. */
static void run_meshes(check *self, int argument) {
  for (int which = 0; which < 4; which++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    const xpbd_status made = which == 0   ? xpbd_mesh_make_grid(19, 31, 0.1, &mesh)
                             : which == 1 ? xpbd_mesh_make_sphere(3, 1, &mesh)
                             : which == 2 ? xpbd_mesh_make_torus(13, 11, 2, 0.5, &mesh)
                                          : xpbd_mesh_make_box(3, 4, 13, 0.1, &mesh);
    if (!check_status(self, made, XPBD_OK, "mesh %d", which)) continue;
    OWNED(check_free) double *inverse_masses = malloc((size_t)mesh.vertex_count * sizeof *inverse_masses);
    for (int32_t v = 0; inverse_masses && v < mesh.vertex_count; v++)
      inverse_masses[v] = check_random(self, 0, 1) < 0.1 ? 0 : 100;
    const struct {
      int32_t count, arity, *particles;
    } kinds[] = {{mesh.edge_count, 2, mesh.edges},
                 {mesh.triangle_count, 3, mesh.triangles},
                 {mesh.hinge_count, 4, mesh.hinges},
                 {mesh.edge_count, 1, mesh.edges}};
    for (int kind = 0; kind < 4 && inverse_masses; kind++)
      for (int variant = 0; variant < 4; variant++) {
        char name[64];
        snprintf(name, sizeof name, "mesh %d, arity %d, variant %d", which, kinds[kind].arity, variant);
        if (variant == 2) shuffle(self, kinds[kind].particles, kinds[kind].count, kinds[kind].arity);
        const problem p = {kinds[kind].count, kinds[kind].arity, mesh.vertex_count, kinds[kind].particles,
                           variant & 1 ? inverse_masses : NULL};
        xpbd_schedule s;
        if (solve(self, &p, XPBD_MAX_GROUPS, name, &s)) xpbd_schedule_destroy(&s);
      }
  }
}

/* Random constraints, from sparse to so dense that they reach every limit of groups and every word of the masks. */
static void run_random(check *self, int argument) {
  enum { MOST_PARTICLES = 400, MOST_CONSTRAINTS = 2500 };
  static int32_t particles[4 * MOST_CONSTRAINTS];
  static double inverse_masses[MOST_PARTICLES];
  int overflowed = 0, many = 0;
  for (int round = 0; round < 150; round++) {
    problem p = {(int32_t)check_random(self, 1, MOST_CONSTRAINTS), 1 + round % 4, 0, particles, inverse_masses};
    p.particle_count = 8 + (int32_t)check_random(self, 0, round % 3 == 0 ? 20 : MOST_PARTICLES - 8);
    const int32_t most = round % 2 ? XPBD_MAX_GROUPS : 1 + (int32_t)check_random(self, 0, XPBD_MAX_GROUPS - 1e-9);
    for (int32_t v = 0; v < p.particle_count; v++) inverse_masses[v] = check_random(self, 0, 1) < 0.05 ? 0 : 1;
    for (int32_t i = 0; i < p.count * p.arity; i++)
      for (bool fresh = false; !fresh;) {
        particles[i] = (int32_t)check_random(self, 0, p.particle_count - 1e-9);
        fresh = true;
        for (int32_t k = i - i % p.arity; k < i; k++) fresh = fresh && particles[k] != particles[i];
      }
    char name[32];
    snprintf(name, sizeof name, "round %d", round);
    OWNED(xpbd_schedule_destroy) xpbd_schedule s = {0};
    if (!solve(self, &p, most, name, &s)) continue;
    overflowed += s.overflow >= 0;
    many += s.group_count > 128;
  }
  check_at_least(self, overflowed, 10, "rounds with an overflow group");
  check_at_least(self, many, 10, "rounds with more than 128 groups");
}

static void run_overflow(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_grid(41, 41, 0.05, &mesh), XPBD_OK, "sheet")) return;
  const problem p = {mesh.edge_count, 2, mesh.vertex_count, mesh.edges, NULL};
  xpbd_schedule s, full;
  if (solve(self, &p, 2, "two groups", &s) && solve(self, &p, 6, "six groups", &full)) {
    check_same(self, (uint64_t)s.group_count, 3, "two groups and the overflow");
    check_same(self, (uint64_t)s.overflow, 2, "number of the overflow group");
    check_same(self, (uint64_t)(s.group_start[3] - s.group_start[2]), 4880 - 840 - 840, "edges in the overflow group");
    check_true(self, memcmp(s.order, full.order, 1680 * sizeof *s.order) == 0, "the first two groups are those of six");
    check_same(self, (uint64_t)full.overflow, UINT64_MAX, "six groups are enough: overflow is -1");
    s.overflow = -1;
    check_control(self, proof(&p, &s) == XPBD_ERR_INVALID_ARGUMENT, "the overflow group taken for an independent one");
    xpbd_schedule_destroy(&full);
    xpbd_schedule_destroy(&s);
  }
  if (check_status(self, xpbd_schedule_mesh_order(p.count, &s), XPBD_OK, "mesh order")) {
    check_status(self, proof(&p, &s), XPBD_OK, "mesh order is a schedule");
    int64_t moved = s.group_count != 1 || s.overflow != 0;
    for (int32_t i = 0; i < p.count; i++) moved += s.order[i] != i;
    check_same(self, (uint64_t)moved, 0, "places of mesh order that are not their constraint");
    xpbd_schedule_destroy(&s);
  }
}

/* The particle in the middle of a star separates all its edges, unless it is pinned. 300 edges are more than all
 * groups. */
static void run_star(check *self, int argument) {
  enum { ARMS = 300 };
  int32_t edges[2 * ARMS];
  double inverse_masses[ARMS + 1];
  for (int32_t i = 0; i <= ARMS; i++) inverse_masses[i] = 1;
  for (int32_t i = 0; i < ARMS; i++) edges[2 * i] = 0, edges[2 * i + 1] = i + 1;
  const problem p = {ARMS, 2, ARMS + 1, edges, inverse_masses};
  xpbd_schedule s;
  if (solve(self, &p, XPBD_MAX_GROUPS, "star", &s)) {
    check_same(self, (uint64_t)s.group_count, XPBD_MAX_GROUPS + 1, "groups of the star");
    check_same(self, (uint64_t)s.overflow, XPBD_MAX_GROUPS, "overflow of the star");
    check_same(self, (uint64_t)(ARMS - s.group_start[XPBD_MAX_GROUPS]), ARMS - XPBD_MAX_GROUPS, "edges left over");
    xpbd_schedule_destroy(&s);
  }
  inverse_masses[0] = 0;
  if (solve(self, &p, XPBD_MAX_GROUPS, "pinned star", &s)) {
    check_same(self, (uint64_t)s.group_count, 1, "groups when the middle is pinned");
    inverse_masses[0] = 1e-30;
    check_control(self, proof(&p, &s) == XPBD_ERR_INVALID_ARGUMENT, "a particle that is almost pinned is written");
    inverse_masses[0] = NAN;
    check_control(self, proof(&p, &s) == XPBD_ERR_INVALID_ARGUMENT, "a particle of mass NaN is not taken for pinned");
    xpbd_schedule_destroy(&s);
  }
}

/* A path of three edges: (0,1) (1,2) (2,3), groups {0, 2} and {1}. */
static void run_broken(check *self, int argument) {
  const int32_t edges[6] = {0, 1, 1, 2, 2, 3};
  const problem p = {3, 2, 4, edges, NULL};
  const struct {
    const char *what;
    int32_t order[3], start[4], group_count, constraint_count, overflow;
    const char *error; ///< Part of the message; NULL: no error.
  } cases[] = {
      {"the right one", {0, 2, 1}, {0, 2, 3}, 2, 3, -1, NULL},
      {"one group each", {2, 0, 1}, {0, 1, 2, 3}, 3, 3, -1, NULL},
      {"all in the overflow group", {0, 1, 2}, {0, 3}, 1, 3, 0, NULL},
      {"neighbours together", {0, 1, 2}, {0, 2, 3}, 2, 3, -1, "group 0: constraints 0 and 1 both write particle 1"},
      {"in the second", {0, 1, 2}, {0, 1, 3}, 2, 3, -1, "group 1: constraints 1 and 2 both write particle 2"},
      {"the first twice, one never", {0, 0, 1}, {0, 1, 2, 3}, 3, 3, -1, "constraint 0 is in the schedule twice"},
      {"the last twice, one never", {0, 2, 2}, {0, 2, 3}, 2, 3, -1, "constraint 2 is in the schedule twice"},
      {"one that is not there", {0, 3, 1}, {0, 2, 3}, 2, 3, -1, "position 1 of the schedule holds constraint 3"},
      {"a negative one", {0, -1, 1}, {0, 2, 3}, 2, 3, -1, "position 1 of the schedule holds constraint -1"},
      {"descending", {2, 0, 1}, {0, 2, 3}, 2, 3, -1, "group 0: constraint 0 comes after 2"},
      {"groups do not begin at 0", {0, 2, 1}, {1, 2, 3}, 2, 3, -1, "the groups cover positions 1 to 3"},
      {"groups end early", {0, 2, 1}, {0, 1, 2}, 2, 3, -1, "the groups cover positions 0 to 2"},
      {"groups overlap", {0, 2, 1}, {0, 3, 2, 3}, 3, 3, -1, "group 1 begins at position 3 and ends at 2"},
      {"a group beyond the end",
       {0, 2, 1},
       {0, 1000000, 3},
       2,
       3,
       -1,
       "group 0 begins at position 0 and ends at 1000000"},
      {"negative start", {0, 2, 1}, {0, -1, 3}, 2, 3, -1, "group 0 begins at position 0 and ends at -1"},
      {"overflow is not the last", {0, 1, 2}, {0, 2, 3}, 2, 3, 0, "the overflow group is 0"},
      {"overflow out of range", {0, 2, 1}, {0, 2, 3}, 2, 3, 2, "the overflow group is 2"},
      {"no groups", {0, 2, 1}, {0}, 0, 3, -1, "the groups cover positions 0 to 0"},
      {"negative counts", {0, 2, 1}, {0, 2, 3}, -1, -3, -1, "-3"},
      {"fewer than no groups", {0, 2, 1}, {0, 2, 3}, -1, 3, -1, "the schedule has 3 constraints in -1 groups"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int32_t order[3], start[4];
    memcpy(order, cases[i].order, sizeof order);
    memcpy(start, cases[i].start, sizeof start);
    const xpbd_schedule s = {cases[i].constraint_count, cases[i].group_count, order, start, cases[i].overflow};
    const xpbd_status status = proof(&p, &s);
    if (!cases[i].error)
      check_status(self, status, XPBD_OK, "%s", cases[i].what);
    else
      check_control(self, status == XPBD_ERR_INVALID_ARGUMENT && strstr(xpbd_last_error(), cases[i].error),
                    "%s: \"%s\"", cases[i].what, xpbd_last_error());
  }
  const xpbd_schedule empty = {0};
  check_control(self, proof(&p, &empty) != XPBD_OK, "a zeroed schedule");
  /* Without constraints the array may be NULL. With constraints neither may. */
  int32_t order[3] = {0, 2, 1}, start[3] = {0, 2, 3}, nowhere[1] = {0};
  const xpbd_schedule missing[2] = {{3, 2, NULL, start, -1}, {3, 2, order, NULL, -1}};
  const xpbd_schedule nothing = {0, 0, NULL, nowhere, -1};
  for (int k = 0; k < 2; k++) {
    const xpbd_status status = proof(&p, &missing[k]);
    check_control(self, status == XPBD_ERR_INVALID_ARGUMENT && strstr(xpbd_last_error(), "schedule are NULL"),
                  "array %d is missing: \"%s\"", k, xpbd_last_error());
  }
  check_status(self, proof(&p, &nothing), XPBD_OK, "no constraints and no array of them");
}

/* One group for each edge of a path. One edge is also in the place of the next. */
static void run_twice(check *self, int argument) {
  enum { COUNT = 17 };
  int32_t edges[2 * COUNT], order[COUNT], start[COUNT + 1];
  for (int32_t c = 0; c < COUNT; c++) edges[2 * c] = c, edges[2 * c + 1] = c + 1;
  for (int32_t g = 0; g <= COUNT; g++) start[g] = g;
  const problem p = {COUNT, 2, COUNT + 1, edges, NULL};
  const xpbd_schedule s = {COUNT, COUNT, order, start, -1};
  for (int32_t c = 0; c < COUNT; c++) order[c] = c;
  check_status(self, proof(&p, &s), XPBD_OK, "each once");
  for (int32_t twice = 0; twice < COUNT; twice++) {
    const int32_t next = (twice + 1) % COUNT;
    char said[64];
    snprintf(said, sizeof said, "constraint %d is in the schedule twice", (int)twice);
    order[next] = twice;
    check_control(self, proof(&p, &s) == XPBD_ERR_INVALID_ARGUMENT && strstr(xpbd_last_error(), said), "%s", said);
    order[next] = next;
  }
}

static void expect_refusal(check *self, const problem *p, int32_t most) {
  xpbd_schedule s;
  check_status(self, first_fit(p, most, &s), XPBD_ERR_INVALID_ARGUMENT, "first fit");
  check_true(self, !s.order && !s.group_start && s.overflow == -1, "nothing is left behind");
  check_status(self, edge_groups(p, most, &s), XPBD_ERR_INVALID_ARGUMENT, "edge groups");
  check_true(self, !s.order && !s.group_start && s.overflow == -1, "nor there");
}

static void run_refusals(check *self, int argument) {
  const int32_t good[4] = {0, 1, 1, 2}, far[4] = {0, 1, 1, 3}, negative[4] = {0, 1, -1, 2}, twice[4] = {0, 1, 2, 2};
  expect_refusal(self, &(problem){2, 2, 3, good, NULL}, 0);
  expect_refusal(self, &(problem){2, 2, 3, good, NULL}, 257);
  expect_refusal(self, &(problem){1, 0, 3, good, NULL}, 6);
  expect_refusal(self, &(problem){1, 5, 3, good, NULL}, 6);
  expect_refusal(self, &(problem){-1, 2, 3, good, NULL}, 6);
  expect_refusal(self, &(problem){0, 2, -3, good, NULL}, 6);
  expect_refusal(self, &(problem){2, 2, 3, NULL, NULL}, 6);
  expect_refusal(self, &(problem){2, 2, 3, far, NULL}, 6);
  expect_refusal(self, &(problem){2, 2, 3, negative, NULL}, 6);
  expect_refusal(self, &(problem){2, 2, 3, twice, NULL}, 6);
  OWNED(xpbd_schedule_destroy) xpbd_schedule s = {0};
  for (int most = 1; most <= XPBD_MAX_GROUPS; most += XPBD_MAX_GROUPS - 1) { /* the ends of the range are valid */
    const problem two = {2, 2, 3, good, NULL};
    if (!solve(self, &two, most, "the limits of groups", &s)) continue;
    check_same(self, (uint64_t)s.overflow, most == 1 ? 1 : UINT64_MAX, "at most %d groups: overflow", most);
    check_true(self, s.group_count == 2 && s.order[0] == 0 && s.order[1] == 1, "at most %d groups: one each", most);
    xpbd_schedule_destroy(&s);
  }
  check_status(self, first_fit(&(problem){2, 2, 3, good, NULL}, 6, NULL), XPBD_ERR_INVALID_ARGUMENT, "no place");
  check_status(self, edge_groups(&(problem){2, 2, 3, good, NULL}, 6, NULL), XPBD_ERR_INVALID_ARGUMENT, "no place");
  check_status(self, xpbd_schedule_mesh_order(2, NULL), XPBD_ERR_INVALID_ARGUMENT, "no place");
  check_status(self, xpbd_schedule_check(NULL, 2, good, 3, NULL), XPBD_ERR_INVALID_ARGUMENT, "none to check");
  check_status(self, xpbd_schedule_mesh_order(-1, &s), XPBD_ERR_INVALID_ARGUMENT, "negative mesh order");
  if (check_status(self, xpbd_schedule_mesh_order(0, &s), XPBD_OK, "mesh order of nothing")) {
    check_true(self, s.group_count == 0 && s.overflow == -1 && s.group_start[0] == 0, "no groups, no overflow");
    xpbd_schedule_destroy(&s);
    check_true(self, !s.order && !s.group_start, "nothing is left");
  }
  const problem none = {0, 2, 0, NULL, NULL};
  if (solve(self, &none, 6, "no constraints", &s)) {
    check_same(self, (uint64_t)s.group_count, 0, "groups of nothing");
    xpbd_schedule_destroy(&s);
    check_true(self, s.constraint_count == 0 && s.group_count == 0 && s.overflow == 0 && !s.order && !s.group_start,
               "destroyed, it is zeroed");
  }
  check_control(self, first_fit(&(problem){2, 2, 3, good, NULL}, 6, &s) == XPBD_OK, "good arguments are not refused");
}

void check_group_schedule(check_registry *registry) {
  check_add(registry, "sizes", "group sizes of the papers' meshes", run_sizes, 0);
  check_add(registry, "meshes", "edges, triangles and hinges, in order, shuffled, pinned", run_meshes, 0);
  check_add(registry, "random", "random constraints of arity 1 to 4, any number of groups", run_random, 0);
  check_add(registry, "overflow", "too few groups; mesh order", run_overflow, 0);
  check_add(registry, "star", "more neighbours than groups; pinned particles keep nobody apart", run_star, 0);
  check_add(registry, "broken", "wrong schedules are found", run_broken, 0);
  check_add(registry, "twice", "any constraint that stands twice is found", run_twice, 0);
  check_add(registry, "refusals", "bad arguments are refused", run_refusals, 0);
}
