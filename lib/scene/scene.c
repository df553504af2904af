/* Why this file exists: builds scenes. All input is checked here, once, so that no backend has to. */
#include "xpbd/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "formula/table.h"

enum { SCENE_COOKIE = 0x5ce7e001, CONSTRAINTS_COOKIE = 0x5ce7e002 };

struct xpbd_scene {
  int32_t n, triangle_count, set_count;
  double *positions, *velocities, *inverse_masses;
  int32_t *triangles;
  double gravity[3];
  xpbd_wind wind;
  xpbd_constraints **sets; /* each on its own: solvers hold pointers to them */
};

xpbd_scene_def xpbd_scene_def_default(void) {
  return (xpbd_scene_def){.cookie = SCENE_COOKIE, .gravity = {0.0, -9.81, 0.0}};
}

xpbd_constraints_def xpbd_constraints_def_default(void) {
  xpbd_constraints_def def = {.cookie = CONSTRAINTS_COOKIE, .compliance = 1e-5, .order = XPBD_ORDER_GROUP};
  for (int k = 0; k < XPBD_MAX_MATERIAL; k++) def.material[k] = NAN;
  return def;
}

static xpbd_status check_finite(const double *values, int64_t count, const char *what) {
  for (int64_t k = 0; k < count; k++)
    XPBD_REQUIRE(isfinite(values[k]), XPBD_ERR_INVALID_ARGUMENT, "%s of particle %lld is not finite", what,
                 (long long)(k / 3));
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

/* A copy of `count` items, or zeroes without a source; NULL when there is no memory. */
static void *copy_of(const void *from, int64_t count, size_t size) {
  void *to = calloc((size_t)(count > 0 ? count : 1), size);
  if (to && from) memcpy(to, from, (size_t)count * size);
  return to;
}

xpbd_status xpbd_scene_create(const xpbd_scene_def *def, xpbd_scene **out) {
  *out = NULL;
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
  scene->wind = def->wind;
  if (!scene->positions || !scene->velocities || !scene->inverse_masses || !scene->triangles) {
    xpbd_scene_destroy(&scene);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld particles", (long long)n);
  }
  *out = scene;
  return XPBD_OK;
}

static xpbd_status check_constraints(const xpbd_scene *scene, const xpbd_constraints_def *def, int formula) {
  const xpbd_formula_info *info = xpbd_formula_at(formula);
  XPBD_REQUIRE(def->count == 0 || (def->count > 0 && def->particles), XPBD_ERR_INVALID_ARGUMENT,
               "%s: count is %d without particles", info->name, (int)def->count);
  XPBD_REQUIRE(def->compliance >= 0.0 && isfinite(def->compliance), XPBD_ERR_INVALID_ARGUMENT,
               "%s: compliance is %g, must be 0 or more", info->name, def->compliance);
  XPBD_REQUIRE(def->damping >= 0.0 && isfinite(def->damping), XPBD_ERR_INVALID_ARGUMENT,
               "%s: damping is %g, must be 0 or more", info->name, def->damping);
  XPBD_REQUIRE(def->order == XPBD_ORDER_GROUP || def->order == XPBD_ORDER_MESH, XPBD_ERR_INVALID_ARGUMENT,
               "%s: order is %d, must be group or mesh", info->name, (int)def->order);
  for (int k = 0; k < info->material_count; k++) {
    const xpbd_material *m = &info->material[k];
    XPBD_REQUIRE(isnan(def->material[k]) || (def->material[k] >= m->minimum && def->material[k] <= m->maximum),
                 XPBD_ERR_INVALID_ARGUMENT, "%s: %s is %g, must be %g to %g %s", info->name, m->name, def->material[k],
                 m->minimum, m->maximum, m->unit);
  }
  for (int64_t j = 0; j < def->count; j++) {
    const int32_t *p = &def->particles[j * info->arity];
    for (int a = 0; a < info->arity; a++) {
      XPBD_REQUIRE(p[a] >= 0 && p[a] < scene->n, XPBD_ERR_INVALID_ARGUMENT,
                   "%s: constraint %lld refers to particle %d of %d", info->name, (long long)j, (int)p[a],
                   (int)scene->n);
      for (int b = 0; b < a; b++)
        XPBD_REQUIRE(p[a] != p[b], XPBD_ERR_INVALID_ARGUMENT, "%s: constraint %lld has particle %d twice", info->name,
                     (long long)j, (int)p[a]);
    }
  }
  return XPBD_OK;
}

static void compute_rest(const xpbd_scene *scene, const xpbd_formula *formula, xpbd_constraints *set, double *rest) {
  for (int64_t j = 0; j < set->count; j++) {
    xpbd_vec3_f64 x[XPBD_MAX_ARITY];
    for (int k = 0; k < formula->info.arity; k++) {
      const double *p = &scene->positions[3 * (int64_t)set->particles[j * formula->info.arity + k]];
      x[k] = (xpbd_vec3_f64){p[0], p[1], p[2]};
    }
    formula->rest_f64(x, &rest[j * formula->info.rest_count]);
  }
}

static xpbd_status check_rest(const xpbd_formula_info *info, const double *rest, int64_t count) {
  for (int64_t k = 0; k < count * info->rest_count; k++)
    XPBD_REQUIRE(isfinite(rest[k]), XPBD_ERR_INVALID_ARGUMENT, "%s: the rest shape of constraint %lld is not finite",
                 info->name, (long long)(k / info->rest_count));
  return XPBD_OK;
}

static void destroy_set(xpbd_constraints *set) {
  free((void *)set->particles);
  free((void *)set->rest);
  xpbd_schedule_destroy(&set->schedule);
  free(set);
}

static xpbd_status build_set(const xpbd_scene *scene, const xpbd_constraints_def *def, const xpbd_formula *formula,
                             xpbd_constraints *set) {
  const xpbd_formula_info *info = &formula->info;
  set->count = def->count;
  set->compliance = def->compliance;
  set->damping = def->damping;
  set->order = def->order;
  for (int k = 0; k < info->material_count; k++)
    set->material[k] = isnan(def->material[k]) ? info->material[k].standard : def->material[k];
  double *rest = copy_of(def->rest, (int64_t)def->count * info->rest_count, sizeof(double));
  set->particles = copy_of(def->particles, (int64_t)def->count * info->arity, sizeof(int32_t));
  set->rest = rest;
  XPBD_REQUIRE(set->particles && rest, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d constraints", (int)def->count);
  if (!def->rest) compute_rest(scene, formula, set, rest);
  XPBD_TRY(check_rest(info, rest, def->count));
  if (def->order == XPBD_ORDER_MESH) return xpbd_schedule_mesh_order(def->count, &set->schedule);
  return xpbd_schedule_first_fit(def->count, info->arity, set->particles, scene->n, scene->inverse_masses,
                                 XPBD_MAX_GROUPS, &set->schedule);
}

xpbd_status xpbd_scene_add(xpbd_scene *scene, const xpbd_constraints_def *def) {
  XPBD_REQUIRE(def && def->cookie == CONSTRAINTS_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
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

void xpbd_scene_destroy(xpbd_scene **scene) {
  if (!scene || !*scene) return;
  for (int32_t s = 0; s < (*scene)->set_count; s++) destroy_set((*scene)->sets[s]);
  free((*scene)->sets);
  free((*scene)->positions);
  free((*scene)->velocities);
  free((*scene)->inverse_masses);
  free((*scene)->triangles);
  free(*scene);
  *scene = NULL;
}

int32_t xpbd_scene_particle_count(const xpbd_scene *scene) {
  return scene->n;
}
const double *xpbd_scene_positions(const xpbd_scene *scene) {
  return scene->positions;
}
const double *xpbd_scene_velocities(const xpbd_scene *scene) {
  return scene->velocities;
}
const double *xpbd_scene_inverse_masses(const xpbd_scene *scene) {
  return scene->inverse_masses;
}
int32_t xpbd_scene_triangle_count(const xpbd_scene *scene) {
  return scene->triangle_count;
}
const int32_t *xpbd_scene_triangles(const xpbd_scene *scene) {
  return scene->triangles;
}
const double *xpbd_scene_gravity(const xpbd_scene *scene) {
  return scene->gravity;
}
const xpbd_wind *xpbd_scene_wind(const xpbd_scene *scene) {
  return &scene->wind;
}
int32_t xpbd_scene_set_count(const xpbd_scene *scene) {
  return scene->set_count;
}
const xpbd_constraints *xpbd_scene_set(const xpbd_scene *scene, int32_t index) {
  return index >= 0 && index < scene->set_count ? scene->sets[index] : NULL;
}
int64_t xpbd_scene_constraint_count(const xpbd_scene *scene) {
  int64_t count = 0;
  for (int32_t s = 0; s < scene->set_count; s++) count += scene->sets[s]->count;
  return count;
}
