/* Why this file exists: the words that lists and pages use for what the list of formulas says in numbers: where a mesh
 * carries a formula, what is special about it. One place, so that programs and documentation cannot disagree. */
#ifndef XPBD_FORMULA_WORDS_H
#define XPBD_FORMULA_WORDS_H

#include <stddef.h>

#include "xpbd/formula.h"

enum { FORMULA_TRAITS = 9 };

/// "edges", "opposite vertices", "corners", "triangles", "hinges", "tets". Static.
const char *formula_element_word(xpbd_element element);
/// What that means, one line. Static.
const char *formula_element_about(xpbd_element element);

/// Word of trait number `index`, NULL behind the last; *bit is its bit, *about what it means. Static.
const char *formula_trait_word(int index, unsigned *bit, const char **about);
/// The words of all its traits, joined by ", "; "plain" when it has none. Returns `out`.
const char *formula_traits_text(unsigned traits, char *out, size_t capacity);
/// A number of the list as text that reads back as the same double, e.g. "1e-05", "0.3". Returns `out`.
const char *formula_number_text(double value, char out[32]);

#endif
