/* Why this file exists: the table of rules. The papers use a few words again and again, and none has a number. Each
 * word has one threshold here, for all papers. */
#include "claims_rules.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const claims_rule rules[] = {
    /* ratios of what the claim says to what it is compared with */
    {CLAIMS_RULE_MEASURED, "more", "at least a tenth more", 1.1, INFINITY},
    {CLAIMS_RULE_MEASURED, "less", "at least a tenth less", -INFINITY, 1.0 / 1.1},
    {CLAIMS_RULE_MEASURED, "slightly more", "2 to 50 % more", 1.02, 1.5},
    {CLAIMS_RULE_MEASURED, "much more", "at least half as much again", 1.5, INFINITY},
    {CLAIMS_RULE_MEASURED, "much less", "at most half", -INFINITY, 0.5},
    {CLAIMS_RULE_MEASURED, "alike", "a tenth more or less at most", 1.0 / 1.1, 1.1},
    {CLAIMS_RULE_MEASURED, "rises", "each step by 2 % or more", 1.02, INFINITY},
    {CLAIMS_RULE_MEASURED, "falls", "each step by 2 % or more", -INFINITY, 1.0 / 1.02},
    {CLAIMS_RULE_MEASURED, "same", "within 1 % of what it should be", 0.99, 1.01},
    {CLAIMS_RULE_MEASURED, "all", "all cases that were run", 1.0, 1.0},
    {CLAIMS_RULE_MEASURED, "none", "no case that was run", 0.0, 0.0},
    /* distances between two runs / the size or the distance travelled */
    {CLAIMS_RULE_MEASURED, "near", "at most a tenth apart", -INFINITY, 0.1},
    {CLAIMS_RULE_MEASURED, "identical", "at most a fiftieth apart", -INFINITY, 0.02},
    {CLAIMS_RULE_MEASURED, "apart", "at least a tenth apart", 0.1, INFINITY},
    /* errors that should be rounding */
    {CLAIMS_RULE_MEASURED, "rounding", "an error of 1e-9 at most", -1e-9, 1e-9},
    /* what no measurement decides */
    {CLAIMS_RULE_CONSTRUCTION, "construction", "nothing about the method could make it false", 0.0, 0.0},
    {CLAIMS_RULE_TASTE, "taste", "no quantity or no limit is named", 0.0, 0.0},
    {CLAIMS_RULE_TIMED, "timed", "a benchmark measures it", 0.0, 0.0},
};

bool claims_rule_parse(const char *text, size_t length, claims_rule *out) {
  int used = -1;
  if (length == 0 || length >= sizeof out->name) return false;
  for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
    if (strlen(rules[k].name) == length && strncmp(rules[k].name, text, length) == 0) return *out = rules[k], true;
  *out = (claims_rule){.kind = CLAIMS_RULE_MEASURED, .words = "", .low = -INFINITY, .high = INFINITY};
  memcpy(out->name, text, length);
  out->name[length] = '\0';
  if (sscanf(out->name, "at least %lf%n", &out->low, &used) != 1 &&
      sscanf(out->name, "at most %lf%n", &out->high, &used) != 1 &&
      sscanf(out->name, "from %lf to %lf%n", &out->low, &out->high, &used) != 2)
    return false;
  return used == (int)length && out->low <= out->high;
}

/// One rule of a cell: `part` [part_length] is empty if it is for all.
typedef struct entry {
  const char *part, *rule;
  size_t part_length, rule_length;
} entry;

static size_t trimmed(const char **text, const char *end) {
  while (*text < end && **text == ' ') ++*text;
  while (end > *text && end[-1] == ' ') end--;
  return (size_t)(end - *text);
}

/// Reads the next rule and moves on. False at the end of the cell.
static bool next(const char **cell, entry *out) {
  if (!**cell) return false;
  const char *end = *cell + strcspn(*cell, "|"), *equals = memchr(*cell, '=', (size_t)(end - *cell));
  out->part = *cell, out->rule = equals ? equals + 1 : *cell;
  out->part_length = equals ? trimmed(&out->part, equals) : 0;
  out->rule_length = trimmed(&out->rule, end);
  *cell = *end ? end + 1 : end;
  return true;
}

const char *claims_rule_find(const char *cell, const char *part, claims_rule *out) {
  entry one, found = {.rule = NULL};
  for (const char *at = cell; next(&at, &one);) {
    const bool exact =
        one.part_length > 0 && strlen(part) == one.part_length && strncmp(part, one.part, one.part_length) == 0;
    if (exact || (one.part_length == 0 && !found.rule)) found = one;
    if (exact) break;
  }
  if (!found.rule) return "has no rule";
  return claims_rule_parse(found.rule, found.rule_length, out) ? NULL : "has an unknown rule";
}

const char *claims_rule_check(const char *cell) {
  entry one;
  claims_rule rule;
  int count = 0, all = 0;
  for (const char *at = cell; next(&at, &one); count++) {
    all += one.part_length == 0;
    if (!claims_rule_parse(one.rule, one.rule_length, &rule)) return "is not in the table of rules";
  }
  return count == 0 ? "is missing" : all > 1 ? "has two rules for all parts" : NULL;
}

claims_outcome claims_rule_decide(const claims_rule *rule, double value, double noise) {
  const bool low = value - noise >= rule->low && value - noise <= rule->high,
             high = value + noise >= rule->low && value + noise <= rule->high;
  if (low && high) return CLAIMS_HOLDS;
  if (low || high) return CLAIMS_UNDECIDED;
  return value >= rule->low && value <= rule->high ? CLAIMS_UNDECIDED : CLAIMS_FAILS;
}
