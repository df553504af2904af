/* Why this file exists: test machines have consecutive processors, and tested builds are optimised. Here a process may
 * use given processors, in a build for finding errors. Part of the group clocks. tests/oracle/machines.sh makes up
 * whole machines. */
#include <string.h>

#include "unit/parts.h"
#include "harness/machine/environment.h"
#include "outside_made.h"

enum { MOST = 8 };

static struct {
  int list[MOST]; ///< Processors that this process may use.
  size_t count;
} allowed;

static bool is_allowed(int processor) {
  for (size_t i = 0; i < allowed.count; i++)
    if (allowed.list[i] == processor) return true;
  return false;
}

static const bench_outside outside = {.allowed = is_allowed};

static void do_ranges(check *self) {
  static const struct {
    int list[MOST];
    size_t count, room;
    const char *text;
  } known[] = {{{0, 1, 2, 3, 8, 10, 11}, 7, 64, "0-3,8,10-11"},
               {{5}, 1, 64, "5"},
               {{0, 2}, 2, 64, "0,2"},
               {{2, 3}, 2, 64, "2-3"},
               {{0, 1022, 1023}, 3, 64, "0,1022-1023"},
               {{0, 1, 2, 3, 8, 10, 11}, 7, 20, "0-3,8"}, /* without room for two more numbers of any size */
               {{0}, 0, 64, ""}};
  char text[64];
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    memset(&allowed, 0, sizeof allowed);
    memcpy(allowed.list, known[k].list, sizeof allowed.list);
    allowed.count = known[k].count;
    bench_env_processors(text, known[k].room);
    check_true(self, strcmp(text, known[k].text) == 0, "case %zu: '%s', not '%s'", k, text, known[k].text);
  }
  allowed.list[0] = 3, allowed.count = 1;
  bench_env_processors(text, sizeof text);
  check_control(self, strcmp(text, known[1].text) != 0, "another processor");
  allowed.count = 0;
  bench_env_processors(text, sizeof text);
  check_true(self, text[0] == '\0', "of which nothing is told: '%s'", text);
}
WITH_OUTSIDE(ranges, do_ranges, outside)

/// A build whose times mean nothing gives a warning, and the results name its settings.
static void build(check *self, int argument) {
  static bench_environment env;
  static const struct {
    const char *key, *text;
  } known[] = {{"type", "Debug"}, {"flags", "-O1 -fsanitize=address"}, {"openmp", "no"}};
  env = (bench_environment){0};
  bench_env_build(&env, &(bench_build){"Debug", "-O1 -fsanitize=address", "no", "", ""});
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    const char *text = bench_env_text_of(&env, "build", known[k].key);
    check_true(self, text && strcmp(text, known[k].text) == 0, "%s: %s", known[k].key, text ? text : "none");
  }
  check_true(self, env.warning_count == 2, "%d warnings", env.warning_count);
  check_true(self, strcmp(env.warnings[0], "this is a debug build: its times mean nothing") == 0, "the first: %s",
             env.warnings[0]);
  check_true(self, strcmp(env.warnings[1], "this build has sanitizers: its times mean nothing") == 0, "the second: %s",
             env.warnings[1]);
  check_control(self, !bench_env_text_of(&env, "git", "sha"), "a commit that this build does not know of");
}

void check_clocks_system(check_registry *registry) {
  check_add(registry, "processors", "which processors a process may use, in words", ranges, 0);
  check_add(registry, "build", "a build whose times mean nothing", build, 0);
}
