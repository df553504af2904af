/* Why this file exists: copies a scene with its particles, triangles and constraints in random order. */
#include "shuffled_scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "harness/stats/stats.h"

enum { SEED = 20190701 }; ///< Seed of all shuffles. Any number will do.

static xpbd_status no_memory(int32_t count) {
  return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory to shuffle %d particles or elements", (int)count);
}

/// A random order of 0 .. count - 1 (Fisher and Yates). NULL without memory.
static int32_t *shuffle(int32_t count, uint64_t *random) {
  int32_t *out = malloc(((size_t)count + 1) * sizeof *out);
  for (int32_t i = 0; out && i < count; i++) {
    const int32_t j = (int32_t)(bench_random(random) % ((uint64_t)i + 1));
    out[i] = out[j];
    out[j] = i;
  }
  return out;
}

/// Copy row i of `in` to row to[i].
static double *scatter(const double *in, int32_t count, int width, const int32_t *to) {
  double *out = malloc(((size_t)count + 1) * (size_t)width * sizeof *out);
  for (int32_t i = 0; out && i < count; i++)
    memcpy(&out[(int64_t)to[i] * width], &in[(int64_t)i * width], (size_t)width * sizeof *out);
  return out;
}

static xpbd_status make_particles(const xpbd_scene *from, const int32_t *place, xpbd_scene **out) {
  const int32_t n = xpbd_scene_particle_count(from), corners = 3 * xpbd_scene_triangle_count(from);
  double *x = scatter(xpbd_scene_positions(from), n, 3, place), *v = scatter(xpbd_scene_velocities(from), n, 3, place);
  double *w = scatter(xpbd_scene_inverse_masses(from), n, 1, place);
  int32_t *triangles = malloc(((size_t)corners + 1) * sizeof *triangles);
  xpbd_status status = x && v && w && triangles ? XPBD_OK : no_memory(n);
  for (int32_t k = 0; status == XPBD_OK && k < corners; k++) triangles[k] = place[xpbd_scene_triangles(from)[k]];
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = n;
  def.positions = x, def.velocities = v, def.inverse_masses = w;
  def.triangle_count = corners / 3, def.triangles = triangles;
  def.global_damping = xpbd_scene_global_damping(from);
  def.wind = *xpbd_scene_wind(from);
  def.omit_tip_damping = xpbd_scene_omits_tip_damping(from);
  memcpy(def.gravity, xpbd_scene_gravity(from), sizeof def.gravity);
  if (status == XPBD_OK) status = xpbd_scene_create(&def, out);
  free(x), free(v), free(w), free(triangles);
  XPBD_TRY(status);
  for (int32_t c = 0, index; c < xpbd_scene_centre_count(from); c++) {
    XPBD_REQUIRE(xpbd_scene_centre(from, c)->count == n, XPBD_ERR_UNSUPPORTED, "a centre of a part of the particles");
    XPBD_TRY(xpbd_scene_add_centre(*out, 0, n, &index));
  }
  return XPBD_OK;
}

static xpbd_status add_set(const xpbd_constraints *set, const int32_t *place, int32_t n, uint64_t *random,
                           xpbd_scene *out) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const int arity = info->arity;
  XPBD_REQUIRE(set->left_out == 0, XPBD_ERR_UNSUPPORTED, "elements without a rest shape cannot be shuffled");
  const int32_t count = set->count;
  int32_t *to = shuffle(count, random);
  int32_t *particles = malloc(((size_t)count + 1) * (size_t)arity * sizeof *particles);
  double *rest = to ? scatter(set->rest, count, xpbd_rest_size(info), to) : NULL;
  xpbd_status status = to && particles && rest ? XPBD_OK : no_memory(count);
  for (int32_t e = 0; status == XPBD_OK && e < count; e++)
    for (int k = 0; k < arity; k++) {
      const int32_t i = set->particles[(int64_t)e * arity + k]; /* centres keep their numbers */
      particles[(int64_t)to[e] * arity + k] = i < n ? place[i] : i;
    }
  xpbd_constraints_def def = xpbd_constraints_def_default();
  def.formula = info->name;
  def.count = count, def.particles = particles, def.rest = rest;
  memcpy(def.material, set->material, sizeof def.material);
  def.compliance = set->compliance, def.damping = set->damping, def.damping_reading = set->damping_reading;
  def.order = set->order;
  if (status == XPBD_OK) status = xpbd_scene_add(out, &def);
  free(to), free(particles), free(rest);
  return status;
}

xpbd_status shuffled_scene(const xpbd_scene *scene, xpbd_scene **out) {
  const int32_t n = xpbd_scene_particle_count(scene);
  *out = NULL;
  const bool plain = xpbd_scene_obstacle_count(scene) == 0 && xpbd_scene_handle_count(scene) == 0 &&
                     !(xpbd_scene_contact_radius(scene) > 0.0);
  XPBD_REQUIRE(plain, XPBD_ERR_UNSUPPORTED, "a scene with obstacles, handles or contact cannot be shuffled");
  uint64_t random = SEED;
  int32_t *place = shuffle(n, &random);
  xpbd_status status = place ? make_particles(scene, place, out) : no_memory(n);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene) && status == XPBD_OK; s++)
    status = add_set(xpbd_scene_set(scene, s), place, n, &random, *out);
  free(place);
  if (status != XPBD_OK) xpbd_scene_destroy(out);
  return status;
}
