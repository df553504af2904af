/* Why this file exists: the walk of the cuda backend over a scene, done by a CPU that plays one device thread after the
 * other, in any order. The functions of each phase are those the kernels call; what is left to a device is that its threads
 * really run and really meet. */
#ifndef XPBD_CUDA_WALK_H
#define XPBD_CUDA_WALK_H

#include "check.h"
#include "workload.h"

/// Walk the workload for a few frames with teams of all sizes, threads shuffled in every phase: the bits of seq each time,
/// and others after one more frame.
void walk_like_seq(check *self, const workload *load);

#endif
