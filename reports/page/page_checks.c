/* Why this file exists: shows why the numbers are trustworthy: which rows were checked and how, and which
 * may not show a number and why. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/html.h"
#include "read/memory.h"
#include "page.h"

enum { KIND = 512 };

static bool same_text(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

static bool barred(const report_point *p) {
  return p->state != REPORT_OK && p->state != REPORT_UNCHECKED;
}

/// Whether two reasons differ only in numbers (seconds left of a budget).
static bool alike(const char *a, const char *b) {
  if (!a || !b) return a == b;
  while (*a && *b) {
    const size_t m = strspn(a, "0123456789."), n = strspn(b, "0123456789.");
    if ((m == 0) != (n == 0) || (m == 0 && *a != *b)) return false;
    a += m > 0 ? m : 1;
    b += n > 0 ? n : 1;
  }
  return *a == *b;
}

/// One line for all points that lack numbers for the same reason.
static void put_reasons(const report_run *run, FILE *out) {
  fputs("<div "
        "class=scroll><table>\n<thead><tr><th>status</th><th>points</th><th>reason</th><th>which</th></tr></"
        "thead><tbody>\n",
        out);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    bool first = barred(p);
    for (int k = 0; k < i && first; k++)
      first = run->points[k].state != p->state || !alike(run->points[k].reason, p->reason);
    if (!first) continue;
    int count = 0;
    for (int k = i; k < run->count; k++)
      count += run->points[k].state == p->state && alike(run->points[k].reason, p->reason);
    fprintf(out, "<tr class=%s><td>%s</td><td class=n>%d</td><td class=wide>", report_state_name(p->state),
            report_state_name(p->state), count);
    html_put(out, "%s</td><td class=wide>", p->reason ? p->reason : "no reason given");
    report_put_row(run, p, out);
    if (count > 1) fprintf(out, " and %d more", count - 1);
    fputs("</td></tr>\n", out);
  }
  fputs("</tbody></table></div>\n", out);
}

/// How a row was checked, without the counts of frames and projections in which rows of one kind differ.
static const char *kind_of_proof(const report_point *p, char out[KIND]) {
  size_t used = 0;
  for (const char *c = p->checked ? p->checked : "not stated how"; *c && used + 1 < KIND;) {
    const size_t left = strspn(c, "0123456789");
    const size_t of = left > 0 && strncmp(c + left, " of ", 4) == 0 ? strspn(c + left + 4, "0123456789") : 0;
    if (of > 0) {
      c += left + 4 + of;
      for (const char *some = "some"; *some && used + 1 < KIND;) out[used++] = *some++;
      continue;
    }
    const size_t digits = *c == '@' ? strspn(c + 1, "0123456789") : 0;
    if (digits == 0) {
      out[used++] = *c++;
      continue;
    }
    c += 1 + digits;
    if (strncmp(c, " frame", 6) == 0) c += c[6] == 's' ? 7 : 6;
  }
  out[used] = '\0';
  return out;
}

/// A line for each word in the proofs of this run.
static void put_words(const report_run *run, FILE *out) {
  static const struct {
    const char *word, *meaning;
  } words[] = {
      {"hash=seq",
       "after that many frames, all positions and velocities were bit-identical to the sequential reference"},
      {"hash=rerun",
       "bit-identical to a second simulation built from scratch, because no other implementation has these bits"},
      {"seq", "the positions equal the sequential backend in mesh order, up to rounding"},
      {"episodes agree", "all timed episodes ended in bit-identical states"},
      {"plain", "the positions equal a plain second implementation in double, up to rounding. It shares no "
                "loop with the solver"},
      {"objective falls", "no iteration of the first frames raised the function that the method minimises"}};
  char kind[KIND];
  fputs("<p>How rows were checked, in the same run that timed them. In the results, the column <i>proof</i> gives "
        "the number of frames after an @. Here, rows of one kind share a line.</p>\n"
        "<dl>\n",
        out);
  for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
    const size_t length = strlen(words[w].word);
    bool found = false;
    for (int i = 0; i < run->count && !found; i++) {
      if (run->points[i].state != REPORT_OK) continue;
      for (const char *part = kind_of_proof(&run->points[i], kind); part && !found;) {
        found = strncmp(part, words[w].word, length) == 0 && (part[length] == '\0' || part[length] == ',');
        part = strstr(part, ", ");
        if (part) part += 2;
      }
    }
    if (found) fprintf(out, "<dt><code>%s</code></dt><dd>%s.</dd>\n", words[w].word, words[w].meaning);
  }
  fputs("</dl>\n", out);
}

static void put_proofs(const report_run *run, FILE *out) {
  char kind[KIND], other[KIND];
  fputs("<div class=scroll><table>\n<thead><tr><th>proof</th><th>rows</th></tr></thead><tbody>\n", out);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    bool first = p->state == REPORT_OK;
    kind_of_proof(p, kind);
    for (int k = 0; k < i && first; k++)
      first = run->points[k].state != REPORT_OK || strcmp(kind_of_proof(&run->points[k], other), kind) != 0;
    if (!first) continue;
    int count = 0;
    for (int k = i; k < run->count; k++)
      count += run->points[k].state == REPORT_OK && strcmp(kind_of_proof(&run->points[k], other), kind) == 0;
    html_put(out, "<tr><td class=wide>%s", kind);
    fprintf(out, "</td><td class=n>%d</td></tr>\n", count);
  }
  fputs("</tbody></table></div>\n", out);
}

/// A kind of check over all points.
typedef struct tally {
  const char *name, *why;
  int passed, failed;
  bool bits; ///< A hash is compared.
  double least, most, limit_least, limit_most;
} tally;

static void count_check(tally *t, const json_t *check) {
  const double value = report_number(check, "value"), limit = report_number(check, "limit");
  if (json_is_true(json_object_get(check, "pass")))
    t->passed++;
  else
    t->failed++;
  t->bits = t->bits || json_is_string(json_object_get(check, "value"));
  t->least = fmin(t->least, value); /* fmin and fmax ignore the NaN of a hash */
  t->most = fmax(t->most, value);
  t->limit_least = fmin(t->limit_least, limit);
  t->limit_most = fmax(t->limit_most, limit);
}

/// A tally of each kind of check, in the order of the rows. The caller frees it.
static tally *gather(const report_run *run, int *count) {
  size_t room = 0, k;
  for (int i = 0; i < run->count; i++) room += json_array_size(json_object_get(run->points[i].json, "checks"));
  tally *tallies = room > 0 ? report_memory(room, sizeof *tallies) : NULL;
  *count = 0;
  for (int i = 0; i < run->count && tallies; i++) {
    json_t *check;
    json_array_foreach(json_object_get(run->points[i].json, "checks"), k, check) {
      const char *name = report_text(check, "name");
      int at = 0;
      while (at < *count && !same_text(tallies[at].name, name)) at++;
      if (at == *count)
        tallies[(*count)++] =
            (tally){name, report_text(check, "why"), 0, 0, false, INFINITY, -INFINITY, INFINITY, -INFINITY};
      count_check(&tallies[at], check);
    }
  }
  return tallies;
}

static void put_range(FILE *out, bool bits, double least, double most) {
  fputs("<td class=n>", out);
  if (least > most)
    fputs(bits ? "bits" : "\xe2\x80\x93", out); /* no number was compared, or it is unknown */
  else if (least < most)
    fprintf(out, "%.3g \xe2\x80\xa6 %.3g", least, most);
  else
    fprintf(out, "%.6g", least);
  fputs("</td>", out);
}

static void put_checks(const report_run *run, FILE *out) {
  int count;
  tally *tallies = gather(run, &count);
  if (count == 0) return; /* without proofs */
  fputs("<p>What was checked, over all rows. A row with one failed check shows no number.</p>\n"
        "<div class=scroll><table>\n"
        "<thead><tr><th>check</th><th>passed</th><th>failed</th><th>values</th><th>limits</th><th>why (of the first "
        "row)</th></tr></thead><tbody>\n",
        out);
  for (int i = 0; i < count; i++) {
    const tally *t = &tallies[i];
    fprintf(out, "<tr%s><td>", t->failed > 0 ? " class=invalid" : "");
    html_text(out, t->name);
    fprintf(out, "</td><td class=n>%d</td><td class=n>%d</td>", t->passed, t->failed);
    put_range(out, t->bits, t->least, t->most);
    put_range(out, t->bits, t->limit_least, t->limit_most);
    html_put(out, "<td class=wide>%s</td></tr>\n", t->why);
  }
  fputs("</tbody></table></div>\n", out);
  free(tallies);
}

void report_put_certified(const report_run *run, FILE *out) {
  const int ok = run->in_state[REPORT_OK], claimed = ok - run->certified, sealed = run->certified - run->audited;
  char day[REPORT_DAY];
  if (ok == 0) return;
  const bool changed = run->seal.state == FILE_SEAL_BROKEN;
  fprintf(out, "<li%s>%s: ", claimed > 0 || changed ? " class=warn" : "", claimed == ok ? "Claimed" : "Certified");
  if (sealed > 0)
    fprintf(out, "%d row%s measured by the user who made this page, and not changed since", sealed,
            sealed == 1 ? " was" : "s were");
  if (run->audited > 0) {
    fprintf(out, "%s%d row%s audited", sealed > 0 ? "; " : "", run->audited, run->audited == 1 ? " was" : "s were");
    html_put(out, " on %s: ", report_seal_day(&run->seal, day));
    const int less = report_seal_less(&run->seal);
    fprintf(out, "%s recomputed, and what follows from other numbers; only claimed are times%s the machine",
            run->audited == 1 ? "its state was" : "their states were", less > 0 ? "," : " and");
    if (less > 0) fprintf(out, ", and the error or residual of %d row%s", less, less == 1 ? "" : "s");
  }
  if (claimed > 0) {
    fprintf(out, "%s%d row%s, because ", run->certified > 0 ? "; only claimed: " : "", claimed,
            claimed == 1 ? "" : "s");
    html_put(out, "%s. <code>xpbd-report audit RUN</code> recomputes what can be recomputed",
             report_seal_doubt(&run->seal));
  } else if (changed) {
    fputs("; the file was CHANGED after it was sealed", out);
  }
  fputs(".</li>\n", out);
}

xpbd_status report_put_validity(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  fprintf(out, "<p>%d point%s:", run->count, run->count > 1 ? "s" : "");
  const char *separator = " ";
  for (int s = 0; s < REPORT_STATES; s++) {
    if (run->in_state[s] == 0 && s != REPORT_OK && s != REPORT_INVALID) continue;
    fprintf(out, "%s<b>%d %s</b>", separator, run->in_state[s], report_state_name((report_state)s));
    separator = ", ";
  }
  fprintf(out, ". %d row%s show%s numbers%s.</p>\n", run->with_numbers, run->with_numbers == 1 ? "" : "s",
          run->with_numbers == 1 ? "s" : "",
          run->with_numbers < run->count ? ". The others show their reason and are in no figure" : "");
  if (run->in_state[REPORT_OK] + run->in_state[REPORT_UNCHECKED] < run->count) put_reasons(run, out);
  fputs("<details><summary>How the rows were checked</summary>\n", out);
  if (run->in_state[REPORT_OK] > 0) {
    put_words(run, out);
    put_proofs(run, out);
  }
  put_checks(run, out);
  fputs("</details>\n", out);
  return XPBD_OK;
}
