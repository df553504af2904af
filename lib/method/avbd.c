/* Why this file exists: augmented vertex block descent as an entry of the table of methods. lib/implicit runs it. */
#include "implicit/engine.h"
#include "method/energies.h"
#include "xpbd/method.h"

static const xpbd_method_number numbers[] = {
    {"avbd_alpha", "1", 0.95, 0.0, 1.0,
     .about = "share of the error at the start of a step that a rigid constraint ignores"},
    {"avbd_beta", "N/m/m", 1e5, 0.0, 1e100, .about = "growth of stiffness in an iteration per error of the constraint"},
    {"avbd_gamma", "1", 0.99, 0.0, 1.0,
     .about = "share of stiffness and multipliers that a step keeps for the next one"},
    {"avbd_start", "1", 10.0, 0.0, 1e8, .above = true,
     .about = "least stiffness, in multiples of the inertia that resists a constraint"},
    XPBD_NUMBER_CONTACT_STIFFNESS};

extern const xpbd_method_info xpbd_method_avbd;
const xpbd_method_info xpbd_method_avbd = {
    .name = "avbd",
    .about = "augmented vertex block descent (Giles et al. 2025): with growing stiffness and rigid constraints",
    .source = "Giles, Diaz, Yuksel 2025, Augmented Vertex Block Descent, Algorithm 1",
    .traits = XPBD_METHOD_AVBD_TRAITS,
    .supports = xpbd_method_check_energies,
    .engine = &xpbd_vbd_engine,
    .teamed = &xpbd_vbd_teamed,
    .numbers = numbers,
    .number_count = sizeof numbers / sizeof *numbers};
