/* Why this file exists: see explain.h. */
#include "verdict/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verdict/verdict.h"

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

static void diagnose(verdict *shared, const void *context) {
  verdict_diagnose(shared, context);
}

static void say(const verdict *v, char *out, size_t capacity) {
  if (verdict_has(v, VERDICT_KINDS))
    snprintf(out, capacity, "the formula %s is wrong: %s: %s", v->name, verdict_kind_name(v->slip[0].kind),
             v->slip[0].text);
  else
    snprintf(out, capacity, "the formula %s by itself has no fault that its verdict knows: look at who uses it",
             v->name);
}

bool verdict_explain(const char *check, char *out, size_t capacity) {
  static verdict *known; /* of the formula asked for last: checks of one formula follow each other */
  static int known_formula = -1;
  const int formula = formula_in(check);
  if (formula < 0) return false;
  if (!known) known = xpbd_apart_memory(sizeof *known);
  if (!known) return false;
  if (formula != known_formula) {
    memset(known, 0, sizeof *known);
    snprintf(known->name, sizeof known->name, "%s", xpbd_formula_at(formula)->name);
    known_formula = -1;
    if (!verdict_apart(known, diagnose, xpbd_formula_entry(formula))) return false;
    verdict_sort(known);
    known_formula = formula;
  }
  say(known, out, capacity);
  return true;
}
