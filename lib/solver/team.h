/* Why this file exists: how the threads of the CPU share out the phases of a time step. Each phase is cut into as many
 * shares as the team was made for, and whoever is free claims one: its own first, which is the same range in every phase
 * and so in its cache, then those that nobody has begun. A phase is over when its shares are, not when all threads have
 * come by: one that the machine gives no processor to is waited for only in the middle of a share, and finds the phases it
 * slept through done. The bits are those of any other number of threads, since no share of a phase reads what another one
 * writes. The wave (wave.h) is the exception: its shares follow each other through one phase at a distance that keeps the
 * order of what is read and written, and who follows a thread without a processor waits for it.
 *
 * A wait spins first, since a group of a small cloth is a microsecond of work and a wait in the kernel costs several; then
 * it gives its processor away, which the thread that is waited for may need. */
#ifndef XPBD_TEAM_H
#define XPBD_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "xpbd/status.h"

/// The last phase in which a share was claimed, alone on its cache line.
typedef struct xpbd_claim {
  _Alignas(64) atomic_llong phase;
} xpbd_claim;

typedef struct xpbd_team {
  _Alignas(64) atomic_llong ended; ///< Shares that are done, of all phases since the start.
  _Alignas(64) atomic_int asleep;  ///< Threads that have given their processor away, as far as nobody has woken them.
  atomic_uint wakes;               ///< How often they were woken; what they sleep on.
  int shares;
  int threads;       ///< That take shares; others never come.
  xpbd_claim *claim; ///< [shares]
} xpbd_team;

/// What one thread knows of the phases. Zeroed: a thread on its own.
typedef struct xpbd_shift {
  xpbd_team *team; ///< NULL: a team of one.
  int first;       ///< Its own share.
  int tried;       ///< Shares it has looked at in this phase.
  int weight;      ///< Shares that the one it is at counts for, 0 = it is at none.
  int64_t phase;   ///< Number of the phase it is in, from 1.
} xpbd_shift;

/// Room for a team of `threads` that cut each phase into `shares`. XPBD_ERR_OUT_OF_MEMORY; destroy in any case.
xpbd_status xpbd_team_create(xpbd_team *team, int shares, int threads);
void xpbd_team_destroy(xpbd_team *team);
/// Before each parallel region: no phase has begun.
void xpbd_team_start(xpbd_team *team);
/// Until *mark is at least `least`.
void xpbd_team_follow(xpbd_team *team, atomic_llong *mark, long long least);
/// Move *mark on, which others may follow; NULL = a team of one, which nobody does.
void xpbd_team_lead(xpbd_team *team, atomic_llong *mark, long long to);
/// A share is done, and was perhaps the last that somebody waits for.
void xpbd_team_end(xpbd_team *team, const xpbd_shift *shift);

static inline xpbd_shift xpbd_shift_of(xpbd_team *team, int thread) {
  return (xpbd_shift){.team = team, .first = team ? (int)((int64_t)team->shares * thread / team->threads) : 0};
}

static inline void xpbd_shift_begin(xpbd_shift *shift) {
  shift->phase++;
  shift->tried = 0;
}

static inline bool xpbd_shift_claim(xpbd_team *team, int share, int64_t phase) {
  atomic_llong *const claim = &team->claim[share].phase;
  long long last = atomic_load_explicit(claim, memory_order_relaxed);
  return last < phase &&
         atomic_compare_exchange_strong_explicit(claim, &last, phase, memory_order_acq_rel, memory_order_relaxed);
}

/// The next share of this phase for this thread; false when the phase is over. `whole`: the phase is one share, number 0.
static inline bool xpbd_shift_take(xpbd_shift *shift, bool whole, int32_t *share) {
  xpbd_team *const team = shift->team;
  if (!team) {
    *share = 0;
    return shift->tried++ == 0;
  }
  const int shares = whole ? 1 : team->shares;
  if (shift->weight > 0) xpbd_team_end(team, shift);
  shift->weight = 0;
  if (atomic_load_explicit(&team->ended, memory_order_acquire) >= shift->phase * team->shares) return false;
  while (shift->tried < shares) {
    const int next = whole                                  ? 0
                     : shift->first + shift->tried < shares ? shift->first + shift->tried
                                                            : shift->first + shift->tried - shares;
    shift->tried++;
    if (xpbd_shift_claim(team, next, shift->phase)) {
      shift->weight = whole ? team->shares : 1;
      *share = next;
      return true;
    }
  }
  xpbd_team_follow(team, &team->ended, shift->phase * team->shares);
  return false;
}

/// The statement behind it is done once for every share that this thread takes of a new phase.
#define XPBD_SHARES(shift, whole, share) for (xpbd_shift_begin(shift); xpbd_shift_take((shift), (whole), (share));)

#endif
