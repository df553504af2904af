/* Why this file exists: reads axis values. The command line and the standard plan share one syntax. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"

int bench_axis_find(const bench_case *owner, const char *name) {
  for (int i = 0; i < owner->axis_count; i++)
    if (strcmp(owner->axes[i].name, name) == 0) return i;
  return -1;
}

bench_facts bench_facts_unknown(void) {
  const double n = NAN;
  return (bench_facts){.particles = n,
                       .constraints = n,
                       .frame_time = n,
                       .device_time = n,
                       .ieee_over_flushed = n,
                       .residual = n,
                       .error = n,
                       .error_of_reference = n,
                       .peer_share = n,
                       .bytes_each = n,
                       .flops_each = n,
                       .memory_roof = n,
                       .compute_roof = n};
}

bool bench_foreign(const bench_point *point) {
  return point->owner->foreign && point->owner->foreign(point);
}

bool bench_has(const bench_point *point, const char *axis) {
  return bench_axis_find(point->owner, axis) >= 0;
}

int64_t bench_int(const bench_point *point, const char *axis) {
  const int index = bench_axis_find(point->owner, axis);
  return index < 0 ? 0 : point->values[index].number;
}

const char *bench_text(const bench_point *point, const char *axis) {
  const int index = bench_axis_find(point->owner, axis);
  return index < 0 || !point->values[index].text ? "" : point->values[index].text;
}

const char *bench_value_text(const bench_axis *axis, bench_value value, char *out, size_t capacity) {
  if (axis->text) return value.text;
  snprintf(out, capacity, "%lld", (long long)value.number);
  return out;
}

static bool append(const bench_axis *axis, bench_value value, bench_values *out, char *why, size_t capacity) {
  if (!axis->text && (value.number < axis->minimum || value.number > axis->maximum)) {
    snprintf(why, capacity, "axis %s: %lld is outside %lld..%lld", axis->name, (long long)value.number,
             (long long)axis->minimum, (long long)axis->maximum);
    return false;
  }
  for (int i = 0; i < out->count; i++) {
    const bench_value old = out->items[i];
    if (axis->text ? strcmp(old.text, value.text) == 0 : old.number == value.number) return true;
  }
  if (out->count == BENCH_MAX_VALUES) {
    snprintf(why, capacity, "axis %s: more than %d values", axis->name, BENCH_MAX_VALUES);
    return false;
  }
  out->items[out->count++] = value;
  return true;
}

/// Values of axes that accept any text. They are few and live as long as the program.
static struct kept {
  struct kept *next;
  int place; ///< Position in the list, from 0.
  char text[BENCH_MAX_ITEM];
} * kept;

static const char *keep_text(const char *text) {
  for (const struct kept *k = kept; k != NULL; k = k->next)
    if (strcmp(k->text, text) == 0) return k->text;
  struct kept *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  snprintf(made->text, sizeof made->text, "%s", text);
  made->place = !kept ? 0 : kept->place + 1;
  made->next = kept;
  kept = made;
  return made->text;
}

int bench_text_place(const bench_axis *axis, const char *text) {
  for (const struct kept *k = kept; axis->accepts != NULL && k != NULL; k = k->next)
    if (strcmp(k->text, text) == 0) return k->place;
  const char *name;
  int place = 0;
  while ((name = axis->known(place)) != NULL && strcmp(name, text) != 0) ++place;
  return place;
}

static bool append_text(const bench_axis *axis, const char *text, bench_values *out, char *why, size_t capacity) {
  const bench_value value = {.text = !axis->accepts ? text : keep_text(text)};
  if (value.text) return append(axis, value, out, why, capacity);
  snprintf(why, capacity, "axis %s: out of memory", axis->name);
  return false;
}

static bool parse_made_up(const bench_axis *axis, const char *item, const char *const *names, int count,
                          bench_values *out, char *why, size_t capacity) {
  char reason[BENCH_TEXT];
  if (axis->accepts(item, reason, sizeof reason)) return append_text(axis, item, out, why, capacity);
  const char *near = cli_nearest(item, names, count);
  snprintf(why, capacity, "axis %s: %s%s%s%s", axis->name, reason, !near ? "" : "; did you mean \"", !near ? "" : near,
           !near ? "" : "\"?");
  return false;
}

static bool parse_name(const bench_axis *axis, const char *item, bench_values *out, char *why, size_t capacity) {
  const char *names[BENCH_MAX_VALUES];
  char reason[BENCH_TEXT];
  int count = 0;
  if (axis->load && !axis->load(item, reason, sizeof reason)) {
    snprintf(why, capacity, "axis %s: %s", axis->name, reason);
    return false;
  }
  for (const char *name; count < BENCH_MAX_VALUES && (name = axis->known(count)) != NULL;) names[count++] = name;
  const bool all = strcmp(item, "*") == 0;
  for (int i = 0; i < count; i++) {
    if (all ? axis->apart && axis->apart(names[i]) : strcmp(names[i], item) != 0) continue;
    if (!append_text(axis, names[i], out, why, capacity)) return false;
    if (!all) return true;
  }
  if (all) return true;
  if (axis->accepts) return parse_made_up(axis, item, names, count, out, why, capacity);
  const char *near = cli_nearest(item, names, count);
  if (near) {
    snprintf(why, capacity, "axis %s has no value \"%s\"; did you mean \"%s\"?", axis->name, item, near);
    return false;
  }
  const int used = snprintf(why, capacity, "axis %s has no value \"%s\"; known:", axis->name, item);
  size_t end = used > 0 ? (size_t)used : 0;
  for (int i = 0; i < count && end < capacity; i++) end += (size_t)snprintf(why + end, capacity - end, " %s", names[i]);
  return false;
}

/* A smaller factor would need thousands of steps from one whole number to the next. */
#define SMALLEST_FACTOR 1.01
/* The values of a range are counted in double precision. From 2^53 on, one more is the same number. */
#define LARGEST_IN_RANGE 9007199254740991 /* 2^53 - 1 */

/// "[low:high:x2]" or "[low:high:step]".
static bool parse_range(const bench_axis *axis, char *item, bench_values *out, char *why, size_t capacity) {
  char *low_text = item + 1;
  char *high_text = strchr(low_text, ':');
  char *step_text = !high_text ? NULL : strchr(high_text + 1, ':');
  char *end = item + strlen(item) - 1;
  int64_t low = 0, high = 0;
  double step = 0.0;
  bool good = step_text != NULL && end > item && *end == ']';
  bool times = false;
  if (good) {
    *high_text++ = *step_text++ = *end = '\0';
    times = *step_text == 'x';
    good = cli_to_int(low_text, &low) && cli_to_int(high_text, &high) && cli_to_real(step_text + times, &step);
  }
  if (!good || !(times ? step >= SMALLEST_FACTOR && low > 0 : step >= 1.0)) {
    snprintf(why, capacity, "axis %s: a range is [low:high:x2] (times 2; at least x%g) or [low:high:4] (plus 4)",
             axis->name, SMALLEST_FACTOR);
    return false;
  }
  if (high < low) {
    snprintf(why, capacity, "axis %s: the range [%lld:%lld:...] is empty", axis->name, (long long)low, (long long)high);
    return false;
  }
  if (low < -LARGEST_IN_RANGE || high > LARGEST_IN_RANGE) {
    snprintf(why, capacity, "axis %s: the range [%lld:%lld:...] reaches 2^53", axis->name, (long long)low,
             (long long)high);
    return false;
  }
  const double last = (double)high + fmin(1e-12 * fabs((double)high), 0.25); /* allows for rounding of factors */
  for (double value = (double)low; value <= last; value = times ? value * step : value + step)
    if (!append(axis, (bench_value){.number = (int64_t)llround(value)}, out, why, capacity)) return false;
  return true;
}

/// Length of the first value. A comma separates values. For an axis that accepts any text (such as
/// NAME:KEY=VALUE,KEY=VALUE), a comma before `KEY=` belongs to the value, because no value begins like that.
static size_t item_length(const bench_axis *axis, const char *text) {
  size_t length = strcspn(text, ",");
  while (axis->accepts && text[length] == ',') {
    const size_t word = strcspn(text + length + 1, ",:+=");
    if (word == 0 || text[length + 1 + word] != '=') break;
    length += 1 + word + strcspn(text + length + 1 + word, ",");
  }
  return length;
}

bool bench_axis_parse(const bench_axis *axis, const char *text, bench_values *out, char *why, size_t capacity) {
  out->count = 0;
  const char *at = text;
  do {
    const size_t length = item_length(axis, at);
    char item[BENCH_MAX_ITEM];
    if (length == 0 || length >= sizeof item) {
      snprintf(why, capacity, "axis %s: %s in \"%s\"", axis->name, length == 0 ? "an empty value" : "too long a value",
               text);
      return false;
    }
    memcpy(item, at, length);
    item[length] = '\0';
    bench_value value = {0};
    bool good;
    if (axis->text)
      good = parse_name(axis, item, out, why, capacity);
    else if (item[0] == '[')
      good = parse_range(axis, item, out, why, capacity);
    else if (cli_to_int(item, &value.number))
      good = append(axis, value, out, why, capacity);
    else {
      snprintf(why, capacity, "axis %s: \"%s\" is not a whole number", axis->name, item);
      good = false;
    }
    if (!good) return false;
    at += length;
  } while (*at++ == ',');
  return true;
}

bool bench_axis_in_plan(const char *plan, const char *axis, char *out, size_t capacity) {
  const size_t name_length = strlen(axis);
  for (const char *at = plan; *at != '\0';) {
    const size_t length = strcspn(at, " ");
    if (length > name_length && strncmp(at, axis, name_length) == 0 && at[name_length] == '=') {
      snprintf(out, capacity, "%.*s", (int)(length - name_length - 1), at + name_length + 1);
      return true;
    }
    at += length;
    while (*at == ' ') ++at;
  }
  return false;
}

void bench_write_axes(json_writer *json, const bench_point *point) {
  json_open_flat(json, "axes", '{');
  for (int i = 0; i < point->owner->axis_count; i++) {
    const bench_axis *axis = &point->owner->axes[i];
    if ((point->present & UINT64_C(1) << i) == 0) continue;
    if (axis->text)
      json_text(json, axis->name, point->values[i].text);
    else
      json_whole(json, axis->name, point->values[i].number);
  }
  json_close(json, '}');
}
