/* Why this file exists: after a failed check of a formula, the program says what is wrong with that formula. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Diagnoses the formula in the name of a check, such as "statics/morse" or "preservation/cloth-morse", once, in a
/// separate process. Gives the result as one sentence. False if the name contains no formula.
bool verdict_explain(const char *check, char *out, size_t capacity);
