/* Why this file exists: the numbers of a scene's layout that a plan needs. */
#pragma once

#include "layout/layout.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The layout's work, with the batch and the precision of its settings.
cuda_work cuda_work_of(const xpbd_layout *layout);

#ifdef __cplusplus
}
#endif
