/* Why this file exists: tells a phase of the time step (phases.inl) who runs it, on a CPU or a device: which thread of
 * how many, which copy, and where to count. On a device include it after the definition of cuda_status or
 * xpbd_opencl_status. */
#ifndef XPBD_STEP_WHO_H
#define XPBD_STEP_WHO_H

#include "layout/records.h"

#if defined(XPBD_OPENCL_C)
#define XPBD_TALLY          XPBD_GLOBAL xpbd_opencl_status
#define XPBD_PHASE          XPBD_UNUSED static void
#define XPBD_EACH(i, count) for (int32_t i = who->thread; i < (count); i += who->threads)
#define XPBD_COUNT(field, number)                                                                                      \
  do {                                                                                                                 \
    if (number) xpbd_opencl_count(who->tally->field, (uint)(number));                                                  \
  } while (0)
#define XPBD_ADD(to, number) atomic_add((to), (number)) /* returns the old value */
#elif defined(__CUDACC__)
#define XPBD_STEP_IF        if constexpr
#define XPBD_TALLY          cuda_status
/* Rare phases are function calls, so that the kernels of a plain cloth do not pay for their registers and stacks. */
#define XPBD_PHASE          XPBD_UNUSED static __device__ __noinline__ void
/* Threads interleave, so that neighbours read neighbours. */
#define XPBD_EACH(i, count) for (int32_t i = who->thread; i < (count); i += who->threads)
#define XPBD_COUNT(field, number)                                                                                      \
  do {                                                                                                                 \
    if (number) atomicAdd(&who->tally->field, (unsigned long long)(number));                                           \
  } while (0)
#define XPBD_ADD(to, number) atomicAdd((to), (number)) /* returns the old value */
#else
#define XPBD_TALLY xpbd_tally
#define XPBD_PHASE XPBD_UNUSED static void
/* Each thread has its own range, the same one in every phase. */
#define XPBD_EACH(i, count)                                                                                            \
  for (int32_t i = xpbd_share_begin((count), who->thread, who->threads),                                               \
               i##_end = xpbd_share_begin((count), who->thread + 1, who->threads);                                     \
       i < i##_end; i++)
#define XPBD_COUNT(field, number) (void)(who->tally->field += (number))
#define XPBD_ADD(to, number)      __atomic_fetch_add((to), (number), __ATOMIC_RELAXED)

/* Counts of one thread, on its own cache line. */
typedef struct xpbd_tally {
  _Alignas(64) int64_t skipped;
  int64_t projections; /* constraints given to the kernels, without padding */
  int64_t lost;        /* above 0: particles have not been finite since the reset */
  int64_t contacts;    /* particles pushed out of an obstacle or apart */
  int64_t unseen;      /* contact candidates that did not fit */
} xpbd_tally;

/* Where the share of thread `thread` of `count` items begins, in whole blocks of XPBD_PADDING. */
static inline int32_t xpbd_share_begin(int32_t count, int32_t thread, int32_t threads) {
  if (thread == 0) return 0; /* a division takes as long as a phase of a few particles */
  if (thread == threads) return count;
  const int64_t blocks = ((int64_t)count + XPBD_PADDING - 1) / XPBD_PADDING;
  const int64_t begin = blocks * thread / threads * XPBD_PADDING;
  return (int32_t)(begin < count ? begin : count);
}
#endif

/* Who runs a phase, and on which copy. */
typedef struct xpbd_who {
  int32_t thread, threads; /* of those at the barrier */
  int32_t copy;            /* of a batch */
  int32_t now;             /* index of this time step in the tables of wind, obstacles and handles */
  int32_t lost;            /* above 0: particles of this thread were not finite */
  XPBD_TALLY *tally;
} xpbd_who;

#endif
