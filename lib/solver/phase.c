/* Why this file exists: the clock of the parts of a frame. */
#include "solver/phase.h"

#include <time.h>

#define IN(part, phase) [XPBD_PHASE_##phase] = XPBD_PART_##part
const unsigned char xpbd_phase_parts[XPBD_PHASES] = {
    IN(MOTION, wind),
    IN(MOTION, predict),
    IN(MOTION, finish),
    IN(MOTION, lag),
    IN(MOTION, hold),
    IN(MOTION, motion),
    IN(MOTION, turn),
    IN(MOTION, damp),
    IN(SUMS, evaluate),
    IN(SUMS, level),
    IN(SUMS, total),
    IN(SUMS, centre_sums),
    IN(SUMS, centre),
    IN(SUMS, tips_start),
    IN(SUMS, tips_still),
    IN(SUMS, values),
    IN(SUMS, gather),
    IN(SUMS, summed),
    IN(SUMS, apply),
    IN(COPIES, split),
    IN(COPIES, unite),
    IN(OBSTACLES, obstacles),
    IN(CANDIDATES, contact_moved),
    IN(CANDIDATES, contact_clear),
    IN(CANDIDATES, contact_histogram),
    IN(CANDIDATES, contact_chunks),
    IN(CANDIDATES, contact_carry),
    IN(CANDIDATES, contact_ends),
    IN(CANDIDATES, contact_fill),
    IN(CANDIDATES, contact_lists),
    IN(CANDIDATES, contact_candidates),
    IN(CONTACT, contact_count),
    IN(CONTACT, contact_push),
    IN(CONTACT, contact_apply),
    IN(BOUNCES, bounce_before),
    IN(BOUNCES, bounce_count),
    IN(BOUNCES, bounce_push),
    IN(BOUNCES, bounce_apply),
    IN(BOUNCES, bounce_obstacles),
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void xpbd_phase_clock_start(xpbd_phase_clock *clock) {
  enum { READS = 100 };
  *clock = (xpbd_phase_clock){.last = now()};
  for (int k = 0; k < READS; k++) xpbd_phase_clock_charge(clock, XPBD_PART_MOTION);
  const double read = clock->seconds[XPBD_PART_MOTION] / READS;
  *clock = (xpbd_phase_clock){.read = read, .last = now()};
}

void xpbd_phase_clock_charge(xpbd_phase_clock *clock, xpbd_part part) {
  const double end = now(), spent = end - clock->last - clock->read;
  if (spent > 0.0) clock->seconds[part] += spent;
  clock->last = end;
}
