/* Why this file exists: the functions that a benchmark's callbacks use to report reasons, checks and series. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

bench_status bench_say(bench_ctx *ctx, bench_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(ctx->reason, sizeof ctx->reason, format, arguments);
  va_end(arguments);
  return status;
}

static bench_check *add_check(bench_ctx *ctx, const char *name, const char *why) {
  // A check without room must not vanish, so the last check counts as failed, whatever its own result.
  static bench_check nowhere;
  const bool full = ctx->check_count == BENCH_MAX_CHECKS;
  bench_check *check = &ctx->checks[full ? BENCH_MAX_CHECKS - 1 : ctx->check_count++];
  *check = (bench_check){.value = NAN, .limit = NAN};
  snprintf(check->name, sizeof check->name, "%s", full ? "too many checks" : name);
  snprintf(check->why, sizeof check->why, "%s", why);
  return full ? &nowhere : check;
}

void bench_check_at_most(bench_ctx *ctx, const char *name, double value, double limit, const char *why) {
  bench_check *check = add_check(ctx, name, why);
  check->value = value;
  check->limit = limit;
  check->pass = value <= limit;
}

void bench_check_equal(bench_ctx *ctx, const char *name, double value, double expected, const char *why) {
  bench_check *check = add_check(ctx, name, why);
  check->value = value;
  check->limit = expected;
  check->pass = value >= expected && value <= expected;
}

void bench_check_hash(bench_ctx *ctx, const char *name, uint64_t value, uint64_t expected, const char *why) {
  bench_check *check = add_check(ctx, name, why);
  check->is_hash = true;
  check->hash = value;
  check->expected = expected;
  check->pass = value == expected;
}

void bench_check_true(bench_ctx *ctx, const char *name, bool holds, const char *why) {
  bench_check_equal(ctx, name, holds ? 1.0 : 0.0, 1.0, why);
}

bool bench_series_begin(bench_ctx *ctx, int column_count, const char *const *names, int capacity) {
  bench_series *series = &ctx->series;
  free(series->values);
  *series = (bench_series){.column_count = column_count, .capacity = capacity};
  for (int i = 0; i < column_count; i++) snprintf(series->names[i], sizeof series->names[i], "%s", names[i]);
  series->values = calloc((size_t)capacity * (size_t)column_count, sizeof *series->values);
  return series->values != NULL;
}

void bench_series_add(bench_ctx *ctx, const double *row) {
  bench_series *series = &ctx->series;
  if (series->count == series->capacity) return;
  const size_t columns = (size_t)series->column_count;
  memcpy(series->values + columns * (size_t)series->count++, row, columns * sizeof *row);
}
