/* Why this file exists: tests the words about a GPU that was slowed down, or whose state is unknown: which reasons and
 * clocks count, the notes and the JSON letter for letter. A whole program tests the answers of the library
 * (benches/tests/gpu.sh). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/gpu.h"
#include "harness/machine/nvml_api.h"
#include "runner/check.h"

/// The bits of the reasons, from NVML's own description.
static void words(check *self, int argument) {
  static const struct {
    const char *text;
    bool slows;
  } reasons[] = {{"idle", false},
                 {"application clocks", false},
                 {"software power cap", true},
                 {"hardware slowdown", true},
                 {"sync boost", false},
                 {"software thermal slowdown", true},
                 {"hardware thermal slowdown", true},
                 {"hardware power brake", true},
                 {"display clocks", false},
                 {"0x200", false}};
  char text[BENCH_TEXT];
  for (unsigned k = 0; k < sizeof reasons / sizeof reasons[0]; k++) {
    const bench_telemetry one = {.reasons = 1ull << k, .sm_low = NAN, .sm_limit = NAN};
    bench_gpu_reasons(one.reasons, text, sizeof text);
    check_true(self, strcmp(text, reasons[k].text) == 0, "bit %u: %s", k, text);
    check_true(self, bench_telemetry_slowed(&one) == reasons[k].slows, "bit %u slows down: %d", k, reasons[k].slows);
  }
  bench_gpu_reasons(0, text, sizeof text);
  check_true(self, strcmp(text, "none") == 0, "no bit: %s", text);
  bench_gpu_reasons(0x8000000000000105ull, text, sizeof text);
  check_true(self, strcmp(text, "idle, software power cap, display clocks, 0x8000000000000000") == 0, "four bits: %s",
             text);
  bench_gpu_reasons(0x105, text, 12);
  check_true(self, strcmp(text, "idle, softw") == 0, "with room for 11 letters: %s", text);
  check_control(self, strcmp(bench_gpu_reasons(8, text, sizeof text), reasons[2].text) != 0, "another bit");
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

static char *json_of(const bench_telemetry *telemetry) {
  char *text = NULL;
  size_t length = 0;
  json_writer json = {.stream = open_memstream(&text, &length), .flat = true};
  json_open(&json, NULL, '{');
  bench_telemetry_write(&json, telemetry);
  json_close(&json, '}');
  fclose(json.stream);
  return text;
}

/// Changes to the telemetry of make(), and the resulting words.
typedef struct known_case {
  const char *about;
  bool idle, elsewhere, nobody; ///< No episode; not on a GPU; no device to ask.
  double slow;                  ///< The third clock, 0 = unchanged.
  double limit;                 ///< 0 = unchanged.
  int clocks_unknown, reasons_unknown;
  unsigned long long reasons;
  bool flagged;
  const char *notes[BENCH_TELEMETRY_NOTES], *json;
} known_case;

#define HEAD   "{\"telemetry\": {\"device\": 3, \"episodes\": 6, \"sm_mhz\": "
#define CLOCKS HEAD "{\"min\": 1800, \"median\": 1925, \"max\": 2000, \"limit\": 2000}"
#define REST                                                                                                           \
  ", \"temperature_c\": 61, \"power_w\": 350.5, \"energy_j\": 12.5, \"energy_s\": 0.25, \"energy_source\": \"NVML\", "
#define NO_REASONS "\"reasons\": null, \"reasons_text\": null}}\n"
static const known_case cases[] = {
    {.about = "it keeps its pace",
     .reasons = 3,
     .json = CLOCKS REST "\"reasons\": 3, \"reasons_text\": \"idle, application clocks\"}}\n"},
    {.about = "without a reason", .reasons = 0, .json = CLOCKS REST "\"reasons\": 0, \"reasons_text\": \"none\"}}\n"},
    {.about = "slowed down",
     .reasons = 0x4b,
     .flagged = true,
     .notes = {"the GPU was slowed down: hardware slowdown, hardware thermal slowdown"},
     .json = CLOCKS REST "\"reasons\": 75, \"reasons_text\": \"idle, application clocks, hardware slowdown, hardware "
                         "thermal slowdown\"}}\n"},
    {.about = "for reasons that nobody knows yet, too",
     .reasons = 0x8020000000000105ull,
     .flagged = true,
     .notes = {"the GPU was slowed down: software power cap"},
     .json = CLOCKS REST "\"reasons\": 261, \"reasons_text\": \"idle, software power cap, display clocks, "
                         "0x20000000000000, 0x8000000000000000\"}}\n"},
    {.about = "with the last bit that is written",
     .reasons = 0x10000000000000ull,
     .json = CLOCKS REST "\"reasons\": 4503599627370496, \"reasons_text\": \"0x10000000000000\"}}\n"},
    {.about = "slowed down in an episode, and unknown in another",
     .reasons = 4,
     .reasons_unknown = 2,
     .flagged = true,
     .notes = {"the GPU was slowed down: software power cap"},
     .json = CLOCKS REST NO_REASONS},
    {.about = "unknown in two episodes",
     .reasons = 1,
     .reasons_unknown = 2,
     .notes = {"whether the GPU was slowed down is unknown: its event reasons could not be read after 2 of 6 episodes"},
     .json = CLOCKS REST NO_REASONS},
    {.about = "at three quarters of its clock",
     .slow = 1500,
     .json = HEAD "{\"min\": 1500, \"median\": 1875, \"max\": 2000, \"limit\": 2000}" REST
                  "\"reasons\": 0, \"reasons_text\": \"none\"}}\n"},
    {.about = "below them",
     .slow = 1499,
     .flagged = true,
     .notes = {"the SM clock fell to 1499 MHz, below 75 % of the highest, 2000 MHz"},
     .json = HEAD "{\"min\": 1499, \"median\": 1875, \"max\": 2000, \"limit\": 2000}" REST
                  "\"reasons\": 0, \"reasons_text\": \"none\"}}\n"},
    {.about = "below them, and told why",
     .slow = 1000,
     .reasons = 0x80,
     .flagged = true,
     .notes = {"the GPU was slowed down: hardware power brake",
               "the SM clock fell to 1000 MHz, below 75 % of the highest, 2000 MHz"},
     .json = HEAD "{\"min\": 1000, \"median\": 1875, \"max\": 2000, \"limit\": 2000}" REST
                  "\"reasons\": 128, \"reasons_text\": \"hardware power brake\"}}\n"},
    {.about = "below what nobody knows",
     .slow = 100,
     .limit = NAN,
     .json = HEAD "{\"min\": 100, \"median\": 1875, \"max\": 2000, \"limit\": null}" REST
                  "\"reasons\": 0, \"reasons_text\": \"none\"}}\n"},
    {.about = "clocks of four episodes",
     .clocks_unknown = 2,
     .json = HEAD "{\"min\": 1800, \"median\": 1945, \"max\": 2000, \"limit\": 2000}" REST
                  "\"reasons\": 0, \"reasons_text\": \"none\"}}\n"},
    {.about = "clocks of none",
     .clocks_unknown = 6,
     .json = HEAD "{\"min\": null, \"median\": null, \"max\": null, \"limit\": 2000}" REST
                  "\"reasons\": 0, \"reasons_text\": \"none\"}}\n"},
    {.about = "no device to ask",
     .nobody = true,
     .reasons = 4,
     .notes = {"whether the GPU was slowed down is unknown: nobody knows"},
     .json = HEAD "{\"min\": null, \"median\": null, \"max\": null, \"limit\": 2000}" REST
                  "\"reasons\": 4, \"reasons_text\": \"software power cap\"}}\n"},
    {.about = "no episode",
     .idle = true,
     .reasons = 4,
     .json = "{\"telemetry\": {\"device\": 3, \"episodes\": 0, \"sm_mhz\": {\"min\": null, \"median\": null, \"max\": "
             "null, \"limit\": 2000}, \"temperature_c\": 61, \"power_w\": 350.5, \"energy_j\": null, \"energy_s\": "
             "null, \"energy_source\": \"NVML\", " NO_REASONS},
    {.about = "not on a GPU", .elsewhere = true, .reasons = 4, .json = "{\"telemetry\": null}\n"}};

static void judged(check *self, int argument) {
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const known_case *c = &cases[k];
    double clocks[6], scratch[6];
    bench_telemetry telemetry;
    char notes[BENCH_TELEMETRY_NOTES][BENCH_TEXT];
    bool flagged = false;
    make(&telemetry, clocks, scratch);
    if (c->slow > 0.0) clocks[2] = c->slow;
    if (!(c->limit <= 0.0)) telemetry.sm_limit = c->limit;
    telemetry.wanted = !c->elsewhere;
    if (c->idle) telemetry.episodes = 0;
    if (c->nobody) telemetry.handle = NULL;
    telemetry.sm_count -= c->clocks_unknown;
    telemetry.reasons_count -= c->reasons_unknown;
    telemetry.reasons = c->reasons;
    const int count = bench_telemetry_judge(&telemetry, notes, &flagged);
    int wanted = 0;
    while (wanted < BENCH_TELEMETRY_NOTES && c->notes[wanted]) ++wanted;
    check_true(self, count == wanted, "%s: %d notes", c->about, count);
    for (int i = 0; i < count && i < wanted; i++)
      check_true(self, strcmp(notes[i], c->notes[i]) == 0, "%s: %s", c->about, notes[i]);
    check_true(self, flagged == c->flagged, "%s: %s", c->about, flagged ? "flagged" : "not flagged");
    char *text = json_of(&telemetry);
    check_true(self, strcmp(text, c->json) == 0, "%s: %s", c->about, text);
    free(text);
    if (c->flagged) {
      flagged = true;
      make(&telemetry, clocks, scratch);
      check_control(self, bench_telemetry_judge(&telemetry, notes, &flagged) == 0 && flagged,
                    "one that keeps its pace has no note, and takes no flag away");
    }
  }
}

/// A point is on a GPU by its backend, and only then is a GPU queried. The first point decides which device is
/// described.
static void points(check *self, int argument) {
  static const struct {
    const char *backend;
    bool gpu, device;
  } backends[] = {{"seq", false, false}, {"cuda", true, true}, {"opencl", false, true}, {"cud", false, false}};
  static const bench_axis axes[] = {{.name = "backend", .text = true}, {.name = "device"}};
  static const bench_case owner = {.name = "made", .axes = axes, .axis_count = 2};
  enum { POINTS = 4 };
  bench_point all[POINTS];
  for (int i = 0; i < POINTS; i++) {
    all[i] = (bench_point){.owner = &owner};
    all[i].values[0].text = backends[i].backend;
    all[i].values[1].number = 5 + i;
    check_true(self, bench_on_gpu(&all[i]) == backends[i].gpu, "%s: a GPU %d", backends[i].backend, backends[i].gpu);
    check_true(self, bench_on_device(&all[i]) == backends[i].device, "%s: a device %d", backends[i].backend,
               backends[i].device);
    bench_telemetry telemetry = {0};
    check_true(self, bench_telemetry_start(&telemetry, &all[i], 4), "there is memory");
    check_true(self, telemetry.wanted == backends[i].gpu, "%s: telemetry", backends[i].backend);
    check_true(self, telemetry.device == (backends[i].gpu ? 5 + i : -1), "its device: %d", telemetry.device);
    bench_telemetry_free(&telemetry);
  }
  const bench_plan plan = {.points = all, .count = POINTS}, none = {.points = all, .count = 1};
  check_same(self, (uint64_t)bench_gpu_of_plan(&plan), 6, "the device of the first point on a GPU");
  check_control(self, bench_gpu_of_plan(&none) == 0, "a plan without one");
}

void check_group_telemetry(check_registry *registry) {
  check_add(registry, "words", "reasons, and which of them slow down", words, 0);
  check_add(registry, "judged", "notes, flag and JSON of what was measured", judged, 0);
  check_add(registry, "points", "which points are on a GPU", points, 0);
}
