/* Why this file exists: the values that a field may have, for scenes, specifications and checks. Private to the
 * project. */
#ifndef XPBD_FORMULA_FIELDS_H
#define XPBD_FORMULA_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/formula.h"

/// The field of a formula with this name, or NULL.
const xpbd_formula_field *xpbd_field_find(const xpbd_formula_info *info, const char *name);

/// Whether a field may have the value [width]. If not, `words` says why, after the name of the field: "is 2, must be 0
/// to 1". Capacity in bytes.
bool xpbd_field_takes(const xpbd_formula_field *field, const double *value, char *words, size_t capacity);

/// Sets every field to its standard, at its place in rest [rest_count].
void xpbd_fields_standard(const xpbd_formula_info *info, double *rest);

/// A usual value [width] for trying a formula, from random numbers [3] in -1 .. 1. It is half to one and a half of the
/// standard. Without a standard other than 0 it is in the middle half of the range. A direction may be any.
void xpbd_field_usual(const xpbd_formula_field *field, const double *random, double *value);

#endif
