/* Why this file exists: the TSV and the glossary are one list, so that no column is ever without its meaning. Axes of all
 * benchmarks come in between, from the list of benchmarks. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report.h"

typedef struct cell {
  const bench_point *point;
  const bench_result *result;
  bench_numbers numbers;
} cell;

typedef struct column {
  const char *name, *unit, *meaning;
  double (*number)(const cell *c);
  void (*text)(const cell *c, FILE *stream);
} column;

#define NUMBER(name, expression)                                                                                       \
  static double name(const cell *c) {                                                                                  \
    return expression;                                                                                                 \
  }
NUMBER(get_warm, c->point->frames > 0 ? (double)c->point->warm : (double)NAN)
NUMBER(get_frames, c->point->frames > 0 ? (double)c->point->frames : (double)NAN)
NUMBER(get_together, c->result->episodes > 0 ? (double)c->result->frames_per_sample : (double)NAN)
NUMBER(get_episodes, (double)c->result->episodes)
NUMBER(get_samples, (double)c->result->sample_count)
NUMBER(get_median, c->numbers.median)
NUMBER(get_low, c->numbers.low)
NUMBER(get_high, c->numbers.high)
NUMBER(get_relative, c->numbers.relative)
NUMBER(get_tau, c->numbers.tau)
NUMBER(get_mean, c->numbers.mean)
NUMBER(get_stddev, c->numbers.stddev)
NUMBER(get_least, c->numbers.least)
NUMBER(get_p05, c->numbers.p05)
NUMBER(get_p95, c->numbers.p95)
NUMBER(get_p99, c->numbers.p99)
NUMBER(get_most, c->numbers.most)
NUMBER(get_processor, c->numbers.processor)
NUMBER(get_fps, c->numbers.fps)
NUMBER(get_fps_low, c->numbers.fps_low)
NUMBER(get_fps_high, c->numbers.fps_high)
NUMBER(get_fps_low1, c->numbers.fps_low1)
NUMBER(get_real_time, c->numbers.real_time_factor)
NUMBER(get_per_second, c->numbers.per_second)
NUMBER(get_ns_each, c->numbers.ns_each)
NUMBER(get_particles, c->result->facts.particles)
NUMBER(get_constraints, c->result->facts.constraints)
NUMBER(get_work, c->point->work > 0 ? (double)c->point->work : (double)NAN)
NUMBER(get_groups, c->result->facts.groups > 0 ? (double)c->result->facts.groups : (double)NAN)
NUMBER(get_threads, c->result->facts.threads > 0 ? (double)c->result->facts.threads : (double)NAN)
NUMBER(get_lanes, c->result->facts.lanes > 0 ? (double)c->result->facts.lanes : (double)NAN)
NUMBER(get_substeps, c->result->facts.substeps > 0 ? (double)c->result->facts.substeps : (double)NAN)
NUMBER(get_iterations, c->result->facts.iterations > 0 ? (double)c->result->facts.iterations : (double)NAN)
NUMBER(get_busy, bench_has_numbers(c->result) ? c->result->facts.device_time : (double)NAN)
NUMBER(get_residual, c->result->facts.residual)
NUMBER(get_flushed, bench_has_numbers(c->result) ? c->result->facts.ieee_over_flushed : (double)NAN)
NUMBER(get_bytes_each, c->result->facts.bytes_each)
NUMBER(get_flops_each, c->result->facts.flops_each)
NUMBER(get_memory_share, c->numbers.memory_share)
NUMBER(get_compute_share, c->numbers.compute_share)
NUMBER(get_cycles, c->numbers.counted[BENCH_CYCLES])
NUMBER(get_retired, c->numbers.counted[BENCH_INSTRUCTIONS])
NUMBER(get_cache_misses, c->numbers.counted[BENCH_CACHE_MISSES])
NUMBER(get_branch_misses, c->numbers.counted[BENCH_BRANCH_MISSES])
NUMBER(get_host, c->result->facts.host_bytes > 0 ? (double)c->result->facts.host_bytes : (double)NAN)
NUMBER(get_device, c->result->facts.device_bytes > 0 ? (double)c->result->facts.device_bytes : (double)NAN)
NUMBER(get_load_before, c->result->noise.load_before)
NUMBER(get_load_after, c->result->noise.load_after)
NUMBER(get_psi_before, c->result->noise.psi_before)
NUMBER(get_psi_after, c->result->noise.psi_after)
NUMBER(get_psi_during, c->result->noise.psi_during)
NUMBER(get_switches, c->result->noise.involuntary_switches)
NUMBER(get_published_low, c->result->facts.published.machine != NULL ? c->result->facts.published.fps_low : (double)NAN)
NUMBER(get_published_high,
       c->result->facts.published.machine != NULL ? c->result->facts.published.fps_high : (double)NAN)
NUMBER(get_ratio, c->numbers.ratio)
NUMBER(get_flagged, c->result->flagged ? 1.0 : 0.0)
NUMBER(get_hash_frames, c->result->has_hash ? (double)c->result->hash_frames : (double)NAN)
#undef NUMBER

/// A text cell: tabs and line breaks would break the table.
static void put_text(const char *text, FILE *stream) {
  if (!text || text[0] == '\0') text = "-";
  for (const char *c = text; *c != '\0'; c++) fputc((unsigned char)*c < 0x20 ? ' ' : *c, stream);
}

static void put_benchmark(const cell *c, FILE *stream) {
  put_text(c->point->owner->name, stream);
}
static void put_name(const cell *c, FILE *stream) {
  put_text(c->point->name, stream);
}
static void put_status(const cell *c, FILE *stream) {
  put_text(bench_outcome_name(c->result->outcome), stream);
}
static void put_stop(const cell *c, FILE *stream) {
  put_text(bench_stop_word(c->result), stream);
}
static void put_checked(const cell *c, FILE *stream) {
  put_text(c->result->checked, stream);
}
static void put_reason(const cell *c, FILE *stream) {
  put_text(c->result->reason, stream);
}
static void put_instructions(const cell *c, FILE *stream) {
  put_text(c->result->facts.instructions, stream);
}

static void put_precision(const cell *c, FILE *stream) {
  put_text(c->result->facts.precision, stream);
}
static void put_mesh(const cell *c, FILE *stream) {
  put_text(c->result->facts.mesh, stream);
}
static void put_machine(const cell *c, FILE *stream) {
  put_text(c->result->facts.published.machine, stream);
}

static void put_sweeps(const cell *c, FILE *stream) {
  bool any = false;
  for (int i = 0; i < c->point->owner->sweep_count; i++) {
    if ((c->point->sweeps & 1u << i) == 0) continue;
    fprintf(stream, "%s%s", any ? "," : "", c->point->owner->sweeps[i].name);
    any = true;
  }
  if (!any) fputc('-', stream);
}

static void put_hash(const cell *c, FILE *stream) {
  if (c->result->has_hash)
    fprintf(stream, "%016" PRIx64, c->result->hash);
  else
    fputc('-', stream);
}

static const column head_columns[] = {
    {"benchmark", "", "name of the benchmark", NULL, put_benchmark},
    {"name", "", "name of the point; the axes are authoritative", NULL, put_name},
    {"status", "", "ok, unchecked, inexact, skipped, invalid (a check failed), error or interrupted", NULL, put_status},
    {"plan_sweeps", "", "sweeps of the standard plan that the point belongs to", NULL, put_sweeps},
};

static const column tail_columns[] = {
    {"warm", "frames", "untimed frames of an episode", get_warm, NULL},
    {"frames", "frames", "timed frames of an episode", get_frames, NULL},
    {"frames_per_sample", "frames", "frames that one clock sample stands for", get_together, NULL},
    {"episodes", "", "episodes measured: reset, warm frames, timed frames", get_episodes, NULL},
    {"samples", "", "clock samples of all episodes", get_samples, NULL},
    {"stop", "", "why no more episodes: target, budget, max-episodes, total-budget, interrupted", NULL, put_stop},
    {"median_s", "s", "frame time: median over episodes of the median over frames", get_median, NULL},
    {"lo95_s", "s",
     "lower end of the 95 % interval of median_s: over episodes, widened by sqrt(tau), or over processes (--processes)",
     get_low, NULL},
    {"hi95_s", "s", "upper end of the 95 % interval of median_s", get_high, NULL},
    {"rel_err", "1", "half the width of the interval over median_s", get_relative, NULL},
    {"tau", "episodes", "integrated autocorrelation time of the episodes", get_tau, NULL},
    {"mean_s", "s", "mean frame time of all samples", get_mean, NULL},
    {"stddev_s", "s", "standard deviation of all samples", get_stddev, NULL},
    {"min_s", "s", "shortest sample", get_least, NULL},
    {"p05_s", "s", "5th percentile of all samples", get_p05, NULL},
    {"p95_s", "s", "95th percentile of all samples", get_p95, NULL},
    {"p99_s", "s", "99th percentile of all samples", get_p99, NULL},
    {"max_s", "s", "longest sample", get_most, NULL},
    {"cpu_s", "s", "processor time of all threads per frame, median over episodes", get_processor, NULL},
    {"fps", "1/s", "frames per second: 1 / median_s", get_fps, NULL},
    {"fps_lo95", "1/s", "1 / hi95_s", get_fps_low, NULL},
    {"fps_hi95", "1/s", "1 / lo95_s", get_fps_high, NULL},
    {"fps_low1", "1/s", "1 / p99_s: the slowest hundredth", get_fps_low1, NULL},
    {"real_time_factor", "1", "simulated time of a frame over median_s; above 1 is faster than real time",
     get_real_time, NULL},
    {"projections_per_s", "1/s", "constraint projections per second", get_per_second, NULL},
    {"ns_per_projection", "ns", "median_s over the projections of a frame", get_ns_each, NULL},
    {"particles", "", "particles of the scene", get_particles, NULL},
    {"constraints", "", "constraints of the scene", get_constraints, NULL},
    {"projections_per_frame", "", "constraint projections of one frame", get_work, NULL},
    {"groups", "", "independent groups of constraints", get_groups, NULL},
    {"threads_used", "", "threads really used", get_threads, NULL},
    {"lanes_used", "", "constraints computed side by side", get_lanes, NULL},
    {"instructions", "", "instruction set of the kernels", NULL, put_instructions},
    {"host_bytes", "bytes", "memory of the state on the host", get_host, NULL},
    {"device_bytes", "bytes", "memory of the state on the device", get_device, NULL},
    {"load_before", "1", "load average before the first episode", get_load_before, NULL},
    {"load_after", "1", "load average after the last episode", get_load_after, NULL},
    {"psi_before", "%", "part of 10 s before the first episode in which a task waited for a processor", get_psi_before,
     NULL},
    {"psi_after", "%", "part of 10 s before the end in which a task waited for a processor", get_psi_after, NULL},
    {"psi_during", "%", "part of the timed episodes in which a task waited for a processor", get_psi_during, NULL},
    {"involuntary_switches", "", "times the system took a processor away during the episodes", get_switches, NULL},
    {"flagged", "", "1 when a cause of noise was seen or the machine drifted; never because a time is long",
     get_flagged, NULL},
    {"state_hash", "", "64-bit hash of all positions and velocities, bit for bit", NULL, put_hash},
    {"state_frames", "frames", "frames after which state_hash was taken", get_hash_frames, NULL},
    {"checked", "", "how the point was checked", NULL, put_checked},
    {"reason", "", "why there are no numbers; what is inexact, and how near it is", NULL, put_reason},
    {"substeps_used", "", "time steps of a frame really computed, also where the axis is 0", get_substeps, NULL},
    {"iterations_used", "", "sweeps of a time step really computed, also where the axis is 0", get_iterations, NULL},
    {"mesh_used", "", "what it ran on", NULL, put_mesh},
    {"published_fps_low", "1/s", "lower end of the frame rate that a paper prints", get_published_low, NULL},
    {"published_fps_high", "1/s", "its upper end", get_published_high, NULL},
    {"published_ratio", "1", "fps over the middle of that range", get_ratio, NULL},
    {"published_machine", "", "the machine of the paper", NULL, put_machine},
    {"device_s", "s", "time per frame in which the device computed, by its own clock, in frames that are not timed",
     get_busy, NULL},
    {"residual", "1", "share of a time step's constraint equations left unsolved; no error of the result", get_residual,
     NULL},
    {"bytes_per_projection", "bytes",
     "read and written by one projection: offsets, rest shape, multiplier, particles; what caches keep is not taken "
     "off",
     get_bytes_each, NULL},
    {"flops_per_projection", "1",
     "operations of one projection, counted by running it in a scalar that counts; a fused multiply-add is two",
     get_flops_each, NULL},
    {"memory_share", "1",
     "bytes_per_projection at this speed over the bandwidth of memory (triad) for as many threads; above 1 caches gave "
     "it",
     get_memory_share, NULL},
    {"compute_share", "1",
     "flops_per_projection at this speed over the peak measured for as many threads, this width and precision",
     get_compute_share, NULL},
    {"cycles_per_projection", "1", "processor cycles in user mode, all threads, over the projections of the episodes",
     get_cycles, NULL},
    {"instructions_per_projection", "1", "instructions executed, likewise", get_retired, NULL},
    {"cache_misses_per_projection", "1", "accesses that missed the last cache the processor counts, likewise",
     get_cache_misses, NULL},
    {"branch_misses_per_projection", "1", "branches predicted wrongly, likewise", get_branch_misses, NULL},
    {"precision_used", "", "of the state as really computed, f32, f32x or f64, also where the axis is auto or float",
     NULL, put_precision},
    {"ieee_over_flushed", "1",
     "processor time of a frame over that of the same frame with subnormal numbers as 0: what these cost", get_flushed,
     NULL},
};

enum {
  HEAD_COUNT = sizeof head_columns / sizeof head_columns[0],
  TAIL_COUNT = sizeof tail_columns / sizeof tail_columns[0],
  MAX_AXIS_COLUMNS = 64
};

/// Axes of all benchmarks by name, each once. They are known before anything is selected, so columns never change.
static int axis_columns(const bench_plan *plan, const bench_axis **out) {
  int count = 0;
  for (int c = 0; c < plan->case_count; c++)
    for (int i = 0; i < plan->cases[c]->axis_count; i++) {
      const bench_axis *axis = &plan->cases[c]->axes[i];
      bool seen = false;
      for (int k = 0; k < count; k++) seen = seen || strcmp(out[k]->name, axis->name) == 0;
      if (!seen && count < MAX_AXIS_COLUMNS) out[count++] = axis;
    }
  return count;
}

static void put_cell(const column *what, const cell *c, FILE *stream) {
  char text[32];
  if (what->text)
    what->text(c, stream);
  else
    fputs(json_shortest(what->number(c), text), stream);
}

static void put_axis(const bench_axis *axis, const bench_point *point, FILE *stream) {
  const int index = bench_axis_find(point->owner, axis->name);
  char text[32];
  if (index < 0 || (point->present & 1u << index) == 0)
    fputs(axis->text ? "-" : "NaN", stream);
  else
    put_text(bench_value_text(axis, point->values[index], text, sizeof text), stream);
}

void bench_write_tsv(FILE *stream, const bench_report *report) {
  const bench_axis *axes[MAX_AXIS_COLUMNS];
  const bench_plan *plan = report->run->plan;
  const int axis_count = axis_columns(plan, axes);
  for (int i = 0; i < HEAD_COUNT; i++) fprintf(stream, "%s\t", head_columns[i].name);
  for (int i = 0; i < axis_count; i++) fprintf(stream, "%s\t", axes[i]->name);
  for (int i = 0; i < TAIL_COUNT; i++) fprintf(stream, "%s%c", tail_columns[i].name, i + 1 < TAIL_COUNT ? '\t' : '\n');
  for (int p = 0; p < plan->count; p++) {
    const bench_point *point = &plan->points[p];
    const bench_result *result = &report->run->results[p];
    const cell c = {point, result, bench_numbers_of(point, result)};
    for (int i = 0; i < HEAD_COUNT; i++) {
      put_cell(&head_columns[i], &c, stream);
      fputc('\t', stream);
    }
    for (int i = 0; i < axis_count; i++) {
      put_axis(axes[i], point, stream);
      fputc('\t', stream);
    }
    for (int i = 0; i < TAIL_COUNT; i++) {
      put_cell(&tail_columns[i], &c, stream);
      fputc(i + 1 < TAIL_COUNT ? '\t' : '\n', stream);
    }
  }
}

static void write_columns(const column *columns, int count, FILE *stream) {
  for (int i = 0; i < count; i++)
    fprintf(stream, "%-28s %-9s %s\n", columns[i].name, columns[i].unit, columns[i].meaning);
}

void bench_write_columns(FILE *stream) {
  fprintf(stream, "%-28s %-9s %s\n", "column", "unit", "meaning");
  write_columns(head_columns, HEAD_COUNT, stream);
  fprintf(stream, "%-28s %-9s %s\n", "(axes)", "", "one column for each axis of any benchmark, see --list");
  write_columns(tail_columns, TAIL_COUNT, stream);
}

static void write_glossary(json_writer *json, const column *columns, int count) {
  for (int i = 0; i < count; i++) {
    json_open_flat(json, columns[i].name, '{');
    json_text(json, "unit", columns[i].unit);
    json_text(json, "meaning", columns[i].meaning);
    json_close(json, '}');
  }
}

void bench_write_glossary(json_writer *json) {
  json_open(json, "glossary", '{');
  write_glossary(json, head_columns, HEAD_COUNT);
  write_glossary(json, tail_columns, TAIL_COUNT);
  json_close(json, '}');
}
