/* Why this file exists: fast mass-springs and projective dynamics as lines of the table of methods, and what they have no
 * place for. What runs them is lib/projective. */
#include "xpbd/projective.h"

#include <math.h>
#include <string.h>

#include "error.h"
#include "projective/engine.h"
#include "xpbd/method.h"

/* What a scene may hold and these methods have no place for. */
static xpbd_status check_scene(const xpbd_scene *scene) {
  XPBD_REQUIRE(xpbd_scene_obstacle_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics have no obstacles, the scene has %d",
               (int)xpbd_scene_obstacle_count(scene));
  XPBD_REQUIRE(xpbd_scene_contact_radius(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics have no contact between particles, the scene has a contact "
               "radius of %g m",
               xpbd_scene_contact_radius(scene));
  XPBD_REQUIRE(xpbd_scene_handle_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics move no handles, the scene has %d; --pull-time 0 (pull_time "
               "of the parameters) starts deformed instead",
               (int)xpbd_scene_handle_count(scene));
  XPBD_REQUIRE(xpbd_scene_centre_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics have no centres (ghost tips), the scene has %d",
               (int)xpbd_scene_centre_count(scene));
  XPBD_REQUIRE(xpbd_scene_global_damping(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics have no damping, the scene has a global damping of %g",
               xpbd_scene_global_damping(scene));
  return XPBD_OK;
}

/* Beyond, squares of lengths are 0 or infinite in double, and terms would be left alone without a word. */
static xpbd_status check_range(const xpbd_scene *scene) {
  const double *x = xpbd_scene_positions(scene), *v = xpbd_scene_velocities(scene);
  double extent = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)xpbd_scene_particle_count(scene); k++) {
    XPBD_REQUIRE(fabs(x[k]) <= 1e150 && fabs(v[k]) <= 1e150, XPBD_ERR_UNSUPPORTED,
                 "particle %lld: a coordinate or velocity beyond 1e150 is out of range", (long long)(k / 3));
    extent = fmax(extent, fabs(x[k] - x[k % 3]));
  }
  XPBD_REQUIRE(extent == 0.0 || extent >= 1e-100, XPBD_ERR_UNSUPPORTED, "the scene is %g m across, too small", extent);
  return XPBD_OK;
}

static xpbd_status check_set(const xpbd_constraints *set) {
  const char *name = xpbd_formula_at(set->formula)->name;
  XPBD_REQUIRE(strcmp(name, "stretching") == 0 || strcmp(name, "distance_bending") == 0, XPBD_ERR_UNSUPPORTED,
               "%s: its potential is no linear spring; fast mass-springs and projective dynamics take the formulas "
               "stretching and distance_bending",
               name);
  XPBD_REQUIRE(set->damping == 0.0, XPBD_ERR_UNSUPPORTED,
               "%s: damping is %g; fast mass-springs and projective dynamics have none", name, set->damping);
  XPBD_REQUIRE(set->compliance > 0.0, XPBD_ERR_UNSUPPORTED,
               "%s: compliance is 0; a spring of fast mass-springs has a finite stiffness k^2 / compliance", name);
  const double stiffness = set->material[0] * set->material[0] / set->compliance;
  XPBD_REQUIRE(stiffness <= 1e200, XPBD_ERR_UNSUPPORTED, "%s: a stiffness k^2 / compliance of %g N/m is out of range",
               name, stiffness);
  return XPBD_OK;
}

static xpbd_status check_settings(const xpbd_scene *scene, const xpbd_solver_def *def) {
  const xpbd_projective_settings none = {0}, *own = def->projective ? def->projective : &none;
  XPBD_REQUIRE(own->triangle_weight >= 0.0 && own->triangle_weight <= 1e200, XPBD_ERR_INVALID_ARGUMENT,
               "triangle_weight is %g N/m, must be 0 or more", own->triangle_weight);
  XPBD_REQUIRE(own->bending_weight >= 0.0 && own->bending_weight <= 1e200, XPBD_ERR_INVALID_ARGUMENT,
               "bending_weight is %g J, must be 0 or more", own->bending_weight);
  XPBD_REQUIRE(own->strain_limit >= 0.0 && own->strain_limit < 1.0, XPBD_ERR_INVALID_ARGUMENT,
               "strain_limit is %g, must be 0 or more and below 1", own->strain_limit);
  XPBD_REQUIRE(own->record == 0 || own->record == 1, XPBD_ERR_INVALID_ARGUMENT, "record is %d, must be 0 or 1",
               (int)own->record);
  const int surface = own->triangle_weight > 0.0 || own->bending_weight > 0.0;
  XPBD_REQUIRE(!surface || (xpbd_method_at((int)def->method)->traits & XPBD_TAKES_WEIGHTS), XPBD_ERR_INVALID_ARGUMENT,
               "triangle_weight and bending_weight belong to projective dynamics; fast mass-springs has springs only");
  XPBD_REQUIRE(!surface || xpbd_scene_triangle_count(scene) > 0, XPBD_ERR_INVALID_ARGUMENT,
               "triangle_weight and bending_weight need triangles, the scene has none");
  return XPBD_OK;
}

static xpbd_status supports(const xpbd_scene *scene, const xpbd_solver_def *def) {
  XPBD_TRY(check_settings(scene, def));
  XPBD_TRY(check_scene(scene));
  XPBD_TRY(check_range(scene));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) XPBD_TRY(check_set(xpbd_scene_set(scene, s)));
  return XPBD_OK;
}

extern const xpbd_method_info xpbd_method_fms, xpbd_method_pd;

const xpbd_method_info xpbd_method_fms = {
    .name = "fms",
    .about = "fast mass-springs (Liu et al. 2013); needs CHOLMOD; only stretching and distance_bending",
    .source = "Liu, Bargteil, O'Brien, Kavan 2013, Fast Simulation of Mass-Spring Systems, Section 4",
    .needs = "CHOLMOD",
    .traits = XPBD_IN_DOUBLE | XPBD_TAKES_PROJECTIVE,
    .supports = supports,
    .engine = &xpbd_projective_engine};

const xpbd_method_info xpbd_method_pd = {
    .name = "pd",
    .about = "projective dynamics (Bouaziz et al. 2014): the same with limits on strain, and bending",
    .source = "Bouaziz, Martin, Liu, Kavan, Pauly 2014, Projective Dynamics: Fusing Constraint Projections for Fast "
              "Simulation, Sections 3 and 5",
    .needs = "CHOLMOD",
    .traits = XPBD_IN_DOUBLE | XPBD_TAKES_PROJECTIVE | XPBD_TAKES_WEIGHTS,
    .supports = supports,
    .engine = &xpbd_projective_engine};
