/* Why this file exists: shares the phases of a time step among the threads of the CPU. Each phase is divided into the
 * team's number of shares, and idle threads claim them. A thread first claims its own share, which is the same range in
 * every phase and so in its cache, then shares that nobody has begun. A phase ends when its shares are done, not when
 * all threads have arrived. So a thread without a processor delays the others only in the middle of a share, and finds
 * the phases it missed done. The result does not depend on the number of threads, because no share of a phase reads
 * what another writes. The exception is the wave (wave.h). Its shares follow each other through one phase at a distance
 * that keeps the order of reads and writes, so a thread that follows one without a processor waits for it.
 *
 * A waiting thread spins first, because a group of a small cloth is a microsecond of work and a kernel wait costs
 * several. Then it yields its processor, which the other thread may need. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "xpbd/status.h"

/// The last phase in which a share was claimed, alone on its cache line.
typedef struct xpbd_claim {
  _Alignas(64) atomic_llong phase;
} xpbd_claim;

typedef struct xpbd_team {
  _Alignas(64) atomic_llong ended; ///< Shares done, in all phases since the start.
  _Alignas(64) atomic_int asleep;  ///< Threads that sleep and have not been woken.
  atomic_uint wakes;               ///< Number of wake-ups, on which threads sleep.
  int shares;
  int threads;       ///< Threads that take shares.
  xpbd_claim *claim; ///< [shares]
} xpbd_team;

/// What one thread knows of the phases. Zeroed: a thread on its own.
typedef struct xpbd_shift {
  xpbd_team *team; ///< NULL = a team of one.
  int first;       ///< Its own share.
  int tried;       ///< Shares it has tried in this phase.
  int weight;      ///< Number of shares that its current one counts for, 0 = none.
  int64_t phase;   ///< Number of the current phase, from 1.
} xpbd_shift;

/// Allocates a team of `threads` that divides each phase into `shares`. XPBD_ERR_OUT_OF_MEMORY. Destroy in any case.
xpbd_status xpbd_team_create(xpbd_team *team, int shares, int threads);
void xpbd_team_destroy(xpbd_team *team);
/// Call before each parallel region. No phase has begun.
void xpbd_team_start(xpbd_team *team);
/// Waits until *mark is at least `least`.
void xpbd_team_follow(xpbd_team *team, atomic_llong *mark, long long least);
/// Advances *mark, which others may follow. NULL = a team of one, without followers.
void xpbd_team_lead(xpbd_team *team, atomic_llong *mark, long long to);
/// Call when a share is done. It may be the last that others wait for.
void xpbd_team_end(xpbd_team *team, const xpbd_shift *shift);

static inline xpbd_shift xpbd_shift_of(xpbd_team *team, int thread) {
  return (xpbd_shift){.team = team, .first = team ? (int)((int64_t)team->shares * thread / team->threads) : 0};
}

static inline void xpbd_shift_begin(xpbd_shift *shift) {
  shift->phase++;
  shift->tried = 0;
}

/// xpbd_shift_take() of a thread in a team.
bool xpbd_shift_take_in_team(xpbd_shift *shift, bool whole, int32_t *share);

/// The next share of this phase for this thread. False if the phase is over. `whole`: the phase is one share, number 0.
/// The way of a thread on its own is inline, because scenes of a few particles call it as often as they compute.
static inline bool xpbd_shift_take(xpbd_shift *shift, bool whole, int32_t *share) {
  if (shift->team) return xpbd_shift_take_in_team(shift, whole, share);
  *share = 0;
  return shift->tried++ == 0;
}

/// The statement after it runs once for every share that this thread takes of a new phase.
#define XPBD_SHARES(shift, whole, share) for (xpbd_shift_begin(shift); xpbd_shift_take((shift), (whole), (share));)
