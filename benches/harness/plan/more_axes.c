/* Why this file exists: benchmarks are constant, so one with more axes becomes a copy that owns them. */
#include "more_axes.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

void bench_cases_release(const bench_case **cases, const bench_case *const *known, int count) {
  for (int c = 0; cases && c < count; c++) {
    if (!cases[c] || cases[c] == known[c]) continue;
    free((void *)cases[c]->axes);
    free((void *)cases[c]);
  }
  free(cases);
}

/// A copy of a benchmark with the axes that are known at run time only. NULL after one line was printed.
static const bench_case *extended(const bench_case *known) {
  bench_case *made = malloc(sizeof *made);
  bench_axis *axes = calloc(BENCH_MAX_AXES, sizeof *axes);
  if (made && axes) {
    *made = *known;
    memcpy(axes, made->axes, (size_t)made->axis_count * sizeof *axes);
    made->axes = axes;
    made->axis_count += made->more_axes(axes + made->axis_count, BENCH_MAX_AXES - made->axis_count);
    if (made->axis_count <= BENCH_MAX_AXES) return made;
    cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s has %d axes, at most %d are possible (BENCH_MAX_AXES)", made->name,
             made->axis_count, BENCH_MAX_AXES);
  } else {
    cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for the axes of %s", known->name);
  }
  free(made);
  free(axes);
  return NULL;
}

const bench_case **bench_cases_complete(const bench_case *const *known, int count) {
  const bench_case **out = calloc((size_t)count, sizeof *out);
  if (!out) cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for %d benchmarks", count);
  for (int c = 0; out && c < count; c++) {
    out[c] = known[c]->more_axes ? extended(known[c]) : known[c];
    if (out[c]) continue;
    bench_cases_release(out, known, count);
    return NULL;
  }
  return out;
}
