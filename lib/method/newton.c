/* Why this file exists: Newton's method on a time step as an entry of the table of methods, and the refusals of what it
 * cannot do. lib/implicit runs it. */
#include "implicit/engine.h"
#include "method/energies.h"
#include "xpbd/method.h"

static const xpbd_method_number numbers[] = {
    {"gauss_newton", "1", 0.0, 0.0, 1.0, .about = "1 leaves C times the second derivatives of C out of the matrix"},
    {"newton_tolerance", "1", 1e-12, 0.0, 1.0,
     .about = "a step ends when no coordinate moves by more than this times the extent of the scene"},
    XPBD_NUMBER_CONTACT_STIFFNESS,
    XPBD_NUMBER_FRICTION_SPEED};

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
