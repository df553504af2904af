/* Why this file exists: rows of the table that fit a terminal. Parts of the names that all points share stand once, above
 * the table. */
#include <math.h>
#include <string.h>

#include "report.h"

/// Whether a name has this part between slashes.
static bool has_part(const char *name, const char *part, size_t length) {
  for (const char *at = strchr(name, '/'); at; at = strchr(at + 1, '/'))
    if (strncmp(at + 1, part, length) == 0 && (at[1 + length] == '/' || at[1 + length] == '\0')) return true;
  return false;
}

static bool in_all(const bench_plan *plan, const char *part, size_t length) {
  for (int i = 0; i < plan->count; i++)
    if (!has_part(plan->points[i].name, part, length)) return false;
  return true;
}

/// Appends "/part".
static void append(char *out, size_t capacity, const char *part, size_t length) {
  const size_t used = strlen(out);
  snprintf(out + used, capacity - used, "/%.*s", (int)length, part);
}

void bench_table_name(const bench_table *table, const char *name, char *out, size_t capacity) {
  const size_t first = strcspn(name, "/");
  snprintf(out, capacity, "%.*s", (int)first, name);
  for (const char *at = name + first; *at; at += 1 + strcspn(at + 1, "/")) {
    const size_t length = strcspn(at + 1, "/");
    if (!has_part(table->common, at + 1, length)) append(out, capacity, at + 1, length);
  }
}

void bench_table_shorten(bench_table *table, const bench_plan *plan) {
  table->brief = true;
  table->common[0] = '\0';
  const char *name = plan->count > 0 ? plan->points[0].name : "";
  for (const char *at = strchr(name, '/'); at; at = strchr(at + 1, '/')) {
    const size_t length = strcspn(at + 1, "/");
    if (in_all(plan, at + 1, length)) append(table->common, sizeof table->common, at + 1, length);
  }
  table->width = (int)strlen("Benchmark");
  for (int i = 0; i < plan->count; i++) {
    char text[BENCH_TEXT];
    bench_table_name(table, plan->points[i].name, text, sizeof text);
    if ((int)strlen(text) > table->width) table->width = (int)strlen(text);
  }
}

void bench_table_brief_head(const bench_table *table) {
  if (table->common[0]) fprintf(table->stream, "all rows: %s\n", table->common + 1);
  fprintf(table->stream, "%-*s %13s %10s %6s %8s  %s\n", table->width, "Benchmark", "Time", "FPS", "+-", "Error",
          "Checked (--wide shows more)");
}

/// A share as "1.2%", "-" if unknown.
static const char *share_text(double share, char out[16]) {
  char text[CLI_LEFT];
  if (isnan(share))
    snprintf(out, 16, "-");
  else
    snprintf(out, 16, "%.14s%%", cli_percent(share, text));
  return out;
}

void bench_table_brief_row(const bench_table *table, const bench_result *result, const bench_numbers *numbers,
                           const char *time, const char *unit) {
  char spread[16], error[16];
  fprintf(table->stream, "%s %-2s %10.4g %6s %8s  %s", time, unit, numbers->fps, share_text(numbers->relative, spread),
          share_text(result->facts.error, error),
          result->outcome == BENCH_INEXACT     ? "INEXACT: "
          : result->outcome == BENCH_UNCHECKED ? "no"
                                               : "yes");
  if (result->outcome == BENCH_INEXACT) fputs(result->reason, table->stream);
}
