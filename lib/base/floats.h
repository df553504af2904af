/* Why this file exists: results must not depend on how the host program rounds, flushes subnormal numbers or traps. So
 * each public function that computes sets the floating-point environment that all recorded results have, and restores
 * the host's. So does each thread of the backend omp. Private to the project. */
#pragma once

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A floating-point environment: rounding, flushing, traps, and the exceptions raised so far.
typedef struct xpbd_floats {
#if defined __x86_64__ || defined __aarch64__
  uint64_t word; ///< The control registers, and the exceptions.
#else
  fenv_t all;
#endif
} xpbd_floats;

/// Sets the library's environment: round to nearest, keep subnormal numbers, trap nothing. Returns the one before.
xpbd_floats xpbd_floats_enter(void);
/// Restores it.
void xpbd_floats_leave(const xpbd_floats *before);

/// A declaration: the block it stands in computes in the library's environment.
#define XPBD_PLAIN_FLOATS                                                                                              \
  __attribute__((cleanup(xpbd_floats_leave), unused)) const xpbd_floats floats_before = xpbd_floats_enter()

/// The environment of this thread.
xpbd_floats xpbd_floats_now(void);
/// Sets that of the thread that another one works for. Returns the one before, for xpbd_floats_leave().
xpbd_floats xpbd_floats_take(const xpbd_floats *other);

/// While set, the library leaves the modes of this thread as they are, and what it raises stays raised. A benchmark
/// measures the cost of subnormal numbers with it.
void xpbd_floats_keep(bool keep);
/// Makes this thread flush subnormal numbers to 0 or not. Returns false if this processor has no such mode.
bool xpbd_floats_flush(bool flush);
/// Whether this thread flushes them.
bool xpbd_floats_flushed(void);

#ifdef __cplusplus
}
#endif
