/* Why this file exists: derives every displayed number of a point from its samples. */
#include <math.h>
#include <stdlib.h>

#include "numbers.h"

static bench_numbers no_numbers(void) {
  const double n = NAN;
  return (bench_numbers){n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, {n, n, n, n}, n, n};
}

double bench_work_of(const bench_point *point, const bench_result *result) {
  return result->facts.peer[0] || result->facts.ends_early ? (double)NAN : (double)point->work;
}

bench_numbers bench_numbers_of(const bench_point *point, const bench_result *result) {
  bench_numbers out = no_numbers();
  if (!bench_has_numbers(result)) return out;
  double *sorted = malloc(result->sample_count * sizeof *sorted);
  if (!sorted) return out;
  for (size_t i = 0; i < result->sample_count; i++) sorted[i] = result->samples[i];
  bench_sort(sorted, result->sample_count);
  out.median = result->interval.median;
  out.low = result->interval.low;
  out.high = result->interval.high;
  out.relative = result->interval.relative;
  out.tau = isnan(out.low) ? (double)NAN : result->interval.tau;
  out.mean = bench_mean(sorted, result->sample_count);
  out.stddev = bench_stddev(sorted, result->sample_count);
  out.least = sorted[0];
  out.p05 = bench_quantile(sorted, result->sample_count, 0.05);
  out.p95 = bench_quantile(sorted, result->sample_count, 0.95);
  out.p99 = bench_quantile(sorted, result->sample_count, 0.99);
  out.most = sorted[result->sample_count - 1];
  out.processor = bench_median(result->processor, (size_t)result->episodes, sorted);
  free(sorted);
  out.fps = 1.0 / out.median;
  out.fps_low = 1.0 / out.high;
  out.fps_high = out.low > 0.0 ? 1.0 / out.low : (double)NAN;
  out.fps_low1 = 1.0 / out.p99;
  out.real_time_factor = result->facts.frame_time / out.median;
  const double work = bench_work_of(point, result);
  out.per_second = work / out.median;
  out.ns_each = work > 0.0 ? 1e9 * out.median / work : (double)NAN;
  out.memory_share = result->facts.bytes_each * out.per_second / result->facts.memory_roof;
  out.compute_share = result->facts.flops_each * out.per_second / result->facts.compute_roof;
  const double counted = (double)point->work * result->hardware_frames;
  for (int k = 0; k < BENCH_COUNTERS; k++) out.counted[k] = counted > 0.0 ? result->hardware[k] / counted : (double)NAN;
  out.joules = bench_telemetry_joules(&result->telemetry, (double)(point->warm + point->frames));
  const bench_published *other = &result->facts.published;
  if (other->machine) out.ratio = out.fps / (0.5 * (other->fps_low + other->fps_high));
  return out;
}

bool bench_rows_of(const bench_point *point, const bench_result *result, bench_row rows[BENCH_ROWS]) {
  const size_t count = result->sample_count;
  if (!bench_has_numbers(result) || count < BENCH_ROWS) return false;
  // The export has no place for their mark.
  if (result->outcome == BENCH_INEXACT || result->facts.peer[0] != '\0') return false;
  double *scratch = malloc(count * sizeof *scratch);
  if (!scratch) return false;
  for (size_t r = 0; r < BENCH_ROWS; r++) {
    const size_t begin = r * count / BENCH_ROWS;
    const size_t end = (r + 1) * count / BENCH_ROWS;
    double processor = 0.0;
    rows[r].frames = 0;
    for (size_t i = begin; i < end; i++) {
      processor += result->processor[i / (size_t)result->samples_per_episode];
      rows[r].frames += bench_sample_frames(point, result, i);
    }
    rows[r].real_ns = 1e9 * bench_median(result->samples + begin, end - begin, scratch);
    rows[r].cpu_ns = 1e9 * processor / (double)(end - begin);
  }
  free(scratch);
  return true;
}
