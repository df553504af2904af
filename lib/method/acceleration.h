/* Why this file exists: the parameters of acceleration, which several methods share. Private to the library. */
#pragma once

#include <stdbool.h>

#include "xpbd/method.h"

/* A step with constraints that are linear is solved by omega between 0 and 2. At 2, errors that change sign in each
 * iteration stay. */
#define XPBD_METHOD_OMEGA                                                                                              \
  {                                                                                                                    \
    "omega", "1", 1.0, 0.0, 2.0,                                                                                       \
        .about = "factor of each correction, which over-relaxes above 1: of multipliers, or of positions (vbd, "       \
                 "jacobi-mean)",                                                                                       \
        .above = true, .below = true, .percent = "omega"                                                               \
  }

/* Wang 2015 estimates the spectral radius by trial. It is given here, because an estimate in the run would depend on
 * how far the run has come, and a checkpoint would have to hold it. */
#define XPBD_METHOD_CHEBYSHEV                                                                                          \
  {                                                                                                                    \
    "chebyshev", "1", 0.0, 0.0, 1.0,                                                                                   \
        .about = "estimated share of the error that an iteration leaves, for Chebyshev acceleration (0 = none)",       \
        .below = true                                                                                                  \
  }
