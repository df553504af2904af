/* Why this file exists: prints the machine, the headline, the largest mesh at 60 FPS and the number of certified rows
 * at the end of a run, whether or not somebody opens the page. It uses the same slices as the page's answer. */
#include "brief.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "support/cli.h"
#include "figure/figure.h"
#include "support/html.h"
#include "read/results.h"
#include "read/run.h"
#include "read/select.h"

static const cli_program program = {
    .name = "xpbd-report brief",
    .usage = "RUN.json",
    .about = "Prints a few lines about a run of xpbd-bench --json: its machine, the score and what answers cost if the "
             "run has them, frames per second of each backend at "
             "one size, the largest mesh shown to hold 60 FPS, and how many rows are certified. A folder stands for "
             "its results.json.\nExit codes: 0 fine, 1 usage or unusable input.",
};

static void put_machine(const report_run *run) {
  const char *model = report_env_text(run, "cpu.model"), *opencl = report_env_text(run, "gpu.opencl");
  char gpu[REPORT_LABEL], device[REPORT_LABEL];
  const double logical = report_env_number(run, "cpu.logical"), memory = report_env_number(run, "memory.total");
  const double triad = report_env_number(run, "machine.triad");
  cli_print("machine:    %s", model ? model : "processor of unknown model");
  if (logical >= 1) cli_print(", %.0f processor%s", logical, logical > 1 ? "s" : "");
  if (memory > 0) cli_print(", %.0f GB of memory", 1e-9 * memory);
  if (triad > 0) cli_print(" at %.3g GB/s", 1e-9 * triad);
  if (report_device_name(run, "cuda", gpu, sizeof gpu)) cli_print(", %s", gpu);
  // OpenCL on a CPU, or on the GPU that CUDA uses, is not another device.
  if (report_device_name(run, "opencl", device, sizeof device) && strncmp(opencl, "CPU", 3) != 0 &&
      !report_env_text(run, "gpu.name"))
    cli_print(", %s", device);
  putchar('\n');
}

static void put_fps(const report_point *p) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  cli_print(" %s FPS", html_fps(p->fps, a));
  if (p->fps_low > 0 && p->fps_high > 0) cli_print(" (%s to %s)", html_fps(p->fps_low, a), html_fps(p->fps_high, b));
}

/// The size of the headline: the standard one if measured, else the middle one.
static double headline_size(const report_run *run, const report_slice *slice) {
  const char *text = report_text(report_axis(run, slice->benchmark, "size"), "standard");
  const double standard = text ? strtod(text, NULL) : (double)NAN;
  for (int i = 0; i < slice->x_count; i++)
    if (slice->x[i] >= standard && slice->x[i] <= standard) return standard;
  return slice->x[slice->x_count / 2];
}

/// Whether an earlier line of the first constraint has the same backend and is at least as fast there.
static bool is_beaten(const report_slice *slice, int line, double size) {
  char own[REPORT_LABEL], other[REPORT_LABEL];
  const report_point *p = report_point_at(&slice->series[line], slice->axis, size);
  report_axis_text(p, "backend", own, sizeof own);
  for (int s = 0; s < slice->series_count; s++) {
    const report_point *q =
        s == line || slice->series[s].panel != 0 ? NULL : report_point_at(&slice->series[s], slice->axis, size);
    if (!q || strcmp(report_axis_text(q, "backend", other, sizeof other), own) != 0) continue;
    if (q->fps > p->fps || (s < line && q->fps >= p->fps)) return true;
  }
  return false;
}

/// report_put_fixed() for a terminal: the name of an axis comes from the file.
static void put_fixed(const report_slice *slice) {
  char *words = NULL;
  size_t size;
  FILE *memory = open_memstream(&words, &size);
  if (memory) report_put_fixed(memory, ", ", slice);
  if (memory && fclose(memory) == 0) cli_print("%s", words);
  free(words);
}

static void put_headline(const report_run *run, const report_slice *slice) {
  char text[64], backend[REPORT_LABEL], device[REPORT_LABEL];
  const double size = headline_size(run, slice);
  cli_print("fastest:    at %s", report_tick(slice, size, text));
  if (slice->panels[0][0]) cli_print(", %s", slice->panels[0]);
  put_fixed(slice);
  const char *separator = ":";
  for (int s = 0; s < slice->series_count; s++) {
    const report_point *p = slice->series[s].panel == 0 ? report_point_at(&slice->series[s], slice->axis, size) : NULL;
    if (!p || report_is_peer(&slice->series[s]) || is_beaten(slice, s, size)) continue;
    cli_print("%s %s", separator, report_axis_text(p, "backend", backend, sizeof backend));
    if (p->threads > 1 && !report_device_name(run, backend, device, sizeof device))
      cli_print(" on %.0f threads", p->threads);
    put_fps(p);
    separator = ";";
  }
  putchar('\n');
}

static void put_largest(const report_slice *slice) {
  const report_point *best = report_largest_above(slice, 0, 60);
  char text[64], backend[REPORT_LABEL];
  if (best)
    cli_print("at 60 FPS:  up to %s by %s, the largest size measured whose whole interval is above 60\n",
              report_tick(slice, report_axis_number(best, slice->axis), text),
              report_axis_text(best, "backend", backend, sizeof backend));
  else
    puts("at 60 FPS:  no size measured has its whole interval above 60");
}

/// For a run without a line of sizes: the fastest row with numbers of each backend, without the plain loop.
static void put_rows(const report_run *run) {
  char own[REPORT_LABEL], other[REPORT_LABEL];
  const char *separator = "fastest:   ";
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    bool best = p->has_numbers && !report_is_peer_row(p);
    report_axis_text(p, "backend", own, sizeof own);
    for (int k = 0; k < run->count && best; k++) {
      const report_point *q = &run->points[k];
      if (!q->has_numbers || strcmp(report_axis_text(q, "backend", other, sizeof other), own) != 0) continue;
      best = p->fps > q->fps || (p->fps >= q->fps && i <= k);
    }
    if (!best) continue;
    cli_print("%s %s", separator, p->name);
    put_fps(p);
    separator = ";";
  }
  puts(*separator == ';' ? "" : "fastest:    no row of a backend has numbers");
  puts("at 60 FPS:  unknown: this run has no line of sizes");
}

/// The first benchmark with a line of sizes, in *out. x_count 0 if there is none.
static xpbd_status find_slice(const report_run *run, report_slice *out) {
  *out = (report_slice){0};
  for (int i = 0; i < run->count; i++) {
    const char *name = run->points[i].benchmark;
    if (i > 0 && strcmp(run->points[i - 1].benchmark, name) == 0) continue;
    const xpbd_status status = report_slice_make(run, name, "size", "iterations", out);
    if (status != XPBD_OK || out->x_count > 1) return status;
    report_slice_free(out);
    *out = (report_slice){0};
  }
  return XPBD_OK;
}

/// The range of simulated seconds per second of each backend, over its answers within 1 %. False if there are none.
static bool put_answers(const report_run *run) {
  char backend[REPORT_LABEL], other[REPORT_LABEL], tolerance[REPORT_LABEL];
  const char *separator = "answers:   ";
  for (int i = 0; i < run->count; i++) {
    double least = INFINITY, most = 0.0;
    int count = 0;
    bool first = true;
    report_axis_text(&run->points[i], "backend", backend, sizeof backend);
    for (int k = 0; k < run->count; k++) {
      const report_point *p = &run->points[k];
      report_axis_text(p, "tolerance", tolerance, sizeof tolerance);
      if (!p->has_numbers || strcmp(tolerance, "1%") != 0 ||
          strcmp(report_axis_text(p, "backend", other, sizeof other), backend) != 0)
        continue;
      first = first && k >= i;
      const double speed = report_number(p->json, "counters.real_time_factor.value");
      least = fmin(least, speed);
      most = fmax(most, speed);
      count++;
    }
    report_axis_text(&run->points[i], "tolerance", tolerance, sizeof tolerance);
    if (count == 0 || !first || !run->points[i].has_numbers || strcmp(tolerance, "1%") != 0) continue;
    cli_print("%s %s computes %d workload%s within 1 %% at %.3g to %.3g simulated seconds per second", separator,
              backend, count, count > 1 ? "s" : "", least, most);
    separator = ";";
  }
  if (*separator == ';') putchar('\n');
  return *separator == ';';
}

/// The score, if the run has one.
static void put_score(const report_run *run) {
  const json_t *score = report_at(run->xb, "score"), *one;
  const char *best = report_text(score, "best");
  size_t i;
  if (!json_is_object(score)) return;
  json_array_foreach(report_at(score, "backends"), i, one) {
    const char *name = report_text(one, "backend"), *division = report_text(score, "division");
    if (!best || !name || strcmp(name, best) != 0) continue;
    const double value = report_number(one, "score");
    cli_print("score:      ");
    if (isnan(value))
      cli_print("none");
    else
      cli_print("%.3g (%.3g to %.3g)", value, report_number(one, "lo95"), report_number(one, "hi95"));
    cli_print(" with %s, %s, %s division\n", name, json_is_true(report_at(one, "valid")) ? "VALID" : "INVALID",
              division ? division : "unknown");
  }
}

static void put_certified(const report_run *run) {
  const int *in = run->in_state;
  int noisy = 0;
  char day[REPORT_DAY];
  for (int i = 0; i < run->count; i++) noisy += run->points[i].has_numbers && run->points[i].flagged;
  // Rows of which nothing but the file says that they are right are not certified.
  const bool claimed = run->certified == 0 && in[REPORT_OK] > 0;
  cli_print("%s %d of %d rows", claimed ? "claimed:   " : "certified: ", claimed ? in[REPORT_OK] : run->certified,
            run->count);
  if (run->audited > 0) cli_print(", %d of them audited on %s", run->audited, report_seal_day(&run->seal, day));
  if (!claimed && run->certified < in[REPORT_OK]) cli_print(", %d only claimed", in[REPORT_OK] - run->certified);
  if (noisy > 0) cli_print(", %d of them noisy", noisy);
  if (in[REPORT_INVALID] > 0) cli_print(", %d FAILED their check", in[REPORT_INVALID]);
  if (in[REPORT_ERROR] > 0) cli_print(", %d error%s", in[REPORT_ERROR], in[REPORT_ERROR] > 1 ? "s" : "");
  if (in[REPORT_UNCHECKED] > 0) cli_print(", %d not checked", in[REPORT_UNCHECKED]);
  if (in[REPORT_INEXACT] > 0) cli_print(", %d inexact", in[REPORT_INEXACT]);
  if (in[REPORT_SKIPPED] > 0) cli_print(", %d skipped", in[REPORT_SKIPPED]);
  if (in[REPORT_INTERRUPTED] > 0) cli_print(", %d interrupted", in[REPORT_INTERRUPTED]);
  if (!run->complete) cli_print("; the run is not complete");
  if (run->certified < in[REPORT_OK])
    cli_print("; %s: xpbd-report audit RUN recomputes what it claims", report_seal_doubt(&run->seal));
  else if (run->seal.state == FILE_SEAL_BROKEN)
    cli_print("; the file was CHANGED after it was sealed");
  putchar('\n');
}

/// `name` is a results file or its folder.
static xpbd_status load(const char *name, report_run *out) {
  char *path = report_results_of(name);
  const xpbd_status status =
      path ? report_load(path, out) : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the name of a file");
  free(path);
  return status;
}

int report_brief_main(int argc, char **argv) {
  const char *name = NULL;
  int count = 0;
  report_run run;
  report_slice slice;
  const int parsed = cli_parse(&program, argc, argv, &name, 1, &count);
  if (parsed >= 0) return parsed;
  if (count == 0) return cli_fail(&program, CLI_EXIT_USAGE, "which results? xpbd-report brief RUN.json");
  if (load(name, &run) != XPBD_OK) return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  const xpbd_status status = find_slice(&run, &slice);
  if (status == XPBD_OK) {
    if (run.seal.state == FILE_SEAL_BROKEN) cli_print("CHANGED:    the file was changed after it was sealed\n");
    put_machine(&run);
    put_score(&run);
    const bool answers = put_answers(&run);
    if (slice.x_count > 1) {
      put_headline(&run, &slice);
      put_largest(&slice);
    } else if (!answers) {
      put_rows(&run);
    }
    put_certified(&run);
  }
  report_slice_free(&slice);
  report_free(&run);
  return status == XPBD_OK ? cli_flush(&program, CLI_EXIT_OK, 3) : cli_fail(&program, 3, "%s", xpbd_last_error());
}
