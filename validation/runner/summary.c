/* Why this file exists: how close each group came to its limits says more than a thousand lines of "ok". All lines are
 * in --verbose, JSON and the page. */
#include <inttypes.h>
#include <string.h>

#include "outputs.h"

enum { WIDTH = 100, TEXT_COLUMN = 28 };

void check_print_wrapped(const char *text, int indent, int width) {
  int column = indent;
  while (*text) {
    const int length = (int)strcspn(text, " ");
    if (column > indent && column + 1 + length > width) {
      printf("\n%*s", indent, "");
      column = indent;
    }
    column += printf("%s%.*s", column > indent ? " " : "", length, text);
    text += length;
    text += strspn(text, " ");
  }
  printf("\n");
}

static void print_group(const check_log *log, int group, const check_tally *tally) {
  char text[1024], words[2 * CHECK_WORDS_LIMIT], count[32], share[32] = "-";
  const int ran = tally->checks[CHECK_PASSED] + tally->checks[CHECK_FAILED];
  snprintf(count, sizeof count, tally->checks[CHECK_FAILED] ? "%d/%d" : "%d", tally->checks[CHECK_PASSED], ran);
  const check_comparison *c = tally->worst;
  if (c && c->held)
    snprintf(share, sizeof share, "%.0f %%", 100 * check_share(c)); /* at most 1, or it would have failed */
  if (c && !c->held) snprintf(share, sizeof share, "FAIL");
  printf("%-14s%7s %5s ", log->groups[group].name, count, share);
  if (!c) {
    snprintf(text, sizeof text, "no limits: %" PRId64 " comparison%s of bits and statements", tally->compared,
             tally->compared == 1 ? "" : "s");
    check_print_wrapped(text, TEXT_COLUMN, WIDTH);
    return;
  }
  snprintf(text, sizeof text, "%s: %s: %s", strchr(tally->worst_check->entry->name, '/') + 1, c->quantity,
           check_comparison_words(c, words));
  check_print_wrapped(text, TEXT_COLUMN, WIDTH);
  const char *why = check_log_why(log, tally->worst_check, c);
  if (!why[0]) return;
  snprintf(text, sizeof text, "%s%s", tally->worst_check->diagnosis ? "" : "why: ", why);
  printf("%*s", TEXT_COLUMN, "");
  check_print_wrapped(text, TEXT_COLUMN, WIDTH);
}

void check_summary_print(const check_log *log) {
  char text[400];
  bool begun = false;
  for (int g = 0; g < log->group_count; g++) {
    const check_tally tally = check_log_tally(log, g);
    if (tally.checks[CHECK_PASSED] + tally.checks[CHECK_FAILED] == 0) continue;
    if (!begun)
      printf("\ngroup          passed  used %s\n",
             "the comparison in each group that used most of its limit, and why that limit");
    begun = true;
    print_group(log, g, &tally);
  }
  if (begun) printf("\n");
  int at = 0, checks = 0;
  for (const char *reason; (reason = check_log_skip(log, &at, &checks));) {
    printf("skipped: ");
    snprintf(text, sizeof text, "%d check%s: %s", checks, checks == 1 ? "" : "s", reason);
    check_print_wrapped(text, 9, WIDTH);
  }
}
