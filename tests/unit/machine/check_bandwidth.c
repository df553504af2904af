/* Why this file exists: a measured bandwidth that cannot be the memory's must not get into a report. Tests the
 * judgement and the size of the streamed arrays, but not how fast this machine is. */
#include <math.h>
#include <string.h>

#include "runner/check.h"
#include "harness/machine/bandwidth.h"
#include "harness/stats/outside.h"

static void judgement(check *self, int argument) {
  check_true(self, !bench_bandwidth_doubt(26e9, 27e9), "whole and half alike are believed");
  check_true(self, !bench_bandwidth_doubt(20e9, 27e9), "so is a little less, on a busy machine");
  check_true(self, !bench_bandwidth_doubt(25.9e9, 20e9) && bench_bandwidth_doubt(26.1e9, 20e9), "faster by 30 %%");
  check_true(self, !bench_bandwidth_doubt(10.1e9, 20e9) && bench_bandwidth_doubt(9.9e9, 20e9), "half as fast");
  check_control(self, bench_bandwidth_doubt(909e9, 27e9) != NULL, "a clock that started late");
  check_control(self, bench_bandwidth_doubt(26e9, 300e9) != NULL, "half of it in a cache");
  check_control(self, bench_bandwidth_doubt(NAN, 27e9) && bench_bandwidth_doubt(26e9, NAN), "not a number");
  check_control(self, bench_bandwidth_doubt(0.0, 0.0) && bench_bandwidth_doubt(INFINITY, INFINITY), "no time at all");
}

static void size(check *self, int argument) {
  const double mega = 1048576.0;
  const struct {
    double cache, caches, available, bytes;
    const char *about;
  } cases[] = {{32 * mega, 8, 64e9, 4 * 8 * 32 * mega, "four times eight caches of 32 MB"},
               {128 * mega, NAN, 64e9, 4 * 128 * mega, "of unknown count: one"},
               {NAN, NAN, 64e9, 256e6, "unknown caches"},
               {1 * mega, 1, 64e9, 256e6, "a small cache"},
               {1024 * mega, 8, 64e9, 4e9, "no more than can be touched in a moment"},
               {1024 * mega, 8, NAN, 4e9, "unknown memory"},
               {32 * mega, 8, 512e6, 128e6, "a quarter of a small memory"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    check_between(self, bench_bandwidth_bytes(cases[k].cache, cases[k].caches, cases[k].available), cases[k].bytes,
                  cases[k].bytes, "%s [bytes]", cases[k].about);
  check_control(self, !(bench_bandwidth_bytes(32 * mega, 8, 64e9) <= 32 * mega), "one cache's size");
}

static void measured(check *self, int argument) {
  static bench_environment env;
  env.count = 0;
  bench_bandwidth_measure(&env);
  const bench_field *whole = bench_env_find(&env, "machine", "triad");
  const double half = bench_env_number_of(&env, "machine", "triad_half");
  check_true(self, whole && whole->source && strstr(whole->source, "three arrays of"), "it says what was measured");
  check_at_least(self, half, 1.0, "bandwidth over half of each array [bytes/s]");
  check_true(self, whole && (whole->state == BENCH_KNOWN) == (strstr(whole->source, "not believed") == NULL),
             "known, or it says why not");
  check_control(self, bench_env_find(&env, "machine", "ping_pong") == NULL, "a field that was not measured");
}

/// On a busy machine two threads seldom run at the same time, but sometimes they do.
static void cache_line(check *self, int argument) {
  const bool two = bench_system.processors() > 1;
  double seconds = NAN;
  for (int i = 0; i < (two ? 100 : 1) && !(seconds > 0.0); i++) seconds = bench_ping_pong(&bench_partner_thread);
  check_true(self, two == (seconds > 0.0), "to another core and back: %g s", seconds);
  if (two) check_between(self, seconds, 1e-9, 1e-5, "to another core and back [s]");
  check_control(self, !(seconds > 1e-5), "longer than any cache line takes");
}

void check_group_bandwidth(check_registry *registry) {
  check_add(registry, "judgement", "which bandwidths are believed", judgement, 0);
  check_add(registry, "size", "arrays far beyond the caches, within the memory", size, 0);
  check_add(registry, "measured", "every field is there and says how", measured, 0);
  check_add(registry, "cache line", "the time of a cache line to another core", cache_line, 0);
}
