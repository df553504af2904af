/* Why this file exists: writes and reads the results of one process; see process_file.h. */
#include "process_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC UINT64_C(0x7862642d70726f63)

/// Texts that a result points to: static in the process that wrote them.
enum { TEXTS = 6 };
static void texts_of(bench_result *result, const char **out[TEXTS]) {
  out[0] = &result->stop;
  out[1] = &result->facts.instructions;
  out[2] = &result->facts.strategy;
  out[3] = &result->facts.published.machine;
  out[4] = &result->facts.published.way;
  out[5] = &result->facts.precision;
}

static size_t series_size(const bench_result *result) {
  return (size_t)result->series.column_count * (size_t)result->series.count;
}

static void write_result(FILE *stream, bench_result result) {
  const char **texts[TEXTS];
  texts_of(&result, texts);
  fwrite(&result, sizeof result, 1, stream);
  if (result.sample_count > 0) fwrite(result.samples, sizeof(double), result.sample_count, stream);
  if (result.episodes > 0) {
    fwrite(result.medians, sizeof(double), (size_t)result.episodes, stream);
    fwrite(result.processor, sizeof(double), (size_t)result.episodes, stream);
  }
  if (series_size(&result) > 0) fwrite(result.series.values, sizeof(double), series_size(&result), stream);
  for (int i = 0; i < TEXTS; i++) {
    const char *text = *texts[i] ? *texts[i] : "";
    const size_t length = *texts[i] ? strlen(text) + 1 : 0;
    fwrite(&length, sizeof length, 1, stream);
    fwrite(text, 1, length, stream);
  }
}

bool bench_process_write(int descriptor, const bench_run *run) {
  FILE *stream = fdopen(descriptor, "wb");
  if (!stream) return false;
  bench_process_head head = {.magic = MAGIC,
                             .plan = run->plan->hash,
                             .result_size = sizeof(bench_result),
                             .count = run->plan->count,
                             .complete = run->complete};
  snprintf(head.stop, sizeof head.stop, "%s", run->stop);
  snprintf(head.lost, sizeof head.lost, "%s", run->lost);
  fwrite(&head, sizeof head, 1, stream);
  for (int i = 0; i < run->plan->count; i++) write_result(stream, run->results[i]);
  const bool good = !ferror(stream);
  return fclose(stream) == 0 && good;
}

/// The same text at the same place for the rest of the program; NULL when memory is short.
static const char *kept(const char *text) {
  static struct text {
    struct text *next;
    char bytes[];
  } * all;
  for (struct text *t = all; t; t = t->next)
    if (strcmp(t->bytes, text) == 0) return t->bytes;
  struct text *made = malloc(sizeof *made + strlen(text) + 1);
  if (!made) return NULL;
  strcpy(made->bytes, text);
  made->next = all;
  all = made;
  return made->bytes;
}

/// What is left of the file, in numbers: no array is longer, whatever it says of itself.
static size_t numbers_left(FILE *stream) {
  struct stat what;
  const long at = ftell(stream);
  if (at < 0 || fstat(fileno(stream), &what) != 0 || what.st_size < at) return 0;
  return (size_t)(what.st_size - at) / sizeof(double);
}

/// `count` numbers of their own memory; NULL for none. Clears `good` when they are not there.
static double *read_numbers(FILE *stream, size_t count, bool *good) {
  if (count == 0 || !*good) return NULL;
  double *out = count <= numbers_left(stream) ? malloc(count * sizeof *out) : NULL;
  *good = out && fread(out, sizeof *out, count, stream) == count;
  return out;
}

static bool ends(const char *text, size_t size) {
  return memchr(text, '\0', size) != NULL;
}

static bool within(int value, int most) {
  return value >= 0 && value <= most;
}

/// A bool from elsewhere may hold what no bool holds.
static bool is_bool(const bool *value) {
  unsigned char byte;
  memcpy(&byte, value, 1);
  return byte <= 1;
}

/// Whether the samples are those of whole episodes, and their frames those of the point.
static bool has_whole_episodes(const bench_point *point, const bench_result *result) {
  const int32_t together = result->frames_per_sample;
  if (result->episodes == 0) return result->sample_count == 0;
  return result->episodes > 0 && together > 0 && together <= point->frames &&
         result->samples_per_episode == point->frames / together &&
         result->sample_count == (size_t)result->episodes * (size_t)result->samples_per_episode;
}

/// Whether texts end, and counts and places are of their arrays: the process may have written over its memory.
static bool is_sound(const bench_point *point, const bench_result *result) {
  const bench_series *series = &result->series;
  bool good = within((int)result->outcome, BENCH_STOPPED) && has_whole_episodes(point, result) &&
              within(result->check_count, BENCH_MAX_CHECKS) && within(result->note_count, BENCH_MAX_NOTES) &&
              within(result->processes, BENCH_MAX_PROCESSES) && within(series->column_count, BENCH_MAX_SERIES) &&
              series->count >= 0 && is_bool(&result->has_hash) && is_bool(&result->flagged) &&
              ends(result->reason, sizeof result->reason) && ends(result->checked, sizeof result->checked) &&
              ends(result->facts.mesh, sizeof result->facts.mesh);
  for (int i = 0; good && i < result->check_count; i++) {
    const bench_check *check = &result->checks[i];
    good = is_bool(&check->pass) && is_bool(&check->is_hash) && ends(check->name, sizeof check->name) &&
           ends(check->why, sizeof check->why);
  }
  for (int i = 0; good && i < result->note_count; i++) good = ends(result->notes[i], sizeof result->notes[i]);
  for (int i = 0; good && i < series->column_count; i++) good = ends(series->names[i], sizeof series->names[i]);
  return good;
}

static bool read_result(FILE *stream, const bench_point *point, bench_result *result) {
  const char **texts[TEXTS];
  bool good = fread(result, sizeof *result, 1, stream) == 1 && is_sound(point, result);
  if (!good) *result = (bench_result){0};
  result->samples = result->medians = result->processor = result->series.values = NULL;
  result->series.capacity = result->series.count;
  result->telemetry.sm_mhz = result->telemetry.scratch = NULL;
  result->telemetry.handle = NULL;
  texts_of(result, texts);
  for (int i = 0; i < TEXTS; i++) *texts[i] = NULL;
  result->samples = read_numbers(stream, result->sample_count, &good);
  result->medians = read_numbers(stream, (size_t)result->episodes, &good);
  result->processor = read_numbers(stream, (size_t)result->episodes, &good);
  result->series.values = read_numbers(stream, series_size(result), &good);
  for (int i = 0; i < TEXTS && good; i++) {
    char text[BENCH_TEXT];
    size_t length;
    good = fread(&length, sizeof length, 1, stream) == 1 && length <= sizeof text &&
           fread(text, 1, length, stream) == length && (length == 0 || text[length - 1] == '\0');
    if (good && length > 0) *texts[i] = kept(text);
  }
  return good;
}

bool bench_process_read(FILE *stream, const bench_plan *plan, bench_process_head *head, bench_result *results) {
  rewind(stream);
  if (fread(head, sizeof *head, 1, stream) != 1 || head->magic != MAGIC || head->plan != plan->hash ||
      head->result_size != sizeof(bench_result) || head->count != plan->count || !is_bool(&head->complete) ||
      !ends(head->stop, sizeof head->stop) || !ends(head->lost, sizeof head->lost))
    return false;
  for (int i = 0; i < plan->count; i++) {
    if (read_result(stream, &plan->points[i], &results[i])) continue;
    bench_process_free(results, i + 1);
    return false;
  }
  return true;
}

void bench_process_free(bench_result *results, int count) {
  for (int i = 0; i < count; i++) {
    free(results[i].samples);
    free(results[i].medians);
    free(results[i].processor);
    free(results[i].series.values);
  }
  memset(results, 0, (size_t)count * sizeof *results);
}
