/* Why this file exists: one comparison in words, as a share of its limit, and many of them kept. Private to the
 * runner. */
#ifndef XPBD_COMPARISON_H
#define XPBD_COMPARISON_H

#include <stddef.h>

#include "runner.h"

/// "at most", "at least", "within", "same", "true", "status", "control".
const char *check_relation_name(check_relation relation);

/// Value and limit as people read them: "1.1e-06 <= 1.6e-06", "is not" in it where it does not hold. Returns `out`.
const char *check_comparison_words(const check_comparison *c, char out[2 * CHECK_WORDS_LIMIT]);

/// How much of its limit a value uses: value / limit of an upper limit, 0 below 0; the same of an interval from 0,
/// of others the distance from the middle / the half width. Beyond 1 it fails. NaN where there is nothing to use: a
/// lower limit only says that something happened, and equality, a statement and a limit of 0 know no more or less.
/// Infinite where one of those fails, or NaN was compared.
double check_share(const check_comparison *c);

/// The unit, without blanks, in brackets at the end of a quantity: where it begins (at its bracket) and its length
/// without brackets; NULL = none.
const char *check_unit(const char *quantity, size_t *length);

/// Comparisons with texts of their own. Zero it before.
typedef struct check_comparisons {
  int64_t count, capacity;
  check_comparison *items; ///< [count]
  bool lost;               ///< Memory ran out: some are missing.
} check_comparisons;

/// Keep a copy.
void check_comparisons_add(check_comparisons *list, const check_comparison *c);
void check_comparisons_free(check_comparisons *list);

#endif
