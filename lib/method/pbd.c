/* Why this file exists: position-based dynamics, the ancestor, in its two readings of the stiffness k: alpha = 0, and
 * every correction times k, or times 1 - (1 - k)^(1 / iterations), which does not depend on the number of iterations. */
#include "xpbd/method.h"

static const xpbd_method_number numbers[] = {
    {"pbd_stiffness", "1", 1.0, 0.0, 1.0,
     .about = "part of a correction that is made; pbd-scaled: in all iterations together", .percent = "stiffness"}};

extern const xpbd_method_info xpbd_method_pbd, xpbd_method_pbd_scaled;

const xpbd_method_info xpbd_method_pbd = {
    .name = "pbd",
    .about = "position-based dynamics: no compliance, corrections times a stiffness",
    .source = "Mueller, Heidelberger, Hennix, Ratcliff 2007, Position Based Dynamics, Section 3.3",
    .traits = XPBD_DROPS_COMPLIANCE,
    .numbers = numbers,
    .number_count = 1};

const xpbd_method_info xpbd_method_pbd_scaled = {
    .name = "pbd-scaled",
    .about = "the same, its stiffness independent of the number of iterations",
    .source = "Mueller, Heidelberger, Hennix, Ratcliff 2007, Position Based Dynamics, Section 3.3, end",
    .traits = XPBD_DROPS_COMPLIANCE,
    .numbers = numbers,
    .number_count = 1};
