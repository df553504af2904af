/* Why this file exists: writes what is said of a GPU that was slowed down, or whose state is unknown: which reasons and
 * clocks count, the notes and the JSON. A whole program tests the answers of the library (benches/tests/gpu.sh). */
#include <math.h>
#include <string.h>

#include "harness/machine/gpu.h"
#include "texts.h"

static void write_reasons(void) {
  char text[BENCH_TEXT];
  heading("each bit of the reasons");
  for (unsigned k = 0; k < 10; k++) {
    const bench_telemetry one = {.reasons = 1ull << k, .sm_low = NAN, .sm_limit = NAN};
    bench_gpu_reasons(one.reasons, text, sizeof text);
    printf("%u: %s%s\n", k, text, bench_telemetry_slowed(&one) ? ", which slows down" : "");
  }
  heading("none, four, and four with room for 11 letters");
  puts(bench_gpu_reasons(0, text, sizeof text));
  puts(bench_gpu_reasons(0x8000000000000105ull, text, sizeof text));
  puts(bench_gpu_reasons(0x105, text, 12));
}

/// Six episodes on a GPU at full speed: clocks 1800 to 2000 of 2000 MHz.
static void make(bench_telemetry *out, double clocks[6], double scratch[6]) {
  static const double mhz[6] = {1900, 1800, 1990, 2000, 1850, 1950};
  memcpy(clocks, mhz, sizeof mhz);
  *out = (bench_telemetry){.wanted = true,
                           .device = 3,
                           .handle = (struct nvmlDevice_st *)clocks, /* it is not queried */
                           .why = "nobody knows",
                           .episodes = 6,
                           .sm_mhz = clocks,
                           .scratch = scratch,
                           .sm_count = 6,
                           .capacity = 6,
                           .sm_limit = 2000,
                           .sm_low = NAN,
                           .sm_median = NAN,
                           .sm_high = NAN,
                           .temperature = 61,
                           .power = 350.5,
                           .energy = 12.5,
                           .energy_seconds = 0.25,
                           .reasons = 3,
                           .reasons_count = 6};
}

/// Changes to the telemetry of make().
static const struct {
  const char *about;
  bool idle, elsewhere, nobody; ///< No episode; not on a GPU; no device to ask.
  double slow;                  ///< The third clock, 0 = unchanged.
  double limit;                 ///< 0 = unchanged.
  int clocks_unknown, reasons_unknown;
  unsigned long long reasons;
} cases[] = {{.about = "it keeps its pace", .reasons = 3},
             {.about = "without a reason", .reasons = 0},
             {.about = "slowed down", .reasons = 0x4b},
             {.about = "for reasons that nobody knows yet, too", .reasons = 0x8020000000000105ull},
             {.about = "with the last bit that is written", .reasons = 0x10000000000000ull},
             {.about = "slowed down in an episode, and unknown in another", .reasons = 4, .reasons_unknown = 2},
             {.about = "unknown in two episodes", .reasons = 1, .reasons_unknown = 2},
             {.about = "at three quarters of its clock", .slow = 1500},
             {.about = "below them", .slow = 1499},
             {.about = "below them, and told why", .slow = 1000, .reasons = 0x80},
             {.about = "below what nobody knows", .slow = 100, .limit = NAN},
             {.about = "clocks of four episodes", .clocks_unknown = 2},
             {.about = "clocks of none", .clocks_unknown = 6},
             {.about = "no device to ask", .nobody = true, .reasons = 4},
             {.about = "no episode", .idle = true, .reasons = 4},
             {.about = "not on a GPU", .elsewhere = true, .reasons = 4}};

/// A point that is flagged already stays so.
static void write_judged(void) {
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    double clocks[6], scratch[6];
    bench_telemetry telemetry;
    char notes[BENCH_TELEMETRY_NOTES][BENCH_TEXT];
    bool flagged = false, flagged_before = true;
    make(&telemetry, clocks, scratch);
    if (cases[k].slow > 0.0) clocks[2] = cases[k].slow;
    if (!(cases[k].limit <= 0.0)) telemetry.sm_limit = cases[k].limit;
    telemetry.wanted = !cases[k].elsewhere;
    if (cases[k].idle) telemetry.episodes = 0;
    if (cases[k].nobody) telemetry.handle = NULL;
    telemetry.sm_count -= cases[k].clocks_unknown;
    telemetry.reasons_count -= cases[k].reasons_unknown;
    telemetry.reasons = cases[k].reasons;
    bench_telemetry_judge(&telemetry, notes, &flagged_before);
    const int count = bench_telemetry_judge(&telemetry, notes, &flagged);
    heading("%s: %s, %s", cases[k].about, flagged ? "flagged" : "not flagged",
            flagged_before ? "stays flagged" : "is not any more");
    for (int i = 0; i < count; i++) puts(notes[i]);
    json_writer json = {.stream = stdout, .flat = true};
    json_open(&json, NULL, '{');
    bench_telemetry_write(&json, &telemetry);
    json_close(&json, '}');
  }
}

/// A point is on a GPU by its backend, and only then is a GPU queried. The first such point decides which device is
/// described; without one it is device 0.
static void write_points(void) {
  static const char *const backends[] = {"seq", "cuda", "opencl", "cud"};
  static const bench_axis axes[] = {{.name = "backend", .text = true}, {.name = "device"}};
  static const bench_case owner = {.name = "made", .axes = axes, .axis_count = 2};
  enum { POINTS = 4 };
  bench_point all[POINTS];
  heading("which points are on a GPU");
  for (int i = 0; i < POINTS; i++) {
    all[i] = (bench_point){.owner = &owner};
    all[i].values[0].text = backends[i];
    all[i].values[1].number = 5 + i;
    bench_telemetry telemetry = {0};
    const bool memory = bench_telemetry_start(&telemetry, &all[i], 4);
    printf("%s: GPU %d, device %d, memory %d, telemetry %d of device %d\n", backends[i], bench_on_gpu(&all[i]),
           bench_on_device(&all[i]), memory, telemetry.wanted, telemetry.device);
    bench_telemetry_free(&telemetry);
  }
  const bench_plan plan = {.points = all, .count = POINTS}, none = {.points = all, .count = 1};
  printf("of the plan: %d; of its first point: %d\n", bench_gpu_of_plan(&plan), bench_gpu_of_plan(&none));
}

void write_telemetry(void) {
  write_reasons();
  write_judged();
  write_points();
}
