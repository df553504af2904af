/* Why this file exists: a run must end when promised. Costs of later points are predicted from earlier ones. They
 * decide the shares of the total budget, and tell the time left. */
#pragma once

#include "plan.h"

enum { BENCH_MAX_MODELS = 512 };

/// Seconds of a frame = a + b work, fitted with equal relative errors. One model per value of the cost axes.
typedef struct bench_model {
  char key[192];
  char program[64];           ///< The other program that computes it, "" = ours.
  double w, wx, wxx, wy, wxy; ///< Weighted sums.
  double largest_work, largest_seconds;
  double beside; ///< Seconds of all its episodes besides their frames.
  int episodes;
} bench_model;

typedef struct bench_budget {
  bench_model models[BENCH_MAX_MODELS];
  int model_count;
  double setup_per_byte;     ///< [s]
  bool timed;                ///< Episodes follow the rehearsal.
  double reference_per_work; ///< [s]
} bench_budget;

void bench_budget_init(bench_budget *budget, bool timed);
/// A frame of `point` took `seconds`.
void bench_budget_learn(bench_budget *budget, const bench_point *point, double seconds);
/// An episode of `point` took `seconds` besides its frames: resets, hashes, waiting for idle threads.
void bench_budget_learn_beside(bench_budget *budget, const bench_point *point, double seconds);
/// Whether a frame of the point's kind has run.
bool bench_budget_knows(const bench_budget *budget, const bench_point *point);
/// Predicted seconds of a frame.
double bench_budget_frame(const bench_budget *budget, const bench_point *point);
/// Predicted seconds of an episode.
double bench_budget_episode(const bench_budget *budget, const bench_point *point);
/// Predicted seconds of the series that is recorded after the episodes.
double bench_budget_series(const bench_budget *budget, const bench_point *point);
/// Predicted seconds of the minimum: set-up, reference, rehearsal, the fewest episodes, the series.
double bench_budget_floor(const bench_budget *budget, const bench_point *point);
