/* Why this file exists: records what else the machine did while a point was measured. It is read between episodes,
 * never inside one. Unknown values are NaN. */
#pragma once


/// Noise around and during the episodes of one point. Start from bench_noise_unknown().
typedef struct bench_noise {
  double load_before, load_after; ///< Load average over one minute.
  double psi_before, psi_after;   ///< Percent of the last 10 s in which a task waited for a processor.
  double psi_during;              ///< Percent of the timed episodes in which a task waited for a processor.
  double involuntary_switches;    ///< Switches of this process during the timed episodes.
  double pace;                    ///< Slowest pace of the processor after an episode, over the fastest before. NaN.
  double stalled, seconds;        ///< Sums behind psi_during [s].
} bench_noise;

/// Counters at one moment, or their growth.
typedef struct bench_noise_mark {
  double stalled;  ///< [s] since boot, NaN = unknown.
  double switches; ///< Since the process started.
} bench_noise_mark;

bench_noise bench_noise_unknown(void);
void bench_noise_begin(bench_noise *noise);
void bench_noise_end(bench_noise *noise);
bench_noise_mark bench_noise_now(void);
/// Account for an episode of `seconds` and its counts.
void bench_noise_add(bench_noise *noise, bench_noise_mark counted, double seconds);
/// Growth of the counters since `mark`.
bench_noise_mark bench_noise_since(bench_noise_mark mark);
/// Percent of the last 10 s of /proc/pressure/cpu, and the load average. NaN = unknown.
double bench_noise_psi(void);
double bench_noise_load(void);
