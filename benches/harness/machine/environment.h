/* Why this file exists: a number without the machine it was measured on is worth nothing, and a field that could not be
 * read must not look like "off": every field is known, unknown or not applicable. */
#ifndef BENCH_ENVIRONMENT_H
#define BENCH_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "support/json.h"

typedef enum bench_known { BENCH_UNKNOWN, BENCH_KNOWN, BENCH_NOT_APPLICABLE } bench_known;

typedef struct bench_field {
  const char *group, *key; ///< Static.
  bench_known state;
  bool is_number;
  double number;
  char text[256];
  const char *unit;   ///< NULL = none.
  const char *source; ///< How it was read.
} bench_field;

enum { BENCH_MAX_FIELDS = 192, BENCH_MAX_WARNINGS = 16 };

typedef struct bench_environment {
  int count;
  bench_field fields[BENCH_MAX_FIELDS];
  int warning_count;
  char warnings[BENCH_MAX_WARNINGS][256];
} bench_environment;

/// Add fields. A NULL or empty text, or a number that is not finite, is unknown.
void bench_env_text(bench_environment *env, const char *group, const char *key, const char *value, const char *source);
void bench_env_number(bench_environment *env, const char *group, const char *key, double value, const char *unit,
                      const char *source);
void bench_env_not_applicable(bench_environment *env, const char *group, const char *key, const char *why);
__attribute__((format(printf, 2, 3))) void bench_env_warn(bench_environment *env, const char *format, ...);
const bench_field *bench_env_find(const bench_environment *env, const char *group, const char *key);
/// The field's number, or NaN; its text, or NULL.
double bench_env_number_of(const bench_environment *env, const char *group, const char *key);
const char *bench_env_text_of(const bench_environment *env, const char *group, const char *key);

/// What a program was built with; "" = unknown.
typedef struct bench_build {
  const char *type, *flags, *openmp, *commit, *dirty;
} bench_build;
/// Add what is known of a build, and warn of one whose times mean nothing.
void bench_env_build(bench_environment *env, const bench_build *build);
/// Processors this process may use as ranges, "0-3,8".
void bench_env_processors(char *out, size_t capacity);
/// Read everything about processor, memory, system, process and build; gpu.h does the same for a GPU. Takes no
/// measurements.
void bench_env_capture(bench_environment *env);
/// Whoever gets a cache line and gives it back: a thread, or in a test nobody.
typedef struct bench_partner {
  void *(*start)(void);                                        ///< NULL = it cannot be started.
  bool (*round_trip)(void *self, int number, double deadline); ///< False = not back before the deadline [s].
  void (*end)(void *self);
} bench_partner;
extern const bench_partner bench_partner_thread;
/// Seconds that a cache line takes to another core and back; NaN with one processor, or when the two never ran together.
double bench_ping_pong(const bench_partner *partner);
/// Measure ping-pong between two processors, memory bandwidth and the peak of the cores; one to four seconds. The
/// instruction set of the kernels must be known by then (cpu.instructions).
void bench_env_measure(bench_environment *env, double clock_read_cost);
/// The noise fields before the run; bench_env_finish() adds those after it and the warnings that follow from them.
void bench_env_noise_before(bench_environment *env);
void bench_env_finish(bench_environment *env);

/// All fields of all groups but "tool", "git" and "build"; all fields of one group.
void bench_env_write(const bench_environment *env, json_writer *json);
void bench_env_write_group(const bench_environment *env, const char *group, json_writer *json);

#endif
