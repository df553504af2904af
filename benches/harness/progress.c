/* Why this file exists: tells the time left from predicted costs. The average so far would promise the end while the
 * largest mesh is still to run. */
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/cli.h"
#include "harness/store/report.h"

/// At most ten updates per second.
#define UPDATE_SECONDS 0.1

bench_progress bench_progress_make(const bench_settings *settings) {
  const bool wanted = settings->progress != BENCH_PROGRESS_OFF && (!settings->quiet || settings->process_out >= 0);
  const bool terminal = settings->progress == BENCH_PROGRESS_AUTO && isatty(STDERR_FILENO);
  return (bench_progress){.live = wanted && terminal, .lines = wanted && !terminal, .last = -INFINITY};
}

double bench_progress_left(const bench_run *run) {
  const bench_settings *settings = run->settings;
  double sum = 0.0;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_result *result = &run->results[i];
    const bench_point *point = &run->plan->points[i];
    if (result->outcome != BENCH_PENDING || point->skip[0] != '\0') continue;
    const double episode = bench_budget_episode(&run->budget, point);
    // Most points stop one episode after the fewest. If the interval is still too wide, the number of episodes grows
    // with the square of its width.
    double episodes = (double)(settings->min_episodes + 1);
    const double excess = result->interval.relative / settings->rel_err;
    if (excess > 1.0) episodes = fmax(episodes, (double)result->episodes * excess * excess);
    episodes = fmin(episodes, (double)settings->max_episodes);
    const double most = fmax(settings->budget - (double)result->episodes * episode, BENCH_FLOOR_EPISODES * episode);
    const double timed = fmin(fmax(1.0, episodes - (double)result->episodes) * episode, most);
    sum += timed;
    if (result->episodes == 0) sum += bench_budget_floor(&run->budget, point) - BENCH_FLOOR_EPISODES * episode;
  }
  const double total = settings->total_budget - (run->clock.now(run->clock.self) - run->started);
  return fmax(0.0, fmin(sum, fmax(total, 0.0)));
}

void bench_progress_clear(bench_progress *progress) {
  if (progress->shown) fputs("\r\033[K", stderr);
  progress->shown = false;
}

void bench_progress_update(bench_progress *progress, const bench_run *run, int point) {
  const double now = run->clock.now(run->clock.self);
  if (!progress->live || now - progress->last < UPDATE_SECONDS) return;
  progress->last = now;
  const bench_result *result = &run->results[point];
  char left[CLI_LEFT], spread[CLI_LEFT];
  fprintf(stderr, "\r\033[K[%3d/%d] %.60s", progress->finished, bench_plan_own_count(run->settings, run->plan),
          run->plan->points[point].name);
  if (!isnan(result->interval.relative))
    fprintf(stderr, "  time +- %s %%", cli_percent(result->interval.relative, spread));
  fprintf(stderr, "  time left %s", cli_left_text(bench_progress_left(run), left));
  fflush(stderr);
  progress->shown = true;
}

void bench_progress_finished(bench_progress *progress, const bench_run *run, int point) {
  if (!bench_plan_owns(run->settings, &run->plan->points[point])) return;
  ++progress->finished;
  if (!progress->lines) return;
  const bench_result *result = &run->results[point];
  if (result->outcome == BENCH_SKIPPED || result->outcome == BENCH_STOPPED) { // once for points that follow each other
    if (progress->reason && strcmp(progress->reason, result->reason) == 0) return;
    progress->reason = result->reason;
  }
  fprintf(stderr, "[%3d/%d] %s: ", progress->finished, bench_plan_own_count(run->settings, run->plan),
          run->plan->points[point].name);
  if (bench_has_numbers(result)) {
    char time[32], spread[CLI_LEFT], left[CLI_LEFT];
    const bool known = !isnan(result->interval.relative);
    fprintf(stderr, "%s +- %s%s, %d episodes, stop %s, time left %s\n",
            bench_seconds_text(result->interval.median, time),
            known ? cli_percent(result->interval.relative, spread) : "?", known ? " %" : "", result->episodes,
            result->stop, cli_left_text(bench_progress_left(run), left));
  } else {
    fprintf(stderr, "%s%s%s\n", bench_outcome_name(result->outcome), result->reason[0] == '\0' ? "" : ": ",
            result->reason);
  }
}
