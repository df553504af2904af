/* Why this file exists: a failed check of a formula is followed by what is wrong with that formula. */
#ifndef XPBD_VERDICT_EXPLAIN_H
#define XPBD_VERDICT_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>

/// Diagnose the formula that the name of a check speaks of, such as "statics/morse" or "preservation/cloth-morse", in a
/// process of its own, once; what was found as one sentence. False when the name speaks of none.
bool verdict_explain(const char *check, char *out, size_t capacity);

#endif
