/* Why this file exists: compares the table and the JSON of a made-up run, with a different number or text in every
 * column and member. Part of the group outputs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "outputs_made.h"

/// Two episodes of two samples: 1, 2, 3 and 4 ms, of which the first takes 3 frames and the second 1.
static double samples[] = {1e-3, 2e-3, 3e-3, 4e-3}, processor[] = {5e-4, 7.5e-4};
static double heights[] = {0.0, 1.5, 0.25, (double)NAN};

/// A point in which every number is different.
static void fill(bench_result *r) {
  *r = (bench_result){
      .outcome = BENCH_VALID,
      .checked = "hash=seq@4",
      .stop = "target",
      .frames_per_sample = 3,
      .samples_per_episode = 2,
      .episodes = 2,
      .sample_count = 4,
      .samples = samples,
      .processor = processor,
      .hardware = {8e7, 1.6e8, 2.4e8, (double)NAN},
      .hardware_frames = 8,
      .interval = {.median = 2.5e-3, .low = 2e-3, .high = 4e-3, .relative = 0.4, .tau = 1.25},
      .facts = {.particles = 11,
                .constraints = 12,
                .frame_time = 0.025,
                .groups = 13,
                .threads = 14,
                .lanes = 15,
                .substeps = 16,
                .iterations = 17,
                .instructions = "abacus",
                .precision = "f32",
                .strategy = "slow",
                .batch = 18,
                .host_bytes = 19,
                .device_bytes = 20,
                .bytes_per_particle = 21.5,
                .bytes_per_constraint = 22.5,
                .bytes_each = 23,
                .flops_each = 24,
                .memory_roof = 1.84e11,
                .compute_roof = 3.84e11,
                .real_bytes = 4,
                .device_time = 0.125,
                .ieee_over_flushed = 1.25,
                .phases = "projections=1.000",
                .residual = 0.03125,
                .error = 0.0625,
                .error_of_reference = 0.015625,
                .error_frames = 6,
                .error_reason = "far",
                .peer_share = NAN,
                .mesh = "a mesh",
                .published = {.fps_low = 100, .fps_high = 300, .machine = "a machine", .way = "a way"}},
      .check_count = 2,
      .checks = {{.name = "first", .pass = true, .value = 1.5, .limit = 2.5, .why = "it is"},
                 {.name = "second", .is_hash = true, .hash = 0xab, .expected = 0xcd, .why = "\"they\" are"}},
      .has_hash = true,
      .hash = 0x123456789abcdef0,
      .hash_frames = 5,
      .noise = {.load_before = 0.5,
                .load_after = 0.75,
                .psi_before = 1.5,
                .psi_after = 2.5,
                .psi_during = 3.5,
                .involuntary_switches = 26,
                .pace = 0.875,
                .stalled = 27,
                .seconds = 28},
      .flagged = true,
      .series = {.column_count = 2, .count = 2, .capacity = 2, .names = {"time_s", "height"}, .values = heights},
      .note_count = 2,
      .notes = {"one", "two"}};
}

/// A run of those points: one left out, one with all numbers, one of two processes, one that failed its check.
static void run_of(check *self) {
  static char *words[] = {(char *)"xpbd-bench", (char *)"--note", (char *)"a \\ b"};
  output_begin();
  made.settings = (bench_settings){.frames = 4,
                                   .warm = -1,
                                   .rel_err = 0.02,
                                   .budget = 1.5,
                                   .total_budget = 60,
                                   .min_episodes = 3,
                                   .max_episodes = 9,
                                   .processes = 1,
                                   .seed = 31,
                                   .order = BENCH_SHUFFLE,
                                   .note = "a \\ b",
                                   .argc = 3,
                                   .argv = words};
  output_plan(self, NULL, 0);
  bench_env_text(&made.env, "tool", "version", "1.2", "build");
  bench_env_text(&made.env, "git", "sha", "", "git");
  bench_env_text(&made.env, "build", "compiler", "cc", "macros");
  bench_env_number(&made.env, "cpu", "logical", 4, NULL, "sysconf");
  bench_env_number(&made.env, "memory", "total", 1e9, "bytes", "a file");
  bench_env_number(&made.env, "noise", "load_before", (double)NAN, NULL, "a call");
  bench_env_not_applicable(&made.env, "gpu", "name", "no driver");
  bench_env_text(&made.env, "formula", "f", "0123", "a file");
  bench_env_warn(&made.env, "%s", "loud");
  bench_env_warn(&made.env, "%d %%", 9);
  fill(&made.results[1]);
  made.results[0] = (bench_result){.outcome = BENCH_SKIPPED, .reason = "it is broken", .facts = bench_facts_unknown()};
  made.results[0].noise = bench_noise_unknown();
  made.results[0].interval = bench_median_interval(NULL, 0, NULL);
  made.results[2] = made.results[0];
  made.results[2].outcome = BENCH_STOPPED;
  made.results[2].facts.device_time = 0.5; /* known, but a row without numbers shows no time */
  fill(&made.results[3]);
  made.results[3].outcome = BENCH_INEXACT;
  made.results[3].reason[0] = 'x';
  made.results[3].processes = 3;
  made.results[3].between = 0.0625;
  for (int k = 0; k < 3; k++)
    made.results[3].process[k] =
        k == 1 ? (bench_process){NAN, NAN, NAN, 0} : (bench_process){k + 2.0, k + 1.0, k + 3.0, 2};
  made.run = (bench_run){.plan = &made.plan,
                         .settings = &made.settings,
                         .env = &made.env,
                         .results = made.results,
                         .started = 100,
                         .ended = 112.5,
                         .stop = "finished",
                         .complete = true};
  made.report = (bench_report){.run = &made.run,
                               .env = &made.env,
                               .program = "prog",
                               .date = "today",
                               .started = "then",
                               .finished = "now",
                               .resumed = 6};
}

static void write_tsv(FILE *stream) {
  bench_write_tsv(stream, &made.report);
}
static void write_xb(FILE *stream) {
  json_writer json = {.stream = stream, .flat = true};
  json_open(&json, NULL, '{');
  bench_write_xb(&json, &made.report);
  json_close(&json, '}');
}

/// The JSON except the glossary, which has the words of --help-columns.
static void write_part(FILE *stream, bool begin) {
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  write_xb(memory);
  fclose(memory);
  char *glossary = strstr(text, "\"glossary\": "), *behind = strstr(text, "\"warnings\": ");
  if (begin && glossary) *glossary = '\0';
  fputs(begin ? text : behind ? behind : "", stream);
  free(text);
}
static void write_begin(FILE *stream) {
  write_part(stream, true);
}
static void write_points(FILE *stream) {
  write_part(stream, false);
}

/// Each column: its name, and its value for the four points.
static const char *const columns[][5] = {
    {"benchmark", "alpha", "alpha", "alpha", "alpha"},
    {"name", "alpha/kind:broken", "alpha/size:10/kind:left", "alpha/size:10/kind:right", "alpha/size:20/kind:left"},
    {"status", "skipped", "ok", "interrupted", "inexact"},
    {"plan_sweeps", "kinds", "sizes,kinds", "kinds", "sizes"},
    {"size", "NaN", "10", "10", "20"},
    {"kind", "broken", "left", "right", "left"},
    {"more", "-", "left", "left", "left"},
    {"warm", "NaN", "1", "1", "1"},
    {"frames", "NaN", "4", "4", "4"},
    {"frames_per_sample", "NaN", "3", "NaN", "3"},
    {"episodes", "0", "2", "0", "2"},
    {"samples", "0", "4", "0", "4"},
    {"stop", "-", "target", "interrupted", "target"},
    {"median_s", "NaN", "0.0025", "NaN", "0.0025"},
    {"lo95_s", "NaN", "0.002", "NaN", "0.002"},
    {"hi95_s", "NaN", "0.004", "NaN", "0.004"},
    {"rel_err", "NaN", "0.4", "NaN", "0.4"},
    {"tau", "NaN", "1.25", "NaN", "1.25"},
    {"mean_s", "NaN", "0.0025", "NaN", "0.0025"},
    {"stddev_s", "NaN", "0.0012909944487358056", "NaN", "0.0012909944487358056"},
    {"min_s", "NaN", "0.001", "NaN", "0.001"},
    {"p05_s", "NaN", "0.00115", "NaN", "0.00115"},
    {"p95_s", "NaN", "0.0038499999999999997", "NaN", "0.0038499999999999997"},
    {"p99_s", "NaN", "0.00397", "NaN", "0.00397"},
    {"max_s", "NaN", "0.004", "NaN", "0.004"},
    {"cpu_s", "NaN", "0.000625", "NaN", "0.000625"},
    {"fps", "NaN", "400", "NaN", "400"},
    {"fps_lo95", "NaN", "250", "NaN", "250"},
    {"fps_hi95", "NaN", "500", "NaN", "500"},
    {"fps_low1", "NaN", "251.8891687657431", "NaN", "251.8891687657431"},
    {"real_time_factor", "NaN", "10", "NaN", "10"},
    {"projections_per_s", "NaN", "4000000000", "NaN", "8000000000"},
    {"ns_per_projection", "NaN", "0.25", "NaN", "0.125"},
    {"particles", "NaN", "11", "NaN", "11"},
    {"constraints", "NaN", "12", "NaN", "12"},
    {"projections_per_frame", "NaN", "10000000", "10000000", "20000000"},
    {"groups", "NaN", "13", "NaN", "13"},
    {"threads_used", "NaN", "14", "NaN", "14"},
    {"lanes_used", "NaN", "15", "NaN", "15"},
    {"instructions", "-", "abacus", "-", "abacus"},
    {"host_bytes", "NaN", "19", "NaN", "19"},
    {"device_bytes", "NaN", "20", "NaN", "20"},
    {"load_before", "NaN", "0.5", "NaN", "0.5"},
    {"load_after", "NaN", "0.75", "NaN", "0.75"},
    {"psi_before", "NaN", "1.5", "NaN", "1.5"},
    {"psi_after", "NaN", "2.5", "NaN", "2.5"},
    {"psi_during", "NaN", "3.5", "NaN", "3.5"},
    {"involuntary_switches", "NaN", "26", "NaN", "26"},
    {"flagged", "0", "1", "0", "1"},
    {"state_hash", "-", "123456789abcdef0", "-", "123456789abcdef0"},
    {"state_frames", "NaN", "5", "NaN", "5"},
    {"checked", "-", "hash=seq@4", "-", "hash=seq@4"},
    {"reason", "it is broken", "-", "it is broken", "x"},
    {"substeps_used", "NaN", "16", "NaN", "16"},
    {"iterations_used", "NaN", "17", "NaN", "17"},
    {"mesh_used", "-", "a mesh", "-", "a mesh"},
    {"published_fps_low", "NaN", "100", "NaN", "100"},
    {"published_fps_high", "NaN", "300", "NaN", "300"},
    {"published_ratio", "NaN", "2", "NaN", "2"},
    {"published_machine", "-", "a machine", "-", "a machine"},
    {"device_s", "NaN", "0.125", "NaN", "0.125"},
    {"residual", "NaN", "0.03125", "NaN", "0.03125"},
    {"bytes_per_projection", "NaN", "23", "NaN", "23"},
    {"flops_per_projection", "NaN", "24", "NaN", "24"},
    {"memory_share", "NaN", "0.5", "NaN", "1"},
    {"compute_share", "NaN", "0.25", "NaN", "0.5"},
    {"cycles_per_projection", "NaN", "1", "NaN", "0.5"},
    {"instructions_per_projection", "NaN", "2", "NaN", "1"},
    {"cache_misses_per_projection", "NaN", "3", "NaN", "1.5"},
    {"branch_misses_per_projection", "NaN", "NaN", "NaN", "NaN"},
    {"precision_used", "-", "f32", "-", "f32"},
    {"ieee_over_flushed", "NaN", "1.25", "NaN", "1.25"},
    {"joules_per_frame", "NaN", "NaN", "NaN", "NaN"},
    {"pace_least", "NaN", "0.875", "NaN", "0.875"},
    {"error", "NaN", "0.0625", "NaN", "0.0625"},
    {"error_of_reference", "NaN", "0.015625", "NaN", "0.015625"},
    {"error_frames", "NaN", "6", "NaN", "6"},
    {"error_reason", "-", "far", "-", "far"},
    {"peer_program", "-", "-", "-", "-"},
    {"peer_device", "-", "-", "-", "-"},
    {"peer_share", "NaN", "NaN", "NaN", "NaN"},
    {"peer_without", "-", "-", "-", "-"},
    {"phases", "-", "projections=1.000", "-", "projections=1.000"},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static void table(check *self, int argument) {
  char wanted[1 << 14];
  size_t end = 0;
  for (int row = 0; row < 5; row++)
    for (int c = 0; c < COLUMNS; c++)
      end +=
          (size_t)snprintf(wanted + end, sizeof wanted - end, "%s%c", columns[c][row], c + 1 < COLUMNS ? '\t' : '\n');
  run_of(self);
  output_is(self, write_tsv, wanted, "the table");
  bench_plan_destroy(&made.plan);
}

static const char before_glossary[] =
    "{\"xb\": {\"schema\": \"xb/1\", \"complete\": true, \"stop\": \"finished\", \"started\": \"then\", "
    "\"finished\": \"now\", \"seconds\": 12.5, \"seed\": 31, \"order\": \"shuffle\", \"validate\": \"on\", "
    "\"note\": \"a \\\\ b\", \"resumed\": 6, \"shard\": null, \"plan\": {\"hash\": \"274d6c9c4076be27\", "
    "\"argv\": [\"xpbd-bench\", \"--note\", \"a \\\\ b\"], \"points\": 4, \"settings\": {\"quick\": false, "
    "\"rel_err\": 0.02, \"min_episodes\": 3, \"max_episodes\": 9, \"budget_s\": 1.5, \"total_budget_s\": 60, "
    "\"frames\": 4, \"warm\": null}, \"benchmarks\": [{\"name\": \"alpha\", \"about\": \"a made one\", \"axes\": ["
    "{\"name\": \"size\", \"about\": \"how large\", \"kind\": \"int\", \"standard\": \"10\", \"values\": [10, 20]}, "
    "{\"name\": \"kind\", \"about\": \"which\", \"kind\": \"text\", \"standard\": \"left\", \"values\": [\"broken\", "
    "\"left\", "
    "\"right\"]}, {\"name\": \"more\", \"about\": \"any\", \"kind\": \"text\", \"standard\": \"left\", "
    "\"values\": [\"left\"]}], \"sweeps\": [{\"name\": \"sizes\", \"about\": \"small and large\", \"axis\": \"size\"}, "
    "{\"name\": \"kinds\", \"about\": \"all of them\", \"axis\": \"kind\"}]}]}, \"tool\": {\"name\": \"xpbd-bench\", "
    "\"version\": {\"state\": \"known\", \"value\": \"1.2\", \"unit\": null, \"source\": \"build\"}, "
    "\"git\": {\"sha\": {\"state\": \"unknown\", \"value\": null, \"unit\": null, \"source\": \"git\"}}, "
    "\"build\": {\"compiler\": {\"state\": \"known\", \"value\": \"cc\", \"unit\": null, \"source\": \"macros\"}}}, "
    "\"env\": {\"cpu\": {\"logical\": {\"state\": \"known\", \"value\": 4, \"unit\": null, \"source\": \"sysconf\"}}, "
    "\"memory\": {\"total\": {\"state\": \"known\", \"value\": 1000000000, \"unit\": \"bytes\", \"source\": \"a "
    "file\"}}, "
    "\"os\": {}, \"process\": {}, \"noise\": {\"load_before\": {\"state\": \"unknown\", \"value\": null, \"unit\": "
    "null, "
    "\"source\": \"a call\"}}, \"machine\": {}, \"gpu\": {\"name\": {\"state\": \"not applicable\", \"value\": null, "
    "\"unit\": null, \"source\": \"no driver\"}}, \"formula\": {\"f\": {\"state\": \"known\", \"value\": \"0123\", "
    "\"unit\": null, \"source\": \"a file\"}}, \"mesh\": {}}, ";
/// Parts that points share: without numbers, and with those of fill().
#define NO_TIMES                                                                                                       \
  "\"frame_s\": null, \"device_s\": null, \"cpu_s\": null, \"fps\": null, \"counters\": null, \"processes\": null, "   \
  "\"work\": {\"particles\": null, \"constraints\": null, "
#define NO_FACTS                                                                                                       \
  ", \"frame_time_s\": null, \"mesh\": null}, \"memory\": {\"host\": null, \"device\": null, "                         \
  "\"per_particle\": null, \"per_constraint\": null}, \"solver\": {\"groups\": null, \"threads\": null, "              \
  "\"lanes\": null, \"substeps\": null, \"iterations\": null, \"precision\": null, \"instructions\": null, "           \
  "\"strategy\": null, \"batch\": null, \"residual\": null}, \"roofline\": {\"bytes_per_projection\": null, "          \
  "\"flops_per_projection\": null, \"real_bytes\": null, \"memory_roof\": null, \"compute_roof\": null, "              \
  "\"memory_share\": null, \"compute_share\": null}, \"ieee_over_flushed\": null, \"phases\": null, \"error\": null, " \
  "\"error_of_reference\": null, \"error_frames\": null, \"error_reason\": null, \"hardware\": null, \"published\": "  \
  "null, \"peer\": null, \"checks\": [], "                                                                             \
  "\"state_hash\": null, \"state_frames\": null, \"series\": null, \"noise\": {\"load_before\": null, "                \
  "\"load_after\": null, \"psi_cpu_before\": null, \"psi_cpu_after\": null, \"psi_cpu_during\": null, "                \
  "\"involuntary_switches\": null, \"pace_least\": null}, \"telemetry\": null, \"flagged\": false, \"notes\": []}"
#define TIMES                                                                                                          \
  "\"frame_s\": {\"median\": 0.0025, \"lo95\": 0.002, \"hi95\": 0.004, \"rel_err\": 0.4, \"tau\": 1.25, "              \
  "\"mean\": 0.0025, \"stddev\": 0.0012909944487358056, \"min\": 0.001, \"p05\": 0.00115, "                            \
  "\"p95\": 0.0038499999999999997, \"p99\": 0.00397, \"max\": 0.004}, \"device_s\": 0.125, \"cpu_s\": 0.000625, "      \
  "\"fps\": {\"median\": 400, \"lo95\": 250, \"hi95\": 500, \"low1\": 251.8891687657431}, "
#define FACTS                                                                                                          \
  "\"memory\": {\"host\": 19, \"device\": 20, \"per_particle\": 21.5, \"per_constraint\": 22.5}, "                     \
  "\"solver\": {\"groups\": 13, \"threads\": 14, \"lanes\": 15, \"substeps\": 16, \"iterations\": 17, "                \
  "\"precision\": \"f32\", \"instructions\": \"abacus\", \"strategy\": \"slow\", \"batch\": 18, "                      \
  "\"residual\": 0.03125}, \"roofline\": {\"bytes_per_projection\": 23, \"flops_per_projection\": 24, "                \
  "\"real_bytes\": 4, \"memory_roof\": 184000000000, \"compute_roof\": 384000000000, "
#define END                                                                                                            \
  "\"ieee_over_flushed\": 1.25, \"phases\": \"projections=1.000\", \"error\": 0.0625, \"error_of_reference\": "        \
  "0.015625, \"error_frames\": 6, "                                                                                    \
  "\"error_reason\": \"far\", "                                                                                        \
  "\"hardware\": {\"frames\": 8, \"cycles\": 80000000, \"instructions\": 160000000, "                                  \
  "\"cache_misses\": 240000000, "                                                                                      \
  "\"branch_misses\": null}, \"published\": {\"fps_low\": 100, \"fps_high\": 300, \"machine\": \"a machine\", "        \
  "\"way\": \"a way\", \"ratio\": 2}, \"peer\": null, \"checks\": [{\"name\": \"first\", \"value\": 1.5, \"limit\": "  \
  "2.5, \"pass\": "                                                                                                    \
  "true, "                                                                                                             \
  "\"why\": \"it is\"}, {\"name\": \"second\", \"value\": \"00000000000000ab\", \"limit\": \"00000000000000cd\", "     \
  "\"pass\": false, \"why\": \"\\\"they\\\" are\"}], \"state_hash\": \"123456789abcdef0\", \"state_frames\": 5, "      \
  "\"series\": {\"time_s\": [0, 0.25], \"height\": [1.5, null]}, \"noise\": {\"load_before\": 0.5, "                   \
  "\"load_after\": 0.75, \"psi_cpu_before\": 1.5, \"psi_cpu_after\": 2.5, \"psi_cpu_during\": 3.5, "                   \
  "\"involuntary_switches\": 26, \"pace_least\": 0.875}, \"telemetry\": null, \"flagged\": true, \"notes\": "          \
  "[\"one\", \"two\"]}"
static const char *const points[] = {
    "{\"name\": \"alpha/kind:broken\", \"benchmark\": \"alpha\", \"sweeps\": [\"kinds\"], "
    "\"axes\": {\"kind\": \"broken\"}, \"shard\": null, \"status\": \"skipped\", \"reason\": \"it is broken\", "
    "\"checked\": null, \"warm\": 0, \"frames\": 0, \"frames_per_sample\": 1, \"episodes\": 0, \"samples\": 0, "
    "\"launches\": 1, \"stop\": null, " NO_TIMES "\"projections_per_frame\": null" NO_FACTS,
    "{\"name\": \"alpha/size:10/kind:left\", \"benchmark\": \"alpha\", \"sweeps\": [\"sizes\", \"kinds\"], "
    "\"axes\": {\"size\": 10, \"kind\": \"left\", \"more\": \"left\"}, \"shard\": null, \"status\": \"ok\", "
    "\"reason\": null, \"checked\": \"hash=seq@4\", \"warm\": 1, \"frames\": 4, \"frames_per_sample\": 3, "
    "\"episodes\": 2, \"samples\": 4, \"launches\": 1, \"stop\": \"target\", " TIMES
    "\"counters\": {\"ns_per_projection\": {\"value\": 0.25, \"unit\": \"ns\"}, "
    "\"projections_per_second\": {\"value\": 4000000000, \"unit\": \"1/s\"}, \"real_time_factor\": {\"value\": 10, "
    "\"unit\": \"1\"}, \"cycles_per_projection\": {\"value\": 1, \"unit\": \"1\"}, "
    "\"instructions_per_projection\": {\"value\": 2, \"unit\": \"1\"}, "
    "\"cache_misses_per_projection\": {\"value\": 3, \"unit\": \"1\"}}, \"processes\": null, "
    "\"work\": {\"particles\": 11, \"constraints\": 12, \"projections_per_frame\": 10000000, "
    "\"frame_time_s\": 0.025, \"mesh\": \"a mesh\"}, " FACTS "\"memory_share\": 0.5, \"compute_share\": 0.25}, " END,
    "{\"name\": \"alpha/size:10/kind:right\", \"benchmark\": \"alpha\", \"sweeps\": [\"kinds\"], "
    "\"axes\": {\"size\": 10, \"kind\": \"right\", \"more\": \"left\"}, \"shard\": null, \"status\": \"interrupted\", "
    "\"reason\": \"it is broken\", \"checked\": null, \"warm\": 1, \"frames\": 4, \"frames_per_sample\": 1, "
    "\"episodes\": 0, \"samples\": 0, \"launches\": 1, \"stop\": \"interrupted\", " NO_TIMES
    "\"projections_per_frame\": 10000000" NO_FACTS,
    "{\"name\": \"alpha/size:20/kind:left\", \"benchmark\": \"alpha\", \"sweeps\": [\"sizes\"], \"axes\": {\"size\": "
    "20, "
    "\"kind\": \"left\", \"more\": \"left\"}, \"shard\": null, \"status\": \"inexact\", \"reason\": \"x\", "
    "\"checked\": \"hash=seq@4\", \"warm\": 1, \"frames\": 4, \"frames_per_sample\": 3, \"episodes\": 2, "
    "\"samples\": 4, \"launches\": 3, \"stop\": \"target\", " TIMES
    "\"counters\": {\"ns_per_projection\": {\"value\": 0.125, \"unit\": \"ns\"}, "
    "\"projections_per_second\": {\"value\": 8000000000, \"unit\": \"1/s\"}, \"real_time_factor\": {\"value\": 10, "
    "\"unit\": \"1\"}, \"cycles_per_projection\": {\"value\": 0.5, \"unit\": \"1\"}, "
    "\"instructions_per_projection\": {\"value\": 1, \"unit\": \"1\"}, "
    "\"cache_misses_per_projection\": {\"value\": 1.5, \"unit\": \"1\"}}, "
    "\"processes\": {\"medians_s\": [2, null, 4], \"lo95_s\": [1, null, 3], \"hi95_s\": [3, null, 5], "
    "\"between\": 0.0625}, \"work\": {\"particles\": 11, \"constraints\": 12, \"projections_per_frame\": 20000000, "
    "\"frame_time_s\": 0.025, \"mesh\": \"a mesh\"}, " FACTS "\"memory_share\": 1, \"compute_share\": 0.5}, " END,
};

static const char other_begin[] =
    "{\"xb\": {\"schema\": \"xb/1\", \"complete\": false, \"stop\": \"total-budget\", \"started\": \"then\", "
    "\"finished\": \"now\", \"seconds\": 12.5, \"seed\": 31, \"order\": \"sequential\", \"validate\": \"only\", "
    "\"note\": null, \"resumed\": 6, \"shard\": {\"index\": 2, \"count\": 3}, \"plan\": ";
static const char other_settings[] =
    "\"settings\": {\"quick\": true, \"rel_err\": 0.02, \"min_episodes\": 3, \"max_episodes\": 9, \"budget_s\": 1.5, "
    "\"total_budget_s\": 60, \"frames\": null, \"warm\": 0}, ";

static void json(check *self, int argument) {
  run_of(self);
  output_is(self, write_begin, before_glossary, "a run");
  char wanted[1 << 14];
  snprintf(wanted, sizeof wanted, "\"warnings\": [\"loud\", \"9 %%\"], \"points\": [%s, %s, %s, %s]}}\n", points[0],
           points[1], points[2], points[3]);
  output_is(self, write_points, wanted, "its warnings and points");
  made.settings.quick = made.settings.dry_run = true;
  made.settings.frames = -1, made.settings.warm = 0;
  made.settings.order = BENCH_SEQUENTIAL, made.settings.validate = BENCH_VALIDATE_ONLY;
  made.settings.note = NULL, made.settings.shard = 2, made.settings.shards = 3;
  made.run.complete = false, made.run.stop = "total-budget";
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  write_xb(stream);
  fclose(stream);
  check_true(self, strncmp(text, other_begin, strlen(other_begin)) == 0 && strstr(text, other_settings) != NULL,
             "another run: %s", text);
  check_control(self, strncmp(text, before_glossary, strlen(other_begin)) != 0, "the one before");
  free(text);
  bench_plan_destroy(&made.plan);
}

void check_outputs_results(check_registry *registry) {
  check_add(registry, "table", "every column of the table", table, 0);
  check_add(registry, "json", "every member of the JSON", json, 0);
}
