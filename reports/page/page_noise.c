/* Why this file exists: shows how quiet the machine was, and sums up in three lines how trustworthy the numbers are. */
#include <math.h>
#include <string.h>

#include "support/html.h"
#include "page.h"
#include "read/machine.h"

/// A summary of all rows with numbers.
typedef struct quiet {
  const report_point *worst, *waiting, *subnormal; ///< `subnormal`: the row most slowed by subnormal numbers.
  const char *too_few;                             ///< Why rows have no interval.
  int without, wide, busy, slowed, drifting, flagged, budget, capped, subnormals;
  double relative[2]; ///< Least and most.
  int with;
} quiet;

/// The GPU was slowed down: it gave a reason, or its clock was so low that xpbd-bench flags a row (FORMAT.md, 1.6).
static bool is_slowed(const report_point *p) {
  enum { SLOWDOWN = 0x4 | 0x8 | 0x20 | 0x40 | 0x80 };
  const json_int_t reasons = json_integer_value(report_at(p->json, "telemetry.reasons"));
  const double least = report_number(p->json, "telemetry.sm_mhz.min");
  return (reasons & SLOWDOWN) != 0 || least < 0.75 * report_number(p->json, "telemetry.sm_mhz.limit");
}

/// xpbd-bench reports subnormal numbers if they cost a row 5 % or more.
static void look_at_subnormals(const report_point *p, quiet *q) {
  const double ratio = report_number(p->json, "ieee_over_flushed");
  if (!(ratio > 1.05)) return;
  q->subnormals++;
  if (!q->subnormal || ratio > report_number(q->subnormal->json, "ieee_over_flushed")) q->subnormal = p;
}

static quiet look(const report_run *run) {
  quiet q = {.relative = {INFINITY, 0}};
  const double target = report_number(run->xb, "plan.settings.rel_err");
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!p->has_numbers) continue;
    const char *stop = p->stop ? p->stop : "";
    q.flagged += p->flagged;
    q.busy += p->psi_during > 10;
    q.slowed += is_slowed(p);
    look_at_subnormals(p, &q);
    q.drifting += p->tau > 5;
    q.budget += strcmp(stop, "budget") == 0 || strcmp(stop, "total-budget") == 0;
    q.capped += strcmp(stop, "max-episodes") == 0;
    if (p->psi_during > 0 && (!q.waiting || p->psi_during > q.waiting->psi_during)) q.waiting = p;
    if (!(p->relative >= 0)) {
      const char *why = report_too_few(p);
      const bool other = q.too_few && strcmp(q.too_few, why) != 0;
      q.too_few = other ? "fewer than six episodes or two processes" : why;
      q.without++;
      continue;
    }
    q.with++;
    q.wide += p->relative > target;
    q.relative[0] = fmin(q.relative[0], p->relative);
    q.relative[1] = fmax(q.relative[1], p->relative);
    if (!q.worst || p->relative > q.worst->relative) q.worst = p;
  }
  return q;
}

static void put_quiet(const report_run *run, const quiet *q, FILE *out) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  const double target = report_number(run->xb, "plan.settings.rel_err");
  if (q->worst) {
    fprintf(out, "<li>Intervals of the frame time: from \xc2\xb1%s %% to \xc2\xb1%s %%. The worst is ",
            html_percent(q->relative[0], a), html_percent(q->relative[1], b));
    report_put_row(run, q->worst, out);
    if (target > 0)
      fprintf(out, ". The target was \xc2\xb1%s %%. %d of %d rows did not reach it", html_percent(target, a), q->wide,
              q->with);
    fputs(".</li>\n", out);
  }
  if (q->without > 0)
    fprintf(out, "<li class=warn>%d row%s %s and so no 95 %% interval: do not compare them.</li>\n", q->without,
            q->without == 1 ? " has" : "s have", q->too_few);
  if (q->budget > 0)
    fprintf(out, "<li>%d row%s stopped by a budget, not by the target.</li>\n", q->budget,
            q->budget == 1 ? " was" : "s were");
  if (q->capped > 0)
    fprintf(out, "<li>%d row%s reached --max-episodes before the target.</li>\n", q->capped, q->capped == 1 ? "" : "s");
  if (q->subnormal) {
    fprintf(out,
            "<li class=warn>%d row%s more than 5 %% longer because of subnormal numbers. Without these, the most "
            "affected row is %.2f times as fast: ",
            q->subnormals, q->subnormals == 1 ? " takes" : "s take",
            report_number(q->subnormal->json, "ieee_over_flushed"));
    report_put_row(run, q->subnormal, out);
    fputs(".</li>\n", out);
  }
  if (q->slowed > 0)
    fprintf(out, "<li class=warn>%d row%s measured while the GPU was slowed down.</li>\n", q->slowed,
            q->slowed == 1 ? " was" : "s were");
  if (q->drifting > 0)
    fprintf(
        out,
        "<li class=warn>%d row%s an autocorrelation time above 5 episodes: the machine drifted, and the \xc2\xb1 is "
        "optimistic.</li>\n",
        q->drifting, q->drifting == 1 ? " has" : "s have");
  if (q->flagged > 0)
    fprintf(out,
            "<li class=warn>%d row%s flagged: a cause of noise was seen while %s measured (marked \xe2\x89\x88 in "
            "the results).</li>\n",
            q->flagged, q->flagged == 1 ? " is" : "s are", q->flagged == 1 ? "it was" : "they were");
  if (q->waiting && q->waiting->psi_during >= 0.05) {
    fprintf(out, "<li>Tasks waited for a processor during at most %s %% of a row's timed episodes (",
            html_percent(0.01 * q->waiting->psi_during, a));
    report_put_row(run, q->waiting, out);
    fputs(").</li>\n", out);
  }
}

void report_put_noise_banners(const report_run *run, FILE *out) {
  const quiet q = look(run);
  const struct {
    int rows;
    const char *title, *cause;
  } causes[] = {{q.busy, "A busy machine.", "something else wanted the processors"},
                {q.slowed, "A slowed GPU.", "the GPU was slowed down"},
                {q.drifting, "A drifting machine.", "the machine drifted"}};
  for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
    if (causes[i].rows > 0 && 4 * causes[i].rows >= run->with_numbers)
      fprintf(out, "<p class=banner><b>%s</b> %d of %d rows %s measured while %s. See Noise.</p>\n", causes[i].title,
              causes[i].rows, run->with_numbers, causes[i].rows == 1 ? "was" : "were", causes[i].cause);
}

xpbd_status report_put_noise(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const quiet q = look(run);
  put_quiet(run, &q, out);
  const double before = report_env_number(run, "noise.load_before"), after = report_env_number(run, "noise.load_after");
  char a[HTML_NUMBER], b[HTML_NUMBER];
  fprintf(out, "<li>Load average before the run: %s, after: %s.</li>\n", before >= 0 ? html_fps(before, a) : "unknown",
          after >= 0 ? html_fps(after, b) : "unknown");
  size_t i;
  json_t *warning;
  json_array_foreach(json_object_get(run->xb, "warnings"), i, warning) {
    const char *text = json_string_value(warning); /* older runs warned for most rows; now it is a column */
    if (text && strstr(text, "equations are left unsolved (residual)")) continue;
    html_element(out, "li class=warn", text);
    fputc('\n', out);
  }
  return XPBD_OK;
}

/// "112 of 113 rows passed all checks and show numbers; 1 skipped."
static void put_trust_checks(const report_run *run, FILE *out) {
  fprintf(out, "<li><a href=#validity>Checked</a>: %d of %d rows show numbers", run->with_numbers, run->count);
  if (run->in_state[REPORT_UNCHECKED] == 0 && run->with_numbers > 0)
    fputs(", each passed every check of the run that timed it", out);
  const char *before = "; ";
  for (int s = REPORT_UNCHECKED; s < REPORT_STATES; s++) {
    if (run->in_state[s] == 0) continue;
    fprintf(out, "%s%d %s", before, run->in_state[s], report_state_name((report_state)s));
    before = ", ";
  }
  fputs(".</li>\n", out);
}

xpbd_status report_put_trust(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const quiet q = look(run);
  char a[HTML_NUMBER], b[HTML_NUMBER], device[REPORT_LABEL];
  const char *model = report_env_text(run, "cpu.model"), *kernels = report_env_text(run, "cpu.instructions");
  const char *system = report_env_text(run, "os.name"), *compiler = report_text(run->xb, "tool.build.compiler.value");
  const double logical = report_env_number(run, "cpu.logical");
  put_trust_checks(run, out);
  report_put_certified(run, out);
  if (q.worst) {
    fprintf(out, "<li><a href=#noise>Noise</a>: intervals of the frame time from \xc2\xb1%s %% to \xc2\xb1%s %%",
            html_percent(q.relative[0], a), html_percent(q.relative[1], b));
    fprintf(out, "; %d of %d rows %s measured while something else wanted the processors", q.busy, run->with_numbers,
            q.busy == 1 ? "was" : "were");
    if (q.slowed > 0) fprintf(out, ", %d while the GPU was slowed down", q.slowed);
    if (q.drifting > 0) fprintf(out, ", %d while the machine drifted", q.drifting);
    fputs(".</li>\n", out);
  }
  html_put(out, "<li><a href=#environment>Machine</a>: %s", model ? model : "processor of unknown model");
  if (logical >= 1) fprintf(out, ", %.0f processor%s", logical, logical > 1 ? "s" : "");
  if (report_run_device(run, device, sizeof device)) html_put(out, ", %s", device);
  const char *const more[] = {kernels, system, compiler};
  for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
    if (more[i]) fputs(i == 0 ? ", kernels for " : ", ", out), html_text(out, more[i]);
  fputs(".</li>\n", out);
  return XPBD_OK;
}
