/* Why this file exists: tests of what the harness asks of the system replace the system's answers, only while they
 * run. */
#pragma once

#include "harness/stats/outside.h"
#include "runner/check.h"

/// A check with a made-up system.
#define WITH_OUTSIDE(name, body, made)                                                                                 \
  static void name(check *self, int argument) {                                                                        \
    bench_outside_asked = &(made);                                                                                     \
    body(self);                                                                                                        \
    bench_outside_asked = &bench_system;                                                                               \
  }
