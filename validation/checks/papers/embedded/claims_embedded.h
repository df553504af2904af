/* Why this file exists: the checks of Cetinaslan and Chaves, "Energy Embedded Gauss-Seidel Iteration", share this. Each
 * claim is judged for the method as printed (Alg. 1, line 14). It is also judged for the one that this suite calls
 * "energy", which has theta in the denominator and bounds the residual (lib/solver/project.inl says why). Both are
 * compared with XPBD at the same settings. */
#pragma once

#include "checks/papers/claims/claims.h"

#define EMBEDDED_LINE   "as printed, line 14"
#define EMBEDDED_STABLE "made stable"

enum { PLAIN, LINE, STABLE, READINGS };
extern const xpbd_method embedded_methods[READINGS];

/// Whether a run ended with a body: finite, and its edges on average less than twice as long as at rest.
bool embedded_kept(const claims_run *run);

void embedded_list_body(check_registry *registry, int full);
void embedded_list_torus(check_registry *registry);
void embedded_list_laws(check_registry *registry);
void embedded_list_volumes(check_registry *registry);
