/* Why this file exists: a hot GPU, or one short of power, silently runs slower. So its own reports are recorded: once
 * for the environment, and after each episode for points that run on it. Points on the processor have only energy. */
#pragma once

#include "environment.h"
#include "harness/plan/plan.h"
#include "rapl.h"

struct nvml_api;
struct nvmlDevice_st;

enum { BENCH_TELEMETRY_NOTES = 2 };

/// What a GPU reported while one point ran on it. Unreadable values are NaN, or not counted.
typedef struct bench_telemetry {
  bool wanted;                  ///< The point runs on a GPU, or on a processor whose energy is known.
  int device;                   ///< CUDA's number. -1 = the processor.
  struct nvmlDevice_st *handle; ///< NULL = nothing to ask, see `why`.
  char why[160];
  bool in_slices;                    ///< MIG is on, so power and energy include the other slices.
  int episodes;                      ///< Sampled episodes.
  double *sm_mhz;                    ///< [capacity] Owned.
  double *scratch;                   ///< [capacity] Owned.
  int sm_count, capacity;            ///< Number of clocks read, and room.
  double sm_limit;                   ///< Highest clock of the device [MHz].
  double sm_low, sm_median, sm_high; ///< Set at the end.
  double temperature, power;         ///< Highest [degrees Celsius], [W].
  double energy, energy_seconds;     ///< Sums over the warm and timed frames of all episodes. NaN if one is unknown.
  double energy_mark;                ///< Counter before the warm frames [J].
  bench_rapl_mark packages;          ///< The same of the processor.
  unsigned long long reasons;        ///< All event reasons seen.
  int reasons_count;                 ///< Episodes whose reasons were readable.
} bench_telemetry;

/// Load NVML and add the fields of the group "gpu" for `device`, counted as CUDA does.
void bench_gpu_capture(bench_environment *env, int device);
void bench_gpu_close(void);
/// The functions of NVML. NULL if they cannot be used.
const struct nvml_api *bench_gpu_api(void);
/// The device that CUDA gives this number. NULL with the reason in `why` if there is none.
struct nvmlDevice_st *bench_gpu_find(int device, char *why, size_t capacity);
/// The functions that telemetry calls. Only a test changes them.
typedef struct bench_gpu_source {
  const struct nvml_api *(*api)(void);
  struct nvmlDevice_st *(*find)(int device, char *why, size_t capacity);
} bench_gpu_source;
extern bench_gpu_source bench_gpu_asked;
/// True if the point's backend runs on a GPU.
bool bench_on_gpu(const bench_point *point);
/// True if the point's backend gives work to a driver: a GPU, or OpenCL, whose device may be this processor.
bool bench_on_device(const bench_point *point);
/// Device of the first GPU point, else 0.
int bench_gpu_of_plan(const bench_plan *plan);

/// Prepare for at most `episodes`. False without memory. Points that are not on a GPU ask nothing.
bool bench_telemetry_start(bench_telemetry *telemetry, const bench_point *point, int64_t episodes);
void bench_telemetry_free(bench_telemetry *telemetry);
/// Call mark before the warm frames of an episode, and add `seconds` later, after its last timed frame.
/// Both stay outside timed frames.
void bench_telemetry_mark(bench_telemetry *telemetry);
void bench_telemetry_add(bench_telemetry *telemetry, double seconds);
/// Sum up. Returns the number of notes. Sets *flagged if the GPU was slowed down.
int bench_telemetry_judge(bench_telemetry *telemetry, char notes[BENCH_TELEMETRY_NOTES][BENCH_TEXT], bool *flagged);
/// True if the GPU is too hot or lacks power right now. A power cap that holds does not count, because waiting does not
/// end it.
bool bench_telemetry_hot(const bench_telemetry *telemetry);
/// Energy of a frame [J], of `frames` warm and timed ones in each episode. NaN if unknown, or too short for the counters.
double bench_telemetry_joules(const bench_telemetry *telemetry, double frames);
/// True if the GPU was slowed down: an event reason says so, or its clock fell.
bool bench_telemetry_slowed(const bench_telemetry *telemetry);
/// Write the member "telemetry" of a point. null unless it is wanted.
void bench_telemetry_write(json_writer *json, const bench_telemetry *telemetry);

/// Event reasons in words, "none" if there are none.
const char *bench_gpu_reasons(unsigned long long reasons, char *out, size_t capacity);
