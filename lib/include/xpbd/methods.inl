/* Why this file exists: the list of methods. A line has the constant of a method, its table and its traits. The layout
 * and the CPU kernels read the traits from here, because they may not include the tables. Programs list methods in this
 * order. */
XPBD_METHOD(XPBD_METHOD_XPBD, xpbd_method_xpbd, 0)
XPBD_METHOD(XPBD_METHOD_PBD, xpbd_method_pbd, XPBD_DROPS_COMPLIANCE)
XPBD_METHOD(XPBD_METHOD_PBD_SCALED, xpbd_method_pbd_scaled, XPBD_DROPS_COMPLIANCE)
XPBD_METHOD(XPBD_METHOD_ENERGY, xpbd_method_energy, XPBD_CARRIES_ENERGY)
XPBD_METHOD(XPBD_METHOD_ENERGY_LINE, xpbd_method_energy_line, XPBD_CARRIES_ENERGY | XPBD_UNSTABLE)
XPBD_METHOD(XPBD_METHOD_ENERGY_EQ7, xpbd_method_energy_eq7, XPBD_CARRIES_ENERGY | XPBD_UNSTABLE)
XPBD_METHOD(XPBD_METHOD_JACOBI, xpbd_method_jacobi, XPBD_AT_ONCE)
XPBD_METHOD(XPBD_METHOD_JACOBI_MEAN, xpbd_method_jacobi_mean, XPBD_AT_ONCE)
XPBD_METHOD(XPBD_METHOD_FMS, xpbd_method_fms, XPBD_IN_DOUBLE | XPBD_TAKES_PROJECTIVE)
XPBD_METHOD(XPBD_METHOD_PD, xpbd_method_pd, XPBD_IN_DOUBLE | XPBD_TAKES_PROJECTIVE | XPBD_TAKES_WEIGHTS)
XPBD_METHOD(XPBD_METHOD_VERLET_6, xpbd_method_verlet_6, XPBD_IN_DOUBLE | XPBD_EXPLICIT)
XPBD_METHOD(XPBD_METHOD_VERLET_7, xpbd_method_verlet_7, XPBD_IN_DOUBLE | XPBD_EXPLICIT)
XPBD_METHOD(XPBD_METHOD_VERLET_7_SERIAL, xpbd_method_verlet_7_serial, XPBD_IN_DOUBLE | XPBD_EXPLICIT)
XPBD_METHOD(XPBD_METHOD_NEWTON, xpbd_method_newton, XPBD_IN_DOUBLE | XPBD_UNTIL_SOLVED)
XPBD_METHOD(XPBD_METHOD_VBD, xpbd_method_vbd, XPBD_IN_DOUBLE)
XPBD_METHOD(XPBD_METHOD_AVBD, xpbd_method_avbd, XPBD_IN_DOUBLE | XPBD_HARD)
