/* Why this file exists: Newton's method on a time step as an entry of the table of methods, and the refusals of what it
 * cannot do. lib/implicit runs it. */
#include "implicit/engine.h"
#include "method/energies.h"
#include "xpbd/method.h"

static const xpbd_method_number numbers[] = {XPBD_NUMBER_GAUSS_NEWTON, XPBD_NUMBER_NEWTON_TOLERANCE,
                                             XPBD_NUMBER_CONTACT_STIFFNESS, XPBD_NUMBER_FRICTION_SPEED};

extern const xpbd_method_info xpbd_method_newton;
const xpbd_method_info xpbd_method_newton = {
    .name = "newton",
    .about = "implicit Euler solved by Newton's method: the answer that others approach",
    .source = "Nocedal, Wright 2006, Numerical Optimization, Algorithms 3.1 and 3.2; Teran, Sifakis, Irving, Fedkiw "
              "2005, Robust Quasistatic Finite Elements and Flesh Simulation, Section 7",
    .needs = "CHOLMOD",
    .traits = XPBD_METHOD_NEWTON_TRAITS,
    .iterations = 100,
    .supports = xpbd_method_check_energies,
    .engine = &xpbd_newton_engine,
    .numbers = numbers,
    .number_count = sizeof numbers / sizeof *numbers};
