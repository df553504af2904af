/* Why this file exists: what inertia.c, phases.c and kernels.c give each other in one instruction set: phases of a time
 * step, and the projection of constraints of particles. No include guard: include after kernels_names.inl, once per
 * XPBD_SCALAR. */
#include "formula/types.h"

#undef XPBD_PHASE_KERNEL
#undef XPBD_PATCHES_KERNEL
#define XPBD_PHASE_KERNEL(name)                                                                                        \
  void XPBD_KERNEL(name)(const struct XPBD_NAME(world) * w, struct xpbd_who * who, PARTICLE * x,                       \
                         XPBD_UNUSED int32_t a, XPBD_UNUSED int32_t b, XPBD_UNUSED int32_t c)
#define XPBD_PATCHES_KERNEL                                                                                            \
  void XPBD_KERNEL(patches)(const struct XPBD_NAME(world) * w, struct xpbd_who * who, int32_t s,                       \
                            const struct xpbd_patches *patches, int arity, const int32_t *particles, int64_t count)
XPBD_PHASE_KERNEL(predict);
XPBD_PHASE_KERNEL(finish);
XPBD_PATCHES_KERNEL;
extern const XPBD_NAME(phase) XPBD_KERNEL(phases)[];
