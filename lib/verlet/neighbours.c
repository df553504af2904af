/* Why this file exists: finds the nodes that can touch without comparing all pairs in every step. It uses Verlet's
 * list, rebuilt from a hash of cells when a node has moved by half of its margin. Rows are sorted, so contacts are
 * ordered by (i, j) and nothing depends on the hash. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "verlet/world.h"

/* Margin added to the largest reach, in units of the largest radius. A larger one rebuilds less often but lists more
 * pairs. */
static const double SKIN = 0.5;
/* Cells farther out are not distinguished. Only a diverging world gets there, and its distances are still compared. */
static const double FARTHEST_CELL = 1e15;

/* Rows of the partners of each node with larger numbers. */
static xpbd_status list_joined(const xpbd_verlet_def *def, verlet_neighbours *near) {
  near->joined_row = calloc((size_t)def->node_count + 2, sizeof *near->joined_row);
  near->joined = calloc((size_t)def->spring_count + 1, sizeof *near->joined);
  XPBD_REQUIRE(near->joined_row && near->joined, XPBD_ERR_OUT_OF_MEMORY, "no memory for the partners of %d nodes",
               (int)def->node_count);
  int32_t *next = near->joined_row + 1; /* filled one index late, so that it ends as the starts of the rows */
  for (int32_t s = 0; s < def->spring_count; s++) {
    const int32_t a = def->springs[s].nodes[0], b = def->springs[s].nodes[1];
    next[(a < b ? a : b) + 1]++;
  }
  for (int32_t i = 0; i < def->node_count; i++) next[i + 1] += next[i];
  for (int32_t s = 0; s < def->spring_count; s++) {
    const int32_t a = def->springs[s].nodes[0], b = def->springs[s].nodes[1];
    near->joined[next[a < b ? a : b]++] = a < b ? b : a;
  }
  return XPBD_OK;
}

xpbd_status verlet_neighbours_create(xpbd_verlet *world) {
  verlet_neighbours *near = &world->neighbours;
  const xpbd_verlet_def *def = &world->def;
  const size_t n = (size_t)def->node_count;
  double largest = 0.0;
  for (size_t i = 0; i < n; i++) largest = fmax(largest, def->radii[i]);
  near->skin = SKIN * largest;
  near->cell = 2 * largest + near->skin;
  near->row = calloc(n + 1, sizeof *near->row);
  XPBD_REQUIRE(near->row, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu nodes", n);
  if (!def->node_contact || !(largest > 0.0)) return XPBD_OK; /* rows stay empty */
  near->bucket_count = 1;
  while (near->bucket_count < def->node_count && near->bucket_count < INT32_MAX / 2) near->bucket_count *= 2;
  near->built = calloc(3 * n, sizeof *near->built);
  near->cells = calloc(3 * n, sizeof *near->cells);
  near->bucket = calloc(n, sizeof *near->bucket);
  near->bucket_row = calloc((size_t)near->bucket_count + 2, sizeof *near->bucket_row);
  near->members = calloc(n, sizeof *near->members);
  XPBD_REQUIRE(near->built && near->cells && near->bucket && near->bucket_row && near->members, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for the cells of %zu nodes", n);
  return list_joined(def, near);
}

size_t verlet_neighbours_bytes(const verlet_neighbours *near, const xpbd_verlet_def *def) {
  const size_t n = (size_t)def->node_count, rows = sizeof *near->row * (n + 1);
  if (!near->built) return rows;
  const size_t node = 3 * sizeof *near->built + 3 * sizeof *near->cells + sizeof *near->bucket + sizeof *near->members;
  return rows + node * n + sizeof *near->bucket_row * ((size_t)near->bucket_count + 2) +
         sizeof *near->joined_row * (n + 2) + sizeof *near->joined * ((size_t)def->spring_count + 1) +
         sizeof *near->list * (size_t)near->capacity;
}

void verlet_neighbours_destroy(verlet_neighbours *near) {
  free(near->built);
  free(near->row);
  free(near->list);
  free(near->joined_row);
  free(near->joined);
  free(near->cells);
  free(near->bucket);
  free(near->bucket_row);
  free(near->members);
}

static int32_t bucket_of(const verlet_neighbours *near, const int64_t cell[3]) {
  const uint64_t hash =
      (uint64_t)cell[0] * 73856093u ^ (uint64_t)cell[1] * 19349663u ^ (uint64_t)cell[2] * 83492791u; /* Teschner 2003 */
  return (int32_t)(hash & (uint64_t)(near->bucket_count - 1));
}

static void sort_into_cells(xpbd_verlet *world) {
  verlet_neighbours *near = &world->neighbours;
  const int32_t n = world->def.node_count;
  memset(near->bucket_row, 0, ((size_t)near->bucket_count + 2) * sizeof *near->bucket_row);
  int32_t *next = near->bucket_row + 1;
  for (int32_t i = 0; i < n; i++) {
    int64_t *cell = &near->cells[3 * (int64_t)i];
    for (int k = 0; k < 3; k++) {
      const double place = floor(world->x[3 * (int64_t)i + k] / near->cell);
      cell[k] = (int64_t)fmin(fmax(place, -FARTHEST_CELL), FARTHEST_CELL); /* NaN becomes a number here */
    }
    near->bucket[i] = bucket_of(near, cell);
    next[near->bucket[i] + 1]++;
  }
  for (int32_t b = 0; b < near->bucket_count; b++) next[b + 1] += next[b];
  for (int32_t i = 0; i < n; i++) near->members[next[near->bucket[i]]++] = i;
}

static bool joined(const verlet_neighbours *near, int32_t i, int32_t j) {
  for (int32_t k = near->joined_row[i]; k < near->joined_row[i + 1]; k++)
    if (near->joined[k] == j) return true;
  return false;
}

/* Whether j > i is close enough to be listed. */
static bool listed(const xpbd_verlet *world, int32_t i, int32_t j) {
  const double *a = &world->x[3 * (int64_t)i], *b = &world->x[3 * (int64_t)j];
  const double reach = world->def.radii[i] + world->def.radii[j] + world->neighbours.skin;
  const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  if (!(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < reach * reach)) return false;
  if (world->inverse_masses[i] == 0.0 && world->inverse_masses[j] == 0.0) return false;
  if (world->def.radii[i] == 0.0 || world->def.radii[j] == 0.0) return false;
  return !joined(&world->neighbours, i, j);
}

/* Inserts j into the row being filled, which begins at `first` and stays sorted. */
static xpbd_status insert(verlet_neighbours *near, int32_t first, int32_t *count, int32_t j) {
  if (*count == near->capacity) {
    XPBD_REQUIRE(near->capacity <= INT32_MAX / 2, XPBD_ERR_OUT_OF_MEMORY, "too many close pairs of nodes");
    const int32_t capacity = near->capacity ? 2 * near->capacity : 256;
    int32_t *grown = realloc(near->list, (size_t)capacity * sizeof *grown);
    XPBD_REQUIRE(grown, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d close pairs of nodes", (int)capacity);
    near->list = grown;
    near->capacity = capacity;
  }
  int32_t place = (*count)++;
  for (; place > first && near->list[place - 1] > j; place--) near->list[place] = near->list[place - 1];
  near->list[place] = j;
  return XPBD_OK;
}

static xpbd_status list_row(xpbd_verlet *world, int32_t i, int32_t *count) {
  verlet_neighbours *near = &world->neighbours;
  const int64_t *home = &near->cells[3 * (int64_t)i];
  const int32_t first = *count;
  for (int turn = 0; turn < 27; turn++) {
    const int64_t cell[3] = {home[0] + turn % 3 - 1, home[1] + turn / 3 % 3 - 1, home[2] + turn / 9 - 1};
    const int32_t bucket = bucket_of(near, cell);
    for (int32_t k = near->bucket_row[bucket]; k < near->bucket_row[bucket + 1]; k++) {
      const int32_t j = near->members[k];
      /* other cells may share the bucket */
      if (j <= i || memcmp(&near->cells[3 * (int64_t)j], cell, sizeof cell) != 0) continue;
      if (listed(world, i, j)) XPBD_TRY(insert(near, first, count, j));
    }
  }
  return XPBD_OK;
}

/* Whether a node has moved by half of the margin since the list was built, beside a motion that all have in common. */
static bool moved(const xpbd_verlet *world, const verlet_share *share, const double common[3]) {
  const verlet_neighbours *near = &world->neighbours;
  const double limit = 0.249 * near->skin * near->skin; /* below a quarter: rounding finds room */
  for (int64_t i = share->first; i < share->last; i++) {
    const double *a = &near->built[3 * i], *b = &world->x[3 * i];
    const double d[3] = {b[0] - a[0] - common[0], b[1] - a[1] - common[1], b[2] - a[2] - common[2]};
    if (!(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < limit)) return true;
  }
  return false;
}

/* Two nodes that move alike keep their distance, so a body that slides or falls needs no new list. */
void verlet_neighbours_look(const xpbd_verlet *world, verlet_share *share) {
  static const double none[3];
  if (!world->neighbours.built) return;
  share->away[0] = moved(world, share, none);
  share->away[1] = moved(world, share, world->neighbours.common);
}

/* The motion of the first node serves as that of all. */
static bool holds(xpbd_verlet *world) {
  verlet_neighbours *near = &world->neighbours;
  bool away[2] = {false, false};
  for (int32_t s = 0; s < world->share_count; s++)
    for (int k = 0; k < 2; k++) away[k] = away[k] || world->shares[s].away[k];
  for (int k = 0; k < 3; k++) near->common[k] = world->x[k] - near->built[k];
  return near->valid && !(away[0] && away[1]);
}

xpbd_status verlet_neighbours_update(xpbd_verlet *world) {
  verlet_neighbours *near = &world->neighbours;
  if (!near->built || holds(world)) return XPBD_OK;
  near->valid = false;
  memset(near->common, 0, sizeof near->common);
  sort_into_cells(world);
  int32_t count = 0;
  for (int32_t i = 0; i < world->def.node_count; i++) {
    near->row[i] = count;
    XPBD_TRY(list_row(world, i, &count));
  }
  near->row[world->def.node_count] = count;
  memcpy(near->built, world->x, 3 * (size_t)world->def.node_count * sizeof *near->built);
  near->valid = true;
  return XPBD_OK;
}
