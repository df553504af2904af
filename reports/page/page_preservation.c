/* Why this file exists: shows how well constraints keep areas and volumes, with a table and figures for each scene.
 * Speed alone does not show the value of a constraint. */
#include <math.h>
#include <string.h>

#include "read/history.h"
#include "support/html.h"
#include "page.h"

enum { NUMBERS = 9 };

/// The points of one scene, and the axes that distinguish them.
typedef struct scene_table {
  const report_run *run;
  const char *benchmark, *scene;
  const char *axes[PAGE_AXES];
  int axis_count;
} scene_table;

static bool belongs(const scene_table *t, const report_point *p) {
  return report_belongs(p, t->benchmark, t->scene);
}

/// The constraint and other varying axes.
static void find_axes(scene_table *t) {
  const char *axes[PAGE_AXES];
  const int count = report_axes(t->run, t->benchmark, t->scene, axes);
  t->axes[t->axis_count++] = "constraint";
  for (int i = 0; i < count; i++)
    if (strcmp(axes[i], "constraint") != 0 && !report_only_value(t->run, t->benchmark, t->scene, axes[i]))
      t->axes[t->axis_count++] = axes[i];
}

static void put_head(const scene_table *t, bool volume, FILE *out) {
  static const struct {
    const char *title, *meaning;
  } columns[NUMBERS] = {{"at the end", "total relative to rest, at the last moment"},
                        {"lowest", "smallest total relative to rest at any moment"},
                        {"highest", "largest total relative to rest at any moment"},
                        {"off by, at the end %", "mean of |ratio - 1| over the elements, at the last moment"},
                        {"at most %", "the same at the worst moment"},
                        {"least element", "smallest ratio of an element at any moment (below 0: inside out)"},
                        {"largest element", "largest ratio of an element at any moment"},
                        {"sag %", "largest drop of a particle over the size of the body"},
                        {"status", "ok: checked in this run"}};
  fputs("<thead><tr>", out);
  for (int a = 0; a < t->axis_count; a++) html_element(out, "th class=axis", t->axes[a]);
  for (int i = 0; i < NUMBERS; i++)
    fprintf(out, "<th title=\"%s\">%s%s</th>", columns[i].meaning, i == 0 ? (volume ? "volume " : "area ") : "",
            columns[i].title);
  fputs("</tr></thead><tbody>\n", out);
}

static void put_number(FILE *out, const char *text) {
  fprintf(out, "<td class=n>%s</td>", text);
}

/// A ratio with enough decimals to differ from 1.
static const char *ratio(double value, char out[HTML_NUMBER]) {
  const double off = fabs(value - 1);
  snprintf(out, HTML_NUMBER, "%.*f", off >= 0.1 ? 3 : off >= 0.001 ? 4 : off >= 1e-6 ? 6 : 0, value);
  return out;
}

static void put_history(const report_history *h, FILE *out) {
  char text[HTML_NUMBER];
  const int last = h->count - 1;
  fprintf(out, "<td class=n><b>%s</b></td>", ratio(h->values[HISTORY_TOTAL][last], text));
  put_number(out, ratio(report_history_low(h, HISTORY_TOTAL), text));
  put_number(out, ratio(report_history_high(h, HISTORY_TOTAL), text));
  put_number(out, html_percent(h->values[HISTORY_ERROR][last], text));
  put_number(out, html_percent(report_history_high(h, HISTORY_ERROR), text));
  put_number(out, ratio(report_history_low(h, HISTORY_LEAST), text));
  put_number(out, ratio(report_history_high(h, HISTORY_MOST), text));
  put_number(out, html_percent(h->values[HISTORY_SAG] ? report_history_high(h, HISTORY_SAG) : (double)NAN, text));
}

static void put_row(const scene_table *t, const report_point *p, FILE *out) {
  char text[256];
  report_history history;
  fprintf(out, "<tr class=%s>", report_state_name(p->state));
  for (int a = 0; a < t->axis_count; a++)
    html_element(out, a == 0 ? "th scope=row" : "td", report_axis_shown(p, t->axes[a], text, sizeof text));
  if (report_history_read(p, &history)) {
    put_history(&history, out);
    report_history_free(&history);
  } else {
    fprintf(out, "<td colspan=%d class=why>", NUMBERS - 1);
    html_put(out, "%s</td>", p->reason ? p->reason : "nothing was recorded");
  }
  html_element(out, "td", report_state_name(p->state));
  fputs("</tr>\n", out);
}

static bool measures_volume(const scene_table *t) {
  for (int i = 0; i < t->run->count; i++) {
    report_history history;
    if (!belongs(t, &t->run->points[i]) || !report_history_read(&t->run->points[i], &history)) continue;
    const bool volume = history.volume;
    report_history_free(&history);
    return volume;
  }
  return false;
}

static void put_scene(const report_page *page, const char *benchmark, const char *scene, FILE *out) {
  scene_table t = {.run = page->run, .benchmark = benchmark, .scene = scene};
  const bool volume = measures_volume(&t);
  find_axes(&t);
  html_element(out, "h3", scene);
  fprintf(out,
          "<p>The %s in total and by element (%s), relative to rest: 1 is kept. The first and the fourth column of "
          "numbers show the end of the run, the others all its moments.</p>\n",
          volume ? "volume" : "area",
          volume ? "tetrahedra; of a surface, its triangles and the centre of mass" : "triangles");
  fputs("<div class=\"scroll tall\"><table class=kept>\n", out);
  put_head(&t, volume, out);
  for (int i = 0; i < t.run->count; i++)
    if (belongs(&t, &t.run->points[i])) put_row(&t, &t.run->points[i], out);
  fputs("</tbody></table></div>\n", out);
  for (int i = 0; i < page->figures->count; i++) {
    const report_figure *figure = &page->figures->items[i];
    if (!figure->scene || strcmp(figure->scene, scene) != 0 || strcmp(figure->benchmark, benchmark) != 0) continue;
    report_put_figure(figure, i + 1, out);
  }
}

bool report_has_preservation(const report_page *page) {
  for (int i = 0; i < page->run->count; i++)
    if (report_scene(&page->run->points[i]) && report_has_history(page->run, page->run->points[i].benchmark))
      return true;
  return false;
}

xpbd_status report_put_preservation(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  for (int i = 0; i < run->count; i++)
    if (report_is_first_of_scene(run, i) && report_has_history(run, run->points[i].benchmark))
      put_scene(page, run->points[i].benchmark, report_scene(&run->points[i]), out);
  return XPBD_OK;
}
