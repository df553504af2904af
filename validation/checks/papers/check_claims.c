/* Why this file exists: judges every claim of the papers. Verdicts must stay as data/papers/verdicts.csv records them.
 * Afterwards xpbd-validate prints the table of all. Meshes are small and frames few where the claim allows that.
 * check_claims_full.c has the printed sizes. The last check makes sure that every claim has a verdict, every verdict
 * its claim, and every recorded verdict its check. */
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "subject/papers.h"
#include "checks/papers/contacts/claims_verlet.h"
#include "checks/papers/embedded/claims_embedded.h"
#include "runner/tables.h"

/// Number of rows of fps.csv that the command of a verdict "measured by xpbd-bench papers ... 'row:REGEX'" runs. -1: it
/// is no such verdict.
static int timed_rows(const papers_table *rates, const char *verdict) {
  const char *begin = strstr(verdict, "'row:"), *end = begin ? strchr(begin + 1, '\'') : NULL;
  char pattern[96];
  regex_t regex;
  if (!end) return -1;
  snprintf(pattern, sizeof pattern, "^%.*s", (int)(end - begin - 5), begin + 5);
  if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0) return 0;
  int count = 0;
  for (int row = 0; row < rates->row_count; row++)
    count += regexec(&regex, papers_text(rates, row, "key"), 0, NULL, 0) == 0;
  regfree(&regex);
  return count;
}

/// Whether a verdict of a group has this claim and part.
static bool given(const check_table_row *const *rows, int count, const char *claim, const char *part) {
  for (int i = 0; i < count; i++)
    if (rows[i]->data.kind == CHECK_ROW_CLAIM && strcmp(rows[i]->data.claim.text.key, claim) == 0 &&
        strcmp(rows[i]->data.claim.part, part) == 0 && strncmp(rows[i]->check, "claims/", 7) == 0)
      return true;
  return false;
}

/* Each recorded verdict of the short checks was given, and no part has two. */
static void every_record(check *self, const check_table_row *const *rows, int count) {
  OWNED(papers_destroy) papers_table records = {0};
  if (!check_status(self, papers_read(papers_folder(), &papers_schemas[PAPERS_VERDICTS], &records), XPBD_OK,
                    "verdicts.csv"))
    return;
  for (int row = 0; row < records.row_count; row++)
    if (strncmp(papers_text(&records, row, "check"), "claims/", 7) == 0)
      check_true(self, given(rows, count, papers_text(&records, row, "claim"), papers_text(&records, row, "part")),
                 "verdicts.csv:%d: %s, '%s' was not given by its check %s", records.lines[row],
                 papers_text(&records, row, "claim"), papers_text(&records, row, "part"),
                 papers_text(&records, row, "check"));
  check_control(self, !given(rows, count, "no_such_claim", ""), "a recorded verdict whose check did not run");
  for (int i = 1; i < count; i++) {
    const check_claim_row *a = &rows[i - 1]->data.claim, *b = &rows[i]->data.claim;
    if (rows[i - 1]->data.kind == CHECK_ROW_CLAIM && rows[i]->data.kind == CHECK_ROW_CLAIM &&
        strcmp(a->text.key, b->text.key) == 0 && strcmp(a->part, b->part) == 0)
      check_true(self, strncmp(rows[i - 1]->check, "claims/", 7) != strncmp(rows[i]->check, "claims/", 7),
                 "%s, '%s' has two verdicts, by %s and %s", a->text.key, a->part, rows[i - 1]->check, rows[i]->check);
  }
}

/* Says nothing if only some checks of the group were selected. */
static void every_claim(check *self, int others) {
  static const check_table_row *rows[CHECK_TABLE_LIMIT];
  if (check_ran_before(self) < others) {
    check_skip(self, "only %d of the %d other checks ran", check_ran_before(self), others);
    return;
  }
  OWNED(papers_destroy) papers_table claims = {0}, rates = {0};
  if (!check_status(self, papers_read(papers_folder(), &papers_schemas[PAPERS_FPS], &rates), XPBD_OK, "fps.csv"))
    return;
  if (!check_status(self, papers_read(papers_folder(), &papers_schemas[PAPERS_CLAIMS], &claims), XPBD_OK,
                    "claims.csv")) {
    return;
  }
  for (int row = 0; row < claims.row_count; row++) {
    const char *key = papers_text(&claims, row, "key");
    check_true(self, check_claim_known(key), "the claim %s has a verdict", key);
  }
  check_at_least(self, claims.row_count, 150, "claims");
  check_control(self, !check_claim_known("no_such_claim"), "a claim that no check judges");
  const int count = check_table_sorted(rows);
  int verdicts = 0;
  for (int i = 0; i < count; i++) {
    if (rows[i]->data.kind != CHECK_ROW_CLAIM) continue;
    const check_claim_row *row = &rows[i]->data.claim;
    verdicts++;
    check_true(self, papers_find(&claims, row->text.key) >= 0, "the verdict of %s on %s is on a row of claims.csv",
               rows[i]->check, row->text.key);
    const int timed = timed_rows(&rates, row->verdict);
    if (timed >= 0) check_at_least(self, timed, 1, "%s: rows of fps.csv that its command measures", row->text.key);
  }
  check_at_least(self, verdicts, claims.row_count, "verdicts");
  every_record(self, rows, count);
  check_control(self, papers_find(&claims, "no_such_claim") < 0, "a verdict on a claim that is in no table");
  check_control(self, timed_rows(&rates, "measured by xpbd-bench papers --benchmark_filter 'row:morse_cow'") == 0,
                "a command that measures no row");
}

void claims_list_short(check_registry *registry) {
  claims_list_edges(registry, 0);
  claims_list_springs(registry, 0);
  claims_list_bodies(registry, 0);
  claims_list_strain(registry, 0);
  claims_list_plotted(registry, 0);
  claims_list_energy(registry, 0);
  claims_list_general(registry, 0);
  claims_list_swing(registry);
  claims_list_elements(registry);
  claims_list_bending(registry);
  claims_list_costs(registry);
  claims_list_sizes(registry);
  claims_list_bending_look(registry);
  claims_list_verlet(registry);
  claims_list_overlap(registry);
  claims_list_drift(registry);
  claims_list_steps(registry);
  claims_list_friction(registry);
  claims_list_embedded(registry);
  embedded_list_torus(registry);
  embedded_list_laws(registry);
  embedded_list_volumes(registry);
  claims_list_cloth(registry, 0);
  claims_list_pulled(registry, 0);
  claims_list_spring(registry);
  claims_list_contact(registry, 0);
}

void check_group_claims(check_registry *registry) {
  claims_read();
  claims_listing(false, false);
  claims_list_short(registry);
  check_add(registry, "every-claim", "every claim of claims.csv has a verdict, every verdict has its claim",
            every_claim, check_listed(registry));
}
