/* Why this file exists: one comparison in words and as a share of its limit, and a list of many. Private to the
 * runner. */
#pragma once

#include <stddef.h>

#include "runner.h"

/// "at most", "at least", "within", "same", "true", "status", "control".
const char *check_relation_name(check_relation relation);

/// Value and limit for people: "1.1e-06 <= 1.6e-06", with "is not" where it does not hold. Returns `out`.
const char *check_comparison_words(const check_comparison *c, char out[2 * CHECK_WORDS_LIMIT]);

/// The share of its limit that a value uses. For an upper limit it is value / limit, and 0 below 0. An interval that
/// begins at 0 works the same way. For other intervals it is the distance from the middle / the half width. Above 1 the
/// comparison fails. NaN: a lower limit, an equality, a statement or a limit of 0 has no share. Infinite: one of those
/// fails, or the value was NaN.
double check_share(const check_comparison *c);

/// Finds the unit of a quantity, in brackets at its end and without blanks. Returns where its bracket begins and its
/// length without brackets; NULL = none.
const char *check_unit(const char *quantity, size_t *length);

/// Comparisons with their own copies of the texts. Set it to zero before.
typedef struct check_comparisons {
  int64_t count, capacity;
  check_comparison *items; ///< [count]
  bool lost;               ///< Memory ran out: some are missing.
} check_comparisons;

/// Keeps a copy.
void check_comparisons_add(check_comparisons *list, const check_comparison *c);
void check_comparisons_free(check_comparisons *list);
