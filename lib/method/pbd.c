/* Why this file exists: position-based dynamics, the ancestor, in its two readings of the stiffness k: alpha = 0, and
 * every correction times k, or times 1 - (1 - k)^(1 / iterations), which does not depend on the number of iterations. */
#include "xpbd/method.h"

extern const xpbd_method_info xpbd_method_pbd, xpbd_method_pbd_scaled;

const xpbd_method_info xpbd_method_pbd = {
    .name = "pbd",
    .about = "position-based dynamics: no compliance, corrections times a stiffness",
    .source = "Mueller, Heidelberger, Hennix, Ratcliff 2007, Position Based Dynamics, Section 3.3",
    .traits = XPBD_METHOD_PBD_TRAITS};

const xpbd_method_info xpbd_method_pbd_scaled = {
    .name = "pbd-scaled",
    .about = "the same, its stiffness independent of the number of iterations",
    .source = "Mueller, Heidelberger, Hennix, Ratcliff 2007, Position Based Dynamics, Section 3.3, end",
    .traits = XPBD_METHOD_PBD_SCALED_TRAITS};
