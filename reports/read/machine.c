/* Why this file exists: makes names of machines from what a run recorded. The texts come from strangers, so nothing but
 * letters, digits and dashes gets into the name of a folder. */
#include "machine.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"

const char *report_row_device(const report_run *run, const report_point *point, char *out, size_t capacity) {
  char backend[64];
  report_axis_text(point, "backend", backend, sizeof backend);
  const char *opencl = report_env_text(run, "gpu.opencl");
  if (strcmp(backend, "opencl") == 0 && opencl && strncmp(opencl, "CPU", 3) == 0) return NULL;
  return report_device_name(run, backend, out, capacity);
}

const char *report_run_device(const report_run *run, char *out, size_t capacity) {
  for (int i = 0; i < run->count; i++)
    if (run->points[i].has_numbers && report_row_device(run, &run->points[i], out, capacity)) return out;
  return NULL;
}

/// The counter of a GPU moves in steps. Below this time [s] it says little, and xpbd-bench gives no energy of a frame.
#define LEAST_SECONDS 0.1

double report_energy(const report_point *point) {
  const double joules = report_number(point->json, "telemetry.energy_j");
  const double seconds = report_number(point->json, "telemetry.energy_s");
  const double warm = report_number(point->json, "warm");
  const double frames = point->episodes * ((warm >= 0 ? warm : 0) + point->frames);
  const double given = report_number(point->json, "counters.joules_per_frame.value");
  if (!point->has_numbers) return NAN;
  if (given > 0) return given;
  return point->launches < 2 && joules > 0 && seconds >= LEAST_SECONDS && frames > 0 ? joules / frames : (double)NAN;
}

double report_error(const report_point *point) {
  const double error = report_number(point->json, "error");
  return error >= 0 && point->state <= REPORT_UNCHECKED ? error : (double)NAN;
}

/// Words that say nothing about the speed, and sizes such as "80GB" and "96-Core", which others say.
static bool is_idle(const char *word, size_t length) {
  static const char *const idle[] = {"cpu", "processor", "with", "hbm2", "hbm2e", "hbm3", "hbm3e", "pcie", "virtual"};
  for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++)
    if (strlen(idle[i]) == length && strncasecmp(word, idle[i], length) == 0) return true;
  const size_t digits = strspn(word, "0123456789.");
  return digits > 0 && ((length - digits == 2 && strncasecmp(word + digits, "gb", 2) == 0) ||
                        (length - digits == 5 && strncasecmp(word + digits, "-core", 5) == 0));
}

/// Lower-case letters and digits of a word. Marks such as (R) are left out.
static void put_word(const char *word, size_t length, char *out, size_t capacity) {
  size_t used = strlen(out);
  bool dash = used > 0;
  for (size_t i = 0; i < length; i++) {
    if (word[i] == '(') i += strcspn(word + i, ")");
    if (i >= length) break;
    const unsigned char c = (unsigned char)word[i];
    if (c >= 0x80 || !isalnum(c)) {
      dash = dash || (used > 0 && c != ')');
      continue;
    }
    if (used + 3 > capacity) return;
    if (dash && used > 0 && out[used - 1] != '-') out[used++] = '-';
    dash = false;
    out[used++] = (char)tolower(c);
    out[used] = '\0';
  }
}

xpbd_status report_machine_slug(const report_run *run, char *out, size_t capacity) {
  char device[128], name[48] = "", day[9] = "", cores[32] = "";
  const char *model = report_run_device(run, device, sizeof device), *started = report_text(run->xb, "started");
  if (!model) model = report_env_text(run, "cpu.model");
  for (const char *at = model; at && *at && *at != '@';) { /* "@ 2.00GHz": the rest is a clock */
    const size_t length = strcspn(at, " ");
    if (!is_idle(at, length)) put_word(at, length, name, sizeof name);
    at += length + strspn(at + length, " ");
  }
  size_t digits = 0;
  for (const char *at = started; at && *at && *at != 'T' && digits < 8; at++)
    if (*at >= '0' && *at <= '9') day[digits++] = *at;
  XPBD_REQUIRE(digits == 8, XPBD_ERR_BAD_FILE, "the run does not say on which day it began");
  const double logical = report_env_number(run, "cpu.logical");
  if (logical >= 1 && logical < 1e6) snprintf(cores, sizeof cores, "-%.0f-core%s", logical, logical > 1 ? "s" : "");
  snprintf(out, capacity, "%s%s-%s", name[0] ? name : "unknown", cores, day);
  return XPBD_OK;
}
