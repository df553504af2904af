/* Why this file exists: averaged Jacobi, as game engines run XPBD and PBD on GPUs: all constraints of a sweep from the same
 * positions, so that any number of threads has work and no colouring is needed. With the mass split, which keeps the fixed
 * point of XPBD, and with the mean per particle as it is printed, which does not. Both in solver/split.inl. */
#include "xpbd/method.h"

extern const xpbd_method_info xpbd_method_jacobi, xpbd_method_jacobi_mean;

const xpbd_method_info xpbd_method_jacobi = {
    .name = "jacobi",
    .about = "averaged Jacobi: all constraints at once, the masses split among them, relaxed by omega",
    .source =
        "Tonge, Benevolenski, Voroshilov 2012, Mass Splitting for Jitter-Free Parallel Rigid Body Simulation; omega "
        "as Macklin, Mueller, Chentanez, Kim 2014, Unified Particle Physics for Real-Time Applications, Section 4.3",
    .traits = XPBD_METHOD_JACOBI_TRAITS};

const xpbd_method_info xpbd_method_jacobi_mean = {
    .name = "jacobi-mean",
    .about = "the same by the printed mean of corrections: loses momentum and the fixed point",
    .source =
        "Macklin, Mueller, Chentanez, Kim 2014, Unified Particle Physics for Real-Time Applications, Sections 4.2 "
        "and 4.3",
    .traits = XPBD_METHOD_JACOBI_MEAN_TRAITS};
