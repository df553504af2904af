/* Why this file exists: reads load, pressure (PSI) and involuntary context switches. Pressure is the most telling number
 * about a shared machine that needs no privileges. */
#include "noise.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>

#include "outside.h"

static void read_pressure(double *average, double *total_seconds) {
  *average = *total_seconds = NAN;
  FILE *file = bench_outside_asked->open("/proc/pressure/cpu", "r");
  if (!file) return;
  double ten = 0.0;
  unsigned long long microseconds = 0;
  if (fscanf(file, "some avg10=%lf avg60=%*f avg300=%*f total=%llu", &ten, &microseconds) == 2) {
    *average = ten;
    *total_seconds = 1e-6 * (double)microseconds;
  }
  fclose(file);
}

double bench_noise_psi(void) {
  double average, total;
  read_pressure(&average, &total);
  return average;
}

double bench_noise_load(void) {
  double load = 0.0;
  return bench_outside_asked->load(&load, 1) == 1 ? load : NAN;
}

bench_noise bench_noise_unknown(void) {
  return (bench_noise){NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0.0, 0.0};
}

void bench_noise_begin(bench_noise *noise) {
  noise->load_before = bench_noise_load();
  noise->psi_before = bench_noise_psi();
}

void bench_noise_end(bench_noise *noise) {
  noise->load_after = bench_noise_load();
  noise->psi_after = bench_noise_psi();
  if (!(noise->seconds > 0.0)) return;
  const double part = 100.0 * noise->stalled / noise->seconds;
  noise->psi_during = part > 100.0 ? 100.0 : part; // NaN stays NaN
}

bench_noise_mark bench_noise_now(void) {
  bench_noise_mark mark = {.stalled = NAN, .switches = NAN};
  double average;
  read_pressure(&average, &mark.stalled);
  struct rusage usage;
  if (bench_outside_asked->usage(RUSAGE_SELF, &usage) == 0) mark.switches = (double)usage.ru_nivcsw;
  return mark;
}

bench_noise_mark bench_noise_since(bench_noise_mark mark) {
  const bench_noise_mark now = bench_noise_now();
  return (bench_noise_mark){.stalled = now.stalled - mark.stalled, .switches = now.switches - mark.switches};
}

void bench_noise_add(bench_noise *noise, bench_noise_mark counted, double seconds) {
  noise->stalled += counted.stalled; // NaN stays NaN: unknown
  noise->seconds += seconds;
  noise->involuntary_switches =
      isnan(noise->involuntary_switches) ? counted.switches : noise->involuntary_switches + counted.switches;
}
