/* Why this file exists: these few functions are all that a check needs. A comparison with NaN fails. A check that
 * compares nothing fails. A check without a negative control (a deliberate error that it must catch) fails. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xpbd/status.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* all bodies have the same signature, whatever they use */

/// A local variable that `end(&variable)` releases where its scope ends, also by a return: OWNED(rig_free) rig r = {0};
#define OWNED(end) __attribute__((cleanup(end)))
/// For a pointer to memory of malloc(): OWNED(check_free) double *x = malloc(size);
void check_free(void *address_of_pointer);

typedef struct check_registry check_registry;
typedef struct check check; ///< One running check: its counts and its name.
typedef void (*check_body)(check *self, int argument);

/// Registers a check while groups are listed. `name` is copied. Filters and reports use "group/name". `argument` is
/// passed to the body, for example the index of a formula.
void check_add(check_registry *registry, const char *name, const char *about, check_body body, int argument);
/// The same, with a name made from a format.
__attribute__((format(printf, 5, 6))) void check_add_named(check_registry *registry, const char *about, check_body body,
                                                           int argument, const char *format, ...);

/// Two checks, NAME-f32 and NAME-f64, with the given arguments.
void check_add_both(check_registry *registry, const char *name, const char *about, check_body body, int f32, int f64);

/// The reason for the limits of the following comparisons, for reports: "3 times the largest error measured over all
/// formulas". A literal. NULL returns to the reason of the group in list.h, which also holds before the first call.
void check_why(check *self, const char *why);

/// Assertions. The format names the compared quantity, such as "period of %s [s]". Its unit comes last, after a blank
/// and in brackets. Without a unit it is a pure number, or the text says what it is. Failures print value and limit,
/// and reports show them too. All assertions continue after a failure and return whether they held.
__attribute__((format(printf, 4, 5))) bool check_at_most(check *self, double value, double limit, const char *what,
                                                         ...);
__attribute__((format(printf, 4, 5))) bool check_at_least(check *self, double value, double limit, const char *what,
                                                          ...);
__attribute__((format(printf, 5, 6))) bool check_between(check *self, double value, double low, double high,
                                                         const char *what, ...);
__attribute__((format(printf, 4, 5))) bool check_same(check *self, uint64_t value, uint64_t expected, const char *what,
                                                      ...);
__attribute__((format(printf, 3, 4))) bool check_true(check *self, bool condition, const char *what, ...);
/// The call must return `expected`. A failure shows both names and xpbd_last_error().
__attribute__((format(printf, 4, 5))) bool check_status(check *self, xpbd_status status, xpbd_status expected,
                                                        const char *what, ...);
/// xpbd_last_error() must equal `expected` exactly. A failure shows it.
__attribute__((format(printf, 3, 4))) bool check_said(check *self, const char *expected, const char *what, ...);
/// The negative control. `caught` says that the same comparison would fail for a deliberate error. If a comparison of
/// the check has failed before, an escape is counted but not shown, because it is the same fault.
__attribute__((format(printf, 3, 4))) bool check_control(check *self, bool caught, const char *what, ...);
/// Skips the check with a reason, such as a missing device or a part that was not built. The summary shows it; it does
/// not count as a pass.
__attribute__((format(printf, 2, 3))) void check_skip(check *self, const char *reason, ...);

/// One row of the table after the checks: what a paper prints and what is correct instead, with the measured error of
/// both. NaN = nothing to measure. Texts are literals. A check has at most CHECK_ROW_LIMIT rows.
void check_row(check *self, const char *paper, const char *place, const char *printed, const char *right,
               double printed_error, double right_error);
/// The same for a text that can be read in two ways, of which only one holds. This is no error of the paper. `right` is
/// the reading that holds. The errors are those of the other reading and of this one.
void check_ambiguity(check *self, const char *paper, const char *place, const char *printed, const char *right,
                     double other_error, double right_error);

/// A claim of a paper: a row of data/papers/claims.csv in short. Its texts exist before the first check runs.
typedef struct check_claim_text {
  const char *key, *paper, *place, *claim;
  const char *published; ///< The printed size, "-" = none.
  const char *rule;      ///< The rule that gave the verdict, in words; NULL = none.
  const char *cases;     ///< The numbers that it was applied to; NULL = none.
  const char *noise;     ///< For each, how far a disturbance of 1e-9 moves it; NULL = none.
} check_claim_text;

/// The possible verdicts on a claim. A verdict is a literal that begins with the words of its kind.
typedef enum check_verdict {
  CHECK_REPRODUCED,   ///< "reproduced", "reproduced: a remark".
  CHECK_QUALIFIED,    ///< "only ...": under which condition, or which part of the claim.
  CHECK_REFUTED,      ///< "not reproduced", "not reproduced: what happens instead".
  CHECK_UNDECIDED,    ///< "undecided", "undecided: where": the noise is as large as the difference.
  CHECK_CONSTRUCTION, ///< "by construction: why": no property of the method could make the claim false.
  CHECK_NOT_JUDGED,   ///< "measured by ...", "a matter of taste...", "by claims_full...": not judged here.
  CHECK_VERDICTS      ///< None of these: an error of the check.
} check_verdict;

check_verdict check_verdict_of(const char *verdict);

enum { CHECK_MEASURED_LIMIT = 400, CHECK_VERDICT_LIMIT = 400, CHECK_RULE_LIMIT = 128, CHECK_CASES_LIMIT = 1200 };

/// One verdict on a claim or on one of its parts. `part` is NULL or names the part in a few words ("StVK too").
/// `settings` lists the settings over which the verdict holds, the printed ones first. It is never empty. `verdict`
/// begins with the words of its kind. It is copied, as the rule, the cases and `measured` are. The others are literals. A check gives one verdict
/// per part. The table of verdicts shows the command that runs each alone, "xpbd-validate GROUP/NAME".
__attribute__((format(printf, 6, 7))) void check_judge(check *self, const check_claim_text *claim, const char *part,
                                                       const char *settings, const char *verdict, const char *measured,
                                                       ...);

/// A finding of the checks that is in no paper. All texts are literals.
typedef struct check_finding_text {
  const char *key;       ///< A unique name in lower-case letters with underscores. The file of the figure has this
                         ///< name.
  const char *title;     ///< The title, a few words.
  const char *statement; ///< Sentences that state the finding and its settings.
  const char *x, *y;     ///< Axis labels of the figure, with units; NULL = no figure.
  bool log_x, log_y;
} check_finding_text;

/// Registers a check that ends in check_finding(), like check_add(). `xpbd-validate --findings FILE` runs these checks
/// if none is named. Such a check fails if it passes without a finding.
void check_add_finding(check_registry *registry, const char *name, const char *about, check_body body, int argument);

/// The finding of a check that was registered by check_add_finding(), at most one per check. Its numbers are printed
/// with so few digits that every machine gives the same text, because docs/made/findings.md holds them.
__attribute__((format(printf, 3, 4))) void check_finding(check *self, const check_finding_text *finding,
                                                         const char *measured, ...);
/// A curve of the last finding of this check: at most CHECK_CURVE_LIMIT curves of at most CHECK_POINT_LIMIT points.
/// `label` is a literal. The page shows curves with equal x side by side in a table of three digits, and as a figure.
enum { CHECK_CURVE_LIMIT = 6, CHECK_POINT_LIMIT = 16 };
void check_curve(check *self, const char *label, int count, const double *x, const double *y);

/// For a check that judges the others of its group: how many are registered so far, how many have run before it, and
/// whether one of those has a verdict on the claim with this key.
int check_listed(const check_registry *registry);
int check_ran_before(const check *self);
bool check_claim_known(const char *key);

/// Our own random numbers, so that every machine checks the same configurations (splitmix64, seeded from the name).
double check_random(check *self, double low, double high);

/// The larger and the smaller of two numbers, NaN if either is NaN. fmax() and fmin() drop NaN, so the largest error
/// would look good if none of them were a number.
double check_larger(double a, double b);
double check_smaller(double a, double b);
/// The largest |a[k] - b[k]|, NaN if one is NaN.
double check_apart(const double *a, const double *b, size_t count);
/// Sorts the values and returns their median.
double check_median(double *values, int count);
/// The angle per step [rad] and the amplitude factor per step of a decaying oscillation about 0. It obeys
/// y_{n+1} = a y_n + b y_{n-1}, whose a and b least squares give. Zero crossings are not needed, which the decay would
/// shift. NaN if y does not oscillate.
void check_oscillation(const double *y, int count, double *angle, double *factor);

/* A group is one file check_<group>.c in a folder of validation/checks that defines void
 * check_group_<group>(check_registry *). It also needs one line in validation/list.h: CHECK_GROUP(<group>, "what it
 * checks", "why its limits are where they are", seconds). CMake makes a CTest test of each group. */
