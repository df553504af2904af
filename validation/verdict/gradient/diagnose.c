/* Why this file exists: runs the parts of the diagnosis in order and decides which of them prevent the rest. */
#include <stdio.h>

#include "verdict/judge/verdict.h"

void verdict_diagnose(verdict *v, const xpbd_formula *formula) {
  snprintf(v->name, sizeof v->name, "%s", formula->info.name);
  verdict_arrays(v, formula);
  if (!verdict_has(v, VERDICT_OUT_OF_BOUNDS)) verdict_state(v, formula);
  if (!verdict_has(v, VERDICT_STATE) && !verdict_has(v, VERDICT_OUT_OF_BOUNDS)) { /* either prevents the rest */
    verdict_gradient(v, formula);
    verdict_invariance(v, formula);
    verdict_rest(v, formula);
    verdict_units(v, formula);
    verdict_order(v, formula);
    verdict_paths(v, formula);
    verdict_extremes(v, formula);
    verdict_floats(v, formula);
    verdict_second(v, formula);
    if (formula->f32) verdict_tree(v, formula); /* the tree takes formulas of files */
  }
}
