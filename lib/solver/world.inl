/* Why this file exists: the world of a CPU (step/world.inl) and the phases of its time step, for the tables of kernels
 * and for the runner (cpu_body.inl). No include guard: include once per XPBD_SCALAR, after solver/kernel.h, with
 * XPBD_HALF defined. */
#include "collide/obstacle.h"
#include "step/who.h"
#include "xpbd/scene.h"

#include "formula/scalar.h"
#include "solver/particle.inl"
#include "solver/sums.inl"
#include "collide/project.inl"
#include "solver/contact.inl"
#include "solver/bounce.inl"
#include "solver/split.inl"

#undef SET
#undef PARTICLE
#undef WORLD
#undef XPBD_WORLD_OWN
#define SET      XPBD_NAME(set)
#define PARTICLE XPBD_NAME(particle)
#define WORLD    XPBD_NAME(world)
#define XPBD_WORLD_OWN                                                                                                 \
  const xpbd_kernels *kernels;                                                                                         \
  int32_t *multipliers; /* [set_count] */                                                                              \
  PARTICLE *kept;       /* [2, n] for acceleration.inl, else NULL */                                                   \
  REAL *kept_lambda;    /* [2, all multipliers] */
#include "step/world.inl"

#include "step/phases.inl"

/* This thread's share of `count` items. */
#undef RANGE
#define RANGE(first, last, count)                                                                                      \
  const int32_t first = xpbd_share_begin((count), who->thread, who->threads);                                          \
  const int32_t last = xpbd_share_begin((count), who->thread + 1, who->threads)
