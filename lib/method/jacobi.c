/* Why this file exists: averaged Jacobi, as game engines run XPBD and PBD on GPUs. All constraints of an iteration use
 * the same positions, so any number of threads has work and no colouring is needed. Splitting the masses keeps the
 * fixed point of XPBD. The printed mean per particle does not. Both are in solver/split.inl. */
#include "method/acceleration.h"
#include "xpbd/method.h"

/* jacobi relaxes the changes of the multipliers, so positions and multipliers stay consistent. jacobi-mean relaxes the
 * mean move of each particle, as printed: that paper has no compliance and keeps no multipliers. With compliance its
 * multipliers take the whole change, so omega also changes the positions it converges to. That is why only jacobi has
 * Chebyshev acceleration. */
static const xpbd_method_number numbers[] = {XPBD_METHOD_OMEGA, XPBD_METHOD_CHEBYSHEV};
enum { OF_JACOBI = 2, OF_MEAN = 1 };

extern const xpbd_method_info xpbd_method_jacobi, xpbd_method_jacobi_mean;

const xpbd_method_info xpbd_method_jacobi = {
    .name = "jacobi",
    .about = "averaged Jacobi: all constraints at once, the masses split among them, relaxed by omega",
    .source =
        "Tonge, Benevolenski, Voroshilov 2012, Mass Splitting for Jitter-Free Parallel Rigid Body Simulation; omega "
        "as Macklin, Mueller, Chentanez, Kim 2014, Unified Particle Physics for Real-Time Applications, Section 4.3; "
        "acceleration as Wang 2015, A Chebyshev Semi-Iterative Approach for Accelerating Projective and Position-Based "
        "Dynamics",
    .traits = XPBD_METHOD_JACOBI_TRAITS,
    .numbers = numbers,
    .number_count = OF_JACOBI};

const xpbd_method_info xpbd_method_jacobi_mean = {
    .name = "jacobi-mean",
    .about = "the same with the printed mean of corrections: loses momentum and the fixed point",
    .source =
        "Macklin, Mueller, Chentanez, Kim 2014, Unified Particle Physics for Real-Time Applications, Sections 4.2 "
        "and 4.3",
    .traits = XPBD_METHOD_JACOBI_MEAN_TRAITS,
    .numbers = numbers,
    .number_count = OF_MEAN};
