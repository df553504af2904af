/* Why this file exists: diagnoses the formula that failed checks are about, once. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

#include "verdict/judge/verdict.h"

/// The formula whose name is one of the words between / or - in the name of a check; -1 = none.
static int formula_in(const char *check) {
  char word[128];
  for (const char *at = check; *at;) {
    const size_t length = strcspn(at, "/-");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    const int formula = xpbd_formula_find(word);
    if (formula >= 0 && at != check) return formula; /* the first word is the group */
    at += length + (at[length] != '\0');
  }
  return -1;
}

/// The remark of the verdict about the checks of the tree; NULL = none.
static const char *remark_on_tree(const verdict *v) {
  for (int i = 0; i < v->slip_count; i++)
    if (strncmp(v->slip[i].text, VERDICT_IN_TREE, strlen(VERDICT_IN_TREE)) == 0) return v->slip[i].text;
  return NULL;
}

static void say(const verdict *v, const char *check, char *out, size_t capacity) {
  const bool own = strncmp(check, "formulas/", 9) == 0;
  if (verdict_has(v, VERDICT_KINDS))
    snprintf(out, capacity, "the formula %s is %s: %s: %s", v->name, verdict_outcome_of(v, false).word,
             verdict_kind_name(v->slip[0].kind), v->slip[0].text);
  else if (own && remark_on_tree(v))
    snprintf(out, capacity, "the verdict on %s is right, with a remark: %s", v->name, remark_on_tree(v));
  else if (own)
    snprintf(out, capacity,
             "the verdict on %s is right, but this check requires more: see the lines above and its limit", v->name);
  else
    snprintf(out, capacity,
             "the formula %s itself has no fault that its verdict can find: look at the code that uses it", v->name);
}

bool verdict_explain(const char *check, char *out, size_t capacity) {
  static verdict *known; /* for the last formula: checks of one formula follow each other */
  static int known_formula = -1;
  const int formula = formula_in(check);
  if (formula < 0) return false;
  if (!known) known = xpbd_apart_memory(sizeof *known);
  if (!known) return false;
  if (formula != known_formula) {
    memset(known, 0, sizeof *known);
    snprintf(known->name, sizeof known->name, "%s", xpbd_formula_at(formula)->name);
    known_formula = -1;
    if (!verdict_judge(known, xpbd_formula_entry(formula))) return false;
    verdict_sort(known);
    known_formula = formula;
  }
  say(known, check, out, capacity);
  return true;
}
