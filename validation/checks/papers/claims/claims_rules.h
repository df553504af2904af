/* Why this file exists: a verdict on a claim follows from its measurement by a rule that data/papers/claims.csv states
 * before anybody measures. All rules and their thresholds are in one table, claims_rules.c. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// What decides.
typedef enum claims_rule_kind {
  CLAIMS_RULE_MEASURED,     ///< A number between two thresholds.
  CLAIMS_RULE_CONSTRUCTION, ///< No property of the method could make the claim false.
  CLAIMS_RULE_TASTE,        ///< No quantity is named, or no limit.
  CLAIMS_RULE_TIMED         ///< A benchmark measures it.
} claims_rule_kind;

/// One rule. A case holds if `low` <= value <= `high`.
typedef struct claims_rule {
  claims_rule_kind kind;
  char name[40];
  const char *words; ///< What it compares with what, for readers. "" if the name says it.
  double low, high;
} claims_rule;

/// The outcome of a rule for one case.
typedef enum claims_outcome { CLAIMS_FAILS, CLAIMS_HOLDS, CLAIMS_UNDECIDED } claims_outcome;

/// Reads a rule: a name of the table, "at least X", "at most X" or "from X to Y". False if it is none of these.
bool claims_rule_parse(const char *text, size_t length, claims_rule *out);

/// Finds the rule of a part in a cell of claims.csv: "RULE | PART = RULE | ...". The first rule, if it has no part, is
/// that of all other parts. `part` is "" for the whole claim. Returns NULL, or what is wrong in a few words.
const char *claims_rule_find(const char *cell, const char *part, claims_rule *out);

/// Checks all rules of a cell. Returns NULL, or what is wrong in a few words.
const char *claims_rule_check(const char *cell);

/// A value whose trajectory, disturbed by 1e-9, changes it by up to `noise`. Undecided if the noise crosses a
/// threshold. NaN fails.
claims_outcome claims_rule_decide(const claims_rule *rule, double value, double noise);
