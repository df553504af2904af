/* Why this file exists: verdicts on papers are cited. So the runner must refuse malformed ones. The summary must count
 * everything judged: every part, no row twice, nothing from a failed check. */
#include <string.h>

#include "runner/tables.h"
#include "runner_checks.h"

static const check_claim_text claim = {
    .key = "a_key", .paper = "A paper", .place = "A place", .claim = "a claim", .published = "-"};
static const check_finding_text finding = {
    .key = "a_finding", .title = "a title", .statement = "A statement.", .x = "x [m]", .y = "y [m]"};

/* The first words of a verdict decide how it is counted, so no others are allowed. */
static void words(check *self, int argument) {
  static const struct {
    const char *verdict;
    check_verdict kind;
  } known[] = {{"reproduced", CHECK_REPRODUCED},
               {"reproduced: with a remark", CHECK_REPRODUCED},
               {"only of some", CHECK_QUALIFIED},
               {"not reproduced", CHECK_REFUTED},
               {"not reproduced: the opposite", CHECK_REFUTED},
               {"undecided", CHECK_UNDECIDED},
               {"undecided: of some", CHECK_UNDECIDED},
               {"by construction: the two are one text", CHECK_CONSTRUCTION},
               {"measured by xpbd-bench papers", CHECK_NOT_JUDGED},
               {"a matter of taste", CHECK_NOT_JUDGED},
               {"by claims_full", CHECK_NOT_JUDGED},
               {"reproduced where it is", CHECK_VERDICTS},
               {"by construction", CHECK_VERDICTS},
               {"by construction: ", CHECK_VERDICTS},
               {"only ", CHECK_VERDICTS},
               {"", CHECK_VERDICTS},
               {"perhaps", CHECK_VERDICTS}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    check_same(self, check_verdict_of(known[i].verdict), known[i].kind, "kind of '%s'", known[i].verdict);
  check_control(self, check_verdict_of("by constructions: many") == CHECK_VERDICTS, "words that are nearly known");
}

/// The mistake of a specimen.
enum { RIGHT, BAD_WORDS, NO_SETTINGS, NO_PART, TWICE, TOO_LONG, NO_MEASURE, TOO_MANY, MISTAKES };

static int mistake;

static void judges(check *self, int argument) {
  static const char *const parts[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"};
  const char *settings = mistake == NO_SETTINGS ? "" : "as printed", *reproduced = "reproduced";
  check_control(self, true, "control");
  check_true(self, argument == 1, "fact");
  check_judge(self, &claim, NULL, settings, mistake == BAD_WORDS ? "perhaps" : reproduced, "%*s",
              mistake == TOO_LONG     ? CHECK_MEASURED_LIMIT
              : mistake == NO_MEASURE ? 0
                                      : 1,
              mistake == NO_MEASURE ? "" : "m");
  check_judge(self, &claim,
              mistake == NO_PART ? ""
              : mistake == TWICE ? NULL
                                 : "a part",
              "as printed", reproduced, "m");
  for (int i = 0; i < CHECK_ROW_LIMIT - (mistake != TOO_MANY) - 1; i++)
    check_judge(self, &claim, parts[i], "as printed", reproduced, "m");
}

static void judged(check *self, int argument) {
  static const char *const names[MISTAKES] = {
      "nothing",       "words of its own", "no settings",      "a part without words",
      "two of a part", "too long a text",  "nothing measured", "too many"};
  for (mistake = RIGHT; mistake < MISTAKES; mistake++) {
    const check_result result = runner_quietly(judges, false, &(check_options){.tolerance_scale = 1.0});
    if (mistake == RIGHT)
      check_same(self, (uint64_t)result.failures, 0, "failures of a check that judges as it must");
    else
      check_control(self, result.failures >= 1, "%s", names[mistake]);
    check_same(self, (uint64_t)result.row_count, CHECK_ROW_LIMIT, "rows, wrong in: %s", names[mistake]);
  }
  mistake = RIGHT;
  const check_result apart = runner_quietly(judges, true, &(check_options){.tolerance_scale = 1.0});
  const check_claim_row *second = &apart.rows[1].claim;
  check_true(self,
             apart.row_count == CHECK_ROW_LIMIT && strcmp(second->part, "a part") == 0 &&
                 strcmp(second->settings, "as printed") == 0 && strcmp(apart.rows[1].measured, "m") == 0,
             "a row from a process of its own");
}

/// A row of one claim.
static check_table_row row_of(const char *key, const char *part, const char *verdict, const char *from, bool held) {
  check_table_row row = {.check = from, .held = held};
  row.data.kind = CHECK_ROW_CLAIM;
  row.data.claim.text = (check_claim_text){key, "A paper", "A place", "a claim", "-", NULL, NULL, NULL};
  row.data.claim.part = part, row.data.claim.settings = "as printed";
  snprintf(row.data.claim.verdict, sizeof row.data.claim.verdict, "%s", verdict);
  return row;
}

/* Possible mistakes of a count: the last row of a claim counts for all rows, failed checks, the short check and the
 * full one. */
static void counted(check *self, int argument) {
  const check_table_row rows[] = {
      row_of("a", "", "not reproduced", "claims/a", true),
      row_of("a", "half", "reproduced", "claims/a", true),
      row_of("b", "", "reproduced", "claims/b", false),
      row_of("c", "", "by claims_full", "claims/c", true),
      row_of("c", "one", "only half", "claims_full/c", true),
      row_of("c", "two", "not reproduced", "claims_full/c", true),
      row_of("d", "", "by claims_full", "claims/d", true),
      row_of("e", "", "not reproduced", "claims/e", true),
      row_of("e", "", "reproduced", "claims_full/e", true),
      row_of("f", "", "by construction: one text", "claims/f", true),
      row_of("f", "speed", "measured by xpbd-bench papers", "claims/f", true),
      row_of("g", "", "undecided", "claims/g", true),
  };
  enum { COUNT = sizeof rows / sizeof *rows };
  const check_table_row *pointers[COUNT];
  for (int i = 0; i < COUNT; i++) pointers[i] = &rows[i];
  const check_claim_counts sums = check_claims_count(pointers, COUNT), some = check_claims_count(pointers, 4);
  static const int expected[CHECK_VERDICTS] = {2, 1, 2, 1, 1, 2};
  check_same(self, (uint64_t)sums.claims, 7, "claims");
  check_same(self, (uint64_t)sums.verdicts, 10, "verdicts");
  check_same(self, (uint64_t)sums.failed, 1, "verdicts of checks that failed");
  for (int k = 0; k < CHECK_VERDICTS; k++)
    check_same(self, (uint64_t)sums.of[k], (uint64_t)expected[k], "verdicts: %s", check_verdict_name((check_verdict)k));
  check_same(self, (uint64_t)some.of[CHECK_NOT_JUDGED], 1, "left to claims_full, which did not run");
  check_control(self, some.verdicts != sums.verdicts, "a part of the rows");
  char command[CHECK_COMMAND_LIMIT];
  check_true(self, strcmp(check_table_command(&rows[0], command), "xpbd-validate claims/a") == 0, "the command: %s",
             command);
}

/// The mistake of a specimen with a finding.
enum { FINDS, FINDS_NOT, FINDS_TWICE, ONE_AXIS, CURVE_FIRST, LONG_CURVE, NO_POINT, FINDING_MISTAKES };

static void finds(check *self, int argument) {
  static const double x[CHECK_POINT_LIMIT + 1] = {1, 2, 3};
  check_finding_text text = finding;
  if (mistake == ONE_AXIS) text.x = NULL;
  check_control(self, argument == 1, "control");
  check_true(self, true, "fact");
  if (mistake == CURVE_FIRST) check_curve(self, "a curve", 3, x, x);
  for (int i = mistake == FINDS_NOT; i < 1 + (mistake == FINDS_TWICE); i++) check_finding(self, &text, "%d m", 3);
  if (mistake != FINDS_NOT && mistake != CURVE_FIRST)
    check_curve(self, "a curve", mistake == LONG_CURVE ? CHECK_POINT_LIMIT + 1 : mistake == NO_POINT ? 0 : 3, x, x);
}

static void found(check *self, int argument) {
  static const char *const names[FINDING_MISTAKES] = {
      "nothing", "none", "two findings", "one axis", "a curve before", "a long curve", "a curve without points"};
  for (mistake = FINDS; mistake < FINDING_MISTAKES; mistake++) {
    const check_entry entry = {.name = "runner/specimen", .about = "", .body = finds, .argument = 1, .finds = true};
    const check_result result = runner_entry_quietly(&entry, false, &(check_options){.tolerance_scale = 1.0});
    if (mistake == FINDS)
      check_same(self, (uint64_t)result.failures, 0, "failures of a check with a finding");
    else
      check_control(self, result.failures >= 1, "%s", names[mistake]);
  }
  mistake = FINDS;
  const check_result stray = runner_quietly(finds, false, &(check_options){.tolerance_scale = 1.0});
  check_control(self, stray.failures == 1, "a finding of a check that was registered without");
  check_true(self, stray.curve_count == 1 && stray.curves[0].count == 3 && stray.curves[0].y[2] >= 3.0,
             "the points of a curve are kept");
}

void runner_verdict_checks(check_registry *registry) {
  check_add(registry, "verdicts", "a verdict begins with known words", words, 0);
  check_add(registry, "verdicts/judge", "a verdict has settings, words and a place, and its part no other", judged, 0);
  check_add(registry, "verdicts/count", "parts, failed checks and the printed sizes are counted right", counted, 0);
  check_add(registry, "verdicts/finding", "a finding is one, of a check that said so, with curves", found, 0);
}
