/* Why this file exists: the numbers that methods have of their own (xpbd/method.h) are axes of benchmarks of named scenes, so
 * that a method with a new one needs no edit here. */
#ifndef BENCH_METHOD_NUMBERS_H
#define BENCH_METHOD_NUMBERS_H

#include "harness/plan/bench.h"
#include "xpbd/method.h"

/// An axis for every number; the meaning of the arguments and of the result is that of bench_case.more_axes.
int method_numbers_axes(bench_axis *out, int room);
/// Any number, of which the solver knows the range: bench_axis.accepts.
bool method_numbers_accepts(const char *text, char *why, size_t capacity);
/// The axis that has a value of its own at a point whose method has no such number; NULL = there is none.
const char *method_numbers_idle(const bench_point *point, const xpbd_method_info *method);
/// Why: "omega is a number of jacobi and jacobi-mean; xpbd has none".
void method_numbers_say(const char *axis, const xpbd_method_info *method, char *why, size_t capacity);
/// Set those that have a value of their own.
xpbd_status method_numbers_take(const bench_point *point, xpbd_solver_def *def);
/// Append those that are set: " omega=1.5".
void method_numbers_key(const xpbd_solver_def *def, char *out, size_t capacity);

#endif
