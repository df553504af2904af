/* Why this file exists: writes the page of an archive: a table with a row for each run, and the figures of all. */
#include <math.h>
#include <string.h>

#include "index.h"
#include "page/page.h"
#include "support/html.h"
#include "support/scripts.h"
#include "xpbd/version.h"

typedef struct index_page {
  const index_set *set;
  const report_figures *figures;
  const char *title;
  bool score, error, energy; ///< Whether a row has this.
} index_page;

static void put_number(const char *text, FILE *out) {
  fprintf(out, "<td class=n>%s</td>", text);
}

static void put_headline(const index_row *row, FILE *out) {
  char text[HTML_NUMBER], a[HTML_NUMBER], b[HTML_NUMBER];
  if (!row) {
    fputs("<td class=n>\xe2\x80\x93</td>", out);
  } else if (row->low > 0 && row->high > 0) {
    fprintf(out, "<td class=n title=\"95 %% interval %s to %s\"><b>%s</b></td>", html_fps(row->low, a),
            html_fps(row->high, b), html_fps(row->fps, text));
  } else {
    fprintf(out, "<td class=n title=\"no interval\"><b>%s</b></td>", html_fps(row->fps, text));
  }
}

/// How the headline was computed, with its error and energy.
static void put_way(const index_page *page, const index_row *row, FILE *out) {
  char text[HTML_NUMBER];
  html_element(out, "td", row ? row->way : "");
  if (page->error) {
    const bool known = row && row->error >= 0;
    fprintf(out, "<td class=n>%s%s</td>", html_percent(known ? row->error : (double)NAN, text), known ? " %" : "");
  }
  if (page->energy) {
    const bool known = row && row->energy > 0;
    fprintf(out, "<td class=n>%s%s</td>", html_prefixed(known ? row->energy : (double)NAN, text), known ? "J" : "");
  }
}

static void put_score(const index_member *member, FILE *out) {
  char text[HTML_NUMBER], low[HTML_NUMBER], high[HTML_NUMBER];
  html_put(out, "<td class=n title=\"%s", member->score_state[0] ? member->score_state : "no score was measured");
  if (member->score_low > 0)
    fprintf(out, ", 95 %% interval %s to %s", html_ratio(member->score_low, low), html_ratio(member->score_high, high));
  fprintf(out, "\"><b>%s</b></td>",
          member->score > 0        ? html_ratio(member->score, text)
          : member->score_state[0] ? "INVALID"
                                   : "\xe2\x80\x93");
}

/// Why the rows of a run may be believed, in words to filter by.
static const char *trust_of(const index_member *member) {
  if (member->changed) return "CHANGED after it was sealed";
  if (member->audited > 0) return member->audited == member->ok ? "audited" : "partly audited";
  if (member->certified > 0) return "measured here";
  return member->recorded ? "audited elsewhere" : "claimed";
}

static void put_row(const index_page *page, const index_member *member, FILE *out) {
  char text[HTML_NUMBER];
  if (member->reason[0]) {
    html_put(out, "<tr class=error><th scope=row>%s</th>", member->name);
    fprintf(out, "<td colspan=%d class=why>", 9 + page->score + page->error + page->energy);
    html_put(out, "%s</td></tr>\n", member->reason);
    return;
  }
  html_put(out, "<tr><th scope=row><a href=\"%s/index.html\">%s</a>", member->name, member->name);
  if (member->files > 1) {
    html_put(out, " <span class=source>%s, the first of ", strrchr(member->file, '/') + 1);
    fprintf(out, "%d files</span>", member->files);
  }
  fputs("</th>", out);
  if (page->score) put_score(member, out);
  put_headline(member->headline, out);
  fprintf(out, "<td title=\"%d rows measured here, %d audited here\">", member->certified - member->audited,
          member->audited);
  html_put(out, "%s</td><td>%s</td>", trust_of(member), member->date);
  put_way(page, member->headline, out);
  html_put(out, "<td>%s</td><td>%s</td>", member->device[0] ? member->device : "\xe2\x80\x93", member->processor);
  snprintf(text, sizeof text, "%.0f", member->cores);
  put_number(member->cores >= 1 ? text : "\xe2\x80\x93", out);
  fprintf(out, "<td class=n title=\"%d of %d rows passed all checks of their run\">%d%s</td>", member->ok,
          member->points, member->ok, member->complete ? "" : ", not complete");
  html_put(out, "<td><code>%s</code></td></tr>\n", member->commit[0] ? member->commit : "unknown");
}

static bool has_part(const void *of, const char *name) {
  const index_page *page = of;
  if (strcmp(name, "broken") == 0) return page->set->broken > 0;
  if (strcmp(name, "work") == 0) return page->set->work[0] != '\0';
  if (strcmp(name, "figures") == 0) return page->figures->count > 0;
  if (strcmp(name, "score") == 0) return page->score;
  return strcmp(name, "error") == 0 ? page->error : page->energy;
}

static xpbd_status put_part(const void *of, const char *name, FILE *out) {
  const index_page *page = of;
  const index_set *set = page->set;
  const int shown = set->count - set->broken;
  if (strcmp(name, "head") == 0) html_head(out, page->title, report_script_find("page"), NULL);
  if (strcmp(name, "script") == 0) html_embed(out, report_script_find("tables"));
  if (strcmp(name, "version") == 0) fputs(XPBD_VERSION, out);
  if (strcmp(name, "source") == 0) fprintf(out, "%d run%s", shown, shown == 1 ? "" : "s");
  if (strcmp(name, "broken") == 0) fprintf(out, "%d run%s cannot be shown.", set->broken, set->broken == 1 ? "" : "s");
  if (strcmp(name, "work") == 0) {
    const double side = sqrt(set->particles);
    html_put(out, "%s", set->work);
    if (side >= round(side) && side <= round(side))
      fprintf(out, ", %.0f\xc3\x97%.0f vertices", side, side);
    else
      fprintf(out, ", %.0f vertices", set->particles);
  }
  for (int i = 0; i < set->count && strcmp(name, "rows") == 0; i++) put_row(page, &set->items[i], out);
  for (int i = 0; i < page->figures->count && strcmp(name, "figures") == 0; i++)
    report_put_figure(&page->figures->items[i], i + 1, out);
  return XPBD_OK;
}

xpbd_status index_page_write(const index_set *set, const report_figures *figures, const char *title,
                             const char *folder) {
  index_page page = {.set = set, .figures = figures, .title = title};
  for (int i = 0; i < set->count; i++) {
    const index_row *row = set->items[i].headline;
    page.score = page.score || set->items[i].score_state[0];
    page.error = page.error || (row && row->error >= 0);
    page.energy = page.energy || (row && row->energy > 0);
  }
  return report_write_page(folder, "archive", &(html_parts){&page, has_part, put_part});
}
