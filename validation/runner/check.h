/* Why this file exists: the few functions every check is written with. A comparison that meets NaN fails; a check that
 * compared nothing fails; a check without a negative control (something deliberately wrong that it must catch) fails.
 * */
#ifndef XPBD_CHECK_H
#define XPBD_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xpbd/status.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* bodies have one signature, whatever they need of it */

typedef struct check_registry check_registry;
typedef struct check check; ///< One running check: its counts and its name.
typedef void (*check_body)(check *self, int argument);

/// Register a check while groups are listed. `name` is copied; "group/name" is what filters and reports show.
/// `argument` is handed to the body, e.g. the index of a formula.
void check_add(check_registry *registry, const char *name, const char *about, check_body body, int argument);
/// The same with a name that is made of a format.
__attribute__((format(printf, 5, 6))) void check_add_named(check_registry *registry, const char *about, check_body body,
                                                           int argument, const char *format, ...);

/// Two checks, NAME-f32 and NAME-f64, whose arguments are given.
void check_add_both(check_registry *registry, const char *name, const char *about, check_body body, int f32, int f64);

/// Why the limits of the comparisons that follow are where they are, for reports: "3 times the largest error measured
/// over all formulas". A literal; NULL = back to the reason of the group, in list.h, which also holds before.
void check_why(check *self, const char *why);

/// Assertions. The format names the quantity that was compared, e.g. "period of %s [s]": its unit stands last, after a
/// blank and in brackets; without one it is a pure number, or the text says it. Value and limit are printed on failure,
/// and go into the reports of the program. All continue after a failure and return whether it held.
__attribute__((format(printf, 4, 5))) bool check_at_most(check *self, double value, double limit, const char *what,
                                                         ...);
__attribute__((format(printf, 4, 5))) bool check_at_least(check *self, double value, double limit, const char *what,
                                                          ...);
__attribute__((format(printf, 5, 6))) bool check_between(check *self, double value, double low, double high,
                                                         const char *what, ...);
__attribute__((format(printf, 4, 5))) bool check_same(check *self, uint64_t value, uint64_t expected, const char *what,
                                                      ...);
__attribute__((format(printf, 3, 4))) bool check_true(check *self, bool condition, const char *what, ...);
/// The call had to return `expected`; on failure both names and xpbd_last_error() are shown.
__attribute__((format(printf, 4, 5))) bool check_status(check *self, xpbd_status status, xpbd_status expected,
                                                        const char *what, ...);
/// xpbd_last_error() had to be `expected`, word for word and number for number; on failure it is shown.
__attribute__((format(printf, 3, 4))) bool check_said(check *self, const char *expected, const char *what, ...);
/// The negative control: `caught` says that the same comparison, given something deliberately wrong, would have failed.
/// Where a comparison of the check has failed before, an escape is counted and not shown: it is the same fault again.
__attribute__((format(printf, 3, 4))) bool check_control(check *self, bool caught, const char *what, ...);
/// Leave out with a reason (a missing device, an unbuilt part). Shown in the summary; not a pass.
__attribute__((format(printf, 2, 3))) void check_skip(check *self, const char *reason, ...);

/// One line of the table that is printed after the checks: what a paper prints and what is right instead, with what
/// this check measured of both. NaN = nothing to measure. Texts are literals. At most CHECK_ROW_LIMIT in one check.
void check_row(check *self, const char *paper, const char *place, const char *printed, const char *right,
               double printed_error, double right_error);
/// The same of what is printed so that it can be read in two ways, one of which is wrong: no error of the paper.
/// `right`: the reading that holds; the errors are those of the other reading and of this one.
void check_ambiguity(check *self, const char *paper, const char *place, const char *printed, const char *right,
                     double other_error, double right_error);

/// A claim of a paper: a row of data/papers/claims.csv, in short. Texts that are there before the first check runs.
typedef struct check_claim_text {
  const char *key, *paper, *place, *claim;
  const char *published; ///< What is printed about its size, "-" = nothing.
} check_claim_text;

/// What can come out for a claim. A verdict is a literal that begins with the words of its kind.
typedef enum check_verdict {
  CHECK_REPRODUCED,   ///< "reproduced", "reproduced: a remark".
  CHECK_QUALIFIED,    ///< "only ...": under which condition, or which part of it.
  CHECK_REFUTED,      ///< "not reproduced", "not reproduced: what is".
  CHECK_CONSTRUCTION, ///< "by construction: why": no property of the method could make it false.
  CHECK_NOT_JUDGED,   ///< "measured by ...", "a matter of taste...", "by claims_full...": not here.
  CHECK_VERDICTS      ///< None of these: an error of the check.
} check_verdict;

check_verdict check_verdict_of(const char *verdict);

/// One verdict on a claim, or on one of its parts. `part`: NULL, or in a few words which half ("StVK too"); `settings`:
/// over which settings it holds, the printed ones first, never empty; `verdict`: a literal that begins with the words
/// of its kind. All but `measured` are literals; a check gives one verdict on one part. The verdicts stand in a table
/// of their own, each with the command that shows it alone, "xpbd-validate GROUP/NAME".
__attribute__((format(printf, 6, 7))) void check_judge(check *self, const check_claim_text *claim, const char *part,
                                                       const char *settings, const char *verdict, const char *measured,
                                                       ...);

/// What the checks found that no paper says. Literals.
typedef struct check_finding_text {
  const char *key;       ///< Unique, a name in small letters with underscores: that of its figure's file.
  const char *title;     ///< A few words.
  const char *statement; ///< What was found, with the settings, in sentences.
  const char *x, *y;     ///< Of its figure: words with units for its axes; NULL = it has none.
  bool log_x, log_y;
} check_finding_text;

/// Register a check that ends in check_finding(), like check_add(): `xpbd-validate --findings FILE` runs these where no
/// other is named. One that passes without giving a finding fails.
void check_add_finding(check_registry *registry, const char *name, const char *about, check_body body, int argument);

/// One finding, at most one in a check, which was registered by check_add_finding(): its numbers, printed with so few
/// digits that they are the same on every machine, for docs/made/findings.md holds them.
__attribute__((format(printf, 3, 4))) void check_finding(check *self, const check_finding_text *finding,
                                                         const char *measured, ...);
/// A curve of the finding given last in this check: at most CHECK_CURVE_LIMIT of at most CHECK_POINT_LIMIT points.
/// `label` is a literal. The page shows them as a table of three digits, curves of equal x side by side, and as a
/// figure.
enum { CHECK_CURVE_LIMIT = 6, CHECK_POINT_LIMIT = 16 };
void check_curve(check *self, const char *label, int count, const double *x, const double *y);

/// For a check that judges the others of its group: how many are registered so far, how many have run before this one,
/// and whether one of those that ran said something about the claim of this key.
int check_listed(const check_registry *registry);
int check_ran_before(const check *self);
bool check_claim_known(const char *key);

/// Random numbers of our own, so that every machine checks the same configurations (splitmix64, seeded from the name).
double check_random(check *self, double low, double high);

/// The larger and the smaller of two, NaN if either is one: fmax() and fmin() drop it, and the worst of many errors would
/// be good where none of them was a number.
double check_larger(double a, double b);
double check_smaller(double a, double b);
/// The largest |a[k] - b[k]|, NaN if one is.
double check_apart(const double *a, const double *b, size_t count);
/// Sorts the values; their median.
double check_median(double *values, int count);

/* A group is one file check_<group>.c in a folder of validation/checks that defines void check_group_<group>(check_registry *), and one line
 * CHECK_GROUP(<group>, "what it checks", "why its limits are where they are", seconds) in
 * validation/list.h. CMake makes one CTest test of each. */

#endif
