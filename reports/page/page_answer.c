/* Why this file exists: most readers want only the answer. Before anything else, each benchmark gets one sentence with
 * its interval, the most telling figure and a short table. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "read/accuracy.h"
#include "read/history.h"
#include "support/html.h"
#include "page.h"
#include "read/select.h"

/// The slowest and the fastest scene by the first method.
static void put_scenes_sentence(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *slow = NULL, *fast = NULL;
  char method[REPORT_LABEL], own[REPORT_LABEL];
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!p->has_numbers || !report_scene(p) || strcmp(p->benchmark, benchmark) != 0) continue;
    if (!slow) report_axis_text(p, "method", method, sizeof method);
    if (strcmp(report_axis_text(p, "method", own, sizeof own), method) != 0) continue;
    if (!slow || p->fps < slow->fps) slow = p;
    if (!fast || p->fps > fast->fps) fast = p;
  }
  if (!slow) return;
  fputs("<p class=answer>", out);
  report_put_machine(run, slow, fast, out);
  html_put(out, " runs %s at ", report_scene(slow));
  report_put_fps(slow, out);
  if (fast != slow && strcmp(report_scene(fast), report_scene(slow)) == 0) {
    fputs(" to ", out);
    report_put_fps(fast, out);
  } else if (fast != slow) {
    html_put(out, ", the slowest scene, and %s at ", report_scene(fast));
    report_put_fps(fast, out);
    fputs(", the fastest", out);
  }
  if (method[0]) fputs(", by ", out), html_text(out, method);
  fputs(".</p>\n", out);
}

/// The fastest and the slowest way of the first constraint.
static void put_projection_sentence(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *best = NULL, *worst = NULL;
  char first[REPORT_LABEL], constraint[REPORT_LABEL], a[HTML_NUMBER], b[HTML_NUMBER];
  int least = INT_MAX;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!p->has_numbers || strcmp(p->benchmark, benchmark) != 0) continue;
    report_axis_text(p, "constraint", constraint, sizeof constraint);
    const int index = report_constraint_index(run, constraint);
    if (index > least) continue;
    if (index < least) best = worst = NULL;
    least = index;
    memcpy(first, constraint, sizeof first);
    if (!best || p->ns_each < best->ns_each) best = p;
    if (!worst || p->ns_each > worst->ns_each) worst = p;
  }
  if (!best) return;
  html_put(out, "<p class=answer>One projection of %s", first);
  fprintf(out, " takes <b>%s ns</b>", html_fps(best->ns_each, a));
  if (best->ns_low > 0)
    fprintf(out, " (95 %% interval %s to %s)", html_fps(best->ns_low, a), html_fps(best->ns_high, b));
  fputs(" in the fastest way measured", out);
  if (worst != best) fprintf(out, " and %s ns in the slowest", html_fps(worst->ns_each, a));
  fputs(". The figures show all formulas.</p>\n", out);
}

/// The constraints that keep area or volume best and worst in the first scene, over the whole time.
static void put_history_sentence(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *best = NULL, *worst = NULL;
  double least = INFINITY, most = -INFINITY;
  const char *scene = NULL, *what = "area";
  char name[REPORT_LABEL], text[HTML_NUMBER];
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    const char *own = report_scene(p);
    report_history history;
    if (!own || strcmp(p->benchmark, benchmark) != 0 || (scene && strcmp(own, scene) != 0)) continue;
    if (!report_history_read(p, &history)) continue;
    scene = own;
    what = history.volume ? "volume" : "area";
    const double error = report_history_high(&history, HISTORY_ERROR);
    report_history_free(&history);
    if (error < least) least = error, best = p;
    if (error > most) most = error, worst = p;
  }
  if (!best) return;
  html_put(out, "<p class=answer>In %s", scene);
  fprintf(out, " elements are off their %s by at most <b>%s %%</b> on average with ", what, html_percent(least, text));
  html_text(out, report_axis_text(best, "constraint", name, sizeof name));
  if (worst != best) {
    fprintf(out, ", and by up to <b>%s %%</b> with ", html_percent(most, text));
    html_text(out, report_axis_text(worst, "constraint", name, sizeof name));
  }
  fputs(".</p>\n", out);
}

/// "rubber", and the settings that distinguish this body from others of the run: " (angle 10)".
static void put_body(const report_run *run, const report_point *p, FILE *out) {
  char text[REPORT_LABEL];
  const char *axis;
  json_t *value;
  html_text(out, report_axis_text(p, "constraint", text, sizeof text));
  json_object_foreach(p->axes, axis, value) {
    if (strcmp(axis, "constraint") == 0 || strcmp(axis, "scene") == 0 || !report_tells_bodies(run, p, axis)) continue;
    html_put(out, " (%s ", axis);
    html_put(out, "%s)", report_axis_shown(p, axis, text, sizeof text));
  }
}

/// The cheapest way with an error of at most a twentieth, else the most accurate one. Both for the first body.
static void put_course_sentence(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *best = report_cheapest_within(run, benchmark, 0.05);
  const bool within = best != NULL;
  char text[REPORT_LABEL], number[HTML_NUMBER];
  if (!within) best = report_nearest_course(run, benchmark);
  if (!best) return;
  fprintf(out, "<p class=answer>%s within 5&nbsp;%% of the motion of ",
          within ? "The cheapest way to come" : "Nothing measured came");
  put_body(run, best, out);
  fputs(within ? " was " : ". The nearest was ", out);
  html_text(out, report_axis_text(best, "method", text, sizeof text));
  const double steps = report_work(best, "substeps"), sweeps = report_work(best, "iterations");
  fprintf(out, ", %.0f step%s a frame with %.0f iteration%s each: off by <b>%s %%</b> at ", steps, steps > 1 ? "s" : "",
          sweeps, sweeps > 1 ? "s" : "", html_percent(report_course_error(run, best), number));
  report_put_fps(best, out);
  fputs(".</p>\n", out);
}

static const char *heading_of(report_kind kind) {
  switch (kind) {
  case REPORT_PROJECTIONS: return "What does one projection cost?";
  case REPORT_PUBLISHED: return "How do the published frame rates compare?";
  case REPORT_SCENES: return "How fast is every scene, by every method?";
  case REPORT_HISTORIES: return "What keeps area and volume?";
  case REPORT_COURSES: return "How close to the motion, for how much time?";
  case REPORT_PEERS: return "Other solvers";
  case REPORT_METHODS: return "Which method answers first?";
  case REPORT_SPEEDS: break;
  }
  return "How fast is this machine?";
}

static xpbd_status put_sentence(const report_run *run, const char *benchmark, report_kind kind, FILE *out) {
  switch (kind) {
  case REPORT_PROJECTIONS: put_projection_sentence(run, benchmark, out); return XPBD_OK;
  case REPORT_PUBLISHED: report_put_papers_sentence(run, benchmark, out); return XPBD_OK;
  case REPORT_SCENES: put_scenes_sentence(run, benchmark, out); return XPBD_OK;
  case REPORT_HISTORIES: put_history_sentence(run, benchmark, out); return XPBD_OK;
  case REPORT_COURSES: put_course_sentence(run, benchmark, out); return XPBD_OK;
  case REPORT_PEERS: report_put_peers_sentence(run, benchmark, out); return XPBD_OK;
  case REPORT_METHODS: report_put_methods_sentence(run, benchmark, out); return XPBD_OK;
  case REPORT_SPEEDS: break;
  }
  return report_put_speed_sentence(run, benchmark, out);
}

static xpbd_status put_table(const report_run *run, const char *benchmark, report_kind kind, FILE *out) {
  if (kind == REPORT_SPEEDS) {
    XPBD_TRY(report_put_speed_table(run, benchmark, out));
    report_put_meshes(run, benchmark, out);
  }
  if (kind == REPORT_PUBLISHED) report_put_papers_table(run, benchmark, out);
  if (kind == REPORT_PEERS) report_put_peers_table(run, benchmark, out);
  if (kind == REPORT_METHODS) report_put_methods_table(run, benchmark, out);
  if (kind == REPORT_SCENES) report_put_grid(run, benchmark, out);
  return XPBD_OK;
}

/// At most `most` figures of a benchmark from number `from` on. Those of single scenes are under
/// Preservation. Returns the next number.
static int put_figures(const report_page *page, const char *benchmark, int from, int most, FILE *out) {
  for (; from < page->figures->count && most > 0; from++) {
    const report_figure *figure = &page->figures->items[from];
    if (strcmp(figure->benchmark, benchmark) != 0 || figure->scene) continue;
    report_put_figure(figure, from + 1, out);
    most--;
  }
  return from;
}

/// The figures of a benchmark from number `from` on, without those of single scenes.
static int count_figures(const report_page *page, const char *benchmark, int from) {
  int count = 0;
  for (; from < page->figures->count; from++)
    count += strcmp(page->figures->items[from].benchmark, benchmark) == 0 && !page->figures->items[from].scene;
  return count;
}

/// Whether an earlier benchmark has the same heading.
static bool is_repeated(const report_run *run, const char *benchmark, report_kind kind) {
  for (int i = 0; i < run->count && strcmp(run->points[i].benchmark, benchmark) != 0; i++)
    if (report_kind_of(run, run->points[i].benchmark) == kind) return true;
  return false;
}

static xpbd_status put_benchmark(const report_page *page, const char *benchmark, bool first, FILE *out) {
  const report_kind kind = report_kind_of(page->run, benchmark);
  const char *about = report_text(report_benchmark(page->run, benchmark), "about");
  fputs(first ? "<section id=answer>" : "<section id=\"of-", out);
  if (!first) html_text(out, benchmark), fputs("\">", out);
  html_put(out, "<h2>%s", heading_of(kind));
  if (!first && is_repeated(page->run, benchmark, kind)) html_put(out, " (%s)", benchmark);
  fputs("</h2>\n", out);
  XPBD_TRY(put_sentence(page->run, benchmark, kind, out));
  html_put(out, "<p class=source>Benchmark %s", benchmark);
  if (about) fputs(": ", out), html_text(out, about);
  fputs(".</p>\n", out);
  if (first) report_put_banners(page, out);
  int next = put_figures(page, benchmark, 0, 1, out);
  XPBD_TRY(put_table(page->run, benchmark, kind, out));
  next = put_figures(page, benchmark, next, 1, out);
  const int more = count_figures(page, benchmark, next);
  if (more > 0) {
    fprintf(out, "<details><summary>%d more figure%s</summary>\n", more, more > 1 ? "s" : "");
    put_figures(page, benchmark, next, INT_MAX, out);
    fputs("</details>\n", out);
  }
  fputs("</section>\n", out);
  return XPBD_OK;
}

static void put_nothing(const report_page *page, FILE *out) {
  const bool untimed = page->run->in_state[REPORT_OK] > 0;
  fprintf(out, "<section id=answer><h2>No answer</h2>\n<p class=answer><b>This run gives no answer:</b> %s</p>\n",
          untimed ? "its rows were checked, not timed." : "no row may show a number. The reasons are under Validity.");
  report_put_banners(page, out);
  fputs("</section>\n", out);
}

xpbd_status report_put_answer(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  bool first = true;
  const bool any = run->with_numbers > 0 || page->figures->count > 0; /* series over time need no timing */
  if (!any) put_nothing(page, out);
  for (int i = 0; i < run->count && any; i++) {
    if (!report_is_first(run, i)) continue;
    XPBD_TRY(put_benchmark(page, run->points[i].benchmark, first, out));
    first = false;
  }
  return XPBD_OK;
}
