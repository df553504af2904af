/* Why this file exists: the independent groups of edges of Cetinaslan 2019, Algorithm 2 as printed, and the claim that
 * six of them are enough. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "errata_checks.h"
#include "xpbd/mesh.h"
#include "xpbd/schedule.h"

enum { GROUPS = ERRATUM_GROUPS };

static bool touch(const int32_t *edges, int32_t a, int32_t b) {
  const int32_t *p = &edges[2 * (size_t)a], *q = &edges[2 * (size_t)b];
  return p[0] == q[0] || p[0] == q[1] || p[1] == q[0] || p[1] == q[1];
}

/// NonAdjArraysList[of], without storing all of them: 95 MB for 4880 edges.
static int32_t not_adjacent(const xpbd_mesh *mesh, int32_t of, int32_t *out) {
  int32_t count = 0;
  for (int32_t i = 0; i < mesh->edge_count; i++)
    if (i != of && !touch(mesh->edges, of, i)) out[count++] = i;
  return count;
}

/// Lines 20 to 34 on one source list. `drop`: an entry that is in another group is removed, as the text says, instead
/// of staying, as in line 26. Returns what is left.
static int32_t sift(const xpbd_mesh *mesh, const bool *grouped, bool drop, int32_t *source, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const int32_t target = source[i];
    for (int32_t j = 0; j < count; j++) {
      const int32_t entry = source[j];
      if (entry == target) continue;
      const bool apart = !touch(mesh->edges, target, entry);
      if (drop ? apart && !grouped[entry] : apart || grouped[entry]) continue;
      memmove(&source[j], &source[j + 1], (size_t)(count - j - 1) * sizeof *source);
      count--, j--;
    }
  }
  return count;
}

/* The listing leaves some points open, which are read in its favour: EdgeID grows, there are six groups, group q starts
 * from the list of edge q, the seed of line 17 is overwritten by line 35. How many edges are left out depends on their
 * numbering: numbered as the triangles meet them 1005 of 4880 get a group, on a sheet with the other diagonal 936. */
bool erratum_groups(const xpbd_mesh *mesh, bool drop, erratum_grouping *out) {
  const size_t edges = (size_t)mesh->edge_count;
  OWNED(check_free) int32_t *source = malloc((edges + 1) * sizeof *source), *times = calloc(edges, sizeof *times);
  OWNED(check_free) bool *grouped = calloc(edges, sizeof *grouped);
  const bool good = source && times && grouped;
  *out = (erratum_grouping){0};
  for (int32_t q = 0; q < GROUPS && good; q++) {
    if (q == 0) grouped[0] = true;
    int32_t count = not_adjacent(mesh, q, source);
    count = sift(mesh, grouped, drop, source, count);
    if (q == 0) grouped[0] = false;
    for (int32_t i = 0; i < count; i++) {
      out->repeated += times[source[i]] > 0;
      out->covered += times[source[i]]++ == 0;
      grouped[source[i]] = true;
      for (int32_t j = 0; j < i; j++) out->adjacent += touch(mesh->edges, source[i], source[j]);
    }
  }
  return good;
}

static bool library_groups(check *self, const xpbd_mesh *mesh, int32_t most, xpbd_schedule *out) {
  return check_status(self,
                      xpbd_schedule_edge_groups(mesh->edge_count, 2, mesh->edges, mesh->vertex_count, NULL, most, out),
                      XPBD_OK, "edge groups");
}

static void algorithm(check *self, int unused) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  erratum_grouping printed, negated;
  OWNED(xpbd_schedule_destroy) xpbd_schedule schedule = {0};
  if (!check_status(self, xpbd_mesh_make_grid(41, 41, 0.25, &mesh), XPBD_OK, "grid")) return;
  if (check_true(self, erratum_groups(&mesh, false, &printed) && erratum_groups(&mesh, true, &negated), "memory") &&
      library_groups(self, &mesh, XPBD_MAX_GROUPS, &schedule)) {
    const double edges = mesh.edge_count;
    check_same(self, (uint64_t)printed.covered, 1060, "as printed: edges of 4880 that get a group");
    check_same(self, (uint64_t)printed.repeated, 4938, "as printed: entries of edges that have a group already");
    check_same(self, (uint64_t)printed.adjacent, 1944, "as printed: adjacent pairs in a group");
    check_same(self, (uint64_t)(mesh.edge_count - negated.covered), 16, "line 26 negated: edges without a group");
    check_status(self, xpbd_schedule_check(&schedule, 2, mesh.edges, mesh.vertex_count, NULL), XPBD_OK,
                 "repaired: every edge once, none adjacent in a group");
    const erratum e = {.paper = "Cetinaslan 2019",
                       .place = "Algorithm 2",
                       .printed = "the listing (edges left out)",
                       .right = "the algorithm of the text",
                       .low = 0.5,
                       .high = 1,
                       .limit = 0};
    erratum_compare(self, &e, 1 - printed.covered / edges, 1 - schedule.group_start[schedule.group_count] / edges);
    check_row(self, "Cetinaslan 2019", "Sect. 6", "lines 15-37 of Algorithm 2", "15-36: it has no other", NAN, NAN);
  }
}

/// Lines 1 to 14 of Algorithm 2: entries of all lists that are adjacent to their edge or repeated / all entries.
/// `raise`: EdgeID grows at the end of the loop; as printed it does not, so the loop is ended after as many passes as
/// edges. `clear`: NonAdjArray begins empty for each edge. Edges without a list count as one wrong entry.
static double wrong_entries(const xpbd_mesh *mesh, bool raise, bool clear) {
  const int32_t edges = mesh->edge_count;
  OWNED(check_free) int32_t *times = calloc((size_t)edges, sizeof *times);
  double wrong = 0.0, all = 0.0;
  int32_t edge = 0;
  for (int32_t pass = 0; pass < edges && times; pass++) {
    if (clear)
      for (int32_t i = 0; i < edges; i++) times[i] = 0;
    for (int32_t i = 0; i < edges; i++) times[i] += i != edge && !touch(mesh->edges, edge, i);
    for (int32_t i = 0; i < edges; i++) {
      const bool good = times[i] == 1 && i != edge && !touch(mesh->edges, edge, i);
      wrong += good ? 0 : times[i], all += times[i];
    }
    if (raise) edge++;
    if (!raise && clear) { /* the list of edge 0 again and again */
      wrong += edges - 1, all += edges - 1;
      break;
    }
  }
  const double share = times ? wrong / all : (double)NAN;
  return share;
}

static void lists(check *self, int unused) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_grid(11, 11, 0.25, &mesh), XPBD_OK, "grid")) return;
  const double right = wrong_entries(&mesh, true, true);
  const erratum raised = {.paper = "Cetinaslan 2019",
                          .place = "Alg. 2, lines 2 to 14",
                          .printed = "EdgeID is never raised",
                          .right = "raised in line 14 (edges without a list)",
                          .low = 0.3,
                          .high = 1,
                          .limit = 0};
  erratum_compare(self, &raised, wrong_entries(&mesh, false, true), right);
  const erratum cleared = {.paper = "Cetinaslan 2019",
                           .place = "Alg. 2, line 10",
                           .printed = "NonAdjArray is never cleared",
                           .right = "empty for each edge (wrong entries)",
                           .low = 0.5,
                           .high = 1,
                           .limit = 0};
  erratum_compare(self, &cleared, wrong_entries(&mesh, true, false), right);
  check_row(self, "Cetinaslan 2019", "Alg. 2, line 19", "NonAdjArray from the list; of which edge?",
            "of the first edge without a group", NAN, NAN);
}

/* Fraction of the edges that six groups do not hold: none on a structured sheet, a tenth on a subdivided octahedron. */
static void six(check *self, int unused) {
  double left[2] = {0}, all = 1;
  for (int sphere = 0; sphere < 2; sphere++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    const xpbd_status made = sphere ? xpbd_mesh_make_sphere(5, 1.0, &mesh) : xpbd_mesh_make_grid(41, 41, 0.25, &mesh);
    OWNED(xpbd_schedule_destroy) xpbd_schedule limited = {0}, free_choice = {0};
    if (!check_status(self, made, XPBD_OK, "mesh")) return;
    if (library_groups(self, &mesh, GROUPS, &limited) && library_groups(self, &mesh, XPBD_MAX_GROUPS, &free_choice)) {
      const double edges = mesh.edge_count;
      left[sphere] = limited.overflow < 0 ? 0 : (edges - limited.group_start[limited.overflow]) / edges;
      all = free_choice.overflow < 0 ? 0 : 1;
      check_at_least(self, free_choice.group_count, sphere ? 7 : 6, "groups that are needed");
    }
  }
  check_at_most(self, left[0], 0, "edges of a sheet that six groups do not hold");
  const erratum e = {.paper = "Cetinaslan 2019",
                     .place = "Sect. 6",
                     .printed = "6 groups are sufficient (edges left out)",
                     .right = "at least the largest degree; 10 here",
                     .low = 0.05,
                     .high = 0.2,
                     .limit = 0};
  erratum_compare(self, &e, left[1], all);
}

/// Fraction of the particles that more than one edge moves at the same time if so many groups run at once.
static double shared(const xpbd_mesh *mesh, const xpbd_schedule *schedule, int32_t at_once) {
  int32_t worst = 0;
  OWNED(check_free) int32_t *times = malloc((size_t)mesh->vertex_count * sizeof *times);
  OWNED(check_free) bool *twice = calloc((size_t)mesh->vertex_count, sizeof *twice);
  if (!times || !twice) worst = -1;
  for (int32_t first = 0; first < schedule->group_count && worst >= 0; first += at_once) {
    const int32_t end = first + at_once < schedule->group_count ? first + at_once : schedule->group_count;
    int32_t count = 0;
    for (int32_t v = 0; v < mesh->vertex_count; v++) times[v] = 0, twice[v] = false;
    for (int32_t c = schedule->group_start[first]; c < schedule->group_start[end]; c++)
      for (int k = 0; k < 2; k++) {
        const int32_t v = mesh->edges[2 * (size_t)schedule->order[c] + (size_t)k];
        twice[v] = times[v]++ > 0;
      }
    for (int32_t v = 0; v < mesh->vertex_count; v++) count += twice[v];
    worst = count > worst ? count : worst;
  }
  return worst < 0 ? (double)NAN : (double)worst / mesh->vertex_count;
}

/* "All kernels have been processed on GPU simultaneously": no group has two edges at one particle, but all groups
 * together have every edge of it. This is the race that the groups should prevent. One group after another has none. */
static void simultaneous(check *self, int unused) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  OWNED(xpbd_schedule_destroy) xpbd_schedule schedule = {0};
  if (!check_status(self, xpbd_mesh_make_grid(41, 41, 0.25, &mesh), XPBD_OK, "grid")) return;
  if (library_groups(self, &mesh, XPBD_MAX_GROUPS, &schedule)) {
    const erratum e = {.paper = "Cetinaslan 2019",
                       .place = "Sect. 7",
                       .printed = "the kernels of all groups run simultaneously",
                       .right = "one after the other (particles moved twice)",
                       .low = 1,
                       .high = 1,
                       .limit = 0};
    erratum_compare(self, &e, shared(&mesh, &schedule, schedule.group_count), shared(&mesh, &schedule, 1));
  }
}

void errata_groups(check_registry *registry) {
  check_add(registry, "grouping-lists", "the lists of edges that do not touch, as printed", lists, 0);
  check_add(registry, "grouping", "the listing of independent edge grouping", algorithm, 0);
  check_add(registry, "simultaneous", "groups that run at once share particles", simultaneous, 0);
  check_add(registry, "six-groups", "six groups are not always enough", six, 0);
}
