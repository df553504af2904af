/* Why this file exists: a GPU that is hot or short of power runs slower without telling anyone, so what it says about
 * itself is recorded: once for the environment, and after each episode for the points that run on it. */
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include "environment.h"
#include "harness/plan/plan.h"

struct nvml_api;
struct nvmlDevice_st;

enum { BENCH_TELEMETRY_NOTES = 2 };

/// What a GPU reported while one point ran on it. What could not be read is NaN, or not counted.
typedef struct bench_telemetry {
  bool wanted;                  ///< The point runs on a GPU.
  int device;                   ///< As CUDA counts.
  struct nvmlDevice_st *handle; ///< NULL when there is nothing to ask, see `why`.
  char why[160];
  bool in_slices;                    ///< MIG is on: power and energy are those of all slices, so of nobody's work.
  int episodes;                      ///< How many were sampled.
  double *sm_mhz;                    ///< [capacity] Owned.
  double *scratch;                   ///< [capacity] Owned.
  int sm_count, capacity;            ///< Clocks that could be read.
  double sm_limit;                   ///< Highest clock of the device [MHz].
  double sm_low, sm_median, sm_high; ///< Set at the end.
  double temperature, power;         ///< Highest [degrees Celsius], [W].
  double energy, energy_seconds;     ///< Of whole episodes: reset, warm and timed frames. NaN when one is unknown.
  double energy_mark;                ///< Counter at the start of the episode [J].
  unsigned long long reasons;        ///< All event reasons that were seen.
  int reasons_count;                 ///< Episodes in which they could be read.
} bench_telemetry;

/// Load NVML and add the fields of the group "gpu"; `device` is the one described, counted as CUDA does.
void bench_gpu_capture(bench_environment *env, int device);
void bench_gpu_close(void);
/// The functions of NVML, or NULL when they cannot be used.
const struct nvml_api *bench_gpu_api(void);
/// The device that CUDA gives this number, or NULL and why.
struct nvmlDevice_st *bench_gpu_find(int device, char *why, size_t capacity);
/// Whom telemetry asks; only a test changes it.
typedef struct bench_gpu_source {
  const struct nvml_api *(*api)(void);
  struct nvmlDevice_st *(*find)(int device, char *why, size_t capacity);
} bench_gpu_source;
extern bench_gpu_source bench_gpu_asked;
/// True when the point's backend is a GPU's.
bool bench_on_gpu(const bench_point *point);
/// True when its backend hands the work to a driver: a GPU's, or OpenCL's, whose device may be this processor.
bool bench_on_device(const bench_point *point);
/// Device of the first such point, else 0.
int bench_gpu_of_plan(const bench_plan *plan);

/// Get ready for at most `episodes`; false when memory is short. Nothing is asked for a point that is not on a GPU.
bool bench_telemetry_start(bench_telemetry *telemetry, const bench_point *point, int64_t episodes);
void bench_telemetry_free(bench_telemetry *telemetry);
/// Before an episode is reset, and after its last timed frame, `seconds` later. Both outside timed frames.
void bench_telemetry_mark(bench_telemetry *telemetry);
void bench_telemetry_add(bench_telemetry *telemetry, double seconds);
/// Sum up: returns the number of notes, and sets *flagged when the GPU was slowed down.
int bench_telemetry_judge(bench_telemetry *telemetry, char notes[BENCH_TELEMETRY_NOTES][BENCH_TEXT], bool *flagged);
/// True when a reason that slows down was seen.
bool bench_telemetry_slowed(const bench_telemetry *telemetry);
/// The member "telemetry" of a point; null when it is not on a GPU.
void bench_telemetry_write(json_writer *json, const bench_telemetry *telemetry);

/// Event reasons in words, "none" when there are none.
const char *bench_gpu_reasons(unsigned long long reasons, char *out, size_t capacity);

#endif
