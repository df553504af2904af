/* Why this file exists: converts between the axes of a point, some of which are whole percent, and the parameters of
 * a method. */
#include "method_numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/cli.h"
#include "support/scene_words.h"

enum { MOST = 16, TEXT = 300 };

static const char *axis_of(const xpbd_method_number *row) {
  return row->percent ? row->percent : row->name;
}

/// The default of an axis that is not a percentage.
static const char *method_word(int index) {
  return index == 0 ? "method" : NULL;
}

bool method_numbers_accepts(const char *text, char *why, size_t capacity) {
  double value;
  if (cli_to_real(text, &value)) return true;
  snprintf(why, capacity, "\"%s\" is not a number", text);
  return false;
}

int method_numbers_axes(bench_axis *out, int room) {
  static struct { char about[TEXT], listed[TEXT], standard[24]; } words[MOST];
  const xpbd_method_number *row;
  int count = 0;
  for (; (row = xpbd_method_number_at(count)); count++) {
    if (count >= room || count >= MOST) continue;
    char owners[TEXT / 2];
    method_number_owners(row->name, " and ", owners, sizeof owners);
    snprintf(words[count].about, TEXT, "for %s: %s%s", owners, row->about, row->percent ? ", in percent" : "");
    snprintf(words[count].listed, TEXT, "method = the method's own, or %g to %s%g%s%s", row->minimum,
             row->below ? "below " : "", row->maximum, strcmp(row->unit, "1") == 0 ? "" : " ",
             strcmp(row->unit, "1") == 0 ? "" : row->unit);
    snprintf(words[count].standard, sizeof words[count].standard, "%g", 100.0 * row->standard);
    out[count] = (bench_axis){.name = axis_of(row), .about = words[count].about};
    if (row->percent) {
      out[count].standard = words[count].standard;
      out[count].minimum = (int64_t)fmax(1.0, ceil(100.0 * row->minimum));
      out[count].maximum = (int64_t)fmin(1e9, 100.0 * row->maximum) - row->below;
      continue;
    }
    out[count].text = true;
    out[count].standard = "method";
    out[count].listed = words[count].listed;
    out[count].known = method_word;
    out[count].accepts = method_numbers_accepts;
  }
  return count;
}

/// The value of a point. False if its axis is missing or leaves the method's own value.
static bool value_at(const bench_point *point, const xpbd_method_number *row, double *out) {
  const char *axis = axis_of(row);
  if (!row->percent) return cli_to_real(bench_text(point, axis), out);
  const int64_t percent = bench_int(point, axis);
  *out = 0.01 * (double)percent;
  return percent > 0 && (double)percent != 100.0 * row->standard;
}

const char *method_numbers_idle(const bench_point *point, const xpbd_method_info *method) {
  const int place = xpbd_method_find(method->name);
  const xpbd_method_number *row;
  double value;
  for (int k = 0; (row = xpbd_method_number_at(k)); k++)
    if (!xpbd_method_number_of(place, row->name) && value_at(point, row, &value)) return axis_of(row);
  return NULL;
}

void method_numbers_say(const char *axis, const xpbd_method_info *method, char *why, size_t capacity) {
  const xpbd_method_number *row;
  char owners[TEXT] = "";
  for (int k = 0; (row = xpbd_method_number_at(k)); k++)
    if (strcmp(axis_of(row), axis) == 0) method_number_owners(row->name, " and ", owners, sizeof owners);
  snprintf(why, capacity, "%s is a parameter of %s; %s does not have it", axis, owners, method->name);
}

xpbd_status method_numbers_take(const bench_point *point, xpbd_solver_def *def) {
  const xpbd_method_number *row;
  xpbd_status status = XPBD_OK;
  double value;
  for (int k = 0; (row = xpbd_method_number_at(k)) && status == XPBD_OK; k++)
    if (value_at(point, row, &value)) status = xpbd_solver_def_set(def, row->name, value);
  return status;
}

void method_numbers_key(const xpbd_solver_def *def, char *out, size_t capacity) {
  size_t end = strlen(out);
  for (int32_t k = 0; k < def->value_count && end < capacity; k++)
    end += (size_t)snprintf(out + end, capacity - end, " %s=%g", def->values[k].name, def->values[k].value);
}
