/* Why this file exists: Newton's method with multigrid as an entry of the table of methods, and what it refuses besides.
 * lib/implicit runs it. */
#include <math.h>

#include "base/error.h"
#include "implicit/engine.h"
#include "layout/layout.h"
#include "method/energies.h"
#include "xpbd/method.h"

static const xpbd_method_number numbers[] = {
    XPBD_NUMBER_GAUSS_NEWTON,
    XPBD_NUMBER_NEWTON_TOLERANCE,
    {"multigrid_levels", "1", 30.0, 1.0, 30.0,
     .about = "largest number of levels (1 = conjugate gradients without coarse levels)"},
    {"multigrid_sweeps", "1", 1.0, 1.0, 100.0,
     .about = "sweeps on each level before the coarse ones, and as many after"},
    XPBD_NUMBER_CONTACT_STIFFNESS,
    XPBD_NUMBER_FRICTION_SPEED};

static xpbd_status check(const xpbd_method_info *method, const xpbd_scene *scene, const xpbd_solver_def *def) {
  static const char *const counts[] = {"multigrid_levels", "multigrid_sweeps"};
  for (int k = 0; k < 2; k++) {
    const double count = xpbd_number_of(def, counts[k]);
    XPBD_REQUIRE(count == floor(count), XPBD_ERR_INVALID_ARGUMENT, "%s is %g, must be a whole number", counts[k],
                 count);
  }
  return xpbd_method_check_energies(method, scene, def);
}

extern const xpbd_method_info xpbd_method_multigrid;
const xpbd_method_info xpbd_method_multigrid = {
    .name = "multigrid",
    .about = "implicit Euler solved by Newton's method with multigrid, for large meshes",
    .source = "Nocedal, Wright 2006, Numerical Optimization, Algorithm 7.1; Vanek, Mandel, Brezina 1996, Algebraic "
              "Multigrid by Smoothed Aggregation, Section 4 and Algorithm 5.1; Tatebe 1993, The Multigrid "
              "Preconditioned Conjugate Gradient Method",
    .traits = XPBD_METHOD_MULTIGRID_TRAITS,
    .iterations = 100,
    .supports = check,
    .engine = &xpbd_multigrid_engine,
    .numbers = numbers,
    .number_count = sizeof numbers / sizeof *numbers};
