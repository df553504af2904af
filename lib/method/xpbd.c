/* Why this file exists: XPBD, the subject of the project, as an entry of the table of methods. */
#include "xpbd/method.h"

extern const xpbd_method_info xpbd_method_xpbd;
const xpbd_method_info xpbd_method_xpbd = {
    .name = "xpbd",
    .about = "extended position-based dynamics (Macklin et al. 2016)",
    .source =
        "Macklin, Mueller, Chentanez 2016, XPBD: Position-Based Simulation of Compliant Constrained Dynamics, Alg. 1; "
        "with substeps and one iteration Macklin et al. 2019, Small Steps in Physics Simulation"};
