/* Why this file exists: builds scenes. All input is checked here once, so no backend needs to. */
#include "xpbd/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "base/memory.h"
#include "formula/table.h"
#include "scene/crowd.h"
#include "scene/fields.h"
#include "scene/handle.h"
#include "scene/members.h"
#include "schedule/patches.h"

enum { SCENE_COOKIE = 0x5ce7e001, CONSTRAINTS_COOKIE = 0x5ce7e002 };

struct xpbd_scene {
  int32_t n, triangle_count, set_count, centre_count, obstacle_count, handle_count;
  double *positions, *velocities, *inverse_masses, *radii;
  int32_t *triangles;
  double origin[3], gravity[3], global_damping, contact_radius, restitution, friction;
  bool omit_tip_damping;
  xpbd_wind wind;
  xpbd_range *centres;
  xpbd_obstacle **obstacles;
  xpbd_handle_def *handles; /* with their own arrays */
  int32_t *held_by;         /* [n] handle, -1 = none; NULL until there is a handle */
  xpbd_constraints **sets;  /* allocated one by one, because solvers hold pointers to them */
};

xpbd_scene_def xpbd_scene_def_default(void) {
  return (xpbd_scene_def){.cookie = SCENE_COOKIE, .gravity = {0.0, -9.81, 0.0}};
}

xpbd_constraints_def xpbd_constraints_def_default(void) {
  xpbd_constraints_def def = {.cookie = CONSTRAINTS_COOKIE, .compliance = NAN, .order = XPBD_ORDER_GROUP};
  for (int k = 0; k < XPBD_MAX_MATERIAL; k++) def.material[k] = NAN;
  return def;
}

static xpbd_status check_finite(const double *values, int64_t count, const char *what) {
  for (int64_t k = 0; k < count; k++)
    XPBD_REQUIRE(isfinite(values[k]), XPBD_ERR_INVALID_ARGUMENT, "%s of particle %lld is not finite", what,
                 (long long)(k / 3));
  return XPBD_OK;
}

static xpbd_status check_contact(const xpbd_scene_def *def) {
  XPBD_REQUIRE(def->contact_radius >= 0.0 && isfinite(def->contact_radius), XPBD_ERR_INVALID_ARGUMENT,
               "contact_radius is %g m, must be 0 or more", def->contact_radius);
  for (int32_t i = 0; def->radii && i < def->particle_count; i++)
    XPBD_REQUIRE(def->radii[i] >= 0.0 && isfinite(def->radii[i]), XPBD_ERR_INVALID_ARGUMENT,
                 "the radius of particle %d is %g m, must be 0 or more", (int)i, def->radii[i]);
  XPBD_REQUIRE(def->restitution >= 0.0 && def->restitution <= 1.0, XPBD_ERR_INVALID_ARGUMENT,
               "restitution is %g, must be 0 to 1", def->restitution);
  XPBD_REQUIRE(def->friction >= 0.0 && isfinite(def->friction), XPBD_ERR_INVALID_ARGUMENT,
               "friction is %g, must be 0 or more", def->friction);
  return XPBD_OK;
}

static xpbd_status check_scene(const xpbd_scene_def *def) {
  XPBD_REQUIRE(def && def->cookie == SCENE_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the scene definition was not made by xpbd_scene_def_default()");
  XPBD_REQUIRE(def->particle_count >= 1, XPBD_ERR_INVALID_ARGUMENT, "particle_count is %d, must be at least 1",
               (int)def->particle_count);
  XPBD_REQUIRE(def->positions && def->inverse_masses, XPBD_ERR_INVALID_ARGUMENT,
               "positions and inverse_masses must not be NULL");
  XPBD_REQUIRE(def->triangle_count == 0 || (def->triangle_count > 0 && def->triangles), XPBD_ERR_INVALID_ARGUMENT,
               "triangle_count is %d without triangles", (int)def->triangle_count);
  XPBD_REQUIRE(def->triangle_count <= INT32_MAX / 3, XPBD_ERR_INVALID_ARGUMENT, "triangle_count is %d, at most %d",
               (int)def->triangle_count, (int)(INT32_MAX / 3));
  XPBD_TRY(check_finite(def->positions, 3 * (int64_t)def->particle_count, "the position"));
  if (def->velocities) XPBD_TRY(check_finite(def->velocities, 3 * (int64_t)def->particle_count, "the velocity"));
  for (int32_t i = 0; i < def->particle_count; i++)
    XPBD_REQUIRE(def->inverse_masses[i] >= 0.0 && isfinite(def->inverse_masses[i]), XPBD_ERR_INVALID_ARGUMENT,
                 "the inverse mass of particle %d is %g, must be 0 or more", (int)i, def->inverse_masses[i]);
  for (int64_t k = 0; k < 3 * (int64_t)def->triangle_count; k++)
    XPBD_REQUIRE(def->triangles[k] >= 0 && def->triangles[k] < def->particle_count, XPBD_ERR_INVALID_ARGUMENT,
                 "triangle %lld refers to particle %d of %d", (long long)(k / 3), (int)def->triangles[k],
                 (int)def->particle_count);
  XPBD_REQUIRE(def->global_damping >= 0.0 && def->global_damping <= 1.0, XPBD_ERR_INVALID_ARGUMENT,
               "global_damping is %g, must be 0 to 1", def->global_damping);
  XPBD_TRY(check_contact(def));
  const xpbd_wind *wind = &def->wind;
  for (int k = 0; k < 3; k++)
    XPBD_REQUIRE(isfinite(def->gravity[k]) && isfinite(wind->velocity[k]) && isfinite(wind->swing[k]),
                 XPBD_ERR_INVALID_ARGUMENT, "gravity and wind must be finite");
  XPBD_REQUIRE(wind->drag >= 0.0 && isfinite(wind->drag) && wind->swing_rate >= 0.0 && isfinite(wind->swing_rate),
               XPBD_ERR_INVALID_ARGUMENT, "wind drag and swing_rate must be 0 or more");
  XPBD_REQUIRE(wind->drag == 0.0 || def->triangle_count > 0, XPBD_ERR_INVALID_ARGUMENT,
               "wind needs triangles, the scene has none");
  return XPBD_OK;
}

/* A copy of `count` items, or zeroes without a source. NULL if out of memory. */
static void *copy_of(const void *from, int64_t count, size_t size) {
  if (!from) return xpbd_memory_zeroed(count, size); /* large unwritten memory takes no pages */
  void *to = xpbd_memory(count, size);
  return to && count > 0 ? memcpy(to, from, (size_t)count * size) : to;
}

/* The radius of the largest ball. */
static double largest_radius(const xpbd_scene_def *def) {
  if (!def->radii) return def->contact_radius;
  double largest = 0.0;
  for (int32_t i = 0; i < def->particle_count; i++) largest = fmax(largest, def->radii[i]);
  return largest;
}

/* The grid point closest to the middle of the particles, if these are farther from (0, 0, 0) than 16 times their own
 * extent. Scenes near (0, 0, 0) keep it as their origin. Grid cells are a power of two as large as the extent. So
 * moving a scene by whole cells, or scaling it by a power of two, changes no bit of its motion. */
static void find_origin(const double *x, int64_t n, double radius, double out[3]) {
  enum { FAR = 16 };
  double low[3], high[3], extent = 2.0 * radius, away = 0.0;
  for (int k = 0; k < 3; k++) low[k] = high[k] = x[k], out[k] = 0.0;
  for (int64_t i = 1; i < n; i++)
    for (int k = 0; k < 3; k++) {
      const double a = x[3 * i + k];
      low[k] = a < low[k] ? a : low[k], high[k] = a > high[k] ? a : high[k];
    }
  for (int k = 0; k < 3; k++) {
    extent = fmax(extent, high[k] - low[k]);
    away = fmax(away, fabs(0.5 * low[k] + 0.5 * high[k]));
  }
  if (!(away > FAR * extent && extent > 0.0)) return; /* no extent to compare with, or not finite */
  int power;
  frexp(extent, &power);
  const double cell = ldexp(1.0, power);
  for (int k = 0; k < 3; k++) out[k] = cell * nearbyint((0.5 * low[k] + 0.5 * high[k]) / cell);
}

xpbd_status xpbd_scene_create(const xpbd_scene_def *def, xpbd_scene **out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = NULL;
  XPBD_NOT_NULL(def);
  XPBD_TRY(check_scene(def));
  xpbd_scene *scene = calloc(1, sizeof *scene);
  XPBD_REQUIRE(scene, XPBD_ERR_OUT_OF_MEMORY, "no memory for a scene");
  const int64_t n = def->particle_count;
  scene->n = def->particle_count;
  scene->triangle_count = def->triangle_count;
  scene->positions = copy_of(def->positions, 3 * n, sizeof(double));
  scene->velocities = copy_of(def->velocities, 3 * n, sizeof(double));
  scene->inverse_masses = copy_of(def->inverse_masses, n, sizeof(double));
  scene->triangles = copy_of(def->triangles, 3 * (int64_t)def->triangle_count, sizeof(int32_t));
  memcpy(scene->gravity, def->gravity, sizeof scene->gravity);
  scene->global_damping = def->global_damping;
  scene->contact_radius = largest_radius(def);
  scene->radii = def->radii ? copy_of(def->radii, n, sizeof(double)) : NULL;
  scene->restitution = def->restitution;
  scene->friction = def->friction;
  scene->omit_tip_damping = def->omit_tip_damping;
  scene->wind = def->wind;
  if (!scene->positions || !scene->velocities || !scene->inverse_masses || !scene->triangles ||
      (def->radii && !scene->radii)) {
    xpbd_scene_destroy(&scene);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld particles", (long long)n);
  }
  find_origin(scene->positions, n, scene->contact_radius, scene->origin);
  const xpbd_status status = xpbd_scene_check_crowd(n, scene->positions, scene->origin, scene->contact_radius);
  if (status == XPBD_OK)
    *out = scene;
  else
    xpbd_scene_destroy(&scene);
  return status;
}

/* A realloc that keeps the old memory if out of memory. */
static bool grow(void **array, size_t bytes) {
  void *larger = realloc(*array, bytes);
  if (larger) *array = larger;
  return larger != NULL;
}

/* The mean position of the particles of a range. Any summation order will do, because it only gives the rest shape.
 * Solvers compute their own. */
static void mean_of(const double *values, const xpbd_range *range, double out[3]) {
  out[0] = out[1] = out[2] = 0.0;
  for (int64_t i = range->first; i < (int64_t)range->first + range->count; i++)
    for (int k = 0; k < 3; k++) out[k] += values[3 * i + k];
  for (int k = 0; k < 3; k++) out[k] /= range->count;
}

xpbd_status xpbd_scene_add_centre(xpbd_scene *scene, int32_t first, int32_t count, int32_t *index) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(scene, index);
  XPBD_REQUIRE(first >= 0 && count >= 1 && first <= scene->n - count, XPBD_ERR_INVALID_ARGUMENT,
               "a centre of particles %d to %lld, but there are only particles 0 to %d", (int)first,
               (long long)first + count - 1, (int)scene->n - 1);
  const size_t all = (size_t)scene->n + (size_t)scene->centre_count + 1;
  const bool good = grow((void **)&scene->centres, ((size_t)scene->centre_count + 1) * sizeof *scene->centres) &&
                    grow((void **)&scene->positions, 3 * all * sizeof(double)) &&
                    grow((void **)&scene->velocities, 3 * all * sizeof(double)) &&
                    grow((void **)&scene->inverse_masses, all * sizeof(double));
  XPBD_REQUIRE(good, XPBD_ERR_OUT_OF_MEMORY, "no memory for a centre of %d particles", (int)count);
  const xpbd_range range = {first, count};
  scene->centres[scene->centre_count] = range;
  mean_of(scene->positions, &range, &scene->positions[3 * (all - 1)]);
  mean_of(scene->velocities, &range, &scene->velocities[3 * (all - 1)]);
  scene->inverse_masses[all - 1] = 0.0;
  *index = scene->n + scene->centre_count++;
  return XPBD_OK;
}

void xpbd_scene_drop_centres(xpbd_scene *scene, int32_t count) {
  if (scene->centre_count > count) scene->centre_count = count; /* the arrays keep their size */
}

xpbd_status xpbd_scene_add_obstacle(xpbd_scene *scene, const xpbd_obstacle_def *def) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(scene, def);
  XPBD_REQUIRE(grow((void **)&scene->obstacles, ((size_t)scene->obstacle_count + 1) * sizeof *scene->obstacles),
               XPBD_ERR_OUT_OF_MEMORY, "no memory for another obstacle");
  XPBD_TRY(xpbd_obstacle_create(def, &scene->obstacles[scene->obstacle_count]));
  scene->obstacle_count++;
  return XPBD_OK;
}

/* Checks that each particle exists, is pinned and is in no other handle. */
static xpbd_status hold_particles(xpbd_scene *scene, const xpbd_handle_def *def) {
  for (int32_t k = 0; k < def->particle_count; k++) {
    const int32_t i = def->particles[k];
    XPBD_REQUIRE(i >= 0 && i < scene->n, XPBD_ERR_INVALID_ARGUMENT, "handle: particle %d of %d", (int)i, (int)scene->n);
    XPBD_REQUIRE(scene->inverse_masses[i] == 0.0, XPBD_ERR_INVALID_ARGUMENT,
                 "handle: particle %d is not pinned, its inverse mass is %g", (int)i, scene->inverse_masses[i]);
    XPBD_REQUIRE(scene->held_by[i] != scene->handle_count, XPBD_ERR_INVALID_ARGUMENT,
                 "handle: particle %d is listed twice", (int)i);
    XPBD_REQUIRE(scene->held_by[i] < 0, XPBD_ERR_INVALID_ARGUMENT, "handle: particle %d is already in handle %d",
                 (int)i, (int)scene->held_by[i]);
    scene->held_by[i] = scene->handle_count;
  }
  return XPBD_OK;
}

xpbd_status xpbd_scene_add_handle(xpbd_scene *scene, const xpbd_handle_def *def) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(scene, def);
  XPBD_TRY(xpbd_handle_check(def));
  XPBD_REQUIRE(scene->handle_count < XPBD_MAX_HANDLES, XPBD_ERR_INVALID_ARGUMENT,
               "handle: the scene has %d handles, which is the most", (int)scene->handle_count);
  XPBD_REQUIRE(grow((void **)&scene->handles, ((size_t)scene->handle_count + 1) * sizeof *scene->handles),
               XPBD_ERR_OUT_OF_MEMORY, "no memory for another handle");
  if (!scene->held_by) {
    scene->held_by = malloc((size_t)scene->n * sizeof *scene->held_by);
    XPBD_REQUIRE(scene->held_by, XPBD_ERR_OUT_OF_MEMORY, "no memory for a handle");
    for (int32_t i = 0; i < scene->n; i++) scene->held_by[i] = -1;
  }
  xpbd_handle_def *handle = &scene->handles[scene->handle_count];
  xpbd_status status = hold_particles(scene, def);
  if (status == XPBD_OK) status = xpbd_handle_copy(def, handle);
  if (status != XPBD_OK) { /* undo */
    for (int32_t i = 0; i < scene->n; i++)
      if (scene->held_by[i] == scene->handle_count) scene->held_by[i] = -1;
    return status;
  }
  scene->handle_count++;
  return XPBD_OK;
}

static xpbd_status check_material(const xpbd_constraints_def *def, const xpbd_formula *formula) {
  const xpbd_formula_info *info = &formula->info;
  double material[XPBD_MAX_MATERIAL] = {0};
  for (int k = 0; k < info->material_count; k++) {
    const xpbd_material *m = &info->material[k];
    material[k] = isnan(def->material[k]) ? m->standard : def->material[k];
    XPBD_REQUIRE(material[k] >= m->minimum && material[k] <= m->maximum, XPBD_ERR_INVALID_ARGUMENT,
                 "%s: %s is %g, must be %g to %g%s%s", info->name, m->name, material[k], m->minimum, m->maximum,
                 strcmp(m->unit, "1") == 0 ? "" : " ", strcmp(m->unit, "1") == 0 ? "" : m->unit);
  }
  const char *violated = xpbd_formula_violates(formula, material);
  XPBD_REQUIRE(!violated, XPBD_ERR_INVALID_ARGUMENT, "%s: %s", info->name, violated);
  return XPBD_OK;
}

/* A warp must not be within 8 degrees of its triangle's normal, because its projection would have no clear direction. A
 * warp of length 0 means none, because texture coordinates may be degenerate. */
static xpbd_status check_warp(const xpbd_scene *scene, const xpbd_constraints_def *def, const xpbd_formula_info *info) {
  if (!def->warp || def->rest || info->element != XPBD_ON_TRIANGLES) return XPBD_OK;
  for (int64_t j = 0; j < def->count; j++) {
    xpbd_vec3_f64 x[3], warp;
    for (int k = 0; k < 3; k++)
      memcpy(&x[k], &scene->positions[3 * (int64_t)def->particles[j * info->arity + k]], sizeof x[k]);
    memcpy(&warp, &def->warp[3 * j], sizeof warp);
    const xpbd_vec3_f64 n = xpbd_v_cross_f64(xpbd_v_sub_f64(x[1], x[0]), xpbd_v_sub_f64(x[2], x[0]));
    const double along = xpbd_v_dot_f64(warp, n), lengths = xpbd_v_dot_f64(warp, warp) * xpbd_v_dot_f64(n, n);
    XPBD_REQUIRE(isfinite(lengths), XPBD_ERR_INVALID_ARGUMENT, "%s: the warp of element %lld is not finite", info->name,
                 (long long)j);
    XPBD_REQUIRE(!(along * along > 0.99 * 0.99 * lengths), XPBD_ERR_INVALID_ARGUMENT,
                 "%s: the warp of element %lld is within 8 degrees of the triangle's normal", info->name, (long long)j);
  }
  return XPBD_OK;
}

static xpbd_status check_constraints(const xpbd_scene *scene, const xpbd_constraints_def *def, int formula) {
  const xpbd_formula_info *info = xpbd_formula_at(formula);
  const int32_t known = scene->n + scene->centre_count;
  XPBD_REQUIRE(def->count == 0 || (def->count > 0 && def->particles), XPBD_ERR_INVALID_ARGUMENT,
               "%s: count is %d without particles", info->name, (int)def->count);
  XPBD_REQUIRE(isnan(def->compliance) || (def->compliance >= 0.0 && isfinite(def->compliance)),
               XPBD_ERR_INVALID_ARGUMENT, "%s: compliance is %g, must be %s", info->name, def->compliance,
               isinf(def->compliance) ? "finite" : "0 or more");
  XPBD_REQUIRE(def->damping >= 0.0 && isfinite(def->damping), XPBD_ERR_INVALID_ARGUMENT,
               "%s: damping is %g, must be 0 or more", info->name, def->damping);
  XPBD_REQUIRE(def->order == XPBD_ORDER_GROUP || def->order == XPBD_ORDER_MESH, XPBD_ERR_INVALID_ARGUMENT,
               "%s: order is %d, must be group or mesh", info->name, (int)def->order);
  XPBD_REQUIRE(def->damping_reading >= XPBD_DAMPING_XPBD && def->damping_reading <= XPBD_DAMPING_TILDE,
               XPBD_ERR_INVALID_ARGUMENT, "%s: damping_reading is %d, unknown", info->name, (int)def->damping_reading);
  XPBD_REQUIRE(xpbd_solve_name((int)def->solve), XPBD_ERR_INVALID_ARGUMENT, "%s: solve is %d, unknown", info->name,
               (int)def->solve);
  XPBD_REQUIRE(def->solve != XPBD_SOLVE_COUPLED || info->rows > 1, XPBD_ERR_INVALID_ARGUMENT,
               "%s has one row, so solve=coupled has nothing to couple", info->name);
  XPBD_TRY(check_material(def, xpbd_formula_entry(formula)));
  XPBD_REQUIRE(def->count <= INT32_MAX / info->rows, XPBD_ERR_INVALID_ARGUMENT, "%s: %d elements are too many",
               info->name, (int)def->count);
  XPBD_TRY(xpbd_members_sound(def, info, known));
  XPBD_TRY(xpbd_fields_check(def, info));
  return check_warp(scene, def, info);
}

static xpbd_status check_rest(const xpbd_constraints_def *def, const xpbd_formula_info *info,
                              const xpbd_constraints *set) {
  const int size = xpbd_rest_size(info);
  const int64_t numbers = (int64_t)def->count * size;
  for (int64_t k = 0; def->rest && k < numbers; k++)
    XPBD_REQUIRE(isfinite(def->rest[k]), XPBD_ERR_INVALID_ARGUMENT, "%s: the rest shape of element %lld is not finite",
                 info->name, (long long)(k / size));
  XPBD_REQUIRE(def->count == 0 || set->count > 0, XPBD_ERR_INVALID_ARGUMENT,
               "%s: no element of %d has a rest shape: %s", info->name, (int)def->count,
               info->element == XPBD_ON_TETS
                   ? "none has a volume; a sheet of triangles has no tetrahedra for this material"
               : info->element == XPBD_ON_TRIANGLES || info->element == XPBD_ON_CORNERS
                   ? "none has an area"
                   : "its numbers are not finite, or the elements have no size");
  return XPBD_OK;
}

static void destroy_set(xpbd_constraints *set) {
  free((void *)set->particles);
  free((void *)set->rest);
  xpbd_schedule_destroy(&set->schedule);
  xpbd_patches_destroy(&set->patches);
  free(set);
}

static xpbd_status build_set(const xpbd_scene *scene, const xpbd_constraints_def *def, const xpbd_formula *formula,
                             xpbd_constraints *set) {
  const xpbd_formula_info *info = &formula->info;
  const double standard = info->traits & XPBD_MODULI ? 1.0 : 1e-5;
  set->compliance = isnan(def->compliance) ? standard : def->compliance;
  set->damping = def->damping;
  set->damping_reading = def->damping_reading;
  set->order = def->order;
  const bool coupled = info->rows > 1 && (info->traits & XPBD_COUPLED);
  set->solve = def->solve != XPBD_SOLVE_STANDARD ? def->solve : coupled ? XPBD_SOLVE_COUPLED : XPBD_SOLVE_ROWS;
  for (int k = 0; k < info->material_count; k++)
    set->material[k] = isnan(def->material[k]) ? info->material[k].standard : def->material[k];
  const int64_t most = def->count;
  int32_t *particles = xpbd_memory(most * info->arity, sizeof *particles);
  double *rest = xpbd_memory(most * xpbd_rest_size(info), sizeof *rest);
  set->particles = particles;
  set->rest = rest;
  XPBD_REQUIRE(particles && rest, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld elements", (long long)most);
  xpbd_members_shape(scene->positions, def, formula, set, particles, rest);
  XPBD_TRY(check_rest(def, info, set));
  if (info->traits & XPBD_NODAL) XPBD_TRY(xpbd_patches_build(set, scene->n, &set->patches));
  /* a sum has no order; the patches have their own */
  if (def->order == XPBD_ORDER_MESH || info->traits & XPBD_SUMMED)
    return xpbd_schedule_mesh_order(set->count, &set->schedule);
  return xpbd_schedule_first_fit(set->count, info->arity, set->particles, scene->n + scene->centre_count,
                                 scene->inverse_masses, XPBD_MAX_GROUPS, &set->schedule);
}

xpbd_status xpbd_scene_add(xpbd_scene *scene, const xpbd_constraints_def *def) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(scene, def);
  XPBD_REQUIRE(def->cookie == CONSTRAINTS_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the definition was not made by xpbd_constraints_def_default()");
  const int formula = xpbd_formula_find(def->formula);
  XPBD_REQUIRE(formula >= 0, XPBD_ERR_INVALID_ARGUMENT, "there is no formula '%s'",
               def->formula ? def->formula : "(NULL)");
  XPBD_TRY(check_constraints(scene, def, formula));
  xpbd_constraints **sets = realloc(scene->sets, ((size_t)scene->set_count + 1) * sizeof *sets);
  if (sets) scene->sets = sets;
  xpbd_constraints *set = calloc(1, sizeof *set);
  if (!sets || !set) {
    free(set);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for another set of constraints");
  }
  set->formula = formula;
  const xpbd_status status = build_set(scene, def, xpbd_formula_entry(formula), set);
  if (status != XPBD_OK) {
    destroy_set(set);
    return status;
  }
  scene->sets[scene->set_count++] = set;
  return XPBD_OK;
}

void xpbd_scene_mark_unchecked(xpbd_scene *scene) {
  scene->sets[scene->set_count - 1]->unchecked = true;
}

void xpbd_scene_add_left_out(xpbd_scene *scene, int32_t count) {
  scene->sets[scene->set_count - 1]->left_out += count;
}

void xpbd_scene_destroy(xpbd_scene **scene) {
  if (!scene || !*scene) return;
  for (int32_t s = 0; s < (*scene)->set_count; s++) destroy_set((*scene)->sets[s]);
  free((*scene)->sets);
  free((*scene)->centres);
  for (int32_t k = 0; k < (*scene)->obstacle_count; k++) xpbd_obstacle_destroy(&(*scene)->obstacles[k]);
  free((*scene)->obstacles);
  for (int32_t k = 0; k < (*scene)->handle_count; k++) xpbd_handle_release(&(*scene)->handles[k]);
  free((*scene)->handles);
  free((*scene)->held_by);
  free((*scene)->positions);
  free((*scene)->velocities);
  free((*scene)->inverse_masses);
  free((*scene)->radii);
  free((*scene)->triangles);
  free(*scene);
  *scene = NULL;
}

int32_t xpbd_scene_particle_count(const xpbd_scene *scene) {
  return scene ? scene->n : 0;
}
const double *xpbd_scene_positions(const xpbd_scene *scene) {
  return scene ? scene->positions : NULL;
}
const double *xpbd_scene_origin(const xpbd_scene *scene) {
  return scene ? scene->origin : NULL;
}
const double *xpbd_scene_velocities(const xpbd_scene *scene) {
  return scene ? scene->velocities : NULL;
}
const double *xpbd_scene_inverse_masses(const xpbd_scene *scene) {
  return scene ? scene->inverse_masses : NULL;
}
int32_t xpbd_scene_centre_count(const xpbd_scene *scene) {
  return scene ? scene->centre_count : 0;
}
const xpbd_range *xpbd_scene_centre(const xpbd_scene *scene, int32_t index) {
  return scene && index >= 0 && index < scene->centre_count ? &scene->centres[index] : NULL;
}
int32_t xpbd_scene_obstacle_count(const xpbd_scene *scene) {
  return scene ? scene->obstacle_count : 0;
}
const xpbd_obstacle *xpbd_scene_obstacle(const xpbd_scene *scene, int32_t index) {
  return scene && index >= 0 && index < scene->obstacle_count ? scene->obstacles[index] : NULL;
}
int32_t xpbd_scene_handle_count(const xpbd_scene *scene) {
  return scene ? scene->handle_count : 0;
}
const xpbd_handle_def *xpbd_scene_handle(const xpbd_scene *scene, int32_t index) {
  return scene && index >= 0 && index < scene->handle_count ? &scene->handles[index] : NULL;
}
double xpbd_scene_global_damping(const xpbd_scene *scene) {
  return scene ? scene->global_damping : (double)NAN;
}
double xpbd_scene_contact_radius(const xpbd_scene *scene) {
  return scene ? scene->contact_radius : (double)NAN;
}
const double *xpbd_scene_radii(const xpbd_scene *scene) {
  return scene ? scene->radii : NULL;
}
double xpbd_scene_restitution(const xpbd_scene *scene) {
  return scene ? scene->restitution : (double)NAN;
}
double xpbd_scene_friction(const xpbd_scene *scene) {
  return scene ? scene->friction : (double)NAN;
}
bool xpbd_scene_omits_tip_damping(const xpbd_scene *scene) {
  return scene && scene->omit_tip_damping;
}
int32_t xpbd_scene_triangle_count(const xpbd_scene *scene) {
  return scene ? scene->triangle_count : 0;
}
const int32_t *xpbd_scene_triangles(const xpbd_scene *scene) {
  return scene ? scene->triangles : NULL;
}
const double *xpbd_scene_gravity(const xpbd_scene *scene) {
  return scene ? scene->gravity : NULL;
}
const xpbd_wind *xpbd_scene_wind(const xpbd_scene *scene) {
  return scene ? &scene->wind : NULL;
}
int32_t xpbd_scene_set_count(const xpbd_scene *scene) {
  return scene ? scene->set_count : 0;
}
const xpbd_constraints *xpbd_scene_set(const xpbd_scene *scene, int32_t index) {
  return scene && index >= 0 && index < scene->set_count ? scene->sets[index] : NULL;
}
int64_t xpbd_scene_constraint_count(const xpbd_scene *scene) {
  int64_t count = 0;
  for (int32_t s = 0; scene && s < scene->set_count; s++)
    count += (int64_t)scene->sets[s]->count * xpbd_formula_at(scene->sets[s]->formula)->rows;
  return count;
}
