/* Why this file exists: draws the distance of each comparison from its limit as strokes. Strokes at the same place
 * become one darker stroke, because four thousand would make the page slow. */
#include "margins.h"

#include <math.h>

#include "support/html.h"

/* In units of the drawing, which a phone shows at about this size. Shares below 1e-8 are drawn at the left edge. */
enum { WIDTH = 400, LEFT = 88, RIGHT = 12, TOP = 22, LINE = 15, BINS = 150, DECADES = 8 };

typedef struct strip {
  int count[BINS]; ///< Comparisons by share.
  int failed, all;
  double most;
} strip;

static double across(double share) {
  const double along = 1.0 + log10(fmax(share, 1e-300)) / DECADES;
  return LEFT + (WIDTH - LEFT - RIGHT) * fmin(fmax(along, 0.0), 1.0);
}

static strip strip_of(const check_log *log, int group) {
  strip s = {.most = -1};
  for (int i = 0; i < log->count; i++) {
    const check_record *record = &log->records[i];
    if (check_log_group(log, record->entry->name) != group) continue;
    for (int64_t k = 0; k < record->compared.count; k++) {
      const double share = check_share(&record->compared.items[k]);
      s.failed += !record->compared.items[k].held;
      if (!isfinite(share)) continue;
      const int bin = (int)((across(share) - LEFT) / (WIDTH - LEFT - RIGHT) * (BINS - 1) + 0.5);
      s.count[bin]++;
      s.all++;
      s.most = fmax(s.most, share);
    }
  }
  return s;
}

static void write_strip(FILE *page, const char *name, const strip *s, int top) {
  const double middle = top + 0.5 * LINE;
  fprintf(page, "<line x1=%d x2=%d y1=%.1f y2=%.1f stroke=\"var(--line)\" stroke-width=0.5 />", LEFT, WIDTH - RIGHT,
          middle, middle);
  fprintf(page, "<a href=\"#g-%s\"><text x=%d y=%.1f text-anchor=end fill=\"var(--ink)\">%s</text></a>\n", name,
          LEFT - 6, middle + 3.5, name);
  for (int b = 0; b < BINS; b++) {
    if (s->count[b] == 0) continue;
    const double x = LEFT + (WIDTH - LEFT - RIGHT) * b / (double)(BINS - 1);
    fprintf(page,
            "<line x1=%.1f x2=%.1f y1=%.1f y2=%.1f stroke=\"var(--accent)\" stroke-width=1.6 stroke-opacity=%.2f />\n",
            x, x, middle - 5, middle + 5, fmin(1.0, 0.3 + 0.15 * s->count[b]));
  }
  fprintf(page, "<circle cx=%.1f cy=%.1f r=3 fill=\"var(--%s)\" />\n", across(s->failed ? 1 : s->most), middle,
          s->failed ? "bad" : "ink");
}

static void write_axis(FILE *page, int bottom) {
  for (int e = -DECADES; e <= 0; e += 2) {
    const double x = across(pow(10, e));
    fprintf(page, "<line x1=%.1f x2=%.1f y1=%d y2=%d stroke=\"var(--grid)\" stroke-width=%s />", x, x, TOP, bottom,
            e == 0 ? "2" : "0.6");
    fprintf(page, "<text x=%.1f y=%d text-anchor=middle fill=\"var(--soft)\">", x, TOP - 8);
    if (e == 0)
      fputs("limit", page);
    else
      fprintf(page, "10<tspan dy=-4 font-size=7>%d</tspan>", e);
    fputs("</text>\n", page);
  }
}

void check_write_margins(FILE *page, const check_log *log) {
  int lines = 0;
  for (int g = 0; g < log->group_count; g++) lines += strip_of(log, g).all > 0;
  if (lines == 0) return;
  const int bottom = TOP + lines * LINE;
  fprintf(
      page,
      "<figure><svg viewBox=\"0 0 %d %d\" style=\"max-width:40rem\" font-size=10 role=img aria-label=\"Share of the "
      "limit that each comparison used, by group\">\n",
      WIDTH, bottom + 4);
  write_axis(page, bottom);
  int line = 0;
  for (int g = 0; g < log->group_count; g++) {
    const strip s = strip_of(log, g);
    if (s.all > 0) write_strip(page, log->groups[g].name, &s, TOP + LINE * line++);
  }
  fputs(
      "</svg><figcaption>Each stroke is a comparison at value / limit. The dot marks the one closest to its limit, red "
      "if one failed. Values below 10<sup>-8</sup>, and zero, are drawn at the left edge.</figcaption></figure>\n",
      page);
}
