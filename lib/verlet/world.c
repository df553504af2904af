/* Why this file exists: creates and destroys a Verlet world: its arrays, its definition with all defaults filled in,
 * and read access. */
#include "verlet/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "verlet/check.h"
#include "verlet/kernel.h"

double verlet_rest_length(const xpbd_verlet_def *def, const xpbd_verlet_spring *spring) {
  if (!isnan(spring->rest_length)) return spring->rest_length;
  const double *a = &def->positions[3 * (int64_t)spring->nodes[0]], *b = &def->positions[3 * (int64_t)spring->nodes[1]];
  return sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) + (b[2] - a[2]) * (b[2] - a[2]));
}

xpbd_status verlet_standard_radii(const xpbd_verlet_def *def, double *radii) {
  int32_t *count = calloc((size_t)def->node_count, sizeof *count);
  XPBD_REQUIRE(count, XPBD_ERR_OUT_OF_MEMORY, "no memory for the radii of %d nodes", (int)def->node_count);
  for (int32_t i = 0; i < def->node_count; i++) radii[i] = 0.0;
  for (int32_t s = 0; s < def->spring_count; s++)
    for (int k = 0; k < 2; k++) {
      const int32_t i = def->springs[s].nodes[k];
      radii[i] += 0.5 * verlet_rest_length(def, &def->springs[s]);
      count[i]++;
    }
  for (int32_t i = 0; i < def->node_count; i++)
    if (count[i] > 0) radii[i] /= count[i];
  free(count);
  return XPBD_OK;
}

/* A copy of `count` items, or zeroes without a source. NULL if out of memory. */
static void *copy_of(const void *from, int64_t count, size_t size) {
  void *to = calloc((size_t)(count > 0 ? count : 1), size);
  if (to && from && count > 0) memcpy(to, from, (size_t)count * size);
  return to;
}

/* Copies of all arrays of the definition, and the arrays of the state. */
static xpbd_status allocate(xpbd_verlet *world) {
  xpbd_verlet_def *def = &world->def;
  const int64_t n = def->node_count;
  def->positions = copy_of(def->positions, 3 * n, sizeof(double));
  def->velocities = copy_of(def->velocities, 3 * n, sizeof(double));
  def->masses = copy_of(def->masses, n, sizeof(double));
  def->springs = copy_of(def->springs, def->spring_count, sizeof(xpbd_verlet_spring));
  def->planes = copy_of(def->planes, def->plane_count, sizeof(xpbd_verlet_plane));
  def->radii = copy_of(def->radii, n, sizeof(double));
  double **state[] = {&world->x, &world->v, &world->spare_x, &world->spare_v, &world->inverse_masses};
  bool good = def->positions && def->velocities && def->masses && def->springs && def->planes && def->radii;
  for (size_t k = 0; k < sizeof state / sizeof *state; k++) {
    *state[k] = calloc(3 * (size_t)n + 1, sizeof(double)); /* the kernels read four numbers for a node */
    good = good && *state[k];
  }
  XPBD_REQUIRE(good, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld nodes", (long long)n);
  return XPBD_OK;
}

size_t verlet_bytes(const xpbd_verlet *world) {
  enum { OF_DEFINITION = 3 + 3 + 1 + 1, OF_STATE = 5 * 3 }; /* numbers per node, see allocate() */
  const xpbd_verlet_def *def = &world->def;
  return sizeof *world + (OF_DEFINITION + OF_STATE) * sizeof(double) * (size_t)def->node_count +
         sizeof *def->springs * (size_t)def->spring_count + sizeof *def->planes * (size_t)def->plane_count +
         sizeof *world->contacts * (size_t)world->contact_capacity + verlet_neighbours_bytes(&world->neighbours, def) +
         verlet_shares_bytes(world);
}

/* Replaces defaults by numbers in our own copies of the arrays. */
static xpbd_status fill_in(xpbd_verlet *world, bool radii_given) {
  xpbd_verlet_def *def = &world->def;
  xpbd_verlet_spring *springs = (xpbd_verlet_spring *)def->springs;
  xpbd_verlet_plane *planes = (xpbd_verlet_plane *)def->planes;
  for (int32_t s = 0; s < def->spring_count; s++) springs[s].rest_length = verlet_rest_length(def, &springs[s]);
  if (!radii_given) XPBD_TRY(verlet_standard_radii(def, (double *)def->radii));
  for (int32_t p = 0; p < def->plane_count; p++) {
    double *n = planes[p].normal;
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++) n[k] /= length;
  }
  for (int32_t i = 0; i < def->node_count; i++)
    world->inverse_masses[i] = def->masses[i] > 0.0 ? 1.0 / def->masses[i] : 0.0;
  double extent = 1.0;
  for (int64_t k = 0; k < 3 * (int64_t)def->node_count; k++) extent = fmax(extent, fabs(def->positions[k]));
  world->limit = 1e9 * extent; /* as in the solver */
  const double *g = def->gravity, strength = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  if (isnan(def->tolerance)) def->tolerance = strength > 0.0 ? 1e-12 * strength * def->time_step : 1e-12;
  if (def->scheme == XPBD_VERLET_STANDARD) def->scheme = XPBD_VERLET_SEVEN_STEP;
  return XPBD_OK;
}

xpbd_status xpbd_verlet_create(const xpbd_verlet_def *def, xpbd_verlet **out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = NULL;
  XPBD_NOT_NULL(def);
  XPBD_TRY(verlet_check(def));
  xpbd_verlet *world = calloc(1, sizeof *world);
  XPBD_REQUIRE(world, XPBD_ERR_OUT_OF_MEMORY, "no memory for a world");
  world->def = *def;
  xpbd_status status = allocate(world);
  if (status == XPBD_OK) status = fill_in(world, def->radii != NULL);
  if (status == XPBD_OK) status = verlet_neighbours_create(world);
  world->kernels = verlet_kernels_find(NULL);
  if (status == XPBD_OK) status = verlet_shares_create(world, 1);
  if (status != XPBD_OK) {
    xpbd_verlet_destroy(&world);
    return status;
  }
  xpbd_verlet_reset(world);
  *out = world;
  return XPBD_OK;
}

void xpbd_verlet_reset(xpbd_verlet *world) {
  XPBD_PLAIN_FLOATS;
  if (!world) return;
  const size_t bytes = 3 * (size_t)world->def.node_count * sizeof(double);
  memcpy(world->x, world->def.positions, bytes);
  memcpy(world->v, world->def.velocities, bytes);
  /* rebuilds the list, so that a second run searches exactly when the first did */
  world->neighbours.valid = false;
  world->contact_count = 0, world->last_sweeps = 0;
  world->last_overlap = world->deepest = world->normal_impulse = world->friction_impulse = 0.0;
  world->steps = world->unconverged = 0;
  world->broken = XPBD_OK;
}

xpbd_status xpbd_verlet_set_velocities(xpbd_verlet *world, const double *velocities) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(world, velocities);
  const int64_t count = 3 * (int64_t)world->def.node_count, bad = verlet_first_bad(velocities, count, VERLET_LARGEST);
  XPBD_REQUIRE(bad < 0, XPBD_ERR_INVALID_ARGUMENT, "the velocity of node %lld is not finite, or beyond %g m/s",
               (long long)bad, VERLET_LARGEST);
  memcpy(world->v, velocities, (size_t)count * sizeof *velocities);
  for (int32_t c = 0; c < world->contact_count; c++) world->contacts[c].impulse = 0.0;
  return XPBD_OK;
}

const double *xpbd_verlet_positions(const xpbd_verlet *world) {
  return world ? world->x : NULL;
}
const double *xpbd_verlet_velocities(const xpbd_verlet *world) {
  return world ? world->v : NULL;
}
const xpbd_verlet_def *xpbd_verlet_settings(const xpbd_verlet *world) {
  return world ? &world->def : NULL;
}

void xpbd_verlet_destroy(xpbd_verlet **pointer) {
  if (!pointer || !*pointer) return;
  xpbd_verlet *world = *pointer;
  verlet_neighbours_destroy(&world->neighbours);
  verlet_shares_destroy(world);
  free((void *)world->def.positions);
  free((void *)world->def.velocities);
  free((void *)world->def.masses);
  free((void *)world->def.radii);
  free((void *)world->def.springs);
  free((void *)world->def.planes);
  free(world->x);
  free(world->v);
  free(world->spare_x);
  free(world->spare_v);
  free(world->inverse_masses);
  free(world->contacts);
  free(world);
  *pointer = NULL;
}
