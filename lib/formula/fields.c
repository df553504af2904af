/* Why this file exists: checks, defaults and usual values of fields, the numbers that each element gets from outside. */
#include "formula/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const xpbd_formula_field *xpbd_field_find(const xpbd_formula_info *info, const char *name) {
  for (const xpbd_formula_field *field = info->fields; field && field->name; field++)
    if (name && strcmp(field->name, name) == 0) return field;
  return NULL;
}

bool xpbd_field_takes(const xpbd_formula_field *field, const double *value, char *words, size_t capacity) {
  if (field->width == 1) {
    snprintf(words, capacity, "is %g, must be %g to %g%s%s", *value, field->minimum, field->maximum,
             strcmp(field->unit, "1") == 0 ? "" : " ", strcmp(field->unit, "1") == 0 ? "" : field->unit);
    return *value >= field->minimum && *value <= field->maximum;
  }
  const double length = sqrt(value[0] * value[0] + value[1] * value[1] + value[2] * value[2]);
  snprintf(words, capacity, "is (%g, %g, %g), a direction of length %g", value[0], value[1], value[2], length);
  return length >= 1e-100 && length <= 1e100;
}

void xpbd_fields_standard(const xpbd_formula_info *info, double *rest) {
  for (const xpbd_formula_field *field = info->fields; field && field->name; field++)
    memcpy(&rest[field->at], field->standard, (size_t)field->width * sizeof *rest);
}

void xpbd_field_usual(const xpbd_formula_field *field, const double *random, double *value) {
  const double usual = field->standard[0], low = field->minimum, high = field->maximum;
  const double drawn = isfinite(usual) && usual != 0.0 ? usual * (1.0 + 0.5 * random[0])
                                                       : 0.5 * (low + high) + 0.25 * (high - low) * random[0];
  value[0] = fmin(fmax(drawn, low), high);
  if (field->width == 3) memcpy(value, random, 3 * sizeof *value);
}
