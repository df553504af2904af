/* Why this file exists: the parameters of methods (xpbd/method.h) become axes of benchmarks of named scenes, so that
 * a method with a new parameter needs no edit here. */
#pragma once

#include "harness/plan/bench.h"
#include "xpbd/method.h"

/// Add an axis for every parameter, as a bench_case.more_axes.
int method_numbers_axes(bench_axis *out, int room);
/// Accept any number, because the solver checks the range: a bench_axis.accepts.
bool method_numbers_accepts(const char *text, char *why, size_t capacity);
/// An axis that is set although the point's method lacks the parameter. NULL = none.
const char *method_numbers_idle(const bench_point *point, const xpbd_method_info *method);
/// Write the reason: "omega is a parameter of jacobi and jacobi-mean; xpbd does not have it".
void method_numbers_say(const char *axis, const xpbd_method_info *method, char *why, size_t capacity);
/// Copy the parameters that are set into `def`.
xpbd_status method_numbers_take(const bench_point *point, xpbd_solver_def *def);
/// Append the parameters that are set: " omega=1.5".
void method_numbers_key(const xpbd_solver_def *def, char *out, size_t capacity);
