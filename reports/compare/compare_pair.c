/* Why this file exists: finds what a comparison is about. An axis that is constant within each run but differs between
 * them is compared. All other axes must agree for two rows to be a pair. Rows without a partner are kept and named. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "compare.h"
#include "read/peers.h"

static compare_axis *axis_of(const compare_set *set, const char *benchmark, const char *name) {
  for (int i = 0; i < set->axis_count; i++)
    if (strcmp(set->axes[i].name, name) == 0 && strcmp(set->axes[i].benchmark, benchmark) == 0) return &set->axes[i];
  return NULL;
}

static xpbd_status note_axis(compare_set *set, int side, const report_point *point, const char *name) {
  char value[COMPARE_TEXT];
  report_axis_text(point, name, value, sizeof value);
  compare_axis *axis = axis_of(set, point->benchmark, name);
  if (!axis) {
    compare_axis *larger = realloc(set->axes, ((size_t)set->axis_count + 1) * sizeof *larger);
    XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for the axis %.60s", name);
    set->axes = larger;
    axis = &larger[set->axis_count++];
    *axis = (compare_axis){.benchmark = point->benchmark, .name = name};
  }
  axis->sides |= 1 << side;
  axis->own |= 1 << side;
  char *seen = axis->values[side];
  if (!seen[0]) {
    snprintf(seen, COMPARE_TEXT, "%s", value);
  } else if (strcmp(seen, value) != 0) {
    axis->several |= 1 << side;
  }
  return XPBD_OK;
}

/// Find the axes compared with the first side. A side without the benchmark does not affect its axes.
static void compare_values(compare_set *set) {
  for (int i = 0; i < set->axis_count; i++)
    for (int k = 0; k < set->axis_count; k++)
      if (strcmp(set->axes[k].benchmark, set->axes[i].benchmark) == 0) set->axes[i].sides |= set->axes[k].sides;
  compare_free_axes(set);
  for (int i = 0; i < set->axis_count; i++) {
    compare_axis *axis = &set->axes[i];
    if (axis->free) continue;
    for (int s = 0; s < set->side_count && axis->several == 0 && axis->sides & 1; s++)
      axis->compared = axis->compared || (axis->sides & 1 << s && strcmp(axis->values[s], axis->values[0]) != 0);
  }
}

/// Only rows with numbers show what a run has: skipped rows were not run.
static xpbd_status find_axes(compare_set *set) {
  const char *key;
  json_t *value;
  for (int s = 0; s < set->side_count; s++) {
    const compare_input *input = set->sides[s].input;
    for (int r = 0; r < input->count; r++)
      for (int i = 0; i < input->runs[r].count; i++) {
        const report_point *point = &input->runs[r].points[i];
        if (!point->has_numbers || !compare_takes(set, s, point)) continue;
        json_object_foreach(point->axes, key, value) XPBD_TRY(note_axis(set, s, point, key));
      }
  }
  compare_values(set);
  return XPBD_OK;
}

/// Whether rows must agree in an axis to be a pair. A side without numbers of the benchmark need not. Its rows then
/// stand beside the others' rows and give the reason.
static bool must_agree(const compare_set *set, const compare_axis *axis) {
  const bool all = axis->sides == (1 << set->side_count) - 1;
  return !axis->compared && !axis->free && (all || axis->several != 0);
}

/// The key of a pair: benchmark and all axes that are not compared, in any order.
static void key_of(const compare_set *set, const report_point *point, char *out, size_t capacity) {
  char value[COMPARE_TEXT];
  size_t used = (size_t)snprintf(out, capacity, "%s", point->benchmark);
  for (int i = 0; i < set->axis_count && used < capacity; i++) {
    const compare_axis *axis = &set->axes[i];
    if (!must_agree(set, axis) || strcmp(axis->benchmark, point->benchmark) != 0) continue;
    report_axis_text(point, axis->name, value, sizeof value);
    used += (size_t)snprintf(out + used, capacity - used, "\x1f%s=%s", axis->name, value);
  }
}

/// Logarithms of the medians of a point's processes, from index `first` of the cell on.
static void add_numbers(const report_point *point, int first, compare_cell *cell) {
  const json_t *medians = report_at(point->json, "processes.medians_s");
  const int several = (int)json_array_size(medians);
  const int count = several > 0 ? several : 1;
  for (int k = 0; k < count && first + k < COMPARE_PROCESSES; k++) {
    const json_t *entry = several > 0 ? json_array_get(medians, (size_t)k) : NULL;
    const double seconds = several == 0            ? point->median
                           : json_is_number(entry) ? json_number_value(entry)
                                                   : (double)NAN;
    cell->logs[first + k] = seconds > 0 ? log(seconds) : (double)NAN;
    cell->count = first + k + 1;
  }
  if (several > 0) return;
  cell->within = cell->shared = log(point->high / point->low) / (2 * 1.959963984540054);
  if (!isnan(cell->within)) return;
  cell->within = 0; /* too few episodes: nothing of its own is known */
  cell->shared = COMPARE_FLOOR_FEW / COMPARE_FLOOR_TIMES;
  cell->assumed = true;
}

/// Add a row of file `file` of a side. The file's first process has index `first`. If the row failed in
/// one process, it has no numbers.
static void add_cell(const report_point *point, int file, int first, compare_cell *cell) {
  const bool failed = point->state == REPORT_INVALID || point->state == REPORT_ERROR;
  if (!cell->point) *cell = (compare_cell){.point = point, .within = NAN, .shared = NAN};
  if (failed) cell->bad = point->reason ? point->reason : report_state_name(point->state);
  if (!point->has_numbers || cell->files > file) return; /* the same row twice: the first counts */
  if (!cell->point->has_numbers) cell->point = point;
  for (; cell->count < first; cell->count++) cell->logs[cell->count] = NAN; /* processes without this row */
  add_numbers(point, first, cell);
  cell->flagged = cell->flagged || point->flagged;
  cell->files = file + 1;
}

static xpbd_status new_row(compare_set *set, const report_point *point) {
  if (set->row_count == set->row_room) {
    const int room = set->row_room == 0 ? 64 : 2 * set->row_room;
    compare_row *larger = realloc(set->rows, (size_t)room * sizeof *larger);
    XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d rows", room);
    set->rows = larger;
    set->row_room = room;
  }
  compare_row *row = &set->rows[set->row_count++];
  *row = (compare_row){.benchmark = point->benchmark, .first = point};
  row->cells = calloc((size_t)set->side_count, sizeof *row->cells);
  row->ratios = calloc((size_t)set->side_count, sizeof *row->ratios);
  XPBD_REQUIRE(row->cells && row->ratios, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sides", set->side_count);
  return XPBD_OK;
}

/// Number of processes in a file: the maximum over its rows, because rows may lack some.
static size_t processes_of(const report_run *run) {
  size_t most = 1;
  for (int i = 0; i < run->count; i++) {
    const size_t own = json_array_size(report_at(run->points[i].json, "processes.medians_s"));
    if (own > most) most = own;
  }
  return most;
}

/// Add the rows of file `file` of a side. Its first process has index `first`.
static xpbd_status add_file(compare_set *set, int side, int file, int first, json_t *places) {
  const report_run *run = &set->sides[side].input->runs[file];
  char key[4096];
  for (int i = 0; i < run->count; i++) {
    const report_point *point = &run->points[i];
    if (!compare_takes_best(set, side, point, key_of)) continue;
    key_of(set, point, key, sizeof key);
    const json_t *place = json_object_get(places, key);
    const int at = place ? (int)json_integer_value(place) : set->row_count;
    if (!place) {
      XPBD_TRY(new_row(set, point));
      XPBD_REQUIRE(json_object_set_new_nocheck(places, key, json_integer(at)) == 0, XPBD_ERR_OUT_OF_MEMORY,
                   "no memory for the row %.80s", point->name);
    }
    add_cell(point, file, first, &set->rows[at].cells[side]);
  }
  return XPBD_OK;
}

/// Processes keep their index even if a file lacks rows, so pairing by process is the same in all rows.
static xpbd_status add_side(compare_set *set, int side, json_t *places) {
  const compare_input *input = set->sides[side].input;
  size_t first = 0;
  for (int r = 0; r < input->count; r++) {
    const size_t after = first + processes_of(&input->runs[r]);
    XPBD_REQUIRE(after <= COMPARE_PROCESSES, XPBD_ERR_INVALID_ARGUMENT,
                 "%s: with it a run has %zu processes; at most %d are compared", input->paths[r], after,
                 COMPARE_PROCESSES);
    XPBD_TRY(add_file(set, side, r, (int)first, places));
    first = after;
  }
  return XPBD_OK;
}

static bool is_timed(const compare_cell *cell) {
  return cell->point && !cell->bad && cell->count > 0;
}

/// Programs of others may leave out a part of the scene. Such a cell is compared only with one that left out the same, and
/// has a reason beside others.
static void set_near_apart(const compare_set *set, compare_row *row) {
  int base = 0;
  while (base < set->side_count && !is_timed(&row->cells[base])) base++;
  const char *first = base < set->side_count ? report_peer_without(row->cells[base].point) : NULL;
  for (int s = base + 1; s < set->side_count; s++) {
    compare_cell *cell = &row->cells[s];
    const char *own = is_timed(cell) ? report_peer_without(cell->point) : first;
    if (strcmp(own ? own : "", first ? first : "") == 0) continue;
    snprintf(cell->near, sizeof cell->near, "%s%s", own ? "near: without " : "the row beside it is near: without ",
             own ? own : first);
    cell->bad = cell->near;
  }
}

/// Name rows and tell axes apart by a timed point, because a skipped one lacks the solver's data.
static void name_row(const compare_set *set, compare_row *row) {
  for (int s = 0; s < set->side_count && !row->first->has_numbers; s++)
    if (row->cells[s].point && row->cells[s].point->has_numbers) row->first = row->cells[s].point;
}

/// Give cells without numbers their reason, and rows their position among the axes.
static void finish_rows(compare_set *set) {
  char value[COMPARE_TEXT], other[COMPARE_TEXT];
  for (int r = 0; r < set->row_count; r++)
    for (int s = 0; s < set->side_count; s++) {
      compare_cell *cell = &set->rows[r].cells[s];
      if (!cell->point || cell->bad || cell->count > 0) continue;
      cell->bad = cell->point->reason ? cell->point->reason : "it was checked, but not timed";
    }
  for (int r = 0; r < set->row_count; r++) {
    name_row(set, &set->rows[r]);
    set_near_apart(set, &set->rows[r]);
  }
  for (int i = 0; i < set->axis_count; i++) {
    compare_axis *axis = &set->axes[i];
    const report_point *first = NULL;
    for (int r = 0; r < set->row_count && !axis->shown && !axis->compared && !axis->free; r++) {
      const compare_row *row = &set->rows[r];
      if (strcmp(row->benchmark, axis->benchmark) != 0 || !row->first->has_numbers) continue;
      if (!first) first = row->first;
      report_axis_text(first, axis->name, value, sizeof value);
      axis->shown = strcmp(report_axis_text(row->first, axis->name, other, sizeof other), value) != 0;
    }
  }
}

static bool has_pairs(const compare_set *set) {
  bool any = false;
  for (int r = 0; r < set->row_count && !any; r++) any = compare_in_pair(set, &set->rows[r], 0);
  return any;
}

/// Whether a side and the first side both have numbers at some value of an axis.
static bool shares_value(const compare_set *set, const compare_axis *axis, int side) {
  for (int a = 0; a < set->row_count; a++) {
    const compare_row *one = &set->rows[a];
    if (one->cells[0].count == 0 || one->cells[0].bad || strcmp(one->benchmark, axis->benchmark) != 0) continue;
    for (int b = 0; b < set->row_count; b++) {
      const compare_cell *other = &set->rows[b].cells[side];
      if (other->count > 0 && !other->bad && strcmp(set->rows[b].benchmark, axis->benchmark) == 0 &&
          report_same_axis(one->cells[0].point, other->point, axis->name))
        return true;
    }
  }
  return false;
}

/// Name the axes that keep the runs apart. Such an axis is not compared because some run has several values, but
/// the runs have no value in common.
static xpbd_status nothing_in_common(const compare_set *set) {
  char text[1024] = "";
  size_t used = 0;
  bool benchmark = false;
  for (int r = 0; r < set->row_count; r++)
    for (int s = 1; s < set->side_count; s++)
      XPBD_REQUIRE(!set->rows[r].cells[s].near[0], XPBD_ERR_INVALID_ARGUMENT,
                   "these runs have no row in common in which both sides compute the whole scene (%s, %.200s); compare "
                   "rows that leave out the same",
                   set->rows[r].first->name, set->rows[r].cells[s].near);
  for (int i = 0; i < set->axis_count && used < sizeof text; i++) {
    const compare_axis *axis = &set->axes[i];
    bool apart = false;
    for (int s = 1; s < set->side_count && axis->sides & 1; s++) {
      if (!(axis->sides & 1 << s)) continue;
      benchmark = true;
      apart = apart || (axis->several != 0 && !shares_value(set, axis, s));
    }
    if (!apart) continue;
    used += (size_t)snprintf(text + used, sizeof text - used, "; %s: %s", axis->benchmark, axis->name);
    for (int s = 0; s < set->side_count && used < sizeof text; s++)
      if (axis->sides & 1 << s)
        used += (size_t)snprintf(text + used, sizeof text - used, "%sof %s is %.60s%s", s ? ", " : " ",
                                 set->sides[s].letter, axis->values[s][0] ? axis->values[s] : "missing",
                                 axis->several & 1 << s ? " and others" : "");
  }
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT,
                   "these runs have no row in common%s; run them with the same benchmarks and -a values, except for "
                   "the axis to compare, or select one value of it on each side (--a AXIS=VALUE --b AXIS=VALUE)",
                   used        ? text
                   : benchmark ? ", though each axis has values that they share"
                               : ", nor a benchmark that has numbers in both");
}

/// Counts the rows that a run of another plan lacks or adds.
static void note_plans(compare_set *set) {
  char why[2 * COMPARE_TEXT];
  for (int a = 1; a < set->input_count; a++) {
    const char *plan = report_text(set->inputs[a].runs[0].xb, "plan.hash");
    const char *first = report_text(set->inputs[0].runs[0].xb, "plan.hash");
    int alone = 0;
    for (int r = 0; r < set->row_count; r++)
      alone += compare_missing(set, &set->rows[r], a, why, sizeof why)[0] != '\0';
    if (plan && first && strcmp(plan, first) != 0 && alone > 0)
      compare_note(set, "%s has a different plan from A: %d row%s no partner", set->sides[a].letter, alone,
                   alone > 1 ? "s have" : " has");
  }
}

/// Names runs whose other differences cannot be known.
static void note_environments(compare_set *set) {
  char letters[4 * COMPARE_SIDES] = "";
  int count = 0;
  for (int i = 0; i < set->input_count; i++) {
    if (compare_has_environment(set, i)) continue;
    const size_t used = strlen(letters);
    snprintf(letters + used, sizeof letters - used, "%s%s", count++ ? ", " : "", set->sides[i].letter);
  }
  if (count > 0)
    compare_note(set, "%s %s", letters,
                 count > 1 ? "have no environment: their machines and builds are not known"
                           : "has no environment: its machine and build are not known");
}

/// Pairs timed over different frames measured different parts of the motion. Other programs may not state their frames.
static void note_frames(compare_set *set) {
  for (int s = 1; s < set->side_count; s++) {
    int others = 0;
    const report_point *a = NULL, *b = NULL;
    for (int r = 0; r < set->row_count; r++) {
      const compare_cell *cells = set->rows[r].cells;
      if (!compare_are_pair(&cells[0], &cells[s])) continue;
      if (!(cells[0].point->frames > 0 && cells[s].point->frames > 0)) continue;
      if (!(fabs(cells[0].point->frames - cells[s].point->frames) > 0)) continue;
      if (others++ == 0) a = cells[0].point, b = cells[s].point;
    }
    if (others > 0)
      compare_note(
          set, "%d pair%s of %s and A timed over different frames (%.0f and %.0f), so different parts of the motion",
          others, others == 1 ? "" : "s", set->sides[s].letter, b->frames, a->frames);
  }
}

/// `threads 0` means as many as pay off on the machine. Report pairs of one setting with different numbers.
/// On a GPU the strategy decides.
static void note_threads(compare_set *set) {
  char backend[COMPARE_TEXT];
  for (int s = 1; s < set->side_count; s++) {
    int others = 0;
    double most[2] = {0, 0};
    for (int r = 0; r < set->row_count; r++) {
      const compare_cell *cells = set->rows[r].cells;
      if (!compare_are_pair(&cells[0], &cells[s])) continue;
      const report_point *a = cells[0].point, *b = cells[s].point;
      if (!report_same_axis(a, b, "backend") || !report_same_axis(a, b, "threads")) continue;
      if (strcmp(report_axis_text(a, "backend", backend, sizeof backend), "omp") != 0) continue;
      if (!(fabs(a->threads - b->threads) > 0)) continue;
      most[0] = fmax(most[0], a->threads), most[1] = fmax(most[1], b->threads);
      others++;
    }
    if (others > 0)
      compare_note(set, "%d pair%s of %s and A ran on different numbers of threads (at most %.0f and %.0f)", others,
                   others == 1 ? "" : "s", set->sides[s].letter, most[1], most[0]);
  }
}

/// `precision auto` depends on the method and the time step. Pairs with different precisions are reported, unless
/// precision is compared.
static void note_precision(compare_set *set) {
  for (int i = 0; i < set->axis_count; i++)
    if (set->axes[i].compared && strcmp(set->axes[i].name, "precision") == 0) return;
  for (int s = 1; s < set->side_count; s++) {
    int others = 0;
    const char *a = NULL, *b = NULL;
    for (int r = 0; r < set->row_count; r++) {
      const compare_cell *cells = set->rows[r].cells;
      if (!compare_are_pair(&cells[0], &cells[s])) continue;
      const char *one = report_text(cells[0].point->json, "solver.precision");
      const char *two = report_text(cells[s].point->json, "solver.precision");
      if (one && two && strcmp(one, two) != 0 && others++ == 0) a = one, b = two;
    }
    const char *letter = set->sides[s].letter;
    if (others > 0)
      compare_note(set, "%d pair%s of %s and A computed in different precisions, e.g. %s in %s and A in %s", others,
                   others == 1 ? "" : "s", letter, letter, b, a);
  }
}

xpbd_status compare_pair(compare_set *set, const char *by, const char *base) {
  set->by = by;
  XPBD_TRY(compare_make_sides(set, base));
  XPBD_TRY(find_axes(set));
  XPBD_TRY(compare_choose_best(set, key_of));
  json_t *places = json_object();
  xpbd_status status = places ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the rows");
  for (int s = 0; s < set->side_count && status == XPBD_OK; s++) status = add_side(set, s, places);
  json_decref(places);
  XPBD_TRY(status);
  finish_rows(set);
  if (!has_pairs(set)) return nothing_in_common(set);
  XPBD_TRY(compare_check_turns(set));
  compare_find_errors(set);
  compare_label_sides(set);
  if (!by) note_plans(set);
  if (!by) note_environments(set);
  note_frames(set);
  note_threads(set);
  note_precision(set);
  return XPBD_OK;
}
