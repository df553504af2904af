/* Why this file exists: energy-embedded Gauss-Seidel, which iterates on an energy per particle instead of multipliers.
 * Its paper prints it in two places, which differ. Both are here, and a stable form. project_energy_one() in
 * solver/project.inl says why it is stable. */
#include <math.h>

#include "base/error.h"
#include "xpbd/method.h"

#define SOURCE "Cetinaslan, Chaves 2019, Energy Embedded Gauss-Seidel Iteration for Soft Body Simulations, "

/* Each particle embeds the energies of its own constraints one after the other. A sum over elements has no turn. */
static xpbd_status supports(const xpbd_method_info *method, const xpbd_scene *scene, const xpbd_solver_def *def) {
  (void)def;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const xpbd_formula_info *formula = xpbd_formula_at(set->formula);
    XPBD_REQUIRE(!(formula->traits & XPBD_SUMMED), XPBD_ERR_UNSUPPORTED,
                 "method %s runs constraints of single elements; %s is summed over %s", method->name, formula->name,
                 formula->traits & XPBD_NODAL ? "the elements at a vertex" : "the whole mesh");
    XPBD_REQUIRE(set->solve == XPBD_SOLVE_ROWS, XPBD_ERR_UNSUPPORTED,
                 "method %s embeds the energy of one row after another: set solve=rows for %s", method->name,
                 formula->name);
  }
  return XPBD_OK;
}

static const xpbd_method_number numbers[] = {
    {"theta", "1", 1.0, 0.0, INFINITY, .about = "weight of the energy eps in C and in the denominator"}};

extern const xpbd_method_info xpbd_method_energy, xpbd_method_energy_line, xpbd_method_energy_eq7;

const xpbd_method_info xpbd_method_energy = {
    .name = "energy",
    .about = "energy-embedded Gauss-Seidel, made stable: theta in the denominator, eps bounded",
    .source = SOURCE "Alg. 1 with C + theta eps, |eps| <= sum |G . V|, and the weight (1 + theta) W",
    .traits = XPBD_METHOD_ENERGY_TRAITS,
    .supports = supports,
    .numbers = numbers,
    .number_count = 1};

const xpbd_method_info xpbd_method_energy_line = {
    .name = "energy-line14",
    .about = "energy-embedded as printed in Alg. 1, line 14: marginal or unstable",
    .source = SOURCE "Alg. 1, line 14: C + eps",
    .traits = XPBD_METHOD_ENERGY_LINE_TRAITS,
    .supports = supports};

const xpbd_method_info xpbd_method_energy_eq7 = {.name = "energy-eq7",
                                                 .about = "energy-embedded as printed in Eq. (7): diverges",
                                                 .source = SOURCE "Eq. (7): C - eps",
                                                 .traits = XPBD_METHOD_ENERGY_EQ7_TRAITS,
                                                 .supports = supports};
