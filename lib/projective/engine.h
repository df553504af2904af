/* Why this file exists: what the table of methods needs of the projective methods: the functions that run them. Private to
 * the library. */
#ifndef XPBD_PROJECTIVE_ENGINE_H
#define XPBD_PROJECTIVE_ENGINE_H

#include "xpbd/backend.h"

/// Of XPBD_METHOD_FMS and XPBD_METHOD_PD, which differ in what terms they allow.
extern const xpbd_backend xpbd_projective_engine;

#endif
