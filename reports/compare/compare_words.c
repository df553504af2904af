/* Why this file exists: words used in more than one place (terminal, page, tables): the answer, names of rows, reasons,
 * differences of the machines. */
#include <math.h>
#include <string.h>

#include "compare.h"
#include "read/machine.h"
#include "support/html.h"

bool compare_is_usual(const compare_set *set, const compare_axis *axis, const char *value) {
  if (strcmp(axis->name, "mesh") != 0 && strcmp(axis->name, "numbering") != 0) return false;
  const report_run *run = &set->sides[0].input->runs[0];
  const char *standard = report_text(report_axis(run, axis->benchmark, axis->name), "standard");
  return standard && strcmp(standard, value) == 0;
}

const char *compare_row_name(const compare_set *set, const compare_row *row, const char *skip, char *out,
                             size_t capacity) {
  char value[COMPARE_TEXT];
  bool several = false;
  for (int r = 0; r < set->row_count && !several; r++) several = strcmp(set->rows[r].benchmark, row->benchmark) != 0;
  size_t used = (size_t)snprintf(out, capacity, "%s", several ? row->benchmark : "");
  for (int i = 0; i < set->axis_count && used < capacity; i++) {
    const compare_axis *axis = &set->axes[i];
    if (!axis->shown || strcmp(axis->benchmark, row->benchmark) != 0) continue;
    if (skip && strcmp(axis->name, skip) == 0) continue;
    report_axis_shown(row->first, axis->name, value, sizeof value);
    if (!value[0] || compare_is_usual(set, axis, value)) continue;
    const bool number = value[strspn(value, "0123456789.-")] == '\0';
    used += (size_t)snprintf(out + used, capacity - used, "%s%s%s%s", used ? ", " : "", number ? axis->name : "",
                             number ? " " : "", value);
  }
  if (used == 0) snprintf(out, capacity, "%s", row->benchmark);
  return out;
}

double compare_error(const compare_cell *cell) {
  return cell->point && !cell->bad ? report_error(cell->point) : (double)NAN;
}

/// Whether two rows of a pair have errors that differ by more than this part of the smaller one.
static bool have_other_errors(const compare_cell *a, const compare_cell *b, double part) {
  const double x = compare_error(a), y = compare_error(b);
  return compare_are_pair(a, b) && fmax(x, y) > (1 + part) * fmin(x, y);
}

void compare_find_errors(compare_set *set) {
  for (int r = 0; r < set->row_count; r++)
    for (int s = 1; s < set->side_count; s++)
      set->errors = set->errors || have_other_errors(&set->rows[r].cells[0], &set->rows[r].cells[s], 0);
}

/// Errors of pairs are far apart where they differ by more than a tenth.
static void put_errors(const compare_set *set, int side, FILE *out) {
  static const double FAR = 0.1;
  int far = 0, larger = 0;
  for (int r = 0; r < set->row_count; r++) {
    const compare_row *row = &set->rows[r];
    const compare_cell *a = &row->cells[0], *b = &row->cells[side];
    const compare_verdict verdict = row->ratios[side].verdict;
    if (!have_other_errors(a, b, FAR)) continue;
    far++;
    larger += compare_error(b) > compare_error(a) ? verdict == COMPARE_FASTER : verdict == COMPARE_SLOWER;
  }
  if (far > 0)
    fprintf(out,
            " In %d pair%s the errors differ by more than %g %%; in %d of them the faster row has the larger error.",
            far, far == 1 ? "" : "s", 100 * FAR, larger);
}

const char *compare_error_text(const compare_set *set, const compare_cell *cell, char out[COMPARE_WORDS]) {
  char number[HTML_NUMBER];
  const double error = compare_error(cell);
  out[0] = '\0';
  if (set->errors)
    snprintf(out, COMPARE_WORDS, "%.20s%s", isnan(error) ? "-" : html_percent(error, number), isnan(error) ? "" : " %");
  return out;
}

const char *compare_absent(const compare_row *row, int side) {
  const compare_cell *cell = &row->cells[side];
  return cell->near[0] ? "near" : cell->point && cell->bad ? report_state_name(cell->point->state) : "-";
}

const char *compare_missing(const compare_set *set, const compare_row *row, int side, char *out, size_t capacity) {
  const int both[2] = {0, side};
  size_t used = 0;
  out[0] = '\0';
  bool any = false;
  for (int i = 0; i < 2; i++) any = any || (row->cells[both[i]].point && !row->cells[both[i]].bad);
  for (int i = 0; i < 2 && any && used < capacity; i++) {
    const compare_cell *cell = &row->cells[both[i]];
    const char *letter = set->sides[both[i]].letter;
    if (cell->point && !cell->bad) continue;
    if (cell->point)
      used += (size_t)snprintf(out + used, capacity - used, "%s: %s, %.200s", letter,
                               report_state_name(cell->point->state), cell->bad);
    else
      used += (size_t)snprintf(out + used, capacity - used, "%s has no such row", letter);
  }
  return out;
}

int compare_fewest(const compare_set *set) {
  int least = COMPARE_PROCESSES;
  double mean, deviation;
  for (int r = 0; r < set->row_count; r++)
    for (int s = 0; s < set->side_count; s++) {
      const compare_cell *cell = &set->rows[r].cells[s];
      if (!cell->point || cell->bad) continue;
      const int count = compare_processes(cell, &mean, &deviation);
      if (count < least) least = count;
    }
  return least;
}

/// Whether rows of the benchmark of an axis can be pairs.
static bool is_beside(const compare_axis *axis) {
  return axis->sides & 1 && axis->sides & ~1;
}

/// An axis that is the same in all rows of its benchmark.
static bool is_fixed(const compare_axis *axis) {
  return is_beside(axis) && !axis->compared && !axis->free && !axis->shown && axis->values[0][0];
}

/// Whether every benchmark has this axis, fixed, with this value.
static bool is_fixed_everywhere(const compare_set *set, const compare_axis *axis) {
  for (int i = 0; i < set->axis_count; i++) {
    bool same = !is_beside(&set->axes[i]);
    for (int k = 0; k < set->axis_count && !same; k++) {
      const compare_axis *other = &set->axes[k];
      same = strcmp(other->benchmark, set->axes[i].benchmark) == 0 && strcmp(other->name, axis->name) == 0 &&
             is_fixed(other) && strcmp(other->values[0], axis->values[0]) == 0;
    }
    if (!same) return false;
  }
  return true;
}

bool compare_fixed(const compare_set *set, int *at, char *out, size_t capacity) {
  for (; *at < set->axis_count; ++*at) {
    const compare_axis *axis = &set->axes[*at];
    if (!is_fixed(axis)) continue;
    const bool everywhere = is_fixed_everywhere(set, axis);
    bool again = false;
    for (int k = 0; k < *at && !again; k++) again = strcmp(set->axes[k].name, axis->name) == 0;
    if (everywhere && again) continue;
    snprintf(out, capacity, everywhere ? "%s %s" : "%s %s (%s)", axis->name, axis->values[0], axis->benchmark);
    ++*at;
    return true;
  }
  return false;
}

/// Whether a side is one process: no row has numbers of two.
static bool is_single(const compare_set *set, int side) {
  double mean, deviation;
  for (int r = 0; r < set->row_count; r++) {
    const compare_cell *cell = &set->rows[r].cells[side];
    if (cell->point && !cell->bad && compare_processes(cell, &mean, &deviation) > 1) return false;
  }
  return true;
}

/// Name the sides of one process. False if there is none.
static bool name_single(const compare_set *set, bool *google, FILE *out) {
  char letters[4 * COMPARE_SIDES] = "";
  int singles = 0;
  for (int s = 0; s < set->side_count; s++) {
    if (!is_single(set, s)) continue;
    const size_t used = strlen(letters);
    snprintf(letters + used, sizeof letters - used, "%s%s", singles++ ? ", " : "", set->sides[s].letter);
    *google = *google || set->sides[s].input->google;
  }
  if (singles == 0) return false;
  if (singles < set->side_count)
    fprintf(out, singles == 1 ? "%s is one process" : "Each of %s is one process", letters);
  else
    fputs(set->by || set->same ? "The run is one process" : "Each run is one process", out);
  return true;
}

void compare_advice(const compare_set *set, FILE *out) {
  int unsure = 0, pairs = 0;
  bool google = false;
  if (name_single(set, &google, out)) {
    fputs(", which does not show how processes differ", out);
    fputs(google ? ": files of several runs, joined by commas, narrow the intervals.\n"
                 : ": xpbd-bench --processes 5 narrows the intervals, xpbd-bench ab alternates two settings.\n",
          out);
    return;
  }
  for (int s = 1; s < set->side_count; s++) {
    unsure += set->totals[s].verdicts[COMPARE_UNSURE];
    pairs += set->totals[s].pairs;
  }
  if (2 * unsure >= pairs) fprintf(out, "More processes than %d narrow the intervals.\n", compare_fewest(set));
}

const char *compare_way(const compare_set *set, const compare_row *row, int side, char *out, size_t capacity) {
  const report_point *point = row->cells[side].point;
  char value[COMPARE_TEXT];
  size_t used = 0;
  out[0] = '\0';
  for (int i = 0; i < set->axis_count && point && used < capacity; i++) {
    const compare_axis *axis = &set->axes[i];
    const bool backend = strcmp(axis->name, "backend") == 0;
    if (!axis->free || strcmp(axis->benchmark, row->benchmark) != 0) continue;
    if (!backend && !(axis->several & 1 << side)) continue;
    report_axis_text(point, axis->name, value, sizeof value);
    const bool number = value[strspn(value, "0123456789.-")] == '\0';
    if (value[0] && !compare_is_usual(set, axis, value))
      used += (size_t)snprintf(out + used, capacity - used, "%s%s%s%s", used ? ", " : "", number ? axis->name : "",
                               number ? " " : "", value);
  }
  return out;
}

void compare_ways_taken(const compare_set *set, int side, int other, FILE *out) {
  char own[COMPARE_TEXT], seen[COMPARE_TEXT];
  bool any = false;
  for (int r = 0; r < set->row_count; r++) {
    int count = 0;
    bool first = true;
    if (!compare_are_pair(&set->rows[r].cells[side], &set->rows[r].cells[other])) continue;
    report_axis_text(set->rows[r].cells[side].point, "backend", own, sizeof own);
    for (int k = 0; k < set->row_count; k++) {
      if (!compare_are_pair(&set->rows[k].cells[side], &set->rows[k].cells[other])) continue;
      report_axis_text(set->rows[k].cells[side].point, "backend", seen, sizeof seen);
      if (strcmp(own, seen) != 0) continue;
      first = first && k >= r;
      count++;
    }
    if (!first) continue;
    fprintf(out, "%s%s in %d row%s", any ? ", " : "", own[0] ? own : "an unnamed way", count, count == 1 ? "" : "s");
    any = true;
  }
}

/// The backends that were taken, and how far single rows are apart.
static void put_best(const compare_set *set, int side, FILE *out) {
  double least = INFINITY, most = 0;
  char low[HTML_NUMBER], high[HTML_NUMBER];
  for (int r = 0; r < set->row_count; r++) {
    const double value = set->rows[r].ratios[side].value;
    least = fmin(least, value), most = fmax(most, value); /* these ignore NaN */
  }
  if (set->totals[side].pairs > 1)
    fprintf(out, " Single rows: %s to %s times.", html_digits(least, low), html_digits(most, high));
  fprintf(out, " The fastest backend of each row: %s ", set->sides[0].letter);
  compare_ways_taken(set, 0, side, out);
  fprintf(out, "; %s ", set->sides[side].letter);
  compare_ways_taken(set, side, 0, out);
  fputs(".", out);
}

void compare_answer(const compare_set *set, int side, FILE *out) {
  const compare_total *total = &set->totals[side];
  const compare_ratio *mean = &total->mean;
  const char *a = set->sides[0].letter, *b = set->sides[side].letter;
  char value[HTML_NUMBER], span[COMPARE_TEXT];
  if (total->pairs == 0) {
    fprintf(out, "%s (%s) and %s (%s) have no valid row in common.", b, set->sides[side].label, a, set->sides[0].label);
    return;
  }
  static const char *const words[COMPARE_VERDICTS] = {"is faster than", "is slower than", "is as fast as",
                                                      "cannot be told from", "is not ranked with"};
  const int faster = total->verdicts[COMPARE_FASTER], slower = total->verdicts[COMPARE_SLOWER];
  fprintf(out, "%s (%s) ", b, set->sides[side].label);
  if (faster > 0 && slower > 0)
    fprintf(out, "is faster in %d row%s and slower in %d than", faster, faster > 1 ? "s" : "", slower);
  else if (faster + slower > 0 && mean->verdict == COMPARE_UNSURE)
    fprintf(out, "is %s in %d of %d rows than", faster > 0 ? "faster" : "slower", faster + slower, total->pairs);
  else
    fputs(words[mean->verdict], out);
  fprintf(out, " %s (%s): %s times the frame rate (95 %% interval %s)", a, set->sides[0].label,
          html_digits(mean->value, value), compare_span(mean->value, mean->low, mean->high, span));
  if (total->pairs > 1) fprintf(out, ", the geometric mean of %d pairs", total->pairs);
  if (total->assumed > 0) fprintf(out, " (%d with an assumed deviation)", total->assumed);
  fputs("; ", out);
  bool first = true;
  for (int v = 0; v < COMPARE_VERDICTS; v++) {
    if (total->verdicts[v] == 0) continue;
    fprintf(out, "%s%d %s", first ? "" : ", ", total->verdicts[v], compare_verdict_name((compare_verdict)v));
    first = false;
  }
  fputs(".", out);
  if (set->errors) put_errors(set, side, out);
  if (set->best) put_best(set, side, out);
}

void compare_explain(const compare_set *set, const char *before, FILE *out) {
  bool by_size = false, assumed = false, flagged = false;
  for (int r = 0; r < set->row_count; r++)
    for (int s = 1; s < set->side_count; s++) {
      const compare_row *row = &set->rows[r];
      if (isnan(row->ratios[s].value)) continue;
      by_size = by_size || row->ratios[s].by_size;
      assumed = assumed || row->ratios[s].assumed;
      flagged = flagged || row->cells[0].flagged || row->cells[s].flagged;
    }
  if (by_size)
    fprintf(out, "%sBy size: the interval decides nothing, but equal rows never differed by more than %g times.\n",
            before, COMPARE_BY_SIZE);
  if (assumed)
    fprintf(
        out,
        "%s%s: too few episodes for an interval of its own. A deviation of %g %% is assumed, a little more than the "
        "largest recorded between equal rows.\n",
        before, &COMPARE_ASSUMED[1], 100 * COMPARE_FLOOR_FEW);
  if (flagged)
    fprintf(out, "%s%s: the machine was disturbed or throttled while the row was measured.\n", before,
            &COMPARE_FLAG[1]);
  if (set->errors)
    fprintf(out,
            "%sErrors are distances from the right answer, relative to the size of the scene. Rows with the same "
            "settings do not have the same error, so a faster row with a larger error is not better.\n",
            before);
}

static const char *const measured_fields[] = {"noise.",          "machine.",    "memory.available", "cpu.mhz_now",
                                              "gpu.memory_used", "gpu.power",   "gpu.sm_now",       "gpu.memory_now",
                                              "gpu.temperature", "gpu.reasons", "gpu.processes"};

static bool is_measured(const char *name) {
  for (size_t i = 0; i < sizeof measured_fields / sizeof measured_fields[0]; i++)
    if (strncmp(name, measured_fields[i], strlen(measured_fields[i])) == 0) return true;
  return false;
}

/// A field of the environment, or a plain setting.
static const char *field_text(const json_t *field, char out[COMPARE_TEXT]) {
  const json_t *value = json_is_object(field) ? json_object_get(field, "value") : field;
  const char *state = report_text(field, "state"), *unit = report_text(field, "unit");
  if (!field)
    snprintf(out, COMPARE_TEXT, "not recorded");
  else if (json_is_string(value))
    snprintf(out, COMPARE_TEXT, "%.250s", json_string_value(value));
  else if (json_is_number(value) && unit)
    html_quantity(json_number_value(value), unit, out);
  else if (json_is_number(value))
    snprintf(out, COMPARE_TEXT, "%.6g", json_number_value(value));
  else if (json_is_boolean(value))
    snprintf(out, COMPARE_TEXT, json_is_true(value) ? "yes" : "no");
  else
    snprintf(out, COMPARE_TEXT, "%.100s", state ? state : "by the rule");
  return out;
}

bool compare_has_environment(const compare_set *set, int input) {
  return json_is_object(json_object_get(set->inputs[input].runs[0].xb, "env"));
}

/// A walk through the environments of all sides at once.
typedef struct walk {
  const compare_set *set;
  bool measured;
  compare_difference *each;
  void *self;
  int count;
} walk;

/// The field of an input. A key may contain full stops, as paths of meshes do, so it is not part of a path here.
static const json_t *field_of(const walk *w, int input, const char *group, const char *key) {
  return json_object_get(report_at(w->set->inputs[input].runs[0].xb, group), key);
}

static void look_at(walk *w, const char *group, const char *key) {
  char texts[COMPARE_SIDES][COMPARE_TEXT], name[COMPARE_TEXT];
  const char *pointers[COMPARE_SIDES], *first = NULL;
  const bool mesh = strcmp(group, "env.mesh") == 0; /* a run that does not name it has no rows on it */
  bool differs = false;
  snprintf(name, sizeof name, "%.90s.%.150s", strncmp(group, "env.", 4) == 0 ? group + 4 : group, key);
  if (is_measured(name) != w->measured) return;
  for (int i = 0; i < w->set->input_count; i++) {
    const json_t *field = field_of(w, i, group, key);
    pointers[i] = field_text(field, texts[i]);
    if ((mesh && !field) || !compare_has_environment(w->set, i)) continue;
    if (!first) first = texts[i];
    differs = differs || strcmp(texts[i], first) != 0;
  }
  if (!differs) return;
  w->count++;
  if (w->each) w->each(w->self, name, pointers);
}

/// Fields below `path` that input `from` is the first to have.
static void descend(walk *w, int from, const char *path, json_t *group) {
  const char *key;
  json_t *member;
  json_object_foreach(group, key, member) {
    char below[COMPARE_TEXT];
    const bool leaf = !json_is_object(member) || report_text(member, "state");
    bool known = leaf ? !json_is_object(member) && strcmp(path, "plan.settings") != 0 : strchr(key, '.') != NULL;
    for (int i = 0; i < from && !known && leaf; i++) known = field_of(w, i, path, key) != NULL;
    if (known) continue;
    if (leaf) {
      look_at(w, path, key);
    } else {
      snprintf(below, sizeof below, "%.180s.%.60s", path, key);
      descend(w, from, below, member);
    }
  }
}

int compare_differences(const compare_set *set, bool measured, compare_difference *each, void *self) {
  walk w = {set, measured, each, self, 0};
  for (int i = 0; i < set->input_count; i++) {
    const json_t *xb = set->inputs[i].runs[0].xb;
    descend(&w, i, "env", json_object_get(xb, "env"));
    descend(&w, i, "tool", json_object_get(xb, "tool"));
    descend(&w, i, "plan.settings", report_at(xb, "plan.settings"));
  }
  return w.count;
}
