/* Why this file exists: a number without its machine is worth nothing, and an unreadable field must not look like
 * "off". So every field is known, unknown or not applicable. */
#pragma once

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

/// Add fields. An empty or NULL text and a number that is not finite mean unknown.
void bench_env_text(bench_environment *env, const char *group, const char *key, const char *value, const char *source);
void bench_env_number(bench_environment *env, const char *group, const char *key, double value, const char *unit,
                      const char *source);
void bench_env_not_applicable(bench_environment *env, const char *group, const char *key, const char *why);
__attribute__((format(printf, 2, 3))) void bench_env_warn(bench_environment *env, const char *format, ...);
const bench_field *bench_env_find(const bench_environment *env, const char *group, const char *key);
/// A field's number, or NaN. A field's text, or NULL.
double bench_env_number_of(const bench_environment *env, const char *group, const char *key);
const char *bench_env_text_of(const bench_environment *env, const char *group, const char *key);
/// Processors' worth of time that a CPU quota allows. NaN without one.
double bench_env_quota(const bench_environment *env);

/// How a program was built. "" = unknown.
typedef struct bench_build {
  const char *type, *flags, *openmp, *commit, *dirty;
} bench_build;
/// Add what is known of a build. Warn if its times mean nothing.
void bench_env_build(bench_environment *env, const bench_build *build);
/// Processors that this process may use, as ranges, "0-3,8".
void bench_env_processors(char *out, size_t capacity);
/// Read everything about processor, memory, system, process and build, without measurements. gpu.h does it for a GPU.
void bench_env_capture(bench_environment *env);
/// The other side that takes a cache line and returns it: a thread, or a stub in a test.
typedef struct bench_partner {
  void *(*start)(void);                                        ///< NULL = it cannot be started.
  bool (*round_trip)(void *self, int number, double deadline); ///< False = no return before the deadline [s].
  void (*end)(void *self);
} bench_partner;
extern const bench_partner bench_partner_thread;
/// Seconds that a cache line takes to another core and back. NaN with one processor, or if both never ran at once.
double bench_ping_pong(const bench_partner *partner);
/// Measure the ping-pong between two processors, memory bandwidth, and the cores' peak, in one to four seconds. The
/// field cpu.instructions must be set before.
void bench_env_measure(bench_environment *env, double clock_read_cost);
/// Add the noise fields before the run. bench_env_finish() adds the noise after it and the warnings.
void bench_env_noise_before(bench_environment *env);
void bench_env_finish(bench_environment *env);

/// Write all fields of all groups except "tool", "git" and "build", or all fields of one group.
void bench_env_write(const bench_environment *env, json_writer *json);
void bench_env_write_group(const bench_environment *env, const char *group, json_writer *json);
