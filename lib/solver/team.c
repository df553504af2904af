/* Why this file exists: waits, wakes and allocates for a team. These need system calls. The fast paths are inline in
 * team.h. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* syscall() */
#endif
#include "solver/team.h"

#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "base/error.h"

enum { SPINS = 256 }; /* about 15 us of pauses on current CPUs: longer than any group that is worth splitting */

xpbd_status xpbd_team_create(xpbd_team *team, int shares, int threads) {
  team->shares = shares, team->threads = threads;
  team->claim = aligned_alloc(_Alignof(xpbd_claim), (size_t)shares * sizeof *team->claim);
  XPBD_REQUIRE(team->claim, XPBD_ERR_OUT_OF_MEMORY, "no memory for a team of %d threads", threads);
  xpbd_team_start(team);
  return XPBD_OK;
}

void xpbd_team_destroy(xpbd_team *team) {
  free(team->claim);
  team->claim = NULL;
}

void xpbd_team_start(xpbd_team *team) {
  atomic_init(&team->ended, 0);
  atomic_init(&team->asleep, 0);
  atomic_init(&team->wakes, 0u);
  for (int i = 0; i < team->shares; i++) atomic_init(&team->claim[i].phase, 0);
}

#if defined(__linux__)
/* Sleeps unless someone has been woken since `seen`. */
static void doze(xpbd_team *team, unsigned seen) {
  syscall(SYS_futex, &team->wakes, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}
static void wake(xpbd_team *team) {
  syscall(SYS_futex, &team->wakes, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}
#else
static void doze(xpbd_team *team, unsigned seen) {
  (void)team, (void)seen;
  sched_yield();
}
static void wake(xpbd_team *team) {
  (void)team;
}
#endif

void xpbd_team_follow(xpbd_team *team, atomic_llong *mark, long long least) {
  for (int spin = 0; spin < SPINS; spin++) {
    if (atomic_load(mark) >= least) return;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  for (;;) {
    /* `asleep` is raised before the mark is read, and read after the mark moves, so one of the two sees the other. */
    const unsigned seen = atomic_load(&team->wakes);
    atomic_fetch_add(&team->asleep, 1);
    if (atomic_load(mark) >= least) return;
    doze(team, seen);
    if (atomic_load(mark) >= least) return;
  }
}

static void rouse(xpbd_team *team) {
  if (atomic_load(&team->asleep) == 0 || atomic_exchange(&team->asleep, 0) == 0) return;
  atomic_fetch_add(&team->wakes, 1u);
  wake(team);
}

void xpbd_team_lead(xpbd_team *team, atomic_llong *mark, long long to) {
  atomic_store(mark, to);
  if (team) rouse(team);
}

void xpbd_team_end(xpbd_team *team, const xpbd_shift *shift) {
  const long long ended = atomic_fetch_add(&team->ended, shift->weight) + shift->weight;
  if (ended >= shift->phase * team->shares) rouse(team);
}

static bool claim_share(xpbd_team *team, int share, int64_t phase) {
  atomic_llong *const claim = &team->claim[share].phase;
  long long last = atomic_load_explicit(claim, memory_order_relaxed);
  return last < phase &&
         atomic_compare_exchange_strong_explicit(claim, &last, phase, memory_order_acq_rel, memory_order_relaxed);
}

bool xpbd_shift_take_in_team(xpbd_shift *shift, bool whole, int32_t *share) {
  xpbd_team *const team = shift->team;
  const int shares = whole ? 1 : team->shares;
  if (shift->weight > 0) xpbd_team_end(team, shift);
  shift->weight = 0;
  if (atomic_load_explicit(&team->ended, memory_order_acquire) >= shift->phase * team->shares) return false;
  while (shift->tried < shares) {
    const int next = whole                                  ? 0
                     : shift->first + shift->tried < shares ? shift->first + shift->tried
                                                            : shift->first + shift->tried - shares;
    shift->tried++;
    if (claim_share(team, next, shift->phase)) {
      shift->weight = whole ? team->shares : 1;
      *share = next;
      return true;
    }
  }
  xpbd_team_follow(team, &team->ended, shift->phase * team->shares);
  return false;
}
