/* Why this file exists: counts the points by outcome, so that nobody overlooks a failed one. */
#include "ending.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/plan/options.h"
#include "harness/run/throttle.h"

void bench_time_text(time_t now, bool local, char *out, size_t capacity) {
  struct tm parts;
  if ((local ? localtime_r(&now, &parts) : gmtime_r(&now, &parts)) == NULL) {
    out[0] = '\0';
    return;
  }
  const size_t length = strftime(out, capacity, local ? "%Y-%m-%dT%H:%M:%S%z" : "%Y-%m-%dT%H:%M:%SZ", &parts);
  // "+0200" becomes "+02:00".
  if (local && length > 2 && length + 2 <= capacity) {
    memmove(out + length - 1, out + length - 2, 3);
    out[length - 2] = ':';
  }
}

/// The fastest row of the headline that `point` belongs to, -1 if `point` is not the first of it.
static int fastest_of(const bench_run *run, int point) {
  int best = -1;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *other = &run->plan->points[i];
    if (!other->headline || !bench_has_numbers(&run->results[i]) ||
        !bench_plan_beside(&run->plan->points[point], other))
      continue;
    if (best < 0 && i < point) return -1;
    if (best < 0 || run->results[i].interval.median < run->results[best].interval.median) best = i;
  }
  return best;
}

/// "cloth, size 41, backend omp": the name of a point without its signs.
static void put_name(const char *name, FILE *stream) {
  for (; *name != '\0'; name++)
    if (*name == '/')
      fputs(", ", stream);
    else
      fputc(*name == ':' ? ' ' : *name, stream);
}

void bench_closing_lines(const bench_run *run, FILE *stream) {
  int rows = 0, disturbed = 0, open = 0;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_result *result = &run->results[i];
    if (!bench_has_numbers(result)) continue;
    ++rows;
    disturbed += result->flagged;
    open += isnan(result->interval.low);
    const int best = run->plan->points[i].headline ? fastest_of(run, i) : -1;
    if (best < 0) continue;
    const bench_interval *time = &run->results[best].interval;
    const int processes = run->results[best].processes;
    put_name(run->plan->points[best].name, stream);
    fprintf(stream, ": %.5g frames per second, ", 1.0 / time->median);
    if (isnan(time->low))
      fputs("without an interval\n", stream);
    else
      fprintf(stream, "between %.4g and %.4g (95 %%, %d episodes of %d process%s)\n", 1.0 / time->high, 1.0 / time->low,
              run->results[best].episodes, processes > 0 ? processes : 1, processes > 1 ? "es" : "");
  }
  if (rows == 0) return;
  fprintf(stream, "%d of %d row%s disturbed", disturbed, rows, rows == 1 ? " was" : "s were");
  if (open > 0) fprintf(stream, ", %d ha%s no interval", open, open == 1 ? "s" : "ve");
  fputc('\n', stream);
}

void bench_noise_of_results(const bench_run *run, bench_environment *env) {
  double least = run->pace_least;
  for (int i = 0; i < run->plan->count; i++)
    if (bench_has_numbers(&run->results[i])) least = fmin(least, run->results[i].noise.pace);
  bench_env_number(env, "noise", "pace_least", least, NULL, "a fixed integer loop: its slowest over its fastest pace");
  bench_env_number(env, "noise", "throttled", bench_throttled_share(run), NULL,
                   "share of the rows: pace below 0.8, or the GPU says so");
}

int bench_conclude(const bench_run *run) {
  int counts[BENCH_STOPPED + 1] = {0};
  const int points = bench_plan_own_count(run->settings, run->plan);
  for (int i = 0; i < run->plan->count; i++)
    counts[run->results[i].outcome] += bench_plan_owns(run->settings, &run->plan->points[i]);
  const int good = counts[BENCH_VALID] + counts[BENCH_UNCHECKED] + counts[BENCH_INEXACT];
  char inexact[32] = "";
  if (counts[BENCH_INEXACT] > 0) snprintf(inexact, sizeof inexact, "%d inexact, ", counts[BENCH_INEXACT]);
  if (!run->settings->quiet)
    fprintf(
        stderr,
        "%d point%s: %d ok, %d unchecked, %s%d skipped, %d failed their check, %d error%s, %d interrupted; %.1f s\n",
        points, points == 1 ? "" : "s", counts[BENCH_VALID], counts[BENCH_UNCHECKED], inexact, counts[BENCH_SKIPPED],
        counts[BENCH_WRONG], counts[BENCH_FAILED], counts[BENCH_FAILED] == 1 ? "" : "s", counts[BENCH_STOPPED],
        run->ended - run->started);
  if (strcmp(run->stop, "total-budget") == 0 && !run->settings->quiet)
    fprintf(stderr, "***WARNING*** the total budget ended before every point was measured; --total-budget raises it\n");
  if (strcmp(run->stop, "interrupted") == 0) {
    const int ended = good + counts[BENCH_WRONG] + counts[BENCH_FAILED];
    return cli_fail(bench_program(), BENCH_EXIT_INTERRUPTED, "interrupted: %d of %d point%s finished", ended, points,
                    points == 1 ? " was" : "s were");
  }
  if (counts[BENCH_WRONG] > 0) return BENCH_EXIT_INVALID;
  if (counts[BENCH_FAILED] > 0) return BENCH_EXIT_ERROR;
  if (points == 0)
    return cli_fail(bench_program(), BENCH_EXIT_NOTHING,
                    "nothing was measured: none of the %d points is left for shard %d/%d", run->plan->count,
                    run->settings->shard, run->settings->shards);
  if (good == 0)
    return cli_fail(bench_program(), BENCH_EXIT_NOTHING, "nothing was measured: %s",
                    points == 1 ? "the only point was skipped" : "all points were skipped");
  return BENCH_EXIT_OK;
}

void bench_warn_of_results(const bench_run *run, bench_environment *env) {
  int drifting = 0, crowded = 0, slowed = 0, throttled = 0, stopped = 0;
  const double quota = bench_env_quota(env);
  for (int i = 0; i < run->plan->count; i++) {
    if (!bench_has_numbers(&run->results[i])) continue;
    drifting += run->results[i].interval.tau > 5.0;
    stopped += quota < fmax(1.0, (double)run->results[i].facts.threads);
    crowded += run->results[i].noise.psi_during > 10.0;
    slowed += bench_telemetry_slowed(&run->results[i].telemetry);
    throttled += run->results[i].noise.pace > 0.0 && run->results[i].noise.pace < BENCH_THROTTLED;
  }
  const int before = env->warning_count;
  if (drifting > 0)
    bench_env_warn(env, "%d point%s drifted (autocorrelation above 5 episodes): %s +- is optimistic", drifting,
                   drifting == 1 ? "" : "s", drifting == 1 ? "its" : "their");
  if (stopped > 0)
    bench_env_warn(env, "%d point%s measured with more threads than the CPU quota of %.2f processors: %s flagged",
                   stopped, stopped == 1 ? " was" : "s were", quota, stopped == 1 ? "it is" : "they are");
  if (crowded > 0)
    bench_env_warn(env, "%d point%s measured while tasks waited for a processor", crowded,
                   crowded == 1 ? " was" : "s were");
  if (slowed > 0)
    bench_env_warn(env, "%d point%s measured while the GPU was slowed down; %s notes say why", slowed,
                   slowed == 1 ? " was" : "s were", slowed == 1 ? "its" : "their");
  if (throttled > 0)
    bench_env_warn(env, "%d point%s measured while the processor was throttled; %s notes say how much", throttled,
                   throttled == 1 ? " was" : "s were", throttled == 1 ? "its" : "their");
  if (bench_throttled_share(run) > BENCH_THROTTLED_MOST)
    bench_env_warn(env, "more than %.0f %% of the rows were throttled: this run must not be compared with others",
                   100.0 * BENCH_THROTTLED_MOST);
  else if (throttled == 0 && run->pace_least > 0.0 && run->pace_least < BENCH_THROTTLED)
    bench_env_warn(env, "the processor's clock changed in this run: it fell to %.0f %% of its fastest between the rows",
                   100.0 * run->pace_least);
  for (int i = before; i < env->warning_count && !run->settings->quiet; i++)
    fprintf(stderr, "***WARNING*** %s\n", env->warnings[i]);
}
