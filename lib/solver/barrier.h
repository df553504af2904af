/* Why this file exists: the barrier between the groups of a sweep. It spins, since a group of a small cloth is a
 * microsecond of work and a wait in the kernel costs several; it yields when the team is larger than the machine. */
#ifndef XPBD_BARRIER_H
#define XPBD_BARRIER_H

#include <sched.h>
#include <stdatomic.h>

typedef struct xpbd_barrier {
  _Alignas(64) atomic_int waiting;
  _Alignas(64) atomic_uint round;
  int threads;
  int spins; /* looks at the round before the thread yields */
} xpbd_barrier;

/* `processors` is how many may run at once: a larger team must not spin, the thread it waits for needs the processor. */
static inline void xpbd_barrier_init(xpbd_barrier *barrier, int threads, int processors) {
  enum { SPINS = 256 }; /* about 15 us of pauses on current CPUs: longer than any group that is worth splitting */
  atomic_init(&barrier->waiting, 0);
  atomic_init(&barrier->round, 0u);
  barrier->threads = threads;
  barrier->spins = threads <= processors ? SPINS : 0;
}

/* NULL is the barrier of one thread. */
static inline void xpbd_barrier_wait(xpbd_barrier *barrier) {
  if (!barrier || barrier->threads == 1) return;
  const unsigned round = atomic_load_explicit(&barrier->round, memory_order_relaxed);
  if (atomic_fetch_add_explicit(&barrier->waiting, 1, memory_order_acq_rel) == barrier->threads - 1) {
    atomic_store_explicit(&barrier->waiting, 0, memory_order_relaxed);
    atomic_store_explicit(&barrier->round, round + 1, memory_order_release);
    return;
  }
  for (int spin = 0; atomic_load_explicit(&barrier->round, memory_order_acquire) == round; spin++) {
    if (spin >= barrier->spins) {
      sched_yield();
    } else {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  }
}

#endif
