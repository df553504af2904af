/* Why this file exists: a reader who compares two machines asks what each can do. So each machine is taken by its
 * fastest way to compute, in each row: by its processor in one row, by its GPU in another. The ways are the backends
 * with their threads, lanes and strategies. Rows of one machine are compared way by way instead. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "compare.h"
#include "read/memory.h"
#include "read/peers.h"
#include "read/select.h"

static bool is_way(const char *axis) {
  static const char *const ways[] = {"backend", "threads", "lanes", "strategy", "device"};
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
    if (strcmp(ways[i], axis) == 0) return true;
  return false;
}

static bool differ(const char *a, const char *b) {
  return a != b && (!a || !b || strcmp(a, b) != 0);
}

static bool is_other_machine(const report_run *a, const report_run *b) {
  static const char *const backends[] = {"cuda", "opencl"};
  char one[COMPARE_TEXT], two[COMPARE_TEXT];
  if (differ(report_env_text(a, "cpu.model"), report_env_text(b, "cpu.model"))) return true;
  const double x = report_env_number(a, "cpu.logical"), y = report_env_number(b, "cpu.logical");
  if (x < y || x > y) return true;
  for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++)
    if (differ(report_device_name(a, backends[i], one, sizeof one),
               report_device_name(b, backends[i], two, sizeof two)))
      return true;
  return false;
}

bool compare_has_machines(const compare_set *set) {
  int others = 0;
  for (int i = 0; i < set->input_count; i++) others += set->inputs[i].google;
  if (others == set->input_count) return false; /* backend and threads are arguments like others to such programs */
  for (int i = 0; i < set->input_count; i++)
    if (!compare_has_environment(set, i) || is_other_machine(&set->inputs[i].runs[0], &set->inputs[0].runs[0]))
      return true;
  return false;
}

/* Other programs, and older versions, may leave out an axis. Then it cannot be asked for either. */
void compare_free_axes(compare_set *set) {
  for (int i = 0; i < set->axis_count && set->best; i++) {
    compare_axis *axis = &set->axes[i];
    axis->free = is_way(axis->name) || (axis->sides & ~axis->own) != 0;
  }
}

/// The way of a point: the values of the free axes.
static void way_of(const compare_set *set, const report_point *point, char *out, size_t capacity) {
  char value[COMPARE_TEXT];
  size_t used = 0;
  out[0] = '\0';
  for (int i = 0; i < set->axis_count && used < capacity; i++) {
    const compare_axis *axis = &set->axes[i];
    if (!axis->free || strcmp(axis->benchmark, point->benchmark) != 0) continue;
    report_axis_text(point, axis->name, value, sizeof value);
    used += (size_t)snprintf(out + used, capacity - used, "%s=%s;", axis->name, value);
  }
}

/// Add a point to the sums of its way: the number of files that have it, and of its logarithms.
static xpbd_status add_way(json_t *ways, const char *way, const report_point *point) {
  json_t *sums = json_object_get(ways, way);
  if (!sums) {
    sums = json_pack("{s:i, s:f, s:b}", "files", 0, "logs", 0.0, "bad", 0);
    XPBD_REQUIRE(sums && json_object_set_new_nocheck(ways, way, sums) == 0, XPBD_ERR_OUT_OF_MEMORY,
                 "no memory for the row %.80s", point->name);
  }
  if (point->state == REPORT_INVALID || point->state == REPORT_ERROR) json_object_set_new(sums, "bad", json_true());
  if (!point->has_numbers || report_peer_without(point)) return XPBD_OK; /* a part of the work is no faster way */
  json_object_set_new(sums, "files", json_integer(json_integer_value(json_object_get(sums, "files")) + 1));
  json_object_set_new(sums, "logs", json_real(json_number_value(json_object_get(sums, "logs")) + log(point->median)));
  XPBD_REQUIRE(!report_lost(), XPBD_ERR_OUT_OF_MEMORY, "no memory for the row %.80s", point->name);
  return XPBD_OK;
}

/// Replace the sums of each row by its fastest way, of those that most files have. Of equal ones the first counts, as it
/// does if none has numbers.
static xpbd_status settle(json_t *rows) {
  const char *key, *way;
  json_t *ways, *sums;
  json_object_foreach(rows, key, ways) {
    const char *best = NULL;
    json_int_t most = 0;
    double least = INFINITY;
    json_object_foreach(ways, way, sums) {
      const bool bad = json_is_true(json_object_get(sums, "bad"));
      const json_int_t files = bad ? 0 : json_integer_value(json_object_get(sums, "files"));
      const double mean =
          files > 0 ? json_number_value(json_object_get(sums, "logs")) / (double)files : (double)INFINITY;
      if (best && (files < most || (files == most && !(mean < least)))) continue;
      best = way, most = files, least = mean;
    }
    json_t *text = json_string_nocheck(best ? best : "");
    XPBD_REQUIRE(text && json_object_set_new_nocheck(rows, key, text) == 0, XPBD_ERR_OUT_OF_MEMORY,
                 "no memory for the fastest rows");
  }
  return XPBD_OK;
}

static xpbd_status choose(compare_set *set, int side, compare_key *key_of) {
  const compare_input *input = set->sides[side].input;
  char key[4096], way[COMPARE_TEXT];
  set->sides[side].best = json_object();
  XPBD_REQUIRE(set->sides[side].best, XPBD_ERR_OUT_OF_MEMORY, "no memory for the fastest rows");
  for (int r = 0; r < input->count; r++)
    for (int i = 0; i < input->runs[r].count; i++) {
      const report_point *point = &input->runs[r].points[i];
      if (!compare_takes(set, side, point)) continue;
      key_of(set, point, key, sizeof key);
      way_of(set, point, way, sizeof way);
      json_t *ways = json_object_get(set->sides[side].best, key);
      if (!ways) {
        ways = json_object();
        XPBD_REQUIRE(ways && json_object_set_new_nocheck(set->sides[side].best, key, ways) == 0, XPBD_ERR_OUT_OF_MEMORY,
                     "no memory for the row %.80s", point->name);
      }
      XPBD_TRY(add_way(ways, way, point));
    }
  return settle(set->sides[side].best);
}

xpbd_status compare_choose_best(compare_set *set, compare_key *key_of) {
  for (int s = 0; s < set->side_count && set->best; s++) XPBD_TRY(choose(set, s, key_of));
  return XPBD_OK;
}

/// Whether a side has rows with numbers besides those of the plain loop.
static bool has_backends(const compare_set *set, int side) {
  const compare_input *input = set->sides[side].input;
  for (int r = 0; r < input->count; r++)
    for (int i = 0; i < input->runs[r].count; i++) {
      const report_point *point = &input->runs[r].points[i];
      if (point->has_numbers && compare_is_chosen(set, side, point) && !report_is_peer_row(point)) return true;
    }
  return false;
}

bool compare_takes(const compare_set *set, int side, const report_point *point) {
  char value[COMPARE_TEXT];
  const char *by = set->sides[side].by;
  if (by[0]) return strcmp(report_axis_text(point, set->by, value, sizeof value), by) == 0;
  if (set->best && report_is_peer_row(point) && has_backends(set, side)) return false;
  return compare_is_chosen(set, side, point);
}

bool compare_takes_best(const compare_set *set, int side, const report_point *point, compare_key *key_of) {
  char key[4096], way[COMPARE_TEXT];
  if (!compare_takes(set, side, point)) return false;
  if (!set->best) return true;
  key_of(set, point, key, sizeof key);
  way_of(set, point, way, sizeof way);
  const char *best = json_string_value(json_object_get(set->sides[side].best, key));
  return best && strcmp(best, way) == 0;
}
