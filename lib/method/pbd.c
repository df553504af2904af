/* Why this file exists: position-based dynamics, the ancestor of XPBD, with alpha = 0. There are two readings of the
 * stiffness k. Every correction is multiplied by k, or by 1 - (1 - k)^(1 / iterations), which makes the result
 * independent of the number of iterations. */
#include "xpbd/method.h"

static const xpbd_method_number numbers[] = {
    {"pbd_stiffness", "1", 1.0, 0.0, 1.0,
     .about = "fraction of each correction that is applied; pbd-scaled: by all iterations together",
     .percent = "stiffness"}};

extern const xpbd_method_info xpbd_method_pbd, xpbd_method_pbd_scaled;

const xpbd_method_info xpbd_method_pbd = {
    .name = "pbd",
    .about = "position-based dynamics: no compliance, corrections times a stiffness",
    .source = "Mueller, Heidelberger, Hennix, Ratcliff 2007, Position Based Dynamics, Section 3.3",
    .traits = XPBD_METHOD_PBD_TRAITS,
    .numbers = numbers,
    .number_count = 1};

const xpbd_method_info xpbd_method_pbd_scaled = {
    .name = "pbd-scaled",
    .about = "the same, with a stiffness independent of the number of iterations",
    .source = "Mueller, Heidelberger, Hennix, Ratcliff 2007, Position Based Dynamics, Section 3.3, end",
    .traits = XPBD_METHOD_PBD_SCALED_TRAITS,
    .numbers = numbers,
    .number_count = 1};
