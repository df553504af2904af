/* Why this file exists: sentences and banners that several sections of a page share. */
#include <stdio.h>
#include <string.h>

#include "page.h"
#include "read/machine.h"
#include "support/html.h"

void report_put_fps(const report_point *p, FILE *out) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  fprintf(out, "<b>%s FPS</b>", html_fps(p->fps, a));
  if (p->fps_low > 0 && p->fps_high > 0)
    fprintf(out, " (95 %% interval %s to %s)", html_fps(p->fps_low, a), html_fps(p->fps_high, b));
  else
    fprintf(out, " (no interval: %s)", report_too_few(p));
}

void report_put_machine(const report_run *run, const report_point *a, const report_point *b, FILE *out) {
  const char *model = report_env_text(run, "cpu.model");
  const double logical = report_env_number(run, "cpu.logical");
  char one[REPORT_LABEL], other[REPORT_LABEL];
  const bool device = report_row_device(run, a, one, sizeof one) && report_row_device(run, b, other, sizeof other);
  if (device && strcmp(one, other) == 0) {
    html_text(out, one);
    return;
  }
  html_text(out, model ? model : "A processor of unknown model");
  if (logical >= 1) fprintf(out, " (%.0f processor%s)", logical, logical > 1 ? "s" : "");
}

void report_put_range_sentence(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *slow = NULL, *fast = NULL;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!p->has_numbers || strcmp(p->benchmark, benchmark) != 0 || report_is_peer_row(p)) continue;
    if (!slow || p->fps < slow->fps) slow = p;
    if (!fast || p->fps > fast->fps) fast = p;
  }
  if (!fast) return;
  fputs("<p class=answer>", out);
  report_put_machine(run, slow, fast, out);
  fputs(" runs at ", out);
  if (fast != slow) {
    report_put_fps(slow, out);
    fputs(" (", out);
    report_put_row(run, slow, out);
    fputs(") to ", out);
  }
  report_put_fps(fast, out);
  fputs(" (", out);
  report_put_row(run, fast, out);
  fputs(").</p>\n", out);
}

static void put_banner(FILE *out, const char *title, const char *text) {
  html_put(out, "<p class=banner><b>%s</b> %s</p>\n", title, text);
}

void report_put_banners(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const char *stop = report_text(run->xb, "stop");
  char text[256];
  if (run->seal.state == FILE_SEAL_BROKEN)
    put_banner(out, "This file was CHANGED after it was sealed.",
               "Its numbers are no longer those that a program of yours wrote. An audit recomputes some of them, but "
               "neither times nor the machine.");
  if (!run->complete) {
    snprintf(text, sizeof text, "It was ended by: %.60s. Points that were not measured are listed under Validity.",
             stop ? stop : "an unknown cause");
    put_banner(out, "This run is not complete.", text);
  }
  if (run->quick)
    put_banner(out, "Quick run.",
               "Short episodes give wide intervals: good for a first look. To compare, measure several processes "
               "(--processes 5).");
  report_put_noise_banners(run, out);
  if (run->in_state[REPORT_UNCHECKED] > 0)
    put_banner(out, "Unchecked numbers.",
               "Some rows were timed with --validate off, so nobody knows whether their results are right.");
  if (run->in_state[REPORT_INVALID] + run->in_state[REPORT_ERROR] > 0) {
    snprintf(text, sizeof text, "%d failed a check and %d ended in an error. They show no numbers.",
             run->in_state[REPORT_INVALID], run->in_state[REPORT_ERROR]);
    put_banner(out, "Some rows did not pass.", text);
  }
  if (!page->figures->gnuplot && page->figures->count > 0)
    put_banner(out, "No pictures: gnuplot was not found.",
               "Install it (Debian: apt-get install gnuplot-nox) and run ./run report on this folder. Data and scripts "
               "are beside this page.");
}
