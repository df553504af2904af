/* Why this file exists: people and other programs read lists, plans and results. This has a made-up benchmark, and
 * compares what is written about it and its results letter for letter. Every member has a different number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/listing.h"
#include "outputs_made.h"

static void list_text(FILE *stream) {
  bench_list_text(&made.plan, stream);
}
static void list_json(FILE *stream) {
  bench_list_json(&made.plan, stream);
}
static void list_tests(FILE *stream) {
  bench_list_tests(&made.plan, made.settings.format, stream);
}
static void list_plan(FILE *stream) {
  bench_list_plan(&made.plan, &made.settings, stream);
}

static const char text_of_lists[] = "alpha: a made one\n"
                                    "  -a size        [10] how large; 1..90\n"
                                    "  -a kind        [left] which; left right broken (not here)\n"
                                    "  -a more        [left] any; see elsewhere\n"
                                    "  sweep sizes    small and large: size=10,20 kind=left\n"
                                    "  sweep kinds    all of them: kind=*\n"
                                    "beta: another (only if named)\n"
                                    "  -a size        [7] how wide; 0..9\n";
static const char json_of_lists[] =
    "{\n"
    "  \"benchmarks\": [\n"
    "    {\n"
    "      \"name\": \"alpha\",\n"
    "      \"about\": \"a made one\",\n"
    "      \"standard\": true,\n"
    "      \"axes\": [\n"
    "        {\n"
    "          \"name\": \"size\",\n"
    "          \"about\": \"how large\",\n"
    "          \"kind\": \"int\",\n"
    "          \"standard\": \"10\",\n"
    "          \"minimum\": 1,\n"
    "          \"maximum\": 90\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"kind\",\n"
    "          \"about\": \"which\",\n"
    "          \"kind\": \"text\",\n"
    "          \"standard\": \"left\",\n"
    "          \"known\": [\n"
    "            {\"name\": \"left\", \"unusable\": null},\n"
    "            {\"name\": \"right\", \"unusable\": null},\n"
    "            {\"name\": \"broken\", \"unusable\": \"it is broken\"}\n"
    "          ]\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"more\",\n"
    "          \"about\": \"any\",\n"
    "          \"kind\": \"text\",\n"
    "          \"standard\": \"left\",\n"
    "          \"known\": [\n"
    "            {\"name\": \"left\", \"unusable\": null},\n"
    "            {\"name\": \"right\", \"unusable\": null},\n"
    "            {\"name\": \"broken\", \"unusable\": null}\n"
    "          ]\n"
    "        }\n"
    "      ],\n"
    "      \"sweeps\": [\n"
    "        {\"name\": \"sizes\", \"about\": \"small and large\", \"axis\": \"size\", \"plan\": \"size=10,20 "
    "kind=left\"},\n"
    "        {\"name\": \"kinds\", \"about\": \"all of them\", \"axis\": \"kind\", \"plan\": \"kind=*\"}\n"
    "      ]\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"beta\",\n"
    "      \"about\": \"another\",\n"
    "      \"standard\": false,\n"
    "      \"axes\": [\n"
    "        {\n"
    "          \"name\": \"size\",\n"
    "          \"about\": \"how wide\",\n"
    "          \"kind\": \"int\",\n"
    "          \"standard\": \"7\",\n"
    "          \"minimum\": 0,\n"
    "          \"maximum\": 9\n"
    "        }\n"
    "      ],\n"
    "      \"sweeps\": []\n"
    "    }\n"
    "  ]\n"
    "}\n";
#define NAMES                                                                                                          \
  "alpha/kind:broken\n"                                                                                                \
  "alpha/size:10/kind:left\n"                                                                                          \
  "alpha/size:10/kind:right\n"                                                                                         \
  "alpha/size:20/kind:left\n"
static const char json_of_names[] = "{\n"
                                    "  \"benchmarks\": [\n"
                                    "    {\"name\": \"alpha/kind:broken\"},\n"
                                    "    {\"name\": \"alpha/size:10/kind:left\"},\n"
                                    "    {\"name\": \"alpha/size:10/kind:right\"},\n"
                                    "    {\"name\": \"alpha/size:20/kind:left\"}\n"
                                    "  ]\n"
                                    "}\n";
static const char plan_of_points[] = "block 1\n"
                                     "  alpha/kind:broken: skipped: it is broken\n"
                                     "block 2\n"
                                     "  alpha/size:10/kind:left: 1+4 frames of 10000000 units, reference@4, 2.5 MB\n"
                                     "  alpha/size:10/kind:right: 1+4 frames of 10000000 units, reference@4, 2.5 MB\n"
                                     "block 3\n"
                                     "  alpha/size:20/kind:left: 1+4 frames of 20000000 units, reference@2, 5.0 MB\n"
                                     "4 points, 1 of them skipped, plan 274d6c9c4076be27\n";

/* The least cost of a point: setup (1e-9 s per byte), half a reference (5e-9 s per unit and frame), the frames compared
 * with it, six episodes. That is 2.5 ms + 0.1 s + 0.2 s + 1.5 s, twice, and 5 ms + 0.1 s + 0.2 s + 3 s; without
 * episodes 0.91 s. */
static void lists(check *self, int argument) {
  static const struct {
    double total;
    bench_validate validate;
    const char *time;
    int processes;
    bool given;
  } times[] = {{60.4, BENCH_VALIDATE_ON, "60 s, and at least about 7 s at 5 ns per unit of work", 1, false},
               {6.92, BENCH_VALIDATE_ON, "7 s, and at least about 7 s at 5 ns per unit of work", 1, false},
               {6.9, BENCH_VALIDATE_ON,
                "7 s, though all points need at least about 7 s at 5 ns per unit of work; points that do not fit are "
                "skipped with a reason, largest first",
                1, false},
               {0.92, BENCH_VALIDATE_ONLY, "1 s, and at least about 1 s at 5 ns per unit of work", 1, false},
               {0.9, BENCH_VALIDATE_ONLY,
                "1 s, though all points need at least about 1 s at 5 ns per unit of work; points that do not fit are "
                "skipped with a reason, largest first",
                1, false},
               {60.4, BENCH_VALIDATE_ON, "302 s, and at least about 35 s at 5 ns per unit of work", 5, false},
               {60.4, BENCH_VALIDATE_ON, "60 s, and at least about 35 s at 5 ns per unit of work", 5, true}};
  output_begin();
  output_plan(self, NULL, 0);
  output_is(self, list_text, text_of_lists, "for people");
  output_is(self, list_json, json_of_lists, "for programs");
  output_is(self, list_tests, NAMES, "names");
  made.settings.format = BENCH_CSV;
  output_is(self, list_tests, "name\n" NAMES, "names as CSV");
  made.settings.format = BENCH_JSON;
  output_is(self, list_tests, json_of_names, "names as JSON");
  for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
    char wanted[2048];
    snprintf(wanted, sizeof wanted, "%stime: at most about %s\n", plan_of_points, times[k].time);
    made.settings.total_budget = times[k].total, made.settings.validate = times[k].validate;
    made.settings.processes = times[k].processes;
    made.settings.total_given = times[k].given;
    output_is(self, list_plan, wanted, "a plan");
  }
  bench_plan_destroy(&made.plan);
}

/// Benchmarks with their own budget, and the default for all others.
static void budgets(check *self, int argument) {
  static const char *names[] = {"alpha", "beta"};
  static const struct {
    int first, count;
    bool quick;
    double seconds;
  } known[] = {{0, 1, false, 30}, {0, 1, true, 7},   {1, 1, false, 60},
               {1, 1, true, 60},  {0, 2, false, 90}, {0, 2, true, 67}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    output_begin();
    made.settings.quick = known[k].quick;
    made.settings.benchmarks = (cli_list){known[k].count, names + known[k].first};
    output_plan(self, NULL, 0);
    const double seconds = bench_plan_budget(&made.settings, &made.plan);
    check_between(self, seconds, known[k].seconds, known[k].seconds, "budget %zu [s]", k);
    check_control(self, seconds > 0.0 && made.plan.count > 0, "a plan of nothing has none");
    bench_plan_destroy(&made.plan);
  }
}

void check_group_outputs(check_registry *registry) {
  check_add(registry, "lists", "benchmarks, axes, sweeps, points and plans", lists, 0);
  check_add(registry, "budgets", "the time of a run that was given none", budgets, 0);
  check_outputs_fields(registry);
  check_outputs_results(registry);
}
