/* Why this file exists: the one list of methods, a line each: its constant and its table. Included by xpbd/solver.h for
 * the constants and by lib/method/method.c for the tables. The order is that of listings and means nothing else. */
XPBD_METHOD(XPBD_METHOD_XPBD, xpbd_method_xpbd)
XPBD_METHOD(XPBD_METHOD_PBD, xpbd_method_pbd)
XPBD_METHOD(XPBD_METHOD_PBD_SCALED, xpbd_method_pbd_scaled)
XPBD_METHOD(XPBD_METHOD_ENERGY, xpbd_method_energy)
XPBD_METHOD(XPBD_METHOD_ENERGY_LINE, xpbd_method_energy_line)
XPBD_METHOD(XPBD_METHOD_ENERGY_EQ7, xpbd_method_energy_eq7)
XPBD_METHOD(XPBD_METHOD_JACOBI, xpbd_method_jacobi)
XPBD_METHOD(XPBD_METHOD_JACOBI_MEAN, xpbd_method_jacobi_mean)
XPBD_METHOD(XPBD_METHOD_FMS, xpbd_method_fms)
XPBD_METHOD(XPBD_METHOD_PD, xpbd_method_pd)
XPBD_METHOD(XPBD_METHOD_VERLET_6, xpbd_method_verlet_6)
XPBD_METHOD(XPBD_METHOD_VERLET_7, xpbd_method_verlet_7)
