/* Why this file exists: prints the table for people, laid out like Google Benchmark's: name, time, CPU, iterations,
 * counters. The label says how the row was checked. A row without a proof has no time. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "report.h"
#include "harness/machine/subnormal.h"

enum { NAME_MINIMUM = 10, COLUMN = 10 };

bench_table bench_table_make(FILE *stream, const bench_plan *plan, const bench_settings *settings, bool color) {
  bench_table table = {.stream = stream, .settings = settings, .width = NAME_MINIMUM, .color = color};
  for (int i = 0; i < plan->count; i++) {
    const int length = (int)strlen(plan->points[i].name);
    if (length > table.width) table.width = length;
  }
  if (settings->aggregates_only) table.width += 7; // "_median"
  return table;
}

static const char *const counter_names[] = {"fps", "+-time",       "fps_low1",      "ns_per_projection", "residual",
                                            "err", "memory_share", "compute_share", "episodes"};
enum { COUNTERS = sizeof counter_names / sizeof counter_names[0] };

static void rule(const bench_table *table, int extra) {
  for (int i = 0; i < table->width + 14 + 15 + 12 + extra; i++) fputc('-', table->stream);
  fputc('\n', table->stream);
}

static int counter_width(int counter) {
  const int length = (int)strlen(counter_names[counter]);
  return length > COLUMN ? length : COLUMN;
}

void bench_table_head(const bench_table *table) {
  if (table->brief) {
    bench_table_brief_head(table);
    return;
  }
  int extra = (int)strlen(" UserCounters...");
  if (table->settings->tabular) {
    extra = 0;
    for (int i = 0; i < COUNTERS; i++) extra += 1 + counter_width(i);
  }
  rule(table, extra);
  fprintf(table->stream, "%-*s%14s%15s%12s", table->width, "Benchmark", "Time", "CPU", "Iterations");
  if (table->settings->tabular)
    for (int i = 0; i < COUNTERS; i++) fprintf(table->stream, " %*s", counter_width(i), counter_names[i]);
  else
    fputs(" UserCounters...", table->stream);
  fputc('\n', table->stream);
  rule(table, extra);
}

__attribute__((format(printf, 3, 4))) static void paint(const bench_table *table, const char *code, const char *format,
                                                        ...) {
  va_list arguments;
  va_start(arguments, format);
  if (table->color) fputs(code, table->stream);
  vfprintf(table->stream, format, arguments);
  if (table->color) fputs("\033[0m", table->stream);
  va_end(arguments);
}

/// A share as "12%", "?" if unknown.
static void part_text(double part, char *out, size_t capacity) {
  char text[CLI_LEFT];
  if (isnan(part))
    snprintf(out, capacity, "?");
  else
    snprintf(out, capacity, "%s%%", cli_percent(part, text));
}

/// Ten characters for a time in its unit: 3 decimals below 1, 2 below 10, 1 below 100, none above.
static const char *time_text(double value, char out[32]) {
  if (isnan(value))
    snprintf(out, 32, "%10s", "-");
  else if (value > 9999999999.0)
    snprintf(out, 32, "%10.4e", value);
  else
    snprintf(out, 32, "%10.*f", value < 1.0 ? 3 : value < 10.0 ? 2 : value < 100.0 ? 1 : 0, value);
  return out;
}

/// 1234567 becomes "1.235M", as Google Benchmark shortens counters.
static const char *si_text(double value, char out[32]) {
  static const char prefixes[] = "\0kMGT";
  int prefix = 0;
  while (fabs(value) >= 1000.0 && prefix < 4) {
    value /= 1000.0;
    ++prefix;
  }
  snprintf(out, 32, prefix == 0 ? "%.6g" : "%.4g%c", value, prefixes[prefix]);
  return out;
}

static double unit_scale(const char *unit) {
  return strcmp(unit, "s") == 0 ? 1.0 : strcmp(unit, "ms") == 0 ? 1e3 : strcmp(unit, "us") == 0 ? 1e6 : 1e9;
}

static const char *unit_of(const bench_table *table) {
  return table->settings->time_unit != NULL ? table->settings->time_unit : "us";
}

static void times(const bench_table *table, double real, double processor, int64_t iterations, bool ratio) {
  const char *unit = unit_of(table);
  const double scale = ratio ? 100.0 : unit_scale(unit);
  char a[32], b[32];
  paint(table, "\033[0;33m", "%s %-4s%s %-4s", time_text(scale * real, a), ratio ? "%" : unit,
        time_text(scale * processor, b), ratio ? "%" : unit);
  paint(table, "\033[0;36m", "%10lld", (long long)iterations);
}

/// "0.15%@12": the error and the frame. Rows of one scene may have it after other numbers of frames.
static void error_text(const bench_result *result, char *out, size_t capacity) {
  part_text(result->facts.error, out, capacity);
  const size_t used = strlen(out);
  if (!isnan(result->facts.error)) snprintf(out + used, capacity - used, "@%d", (int)result->facts.error_frames);
}

static void counters(const bench_table *table, const bench_result *result, const bench_numbers *n) {
  char text[COUNTERS][48], number[32];
  snprintf(text[0], sizeof text[0], "%s/s", si_text(n->fps, number));
  part_text(n->relative, text[1], sizeof text[1]);
  snprintf(text[2], sizeof text[2], "%s/s", si_text(n->fps_low1, number));
  snprintf(text[3], sizeof text[3], isnan(n->ns_each) ? "?" : "%.4g", n->ns_each);
  part_text(result->facts.residual, text[4], sizeof text[4]);
  error_text(result, text[5], sizeof text[5]);
  part_text(n->memory_share, text[6], sizeof text[6]);
  part_text(n->compute_share, text[7], sizeof text[7]);
  snprintf(text[8], sizeof text[8], "%d", result->episodes);
  for (int i = 0; i < COUNTERS; i++) {
    if (table->settings->tabular)
      fprintf(table->stream, " %*s", counter_width(i), text[i]);
    else
      fprintf(table->stream, " %s=%s", counter_names[i], text[i]);
  }
}

/// The energy of a frame, if it was measured.
static void energy(const bench_table *table, const bench_numbers *n) {
  char number[32];
  if (isnan(n->joules)) return;
  const double scale = n->joules < 1e-3 ? 1e6 : n->joules < 1.0 ? 1e3 : 1.0;
  fprintf(table->stream, " energy_per_frame=%s%sJ", si_text(scale * n->joules, number),
          scale > 1e3   ? "u"
          : scale > 1.0 ? "m"
                        : "");
}

/// The cost of subnormal numbers, if it is above the limit.
static void subnormals(const bench_table *table, const bench_result *result) {
  const double ratio = result->facts.ieee_over_flushed;
  if (ratio > BENCH_SUBNORMAL_LIMIT) fprintf(table->stream, " subnormal_numbers=%.2fx", ratio);
}

/// The published number, and how many times as fast this row is.
static void published(const bench_table *table, const bench_result *result, const bench_numbers *n) {
  const bench_published *other = &result->facts.published;
  if (!other->machine) return;
  char high[32] = "";
  if (other->fps_high > other->fps_low) snprintf(high, sizeof high, "..%.4g", other->fps_high);
  fprintf(table->stream, " published=%.4g%s/s ratio=%.3g (%s, %s)", other->fps_low, high, n->ratio, other->machine,
          other->way);
}

static void aggregate_rows(const bench_table *table, const bench_point *point, const bench_result *result) {
  static const char *const names[] = {"mean", "median", "stddev", "cv"};
  bench_row rows[BENCH_ROWS];
  double real[BENCH_ROWS], processor[BENCH_ROWS], scratch[BENCH_ROWS];
  if (!bench_rows_of(point, result, rows)) return;
  for (int i = 0; i < BENCH_ROWS; i++) {
    real[i] = 1e-9 * rows[i].real_ns;
    processor[i] = 1e-9 * rows[i].cpu_ns;
  }
  for (int k = 0; k < 4; k++) {
    double a, b;
    char name[BENCH_TEXT + 8];
    snprintf(name, sizeof name, "%s_%s", point->name, names[k]);
    a = k == 0   ? bench_mean(real, BENCH_ROWS)
        : k == 1 ? bench_median(real, BENCH_ROWS, scratch)
                 : bench_stddev(real, BENCH_ROWS);
    b = k == 0   ? bench_mean(processor, BENCH_ROWS)
        : k == 1 ? bench_median(processor, BENCH_ROWS, scratch)
                 : bench_stddev(processor, BENCH_ROWS);
    if (k == 3) {
      a /= bench_mean(real, BENCH_ROWS);
      b /= bench_mean(processor, BENCH_ROWS);
    }
    paint(table, "\033[0;32m", "%-*s ", table->width, name);
    times(table, a, b, BENCH_ROWS, k == 3);
    fprintf(table->stream, " %s\n", bench_label(result));
  }
}

static bool left_out(const bench_result *result) {
  return result->outcome == BENCH_SKIPPED || result->outcome == BENCH_STOPPED;
}

/// Whether two points were left out for the same reason. For the total budget, the numbers in the text are ignored.
static bool same_reason(const bench_result *a, const bench_result *b) {
  const bool budget = a->stop && b->stop && strcmp(a->stop, "total-budget") == 0 && strcmp(a->stop, b->stop) == 0;
  return a->outcome == b->outcome && (budget || strcmp(a->reason, b->reason) == 0);
}

/// How many points were left out for the same reason as this one. 0 if an earlier one has that reason.
static int count_equal(const bench_run *run, int point) {
  const bench_result *result = &run->results[point];
  int count = 0;
  for (int i = 0; i < run->plan->count; i++) {
    if (!same_reason(&run->results[i], result)) continue;
    if (i < point) return 0;
    ++count;
  }
  return count;
}

void bench_table_left_out(const bench_table *table, const bench_run *run) {
  for (int i = 0; i < run->plan->count; i++) {
    const bench_result *result = &run->results[i];
    if (!left_out(result) || !bench_plan_owns(run->settings, &run->plan->points[i])) continue;
    const int equal = count_equal(run, i);
    if (equal == 0) continue;
    char name[BENCH_TEXT + 32], more[24] = "";
    if (equal > 1) snprintf(more, sizeof more, " and %d more", equal - 1);
    snprintf(name, sizeof name, "%s%s", run->plan->points[i].name, more);
    paint(table, "\033[0;32m", "%-*s ", table->width, name);
    paint(table, "\033[0;37m", "%s: '%s'\n", result->outcome == BENCH_SKIPPED ? "SKIPPED" : "INTERRUPTED",
          result->reason);
  }
}

/// The mark of a row whose program left out a part of the scene. The part follows.
static const char *near_words(const bench_result *result) {
  return result->facts.peer_without[0] ? ", near: without " : "";
}

/// The quota that stopped the threads of a row. It stands beside the row, because the time includes the stops.
static void quota(const bench_table *table, const bench_result *result) {
  static const char begin[] = BENCH_NOTE_QUOTA;
  for (int i = 0; i < result->note_count; i++)
    if (strncmp(result->notes[i], begin, sizeof begin - 1) == 0) fprintf(table->stream, " (%s)", result->notes[i]);
}

void bench_table_row(const bench_table *table, const bench_point *point, const bench_result *result) {
  if (left_out(result)) return;
  if (table->settings->aggregates_only && bench_has_numbers(result) && result->sample_count >= BENCH_ROWS &&
      result->outcome != BENCH_INEXACT && result->facts.peer[0] == '\0') {
    aggregate_rows(table, point, result);
    return;
  }
  char name[BENCH_TEXT];
  bench_table_name(table, point->name, name, sizeof name);
  paint(table, "\033[0;32m", "%-*s ", table->width, name);
  if (bench_has_numbers(result) && table->brief) {
    const bench_numbers n = bench_numbers_of(point, result);
    const char *unit = unit_of(table);
    char text[32];
    bench_table_brief_row(table, result, &n, time_text(unit_scale(unit) * n.median, text), unit);
    fprintf(table->stream, "%s%s", near_words(result), result->facts.peer_without);
    quota(table, result);
    fputc('\n', table->stream);
  } else if (bench_has_numbers(result)) {
    const bench_numbers n = bench_numbers_of(point, result);
    times(table, n.median, n.processor, (int64_t)result->episodes * point->frames, false);
    counters(table, result, &n);
    published(table, result, &n);
    subnormals(table, result);
    energy(table, &n);
    quota(table, result);
    if (result->outcome == BENCH_INEXACT)
      paint(table, "\033[0;31m", " INEXACT: %s\n", result->reason);
    else
      fprintf(table->stream, " %s%s%s\n", bench_label(result), near_words(result), result->facts.peer_without);
  } else if (result->outcome == BENCH_VALID) {
    char error[48];
    error_text(result, error, sizeof error);
    paint(table, "\033[0;36m", "CHECKED, not timed: %s%s%s%s%s\n", result->checked,
          isnan(result->facts.error) ? "" : ", err=", isnan(result->facts.error) ? "" : error, near_words(result),
          result->facts.peer_without);
  } else if (result->outcome == BENCH_INEXACT) {
    paint(table, "\033[0;31m", "INEXACT, not timed: %s\n", result->reason);
  } else if (result->outcome == BENCH_UNCHECKED) {
    fputs("not timed, not checked\n", table->stream);
  } else {
    paint(table, "\033[0;31m", "%s: '%s'\n", result->outcome == BENCH_WRONG ? "CHECK FAILED" : "ERROR OCCURRED",
          result->reason);
  }
}

static void context_line(FILE *stream, const bench_environment *env, const char *label, const char *group,
                         const char *key, double scale, const char *unit) {
  const bench_field *field = bench_env_find(env, group, key);
  if (!field || field->state != BENCH_KNOWN)
    fprintf(stream, "%s: %s\n", label,
            field != NULL && field->state == BENCH_NOT_APPLICABLE ? "not applicable" : "unknown");
  else if (field->is_number)
    fprintf(stream, "%s: %.4g%s\n", label, scale * field->number, unit);
  else
    fprintf(stream, "%s: %s\n", label, field->text);
}

void bench_table_context(FILE *stream, const bench_report *report) {
  const bench_environment *env = report->env;
  fprintf(stream, "%s\nRunning %s\n", report->date, report->program);
  fprintf(stream, "Run on (%.0f X %.0f MHz CPU s)\n", bench_env_number_of(env, "cpu", "logical"),
          bench_env_number_of(env, "cpu", "mhz_now"));
  context_line(stream, env, "CPU", "cpu", "model", 1.0, "");
  context_line(stream, env, "CPU caches L1d", "cpu", "cache_l1d", 1.0 / 1024.0, " KiB");
  context_line(stream, env, "CPU caches L2", "cpu", "cache_l2", 1.0 / 1048576.0, " MiB");
  context_line(stream, env, "CPU caches L3", "cpu", "cache_l3", 1.0 / 1048576.0, " MiB");
  context_line(stream, env, "Frequency governor", "cpu", "governor", 1.0, "");
  context_line(stream, env, "Hypervisor", "cpu", "hypervisor", 1.0, "");
  context_line(stream, env, "Compiler", "build", "compiler", 1.0, "");
  context_line(stream, env, "Cache line to another core and back", "machine", "ping_pong", 1e9, " ns");
  context_line(stream, env, "Memory, triad", "machine", "triad", 1e-9, " GB/s");
  context_line(stream, env, "Peak of one core, float, side by side", "machine", "peak_f32_vector_one", 1e-9,
               " Gflop/s");
  context_line(stream, env, "Hardware counters", "machine", "hardware_counters", 1.0, "");
  context_line(stream, env, "Load Average", "noise", "load_before", 1.0, "");
  for (int i = 0; i < report->run->settings->context.count; i++) {
    const char *text = report->run->settings->context.values[i];
    const size_t length = strcspn(text, "=");
    fprintf(stream, "%.*s: %s\n", (int)length, text, text[length] == '=' ? text + length + 1 : "");
  }
  for (int i = 0; i < env->warning_count; i++) fprintf(stream, "***WARNING*** %s\n", env->warnings[i]);
}
