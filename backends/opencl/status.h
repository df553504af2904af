/* Why this file exists: the counts that a simulation keeps on the device, as host and kernels see them. */
#ifndef XPBD_OPENCL_STATUS_H
#define XPBD_OPENCL_STATUS_H

#include <stdint.h>

#include "formula/types.h"

#define XPBD_OPENCL_NEVER 0xffffffffu

/* 64-bit counts are two words of 32 bits, low and high, because not every device can add 64 bits atomically. */
typedef struct xpbd_opencl_status {
  int64_t frame, step; /* done since the reset */
  int64_t table_base;  /* step of the first entry of the tables of wind, obstacles and handles */
  int64_t first_lost;  /* first frame with a particle that was not finite, 0 = none */
  uint64_t arena;      /* address of the memory when it was queried */
  uint32_t lost;       /* particles not finite in the current frame */
  uint32_t soonest;    /* for a resident kernel: the first such frame, counted from its start, else NEVER */
  uint32_t moved;      /* above 0: the driver has moved the memory since */
  uint32_t skipped[2], unseen[2], contacts[2];
} xpbd_opencl_status;

#if defined(XPBD_OPENCL_C)
/* Adding with wrap-around and carry gives the right sum in any order. */
XPBD_INLINE void xpbd_opencl_count(XPBD_GLOBAL uint32_t *count, uint32_t number) {
  const uint32_t before = atomic_add(&count[0], number);
  if (before + number < before) atomic_add(&count[1], 1u);
}
#endif

#endif
