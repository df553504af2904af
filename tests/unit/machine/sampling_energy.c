/* Why this file exists: few machines let a test read the energy of their processor. Here the files of power capping are
 * made up: counters that wrap around, vanish, may not be read or hold no number. Part of the group sampling. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/number.h"
#include "unit/parts.h"
#include "harness/machine/gpu.h"
#include "outside_made.h"

enum { MOST = 16 };

/// A file below the folder: its content, or NULL if root alone may read it.
typedef struct made_file {
  const char *name, *text;
} made_file;

static const made_file *files;
static const char *gone; ///< A file that has vanished.

static FILE *open_made(const char *path, const char *mode) {
  static const char folder[] = "/made/";
  errno = ENOENT;
  if (strncmp(path, folder, strlen(folder)) != 0) return NULL;
  for (const made_file *file = files; file->name; file++) {
    if (strcmp(path + strlen(folder), file->name) != 0 || (gone && strcmp(gone, file->name) == 0)) continue;
    if (file->text) return fmemopen((void *)file->text, strlen(file->text), mode);
    errno = EACCES;
  }
  return NULL;
}

static char *variable(const char *name) {
  static char folder[] = "/made";
  return strcmp(name, "XPBD_POWERCAP") == 0 ? folder : NULL;
}

static const bench_outside outside = {.open = open_made, .variable = variable};

#define DOMAIN(number, name, energy, range)                                                                            \
  {"intel-rapl:" #number "/name", name}, {"intel-rapl:" #number "/energy_uj", energy}, {                               \
    "intel-rapl:" #number "/max_energy_range_uj", range                                                                \
  }
#define TWO(first, second)                                                                                             \
  DOMAIN(0, "package-0\n", first, "5000000000\n"), DOMAIN(1, "package-1\n", second, "7000000000\n"),                   \
      DOMAIN(2, "psys\n", "1\n", "9000000000\n")

/// What is told of the packages. NULL = unknown.
static const char *told(const made_file *now, const char **source) {
  static bench_environment env;
  env = (bench_environment){0};
  files = now;
  gone = NULL;
  bench_rapl_capture(&env);
  *source = bench_env_find(&env, "cpu", "energy")->source;
  return bench_env_text_of(&env, "cpu", "energy");
}

static void do_packages(check *self) {
  static const made_file none[] = {{NULL, NULL}}, two[] = {TWO("1\n", "2\n"), {NULL, NULL}},
                         secret[] = {TWO("1\n", NULL), {NULL, NULL}}, word[] = {TWO("x\n", "2\n"), {NULL, NULL}},
                         empty[] = {DOMAIN(0, "package-0\n", "\n", "5\n"), {NULL, NULL}},
                         negative[] = {DOMAIN(0, "package-0\n", "-3\n", "5\n"), {NULL, NULL}},
                         flat[] = {DOMAIN(0, "package-0\n", "3\n", "0\n"), {NULL, NULL}};
  static const struct {
    const made_file *files;
    const char *names, *source;
  } known[] = {{two, "package-0, package-1", "RAPL, whole packages, with all that runs on them"},
               {none, NULL, "/made: no package here"},
               {secret, NULL, "/made: energy_uj of package-1: only root may read it"},
               {word, NULL, "/made: energy_uj of package-0: has no number"},
               {empty, NULL, "/made: energy_uj of package-0: has no number"},
               {negative, NULL, "/made: energy_uj of package-0: has no number"},
               {flat, NULL, "/made: max_energy_range_uj of package-0 has no number"}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const char *source, *names = told(known[k].files, &source);
    check_true(self, known[k].names ? names && strcmp(names, known[k].names) == 0 : !names, "case %zu: packages %s", k,
               names ? names : "unknown");
    check_true(self, strcmp(source, known[k].source) == 0, "case %zu: %s", k, source);
    check_true(self, bench_rapl_known() == (known[k].names != NULL), "case %zu: known or not", k);
  }
  check_control(self, isnan(bench_rapl_between(&(bench_rapl_mark){{0}}, &(bench_rapl_mark){{0}}, 1.0)),
                "no package has no energy, which is not 0");
}
WITH_OUTSIDE(packages, do_packages, outside)

/// Two packages before and after an episode of some seconds.
static void do_joules(check *self) {
  static const made_file start[] = {TWO("1000000\n", "6999000000\n"), {NULL, NULL}},
                         later[] = {TWO("3500000\n", "6999500000\n"), {NULL, NULL}},
                         around[] = {TWO("3500000\n", "1000000\n"), {NULL, NULL}};
  static const struct {
    const made_file *after;
    const char *gone;
    double seconds, joules;
  } known[] = {{later, NULL, 0.5, 2.5 + 0.5},
               {around, NULL, 0.5, 2.5 + 2.0}, /* 7000 - 6999 + 1 J */
               {around, NULL, 2.4, 4.5},
               {around, NULL, 2.6, NAN}, /* the first could have wrapped around twice */
               {later, "intel-rapl:1/energy_uj", 0.5, NAN},
               {start, NULL, 0.5, 0.0}};
  static const bench_axis axes[] = {{.name = "backend", .text = true}};
  static const bench_case owner = {.axes = axes, .axis_count = 1};
  static const bench_point seq = {.owner = &owner, .values = {{.text = "seq"}}, .present = 1};
  static const bench_point opencl = {.owner = &owner, .values = {{.text = "opencl"}}, .present = 1};
  const char *source;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bench_telemetry all = {0};
    told(start, &source);
    check_true(self, bench_telemetry_start(&all, &seq, 2) && all.wanted && all.device == -1, "the processor");
    bench_telemetry_mark(&all);
    files = known[k].after, gone = known[k].gone;
    bench_telemetry_add(&all, known[k].seconds);
    check_number(self, all.energy, known[k].joules, 1e-12, "energy of the episode [J]");
    check_number(self, all.energy_seconds, known[k].seconds, 0.0, "and its time [s]");
    check_number(self, bench_telemetry_joules(&all, 5), known[k].joules / 5, 1e-12, "energy of a frame [J]");
    char notes[BENCH_TELEMETRY_NOTES][BENCH_TEXT];
    bool flagged = false;
    check_true(self, bench_telemetry_judge(&all, notes, &flagged) == 0 && !flagged, "nothing is said of a GPU");
    all.energy_seconds = 0.09;
    check_number(self, bench_telemetry_joules(&all, 5), NAN, 0.0, "of a time too short for the counters");
  }
  bench_telemetry all = {0};
  check_control(self, bench_telemetry_start(&all, &opencl, 2) && !all.wanted,
                "a device has no energy from the processor");
  told((const made_file[]){{NULL, NULL}}, &source); /* for the tests that follow */
}
WITH_OUTSIDE(joules, do_joules, outside)

void check_sampling_energy(check_registry *registry) {
  check_add(registry, "packages", "whose energy can be read, or why not", packages, 0);
  check_add(registry, "joules", "of two packages, also where a counter wraps around or vanishes", joules, 0);
}
