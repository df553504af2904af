/* Why this file exists: tests the numbers that show where the time goes: operations of a projection against a count by
 * hand, roofs that follow from measurements, and processor counters that know what happened between two readings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/perf_event.h>
#endif

#include "runner/check.h"
#include "unit/harness/harness_subject.h"
#include "count/operations.h"
#include "harness/machine/peak.h"
#include "harness/store/report.h"
#include "xpbd/formula.h"

/// Operations of a formula with its default material; false if they are unknown.
static bool count(const char *name, bool in_double, bool damped, operations *out) {
  const int index = xpbd_formula_find(name);
  const xpbd_formula_info *info = xpbd_formula_at(index);
  double material[XPBD_MAX_MATERIAL] = {0};
  for (int k = 0; info && k < info->material_count; k++) material[k] = info->material[k].standard;
  return operations_of(index, material, in_double ? XPBD_F64 : XPBD_F32, damped, out);
}

static void by_hand(check *self, int argument) {
  // From the texts: d 3 +; length 2 fma, 1 *, 1 root; gradient 3 *; C 1 +, 1 *; alpha lambda 1 fma, scale 1 *; alpha s^2 2 *;
  // two w |g|^2 of 3 fma, 1 *; 1 *, 1 /; the test 1 +; lambda 1 fma; two particles of 1 *, 3 fma.
  static const struct {
    const char *name;
    bool damped;
    operations wanted;
  } known[] = {
      {"stretching", false, {5, 13, 16, 1, 1}},
      {"hookean", false, {5, 15, 16, 1, 1}},
      // rate: two dots of 2 fma, 1 *, 1 + between them; fma into the numerator; moved: 3 fma for each particle;
      // 1 + gamma; (1 + gamma) w for each particle
      {"stretching", true, {5 + 2, 13 + 2 + 2, 16 + 4 + 1 + 6, 1, 1}}};
  operations have;
  if (!count("stretching", false, false, &have)) {
    check_skip(self, "built without a C++ compiler: no operations are counted");
    return;
  }
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const operations *want = &known[k].wanted;
    check_true(self, count(known[k].name, false, known[k].damped, &have), "%s is known", known[k].name);
    const char *what = known[k].damped ? "damped " : "";
    check_same(self, (uint64_t)have.additions, (uint64_t)want->additions, "%s%s: additions", what, known[k].name);
    check_same(self, (uint64_t)have.multiplications, (uint64_t)want->multiplications, "%s%s: multiplications", what,
               known[k].name);
    check_same(self, (uint64_t)have.fused, (uint64_t)want->fused, "%s%s: fused multiply-adds", what, known[k].name);
    check_same(self, (uint64_t)have.divisions, (uint64_t)want->divisions, "%s%s: divisions", what, known[k].name);
    check_same(self, (uint64_t)have.roots, (uint64_t)want->roots, "%s%s: roots", what, known[k].name);
    check_between(self, operations_sum(&have),
                  want->additions + want->multiplications + 2 * want->fused + want->divisions + want->roots,
                  want->additions + want->multiplications + 2 * want->fused + want->divisions + want->roots,
                  "%s%s: all", what, known[k].name);
  }
  operations other;
  check_control(self, count("morse", false, false, &other) && memcmp(&other, &known[0].wanted, sizeof other) != 0,
                "another formula has other counts");
}

/// Every formula is known except the summed ones. No material changes what is computed. Series are longer in double.
static void all_formulas(check *self, int argument) {
  operations one, other;
  if (!count("stretching", false, false, &one)) {
    check_skip(self, "built without a C++ compiler: no operations are counted");
    return;
  }
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *info = xpbd_formula_at(i);
    double material[XPBD_MAX_MATERIAL] = {0};
    for (int k = 0; k < info->material_count; k++) material[k] = info->material[k].standard;
    const bool summed = (info->traits & XPBD_SUMMED) != 0;
    check_true(self, operations_of(i, material, XPBD_F32, false, &one) == !summed, "%s: %s", info->name,
               summed ? "not known, its constraints are one" : "known");
    if (summed) continue;
    for (int k = 0; k < info->material_count; k++) material[k] *= 1.25;
    check_true(self, operations_of(i, material, XPBD_F32, false, &other) && memcmp(&one, &other, sizeof one) == 0,
               "%s: the same with another material", info->name);
    check_true(self,
               operations_of(i, material, XPBD_F64, false, &other) && operations_sum(&other) >= operations_sum(&one),
               "%s: no fewer in double", info->name);
    check_true(self,
               operations_of(i, material, XPBD_F32, true, &other) && operations_sum(&other) > operations_sum(&one),
               "%s: more with damping", info->name);
  }
  const double none[XPBD_MAX_MATERIAL] = {0};
  check_control(self, !operations_of(-1, none, XPBD_F32, false, &one) && !(operations_sum(&one) > 0.0), "no formula");
  check_control(self, !operations_of(1000000, none, XPBD_F32, false, &one), "a formula of a file");
}

static void roofs(check *self, int argument) {
  static bench_environment env;
  env = (bench_environment){0};
  bench_env_text(&env, "cpu", "instructions", "avx2", "check");
  bench_env_number(&env, "machine", "triad_one", 10e9, "bytes/s", "check");
  bench_env_number(&env, "machine", "triad", 30e9, "bytes/s", "check");
  bench_env_number(&env, "machine", "peak_f32_vector_one", 100e9, "1/s", "check");
  bench_env_number(&env, "machine", "peak_f32_vector_all", 800e9, "1/s", "check");
  bench_env_number(&env, "machine", "peak_f64_scalar_one", 7e9, "1/s", "check");
  bench_env_number(&env, "machine", "peak_f64_scalar_all", 6e9, "1/s", "check");
  bench_facts facts = bench_facts_unknown();
  facts.instructions = "avx2", facts.threads = 1, facts.lanes = 8, facts.real_bytes = 4;
  check_between(self, bench_roof_memory(&env, &facts), 10e9, 10e9, "memory of one thread [bytes/s]");
  check_between(self, bench_roof_compute(&env, &facts), 100e9, 100e9, "peak of one thread [1/s]");
  facts.threads = 2;
  check_between(self, bench_roof_memory(&env, &facts), 20e9, 20e9, "memory of two [bytes/s]");
  facts.threads = 4;
  check_between(self, bench_roof_memory(&env, &facts), 30e9, 30e9, "memory of four is that of all [bytes/s]");
  check_between(self, bench_roof_compute(&env, &facts), 400e9, 400e9, "peak of four [1/s]");
  facts.lanes = 1, facts.real_bytes = 8;
  check_between(self, bench_roof_compute(&env, &facts), 7e9, 7e9, "no less than one thread, whoever was busy [1/s]");
  facts.real_bytes = 4;
  check_control(self, isnan(bench_roof_compute(&env, &facts)), "a width that was not measured");
  facts.threads = 1, facts.lanes = 2;
  check_between(self, bench_roof_compute(&env, &facts), 100e9, 100e9, "two lanes are side by side [1/s]");
  facts.lanes = 0;
  check_true(self, isnan(bench_roof_compute(&env, &facts)), "an unknown number of lanes");
  facts.lanes = 8, facts.real_bytes = 0;
  check_true(self, isnan(bench_roof_compute(&env, &facts)), "an unknown precision");
  facts.instructions = "cuda", facts.real_bytes = 4;
  check_control(self, isnan(bench_roof_memory(&env, &facts)) && isnan(bench_roof_compute(&env, &facts)), "a device");
  facts.instructions = "avx2", facts.threads = 0;
  check_control(self, isnan(bench_roof_memory(&env, &facts)), "an unknown number of threads");
  facts.threads = 1;
  check_control(self, isnan(bench_roof_memory(NULL, &facts)), "no environment");
  // If only the value of one thread, or of all threads, is known, nothing follows for other counts.
  for (int all = 0; all < 2; all++) {
    env = (bench_environment){0};
    bench_env_text(&env, "cpu", "instructions", "avx2", "check");
    bench_env_number(&env, "machine", all ? "triad" : "triad_one", 10e9, "bytes/s", "check");
    facts.threads = 1;
    check_true(self, isnan(bench_roof_memory(&env, &facts)) == (all == 1), "memory of one thread, of which %s is known",
               all ? "that of all" : "its own");
    facts.threads = 2;
    check_true(self, isnan(bench_roof_memory(&env, &facts)), "memory of two, of which that of %s is known",
               all ? "all" : "one");
  }
}

/// This machine's peak: side by side more than one by one, float at least as much as double. How much is not tested.
static void peak(check *self, int argument) {
  static bench_environment env;
  env = (bench_environment){0};
  bench_env_text(&env, "cpu", "instructions", "baseline", "check");
  bench_peak_measure(&env);
  const double wide = bench_env_number_of(&env, "machine", "peak_f32_vector_one");
  check_at_least(self, bench_env_number_of(&env, "machine", "peak_f32_scalar_one"), 1e7, "peak one by one [1/s]");
  check_at_least(self, wide, 1e7, "peak side by side [1/s]");
  check_at_least(self, bench_env_number_of(&env, "machine", "peak_f64_vector_all"), 1e7, "peak of all [1/s]");
  // Every loop that this processor can run must work, or it would be unknown.
#if defined(__x86_64__)
  const struct {
    const char *name;
    bool here;
  } sets[] = {{"avx2", __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")},
              {"avx512", __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("fma")}};
  for (size_t k = 0; k < sizeof sets / sizeof sets[0]; k++) {
    if (!sets[k].here) continue;
    env = (bench_environment){0};
    bench_env_text(&env, "cpu", "instructions", sets[k].name, "check");
    bench_peak_measure(&env);
    check_same(self, (uint64_t)env.count, 9, "fields of %s", sets[k].name);
    for (int i = 1; i < env.count; i++)
      check_at_least(self, bench_env_number_of(&env, "machine", env.fields[i].key), 1e7, "%s of %s [1/s]",
                     env.fields[i].key, sets[k].name);
  }
#endif
  static bench_environment other;
  other = (bench_environment){0};
  bench_env_text(&other, "cpu", "instructions", "mmx", "check");
  bench_peak_measure(&other);
  check_control(self, isnan(bench_env_number_of(&other, "machine", "peak_f32_vector_one")), "unknown instructions");
}

/// A bit for each counter that never runs.
static unsigned asleep = 1u << BENCH_BRANCH_MISSES;

/// Counts of a processor driven by the fake clock: 3 cycles per nanosecond, counted half of the time.
static void fake_count(void *self, bench_counts *out) {
  for (int k = 0; k < BENCH_COUNTERS; k++) {
    out->enabled[k] = 1e9 * fake.now;
    out->running[k] = k == BENCH_CYCLES ? 0.5e9 * fake.now : 1e9 * fake.now;
    out->value[k] = (k == BENCH_CYCLES ? 1.5e9 : 2e9 * k) * fake.now;
    if ((asleep & 1u << k) != 0) out->running[k] = 0.0;
  }
}

static void counters(check *self, int argument) {
  fake = (fake_behaviour){.mean = 1e-3};
  trial t;
  plan_trial(&t, (const char *const[]){"size=10", "side=left"}, 2);
  t.count = fake_count;
  run_trial(&t);
  const bench_result *result = &t.run.results[0];
  const bench_numbers n = bench_numbers_of(&t.plan.points[0], result);
  // A frame of 1 ms is 10 000 units of work, so a unit is 100 ns.
  check_true(self, result->outcome == BENCH_VALID, "the point is valid: %s", result->reason);
  check_between(self, n.counted[BENCH_CYCLES], 300 * (1 - 1e-6), 300 * (1 + 1e-6),
                "cycles of a unit of work, scaled up");
  check_between(self, n.counted[BENCH_INSTRUCTIONS], 200 * (1 - 1e-6), 200 * (1 + 1e-6), "instructions of it");
  check_between(self, n.counted[BENCH_CACHE_MISSES], 400 * (1 - 1e-6), 400 * (1 + 1e-6), "cache misses of it");
  check_true(self, isnan(n.counted[BENCH_BRANCH_MISSES]), "what never ran is unknown");
  check_between(self, result->hardware_frames, (double)result->episodes * t.plan.points[0].frames,
                (double)result->episodes * t.plan.points[0].frames, "frames that were counted: the timed ones");
  const double counted_time = result->interval.median;
  end_trial(&t);
  run_single(&t);
  const bench_numbers none = bench_numbers_of(&t.plan.points[0], &t.run.results[0]);
  check_control(self, isnan(none.counted[BENCH_CYCLES]) && !(t.run.results[0].hardware_frames > 0.0),
                "without counters nothing is known");
  check_between(self, t.run.results[0].interval.median, counted_time * (1 - 1e-9), counted_time * (1 + 1e-9),
                "the time is the same");
  end_trial(&t);
}

/// Cycles or instructions are enough to count by. Without both there are no counts.
static void some_counters(check *self, int argument) {
  enum { CYCLES = 1 << BENCH_CYCLES, INSTRUCTIONS = 1 << BENCH_INSTRUCTIONS };
  static const unsigned idles[] = {CYCLES, INSTRUCTIONS, CYCLES | INSTRUCTIONS};
  for (int way = 0; way < 3; way++) {
    OWNED(end_trial) trial t = {0};
    fake = (fake_behaviour){.mean = 1e-3};
    asleep = idles[way];
    plan_trial(&t, (const char *const[]){"size=10", "side=left"}, 2);
    t.count = fake_count;
    run_trial(&t);
    const bench_result *result = &t.run.results[0];
    const bench_numbers n = bench_numbers_of(&t.plan.points[0], result);
    const double frames = way < 2 ? (double)result->episodes * t.plan.points[0].frames : 0.0;
    check_between(self, result->hardware_frames, frames, frames, "way %d: frames that were counted", way);
    check_true(self, isnan(n.counted[BENCH_CYCLES]) == (way != 1), "way %d: cycles are known, or not", way);
    check_true(self, isnan(n.counted[BENCH_INSTRUCTIONS]) == (way != 0), "way %d: instructions are known, or not", way);
    if (way == 2) check_control(self, isnan(n.counted[BENCH_CACHE_MISSES]), "misses of no frames");
  }
  asleep = 1u << BENCH_BRANCH_MISSES;
}

/// What is requested of the system, whether or not it allows that: user mode, and threads that are started later.
static void asked_for(check *self, int argument) {
#if defined(__linux__)
  struct perf_event_attr asked, wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.type = PERF_TYPE_SOFTWARE, wanted.size = sizeof wanted, wanted.config = 7;
  wanted.read_format = 3; /* how long it was enabled, and how long it ran */
  wanted.inherit = wanted.exclude_kernel = wanted.exclude_hv = 1;
  bench_hardware_wanted(PERF_TYPE_SOFTWARE, 7, &asked);
  check_true(self, memcmp(&asked, &wanted, sizeof asked) == 0, "a counter of user mode and of later threads");
  bench_hardware_wanted(PERF_TYPE_HARDWARE, 7, &asked);
  check_control(self, memcmp(&asked, &wanted, sizeof asked) != 0, "another kind");
#else
  check_skip(self, "another system");
#endif
}

/// The environment lists which counters there are, or the first missing one with its reason.
static void told(check *self) {
  static const char refused[] = "perf_event_open: cycles: ";
  static bench_environment env;
  env = (bench_environment){0};
  bench_hardware_start(&env);
  const bench_field *field = bench_env_find(&env, "machine", "hardware_counters");
  const bool known = field && field->state == BENCH_KNOWN;
  const char *source = field && field->source ? field->source : "";
  check_true(self, strstr(source, "perf_event_open") == source, "the environment says what there is: %s", source);
  check_true(self, field && known == (field->text[0] != '\0'), "known, or it says why not");
  check_true(self, known || strncmp(source, refused, strlen(refused)) == 0, "the first that is refused: %s", source);
  check_true(self, known || !strstr(source, "Unknown error"), "and why: %s", source);
}

/// The system's own counters, by one that virtual machines also have: page faults of 64 pages touched for the first
/// time.
static void system_counters(check *self, int argument) {
  told(self);
#if defined(__linux__)
  enum { PAGES = 64 };
  const int descriptor = bench_hardware_open(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
  double before[3] = {NAN, NAN, NAN}, after[3] = {NAN, NAN, NAN}, idle[3] = {NAN, NAN, NAN};
  if (descriptor < 0) {
    check_skip(self, "the system counts nothing for us: %s", strerror(-descriptor));
    return;
  }
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  check_true(self, bench_hardware_value(descriptor, &before[0], &before[1], &before[2]), "it is read");
  check_true(self, bench_hardware_value(descriptor, &idle[0], &idle[1], &idle[2]), "it is read again");
  char *memory = aligned_alloc(page, PAGES * page * 16);
  for (size_t i = 0; memory && i < PAGES * 16; i++) ((volatile char *)memory)[i * page] = 1;
  check_true(self, bench_hardware_value(descriptor, &after[0], &after[1], &after[2]), "it is read behind");
  free(memory);
  check_at_least(self, after[0] - idle[0], 2, "page faults of memory touched for the first time, in pages of any size");
  check_at_least(self, after[1] - before[1], 1, "it was on meanwhile [ns]");
  check_control(self, idle[0] - before[0] < after[0] - idle[0], "between two readings in a row there are fewer");
  close(descriptor);
#endif
  double value, enabled, running;
  check_control(self, !bench_hardware_value(-1, &value, &enabled, &running), "no counter");
}

void check_group_roofline(check_registry *registry) {
  check_add(registry, "by_hand", "operations of springs against those counted by hand", by_hand, 0);
  check_add(registry, "all_formulas", "every formula is counted, whatever its material", all_formulas, 0);
  check_add(registry, "roofs", "the roofs of a row from what was measured", roofs, 0);
  check_add(registry, "peak", "the peak of this machine's cores is measured", peak, 0);
  check_add(registry, "counters", "counters of the processor come back per unit of work", counters, 0);
  check_add(registry, "some_counters", "one of two counters is enough", some_counters, 0);
  check_add(registry, "asked_for", "what is asked of the system for a counter", asked_for, 0);
  check_add(registry, "system_counters", "what the system counts rises with what is done", system_counters, 0);
}
