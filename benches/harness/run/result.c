/* Why this file exists: describes a result in words, and decides which of its numbers may be shown. */
#include "result.h"

#include <stdarg.h>
#include <stdio.h>

bool bench_has_numbers(const bench_result *result) {
  return (result->outcome == BENCH_VALID || result->outcome == BENCH_UNCHECKED || result->outcome == BENCH_INEXACT) &&
         result->episodes > 0;
}

int32_t bench_sample_frames(const bench_point *point, const bench_result *result, size_t index) {
  const size_t per_episode = (size_t)result->samples_per_episode;
  if ((index + 1) % per_episode != 0) return result->frames_per_sample;
  return point->frames - (result->samples_per_episode - 1) * result->frames_per_sample;
}

void bench_note(bench_result *result, const char *format, ...) {
  if (result->note_count == BENCH_MAX_NOTES) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(result->notes[result->note_count++], BENCH_TEXT, format, arguments);
  va_end(arguments);
}

const char *bench_outcome_name(bench_outcome outcome) {
  static const char *const names[] = {"pending", "ok",      "unchecked", "inexact",
                                      "skipped", "invalid", "error",     "interrupted"};
  return names[outcome];
}

const char *bench_label(const bench_result *result) {
  if (result->outcome == BENCH_UNCHECKED) return "UNCHECKED";
  return result->outcome == BENCH_VALID ? result->checked : "";
}

const char *bench_stop_word(const bench_result *result) {
  return result->outcome == BENCH_STOPPED ? bench_outcome_name(BENCH_STOPPED) : result->stop;
}
