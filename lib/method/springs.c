/* Why this file exists: checks, with one wording for all methods, that a scene has only springs and that double can
 * hold them. */
#include "method/springs.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

/* Features of a scene that spring methods lack. */
static xpbd_status check_scene(const xpbd_scene *scene, const char *name) {
  XPBD_REQUIRE(xpbd_scene_centre_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "method %s has no centres (ghost tips), the scene has %d", name, (int)xpbd_scene_centre_count(scene));
  XPBD_REQUIRE(xpbd_scene_global_damping(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "method %s has no damping, the scene has a global damping of %g", name,
               xpbd_scene_global_damping(scene));
  return XPBD_OK;
}

xpbd_status xpbd_method_check_no_handles(const xpbd_scene *scene, const char *name) {
  XPBD_REQUIRE(xpbd_scene_handle_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "method %s moves no handles, the scene has %d: leave them out, or start deformed with pull_time 0 if "
               "the scene has it",
               name, (int)xpbd_scene_handle_count(scene));
  return XPBD_OK;
}

xpbd_status xpbd_method_check_no_balls(const xpbd_scene *scene, const char *name) {
  XPBD_REQUIRE(xpbd_scene_contact_radius(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "method %s has no contact between particles, the scene has a contact radius of %g m", name,
               xpbd_scene_contact_radius(scene));
  return XPBD_OK;
}

xpbd_status xpbd_method_check_no_contact(const xpbd_scene *scene, const char *name) {
  XPBD_REQUIRE(xpbd_scene_obstacle_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "method %s has no obstacles, the scene has %d", name, (int)xpbd_scene_obstacle_count(scene));
  return xpbd_method_check_no_balls(scene, name);
}

/* Beyond this range squared lengths are 0 or infinite in double, and terms would be skipped silently. */
static xpbd_status check_range(const xpbd_scene *scene) {
  const double *x = xpbd_scene_positions(scene), *v = xpbd_scene_velocities(scene);
  double extent = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)xpbd_scene_particle_count(scene); k++) {
    XPBD_REQUIRE(fabs(x[k]) <= 1e150 && fabs(v[k]) <= 1e150, XPBD_ERR_UNSUPPORTED,
                 "particle %lld: a coordinate or velocity beyond 1e150 is out of range", (long long)(k / 3));
    extent = fmax(extent, fabs(x[k] - x[k % 3]));
  }
  XPBD_REQUIRE(extent == 0.0 || extent >= 1e-100, XPBD_ERR_UNSUPPORTED, "the scene is %g m across: too small", extent);
  return XPBD_OK;
}

xpbd_status xpbd_method_check_spring(const xpbd_constraints *set, const char *method) {
  const char *name = xpbd_formula_at(set->formula)->name;
  XPBD_REQUIRE(strcmp(name, "stretching") == 0 || strcmp(name, "distance_bending") == 0, XPBD_ERR_UNSUPPORTED,
               "%s: its potential is not a linear spring; method %s takes the formulas stretching and distance_bending",
               name, method);
  XPBD_REQUIRE(set->compliance > 0.0, XPBD_ERR_UNSUPPORTED,
               "%s: compliance is 0, but a spring of method %s has a finite stiffness k^2 / compliance", name, method);
  const double stiffness = set->material[0] * set->material[0] / set->compliance;
  XPBD_REQUIRE(stiffness <= 1e200, XPBD_ERR_UNSUPPORTED, "%s: a stiffness k^2 / compliance of %g N/m is out of range",
               name, stiffness);
  return XPBD_OK;
}

xpbd_status xpbd_method_check_particles(const xpbd_scene *scene, const char *method) {
  XPBD_TRY(check_scene(scene, method));
  return check_range(scene);
}

xpbd_status xpbd_method_check_springs(const xpbd_method_info *method, const xpbd_scene *scene,
                                      const xpbd_solver_def *def) {
  const char *name = method->name;
  (void)def;
  XPBD_TRY(xpbd_method_check_no_contact(scene, name));
  XPBD_TRY(xpbd_method_check_no_handles(scene, name));
  XPBD_TRY(xpbd_method_check_particles(scene, name));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const char *formula = xpbd_formula_at(set->formula)->name;
    XPBD_TRY(xpbd_method_check_spring(set, name));
    XPBD_REQUIRE(set->damping == 0.0, XPBD_ERR_UNSUPPORTED, "%s: damping is %g, but method %s has none", formula,
                 set->damping, name);
  }
  return XPBD_OK;
}
