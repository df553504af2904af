/* Why this file exists: the rows of check.h that are no comparisons: errors of papers, claims with their verdicts, and
 * findings. A malformed row fails its check. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runner.h"
#include "tables.h"

/// One more row, NULL if there is no room.
static check_row_data *add_row(check *self, check_row_kind kind) {
  check_result *result = check_result_of(self);
  if (result->row_count == CHECK_ROW_LIMIT) {
    check_true(self, false, "a place for one more row");
    return NULL;
  }
  check_row_data *row = &result->rows[result->row_count++];
  memset(row, 0, sizeof *row);
  row->kind = kind;
  return row;
}

static bool empty(const char *text) {
  return !text || !text[0];
}

/// The measurement in words; `key` names the row if they do not fit.
__attribute__((format(printf, 4, 0))) static void put_measured(check *self, check_row_data *row, const char *key,
                                                               const char *measured, va_list arguments) {
  const int length = vsnprintf(row->measured, sizeof row->measured, measured, arguments);
  if (length <= 0 || length >= (int)sizeof row->measured) check_true(self, false, "%s: the text fits", key);
}

static void add_erratum(check *self, check_row_kind kind, const check_erratum_row *erratum) {
  check_row_data *row = add_row(self, kind);
  /* counted as a comparison, so that a check with only a row is not empty */
  if (check_true(self, row != NULL, "a place for one more row")) row->erratum = *erratum;
}

void check_row(check *self, const char *paper, const char *place, const char *printed, const char *right,
               double printed_error, double right_error) {
  add_erratum(self, CHECK_ROW_ERRATUM,
              &(check_erratum_row){paper, place, printed, right, {printed_error, right_error}});
}

void check_ambiguity(check *self, const char *paper, const char *place, const char *printed, const char *right,
                     double other_error, double right_error) {
  add_erratum(self, CHECK_ROW_AMBIGUITY,
              &(check_erratum_row){paper, place, printed, right, {other_error, right_error}});
}

/// Whether the check already has a verdict on this part.
static bool judged_before(const check_result *result, const char *key, const char *part) {
  for (int i = 0; i < result->row_count; i++)
    if (result->rows[i].kind == CHECK_ROW_CLAIM && strcmp(result->rows[i].claim.text.key, key) == 0 &&
        strcmp(result->rows[i].claim.part, part) == 0)
      return true;
  return false;
}

/// Copies a text, NULL as "".
static void copy(check *self, const char *key, char *out, size_t capacity, const char *text) {
  if (snprintf(out, capacity, "%s", text ? text : "") >= (int)capacity)
    check_true(self, false, "%s: the text fits", key);
}

void check_judge(check *self, const check_claim_text *claim, const char *part, const char *settings,
                 const char *verdict, const char *measured, ...) {
  if (part && empty(part)) check_true(self, false, "%s: a part has words", claim->key);
  if (empty(settings)) check_true(self, false, "%s: the settings of the verdict are said", claim->key);
  if (judged_before(check_result_of(self), claim->key, part ? part : ""))
    check_true(self, false, "%s: one verdict on '%s'", claim->key, part ? part : "all of it");
  if (check_verdict_of(verdict) == CHECK_VERDICTS)
    check_true(self, false, "%s: the verdict '%s' begins with known words", claim->key, verdict);
  check_row_data *row = add_row(self, CHECK_ROW_CLAIM);
  if (!row) return;
  row->claim.text = *claim, row->claim.part = part ? part : "", row->claim.settings = settings ? settings : "";
  copy(self, claim->key, row->claim.verdict, sizeof row->claim.verdict, verdict);
  copy(self, claim->key, row->claim.rule, sizeof row->claim.rule, claim->rule);
  copy(self, claim->key, row->claim.cases, sizeof row->claim.cases, claim->cases);
  copy(self, claim->key, row->claim.noise, sizeof row->claim.noise, claim->noise);
  row->claim.text.rule = row->claim.text.cases = row->claim.text.noise = NULL; /* the copies count */
  va_list arguments;
  va_start(arguments, measured);
  put_measured(self, row, claim->key, measured, arguments);
  va_end(arguments);
}

void check_finding(check *self, const check_finding_text *finding, const char *measured, ...) {
  if (!check_entry_of(self)->finds)
    check_true(self, false, "%s: the check was registered by check_add_finding()", finding->key);
  if (check_rows_find(check_result_of(self))) check_true(self, false, "%s: one finding in a check", finding->key);
  if (empty(finding->key) || empty(finding->title) || empty(finding->statement) || !finding->x != !finding->y)
    check_true(self, false, "%s: a finding has a key, a title, a statement, and two axes or none", finding->key);
  check_row_data *row = add_row(self, CHECK_ROW_FINDING);
  if (!row) return;
  row->finding = *finding;
  va_list arguments;
  va_start(arguments, measured);
  put_measured(self, row, finding->key, measured, arguments);
  va_end(arguments);
}

void check_curve(check *self, const char *label, int count, const double *x, const double *y) {
  check_result *result = check_result_of(self);
  const bool fits = result->curve_count < CHECK_CURVE_LIMIT && count > 0 && count <= CHECK_POINT_LIMIT;
  if (!check_rows_find(result) || !fits) {
    check_true(self, false, "%s: a finding before the curve, and a place for its %d points", label, count);
    return;
  }
  check_curve_data *curve = &result->curves[result->curve_count++];
  *curve = (check_curve_data){.label = label, .count = count};
  memcpy(curve->x, x, (size_t)count * sizeof *x);
  memcpy(curve->y, y, (size_t)count * sizeof *y);
}

int check_listed(const check_registry *registry) {
  const size_t length = strlen(registry->group);
  int count = 0;
  for (int i = 0; i < registry->count; i++) {
    const char *name = registry->entries[i].name;
    count += strncmp(name, registry->group, length) == 0 && name[length] == '/';
  }
  return count;
}

int check_ran_before(const check *self) {
  return check_table_ran(check_entry_of(self)->name);
}

bool check_claim_known(const char *key) {
  return check_table_has(key);
}
