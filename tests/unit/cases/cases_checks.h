/* Why this file exists: declares what the files of the group cases share. */
#pragma once

#include "harness/run/run.h"
#include "runner/check.h"
#include "unit/parts.h"
#include "xpbd/scene.h"

/// The first point that a benchmark plans for settings like "size=11", up to NULL. Zeroes if there is none. `plan` owns
/// what it points to.
bench_point case_point(check *self, const bench_case *owner, const char *const *axes, bench_plan *plan);

/// Two particles joined by an unstrained spring, which fall with `gravity` [m/s^2].
xpbd_status case_pair(double gravity, xpbd_scene **out);
