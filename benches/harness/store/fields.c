/* Why this file exists: loops over the fields of a row, so that no format needs a line for each field. */
#include "fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define IN_RESULT(member)      offsetof(bench_result, member), sizeof((bench_result *)NULL)->member
#define PLACE_SPECIAL(member)  SPECIAL_##member, 0
#define PLACE_OF_POINT(member) offsetof(bench_point, member), sizeof(int32_t)
#define PLACE_DERIVED(member)  offsetof(bench_numbers, member), sizeof(double)
#define PLACE_DOUBLE           IN_RESULT
#define PLACE_POSITIVE         IN_RESULT
#define PLACE_INT32            IN_RESULT
#define PLACE_COUNTED          IN_RESULT
#define PLACE_INT64            IN_RESULT
#define PLACE_WORDS            IN_RESULT
#define PLACE_STOP             IN_RESULT
#define PLACE_LETTERS          IN_RESULT
#define PLACE_TRUTH            IN_RESULT
#define FIELD(column, unit, kind, path, type, place, about)                                                            \
  {column, unit, kind, path, FIELD_##type, PLACE_##type(place), about},

const bench_result_field bench_fields[] = {RESULT_FIELDS(FIELD)};
const int bench_field_count = sizeof bench_fields / sizeof bench_fields[0];

bench_cell bench_cell_of(const bench_point *point, const bench_result *result) {
  return (bench_cell){point, result, bench_numbers_of(point, result)};
}

static double double_at(const void *structure, size_t place) {
  double value;
  memcpy(&value, (const char *)structure + place, sizeof value);
  return value;
}

static int32_t int32_at(const void *structure, size_t place) {
  int32_t value;
  memcpy(&value, (const char *)structure + place, sizeof value);
  return value;
}

static double or_unknown(double value) {
  return value > 0.0 ? value : (double)NAN;
}

static double special_number(size_t which, const bench_cell *cell) {
  switch (which) {
  case SPECIAL_samples: return (double)cell->result->sample_count;
  case SPECIAL_work: return cell->result->facts.peer[0] == '\0' ? or_unknown((double)cell->point->work) : (double)NAN;
  case SPECIAL_hash_frames: return cell->result->has_hash ? (double)cell->result->hash_frames : (double)NAN;
  default: return NAN;
  }
}

static double stored_number(const bench_result_field *field, const bench_cell *cell) {
  const bench_result *result = cell->result;
  int64_t large;
  switch (field->type) {
  case FIELD_SPECIAL: return special_number(field->place, cell);
  case FIELD_OF_POINT: return (double)int32_at(cell->point, field->place);
  case FIELD_DERIVED: return double_at(&cell->numbers, field->place);
  case FIELD_DOUBLE: return double_at(result, field->place);
  case FIELD_POSITIVE: return or_unknown(double_at(result, field->place));
  case FIELD_INT32: return or_unknown((double)int32_at(result, field->place));
  case FIELD_COUNTED: return (double)int32_at(result, field->place);
  case FIELD_INT64: memcpy(&large, (const char *)result + field->place, sizeof large); return or_unknown((double)large);
  default: return NAN;
  }
}

double bench_field_number(const bench_result_field *field, const bench_cell *cell) {
  const bool has = field->kind == RESULT_TIME    ? bench_has_numbers(cell->result)
                   : field->kind == RESULT_PLAN  ? cell->point->frames > 0
                   : field->kind == RESULT_TIMED ? cell->result->episodes > 0
                                                 : true;
  return has ? stored_number(field, cell) : (double)NAN;
}

const char *bench_field_words(const bench_result_field *field, const bench_cell *cell, char room[32]) {
  const char *words = NULL, *at = (const char *)cell->result + field->place;
  switch (field->type) {
  case FIELD_WORDS: memcpy(&words, at, sizeof words); return words;
  case FIELD_STOP: return bench_stop_word(cell->result);
  case FIELD_LETTERS: return at[0] == '\0' ? NULL : at;
  case FIELD_SPECIAL: break;
  default: return NULL;
  }
  switch (field->place) {
  case SPECIAL_benchmark: return cell->point->owner->name;
  case SPECIAL_name: return cell->point->name;
  case SPECIAL_status: return bench_outcome_name(cell->result->outcome);
  case SPECIAL_hash:
    if (!cell->result->has_hash) return NULL;
    snprintf(room, 32, "%016" PRIx64, cell->result->hash);
    return room;
  default: return NULL;
  }
}

static void write_value(json_writer *json, const char *key, const bench_result_field *field, const bench_cell *cell) {
  char room[32];
  if (field->kind == RESULT_TEXT)
    json_text(json, key, bench_field_words(field, cell, room));
  else if (field->kind == RESULT_FLAG)
    json_bool(json, key, *(const bool *)((const char *)cell->result + field->place));
  else
    json_number(json, key, bench_field_number(field, cell));
}

/// A counter has a unit. Counters that the processor lacks are left out.
static void write_counter(json_writer *json, const char *key, const bench_result_field *field, const bench_cell *cell) {
  char name[48];
  const double value = bench_field_number(field, cell);
  if (isnan(value) && field->place >= offsetof(bench_numbers, counted) && field->place < offsetof(bench_numbers, ratio))
    return;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(key, "."), key);
  json_open_flat(json, name, '{');
  json_number(json, "value", value);
  json_text(json, "unit", field->unit);
  json_close(json, '}');
}

/// Members that come first in their group, in this order, because recorded JSON is compared line by line.
static const char *const first_members[] = {"counters.ns_per_projection.value",
                                            "counters.projections_per_second.value",
                                            "solver.groups",
                                            "solver.threads",
                                            "solver.lanes",
                                            "solver.substeps",
                                            "solver.iterations",
                                            "solver.precision",
                                            "published.fps_low",
                                            "published.fps_high",
                                            "published.machine",
                                            "published.way"};
enum { FIRST_MEMBERS = sizeof first_members / sizeof first_members[0] };

/// The place of a path among them, FIRST_MEMBERS for all others.
static int rank_of(const char *path) {
  int rank = 0;
  while (rank < FIRST_MEMBERS && strcmp(first_members[rank], path) != 0) rank++;
  return rank;
}

void bench_fields_write(json_writer *json, const char *group, bool flat, const bench_cell *cell) {
  const size_t length = strlen(group);
  const bool counters = strcmp(group, "counters") == 0;
  if (flat)
    json_open_flat(json, group, '{');
  else
    json_open(json, group, '{');
  for (int rank = 0; rank <= FIRST_MEMBERS; rank++)
    for (int i = 0; i < bench_field_count; i++) {
      const bench_result_field *field = &bench_fields[i];
      if (strncmp(field->path, group, length) != 0 || field->path[length] != '.' || rank_of(field->path) != rank)
        continue;
      if (counters)
        write_counter(json, field->path + length + 1, field, cell);
      else
        write_value(json, field->path + length + 1, field, cell);
    }
  json_close(json, '}');
}

void bench_field_write(json_writer *json, const char *path, const bench_cell *cell) {
  for (int i = 0; i < bench_field_count; i++)
    if (strcmp(bench_fields[i].path, path) == 0) write_value(json, path, &bench_fields[i], cell);
}
