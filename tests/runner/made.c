/* Why this file exists: a run of xpbd-validate has many outcomes: a limit just met or just missed, a check that is
 * killed, a finding with two tables. Real checks pass, so most of these outcomes are never printed. Here is a made-up
 * check of each kind. The golden cases in tests/golden/runner compare the output. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runner/check.h"
#include "runner/folder.h"
#include "verdict/command.h"
#include "verdict/explain.h"

static void caught(check *self) {
  check_control(self, true, "an error made on purpose");
}

/* Shares of the limit on both sides of the values where pages and tables change their digits. */
static void shares(check *self, int argument) {
  check_why(self, "a reason of its own");
  check_at_most(self, 0.25, 0.5, "half of the limit [m]");
  check_at_most(self, 0.0009, 0.1, "less than a hundredth [m/s]");
  check_at_most(self, 0.01, 1.0, "a hundredth before[m/s]");
  check_at_most(self, 0.0099, 0.1, "less than a tenth [1]");
  check_at_most(self, 0.1, 1.0, "a tenth, of two units [1, 2]");
  check_why(self, NULL);
  check_at_most(self, 1e-12, 1.0, "far from it []");
  check_at_most(self, -1.0, 2.0, "below zero [ ]");
  check_at_most(self, 0.0, 0.0, "[nothing]");
  check_between(self, 2.5, 0.0, 4.0, "from zero [kg]");
  check_between(self, 2.5, 1.0, 3.0, "from one");
  check_between(self, -2.5, -INFINITY, -1.0, "from nowhere");
  check_between(self, 2.0, 2.0, 2.0, "one number [s]");
  check_at_least(self, 3.0, 3.0, "at least [Hz]");
  check_control(self, true, "one error");
  check_control(self, true, "and another");
}

static void bits(check *self, int argument) {
  check_same(self, 7, 7, "a count");
  check_same(self, 9007199254740992u, 9007199254740992u, "the largest count");
  check_same(self, 9007199254740993u, 9007199254740993u, "the smallest hash");
  check_same(self, 0xfedcba9876543210u, 0xfedcba9876543210u, "a hash [1]");
  check_status(self, XPBD_OK, XPBD_OK, "a status");
  xpbd_fail(XPBD_ERR_IO, "what the library said of %d", argument);
  check_status(self, XPBD_ERR_IO, XPBD_ERR_IO, "a failure that is meant");
  check_true(self, true, "a statement");
  caught(self);
}

static void alone(check *self, int argument) {
  check_true(self, argument == 1, "the one statement");
  caught(self);
}

static void numbers(check *self, int argument) {
  caught(self);
  check_at_most(self, 3.0, 2.0, "too large [m]");
  check_at_most(self, 20.0, 2.0, "ten times too large [m]");
  check_at_most(self, (double)NAN, 1.0, "not a number");
  check_at_least(self, (double)NAN, 1.0, "nor this");
  check_between(self, (double)NAN, 0.0, 1.0, "nor this one");
  check_at_most(self, 0.0, (double)NAN, "no number as limit");
  check_at_least(self, 1.0, 2.0, "too small");
  check_at_least(self, -INFINITY, 2.0, "much too small");
  check_between(self, 5.0, 1.0, 3.0, "beside the interval");
  check_between(self, (double)INFINITY, 0.0, 3.0, "beyond all");
  check_same(self, 7, 8, "another count");
  check_same(self, 7, 0xfedcba9876543210u, "another hash");
  xpbd_fail(XPBD_ERR_IO, "what the library said <%d>", argument);
  check_status(self, XPBD_ERR_IO, XPBD_OK, "a failure");
  check_status(self, XPBD_OK, XPBD_ERR_IO, "a failure that did not come");
  check_true(self, false, "a statement & its end");
  check_control(self, false, "an error that nobody sees");
}

static void twice(check *self, int argument) {
  caught(self);
  for (int i = 0; i < argument; i++) check_true(self, false, "the same again");
}

static void many(check *self, int argument) {
  caught(self);
  for (int i = 0; i < argument; i++) check_true(self, false, "fact %d", i);
}

static void escapes(check *self, int argument) {
  check_at_most(self, 1.0, argument, "value");
  check_control(self, false, "an error that nobody sees");
}

enum { KILLED, LEFT, NOTHING, NO_CONTROL, NO_FINDING };

static void ends(check *self, int how) {
  const char *folder = folder_make(self);
  if (how != NOTHING) check_at_most(self, 1.0, 4.0, "before the end");
  if (how != NO_CONTROL) caught(self);
  if (how == KILLED && file_put(self, folder_path(folder, "file"), "x", 1)) raise(SIGKILL);
  if (how == LEFT) exit(0);
}

static void skips(check *self, int which) {
  static const char *const reasons[] = {"no <device> 0", "no memory"};
  check_skip(self, "%s", reasons[which]);
}

static void errata(check *self, int argument) {
  check_at_most(self, 0.0123, 1.0, "the error");
  caught(self);
  check_row(self, "B 2002", "Eq. (1)", "a < b", "a <= b", 0.123456, (double)NAN);
  check_ambiguity(self, "C 2003", "Eq. (3)", "mean", "of all", 12345.678, 0.5);
  check_row(self, "A 2001", "Fig. 2", "two", "three", 1e-9, 1.0);
}

static const check_claim_text fast = {"fast", "B 2002", "p. 4", "it is fast", "2 x", NULL, NULL, NULL},
                              stiff = {"stiff", "B 2002", "p. 5", "it is stiff & strong", "-", NULL, NULL, NULL},
                              other = {"other", "A 2001", "p. 1", "it is another", "-", NULL, NULL, NULL};

static void claims(check *self, int argument) {
  check_true(self, argument == 1, "a fact");
  caught(self);
  check_judge(self, &stiff, NULL, "all settings", "reproduced", "%d N", 7);
  check_judge(self, &fast, "on cloth", "as printed", "only of cloth", "3 x");
  check_judge(self, &fast, "on <beams>", "as printed", "not reproduced", "1 x");
  check_judge(self, &other, NULL, "as printed", "by construction: they are one", "0 m");
}

static void findings(check *self, int which) {
  static const check_finding_text texts[] = {
      {.key = "two_tables",
       .title = "Two tables",
       .statement = "One sentence. Another, of 0.5. m and e.g. here. And one.",
       .x = "x [m]",
       .y = "y [s]",
       .log_x = true},
      {.key = "words", .title = "Words <alone>", .statement = "No figure."},
      {.key = "no_curve", .title = "Axes alone", .statement = "No curve.", .x = "x", .y = "y"},
      {.key = "logarithms", .title = "Both", .statement = "Both.", .x = "x", .y = "y", .log_x = true, .log_y = true},
  };
  static const double x[] = {1, 10, 100}, others[] = {1, 10, 101}, y[] = {0.12345, 1234.5, 1e6}, z[] = {999999, 2, 0.5};
  check_true(self, true, "a fact");
  caught(self);
  check_finding(self, &texts[which], "%d of them. And more", which);
  if (which == 1 || which == 2) return;
  check_curve(self, "one", 3, x, y);
  if (which == 3) return;
  check_curve(self, "two", 3, x, z);
  check_curve(self, "shorter", 2, x, y);
  check_curve(self, "elsewhere", 3, others, y);
  check_curve(self, "a point", 1, others, y);
}

void check_group_limits(check_registry *registry) {
  check_add(registry, "shares", "shares of limits", shares, 0);
  check_add(registry, "shares/bits", "counts, hashes, statements", bits, 1);
  check_add(registry, "sharesbits", "a name that goes on without a slash", alone, 1);
}

void check_group_limit(check_registry *registry) {
  check_add(registry, "alone", "one statement", alone, 1);
}

void check_group_wrong(check_registry *registry) {
  check_add(registry, "numbers", "every comparison", numbers, 1);
  check_add(registry, "twice", "one failure, again", twice, 2);
  check_add(registry, "once", "one failure", twice, 1);
  check_add(registry, "many", "one failure more than are shown", many, 21);
  check_add(registry, "escapes", "an error that escapes beside a value near its limit", escapes, 1);
  check_add(registry, "killed", "the process is killed", ends, KILLED);
  check_add(registry, "left", "the process leaves", ends, LEFT);
  check_add(registry, "twice-late", "the same, not after its like", twice, 1);
  check_add(registry, "nothing", "nothing is compared", ends, NOTHING);
  check_add(registry, "no-control", "nothing wrong is tried", ends, NO_CONTROL);
  check_add_finding(registry, "no-finding", "a finding is missing", ends, NO_FINDING);
  check_add(registry, "claims", "claims of a check that fails", claims, 0);
  check_add(registry, "errata", "a row that may not be right", errata, 0);
}

void check_group_away(check_registry *registry) {
  check_add(registry, "device", "needs a device", skips, 0);
  check_add(registry, "memory", "needs memory", skips, 1);
  check_add(registry, "device-again", "needs a device", skips, 0);
}

void check_group_papers(check_registry *registry) {
  check_add(registry, "errata", "what is printed wrong", errata, 0);
  check_add(registry, "claims", "what is claimed", claims, 1);
  check_add_finding(registry, "tables", "a finding with curves", findings, 0);
  check_add_finding(registry, "words", "one without", findings, 1);
  check_add_finding(registry, "axes", "one with axes", findings, 2);
  check_add_finding(registry, "logarithms", "one with one curve", findings, 3);
}

void check_group_sized_full(check_registry *registry) {
  check_add(registry, "large", "one that takes long", alone, 1);
}

void check_group__full(check_registry *registry) {
  check_add(registry, "short", "one that does not", alone, 1);
}

/* The other commands of xpbd-validate, by their words. */

static int said(int argc, char **argv, int code) {
  for (int i = 0; i < argc; i++) printf("%s%s", argv[i], i + 1 < argc ? " " : "\n");
  return code;
}

int verdict_command(int argc, char **argv) {
  return said(argc, argv, 41);
}

int derive_command(int argc, char **argv) {
  return said(argc, argv, 44);
}

int backend_command(int argc, char **argv) {
  return said(argc, argv, 42);
}

int contacts_command(int argc, char **argv) {
  return said(argc, argv, 43);
}

int solver_command(int argc, char **argv) {
  return said(argc, argv, 45);
}

bool verdict_explain(const char *name, char *out, size_t capacity) {
  const bool known = strstr(name, "/twice") || strstr(name, "/once") || strstr(name, "/killed");
  snprintf(out, capacity, "the formula is %s", strstr(name, "/killed") ? "<another>" : "wrong");
  return known;
}
