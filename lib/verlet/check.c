/* Why this file exists: the definition of a Verlet world: its defaults, its errors, and the largest stable time step.
 * All input is checked here once, so no step needs to. */
#include "verlet/check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/edge.h"

enum { WORLD_COOKIE = 0x5ce7e011 };

xpbd_verlet_def xpbd_verlet_def_default(void) {
  return (xpbd_verlet_def){.cookie = WORLD_COOKIE,
                           .gravity = {0.0, -9.81, 0.0},
                           .time_step = 1e-3,
                           .restitution = 1.0,
                           .sweeps = 200,
                           .tolerance = NAN,
                           .node_contact = true};
}

static xpbd_status check_cookie(const xpbd_verlet_def *def) {
  XPBD_REQUIRE(def && def->cookie == WORLD_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the definition was not made by xpbd_verlet_def_default()");
  return XPBD_OK;
}

int64_t verlet_first_bad(const double *values, int64_t count, double largest) {
  for (int64_t k = 0; k < count; k++)
    if (!(fabs(values[k]) <= largest)) return k / 3;
  return -1;
}

static bool all_finite(const double values[3]) {
  return verlet_first_bad(values, 3, DBL_MAX) < 0;
}

static xpbd_status check_nodes(const xpbd_verlet_def *def) {
  XPBD_REQUIRE(def->node_count >= 1, XPBD_ERR_INVALID_ARGUMENT, "node_count is %d, must be at least 1",
               (int)def->node_count);
  XPBD_REQUIRE(def->positions && def->masses, XPBD_ERR_INVALID_ARGUMENT, "positions and masses must not be NULL");
  const int64_t n = def->node_count;
  int64_t bad = verlet_first_bad(def->positions, 3 * n, VERLET_LARGEST);
  XPBD_REQUIRE(bad < 0, XPBD_ERR_INVALID_ARGUMENT, "the position of node %lld is not finite, or beyond %g m",
               (long long)bad, VERLET_LARGEST);
  bad = def->velocities ? verlet_first_bad(def->velocities, 3 * n, VERLET_LARGEST) : -1;
  XPBD_REQUIRE(bad < 0, XPBD_ERR_INVALID_ARGUMENT, "the velocity of node %lld is not finite, or beyond %g m/s",
               (long long)bad, VERLET_LARGEST);
  for (int64_t i = 0; i < n; i++) {
    /* the smallest normal number; below it 1 / m overflows */
    XPBD_REQUIRE(def->masses[i] == 0.0 || (def->masses[i] >= 0x1p-1022 && isfinite(def->masses[i])),
                 XPBD_ERR_INVALID_ARGUMENT, "the mass of node %lld is %g kg, must be 0 or above 0", (long long)i,
                 def->masses[i]);
    XPBD_REQUIRE(!def->radii || (def->radii[i] >= 0.0 && isfinite(def->radii[i])), XPBD_ERR_INVALID_ARGUMENT,
                 "the radius of node %lld is %g m, must be 0 or more", (long long)i, def->radii[i]);
  }
  return XPBD_OK;
}

static xpbd_status check_springs(const xpbd_verlet_def *def) {
  XPBD_REQUIRE(def->spring_count == 0 || (def->spring_count > 0 && def->springs), XPBD_ERR_INVALID_ARGUMENT,
               "spring_count is %d without springs", (int)def->spring_count);
  for (int32_t s = 0; s < def->spring_count; s++) {
    const xpbd_verlet_spring *spring = &def->springs[s];
    for (int k = 0; k < 2; k++)
      XPBD_REQUIRE(spring->nodes[k] >= 0 && spring->nodes[k] < def->node_count, XPBD_ERR_INVALID_ARGUMENT,
                   "spring %d refers to node %d of %d", (int)s, (int)spring->nodes[k], (int)def->node_count);
    XPBD_REQUIRE(spring->nodes[0] != spring->nodes[1], XPBD_ERR_INVALID_ARGUMENT, "spring %d has node %d twice", (int)s,
                 (int)spring->nodes[0]);
    XPBD_REQUIRE(isnan(spring->rest_length) || (spring->rest_length >= 0.0 && isfinite(spring->rest_length)),
                 XPBD_ERR_INVALID_ARGUMENT, "the rest length of spring %d is %g m, must be 0 or more", (int)s,
                 spring->rest_length);
    XPBD_REQUIRE(spring->stiffness >= 0.0 && isfinite(spring->stiffness), XPBD_ERR_INVALID_ARGUMENT,
                 "the stiffness of spring %d is %g N/m, must be 0 or more", (int)s, spring->stiffness);
    XPBD_REQUIRE(spring->damping >= 0.0 && isfinite(spring->damping), XPBD_ERR_INVALID_ARGUMENT,
                 "the damping of spring %d is %g N s/m, must be 0 or more", (int)s, spring->damping);
  }
  return XPBD_OK;
}

static xpbd_status check_planes(const xpbd_verlet_def *def) {
  XPBD_REQUIRE(def->plane_count == 0 || (def->plane_count > 0 && def->planes), XPBD_ERR_INVALID_ARGUMENT,
               "plane_count is %d without planes", (int)def->plane_count);
  XPBD_REQUIRE(def->plane_count <= INT32_MAX - def->node_count, XPBD_ERR_INVALID_ARGUMENT,
               "plane_count is %d, too many", (int)def->plane_count);
  for (int32_t p = 0; p < def->plane_count; p++) {
    const double *point = def->planes[p].point, *n = def->planes[p].normal, *v = def->planes[p].velocity;
    XPBD_REQUIRE(all_finite(point) && all_finite(n) && all_finite(v), XPBD_ERR_INVALID_ARGUMENT,
                 "plane %d is not finite", (int)p);
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    XPBD_REQUIRE(length > 0.0 && isfinite(length), XPBD_ERR_INVALID_ARGUMENT, "the normal of plane %d has length %g",
                 (int)p, length);
    XPBD_REQUIRE(fabs(v[0] * n[0] + v[1] * n[1] + v[2] * n[2]) <= 1e-9 * length * speed, XPBD_ERR_INVALID_ARGUMENT,
                 "the surface of plane %d moves along its normal", (int)p);
  }
  return XPBD_OK;
}

static xpbd_status check_settings(const xpbd_verlet_def *def) {
  XPBD_REQUIRE(all_finite(def->gravity), XPBD_ERR_INVALID_ARGUMENT, "gravity is not finite");
  XPBD_REQUIRE(def->time_step > 0.0 && isfinite(def->time_step), XPBD_ERR_INVALID_ARGUMENT,
               "time_step is %g s, must be above 0", def->time_step);
  XPBD_REQUIRE(def->restitution >= 0.0 && def->restitution <= 1.0, XPBD_ERR_INVALID_ARGUMENT,
               "restitution is %g, must be 0 to 1", def->restitution);
  XPBD_REQUIRE(def->friction >= 0.0 && isfinite(def->friction), XPBD_ERR_INVALID_ARGUMENT,
               "friction is %g, must be 0 or more", def->friction);
  XPBD_REQUIRE(def->scheme == XPBD_VERLET_STANDARD || def->scheme == XPBD_VERLET_SIX_STEP ||
                   def->scheme == XPBD_VERLET_SEVEN_STEP || def->scheme == XPBD_VERLET_SEVEN_STEP_SERIAL,
               XPBD_ERR_INVALID_ARGUMENT, "scheme is %d, must be six or seven steps", (int)def->scheme);
  XPBD_REQUIRE(def->sweeps >= 1, XPBD_ERR_INVALID_ARGUMENT, "sweeps is %d, must be at least 1", (int)def->sweeps);
  XPBD_REQUIRE(isnan(def->tolerance) || (def->tolerance >= 0.0 && isfinite(def->tolerance)), XPBD_ERR_INVALID_ARGUMENT,
               "tolerance is %g m/s, must be 0 or more", def->tolerance);
  return XPBD_OK;
}

xpbd_status xpbd_verlet_stable_step(const xpbd_verlet_def *def, double *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(def, out);
  XPBD_TRY(check_cookie(def));
  XPBD_TRY(check_nodes(def));
  XPBD_TRY(check_springs(def));
  double *sums = calloc(2 * (size_t)def->node_count, sizeof *sums);
  XPBD_REQUIRE(sums, XPBD_ERR_OUT_OF_MEMORY, "no memory for the stiffness of %d nodes", (int)def->node_count);
  for (int32_t s = 0; s < def->spring_count; s++)
    for (int k = 0; k < 2; k++) {
      sums[2 * (int64_t)def->springs[s].nodes[k]] += def->springs[s].stiffness;
      sums[2 * (int64_t)def->springs[s].nodes[k] + 1] += def->springs[s].damping;
    }
  double least = INFINITY;
  for (int64_t i = 0; i < def->node_count; i++) {
    const double m = def->masses[i], k = sums[2 * i], c = sums[2 * i + 1];
    if (m > 0.0 && (k > 0.0 || c > 0.0)) least = fmin(least, 2 * m / (c + sqrt(c * c + 2 * m * k)));
  }
  free(sums);
  *out = least;
  return XPBD_OK;
}

xpbd_status verlet_check(const xpbd_verlet_def *def) {
  double stable = 0.0;
  XPBD_TRY(xpbd_verlet_stable_step(def, &stable));
  XPBD_TRY(check_planes(def));
  XPBD_TRY(check_settings(def));
  XPBD_REQUIRE(def->time_step < stable, XPBD_ERR_INVALID_ARGUMENT,
               "a time step of %g s is unstable with these springs: it must be below %.4g s; use half of that",
               def->time_step, stable);
  return XPBD_OK;
}
