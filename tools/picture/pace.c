/* Why this file exists: chooses the frames of a film and their times. A film runs in real time if that can be watched.
 * Long runs and short time steps get fewer frames. */
#include <math.h>

#include "picture.h"

/// Only shorter runs show fewer frames than this; otherwise the film is slower than real time.
enum { LEAST = 24 };
static const double watchable = 0.03; ///< [s] The shortest time between two frames of a film.
static const double longest = 0.5;    ///< [s] The longest.

int64_t picture_film_count(int64_t steps, double frame_time, int64_t most) {
  const int64_t life = (int64_t)fmin(ceil(watchable / frame_time), 1e9); /* every n-th frame, in real time */
  const int64_t thin = steps / LEAST > 1 ? steps / LEAST : 1, full = (steps + most - 2) / (most - 1);
  const int64_t stride = full > 1 && full > life ? full : life < thin ? life : thin > full ? thin : full;
  return steps / stride + 1;
}

int64_t picture_film_step(int64_t place, int64_t count, int64_t steps) {
  return count > 1 ? (place * steps + (count - 1) / 2) / (count - 1) : steps;
}

double picture_film_time(double seconds) {
  return fmin(fmax(seconds, watchable), longest);
}
