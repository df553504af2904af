/* Why this file exists: what methods refuse that minimise the energy of a time step, with one wording for all, and the
 * numbers that they share. */
#include "method/energies.h"

#include <string.h>

#include "base/error.h"
#include "layout/layout.h"
#include "method/springs.h"

/* A multiplier acts along the gradient of C. Where C is never negative, it has a kink at 0, and no gradient there. */
static xpbd_status check_rigid(const xpbd_constraints *set, const xpbd_formula_info *formula, const char *method) {
  const bool kink = (formula->traits & (XPBD_ENERGY | XPBD_KINKED)) || strstr(formula->name, "_root_");
  XPBD_REQUIRE(!kink, XPBD_ERR_UNSUPPORTED,
               "%s: compliance is 0, but C has no gradient where it is 0, which method %s needs", formula->name,
               method);
  const bool length = strcmp(formula->name, "stretching") == 0 || strcmp(formula->name, "distance_bending") == 0;
  for (int32_t j = 0; length && j < set->count; j++)
    XPBD_REQUIRE(set->rest[j] > 0.0, XPBD_ERR_UNSUPPORTED,
                 "%s: compliance is 0, but element %d has the rest length 0, which has no direction for method %s",
                 formula->name, (int)j, method);
  return XPBD_OK;
}

static xpbd_status check_set(const xpbd_constraints *set, const xpbd_method_info *method) {
  const xpbd_formula_info *formula = xpbd_formula_at(set->formula);
  XPBD_REQUIRE(!(formula->traits & XPBD_SUMMED), XPBD_ERR_UNSUPPORTED,
               "method %s takes energies of single elements; %s is summed over %s", method->name, formula->name,
               formula->traits & XPBD_NODAL ? "the elements at a vertex" : "the whole mesh");
  XPBD_REQUIRE(set->damping == 0.0 || set->damping_reading != XPBD_DAMPING_LAGGED, XPBD_ERR_UNSUPPORTED,
               "%s: method %s has dashpots, but damping 'lagged' is not a dashpot", formula->name, method->name);
  if (set->compliance == 0.0 && (method->traits & XPBD_HARD)) return check_rigid(set, formula, method->name);
  XPBD_REQUIRE(set->compliance > 0.0, XPBD_ERR_UNSUPPORTED,
               "%s: compliance is 0, but the energy C^2 / (2 compliance) of method %s is finite", formula->name,
               method->name);
  XPBD_REQUIRE(set->compliance >= 1e-100 && set->compliance <= 1e100, XPBD_ERR_UNSUPPORTED,
               "%s: a compliance of %g is out of range for method %s", formula->name, set->compliance, method->name);
  XPBD_REQUIRE(set->damping <= 1e100, XPBD_ERR_UNSUPPORTED, "%s: a damping of %g is out of range for method %s",
               formula->name, set->damping, method->name);
  return XPBD_OK;
}

static xpbd_status check_obstacle(const xpbd_scene *scene, int32_t k, const char *method) {
  const double restitution = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, k))->restitution;
  XPBD_REQUIRE(restitution == 0.0, XPBD_ERR_UNSUPPORTED,
               "method %s has no restitution, because bouncing is no energy; obstacle %d has %g", method, (int)k,
               restitution);
  return XPBD_OK;
}

xpbd_status xpbd_method_check_energies(const xpbd_method_info *method, const xpbd_scene *scene,
                                       const xpbd_solver_def *def) {
  const double gauss_newton = xpbd_number_of(def, "gauss_newton");
  const bool ignored = method->traits & (XPBD_HARD | XPBD_TAKES_PROJECTIVE);
  XPBD_REQUIRE(gauss_newton == 0.0 || gauss_newton == 1.0 || ignored, XPBD_ERR_INVALID_ARGUMENT,
               "gauss_newton is %g, must be 0 or 1", gauss_newton);
  XPBD_TRY(xpbd_method_check_no_balls(scene, method->name));
  XPBD_TRY(xpbd_method_check_particles(scene, method->name));
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) XPBD_TRY(check_obstacle(scene, k, method->name));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) XPBD_TRY(check_set(xpbd_scene_set(scene, s), method));
  return XPBD_OK;
}
