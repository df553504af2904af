/* Why this file exists: the words of lists and pages for elements and traits of formulas. They are in one place, so
 * that programs and documentation cannot disagree. */
#pragma once

#include <stddef.h>

#include "xpbd/formula.h"

enum { FORMULA_TRAITS = 14 };

/// "edges", "opposite vertices", "corners", "triangles", "hinges", "tets". Static.
const char *formula_element_word(xpbd_element element);
/// What that word means, in one line. Static.
const char *formula_element_about(xpbd_element element);

/// Word of trait `index`, NULL after the last. *bit is its bit, *about its meaning. Static.
const char *formula_trait_word(int index, unsigned *bit, const char **about);
/// The words of all traits, joined by ", "; "plain" if there are none. Returns `out`.
const char *formula_traits_text(unsigned traits, char *out, size_t capacity);
/// A number as text that reads back as the same double, e.g. "1e-05", "0.3". Returns `out`.
const char *formula_number_text(double value, char out[32]);
/// A field with its standard and range: "activation = 0 (0 to 1)", "fibre = 1/0/0", "angle = as in the mesh (-3 to 3
/// rad)". Returns `out`.
const char *formula_field_text(const xpbd_formula_field *field, char *out, size_t capacity);
