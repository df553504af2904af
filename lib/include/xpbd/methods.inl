/* Why this file exists: the one list of methods, a line each: its constant, its table, and its traits, which those who lay out
 * and run a scene ask for and who know no table. The order is that of listings and means nothing else. */
XPBD_METHOD(XPBD_METHOD_XPBD, xpbd_method_xpbd, 0)
XPBD_METHOD(XPBD_METHOD_PBD, xpbd_method_pbd, XPBD_TAKES_STIFFNESS | XPBD_DROPS_COMPLIANCE)
XPBD_METHOD(XPBD_METHOD_PBD_SCALED, xpbd_method_pbd_scaled, XPBD_TAKES_STIFFNESS | XPBD_DROPS_COMPLIANCE)
XPBD_METHOD(XPBD_METHOD_ENERGY, xpbd_method_energy, XPBD_CARRIES_ENERGY | XPBD_TAKES_THETA)
XPBD_METHOD(XPBD_METHOD_ENERGY_LINE, xpbd_method_energy_line, XPBD_CARRIES_ENERGY | XPBD_UNSTABLE)
XPBD_METHOD(XPBD_METHOD_ENERGY_EQ7, xpbd_method_energy_eq7, XPBD_CARRIES_ENERGY | XPBD_UNSTABLE)
XPBD_METHOD(XPBD_METHOD_JACOBI, xpbd_method_jacobi, XPBD_TAKES_OMEGA | XPBD_AT_ONCE)
XPBD_METHOD(XPBD_METHOD_JACOBI_MEAN, xpbd_method_jacobi_mean, XPBD_TAKES_OMEGA | XPBD_AT_ONCE)
XPBD_METHOD(XPBD_METHOD_FMS, xpbd_method_fms, XPBD_IN_DOUBLE | XPBD_TAKES_PROJECTIVE)
XPBD_METHOD(XPBD_METHOD_PD, xpbd_method_pd, XPBD_IN_DOUBLE | XPBD_TAKES_PROJECTIVE | XPBD_TAKES_WEIGHTS)
XPBD_METHOD(XPBD_METHOD_VERLET_6, xpbd_method_verlet_6, XPBD_IN_DOUBLE | XPBD_EXPLICIT)
XPBD_METHOD(XPBD_METHOD_VERLET_7, xpbd_method_verlet_7, XPBD_IN_DOUBLE | XPBD_EXPLICIT)
