/* Why this file exists: writes the part of the JSON that Google Benchmark's tools read, and its CSV. compare.py pools
 * all rows of a file and trusts each of them. So each valid point has exactly ten rows, and other points have none. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "support/file_seal.h"

static void write_cache(json_writer *json, const bench_environment *env, const char *key, const char *type, int level) {
  const double size = bench_env_number_of(env, "cpu", key);
  if (isnan(size)) return;
  json_open_flat(json, NULL, '{');
  json_text(json, "type", type);
  json_whole(json, "level", level);
  json_whole(json, "size", (int64_t)size);
  // The number of processors that share it is not recorded. Google Benchmark writes 0 for that.
  json_whole(json, "num_sharing", 0);
  json_close(json, '}');
}

static void write_scaling(json_writer *json, const bench_environment *env) {
  const char *governor = bench_env_text_of(env, "cpu", "governor");
  if (governor) json_bool(json, "cpu_scaling_enabled", strcmp(governor, "performance") != 0);
}

static void write_context(json_writer *json, const bench_report *report) {
  const bench_environment *env = report->env;
  char host[256];
  json_open(json, "context", '{');
  json_text(json, "date", report->date);
  const char *name = bench_env_text_of(env, "os", "host");
  snprintf(host, sizeof host, "%s", !name ? "unknown" : name);
  json_text(json, "host_name", host);
  json_text(json, "executable", report->program);
  json_whole(json, "num_cpus", (int64_t)bench_env_number_of(env, "cpu", "logical"));
  const double mhz = bench_env_number_of(env, "cpu", "mhz_now");
  json_whole(json, "mhz_per_cpu", isnan(mhz) ? 0 : (int64_t)llround(mhz));
  write_scaling(json, env);
  json_open(json, "caches", '[');
  write_cache(json, env, "cache_l1d", "Data", 1);
  write_cache(json, env, "cache_l2", "Unified", 2);
  write_cache(json, env, "cache_l3", "Unified", 3);
  json_close(json, ']');
  json_open_flat(json, "load_avg", '[');
  const double load = bench_env_number_of(env, "noise", "load_before");
  if (!isnan(load)) json_number(json, NULL, load);
  json_close(json, ']');
  json_text(json, "library_version", bench_env_text_of(env, "tool", "version"));
  const char *type = bench_env_text_of(env, "build", "type");
  json_text(json, "library_build_type", type != NULL && strcmp(type, "Debug") == 0 ? "debug" : "release");
  json_whole(json, "json_schema_version", 1);
  if (report->run->settings->dry_run) json_text(json, "dry_run", "true");
  for (int i = 0; i < report->run->settings->context.count; i++) {
    const char *text = report->run->settings->context.values[i];
    char key[128];
    snprintf(key, sizeof key, "%s", text);
    key[strcspn(key, "=")] = '\0';
    json_text(json, key, strchr(text, '=') + 1);
  }
  json_close(json, '}');
}

/// Counters that follow from a frame time.
typedef struct row_counters {
  double fps, ns_each, per_second, real_time_factor;
} row_counters;

static row_counters counters_of(const bench_point *point, const bench_result *result, double real_ns) {
  row_counters out = {.fps = 1e9 / real_ns};
  const double work = bench_work_of(point, result);
  out.ns_each = real_ns / work;
  out.per_second = work * out.fps;
  out.real_time_factor = result->facts.frame_time * out.fps;
  return out;
}

static void row_head(json_writer *json, const bench_point *point, const char *aggregate) {
  char name[BENCH_TEXT + 16];
  snprintf(name, sizeof name, "%s%s%s", point->name, !aggregate ? "" : "_", !aggregate ? "" : aggregate);
  json_open(json, NULL, '{');
  json_text(json, "name", name);
  json_whole(json, "family_index", point->case_index);
  json_whole(json, "per_family_instance_index", point->instance);
  json_text(json, "run_name", point->name);
  json_text(json, "run_type", !aggregate ? "iteration" : "aggregate");
  json_whole(json, "repetitions", BENCH_ROWS);
}

static void row_tail(json_writer *json, const bench_point *point, const bench_result *result, double real_ns,
                     double cpu_ns, row_counters counters) {
  json_number(json, "real_time", real_ns);
  json_number(json, "cpu_time", cpu_ns);
  json_text(json, "time_unit", "ns");
  bench_write_axes(json, point);
  json_number(json, "fps", counters.fps);
  json_number(json, "ns_per_projection", counters.ns_each);
  json_number(json, "projections_per_second", counters.per_second);
  json_number(json, "real_time_factor", counters.real_time_factor);
  json_text(json, "label", bench_label(result));
  json_close(json, '}');
}

static double statistic(int kind, const double *values) {
  double scratch[BENCH_ROWS];
  switch (kind) {
  case 0: return bench_mean(values, BENCH_ROWS);
  case 1: return bench_median(values, BENCH_ROWS, scratch);
  case 2: return bench_stddev(values, BENCH_ROWS);
  default: return bench_stddev(values, BENCH_ROWS) / bench_mean(values, BENCH_ROWS);
  }
}

static void write_aggregates(json_writer *json, const bench_point *point, const bench_result *result,
                             const bench_row rows[BENCH_ROWS]) {
  static const char *const names[] = {"mean", "median", "stddev", "cv"};
  double columns[6][BENCH_ROWS];
  for (int i = 0; i < BENCH_ROWS; i++) {
    const row_counters c = counters_of(point, result, rows[i].real_ns);
    columns[0][i] = rows[i].real_ns;
    columns[1][i] = rows[i].cpu_ns;
    columns[2][i] = c.fps;
    columns[3][i] = c.ns_each;
    columns[4][i] = c.per_second;
    columns[5][i] = c.real_time_factor;
  }
  for (int kind = 0; kind < 4; kind++) {
    double s[6];
    for (int k = 0; k < 6; k++) s[k] = statistic(kind, columns[k]);
    row_head(json, point, names[kind]);
    json_whole(json, "threads", result->facts.threads > 0 ? result->facts.threads : 1);
    json_text(json, "aggregate_name", names[kind]);
    json_text(json, "aggregate_unit", kind == 3 ? "percentage" : "time");
    json_whole(json, "iterations", BENCH_ROWS);
    // compare.py cannot read null, so a processor clock too coarse for a spread gives 0.
    row_tail(json, point, result, s[0], isfinite(s[1]) ? s[1] : 0.0, (row_counters){s[2], s[3], s[4], s[5]});
  }
}

static void write_point_rows(json_writer *json, const bench_point *point, const bench_result *result) {
  bench_row rows[BENCH_ROWS];
  if (!bench_rows_of(point, result, rows)) return;
  for (int i = 0; i < BENCH_ROWS; i++) {
    row_head(json, point, NULL);
    json_whole(json, "repetition_index", i);
    json_whole(json, "threads", result->facts.threads > 0 ? result->facts.threads : 1);
    json_whole(json, "iterations", rows[i].frames);
    row_tail(json, point, result, rows[i].real_ns, rows[i].cpu_ns, counters_of(point, result, rows[i].real_ns));
  }
  write_aggregates(json, point, result, rows);
}

static void write_all(FILE *stream, const bench_report *report) {
  json_writer json = {.stream = stream};
  json_open(&json, NULL, '{');
  write_context(&json, report);
  json_open(&json, "benchmarks", '[');
  for (int i = 0; i < report->run->plan->count; i++)
    write_point_rows(&json, &report->run->plan->points[i], &report->run->results[i]);
  json_close(&json, ']');
  bench_write_xb(&json, report);
  json_close(&json, '}');
}

/// The text is made in memory first, because a seal covers all of it.
void bench_write_json(FILE *stream, const bench_report *report) {
  file_seal_text text = {0};
  file_seal_key key;
  FILE *memory = report->sealed && file_seal_own_key("xpbd-bench", &key) ? file_seal_text_open(&text) : NULL;
  if (memory) write_all(memory, report);
  if (memory && file_seal_text_close(memory))
    file_seal_write(stream, text.bytes, text.size, &key);
  else
    write_all(stream, report); /* without a key there is no seal, and readers say so */
  free(text.bytes);
}

/// A quoted CSV field.
static void csv_text(FILE *stream, const char *text) {
  fputc('"', stream);
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"') fputc('"', stream);
    fputc((unsigned char)*c < 0x20 ? ' ' : *c, stream);
  }
  fputc('"', stream);
}

/// A point without the ten rows.
static void csv_untimed(FILE *stream, const bench_point *point, const bench_result *result) {
  csv_text(stream, point->name);
  fputs(",,,,,,,", stream);
  csv_text(stream, bench_label(result));
  fputs(result->outcome == BENCH_WRONG || result->outcome == BENCH_FAILED ? ",true," : ",,", stream);
  csv_text(stream, result->reason);
  fputs(",,,\n", stream);
}

void bench_write_csv(FILE *stream, const bench_report *report) {
  fputs("name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_"
        "message,"
        "\"fps\",\"ns_per_projection\",\"real_time_factor\"\n",
        stream);
  for (int i = 0; i < report->run->plan->count; i++) {
    const bench_point *point = &report->run->plan->points[i];
    const bench_result *result = &report->run->results[i];
    bench_row rows[BENCH_ROWS];
    if (!bench_rows_of(point, result, rows)) {
      csv_untimed(stream, point, result);
      continue;
    }
    for (int r = 0; r < BENCH_ROWS; r++) {
      const row_counters c = counters_of(point, result, rows[r].real_ns);
      char a[32], b[32], d[32], e[32], f[32], g[32];
      csv_text(stream, point->name);
      fprintf(stream, ",%lld,%s,%s,ns,,%s,", (long long)rows[r].frames, json_shortest(rows[r].real_ns, a),
              json_shortest(rows[r].cpu_ns, b), json_shortest(c.per_second, d));
      csv_text(stream, bench_label(result));
      fprintf(stream, ",,,%s,%s,%s\n", json_shortest(c.fps, e), json_shortest(c.ns_each, f),
              json_shortest(c.real_time_factor, g));
    }
  }
}
