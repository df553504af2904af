/* Why this file exists: memory bandwidth is a roof of every row. A wrong factor in it would not show on a machine with
 * an unknown bandwidth. So the clock is made up here: every pass has a given duration, and the results are known. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "unit/number.h"
#include "runner/check.h"

#include "harness/machine/bandwidth.h"
#include "harness/machine/bandwidth_parts.h"
#include "outside_made.h"

/// Of the clock: every pass begins ten seconds after the previous one and takes `lasts`, in turn whole and half.
static double lasts[2];
static __thread int readings; ///< Of a thread's clock; two for each pass.

static int made_clock(clockid_t which, struct timespec *time) {
  const int pass = readings / 2;
  const double at = 10.0 * pass + (readings % 2 == 1 ? lasts[pass % 2] : 0.0);
  readings++;
  *time = (struct timespec){.tv_sec = (time_t)at, .tv_nsec = (long)lrint(1e9 * fmod(at, 1.0))};
  return 0;
}

static int made_count;
static int made_processors(void) {
  return made_count;
}

static double made_bytes;
static double made_available(void) {
  return made_bytes;
}

static const char *made_list; ///< The system's answer about the first processor's cache; NULL = none.
static FILE *made_open(const char *path, const char *mode) {
  const bool asked = strcmp(path, "/sys/devices/system/cpu/cpu0/cache/index3/shared_cpu_list") == 0;
  FILE *file = asked && made_list ? tmpfile() : NULL;
  if (!file) return NULL;
  fputs(made_list, file);
  rewind(file);
  return file;
}

static const bench_outside outside = {
    .time = made_clock, .processors = made_processors, .memory = made_available, .open = made_open};

static const double ROUNDING = 1e-8; ///< Relative, of a clock of whole nanoseconds.

/// Three arrays of 1000 numbers are 24,000 bytes, half of them 12,000.
static void do_passes(check *self) {
  for (int threads = 1; threads <= 3; threads++) {
    double whole = 0.0, half = 0.0;
    lasts[0] = 0.5, lasts[1] = 0.25, readings = 0;
    bench_stream_triad(1000, threads, &whole, &half);
    check_number(self, whole, 48000.0, ROUNDING, "whole [bytes/s]");
    check_number(self, half, threads == 3 ? 24.0 * (166 + 166 + 167) / 0.25 : 48000.0, ROUNDING, "half [bytes/s]");
    check_control(self, fabs(whole / half - 2.0) > 0.5, "the whole arrays in the time of half of them");
  }
}
WITH_OUTSIDE(passes, do_passes, outside)

/// A pass lasts from the first start to the last end. The best pass counts.
static void best(check *self, int argument) {
  bench_stream_part parts[2] = {{.length = 10, .passes = BENCH_STREAM_PASSES},
                                {.length = 11, .passes = BENCH_STREAM_PASSES}};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < BENCH_STREAM_PASSES; k++)
      for (int kind = 0; kind < 2; kind++) parts[i].start[kind][k] = 100.0 * k, parts[i].end[kind][k] = 100.0 * k + 2.0;
  parts[0].start[0][3] = 300.25, parts[0].end[0][3] = 301.0;
  parts[1].start[0][3] = 300.5, parts[1].end[0][3] = 301.75;
  parts[1].start[1][7] = 700.125, parts[1].end[1][7] = 700.5;
  parts[0].start[1][7] = 700.25, parts[0].end[1][7] = 700.875;
  check_number(self, bench_stream_best(parts, 2, 0), 24.0 * 21 / 1.5, ROUNDING, "of 21 numbers in 1.5 s");
  check_number(self, bench_stream_best(parts, 2, 1), 24.0 * 10 / 0.75, ROUNDING, "of 5 and 5 numbers in 0.75 s");
  check_number(self, bench_stream_best(parts, 1, 0), 24.0 * 10 / 0.75, ROUNDING, "the first alone");
  check_control(self, fabs(bench_stream_best(parts, 1, 1) / bench_stream_best(parts, 2, 1) - 1.0) > 0.1,
                "the first alone as both");
  parts[0].passes = parts[1].passes = 3;
  check_number(self, bench_stream_best(parts, 2, 0), 24.0 * 21 / 2.0, ROUNDING, "one that was not made does not count");
}

static void fewer(check *self, int argument) {
  static const struct {
    double bytes;
    int passes;
  } cases[] = {{24, 8}, {256e6, 8}, {257e6, 7}, {512e6, 4}, {682e6, 3}, {4e9, 3}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const int have = bench_stream_passes((size_t)(cases[k].bytes / 24.0));
    check_between(self, have, cases[k].passes, cases[k].passes, "passes over %g bytes", cases[k].bytes);
  }
  check_control(self, bench_stream_passes((size_t)(4e9 / 24.0)) < BENCH_STREAM_PASSES, "as many over the largest");
}

/// b is 1 and c is 2. After eight passes the last factor of a half is 3 + 15, of a whole 3 + 14; after three 3 + 5 and
/// 3 + 4.
static void done(check *self, int argument) {
  double a[2][3] = {{37.0, 0.0, 35.0}, {37.0, 0.0, 35.0}};
  const bench_stream_part parts[2] = {{.a = a[0], .length = 3, .passes = 8}, {.a = a[1], .length = 3, .passes = 8}};
  double fewer[3] = {17.0, 0.0, 15.0};
  check_true(self, bench_stream_done(&(bench_stream_part){.a = fewer, .length = 3, .passes = 3}, 1), "three passes");
  check_true(self, bench_stream_done(parts, 2), "all passes");
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k += 2)
      for (int sign = -1; sign < 2; sign += 2) {
        a[i][k] += sign;
        check_control(self, !bench_stream_done(parts, 2), "another number in part %d", i);
        check_true(self, bench_stream_done(parts, 1) == (i == 1), "only the first is asked for");
        a[i][k] -= sign;
      }
}

static void do_caches(check *self) {
  static const struct {
    const char *sharing;
    double logical, caches;
  } cases[] = {{"0-3,8-11\n", 16, 2}, {"0\n", 4, 4},  {"0-1\n", 4, 2}, {"0-7\n", 4, 1},
               {"0,2,4\n", 6, 2},     {"\n", 4, NAN}, {"", 4, NAN},    {NULL, 4, NAN}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    static bench_environment env;
    env = (bench_environment){0};
    bench_env_number(&env, "cpu", "logical", cases[k].logical, NULL, "made up");
    made_list = cases[k].sharing;
    const double have = bench_stream_caches(&env);
    if (isnan(cases[k].caches))
      check_true(self, isnan(have), "'%s': not known", made_list ? made_list : "none");
    else
      check_between(self, have, cases[k].caches, cases[k].caches, "'%s' [caches]", made_list);
  }
  made_list = NULL;
  check_control(self, !(bench_stream_caches(&(bench_environment){0}) >= 1.0), "a cache nobody knows of");
}
WITH_OUTSIDE(caches, do_caches, outside)

/// `wanted` in the field and, letter for letter, its source.
static void field(check *self, const bench_environment *env, const char *key, double wanted, const char *unit,
                  const char *source) {
  const bench_field *f = bench_env_find(env, "machine", key);
  if (!check_true(self, f != NULL, "%s is there", key)) return;
  check_true(self, (f->state == BENCH_KNOWN) == !isnan(wanted), "%s is known, or not", key);
  if (!isnan(wanted)) check_number(self, f->number, wanted, ROUNDING, key);
  check_true(self, f->unit && strcmp(f->unit, unit) == 0, "%s: unit %s", key, unit);
  check_true(self, f->source && strcmp(f->source, source) == 0, "%s: source: %s", key, f->source);
}

static void do_fields(check *self) {
#define ALL  "measured: a = b + s c, three arrays of "
#define ONE  "measured: the same with one thread, three arrays of "
#define HALF "the same over half of each array"
#define NOT  "; not believed: it could not be measured"
  static const struct {
    int processors;
    double available, lasts[2]; ///< A quarter of the available memory is streamed, at 24 bytes a number.
    double triad, half, bytes, one;
    const char *all_source, *one_source;
  } cases[] = {
      {2, 96e6, {2.0, 1.0}, 12e6, 12e6, 24e6, 12e6, ALL "8 MB, 2 threads, best of 8 passes", ONE "8 MB"},
      {0, 48e6, {2.0, 1.0}, 6e6, 6e6, 12e6, 6e6, ALL "4 MB, 1 thread, best of 8 passes", ONE "4 MB"},
      {1,
       96e6,
       {1.0, 1.0},
       NAN,
       12e6,
       24e6,
       NAN,
       ALL "8 MB, 1 thread, best of 8 passes; not believed: more memory was streamed faster than less",
       ONE "8 MB; not believed: more memory was streamed faster than less"},
      {1, 384.0, {2.0, 1.0}, 48.0, 48.0, 96.0, 48.0, ALL "0 MB, 1 thread, best of 8 passes", ONE "0 MB"},
      {2, 384.0, {2.0, 1.0}, NAN, NAN, 96.0, 48.0, ALL "0 MB, 2 threads, best of 8 passes" NOT, ONE "0 MB"},
      {1, 192.0, {2.0, 1.0}, NAN, NAN, 48.0, NAN, ALL "0 MB, 1 thread, best of 8 passes" NOT, ONE "0 MB" NOT},
      {1, 288.0, {2.0, 0.5}, NAN, NAN, 72.0, 36.0, ALL "0 MB, 1 thread, best of 8 passes" NOT, ONE "0 MB"},
      {1024, 384.0, {2.0, 1.0}, NAN, NAN, 96.0, 48.0, ALL "0 MB, 1024 threads, best of 8 passes" NOT, ONE "0 MB"},
      {1025, 384.0, {2.0, 1.0}, NAN, NAN, 96.0, 48.0, ALL "0 MB, 1024 threads, best of 8 passes" NOT, ONE "0 MB"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    static bench_environment env;
    env = (bench_environment){0};
    made_count = cases[k].processors, made_bytes = cases[k].available;
    lasts[0] = cases[k].lasts[0], lasts[1] = cases[k].lasts[1];
    bench_bandwidth_measure(&env);
    field(self, &env, "triad", cases[k].triad, "bytes/s", cases[k].all_source);
    field(self, &env, "triad_half", cases[k].half, "bytes/s", HALF);
    field(self, &env, "triad_bytes", cases[k].bytes, "bytes", "the three arrays");
    field(self, &env, "triad_one", cases[k].one, "bytes/s", cases[k].one_source);
    check_control(self, bench_env_number_of(&env, "machine", "triad_bytes") < made_bytes / 2.0, "half of the memory");
  }
}
WITH_OUTSIDE(fields, do_fields, outside)

void check_group_streams(check_registry *registry) {
  check_add(registry, "passes", "bytes over the time of a pass", passes, 0);
  check_add(registry, "best", "the best pass, from the first start to the last end", best, 0);
  check_add(registry, "fewer", "large arrays are passed over less often", fewer, 0);
  check_add(registry, "done", "arrays that were not worked on are seen", done, 0);
  check_add(registry, "caches", "how many caches of the last level there are", caches, 0);
  check_add(registry, "fields", "every field, and where it is from", fields, 0);
}
