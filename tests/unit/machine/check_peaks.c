/* Why this file exists: the peak of a core is a roof of every row. A wrong factor in it would not show on a machine
 * with an unknown peak. So the clock is made up here: every pass has a given duration, and the results are known. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "unit/number.h"
#include "runner/check.h"

#include "harness/machine/peak.h"
#include "harness/machine/peak_parts.h"
#include "outside_made.h"

static __thread int readings; ///< Of a thread's clock: a pass begins every ten seconds and takes a quarter of one.
static atomic_int all_readings;
static int made_clock(clockid_t which, struct timespec *time) {
  atomic_fetch_add(&all_readings, 1);
  *time = (struct timespec){.tv_sec = 10 * (readings / 2), .tv_nsec = readings % 2 * 250000000L};
  readings++;
  return 0;
}

static int made_count;
static int made_processors(void) {
  return made_count;
}

static const bench_outside outside = {.time = made_clock, .processors = made_processors};

/// Operations per second of one lane of one thread: two of each of 12 chains in 200,000 rounds, in a quarter of a second.
#define ONE (2.0 * 12.0 * 200000.0 / 0.25)

/// A loop whose result is a little off the sum of its 12 chains of two lanes.
static double wrong_by;
static double made_loop(const volatile double *half) {
  return 24.0 + wrong_by + 0.0 * *half;
}

static void do_work(check *self) {
  const bench_peak_kind made = {made_loop, 2};
  static const double off[] = {0.0, 0.25, -0.25};
  for (size_t k = 0; k < sizeof off / sizeof *off; k++) {
    wrong_by = off[k];
    for (int threads = 1; threads <= 3; threads++) {
      atomic_store(&all_readings, 0);
      check_number(self, bench_peak_rate(&made, threads), 2.0 * threads * ONE, 1e-12, "two lanes [1/s]");
      check_same(self, (uint64_t)atomic_load(&all_readings), (uint64_t)(2 * 40 * threads), "clocks of 40 passes");
    }
  }
  wrong_by = 0.75;
  check_control(self, isnan(bench_peak_rate(&made, 2)), "a chain that did not end at 1");
  wrong_by = -0.75;
  check_control(self, isnan(bench_peak_rate(&made, 1)), "nor that");
}
WITH_OUTSIDE(work, do_work, outside)

static void best(check *self, int argument) {
  static bench_peak_crew all;
  for (int i = 0; i < 2; i++) {
    all.runners[i].done = true;
    for (int k = 0; k < BENCH_PEAK_PASSES; k++)
      all.runners[i].start[k] = 10.0 * k, all.runners[i].end[k] = 10.0 * k + 3.0;
  }
  all.runners[0].start[39] = 390.25, all.runners[0].end[39] = 391.0;
  all.runners[1].start[39] = 390.5, all.runners[1].end[39] = 392.0;
  check_number(self, bench_peak_best(&all, 2), 1.75, 1e-12, "from the first start to the last end [s]");
  check_number(self, bench_peak_best(&all, 1), 0.75, 1e-12, "the first alone [s]");
  all.runners[1].done = false;
  check_control(self, isnan(bench_peak_best(&all, 2)), "one that did not do its work");
  all.runners[0].end[5] = 50.0;
  check_control(self, isnan(bench_peak_best(&all, 1)), "no time at all");
}

static void do_fields_of(check *self) {
  static const struct {
    const char *one, *all;
    int lanes[3];
  } kinds[] = {{"peak_f32_scalar_one", "peak_f32_scalar_all", {1, 1, 1}},
               {"peak_f64_scalar_one", "peak_f64_scalar_all", {1, 1, 1}},
               {"peak_f32_vector_one", "peak_f32_vector_all", {4, 8, 16}},
               {"peak_f64_vector_one", "peak_f64_vector_all", {2, 4, 8}}};
  static const char *const names[] = {"baseline", "avx2", "avx512", "of tomorrow"};
  bool runs[4] = {true, false, false, true};
  int threads = 0;
#if defined(__x86_64__)
  runs[1] = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  runs[2] = runs[1] && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512dq");
#endif
  for (int s = 0; s < 4; s++) {
    static bench_environment env;
    if (!runs[s]) continue;
    env = (bench_environment){0};
    made_count = threads = s == 0 ? 3 : 0;
    bench_env_text(&env, "cpu", "instructions", names[s], "made up");
    bench_peak_measure(&env);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
      for (int all = 0; all < 2; all++) {
        const char *key = all ? kinds[k].all : kinds[k].one;
        const bench_field *f = bench_env_find(&env, "machine", key);
        if (!check_true(self, f && f->unit && strcmp(f->unit, "1/s") == 0, "%s: %s, in 1/s", names[s], key)) continue;
        const char *source = s == 3 ? "no loop is written for the instruction set of the kernels"
                                    : "measured: 12 chains of multiply-adds, 2 operations each, best of 40 passes";
        check_true(self, strcmp(f->source, source) == 0, "%s: %s: %s", names[s], key, f->source);
        check_true(self, (f->state == BENCH_KNOWN) == (s < 3), "%s: %s is known, or not", names[s], key);
        if (s < 3)
          check_number(self, f->number, kinds[k].lanes[s] * (all && threads > 1 ? threads : 1) * ONE, 1e-12, key);
      }
    check_control(self, !bench_env_find(&env, "machine", "peak_f16_vector_all"), "a peak that was not measured");
  }
}
WITH_OUTSIDE(fields_of, do_fields_of, outside)

void check_group_peaks(check_registry *registry) {
  check_add(registry, "work", "operations over the time of a pass; loops that were left out are seen", work, 0);
  check_add(registry, "best", "the best pass, from the first start to the last end", best, 0);
  check_add(registry, "fields", "every field, for each instruction set that runs here", fields_of, 0);
}
