/* Why this file exists: a plan may want more time and memory than there is. Tests, on a made-up clock, what is
 * measured, what is left out, and what a row and the run say about it. Part of the group harness. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "harness_subject.h"

static bool is_skipped(const trial *t, int point, const char *reason) {
  const bench_result *r = &t->run.results[point];
  return r->outcome == BENCH_SKIPPED && strcmp(r->reason, reason) == 0;
}

/* Setup alone takes longer than the budget. */
static void late(check *self, int argument) {
  static const char *const axes[] = {"size=10", "side=left,right"};
  static const char reason[] = "the total budget of 10 s ended before its first episode; raise --total-budget";
  for (int over = 0; over < 2; over++) {
    fake = (fake_behaviour){.mean = 5e-4, .setup = over ? 8.0 : 2.0};
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, axes, 2);
    t.settings.total_budget = 10.0;
    run_trial(&t);
    const bool skipped = is_skipped(&t, 0, reason) && is_skipped(&t, 1, reason);
    const bool told = strcmp(t.run.stop, "total-budget") == 0 && !t.run.complete && t.run.results[0].stop &&
                      strcmp(t.run.results[0].stop, "total-budget") == 0;
    if (over)
      check_true(self, skipped && told, "points that never began are skipped, the run ended early: %s",
                 t.run.results[0].reason);
    else
      check_control(self, !skipped && t.run.results[1].outcome == BENCH_VALID, "points that have time are not skipped");
  }
}

/// Bytes that the system has available; NaN: unknown.
static double available(void) {
  char line[256];
  double kilobytes = NAN;
  FILE *file = fopen("/proc/meminfo", "r");
  while (file && fgets(line, sizeof line, file) && sscanf(line, "MemAvailable: %lf kB", &kilobytes) != 1) {
  }
  if (file) fclose(file);
  return 1024.0 * kilobytes;
}

/* A point may use half of what is available. Points that do not fit together run one after the other. */
static void memory(check *self, int argument) {
  static const char *const axes[] = {"size=10", "side=left,right"};
  const double bytes = available();
  if (isnan(bytes)) {
    check_skip(self, "the system does not say how much memory is available");
    return;
  }
  static const double shares[] = {0.1, 0.4, 1.0};
  for (int k = 0; k < 3; k++) {
    fake = (fake_behaviour){.mean = 1e-3, .setup = 2.0, .bytes = floor(shares[k] * bytes)};
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, axes, 2);
    run_trial(&t);
    const bench_result *r = t.run.results;
    double need = NAN, half = NAN;
    char rest[64] = "";
    const int words =
        sscanf(r[1].reason, "needs about %lf GB of memory, more than half of the available memory, %lf %63s", &need,
               &half, rest);
    if (k < 2) {
      check_true(self, r[0].outcome == BENCH_VALID && r[1].outcome == BENCH_VALID, "%g of it is enough", shares[k]);
      check_true(self, fake.most_live == 2 - k, "%d at once of %g of it each", fake.most_live, shares[k]);
      /* twice 2 s for the bytes of two points, or 2 s for the last one, give or take some frames */
      check_at_most(self, fabs(t.run.budget.setup_per_byte * fake.bytes - 2), 0.1,
                    "seconds of setting up, by the bytes");
    } else {
      check_control(self, r[0].outcome == BENCH_SKIPPED && fake.most_live == 0, "more than half of it is not tried");
      check_true(self, words == 3 && strcmp(rest, "GB") == 0, "it says so: %s", r[1].reason);
      check_at_most(self, fabs(need / (1e-9 * fake.bytes) - 1), 0.01, "how much it needs");
      check_at_most(self, fabs(half / (0.5e-9 * bytes) - 1.05), 0.35, "how much is available, which others change");
    }
    check_true(self, fake.live == 0, "none is left set up");
  }
}

void check_harness_budgets(check_registry *registry) {
  check_add(registry, "late", "points that were set up when the total budget had ended", late, 0);
  check_add(registry, "memory", "points too large for the memory, alone or together", memory, 0);
}
