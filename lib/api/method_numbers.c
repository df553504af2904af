/* Why this file exists: sets, checks and reads the parameters of methods by name, so that a new parameter needs no line
 * outside the file of its method. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/method_numbers.h"
#include "base/edge.h"
#include "layout/layout.h"
#include "xpbd/method.h"

const xpbd_method_number *xpbd_method_number_of(int method, const char *name) {
  const xpbd_method_info *info = xpbd_method_at(method);
  for (int32_t k = 0; info && name && k < info->number_count; k++)
    if (strcmp(info->numbers[k].name, name) == 0) return &info->numbers[k];
  return NULL;
}

/* The first method with a parameter of that name. XPBD_METHODS = none. */
static int first_with(const char *name) {
  int method = 0;
  while (method < XPBD_METHODS && !xpbd_method_number_of(method, name)) method++;
  return method;
}

const xpbd_method_number *xpbd_method_number_at(int index) {
  for (int method = 0; index >= 0 && method < XPBD_METHODS; method++) {
    const xpbd_method_info *info = xpbd_method_at(method);
    for (int32_t k = 0; k < info->number_count; k++)
      if (first_with(info->numbers[k].name) == method && index-- == 0) return &info->numbers[k];
  }
  return NULL;
}

/* The parameter of these settings' method, or else of another method. */
static const xpbd_method_number *row_for(const xpbd_solver_def *def, const char *name) {
  const xpbd_method_number *own = xpbd_method_number_of((int)def->method, name);
  return own ? own : xpbd_method_number_of(first_with(name), name);
}

double xpbd_method_value(const xpbd_solver_def *def, const char *name) {
  if (!def || !name) return (double)NAN;
  const xpbd_method_number *row = row_for(def, name);
  const double value = xpbd_number_of(def, name);
  return row && isnan(value) ? row->standard : value;
}

void xpbd_method_settle(xpbd_solver_def *def) {
  const xpbd_method_number *row;
  for (int k = 0; (row = xpbd_method_number_at(k)); k++)
    (void)xpbd_solver_def_set(def, row->name, xpbd_method_value(def, row->name)); /* there is room for all */
}

xpbd_status xpbd_solver_def_set(xpbd_solver_def *def, const char *name, double value) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(def, name);
  const xpbd_method_number *row = xpbd_method_number_of(first_with(name), name);
  XPBD_REQUIRE(row, XPBD_ERR_INVALID_ARGUMENT, "no method has a parameter '%.60s'", name);
  int32_t k = 0;
  while (k < def->value_count && strcmp(def->values[k].name, name) != 0) k++;
  XPBD_REQUIRE(k < XPBD_SOLVER_VALUES, XPBD_ERR_INVALID_ARGUMENT, "%s: more than %d parameters are set", name,
               XPBD_SOLVER_VALUES);
  def->values[k] = (xpbd_solver_value){row->name, value};
  if (k == def->value_count) def->value_count++;
  return XPBD_OK;
}

/* Writes "0 to 1", "0 or more", "above 0 and below 2" or "at least 0 and below 1". */
static void say_range(const xpbd_method_number *row, char *out, size_t capacity) {
  char most[40] = "";
  if (!isinf(row->maximum))
    snprintf(most, sizeof most, row->below ? " and below %g" : row->above ? " and at most %g" : " to %g", row->maximum);
  else if (!row->above)
    snprintf(most, sizeof most, " or more");
  snprintf(out, capacity, "%s%g%s", row->above ? "above " : row->below ? "at least " : "", row->minimum, most);
}

xpbd_status xpbd_method_check_values(const xpbd_solver_def *def) {
  XPBD_REQUIRE(def->value_count >= 0 && def->value_count <= XPBD_SOLVER_VALUES, XPBD_ERR_INVALID_ARGUMENT,
               "value_count is %d, must be 0 to %d", (int)def->value_count, XPBD_SOLVER_VALUES);
  for (int32_t k = 0; k < def->value_count; k++) {
    const double value = def->values[k].value;
    const xpbd_method_number *row = row_for(def, def->values[k].name);
    char range[80];
    XPBD_REQUIRE(row, XPBD_ERR_INVALID_ARGUMENT, "no method has a parameter '%.60s'", def->values[k].name);
    say_range(row, range, sizeof range);
    const bool low = row->above ? !(value > row->minimum) : !(value >= row->minimum);
    const bool high = row->below ? !(value < row->maximum) : !(value <= row->maximum);
    XPBD_REQUIRE(!low && !high && isfinite(value), XPBD_ERR_INVALID_ARGUMENT, "%s is %g, must be %s", row->name, value,
                 range);
  }
  return XPBD_OK;
}
