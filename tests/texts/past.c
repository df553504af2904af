/* Why this file exists: a resumed run may believe its journal only as far as it can. Writes what is wrong with points
 * that no run writes, what is read of them, and how another plan or machine differs. */
#include <stdlib.h>
#include <string.h>

#include "harness/plan/options.h"
#include "harness/store/past_private.h"
#include "texts.h"

/// What is wrong with a point, "" = nothing, "not read" if it is not JSON. Its result in *out.
static const char *read_point(const char *json, bench_result *out) {
  char *text = strdup(json);
  bench_past *past = calloc(1, sizeof *past);
  *out = (bench_result){.outcome = BENCH_PENDING};
  const char *wrong = xpbd_json_read(text, &past->line) ? bench_past_result(past, past->line.nodes, out) : "not read";
  bench_past_close(past);
  free(text);
  return wrong ? wrong : "";
}

static void points(void) {
#define ONE  "\"a\": [1], \"b\": [1], \"c\": [1], \"d\": [1], \"e\": [1], \"f\": [1], "
#define MORE "\"g\": [1], \"h\": [1], \"i\": [1], \"j\": [1], \"k\": [1], \"l\": [1]"
  static const char *const known[] = {"{\"status\": \"ok\"",
                                      "{\"status\": \"ok\"}",
                                      "{\"status\": \"ok\", \"checks\": [{\"pass\": true}, {\"pass\": false}]}",
                                      "{\"status\": \"inexact\", \"checks\": [{\"pass\": false}]}",
                                      "{\"status\": \"unchecked\", \"checks\": [{\"pass\": false}]}",
                                      "{\"status\": \"invalid\", \"checks\": [{\"pass\": false}]}",
                                      "{\"status\": \"ok\", \"series\": null}",
                                      "{\"status\": \"ok\", \"series\": {\"first\": [1, 2, 3], \"second\": [4, 5, 6]}}",
                                      "{\"status\": \"ok\", \"series\": {\"a\": [1, 2], \"b\": [3]}}",
                                      "{\"status\": \"ok\", \"series\": {\"a\": [1, 2], \"b\": [3, 4, 5]}}",
                                      "{\"status\": \"ok\", \"series\": {\"a\": []}}",
                                      "{\"status\": \"ok\", \"series\": [[1], [2]]}",
                                      "{\"status\": \"ok\", \"series\": {" ONE MORE ", \"m\": [1]}}",
                                      "{\"status\": \"ok\", \"series\": {" ONE MORE "}}"};
#undef ONE
#undef MORE
  static bench_result out;
  heading("points of a journal: what is wrong with them, and their series row by row");
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    const char *wrong = read_point(known[k], &out);
    const bool told = out.series.values && !wrong[0];
    printf("%s: %s", known[k], wrong);
    for (int c = 0; told && c < out.series.column_count; c++) printf(" %s", out.series.names[c]);
    for (int i = 0; told && i < out.series.column_count * out.series.count; i++) printf(" %g", out.series.values[i]);
    putchar('\n');
    free(out.series.values);
  }
}

/// Invalid counts, reasons that no device gives, more checks than there is room for.
static void numbers(void) {
  static const char *const counts[] = {"0", "1", "-1", "null", "9e15", "1e16", "1e300"};
  static const char *const reasons[] = {
      "0", "4", "-1", "null", "1e19", "18446744073709551616", "261", "9007199254740991", "9007199254740993"};
  static bench_result out;
  char json[4096];
  heading("bytes of a journal: which are a count");
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
    snprintf(json, sizeof json, "{\"status\": \"ok\", \"memory\": {\"host\": %s, \"device\": 7}}", counts[k]);
    printf("%s: '%s'", counts[k], read_point(json, &out));
    printf(" %lld, %lld on the device, %g per particle\n", (long long)out.facts.host_bytes,
           (long long)out.facts.device_bytes, out.facts.bytes_per_particle);
  }
  heading("reasons of a journal: of three episodes of device 2, or of none");
  for (size_t k = 0; k < sizeof reasons / sizeof reasons[0]; k++) {
    snprintf(json, sizeof json,
             "{\"status\": \"ok\", \"telemetry\": {\"device\": 2, \"episodes\": 3, \"reasons\": %s}}", reasons[k]);
    printf("%s: '%s'", reasons[k], read_point(json, &out));
    printf(" %llu, of %d; telemetry %d, device %d, episodes %d\n", out.telemetry.reasons, out.telemetry.reasons_count,
           out.telemetry.wanted, out.telemetry.device, out.telemetry.episodes);
  }
  size_t end = (size_t)snprintf(json, sizeof json, "{\"status\": \"ok\", \"checks\": [");
  for (int i = 0; i <= BENCH_MAX_CHECKS; i++)
    end += (size_t)snprintf(json + end, sizeof json - end, "%s{\"name\": \"%d\", \"pass\": true}", i ? ", " : "", i);
  snprintf(json + end, sizeof json - end, "]}");
  heading("more checks than there is room for");
  printf("'%s'", read_point(json, &out));
  printf(" %d, the last '%s'\n", out.check_count, out.checks[out.check_count - 1].name);
}

/// A past with this first line, which the caller closes.
static bench_past *past_of_head(const char *json) {
  bench_past *past = calloc(1, sizeof *past);
  past->path = strdup("old");
  past->summed = true;
  past->head_text = strdup(json);
  if (!xpbd_json_read(past->head_text, &past->head)) puts("not read");
  return past;
}

/// The plan has the hash 4d, a 1+2 and b 3+4.
static void plans(void) {
  static const struct {
    int shard, shards;
    const char *head; ///< Its shard, plan and points.
  } known[] = {
      {0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004d\", \"points\": []}"},
      {2, 3, "{\"shard\": \"2/3\", \"plan\": \"000000000000004d\", \"points\": []}"},
      {2, 3, "{\"shard\": \"1/3\", \"plan\": \"000000000000004d\"}"},
      {2, 3, "{\"plan\": \"000000000000004d\"}"},
      {0, 0, "{\"shard\": \"1/3\"}"},
      {0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004e\", \"points\": [\"a 1+2\"]}"},
      {0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004e\", \"points\": [\"a 1+2\", \"b 3+4\", \"c 5+6\"]}"},
      {0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004e\", \"points\": [\"a 1+2\", \"b 3+5\"]}"},
      {0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004e\", \"points\": [\"b 3+4\", \"a 1+2\"]}"}};
  bench_point all[2] = {{.name = "a", .warm = 1, .frames = 2}, {.name = "b", .warm = 3, .frames = 4}};
  const bench_plan plan = {.points = all, .count = 2, .hash = 0x4d};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    const bench_settings settings = {.shard = known[k].shard, .shards = known[k].shards};
    heading("shard %d/%d goes on from %s", known[k].shard, known[k].shards, known[k].head);
    bench_past *past = past_of_head(known[k].head);
    printf("exit code %d\n", bench_past_match_plan(past, &plan, &settings));
    bench_past_close(past);
  }
}

/// Goes on here, with what is written of it.
static void go_on(const char *head, bench_environment *env, bool by_force) {
  bench_past *past = past_of_head(head);
  printf("exit code %d\n", bench_past_match_here(past, env, by_force));
  for (int i = 0; i < env->warning_count; i++) puts(env->warnings[i]);
  bench_past_close(past);
}

/// A journal of another machine, by kind: unchanged, another, another by force.
static void machines(void) {
  static const char *const known[][2] = {{"cpu", "model"},      {"gpu", "names"}, {"formula", "mine"},
                                         {"mesh", "sheet.obj"}, {"git", "sha"},   {"tool", "version"}};
  static bench_environment env;
  char head[256];
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    for (int way = 0; way < 3; way++) {
      heading("%s.%s%s%s", known[k][0], known[k][1], way ? " of another" : "", way == 2 ? ", by force" : "");
      env = (bench_environment){0};
      bench_env_text(&env, known[k][0], known[k][1], "new", "check");
      bench_env_number(&env, "cpu", "logical", 4.0, NULL, "check");
      snprintf(head, sizeof head, "{\"here\": {\"cpu.logical\": \"4\", \"%s.%s\": \"%s\"}}", known[k][0], known[k][1],
               way ? "old" : "new");
      go_on(head, &env, way == 2);
    }
  heading("a journal of nowhere");
  env = (bench_environment){0};
  go_on("{\"argv\": []}", &env, true);
}

void write_past(void) {
  points();
  numbers();
  plans();
  machines();
}
