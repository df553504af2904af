/* Why this file exists: the refusals of methods that minimise the energy of a time step, with one wording for all. */
#include "method/energies.h"

#include "base/error.h"
#include "layout/layout.h"
#include "method/springs.h"

static xpbd_status check_set(const xpbd_constraints *set, const char *method) {
  const xpbd_formula_info *formula = xpbd_formula_at(set->formula);
  XPBD_REQUIRE(!(formula->traits & XPBD_SUMMED), XPBD_ERR_UNSUPPORTED,
               "method %s takes energies of single elements; %s is summed over %s", method, formula->name,
               formula->traits & XPBD_NODAL ? "the elements at a vertex" : "the whole mesh");
  XPBD_REQUIRE(set->compliance > 0.0, XPBD_ERR_UNSUPPORTED,
               "%s: compliance is 0, but the energy C^2 / (2 compliance) of method %s is finite", formula->name,
               method);
  XPBD_REQUIRE(set->compliance >= 1e-100 && set->compliance <= 1e100, XPBD_ERR_UNSUPPORTED,
               "%s: a compliance of %g is out of range for method %s", formula->name, set->compliance, method);
  XPBD_REQUIRE(set->damping == 0.0, XPBD_ERR_UNSUPPORTED,
               "%s: damping is %g, but method %s has none, because the damping of XPBD is no energy", formula->name,
               set->damping, method);
  return XPBD_OK;
}

xpbd_status xpbd_method_check_energies(const xpbd_method_info *method, const xpbd_scene *scene,
                                       const xpbd_solver_def *def) {
  const double gauss_newton = xpbd_number_of(def, "gauss_newton");
  XPBD_REQUIRE(gauss_newton == 0.0 || gauss_newton == 1.0, XPBD_ERR_INVALID_ARGUMENT,
               "gauss_newton is %g, must be 0 or 1", gauss_newton);
  XPBD_TRY(xpbd_method_check_no_contact(scene, method->name));
  XPBD_TRY(xpbd_method_check_particles(scene, method->name));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) XPBD_TRY(check_set(xpbd_scene_set(scene, s), method->name));
  return XPBD_OK;
}
