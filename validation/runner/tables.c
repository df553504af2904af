/* Why this file exists: keeps, sorts and counts the rows. table_print.c prints them, table_write.c writes them. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

static struct {
  int count, lost;
  const char *last; ///< Name of the check that ran last.
  int ran;          ///< Checks of its group that ran one after another, including it.
  check_table_row rows[CHECK_TABLE_LIMIT];
} table;

static size_t group_length(const char *name) {
  return strcspn(name, "/");
}

static bool same_group(const char *a, const char *b) {
  return group_length(a) == group_length(b) && strncmp(a, b, group_length(a)) == 0;
}

void check_table_add(const check_entry *entry, const check_result *result) {
  table.ran = table.last && same_group(table.last, entry->name) ? table.ran + 1 : 1;
  table.last = entry->name;
  for (int i = 0; i < result->row_count; i++) {
    if (table.count < CHECK_TABLE_LIMIT)
      table.rows[table.count++] =
          (check_table_row){.data = result->rows[i], .check = entry->name, .held = result->failures == 0};
    else
      table.lost++;
  }
}

int check_table_ran(const char *name) {
  return table.last && same_group(table.last, name) ? table.ran : 0;
}

int check_table_lost(void) {
  return table.lost;
}

static bool is_claim(const check_table_row *row) {
  return row->data.kind == CHECK_ROW_CLAIM;
}

bool check_table_has(const char *key) {
  for (int i = 0; i < table.count; i++)
    if (is_claim(&table.rows[i]) && strcmp(table.rows[i].data.claim.text.key, key) == 0) return true;
  return false;
}

check_verdict check_verdict_of(const char *verdict) {
  static const struct {
    const char *words;
    check_verdict kind;
  } known[] = {{"reproduced", CHECK_REPRODUCED},          {"only ", CHECK_QUALIFIED},
               {"not reproduced", CHECK_REFUTED},         {"undecided", CHECK_UNDECIDED},
               {"by construction: ", CHECK_CONSTRUCTION}, {"measured by ", CHECK_NOT_JUDGED},
               {"a matter of taste", CHECK_NOT_JUDGED},   {"by claims_full", CHECK_NOT_JUDGED}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const size_t length = strlen(known[k].words);
    if (strncmp(verdict, known[k].words, length) != 0) continue;
    const char next = verdict[length];
    if (known[k].words[length - 1] == ' ' ? next != '\0' : next == '\0' || next == ':') return known[k].kind;
  }
  return CHECK_VERDICTS;
}

/// The texts by which rows of one kind are sorted, most important first. Rows with "" keep their order.
static const char *order_of(const check_table_row *row, int which) {
  if (is_claim(row)) return which == 0 ? row->data.claim.text.paper : row->data.claim.text.key;
  if (row->data.kind == CHECK_ROW_FINDING) return "";
  return which == 0 ? row->data.erratum.paper : strchr(row->check, '/');
}

static int by_paper(const void *a, const void *b) {
  const check_table_row *x = *(const check_table_row *const *)a, *y = *(const check_table_row *const *)b;
  int order = (int)x->data.kind - (int)y->data.kind;
  for (int which = 0; order == 0 && which < 2; which++) order = strcmp(order_of(x, which), order_of(y, which));
  return order != 0 ? order : x < y ? -1 : x > y; /* rows are kept in the order they came */
}

int check_table_sorted(const check_table_row *rows[CHECK_TABLE_LIMIT]) {
  for (int i = 0; i < table.count; i++) rows[i] = &table.rows[i];
  if (table.count > 0) qsort(rows, (size_t)table.count, sizeof *rows, by_paper);
  return table.count;
}

static bool full(const check_table_row *row) {
  return strncmp(row->check, "claims_full/", 12) == 0;
}

/// Whether the verdict of the row is the one that counts for its part; `rows` are those of one claim.
static bool counts(const check_table_row *const *rows, int count, int which) {
  static const char left[] = "by claims_full";
  const check_claim_row *one = &rows[which]->data.claim;
  const bool judged = check_verdict_of(one->verdict) != CHECK_NOT_JUDGED,
             waits = strncmp(one->verdict, left, sizeof left - 1) == 0;
  for (int i = 0; i < count; i++) {
    const check_claim_row *other = &rows[i]->data.claim;
    if (waits && full(rows[i])) return false;
    if (i == which || strcmp(one->part, other->part) != 0) continue;
    const bool other_judged = check_verdict_of(other->verdict) != CHECK_NOT_JUDGED;
    if (other_judged == judged ? i > which : other_judged) return false;
  }
  return true;
}

check_claim_counts check_claims_count(const check_table_row *const *rows, int count) {
  check_claim_counts sums = {.claims = 0};
  for (int first = 0, end; first < count; first = end) {
    end = first + 1;
    if (!is_claim(rows[first])) continue;
    const char *key = rows[first]->data.claim.text.key;
    while (end < count && is_claim(rows[end]) && strcmp(rows[end]->data.claim.text.key, key) == 0) end++;
    sums.claims++;
    for (int i = first; i < end; i++) {
      if (!counts(rows + first, end - first, i - first)) continue;
      const check_verdict kind = check_verdict_of(rows[i]->data.claim.verdict);
      sums.verdicts++;
      if (rows[i]->held && kind < CHECK_VERDICTS)
        sums.of[kind]++;
      else
        sums.failed++;
    }
  }
  return sums;
}

const char *check_verdict_name(check_verdict kind) {
  static const char *const names[CHECK_VERDICTS] = {"reproduced",      "in part or under a condition",
                                                    "not reproduced",  "undecided",
                                                    "by construction", "not judged here"};
  return (unsigned)kind < CHECK_VERDICTS ? names[kind] : "";
}

const char *check_table_command(const check_table_row *row, char out[CHECK_COMMAND_LIMIT]) {
  snprintf(out, CHECK_COMMAND_LIMIT, "xpbd-validate %s", row->check);
  return out;
}
