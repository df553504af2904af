/* Why this file exists: XPBD, the subject of the project, as an entry of the table of methods. */
#include "method/acceleration.h"
#include "xpbd/method.h"

static const xpbd_method_number numbers[] = {XPBD_METHOD_OMEGA, XPBD_METHOD_CHEBYSHEV};

extern const xpbd_method_info xpbd_method_xpbd;
const xpbd_method_info xpbd_method_xpbd = {
    .name = "xpbd",
    .about = "extended position-based dynamics (Macklin et al. 2016)",
    .source =
        "Macklin, Mueller, Chentanez 2016, XPBD: Position-Based Simulation of Compliant Constrained Dynamics, Alg. 1; "
        "with substeps and one iteration Macklin et al. 2019, Small Steps in Physics Simulation; omega as Macklin, "
        "Mueller, Chentanez, Kim 2014, Unified Particle Physics for Real-Time Applications, Section 4.3; acceleration "
        "as Wang 2015, A Chebyshev Semi-Iterative Approach for Accelerating Projective and Position-Based Dynamics",
    .traits = XPBD_METHOD_XPBD_TRAITS,
    .numbers = numbers,
    .number_count = 2};
