/* Why this file exists: writes results.json and results.tsv of a report. The table is made again from the JSON,
 * because a run need not have been asked for one. */
#include "results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "keep.h"
#include "memory.h"

enum { MAX_AXES = 64 };

/// How a column is read from a point.
typedef enum column_kind {
  TEXT,
  NUMBER,
  RESULT, ///< A number that only a point with numbers may have.
  COUNT,  ///< A number of which 0 means that there is none.
  TIMED,  ///< A number that needs at least one episode.
  FLAG,   ///< true is 1.
  LIST    ///< Strings joined with commas.
} column_kind;

typedef struct column {
  const char *name;
  column_kind kind;
  const char *path;
} column;

static const column head[] = {
    {"benchmark", TEXT, "benchmark"}, {"name", TEXT, "name"}, {"status", TEXT, NULL}, {"plan_sweeps", LIST, "sweeps"}};

static const column tail[] = {
    {"warm", COUNT, "warm"},
    {"frames", COUNT, "frames"},
    {"frames_per_sample", TIMED, "frames_per_sample"},
    {"episodes", NUMBER, "episodes"},
    {"samples", NUMBER, "samples"},
    {"stop", TEXT, "stop"},
    {"median_s", RESULT, "frame_s.median"},
    {"lo95_s", RESULT, "frame_s.lo95"},
    {"hi95_s", RESULT, "frame_s.hi95"},
    {"rel_err", RESULT, "frame_s.rel_err"},
    {"tau", RESULT, "frame_s.tau"},
    {"mean_s", RESULT, "frame_s.mean"},
    {"stddev_s", RESULT, "frame_s.stddev"},
    {"min_s", RESULT, "frame_s.min"},
    {"p05_s", RESULT, "frame_s.p05"},
    {"p95_s", RESULT, "frame_s.p95"},
    {"p99_s", RESULT, "frame_s.p99"},
    {"max_s", RESULT, "frame_s.max"},
    {"cpu_s", RESULT, "cpu_s"},
    {"fps", RESULT, "fps.median"},
    {"fps_lo95", RESULT, "fps.lo95"},
    {"fps_hi95", RESULT, "fps.hi95"},
    {"fps_low1", RESULT, "fps.low1"},
    {"real_time_factor", RESULT, "counters.real_time_factor.value"},
    {"projections_per_s", RESULT, "counters.projections_per_second.value"},
    {"ns_per_projection", RESULT, "counters.ns_per_projection.value"},
    {"particles", NUMBER, "work.particles"},
    {"constraints", NUMBER, "work.constraints"},
    {"projections_per_frame", NUMBER, "work.projections_per_frame"},
    {"groups", NUMBER, "solver.groups"},
    {"threads_used", NUMBER, "solver.threads"},
    {"lanes_used", NUMBER, "solver.lanes"},
    {"instructions", TEXT, "solver.instructions"},
    {"host_bytes", NUMBER, "memory.host"},
    {"device_bytes", NUMBER, "memory.device"},
    {"load_before", NUMBER, "noise.load_before"},
    {"load_after", NUMBER, "noise.load_after"},
    {"psi_before", NUMBER, "noise.psi_cpu_before"},
    {"psi_after", NUMBER, "noise.psi_cpu_after"},
    {"psi_during", NUMBER, "noise.psi_cpu_during"},
    {"involuntary_switches", NUMBER, "noise.involuntary_switches"},
    {"flagged", FLAG, "flagged"},
    {"state_hash", TEXT, "state_hash"},
    {"state_frames", NUMBER, "state_frames"},
    {"checked", TEXT, "checked"},
    {"reason", TEXT, NULL},
    {"substeps_used", NUMBER, "solver.substeps"},
    {"iterations_used", NUMBER, "solver.iterations"},
    {"mesh_used", TEXT, "work.mesh"},
    {"published_fps_low", NUMBER, "published.fps_low"},
    {"published_fps_high", NUMBER, "published.fps_high"},
    {"published_ratio", RESULT, "published.ratio"},
    {"published_machine", TEXT, "published.machine"},
    {"device_s", RESULT, "device_s"},
    {"residual", NUMBER, "solver.residual"},
    {"bytes_per_projection", NUMBER, "roofline.bytes_per_projection"},
    {"flops_per_projection", NUMBER, "roofline.flops_per_projection"},
    {"memory_share", RESULT, "roofline.memory_share"},
    {"compute_share", RESULT, "roofline.compute_share"},
    {"cycles_per_projection", RESULT, "counters.cycles_per_projection.value"},
    {"instructions_per_projection", RESULT, "counters.instructions_per_projection.value"},
    {"cache_misses_per_projection", RESULT, "counters.cache_misses_per_projection.value"},
    {"branch_misses_per_projection", RESULT, "counters.branch_misses_per_projection.value"},
    {"precision_used", TEXT, "solver.precision"},
    {"ieee_over_flushed", RESULT, "ieee_over_flushed"},
};

enum { HEAD_COUNT = sizeof head / sizeof head[0], TAIL_COUNT = sizeof tail / sizeof tail[0] };

const char *report_shortest(double value, char out[32]) {
  if (!isfinite(value)) return strcpy(out, "NaN");
  for (int precision = 15; precision <= 17; precision++) { /* %g drops zeros: the first that reads back is shortest */
    snprintf(out, 32, "%.*g", precision, value);
    const double back = strtod(out, NULL);
    if (back >= value && back <= value) break;
  }
  return out;
}

char *report_join(const char *folder, const char *name) {
  const size_t length = strlen(folder);
  const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
  char *path = malloc(length + strlen(name) + 2);
  if (path)
    sprintf(path, "%s%s%s", folder, slash, name);
  else
    xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for a name", folder);
  return path;
}

char *report_results_of(const char *path) {
  struct stat what;
  return stat(path, &what) == 0 && S_ISDIR(what.st_mode) ? report_join(path, "results.json") : strdup(path);
}

/// A tab or a line break in a cell would break the table.
static void put_text(FILE *stream, const char *text) {
  if (!text || !text[0]) text = "-";
  for (; *text; text++) fputc((unsigned char)*text < 0x20 ? ' ' : *text, stream);
}

static void put_list(FILE *stream, const json_t *list) {
  size_t i;
  json_t *item;
  if (json_array_size(list) == 0) fputc('-', stream);
  json_array_foreach(list, i, item) {
    if (i > 0) fputc(',', stream);
    put_text(stream, json_string_value(item));
  }
}

static void put_cell(FILE *stream, const report_point *p, const column *c) {
  char text[32];
  double value = c->path ? report_number(p->json, c->path) : (double)NAN;
  switch (c->kind) {
  case TEXT: /* status and reason: as this report sees them, which may be stricter than the file */
    put_text(stream, c->path                          ? report_text(p->json, c->path)
                     : strcmp(c->name, "status") == 0 ? report_state_name(p->state)
                                                      : p->reason);
    return;
  case LIST: put_list(stream, report_at(p->json, c->path)); return;
  case FLAG: fputc(json_is_true(report_at(p->json, c->path)) ? '1' : '0', stream); return;
  case RESULT: value = p->has_numbers ? value : (double)NAN; break;
  case COUNT: value = p->frames > 0 ? value : (double)NAN; break;
  case TIMED: value = p->episodes > 0 ? value : (double)NAN; break;
  case NUMBER: break;
  }
  fputs(report_shortest(value, text), stream);
}

/// Axes of all benchmarks of the run, each once, in the order of the plan.
static int find_axes(const report_run *run, const json_t *out[MAX_AXES]) {
  int count = 0;
  size_t i, k;
  json_t *benchmark, *axis;
  json_array_foreach(report_at(run->xb, "plan.benchmarks"), i, benchmark) {
    json_array_foreach(json_object_get(benchmark, "axes"), k, axis) {
      const char *name = report_text(axis, "name");
      bool seen = !name;
      for (int a = 0; a < count && !seen; a++) seen = strcmp(report_text(out[a], "name"), name) == 0;
      if (!seen && count < MAX_AXES) out[count++] = axis;
    }
  }
  return count;
}

static void put_axis(FILE *stream, const report_point *p, const json_t *axis) {
  char text[256];
  const char *kind = report_text(axis, "kind");
  report_axis_text(p, report_text(axis, "name"), text, sizeof text);
  put_text(stream, text[0] ? text : kind && strcmp(kind, "int") == 0 ? "NaN" : "-");
}

static void put_table(FILE *stream, const report_run *run) {
  const json_t *axes[MAX_AXES];
  const int axis_count = find_axes(run, axes);
  for (int c = 0; c < HEAD_COUNT; c++) fprintf(stream, "%s\t", head[c].name);
  for (int a = 0; a < axis_count; a++) {
    put_text(stream, report_text(axes[a], "name"));
    fputc('\t', stream);
  }
  for (int c = 0; c < TAIL_COUNT; c++) fprintf(stream, "%s%c", tail[c].name, c + 1 < TAIL_COUNT ? '\t' : '\n');
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    for (int c = 0; c < HEAD_COUNT; c++) put_cell(stream, p, &head[c]), fputc('\t', stream);
    for (int a = 0; a < axis_count; a++) put_axis(stream, p, axes[a]), fputc('\t', stream);
    for (int c = 0; c < TAIL_COUNT; c++) put_cell(stream, p, &tail[c]), fputc(c + 1 < TAIL_COUNT ? '\t' : '\n', stream);
  }
}

static xpbd_status write_json(const report_run *run, const char *source, const char *path) {
  if (report_same_file(source, path)) return XPBD_OK;
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  fwrite(run->bytes, 1, run->size, file.stream);
  return report_commit(&file);
}

static xpbd_status write_tsv(const report_run *run, const char *path) {
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  put_table(file.stream, run);
  return report_commit(&file);
}

xpbd_status report_write_results(const report_run *run, const char *source, const char *folder) {
  char *json = report_join(folder, "results.json"), *tsv = report_join(folder, "results.tsv");
  xpbd_status status = json && tsv ? XPBD_OK : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK) status = write_json(run, source, json);
  if (status == XPBD_OK) status = write_tsv(run, tsv);
  free(json);
  free(tsv);
  return status;
}
