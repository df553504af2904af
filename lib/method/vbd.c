/* Why this file exists: vertex block descent as an entry of the table of methods. lib/implicit runs it. */
#include "implicit/engine.h"
#include "method/acceleration.h"
#include "method/energies.h"
#include "xpbd/method.h"

static const xpbd_method_number numbers[] = {XPBD_NUMBER_GAUSS_NEWTON, XPBD_METHOD_OMEGA, XPBD_METHOD_CHEBYSHEV,
                                             XPBD_NUMBER_CONTACT_STIFFNESS, XPBD_NUMBER_FRICTION_SPEED};

static const char *const backends[] = {"cuda", "opencl", NULL};

extern const xpbd_method_info xpbd_method_vbd;
const xpbd_method_info xpbd_method_vbd = {
    .name = "vbd",
    .about = "vertex block descent (Chen et al. 2024): one vertex after the other, by its own 3 x 3 matrix",
    .source = "Chen, Liu, Yang, Yuksel 2024, Vertex Block Descent, Eqs. (6) to (9); acceleration as Wang 2015, A "
              "Chebyshev Semi-Iterative Approach for Accelerating Projective and Position-Based Dynamics",
    .traits = XPBD_METHOD_VBD_TRAITS,
    .supports = xpbd_method_check_energies,
    .engine = &xpbd_vbd_engine,
    .teamed = &xpbd_vbd_teamed,
    .backends = backends,
    .numbers = numbers,
    .number_count = sizeof numbers / sizeof *numbers};
