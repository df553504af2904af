/* Why this file exists: the figure of areas or volumes over time: the total and the mean error of the elements, with a
 * line for each constraint. A scene with many constraints has a figure for each family. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "read/history.h"
#include "support/html.h"
#include "read/memory.h"

enum { MATERIALS = 5, LINES = 10, AXES = 8 }; /* in one figure; axes that a label may need */

/// Families, found by the names of formulas.
static const char *const families[] = {"springs", "exponential springs", "strain-based materials",
                                       "continuum materials", "functions as printed"};
enum { FAMILIES = sizeof families / sizeof families[0] };

static int family_of(const char *constraint) {
  char name[REPORT_LABEL];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(constraint, "+:"), constraint);
  if (strstr(name, "_literal")) return 4;
  if (strncmp(name, "espef", 5) == 0) return 1;
  if (strstr(name, "sbd") || strncmp(name, "mod_", 4) == 0) return 2;
  return strstr(name, "_tet") || strstr(name, "_triangle") ? 3 : 0;
}

/// One line of the scene. `history` belongs to the scene.
typedef struct line {
  report_history history;
  char constraint[REPORT_LABEL], label[2 * REPORT_LABEL];
  int family, material, variant; ///< `material` and `variant` are indices within the figure.
} line;

typedef struct scene_lines {
  line *items;
  int count;
  const char *varying[AXES];
  int varying_count;
  bool several; ///< Some constraint has more than one line.
} scene_lines;

static bool in_scene(const report_point *p, const char *benchmark, const char *scene) {
  const char *own = report_scene(p);
  return own && strcmp(own, scene) == 0 && strcmp(p->benchmark, benchmark) == 0;
}

/// Backends with the same bits share a line.
static bool is_repeated(const scene_lines *lines, const report_point *p, const char *constraint) {
  for (int i = 0; i < lines->count; i++)
    if (strcmp(lines->items[i].constraint, constraint) == 0 &&
        json_equal(json_object_get(lines->items[i].history.point->json, "series"), json_object_get(p->json, "series")))
      return true;
  return false;
}

static void find_varying(scene_lines *lines) {
  const char *key;
  json_t *value;
  json_object_foreach(lines->items[0].history.point->axes, key, value) {
    bool varies = false;
    if (strcmp(key, "scene") == 0 || strcmp(key, "constraint") == 0 || strcmp(key, "backend") == 0) continue;
    for (int i = 1; i < lines->count && !varies; i++)
      varies = !json_equal(value, json_object_get(lines->items[i].history.point->axes, key));
    if (varies && lines->varying_count < AXES) lines->varying[lines->varying_count++] = key;
  }
}

static void put_label(const scene_lines *lines, line *l) {
  snprintf(l->label, sizeof l->label, "%s", l->constraint);
  for (int a = 0; a < lines->varying_count && lines->several; a++) {
    char value[REPORT_LABEL];
    const size_t length = strlen(l->label);
    const char *axis = lines->varying[a];
    const bool text = json_is_string(json_object_get(l->history.point->axes, axis));
    report_axis_text(l->history.point, axis, value, sizeof value);
    snprintf(l->label + length, sizeof l->label - length, ", %s%s%s", text ? "" : axis, text ? "" : " ", value);
  }
}

static void read_lines(const report_run *run, const char *benchmark, const char *scene, scene_lines *out) {
  *out = (scene_lines){.items = report_memory((size_t)run->count, sizeof(line))};
  for (int i = 0; out->items && i < run->count; i++) {
    const report_point *p = &run->points[i];
    line *l = &out->items[out->count];
    if (!in_scene(p, benchmark, scene)) continue;
    report_axis_text(p, "constraint", l->constraint, sizeof l->constraint);
    if (is_repeated(out, p, l->constraint) || !report_history_read(p, &l->history)) continue;
    if (out->count > 0 && l->history.volume != out->items[0].history.volume) {
      report_history_free(&l->history); /* areas and volumes need separate pictures */
      continue;
    }
    l->family = family_of(l->constraint);
    for (int k = 0; k < out->count; k++)
      out->several = out->several || strcmp(out->items[k].constraint, l->constraint) == 0;
    out->count++;
  }
  if (out->count == 0) return;
  find_varying(out);
  for (int i = 0; i < out->count; i++) put_label(out, &out->items[i]);
}

static void free_lines(scene_lines *lines) {
  for (int i = 0; i < lines->count; i++) report_history_free(&lines->items[i].history);
  free(lines->items);
}

static bool same_material(const line *a, const line *b) {
  const size_t length = strcspn(a->constraint, "+:");
  return length == strcspn(b->constraint, "+:") && strncmp(a->constraint, b->constraint, length) == 0;
}

/// What distinguishes two lines of one material.
static bool same_variant(const line *a, const line *b) {
  return strcmp(a->label + strcspn(a->constraint, "+:"), b->label + strcspn(b->constraint, "+:")) == 0;
}

/// The lines of one figure: materials with all their lines, as many as can be distinguished.
typedef struct part {
  line *lines[LINES];
  int count, family, number, parts; ///< Figure `number` of `parts` of its family.
} part;

static int lines_like(const scene_lines *all, const line *first) {
  int count = 0;
  for (int i = 0; i < all->count; i++) count += same_material(&all->items[i], first);
  return count < LINES ? count : LINES;
}

static bool is_first_of_material(const scene_lines *all, int index) {
  for (int i = 0; i < index; i++)
    if (same_material(&all->items[i], &all->items[index])) return false;
  return true;
}

/// Number of evenly filled figures for the materials of a family.
static int count_parts(const scene_lines *all, int family) {
  int materials = 0, lines = 0;
  for (int i = 0; i < all->count; i++)
    if (all->items[i].family == family && is_first_of_material(all, i))
      materials++, lines += lines_like(all, &all->items[i]);
  const int by_material = (materials + MATERIALS - 1) / MATERIALS, by_line = (lines + LINES - 1) / LINES;
  return by_material > by_line ? by_material : by_line;
}

/// Fill one figure with the next materials from item `from` on. Returns where to continue.
static int fill_part(const scene_lines *all, int family, int from, int room, part *out) {
  int materials = 0;
  out->count = 0;
  for (; from < all->count; from++) {
    if (all->items[from].family != family || !is_first_of_material(all, from)) continue;
    const int more = lines_like(all, &all->items[from]);
    if (materials == room || out->count + more > LINES) return from;
    for (int i = from; i < all->count && out->count < LINES; i++)
      if (same_material(&all->items[i], &all->items[from])) {
        all->items[i].material = materials;
        out->lines[out->count++] = &all->items[i];
      }
    materials++;
  }
  return from;
}

static bool choose_part(const scene_lines *all, int index, part *out) {
  int at = 0;
  for (int family = 0; family < FAMILIES; family++) {
    int materials = 0;
    for (int i = 0; i < all->count; i++) materials += all->items[i].family == family && is_first_of_material(all, i);
    const int parts = count_parts(all, family), room = parts > 0 ? (materials + parts - 1) / parts : 0;
    int number = 0;
    for (int from = 0; from < all->count;) {
      from = fill_part(all, family, from, room, out);
      if (out->count == 0) break;
      out->family = family;
      out->number = ++number;
      out->parts = parts > number ? parts : number;
      if (at++ == index) return true;
    }
  }
  return false;
}

/// Lines with a preserving constraint come first, so that they are solid.
static void number_variants(const part *p) {
  const line *variants[LINES];
  int count = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < p->count; i++) {
      const bool plain = strchr(p->lines[i]->constraint, '+') == NULL;
      if (plain != (pass == 1)) continue;
      int v = 0;
      while (v < count && !same_variant(variants[v], p->lines[i])) v++;
      if (v == count) variants[count++] = p->lines[i];
      p->lines[i]->variant = v;
    }
}

static void put_data(const part *p, FILE *data) {
  for (int i = 0; i < p->count; i++) {
    const report_history *h = &p->lines[i]->history;
    fprintf(data, "%s# time_s\ttotal\tmean_error\tleast\tmost\tconstraint\n", i > 0 ? "\n\n" : "");
    for (int k = 0; k < h->count; k++) {
      for (int key = HISTORY_TIME; key <= HISTORY_MOST; key++) report_data_number(data, h->values[key][k], '\t');
      report_data_text(data, p->lines[i]->label, '\n');
    }
  }
}

static void put_ranges(const part *p, FILE *script) {
  double time = 0, low = 1, high = 1, smallest = INFINITY, largest = 0;
  for (int i = 0; i < p->count; i++) {
    const report_history *h = &p->lines[i]->history;
    time = fmax(time, report_history_high(h, HISTORY_TIME));
    low = fmin(low, report_history_low(h, HISTORY_TOTAL));
    high = fmax(high, report_history_high(h, HISTORY_TOTAL));
    const double error = report_history_high(h, HISTORY_ERROR);
    largest = fmax(largest, error);
    if (error > 0) smallest = fmin(smallest, error);
  }
  const double room = high > low ? 0.06 * (high - low) : 1e-6;
  const bool logarithmic = largest > 20 * smallest;
  report_script_number(script, "time_high", time > 0 ? time : 1);
  report_script_number(script, "total_low", low - room);
  report_script_number(script, "total_high", high + room);
  report_script_number(script, "error_logarithmic", logarithmic);
  report_script_number(script, "error_low", logarithmic ? smallest / 30 : 0);
  report_script_number(script, "error_high", !(largest > 0) ? 1 : logarithmic ? 1.5 * largest : 1.06 * largest);
}

static void put_lines(const part *p, FILE *script) {
  size_t letters = 0;
  int step = 0; /* lines of each material, 0 = they differ; a column of the key begins with a material */
  for (int i = 0; i < p->count; i++) {
    int own = 0;
    for (int k = 0; k < p->count; k++) own += p->lines[k]->material == p->lines[i]->material;
    step = i == 0 || own == step ? own : -1;
  }
  fprintf(script, "line_count = %d\nkey_lines = %d\narray line_label[%d]\narray line_colour[%d]\narray line_dash[%d]\n",
          p->count, p->count, p->count, p->count, p->count);
  for (int i = 0; i < p->count; i++) {
    const line *l = p->lines[i];
    letters = strlen(l->label) > letters ? strlen(l->label) : letters;
    fprintf(script, "line_label[%d] = ", i + 1);
    report_script_string(script, l->label);
    fprintf(script, "\nline_colour[%d] = 0x%06x\nline_dash[%d] = %d\n", i + 1, (unsigned)report_colour(l->material),
            i + 1, l->variant);
  }
  fprintf(script, "key_letters = %zu\nkey_step = %d\n", letters, step > 1 && step <= 3 ? step : 1);
}

/// The one thing to see: the lines that keep their elements best and worst over the whole time.
static void put_seen(const part *p, const char *what, FILE *caption) {
  const line *best = p->lines[0], *worst = p->lines[0];
  for (int i = 1; i < p->count; i++) {
    const double error = report_history_high(&p->lines[i]->history, HISTORY_ERROR);
    if (error < report_history_high(&best->history, HISTORY_ERROR)) best = p->lines[i];
    if (error > report_history_high(&worst->history, HISTORY_ERROR)) worst = p->lines[i];
  }
  char a[HTML_NUMBER], b[HTML_NUMBER];
  if (best == worst) return;
  fprintf(caption,
          " Elements keep their %s best with %s (at most %s %% off on average) and worst with %s (up to %s %%).", what,
          best->label, html_percent(report_history_high(&best->history, HISTORY_ERROR), a), worst->label,
          html_percent(report_history_high(&worst->history, HISTORY_ERROR), b));
}

static void put_part(const part *p, const char *benchmark, const char *scene, report_draft *draft) {
  const bool volume = p->lines[0]->history.volume;
  const char *what = volume ? "volume" : "area";
  draft->body = "preservation";
  draft->scene = scene;
  snprintf(draft->name, sizeof draft->name, "%.16s_%.20s_%d_%d_preserved", benchmark, scene, p->family + 1, p->number);
  fprintf(draft->title, "%s: %s kept by %s", scene, what, families[p->family]);
  if (p->parts > 1) fprintf(draft->title, " (%d of %d)", p->number, p->parts);
  fprintf(draft->caption,
          "Left: the %s of all %s relative to rest, 1 = kept. Right: by how much that ratio is off 1 in a single "
          "element, on average. A total can be right while its parts are not. Colours are materials, and line styles "
          "show what they are run with.",
          what, volume ? "tetrahedra (of a surface: triangles and the centre of mass)" : "triangles");
  put_seen(p, what, draft->caption);
  put_data(p, draft->data);
  fprintf(draft->script,
          "panel_count = 2\nwide_columns = 2\npanel_width = 500\npanel_height = 340\ntotal_label = "
          "'%s / %s at rest'\n",
          what, what);
  put_ranges(p, draft->script);
  put_lines(p, draft->script);
}

bool report_draft_preservation(const report_subject *subject, int index, report_draft *draft) {
  scene_lines lines;
  part chosen;
  read_lines(subject->run, subject->benchmark, subject->scene, &lines);
  const bool any = lines.count > 0 && choose_part(&lines, index, &chosen);
  if (any) {
    number_variants(&chosen);
    put_part(&chosen, subject->benchmark, subject->scene, draft);
  }
  free_lines(&lines);
  return any;
}
