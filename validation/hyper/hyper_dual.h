/* Why this file exists: second derivatives of every formula by a second reading of its value alone, to check those that
 * the library takes from the coded gradient. */
#pragma once

#include "formula/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Second derivatives of the C of formula `index` of the list, row-major, (3 arity)^2 numbers. The coded gradient is
/// not used. Only linked if a C++ compiler was found (CHECK_HYPER_DUAL).
void hyper_dual_second(int index, const xpbd_vec3_f64 *x, const double *rest, const double *material, double *hessian);

#ifdef __cplusplus
}
#endif
