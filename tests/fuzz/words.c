/* Why this file exists: fuzzes words that a user writes: constraints, axes, numbers, and the entries of a file of
 * formulas. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

#include "support/cli.h"
#include "foreign/file.h"
#include "harness/plan/plan.h"
#include "scene/build.h"

bool fuzz_constraint(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  xpbd_spec spec;
  const bool taken = xpbd_spec_read(text, &spec) == XPBD_OK;
  if (taken != (xpbd_constraint_spec_check(text) == XPBD_OK)) abort();
  if (taken && (spec.count < 0 || spec.count > XPBD_SPEC_MOST)) abort();
  free(text);
  return taken;
}

static const char *known(int index) {
  static const char *const names[] = {"seq", "omp", "stretching", "stretching+bending"};
  return index < 4 ? names[index] : NULL;
}
static bool accepts(const char *value, char *why, size_t capacity) {
  if (xpbd_constraint_spec_check(value) == XPBD_OK) return true;
  snprintf(why, capacity, "no constraint");
  return false;
}

/// The values of an axis, its points in a plan, and other numbers on a command line.
bool fuzz_axis(const uint8_t *data, size_t size) {
  static const bench_axis axes[] = {{.name = "size", .minimum = 1, .maximum = 8193},
                                    {.name = "iterations", .minimum = INT64_MIN, .maximum = INT64_MAX},
                                    {.name = "backend", .text = true, .known = known},
                                    {.name = "constraint", .text = true, .known = known, .accepts = accepts}};
  char *text = fuzz_text(data, size), why[256] = "", found[256];
  bool taken = false;
  for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
    bench_values values = {0};
    const bool read = bench_axis_parse(&axes[i], text, &values, why, sizeof why);
    if (read && (values.count < 1 || values.count > BENCH_MAX_VALUES)) abort();
    for (int k = 0; read && k < values.count; k++) {
      if (axes[i].text && (!values.items[k].text || values.items[k].text[0] == '\0')) abort();
      if (!axes[i].text && (values.items[k].number < axes[i].minimum || values.items[k].number > axes[i].maximum))
        abort();
    }
    taken = taken || read;
    bench_axis_in_plan(text, axes[i].name, found, sizeof found);
  }
  int64_t whole;
  double real;
  cli_to_int(text, &whole);
  if (cli_to_real(text, &real) && !isfinite(real)) abort();
  free(text);
  return taken;
}

bool fuzz_formula(const uint8_t *data, size_t size) {
  xpbd_file_text text;
  const bool taken = xpbd_file_text_read(fuzz_file("formula.h", data, size), &text) == XPBD_OK;
  if (!taken) return false;
  if (text.count < 1 || text.count > XPBD_FILE_ENTRIES) abort();
  xpbd_file_text_free(&text);
  /* the compiler's messages about such a text are read, too */
  char *words = fuzz_text(data, size);
  xpbd_file_explain("formula.h", words);
  free(xpbd_file_warnings(words));
  free(words);
  return true;
}
