/* Why this file exists: fast mass-springs and projective dynamics as entries of the table of methods, and the refusals
 * of what they cannot do. lib/implicit runs them. */
#include "xpbd/projective.h"

#include "base/error.h"
#include "implicit/engine.h"
#include "method/energies.h"
#include "method/springs.h"
#include "xpbd/method.h"

static xpbd_status check_settings(const xpbd_method_info *method, const xpbd_scene *scene, const xpbd_solver_def *def) {
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
  XPBD_REQUIRE(!surface || (method->traits & XPBD_TAKES_WEIGHTS), XPBD_ERR_INVALID_ARGUMENT,
               "triangle_weight and bending_weight belong to projective dynamics; fast mass-springs has only springs");
  XPBD_REQUIRE(!surface || xpbd_scene_triangle_count(scene) > 0, XPBD_ERR_INVALID_ARGUMENT,
               "triangle_weight and bending_weight need triangles, the scene has none");
  return XPBD_OK;
}

static xpbd_status supports(const xpbd_method_info *method, const xpbd_scene *scene, const xpbd_solver_def *def) {
  XPBD_TRY(check_settings(method, scene, def));
  XPBD_TRY(xpbd_method_check_energies(method, scene, def));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_TRY(xpbd_method_check_spring(xpbd_scene_set(scene, s), method->name));
  return XPBD_OK;
}

#define CONTACT "Ly, Jouve, Boissieux, Bertails-Descoubes 2020, Projective Dynamics with Dry Frictional Contact"

extern const xpbd_method_info xpbd_method_fms, xpbd_method_pd;

const xpbd_method_info xpbd_method_fms = {
    .name = "fms",
    .about = "fast mass-springs (Liu et al. 2013); needs CHOLMOD; only stretching and distance_bending",
    .source =
        "Liu, Bargteil, O'Brien, Kavan 2013, Fast Simulation of Mass-Spring Systems, Section 4; contact as " CONTACT,
    .needs = "CHOLMOD",
    .traits = XPBD_METHOD_FMS_TRAITS,
    .supports = supports,
    .engine = &xpbd_projective_engine};

const xpbd_method_info xpbd_method_pd = {
    .name = "pd",
    .about = "projective dynamics (Bouaziz et al. 2014): the same with strain limits and bending",
    .source = "Bouaziz, Martin, Liu, Kavan, Pauly 2014, Projective Dynamics: Fusing Constraint Projections for Fast "
              "Simulation, Sections 3 and 5; contact as " CONTACT,
    .needs = "CHOLMOD",
    .traits = XPBD_METHOD_PD_TRAITS,
    .supports = supports,
    .engine = &xpbd_projective_engine};
