/* Why this file exists: --a and --b select rows of a run by the values of axes. So rows measured on a processor here
 * can be compared with rows from a GPU there, or with other rows of the same run. */
#include <string.h>

#include "base/error.h"
#include "compare.h"

/// Splits "AXIS=VALUE". False if it has another form.
static bool split(const char *choice, char axis[COMPARE_TEXT], const char **value) {
  const size_t length = strcspn(choice, "=");
  if (length == 0 || length >= COMPARE_TEXT || !choice[length] || !choice[length + 1]) return false;
  snprintf(axis, COMPARE_TEXT, "%.*s", (int)length, choice);
  *value = choice + length + 1;
  return true;
}

static bool has_value(const report_point *point, const char *choice) {
  char axis[COMPARE_TEXT], own[COMPARE_TEXT];
  const char *value;
  return split(choice, axis, &value) && strcmp(report_axis_text(point, axis, own, sizeof own), value) == 0;
}

bool compare_is_chosen(const compare_set *set, int input, const report_point *point) {
  bool chosen = true;
  if (input >= COMPARE_CHOOSERS) return true;
  for (int i = 0; i < set->chosen[input].count; i++) chosen = chosen && has_value(point, set->chosen[input].values[i]);
  return chosen;
}

bool compare_are_apart(const compare_set *set, int a, int b) {
  char one[COMPARE_TEXT], two[COMPARE_TEXT];
  const char *x, *y;
  if (a >= COMPARE_CHOOSERS || b >= COMPARE_CHOOSERS) return false;
  for (int i = 0; i < set->chosen[a].count; i++)
    for (int k = 0; k < set->chosen[b].count; k++)
      if (split(set->chosen[a].values[i], one, &x) && split(set->chosen[b].values[k], two, &y) &&
          strcmp(one, two) == 0 && strcmp(x, y) != 0)
        return true;
  return false;
}

/// Add a word to a list with commas, unless it is there.
static void list_once(const char *word, char *list, size_t capacity) {
  const size_t used = strlen(list), length = strlen(word);
  for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
    if ((at == list || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0')) return;
  snprintf(list + used, capacity - used, "%s%s", used ? ", " : "", word);
}

/// What rows with numbers have: the values of an axis, or the names of axes if none is given.
static void list_what(const compare_input *input, const char *axis, char *list, size_t capacity) {
  char value[COMPARE_TEXT];
  const char *key;
  json_t *member;
  list[0] = '\0';
  for (int r = 0; r < input->count; r++)
    for (int i = 0; i < input->runs[r].count; i++) {
      const report_point *point = &input->runs[r].points[i];
      if (!point->has_numbers) continue;
      if (axis && report_axis_text(point, axis, value, sizeof value)[0]) list_once(value, list, capacity);
      json_object_foreach(point->axes, key, member) if (!axis) list_once(key, list, capacity);
    }
}

static xpbd_status check_choice(const compare_set *set, int input, const char *choice) {
  char axis[COMPARE_TEXT], values[COMPARE_TEXT], axes[COMPARE_TEXT];
  const char *value, *path = set->inputs[input].paths[0];
  XPBD_REQUIRE(split(choice, axis, &value), XPBD_ERR_INVALID_ARGUMENT,
               "--%c %.80s: expected AXIS=VALUE, such as backend=omp", 'a' + input, choice);
  list_what(&set->inputs[input], axis, values, sizeof values);
  list_what(&set->inputs[input], NULL, axes, sizeof axes);
  XPBD_REQUIRE(values[0], XPBD_ERR_INVALID_ARGUMENT,
               "--%c %.80s: %s: no row with numbers has the axis '%.60s'; they have "
               "%s",
               'a' + input, choice, path, axis, axes);
  const compare_input *in = &set->inputs[input];
  for (int r = 0; r < in->count; r++)
    for (int i = 0; i < in->runs[r].count; i++)
      if (in->runs[r].points[i].has_numbers && has_value(&in->runs[r].points[i], choice)) return XPBD_OK;
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT,
                   "--%c %.80s: %s: no row with numbers has this value of '%.60s'; they have %s", 'a' + input, choice,
                   path, axis, values);
}

xpbd_status compare_check_choices(const compare_set *set) {
  for (int s = 0; s < COMPARE_CHOOSERS; s++) {
    const cli_list *list = &set->chosen[s];
    XPBD_REQUIRE(list->count == 0 || s < set->input_count, XPBD_ERR_INVALID_ARGUMENT,
                 "--%c %.80s: selects rows of the %s run, but only one run was given (it may be named twice)", 'a' + s,
                 list->count ? list->values[0] : "", s == 0 ? "first" : "second");
    int rows = 0;
    for (int i = 0; i < list->count; i++) XPBD_TRY(check_choice(set, s, list->values[i]));
    for (int r = 0; list->count > 0 && r < set->inputs[s].count; r++)
      for (int i = 0; i < set->inputs[s].runs[r].count; i++) {
        const report_point *point = &set->inputs[s].runs[r].points[i];
        rows += point->has_numbers && compare_is_chosen(set, s, point);
      }
    XPBD_REQUIRE(list->count == 0 || rows > 0, XPBD_ERR_INVALID_ARGUMENT, "%s: no row with numbers matches every --%c",
                 set->inputs[s].paths[0], 'a' + s);
  }
  return XPBD_OK;
}
