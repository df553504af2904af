/* Why this file exists: gives the table of methods the functions that run the projective methods. Private to the
 * library. */
#ifndef XPBD_PROJECTIVE_ENGINE_H
#define XPBD_PROJECTIVE_ENGINE_H

#include "xpbd/backend.h"

/// For XPBD_METHOD_FMS and XPBD_METHOD_PD, which differ in the terms they allow.
extern const xpbd_backend xpbd_projective_engine;

#endif
