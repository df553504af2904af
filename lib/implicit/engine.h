/* Why this file exists: gives the table of methods the functions that minimise the energy of a step. Private to the
 * library. */
#pragma once

#include "solver/teamed.h"

/// For XPBD_METHOD_NEWTON.
extern const xpbd_backend xpbd_newton_engine;
/// For XPBD_METHOD_FMS and XPBD_METHOD_PD, which differ in the terms they allow.
extern const xpbd_backend xpbd_projective_engine;
/// For XPBD_METHOD_ADMM.
extern const xpbd_backend xpbd_admm_engine;
/// For XPBD_METHOD_MULTIGRID.
extern const xpbd_backend xpbd_multigrid_engine;
/// For XPBD_METHOD_VBD and XPBD_METHOD_AVBD.
extern const xpbd_backend xpbd_vbd_engine;
extern const xpbd_teamed xpbd_vbd_teamed;
