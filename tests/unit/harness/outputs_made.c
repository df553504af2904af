/* Why this file exists: makes the benchmark of the group outputs, and compares what is written about it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "harness/plan/listing.h"
#include "harness/plan/options.h"
#include "outputs_made.h"

static const char *kinds(int index) {
  static const char *const names[] = {"left", "right", "broken"};
  return index < 3 ? names[index] : NULL;
}

static bool is_usable(const char *value, char *why, size_t capacity) {
  snprintf(why, capacity, "it is broken");
  return strcmp(value, "broken") != 0;
}

static int64_t work_of(const bench_point *point) {
  return 1000000 * bench_int(point, "size");
}

static int64_t bytes_of(const bench_point *point) {
  return 250000 * bench_int(point, "size");
}

static const bench_axis axes[] = {
    {.name = "size",
     .about = "how large",
     .standard = "10",
     .in_name = true,
     .block = true,
     .minimum = 1,
     .maximum = 90},
    {.name = "kind",
     .about = "which",
     .text = true,
     .standard = "left",
     .in_name = true,
     .known = kinds,
     .usable = is_usable},
    {.name = "more", .about = "any", .text = true, .standard = "left", .listed = "see elsewhere", .known = kinds}};
static const bench_axis one_axis[] = {
    {.name = "size", .about = "how wide", .standard = "7", .in_name = true, .maximum = 9}};
static const bench_sweep sweeps[] = {
    {.name = "sizes", .about = "small and large", .axis = "size", .plan = "size=10,20 kind=left", .quick = "size=10"},
    {.name = "kinds", .about = "all of them", .axis = "kind", .plan = "kind=*", .quick = "kind=right"}};
static const bench_case alpha = {.name = "alpha",
                                 .about = "a made one",
                                 .unit = "units",
                                 .standard = true,
                                 .axes = axes,
                                 .axis_count = 3,
                                 .sweeps = sweeps,
                                 .sweep_count = 2,
                                 .total_budget = 30,
                                 .total_budget_quick = 7,
                                 .work = work_of,
                                 .memory = bytes_of};
static const bench_case beta = {
    .name = "beta", .about = "another", .unit = "things", .axes = one_axis, .axis_count = 1, .work = work_of};
static const bench_case *const both[] = {&alpha, &beta};

sheet made;

bool output_is(check *self, void (*write)(FILE *stream), const char *wanted, const char *what) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!check_true(self, stream != NULL, "a stream in memory")) return false;
  write(stream);
  fclose(stream);
  if (!text) return false;
  const bool equal = check_true(self, strcmp(text, wanted) == 0, "%s:\n%s\nand not\n%s", what, text, wanted);
  check_control(self, strcmp(text[0] ? text + 1 : " ", wanted) != 0, "a letter less is noticed");
  free(text);
  return equal;
}

void output_plan(check *self, const char *const *given, int count) {
  static const char *values[4];
  bench_plan_destroy(&made.plan);
  for (int i = 0; i < count; i++) values[i] = given[i];
  made.settings.axes = (cli_list){count, values};
  check_true(self, bench_plan_make(bench_program(), &made.settings, both, 2, &made.plan) == 0, "it can be planned");
}

void output_begin(void) {
  made = (sheet){.settings = {.frames = -1, .warm = -1, .total_budget = 60, .processes = 1}};
}
