/* Why this file exists: computes the verdict on a claim from the measured cases, its rule in data/papers/claims.csv and
 * the noise of the trajectories. data/papers/verdicts.csv has the noise and the recorded verdicts. A verdict that
 * changes fails its check. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "claims_rules.h"
#include "subject/papers.h"

enum { CASES_MOST = 32, VERDICTS_MOST = 16, CHECKS_MOST = 320, DISTURBED_RUNS = 10, NAME_MOST = 64 };

static papers_table claims, verdicts;

void claims_read(void) {
  if (!claims.text) papers_read(papers_folder(), &papers_schemas[PAPERS_CLAIMS], &claims);
  if (!verdicts.text) papers_read(papers_folder(), &papers_schemas[PAPERS_VERDICTS], &verdicts);
}

/// A check of claims. The runner passes its index to run_listed().
typedef struct listed {
  check_body body;
  int argument;
  bool full, noisy;
} listed;

static listed list[CHECKS_MOST];
static int list_count;
static bool listing_full, listing_noise;

int claims_disturbance;   ///< Seed of the disturbance of the run that is made now, 0 = none.
static const listed *now; ///< The check that runs.
static int verdict_count; ///< Verdicts of this pass over its body.
static int case_count;    ///< Cases since the last verdict.
static char case_names[CASES_MOST][NAME_MOST];
static double case_values[CASES_MOST], disturbed[DISTURBED_RUNS][VERDICTS_MOST][CASES_MOST];

static void run_listed(check *self, int index) {
  now = &list[index];
  for (claims_disturbance = now->noisy ? DISTURBED_RUNS : 0; claims_disturbance >= 0; claims_disturbance--) {
    verdict_count = case_count = 0;
    now->body(self, now->argument);
    if (case_count > 0) check_true(self, false, "'%s': a case without a verdict", case_names[0]);
  }
}

void claims_listing(bool full, bool noise) {
  listing_full = full, listing_noise = noise;
}

static int keep(check_body body, int argument) {
  if (list_count == CHECKS_MOST) abort(); /* a constant of the program */
  list[list_count] = (listed){body, argument, listing_full, listing_noise};
  return list_count++;
}

void claims_add(check_registry *registry, const char *name, const char *about, check_body body, int argument) {
  check_add(registry, name, about, run_listed, keep(body, argument));
}

void claims_add_finding(check_registry *registry, const char *name, const char *about, check_body body, int argument) {
  if (!listing_noise) check_add_finding(registry, name, about, run_listed, keep(body, argument));
}

void claims_case(check *self, double value, const char *name, ...) {
  if (case_count == CASES_MOST) {
    check_true(self, false, "a place for one more case");
    return;
  }
  va_list arguments;
  va_start(arguments, name);
  vsnprintf(case_names[case_count], NAME_MOST, name, arguments);
  va_end(arguments);
  case_values[case_count++] = value;
}

bool claims_verdict_key(bool full, const char *claim, const char *part, char *out, size_t capacity) {
  int used = snprintf(out, capacity, "%s_%s", full ? "full" : "short", claim);
  for (const char *c = part; *c && used > 0 && (size_t)used + 1 < capacity; c++) {
    const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9'), capital = *c >= 'A' && *c <= 'Z';
    if (c == part) out[used++] = '_';
    if ((size_t)used + 1 < capacity) out[used++] = letter ? *c : capital ? (char)(*c - 'A' + 'a') : '_';
    out[used] = '\0';
  }
  return used > 0 && (size_t)used + 1 < capacity;
}

/// The recorded noise of a verdict, "" = it was not measured.
static const char *recorded_noise(int row) {
  return row >= 0 ? papers_text(&verdicts, row, "noise") : "";
}

/// The largest change of a case by the disturbances: measured now, or recorded in `row`, or 0 if nobody measured it.
static double noise_of(int which, int row) {
  double most = 0.0;
  if (now->noisy) {
    for (int k = 0; k < DISTURBED_RUNS; k++) {
      const double value = disturbed[k][verdict_count][which], here = case_values[which];
      if (value == here || (isnan(value) && isnan(here))) continue; /* infinite ones too */
      most = check_larger(most, fabs(value - here));
    }
    return most;
  }
  const char *cell = recorded_noise(row);
  for (int k = 0; k < which; k++) cell += strcspn(cell, " "), cell += strspn(cell, " ");
  return cell[0] ? strtod(cell, NULL) : 0.0;
}

/// Appends, and says whether all of it fits.
__attribute__((format(printf, 3, 4))) static bool append(char *out, size_t capacity, const char *format, ...) {
  const size_t used = strlen(out);
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(out + used, capacity - used, format, arguments);
  va_end(arguments);
  return length >= 0 && (size_t)length < capacity - used;
}

/// The part of a name that the name before it does not begin with: "5 m" of "edges of 5 m" after "edges of 1 m".
static const char *new_part(const char *before, const char *name) {
  size_t same = 0, word = 0;
  for (; before[same] && before[same] == name[same]; same++)
    if (name[same] == ' ') word = same + 1;
  return strchr(name + word, ',') ? name : name + word;
}

/// Appends the names of the cases with this outcome, joined by commas.
static bool append_names(char *out, size_t capacity, const claims_outcome *outcomes, claims_outcome outcome) {
  const char *last = NULL;
  for (int k = 0; k < case_count; k++) {
    if (outcomes[k] != outcome) continue;
    if (!append(out, capacity, "%s%s", last ? ", " : "", last ? new_part(last, case_names[k]) : case_names[k]))
      return false;
    last = case_names[k];
  }
  return true;
}

/// The words of a verdict by the outcomes.
static bool decide(const claims_outcome *outcomes, char *out, size_t capacity) {
  int of[3] = {0};
  for (int k = 0; k < case_count; k++) of[outcomes[k]]++;
  out[0] = '\0';
  if (of[CLAIMS_HOLDS] == case_count) return append(out, capacity, "reproduced");
  if (of[CLAIMS_FAILS] == case_count) return append(out, capacity, "not reproduced");
  if (of[CLAIMS_UNDECIDED] == case_count) return append(out, capacity, "undecided");
  bool fits = true;
  if (of[CLAIMS_HOLDS] > 0) {
    fits = append(out, capacity, "only ") && append_names(out, capacity, outcomes, CLAIMS_HOLDS);
    if (of[CLAIMS_UNDECIDED] > 0)
      fits = fits && append(out, capacity, "; undecided: ") && append_names(out, capacity, outcomes, CLAIMS_UNDECIDED);
  } else {
    fits = append(out, capacity, "undecided: ") && append_names(out, capacity, outcomes, CLAIMS_UNDECIDED) &&
           append(out, capacity, "; not reproduced: ") && append_names(out, capacity, outcomes, CLAIMS_FAILS);
  }
  return fits;
}

/// Fills the text of the claim. The check fails if claims.csv has no such row.
static bool cite(check *self, const char *key, check_claim_text *text) {
  const int row = claims.text ? papers_find(&claims, key) : -1;
  *text = (check_claim_text){.key = key, .paper = "", .place = "", .claim = "", .published = "-"};
  if (row < 0) return check_true(self, false, "%s is in claims.csv", key);
  const char *size = papers_text(&claims, row, "size");
  text->paper = papers_text(&claims, row, "paper"), text->place = papers_text(&claims, row, "place");
  text->claim = papers_text(&claims, row, "in_short");
  if (size[0]) text->published = size;
  return true;
}

/// The rule of a part. The check fails if there is none.
static bool rule_of(check *self, const char *key, const char *part, claims_rule *out) {
  const char *wrong = claims_rule_find(papers_text(&claims, papers_find(&claims, key), "rule"), part, out);
  return !wrong || check_true(self, false, "claims.csv: %s%s%s %s", key, part[0] ? ", " : "", part, wrong);
}

/// A verdict that differs from the recorded one fails. Verdicts of a build without a part are not compared.
static void compare(check *self, const char *key, int row, const char *verdict) {
  if (now->noisy) {
    check_true(self, true, "%s: measured with its noise", key);
    return;
  }
  const char *recorded = row >= 0 ? papers_text(&verdicts, row, "verdict") : "none";
  check_true(self, strcmp(recorded, verdict) == 0, "%s: the verdict is '%s', data/papers/verdicts.csv has '%s'", key,
             verdict, recorded);
}

void claims_judge(check *self, const char *key, const char *part, const char *settings, const char *remark,
                  const char *measured, ...) {
  static char verdict[CHECK_VERDICT_LIMIT], cases[CHECK_CASES_LIMIT], noise[CHECK_CASES_LIMIT], words[128];
  char id[128], text_measured[CHECK_MEASURED_LIMIT];
  claims_outcome outcomes[CASES_MOST];
  claims_rule rule;
  check_claim_text text;
  const char *of = part ? part : "";
  bool fits = verdict_count < VERDICTS_MOST && claims_verdict_key(now->full, key, of, id, sizeof id);
  if (claims_disturbance > 0 && fits) {
    memcpy(disturbed[claims_disturbance - 1][verdict_count++], case_values, sizeof case_values);
    case_count = 0;
    return;
  }
  if (cite(self, key, &text) && rule_of(self, key, of, &rule)) {
    const int row = papers_find(&verdicts, id);
    const bool measured_noise = now->noisy || recorded_noise(row)[0];
    cases[0] = noise[0] = words[0] = '\0';
    for (int k = 0; k < case_count; k++) {
      const double change = noise_of(k, row);
      outcomes[k] = claims_rule_decide(&rule, case_values[k], change);
      fits = fits &&
             append(cases, sizeof cases, "%s%s%s%.4g", k ? "; " : "", case_names[k], case_names[k][0] ? " " : "",
                    isnan(case_values[k]) ? (double)NAN : case_values[k]) &&
             (!measured_noise || append(noise, sizeof noise, "%s%.2g", k ? " " : "", change));
    }
    if (case_count == 0 || rule.kind != CLAIMS_RULE_MEASURED)
      check_true(self, false, "%s, %s: a rule for a measurement, and a measured case", key, of);
    fits = fits && decide(outcomes, verdict, sizeof verdict);
    if (remark) fits = fits && append(verdict, sizeof verdict, ": %s", remark);
    if (case_count > 0) compare(self, id, row, verdict);
    fits = fits && append(words, sizeof words, "%s%s%s", rule.name, rule.words[0] ? ": " : "", rule.words);
    if (!fits) check_true(self, false, "%s, %s: the text of the verdict fits", key, of);
    va_list arguments;
    va_start(arguments, measured);
    vsnprintf(text_measured, sizeof text_measured, measured, arguments);
    va_end(arguments);
    text.rule = words, text.cases = cases, text.noise = noise;
    check_judge(self, &text, part, settings, verdict, "%s", text_measured);
  }
  verdict_count++;
  case_count = 0;
}

void claims_left(check *self, const char *key, const char *part, const char *settings, const char *verdict,
                 const char *measured, ...) {
  static const struct {
    const char *words;
    claims_rule_kind kind;
  } known[] = {{"by construction", CLAIMS_RULE_CONSTRUCTION},
               {"a matter of taste", CLAIMS_RULE_TASTE},
               {CLAIMS_TIMED, CLAIMS_RULE_TIMED}};
  char text_measured[CHECK_MEASURED_LIMIT];
  check_claim_text text;
  claims_rule rule;
  if (claims_disturbance > 0) return;
  if (!cite(self, key, &text) || !rule_of(self, key, part ? part : "", &rule)) return;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strncmp(verdict, known[k].words, strlen(known[k].words)) == 0 && rule.kind != known[k].kind)
      check_true(self, false, "claims.csv: the rule of %s, %s is '%s', the verdict '%s'", key, part ? part : "",
                 rule.name, verdict);
  va_list arguments;
  va_start(arguments, measured);
  vsnprintf(text_measured, sizeof text_measured, measured, arguments);
  va_end(arguments);
  text.rule = rule.name;
  check_judge(self, &text, part, settings, verdict, "%s", text_measured);
}
