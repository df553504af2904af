/* Why this file exists: records what a GPU reports about itself right after the last timed frame of each episode, never
 * between frames. The cause beside a slow clock turns a strange number into a fact. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu.h"
#include "nvml_api.h"
#include "harness/stats/stats.h"

/// Reasons that make a GPU slower than its clock settings say.
#define SLOWDOWN                                                                                                       \
  ((unsigned long long)(NVML_REASON_SOFTWARE_POWER_CAP | NVML_REASON_HARDWARE_SLOWDOWN |                               \
                        NVML_REASON_SOFTWARE_THERMAL | NVML_REASON_HARDWARE_THERMAL | NVML_REASON_POWER_BRAKE))
/// Reasons in the JSON number: the 53 bits that a double keeps. xpbd-report uses jansson, which refuses integers of
/// 2^63 and more. NVML names nine reasons. Higher bits appear only in words.
#define WRITTEN ((1ull << 53) - 1)
/// Those of them that a pause ends.
#define HOT (SLOWDOWN & ~(unsigned long long)NVML_REASON_SOFTWARE_POWER_CAP)
/// Counters move in steps of up to 0.1 s. The energy of a shorter time is unknown.
#define LEAST_ENERGY_TIME 0.1
/// A row is flagged below this share of the highest clock.
#define SLOW_CLOCK 0.75

static double read_energy(const bench_telemetry *telemetry) {
  const nvml_api *api = bench_gpu_asked.api();
  unsigned long long millijoules = 0;
  if (!api || !api->energy || telemetry->in_slices || api->energy(telemetry->handle, &millijoules) != NVML_SUCCESS)
    return NAN;
  return 1e-3 * (double)millijoules;
}

bench_gpu_source bench_gpu_asked = {bench_gpu_api, bench_gpu_find};

static double read_choice(nvml_get_choice *get, nvml_device device, unsigned kind) {
  unsigned value = 0;
  return get != NULL && get(device, kind, &value) == NVML_SUCCESS ? (double)value : (double)NAN;
}

bool bench_telemetry_start(bench_telemetry *telemetry, const bench_point *point, int64_t episodes) {
  bench_telemetry_free(telemetry);
  const bool gpu = bench_on_gpu(point);
  *telemetry = (bench_telemetry){.wanted = gpu || (!bench_on_device(point) && bench_rapl_known()),
                                 .device = -1,
                                 .sm_limit = NAN,
                                 .sm_low = NAN,
                                 .sm_median = NAN,
                                 .sm_high = NAN,
                                 .temperature = NAN,
                                 .power = NAN,
                                 .energy_mark = NAN};
  if (!gpu) return true;
  telemetry->device = (int)bench_int(point, "device");
  telemetry->handle = bench_gpu_asked.find(telemetry->device, telemetry->why, sizeof telemetry->why);
  if (!telemetry->handle) {
    telemetry->energy = telemetry->energy_seconds = NAN;
    return true;
  }
  unsigned now = 0, pending = 0;
  telemetry->in_slices = bench_gpu_asked.api()->mig &&
                         bench_gpu_asked.api()->mig(telemetry->handle, &now, &pending) == NVML_SUCCESS && now != 0;
  telemetry->sm_limit = read_choice(bench_gpu_asked.api()->clock_limit, telemetry->handle, NVML_CLOCK_SM);
  telemetry->sm_mhz = malloc((size_t)episodes * sizeof *telemetry->sm_mhz);
  telemetry->scratch = malloc((size_t)episodes * sizeof *telemetry->scratch);
  telemetry->capacity = (int)episodes;
  return telemetry->sm_mhz != NULL && telemetry->scratch != NULL;
}

void bench_telemetry_free(bench_telemetry *telemetry) {
  free(telemetry->sm_mhz);
  free(telemetry->scratch);
  telemetry->sm_mhz = telemetry->scratch = NULL;
  telemetry->handle = NULL;
}

void bench_telemetry_mark(bench_telemetry *telemetry) {
  if (telemetry->handle) telemetry->energy_mark = read_energy(telemetry);
  if (telemetry->wanted && telemetry->device < 0) telemetry->packages = bench_rapl_read();
}

void bench_telemetry_add(bench_telemetry *telemetry, double seconds) {
  const nvml_api *api = bench_gpu_asked.api();
  ++telemetry->episodes;
  if (telemetry->wanted && telemetry->device < 0) {
    const bench_rapl_mark now = bench_rapl_read();
    telemetry->energy += bench_rapl_between(&telemetry->packages, &now, seconds);
    telemetry->energy_seconds += seconds;
  }
  if (!telemetry->handle || !api) return;
  // Read first what fades fastest on an idle GPU.
  unsigned long long reasons = 0;
  if (api->reasons && api->reasons(telemetry->handle, &reasons) == NVML_SUCCESS) {
    telemetry->reasons |= reasons;
    ++telemetry->reasons_count;
  }
  const double clock = read_choice(api->clock, telemetry->handle, NVML_CLOCK_SM);
  if (!isnan(clock) && telemetry->sm_count < telemetry->capacity) telemetry->sm_mhz[telemetry->sm_count++] = clock;
  const double energy = read_energy(telemetry) - telemetry->energy_mark;
  // A counter that went back was reset.
  telemetry->energy += energy >= 0.0 ? energy : (double)NAN;
  telemetry->energy_seconds += seconds;
  unsigned milliwatts = 0;
  if (!telemetry->in_slices && api->power && api->power(telemetry->handle, &milliwatts) == NVML_SUCCESS &&
      milliwatts != UINT_MAX)
    telemetry->power = fmax(telemetry->power, 1e-3 * (double)milliwatts);
  telemetry->temperature =
      fmax(telemetry->temperature, read_choice(api->temperature, telemetry->handle, NVML_TEMPERATURE_GPU));
}

bool bench_telemetry_hot(const bench_telemetry *telemetry) {
  const nvml_api *api = bench_gpu_asked.api();
  unsigned long long reasons = 0;
  return telemetry->handle && api && api->reasons && api->reasons(telemetry->handle, &reasons) == NVML_SUCCESS &&
         (reasons & HOT) != 0;
}

double bench_telemetry_joules(const bench_telemetry *telemetry, double frames) {
  if (!telemetry->wanted || !(telemetry->energy_seconds >= LEAST_ENERGY_TIME)) return NAN;
  return telemetry->energy / (frames * (double)telemetry->episodes);
}

bool bench_telemetry_slowed(const bench_telemetry *telemetry) {
  return (telemetry->reasons & SLOWDOWN) != 0 || telemetry->sm_low < SLOW_CLOCK * telemetry->sm_limit;
}

int bench_telemetry_judge(bench_telemetry *telemetry, char notes[BENCH_TELEMETRY_NOTES][BENCH_TEXT], bool *flagged) {
  int count = 0;
  if (!telemetry->wanted || telemetry->episodes == 0 || telemetry->device < 0) return 0;
  if (!telemetry->handle) {
    snprintf(notes[count++], BENCH_TEXT, "whether the GPU was slowed down is unknown: %s", telemetry->why);
    return count;
  }
  if (telemetry->sm_count > 0) {
    telemetry->sm_low = INFINITY;
    telemetry->sm_high = -INFINITY;
    for (int i = 0; i < telemetry->sm_count; i++) {
      telemetry->sm_low = fmin(telemetry->sm_low, telemetry->sm_mhz[i]);
      telemetry->sm_high = fmax(telemetry->sm_high, telemetry->sm_mhz[i]);
    }
    telemetry->sm_median = bench_median(telemetry->sm_mhz, (size_t)telemetry->sm_count, telemetry->scratch);
  }
  if ((telemetry->reasons & SLOWDOWN) != 0) {
    char words[BENCH_TEXT / 2];
    snprintf(notes[count++], BENCH_TEXT, "the GPU was slowed down: %s",
             bench_gpu_reasons(telemetry->reasons & SLOWDOWN, words, sizeof words));
  } else if (telemetry->reasons_count < telemetry->episodes) {
    snprintf(notes[count++], BENCH_TEXT,
             "whether the GPU was slowed down is unknown: its event reasons could not be read after %d of %d episodes",
             telemetry->episodes - telemetry->reasons_count, telemetry->episodes);
  }
  if (telemetry->sm_low < SLOW_CLOCK * telemetry->sm_limit)
    snprintf(notes[count++], BENCH_TEXT, "the SM clock fell to %.0f MHz, below %.0f %% of the highest, %.0f MHz",
             telemetry->sm_low, 100.0 * SLOW_CLOCK, telemetry->sm_limit);
  if (bench_telemetry_slowed(telemetry)) *flagged = true;
  return count;
}

void bench_telemetry_write(json_writer *json, const bench_telemetry *telemetry) {
  if (!telemetry->wanted) {
    json_nothing(json, "telemetry");
    return;
  }
  const bool sampled = telemetry->episodes > 0;
  const bool reasons_known = sampled && telemetry->reasons_count == telemetry->episodes;
  char words[BENCH_TEXT];
  json_open(json, "telemetry", '{');
  if (telemetry->device < 0)
    json_nothing(json, "device");
  else
    json_whole(json, "device", telemetry->device);
  json_whole(json, "episodes", telemetry->episodes);
  json_open_flat(json, "sm_mhz", '{');
  json_number(json, "min", telemetry->sm_low);
  json_number(json, "median", telemetry->sm_median);
  json_number(json, "max", telemetry->sm_high);
  json_number(json, "limit", telemetry->sm_limit);
  json_close(json, '}');
  json_number(json, "temperature_c", telemetry->temperature);
  json_number(json, "power_w", telemetry->power);
  json_number(json, "energy_j", sampled ? telemetry->energy : (double)NAN);
  json_number(json, "energy_s", sampled ? telemetry->energy_seconds : (double)NAN);
  json_text(json, "energy_source", telemetry->device < 0 ? "RAPL" : "NVML");
  if (reasons_known)
    json_whole(json, "reasons", (int64_t)(telemetry->reasons & WRITTEN));
  else
    json_nothing(json, "reasons");
  json_text(json, "reasons_text", reasons_known ? bench_gpu_reasons(telemetry->reasons, words, sizeof words) : NULL);
  json_close(json, '}');
}
