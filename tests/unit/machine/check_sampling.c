/* Why this file exists: tests what is read of a GPU after each episode, from a made-up library: sums, extremes and
 * units of its answers, and that a value with one failed answer is unknown. Without a GPU no other test covers this. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/number.h"
#include "runner/check.h"

#include "harness/machine/gpu.h"
#include "harness/machine/nvml_api.h"
#include "unit/parts.h"

/* The next answers of the library; a negative number is no answer. */
static struct answers {
  double energy, clock, limit, temperature, power; ///< [mJ], [MHz], [degrees], [mW]
  long long reasons;
  int mig; ///< -1 = unknown.
  bool found;
} answers;

static struct nvmlDevice_st { int number; } the_device;

static int give(double answer, unsigned *out) {
  if (answer < 0) return NVML_NOT_SUPPORTED;
  *out = (unsigned)answer;
  return NVML_SUCCESS;
}
static int get_energy(nvml_device of, unsigned long long *out) {
  *out = (unsigned long long)fabs(answers.energy);
  return of == &the_device && answers.energy >= 0 ? NVML_SUCCESS : NVML_NOT_SUPPORTED;
}
static int get_reasons(nvml_device of, unsigned long long *out) {
  *out = (unsigned long long)answers.reasons;
  return of == &the_device && answers.reasons >= 0 ? NVML_SUCCESS : NVML_NOT_SUPPORTED;
}
static int get_clock(nvml_device of, unsigned kind, unsigned *out) {
  return of == &the_device && kind == 1 ? give(answers.clock, out) : NVML_INVALID_ARGUMENT;
}
static int get_limit(nvml_device of, unsigned kind, unsigned *out) {
  return of == &the_device && kind == 1 ? give(answers.limit, out) : NVML_INVALID_ARGUMENT;
}
static int get_temperature(nvml_device of, unsigned kind, unsigned *out) {
  return of == &the_device && kind == 0 ? give(answers.temperature, out) : NVML_INVALID_ARGUMENT;
}
static int get_power(nvml_device of, unsigned *out) {
  return of == &the_device ? give(answers.power, out) : NVML_INVALID_ARGUMENT;
}
static int get_mig(nvml_device of, unsigned *now, unsigned *pending) {
  *pending = 1;
  return of == &the_device ? give(answers.mig, now) : NVML_INVALID_ARGUMENT;
}

static nvml_api library;
static const nvml_api *made_api(void) {
  return &library;
}
static nvml_device made_find(int number, char *why, size_t capacity) {
  if (!answers.found) snprintf(why, capacity, "no device %d", number);
  return answers.found ? &the_device : NULL;
}

/// A point on device 3, and one without a device.
static const bench_axis axes[] = {{.name = "backend", .text = true}, {.name = "device"}};
static const bench_case owner = {.axes = axes, .axis_count = 2};
static const bench_point on_device = {.owner = &owner, .values = {{.text = "cuda"}, {.number = 3}}, .present = 3};
static const bench_point elsewhere = {.owner = &owner, .values = {{.text = "seq"}, {.number = 3}}, .present = 3};

static const struct answers usual = {1000, 1500, 2000, 61, 250000, 0x1, 0, true};

/* From now on the library gives this answer, and has all functions. */
static void answer(struct answers all) {
  answers = all;
  library = (nvml_api){.energy = get_energy,
                       .reasons = get_reasons,
                       .clock = get_clock,
                       .clock_limit = get_limit,
                       .temperature = get_temperature,
                       .power = get_power,
                       .mig = get_mig};
}

/* Three episodes; there is room for the clocks of two. */
static void do_sampled(check *self) {
  bench_telemetry all = {0};
  answer(usual);
  if (!check_true(self, bench_telemetry_start(&all, &on_device, 2), "there is memory")) return;
  check_true(self, all.wanted && all.device == 3 && all.handle == &the_device && !all.in_slices, "the device");
  check_number(self, all.sm_limit, 2000, 1e-12, "highest clock [MHz]");
  static const struct {
    double before, after, seconds, clock, temperature, power;
    long long reasons;
  } episodes[] = {{1000, 3500, 0.5, 1500, 61, 250000, 0x1},
                  {4000, 4600, 0.25, 1400, 63, 200000, 0x24},
                  {4600, 4600, 1.0, 1600, 62, 240000, -1}};
  for (int k = 0; k < 3; k++) {
    answers.energy = episodes[k].before;
    bench_telemetry_mark(&all);
    answers.energy = episodes[k].after, answers.clock = episodes[k].clock, answers.power = episodes[k].power;
    answers.temperature = episodes[k].temperature, answers.reasons = episodes[k].reasons;
    bench_telemetry_add(&all, episodes[k].seconds);
  }
  check_number(self, all.energy, 2.5 + 0.6, 1e-12, "energy [J]");
  check_number(self, all.energy_seconds, 1.75, 1e-12, "of whole episodes [s]");
  check_number(self, all.power, 250, 1e-12, "highest power [W]");
  check_number(self, all.temperature, 63, 1e-12, "highest temperature");
  check_true(self, all.sm_count == 2 && all.sm_mhz[0] == 1500 && all.sm_mhz[1] == 1400, "clocks there is room for");
  check_true(self, all.reasons == 0x25 && all.reasons_count == 2 && all.episodes == 3, "reasons of two episodes");
  char notes[BENCH_TELEMETRY_NOTES][BENCH_TEXT];
  bool flagged = false;
  check_same(self, (uint64_t)bench_telemetry_judge(&all, notes, &flagged), 2, "notes");
  check_number(self, all.sm_low, 1400, 1e-12, "lowest clock [MHz]");
  check_number(self, all.sm_median, 1450, 1e-12, "median clock [MHz]");
  check_number(self, all.sm_high, 1500, 1e-12, "highest clock seen [MHz]");
  check_control(self, flagged, "a power cap, and less than three quarters of the clock");
  static const struct {
    long long reasons;
    bool hot;
  } now[] = {{0x0, false}, {0x4, false}, {0x8, true},  {0x20, true},
             {0x40, true}, {0x80, true}, {0x24, true}, {-1, false}};
  for (size_t k = 0; k < sizeof now / sizeof *now; k++) {
    answers.reasons = now[k].reasons;
    check_true(self, bench_telemetry_hot(&all) == now[k].hot, "reasons %lld: a pause helps, or not", now[k].reasons);
  }
  bench_telemetry_free(&all);
  answers.reasons = 0x20;
  check_true(self, !all.sm_mhz && !all.scratch && !all.handle, "all was given back");
  check_true(self, !bench_telemetry_hot(&all), "nobody can be asked any more");
}

/* One wrong or missing answer, in the second of three episodes. */
static void do_unknown(check *self) {
  static const struct {
    const char *what;
    double mark;        ///< The energy counter before it.
    struct answers add; ///< The answer after it.
    double energy;
    int clocks, reasons;
  } cases[] = {{"nothing", 1000, {2000, 1500, 2000, 61, 250000, 1, 0, true}, 3, 3, 3},
               {"a counter that went back", 5000, {4999, 1500, 2000, 61, 250000, 1, 0, true}, NAN, 3, 3},
               {"no counter at first", -1, {1, 1500, 2000, 61, 250000, 1, 0, true}, NAN, 3, 3},
               {"no counter at last", 1000, {-2000, 1500, 2000, 61, 250000, 1, 0, true}, NAN, 3, 3},
               {"no clock", 1000, {2000, -1, 2000, 61, 250000, 1, 0, true}, 3, 2, 3},
               {"no temperature", 1000, {2000, 1500, 2000, -1, 250000, 1, 0, true}, 3, 3, 3},
               {"no power", 1000, {2000, 1500, 2000, 61, -1, 1, 0, true}, 3, 3, 3},
               {"a power that means none", 1000, {2000, 1500, 2000, 61, UINT_MAX, 1, 0, true}, 3, 3, 3},
               {"no reasons", 1000, {2000, 1500, 2000, 61, 250000, -1, 0, true}, 3, 3, 2}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    OWNED(bench_telemetry_free) bench_telemetry all = {0};
    answer(usual);
    if (!check_true(self, bench_telemetry_start(&all, &on_device, 8), "there is memory")) return;
    for (int episode = 0; episode < 3; episode++) {
      answers = usual;
      if (episode == 1) answers.energy = cases[k].mark;
      bench_telemetry_mark(&all);
      answers = episode == 1 ? cases[k].add : usual;
      if (episode != 1) answers.energy = 2000;
      bench_telemetry_add(&all, 1.0);
    }
    check_number(self, all.energy, cases[k].energy, 1e-12, cases[k].what);
    check_number(self, all.power, 250, 1e-12, cases[k].what);
    check_number(self, all.temperature, 61, 1e-12, cases[k].what);
    check_true(self, all.sm_count == cases[k].clocks && all.reasons_count == cases[k].reasons,
               "%s: %d clocks, %d reasons", cases[k].what, all.sm_count, all.reasons_count);
  }
  check_control(self, isnan(cases[1].energy), "what a counter that was reset says");
}

/* With MIG, power and energy are shared with other users. Without functions or a device, nothing is known but that. */
static void do_without(check *self) {
  bench_telemetry all = {0};
  for (int mig = -1; mig < 2; mig++) {
    answer(usual);
    answers.mig = mig;
    if (!check_true(self, bench_telemetry_start(&all, &on_device, 4), "there is memory")) return;
    bench_telemetry_mark(&all);
    answers.energy = 3000;
    bench_telemetry_add(&all, 0.5);
    check_true(self, all.in_slices == (mig == 1), "slices: %d", mig);
    check_number(self, all.energy, mig == 1 ? (double)NAN : 2.0, 1e-12, "energy beside slices [J]");
    check_number(self, all.power, mig == 1 ? (double)NAN : 250.0, 1e-12, "power beside slices [W]");
    check_number(self, all.temperature, 61, 1e-12, "temperature beside slices");
  }
  library = (nvml_api){0};
  if (!check_true(self, bench_telemetry_start(&all, &on_device, 4), "there is memory")) return;
  bench_telemetry_mark(&all);
  bench_telemetry_add(&all, 0.5);
  check_true(self, isnan(all.energy) && isnan(all.power) && isnan(all.temperature) && isnan(all.sm_limit),
             "a library without functions");
  check_true(self, all.sm_count == 0 && all.reasons_count == 0 && all.episodes == 1,
             "an episode of which nothing is known");
  answer(usual);
  answers.found = false;
  check_true(self, bench_telemetry_start(&all, &on_device, 4) && strcmp(all.why, "no device 3") == 0, "it says why: %s",
             all.why);
  bench_telemetry_mark(&all);
  bench_telemetry_add(&all, 0.5);
  check_true(self, isnan(all.energy) && isnan(all.energy_seconds) && all.episodes == 1, "no device");
  check_true(self, bench_telemetry_start(&all, &elsewhere, 4) && !all.wanted && !all.handle, "a point elsewhere");
  bench_telemetry_free(&all);
  check_control(self, all.energy == 0.0, "no energy is not an unknown one");
}

static void asked(check *self, int argument) {
  static void (*const parts[])(check * self) = {do_sampled, do_unknown, do_without};
  const bench_gpu_source before = bench_gpu_asked;
  bench_gpu_asked = (bench_gpu_source){made_api, made_find};
  parts[argument](self);
  bench_gpu_asked = before;
}

void check_group_sampling(check_registry *registry) {
  check_add(registry, "sampled", "sums and extremes of three episodes", asked, 0);
  check_add(registry, "unknown", "one answer that is missing or means none", asked, 1);
  check_add(registry, "without", "slices, a library without functions, no device", asked, 2);
  check_sampling_energy(registry);
}
