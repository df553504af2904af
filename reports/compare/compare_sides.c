/* Why this file exists: makes the sides of a comparison, which are runs or the values of an axis within one run, and
 * names each by what differs. */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "compare.h"

bool compare_are_pair(const compare_cell *a, const compare_cell *b) {
  return a->count && b->count && !a->bad && !b->bad;
}

bool compare_in_pair(const compare_set *set, const compare_row *row, int side) {
  bool any = false;
  for (int s = 1; s < set->side_count; s++)
    any = any || ((side == 0 || side == s) && compare_are_pair(&row->cells[0], &row->cells[s]));
  return any;
}

static bool unique_labels(const compare_set *set) {
  for (int a = 0; a < set->side_count; a++) {
    if (!set->sides[a].label[0]) return false;
    for (int b = 0; b < a; b++)
      if (strcmp(set->sides[a].label, set->sides[b].label) == 0) return false;
  }
  return true;
}

static void append(char label[COMPARE_TEXT], const char *name, const char *value) {
  const size_t used = strlen(label);
  if (!value[0]) return;
  const bool number = name[0] && value[0] && value[strspn(value, "0123456789.-")] == '\0';
  snprintf(label + used, COMPARE_TEXT - used, "%s%s%s%s", used ? ", " : "", number ? name : "", number ? " " : "",
           value);
  for (char *c = label + used; *c; c++)
    if (iscntrl((unsigned char)*c)) *c = '?'; /* labels with file names appear on terminals */
}

/// Name of the GPU that computed pairs of a side. NULL = none or unknown.
static const char *gpu_of(const compare_set *set, int side, char out[COMPARE_TEXT]) {
  const char *name = NULL;
  char backend[COMPARE_TEXT];
  for (int r = 0; r < set->row_count && !name; r++) {
    if (!compare_in_pair(set, &set->rows[r], side)) continue;
    report_axis_text(set->rows[r].cells[side].point, "backend", backend, sizeof backend);
    name = report_device_name(&set->sides[side].input->runs[0], backend, out, COMPARE_TEXT);
  }
  return name;
}

/// The backend of a side's pairs if it is the same in all, else "".
static const char *own_backend(const compare_set *set, int side, char out[COMPARE_TEXT]) {
  char own[COMPARE_TEXT];
  out[0] = '\0';
  for (int r = 0; r < set->row_count; r++) {
    if (!compare_in_pair(set, &set->rows[r], side)) continue;
    report_axis_text(set->rows[r].cells[side].point, "backend", own, sizeof own);
    if (out[0] && strcmp(out, own) != 0) return "";
    snprintf(out, COMPARE_TEXT, "%s", own);
  }
  return out;
}

/// Append one field of each side, if it differs. A note may exist on one side only. Fields of machine and
/// build must be known on all sides.
static void append_field(compare_set *set, const char *field) {
  char gpus[COMPARE_SIDES][COMPARE_TEXT];
  const char *values[COMPARE_SIDES];
  const bool note = strcmp(field, "note") == 0, gpu = strcmp(field, "gpu") == 0;
  bool differ = false;
  for (int s = 0; s < set->side_count; s++) {
    values[s] = gpu ? gpu_of(set, s, gpus[s]) : report_text(set->sides[s].input->runs[0].xb, field);
    if (!values[s] && !note) return;
    differ = differ || !values[s] || strcmp(values[s], values[0] ? values[0] : "") != 0;
  }
  for (int s = 0; s < set->side_count && differ; s++) {
    char text[64];
    if (!values[s]) continue;
    snprintf(text, sizeof text, strstr(field, "sha") ? "%.10s" : "%.60s", values[s]);
    append(set->sides[s].label, "", text);
  }
}

/// The machine of a side: the GPU that computed rows, else the processor. Of a program that does not say, its backend.
static void label_machine(compare_set *set, int side) {
  const report_run *run = &set->sides[side].input->runs[0];
  char text[COMPARE_TEXT], *label = set->sides[side].label;
  const char *gpu = gpu_of(set, side, text), *model = report_env_text(run, "cpu.model");
  const double processors = report_env_number(run, "cpu.logical");
  append(label, "", gpu ? gpu : model ? model : own_backend(set, side, text));
  if (gpu || !model || !(processors > 0)) return;
  snprintf(text, sizeof text, "%.0f processor%s", processors, processors > 1 ? "s" : "");
  append(label, "", text);
}

/// The file without its folder, or the folder of a results.json.
static const char *file_name(const char *path, char out[COMPARE_TEXT]) {
  static const char usual[] = "/results.json";
  const size_t length = strlen(path), end = sizeof usual - 1;
  snprintf(out, COMPARE_TEXT, "%s", path);
  if (length > end && length < COMPARE_TEXT && strcmp(path + length - end, usual) == 0) out[length - end] = '\0';
  const char *slash = strrchr(out, '/');
  return slash && slash[1] ? slash + 1 : out;
}

/// Sides whose label is empty, or that of another side. If no machines are compared all sides get more, so that their
/// labels have one form.
static void find_equal(const compare_set *set, bool again[COMPARE_SIDES]) {
  for (int s = 0; s < set->side_count; s++) {
    again[s] = !set->best || !set->sides[s].label[0];
    for (int k = 0; k < set->side_count; k++)
      again[s] = again[s] || (k != s && strcmp(set->sides[k].label, set->sides[s].label) == 0);
  }
}

/// Tell equal labels apart by the processors beside equal GPUs, else by the files, if need be with their folders.
static void append_files(compare_set *set) {
  size_t before[COMPARE_SIDES];
  bool again[COMPARE_SIDES];
  char name[COMPARE_TEXT];
  find_equal(set, again);
  for (int s = 0; s < set->side_count && set->best; s++) {
    const char *model = report_env_text(&set->sides[s].input->runs[0], "cpu.model");
    if (again[s] && model && !strstr(set->sides[s].label, model)) append(set->sides[s].label, "", model);
  }
  find_equal(set, again);
  for (int s = 0; s < set->side_count; s++) before[s] = strlen(set->sides[s].label);
  for (int whole = 0; whole < 2 && !unique_labels(set); whole++)
    for (int s = 0; s < set->side_count; s++) {
      const char *path = set->sides[s].input->paths[0];
      set->sides[s].label[before[s]] = '\0';
      if (again[s]) append(set->sides[s].label, "", whole ? path : file_name(path, name));
    }
}

/* Labels come from the machines if these are compared, and from the compared axes. If these are not enough, the machine, the commit or the file is added. A GPU
 * describes its rows better than the processor beside it. */
void compare_label_sides(compare_set *set) {
  static const char *const fields[] = {
      "env.os.host.value",         "gpu", "env.cpu.model.value", "tool.version.value", "tool.git.sha.value",
      "tool.build.compiler.value", "note"};
  for (int s = 0; s < set->side_count && set->best; s++) label_machine(set, s);
  for (int s = 0; s < set->side_count && set->by; s++) append(set->sides[s].label, set->by, set->sides[s].by);
  for (int i = 0; i < set->axis_count; i++) {
    const compare_axis *axis = &set->axes[i];
    bool known = axis->compared && (!set->by || strcmp(axis->name, set->by) != 0), again = false;
    for (int s = 0; s < set->side_count; s++) known = known && axis->values[s][0];
    for (int k = 0; k < i; k++) again = again || (set->axes[k].compared && strcmp(set->axes[k].name, axis->name) == 0);
    for (int s = 0; s < set->side_count && known && !again; s++)
      append(set->sides[s].label, axis->name, axis->values[s]);
  }
  for (size_t f = 0; f < sizeof fields / sizeof fields[0] && !set->best && !unique_labels(set); f++)
    append_field(set, fields[f]);
  append_files(set);
  for (int s = 0; s < set->side_count; s++)
    if (set->sides[s].input->google) append(set->sides[s].label, "", "unchecked");
}

static xpbd_status add_value(compare_set *set, const compare_input *input, const char *value) {
  for (int s = 0; s < set->side_count; s++)
    if (strcmp(set->sides[s].by, value) == 0) return XPBD_OK;
  XPBD_REQUIRE(set->side_count < COMPARE_SIDES, XPBD_ERR_INVALID_ARGUMENT,
               "%s: the axis '%.60s' has more than %d values; measure fewer of them", input->paths[0], set->by,
               COMPARE_SIDES);
  compare_side *side = &set->sides[set->side_count++];
  side->input = input;
  snprintf(side->by, sizeof side->by, "%s", value);
  return XPBD_OK;
}

static bool has_value(const compare_input *input, const char *axis, const char *wanted) {
  char value[COMPARE_TEXT];
  for (int r = 0; r < input->count; r++)
    for (int i = 0; i < input->runs[r].count; i++) {
      const report_point *point = &input->runs[r].points[i];
      if (point->has_numbers && strcmp(report_axis_text(point, axis, value, sizeof value), wanted) == 0) return true;
    }
  return false;
}

/// Add the values of the --by axis that have rows with numbers, or that have only rows which failed.
static xpbd_status add_values(compare_set *set, bool failed) {
  char value[COMPARE_TEXT];
  const compare_input *input = &set->inputs[0];
  for (int r = 0; r < input->count; r++)
    for (int i = 0; i < input->runs[r].count; i++) {
      const report_point *point = &input->runs[r].points[i];
      const bool bad = point->state == REPORT_INVALID || point->state == REPORT_ERROR;
      if (!report_axis_text(point, set->by, value, sizeof value)[0]) continue;
      if (failed && set->side_count == COMPARE_SIDES) return XPBD_OK;
      if (failed ? bad : point->has_numbers) XPBD_TRY(add_value(set, input, value));
    }
  return XPBD_OK;
}

/// --by: each value of the axis that has numbers is a side, the one of --base first. Backends that
/// only failed come last, so that a solver whose rows are wrong is shown with its reasons.
static xpbd_status sides_by(compare_set *set, const char *base) {
  const compare_input *input = &set->inputs[0];
  XPBD_REQUIRE(set->input_count == 1, XPBD_ERR_INVALID_ARGUMENT,
               "--by compares within one run; %d were given (--a AXIS=VALUE and --b AXIS=VALUE select a value of each)",
               set->input_count);
  if (!base && strcmp(set->by, "backend") == 0 && has_value(input, "backend", "seq")) base = "seq";
  if (base && has_value(input, set->by, base)) XPBD_TRY(add_value(set, input, base));
  XPBD_TRY(add_values(set, false));
  XPBD_REQUIRE(set->side_count > 0, XPBD_ERR_INVALID_ARGUMENT, "%s: no row with numbers has the axis '%.60s'",
               input->paths[0], set->by);
  XPBD_REQUIRE(!base || strcmp(set->sides[0].by, base) == 0, XPBD_ERR_INVALID_ARGUMENT,
               "%s: no row with numbers has the axis %.60s=%.60s", input->paths[0], set->by, base);
  XPBD_REQUIRE(set->side_count > 1, XPBD_ERR_INVALID_ARGUMENT,
               "%s: all rows with numbers have %.60s=%.60s; there is nothing to compare it with", input->paths[0],
               set->by, set->sides[0].by);
  if (strcmp(set->by, "backend") == 0) XPBD_TRY(add_values(set, true));
  set->rule.paired = true; /* each process of one run measured both */
  return XPBD_OK;
}

static int processes_of(const compare_set *set, int side) {
  int most = set->sides[side].input->count;
  for (int r = 0; r < set->row_count; r++)
    if (set->rows[r].cells[side].count > most) most = set->rows[r].cells[side].count;
  return most;
}

xpbd_status compare_check_turns(const compare_set *set) {
  const int first = processes_of(set, 0);
  for (int s = 1; s < set->side_count && set->rule.paired && !set->by && !set->same; s++) {
    const int own = processes_of(set, s);
    XPBD_REQUIRE(
        own == first, XPBD_ERR_INVALID_ARGUMENT,
        "--paired compares process by process, but %s has %d and %s has %d; give equally many, or leave --paired out",
        set->sides[0].letter, first, set->sides[s].letter, own);
  }
  return XPBD_OK;
}

xpbd_status compare_make_sides(compare_set *set, const char *base) {
  XPBD_REQUIRE(set->by || set->input_count > 1, XPBD_ERR_INVALID_ARGUMENT,
               "compare %s with what? give a second run, or --by AXIS to compare within it", set->inputs[0].paths[0]);
  if (set->by) XPBD_TRY(sides_by(set, base));
  for (int s = 0; s < set->input_count && !set->by; s++) set->sides[set->side_count++].input = &set->inputs[s];
  for (int s = 0; s < set->side_count; s++) {
    set->sides[s].letter[0] = (char)('A' + s);
    int numbers = 0;
    for (int r = 0; r < set->sides[s].input->count; r++) numbers += set->sides[s].input->runs[r].with_numbers;
    XPBD_REQUIRE(numbers > 0, XPBD_ERR_BAD_FILE, "%s: no row has valid numbers, so it cannot be compared",
                 set->sides[s].input->paths[0]);
  }
  return XPBD_OK;
}
