/* Why this file exists: the threads of a team claim their work (solver/team.h). Every share of every phase must be done
 * once, and none before the previous phase is complete, whichever threads nap or never come. A follower must not
 * overtake. */
#define _DEFAULT_SOURCE /* usleep */
#include "solver/team.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/check.h"
#include "solver/cpu.h"
#include "solver/crowd.h"
#include "xpbd/method.h"
#include "xpbd/scene.h"

enum { SHARES = 7, THREADS = 4, PHASES = 3000, ONCE_EVERY = 5, NAP_EVERY = 601 };

typedef struct work {
  xpbd_team team;
  bool careless;                       ///< The negative control: no thread waits for others.
  atomic_int done[PHASES + 1][SHARES]; ///< How often each share was done; phases from 1.
  atomic_int early;                    ///< Shares begun before the previous phase had ended.
} work;

typedef struct worker {
  pthread_t thread;
  work *work;
  int number;
} worker;

static bool is_once(int phase) {
  return phase % ONCE_EVERY == 0;
}

static void do_share(work *w, int phase, int share, int thread) {
  const int before = phase - 1, shares = is_once(before) ? 1 : SHARES;
  for (int s = 0; s < shares && before > 0; s++)
    if (atomic_load(&w->done[before][s]) == 0) atomic_fetch_add(&w->early, 1);
  if ((phase * THREADS + thread) % NAP_EVERY == 0) usleep(1000);
  atomic_fetch_add(&w->done[phase][share], 1);
}

static void *run(void *argument) {
  const worker *own = argument;
  work *w = own->work;
  xpbd_shift shift = xpbd_shift_of(&w->team, own->number);
  for (int phase = 1; phase <= PHASES; phase++) {
    int32_t share;
    if (w->careless)
      for (int s = 0; s < SHARES; s++) do_share(w, phase, s, own->number);
    else
      XPBD_SHARES(&shift, is_once(phase), &share) do_share(w, phase, share, own->number);
  }
  return NULL;
}

/// Shares that were not done exactly once; negative after a failure.
static int wrong_shares(check *self, work *w, int come) {
  worker workers[THREADS];
  int started = 0, wrong = 0;
  memset(w->done, 0, sizeof w->done);
  atomic_store(&w->early, 0);
  xpbd_team_start(&w->team);
  for (; started < come; started++) {
    workers[started] = (worker){.work = w, .number = started};
    if (pthread_create(&workers[started].thread, NULL, run, &workers[started]) != 0) break;
  }
  for (int i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
  if (!check_same(self, (uint64_t)started, (uint64_t)come, "threads")) return -1;
  for (int phase = 1; phase <= PHASES; phase++)
    for (int s = 0; s < SHARES; s++) wrong += atomic_load(&w->done[phase][s]) != (is_once(phase) && s > 0 ? 0 : 1);
  return wrong;
}

static void claims(check *self, int unused) {
  OWNED(check_free) work *w = calloc(1, sizeof *w);
  if (!check_true(self, w != NULL, "memory")) return;
  if (check_status(self, xpbd_team_create(&w->team, SHARES, THREADS), XPBD_OK, "a team")) {
    for (int come = 1; come <= THREADS; come++) {
      check_same(self, (uint64_t)wrong_shares(self, w, come), 0, "%d of %d threads come: shares not done once", come,
                 THREADS);
      check_same(self, (uint64_t)atomic_load(&w->early), 0, "%d threads: shares begun too early", come);
    }
    w->careless = true;
    check_control(self, wrong_shares(self, w, THREADS) > 0, "threads that heed nobody");
  }
  xpbd_team_destroy(&w->team);
}

/* ---- threads that follow each other ---- */

enum { LINKS = 4, LENGTH = 20000, LEAD_EVERY = 16 };

typedef struct chain {
  xpbd_team team;
  atomic_llong mark[LINKS];    ///< Number of items done by each link.
  int item[LINKS + 1][LENGTH]; ///< Each link adds one to what the previous link left. [0] is there already.
  bool careless;
} chain;

typedef struct follower {
  pthread_t thread;
  chain *chain;
  int number;
} follower;

static void *follow(void *argument) {
  const follower *own = argument;
  chain *c = own->chain;
  const int k = own->number;
  for (int i = 0; i < LENGTH; i++) {
    if (k > 0 && !c->careless) xpbd_team_follow(&c->team, &c->mark[k - 1], i + 1);
    if ((i * LINKS + k) % (10 * NAP_EVERY) == 0 && !c->careless) usleep(1000);
    c->item[k + 1][i] = c->item[k][i] + 1;
    if (i % LEAD_EVERY == LEAD_EVERY - 1) xpbd_team_lead(&c->team, &c->mark[k], i + 1);
  }
  xpbd_team_lead(&c->team, &c->mark[k], INT64_MAX);
  return NULL;
}

/// Items that some link has not passed on.
static int lost_items(const chain *c) {
  int lost = 0;
  for (int i = 0; i < LENGTH; i++) lost += c->item[LINKS][i] != LINKS;
  return lost;
}

static void follows(check *self, int unused) {
  chain *c = aligned_alloc(64, (sizeof *c + 63) / 64 * 64);
  if (!check_true(self, c != NULL, "memory")) return;
  *c = (chain){.careless = false};
  follower links[LINKS];
  int started = 0;
  if (check_status(self, xpbd_team_create(&c->team, LINKS, LINKS), XPBD_OK, "a team")) {
    for (; started < LINKS; started++) {
      links[started] = (follower){.chain = c, .number = started};
      if (pthread_create(&links[started].thread, NULL, follow, &links[started]) != 0) break;
    }
    for (int i = 0; i < started; i++) pthread_join(links[i].thread, NULL);
    check_same(self, (uint64_t)started, LINKS, "threads");
    check_same(self, (uint64_t)lost_items(c), 0, "items that were not waited for");
    memset(c->item, 0, sizeof c->item);
    c->careless = true;
    for (int k = LINKS - 1; k >= 0; k--)
      follow(&(follower){.chain = c, .number = k}); /* no thread waits, because the last link comes first */
    check_control(self, lost_items(c) > 0, "links that do not wait");
  }
  xpbd_team_destroy(&c->team);
  free(c);
}

/* ---- idle threads ---- */

enum { SLEEPERS = 2 };

typedef struct sleeper {
  pthread_t thread;
  xpbd_team *team;
  atomic_llong *mark;
  atomic_int ended;
} sleeper;

static void *sleep_until_led(void *argument) {
  sleeper *own = argument;
  xpbd_team_follow(own->team, own->mark, 1);
  atomic_store(&own->ended, 1);
  return NULL;
}

/// A thread that waits long yields its processor. It does so once, not repeatedly. All sleeping threads are woken at
/// once.
static void sleeps(check *self, int unused) {
  xpbd_team team;
  atomic_llong mark;
  sleeper sleepers[SLEEPERS];
  int started = 0;
  atomic_init(&mark, 0);
  if (check_status(self, xpbd_team_create(&team, SLEEPERS, SLEEPERS), XPBD_OK, "a team")) {
    for (; started < SLEEPERS; started++) {
      sleepers[started] = (sleeper){.team = &team, .mark = &mark};
      if (pthread_create(&sleepers[started].thread, NULL, sleep_until_led, &sleepers[started]) != 0) break;
    }
    check_same(self, (uint64_t)started, SLEEPERS, "threads");
    while (atomic_load(&team.asleep) < started) usleep(1000);
    usleep(50000);
#if defined(__linux__)
    check_at_most(self, atomic_load(&team.asleep), 16.0 * SLEEPERS, "times they lay down, a signal or two apart");
#endif
    for (int i = 0; i < started; i++)
      check_control(self, atomic_load(&sleepers[i].ended) == 0, "nobody has led thread %d on", i);
    xpbd_team_lead(&team, &mark, 1);
    for (int i = 0; i < started; i++) pthread_join(sleepers[i].thread, NULL);
    check_same(self, (uint64_t)atomic_load(&team.wakes), 1, "times they were woken, all at once");
  }
  xpbd_team_destroy(&team);
}

static void alone(check *self, int unused) {
  xpbd_shift shift = xpbd_shift_of(NULL, 0);
  int done = 0, sum = 0;
  for (int phase = 0; phase < 10; phase++) {
    int32_t share = -1;
    XPBD_SHARES(&shift, phase % 2, &share) done++, sum += share;
  }
  check_same(self, (uint64_t)done, 10, "shares of ten phases");
  check_same(self, (uint64_t)sum, 0, "their numbers");
  XPBD_SHARES(&shift, false, &sum) done++;
  check_control(self, done == 11, "an eleventh phase");
}

/* ---- how many threads are worth it ---- */

/// Additions to springs that share no particle, and so are one group.
enum { NOTHING, TWICE, CENTRE, CLOSED };

/// `count` springs; for CLOSED also a tetrahedron closed by 4 triangles. NULL after a failure.
static xpbd_scene *springs(check *self, int32_t count, int beside) {
  static const int32_t closed[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
  const int32_t n = 2 * count;
  double *x = calloc((size_t)n, 3 * sizeof *x), *w = calloc((size_t)n, sizeof *w);
  int32_t *edge = calloc((size_t)n, sizeof *edge), centre;
  xpbd_scene *scene = NULL;
  for (int32_t i = 0; x && w && edge && i < n; i++)
    x[3 * i] = i / 2, x[3 * i + 1] = i % 2, x[3 * i + 2] = i % 3, w[i] = 1.0, edge[i] = i;
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = n, def.positions = x, def.inverse_masses = w;
  xpbd_constraints_def set = xpbd_constraints_def_default(), sum = set;
  set.formula = "stretching", set.count = count, set.particles = edge;
  sum.formula = "closed_volume", sum.count = 4, sum.particles = closed;
  bool good = check_true(self, x && w && edge, "memory for %d springs", (int)count) &&
              check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene");
  if (good && beside == CENTRE)
    good = check_status(self, xpbd_scene_add_centre(scene, 0, n, &centre), XPBD_OK, "a centre");
  if (good && beside == CLOSED) good = check_status(self, xpbd_scene_add(scene, &sum), XPBD_OK, "a volume");
  for (int k = 0; k < 1 + (beside == TWICE) && good; k++)
    good = check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "springs");
  if (!good) xpbd_scene_destroy(&scene);
  free(x), free(w), free(edge);
  return scene;
}

/// A thread is worth it from 1024 constraints between two barriers. A group has one barrier, a constraint of many
/// elements six, a centre as many. If all start from the same positions, each set has one, plus one to split and one to
/// unite.
static void useful(check *self, int unused) {
  static const struct {
    int32_t springs;
    int beside;
    xpbd_method method;
    int threads;
  } cases[] = {{8, NOTHING, XPBD_METHOD_XPBD, 1},     {2047, NOTHING, XPBD_METHOD_XPBD, 1},
               {2048, NOTHING, XPBD_METHOD_XPBD, 2},  {3071, NOTHING, XPBD_METHOD_XPBD, 2},
               {3072, NOTHING, XPBD_METHOD_XPBD, 3},  {2047, TWICE, XPBD_METHOD_XPBD, 1},
               {2048, TWICE, XPBD_METHOD_XPBD, 2},    {14335, CENTRE, XPBD_METHOD_XPBD, 1},
               {14336, CENTRE, XPBD_METHOD_XPBD, 2},  {14331, CLOSED, XPBD_METHOD_XPBD, 1},
               {14332, CLOSED, XPBD_METHOD_XPBD, 2},  {6143, NOTHING, XPBD_METHOD_JACOBI, 1},
               {6144, NOTHING, XPBD_METHOD_JACOBI, 2}};
  int found[sizeof cases / sizeof cases[0]];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    xpbd_scene *scene = springs(self, cases[i].springs, cases[i].beside);
    if (!scene) return;
    xpbd_solver_def def = xpbd_solver_def_default();
    def.method = cases[i].method;
    found[i] = xpbd_cpu_useful_threads(scene, &def);
    check_same(self, (uint64_t)found[i], (uint64_t)cases[i].threads, "threads for %d springs, case %zu",
               (int)cases[i].springs, i);
    xpbd_scene_destroy(&scene);
  }
  check_control(self, found[1] != found[2], "as many for one spring more");
}

/* ---- a busy machine ---- */

/// Number of one-frame calls done by one thread alone until the team's next call. A frame by the team takes `together`
/// s, for 1 ms of which its thread had a processor. A frame alone takes 2 ms.
static int calls_alone(xpbd_crowd *crowd, double together) {
  int calls = 0;
  xpbd_crowd_learn(crowd, 1, (xpbd_crowd_times){together, 1e-3});
  for (; crowd->alone && calls < 1000; calls++) xpbd_crowd_learn(crowd, 1, (xpbd_crowd_times){2e-3, 1e-3});
  return calls;
}

static void crowds(check *self, int unused) {
  static const struct {
    double wall, busy;
    bool in_want;
  } calls[] = {{8e-3, 1e-3, true},  {8e-3, 4.79e-3, true}, {8e-3, 4.81e-3, false},
               {8e-3, 8e-3, false}, {1e-3, 0.0, false},    {1.0001e-3, 0.0, true}};
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    xpbd_crowd crowd = {0};
    xpbd_crowd_learn(&crowd, 1, (xpbd_crowd_times){calls[i].wall, calls[i].busy});
    check_same(self, crowd.alone, calls[i].in_want, "%g s, %g of them with a processor: the caller tries alone",
               calls[i].wall, calls[i].busy);
  }
  xpbd_crowd crowd = {0};
  static const int faster[] = {2, 4, 8, 16, 32, 64, 128, 256, 256};
  for (size_t i = 0; i < sizeof faster / sizeof faster[0]; i++)
    check_same(self, (uint64_t)calls_alone(&crowd, 8e-3), (uint64_t)faster[i], "calls alone, the %zuth time", i);
  check_same(self, (uint64_t)calls_alone(&crowd, 9e-4), 0, "calls alone when the machine has become quiet");
  check_same(self, (uint64_t)calls_alone(&crowd, 8e-3), 2, "and when it is busy again");
  /* alone is slower, so the team does the next frames, and is measured again after them */
  crowd = (xpbd_crowd){0};
  check_same(self, (uint64_t)calls_alone(&crowd, 1.9e-3), 1, "calls alone that take longer than together");
  check_same(self, (uint64_t)crowd.settled, 1, "calls of the team before it is looked at");
  check_same(self, (uint64_t)calls_alone(&crowd, 1.9e-3), 0, "the one of them");
  check_same(self, (uint64_t)calls_alone(&crowd, 1.9e-3), 1, "looked at again");
  check_same(self, (uint64_t)crowd.settled, 3, "then more of them");
  /* times are per frame */
  crowd = (xpbd_crowd){0};
  xpbd_crowd_learn(&crowd, 4, (xpbd_crowd_times){8e-3, 1e-3});
  xpbd_crowd_learn(&crowd, 1, (xpbd_crowd_times){1.9e-3, 1.9e-3});
  check_true(self, crowd.alone, "4 frames in 8 ms, one alone in 1.9");
  crowd = (xpbd_crowd){0};
  xpbd_crowd_learn(&crowd, 4, (xpbd_crowd_times){8e-3, 1e-3});
  xpbd_crowd_learn(&crowd, 1, (xpbd_crowd_times){2.1e-3, 2.1e-3});
  check_control(self, !crowd.alone, "and one alone in 2.1");
  /* a call without frames has no effect, alone or together */
  crowd = (xpbd_crowd){0};
  for (int alone = 0; alone < 2; alone++) {
    xpbd_crowd_learn(&crowd, 1, (xpbd_crowd_times){8e-3, 8e-3 - alone * 7e-3});
    const xpbd_crowd kept = crowd;
    xpbd_crowd_learn(&crowd, 0, (xpbd_crowd_times){9e-3, 1e-3});
    check_true(self,
               crowd.alone == kept.alone && crowd.together == kept.together && crowd.next == kept.next &&
                   crowd.settled == kept.settled,
               "no frames: alone %d, %g s a frame", crowd.alone, crowd.together);
  }
  const xpbd_crowd_times before = xpbd_crowd_now();
  usleep(20000);
  const xpbd_crowd_times after = xpbd_crowd_now();
  check_true(self, after.wall - before.wall >= 0.02 && after.busy - before.busy < 0.5 * (after.wall - before.wall),
             "a nap of 20 ms: %g s, %g with a processor", after.wall - before.wall, after.busy - before.busy);
  /* a call that sleeps lacks a processor; the next one takes less than 1e9 s in any case */
  crowd = (xpbd_crowd){0};
  xpbd_crowd_begin(&crowd);
  usleep(20000);
  xpbd_crowd_end(&crowd, 1);
  check_true(self, crowd.alone && crowd.together >= 0.02, "a call of 20 ms: %g s", crowd.together);
  xpbd_crowd_begin(&crowd);
  crowd.together = 1e9;
  xpbd_crowd_end(&crowd, 1);
  check_true(self, crowd.alone && crowd.settled == 1, "the caller goes on alone");
}

/// Of so many one-frame calls, how many the caller does alone. The team takes `together` s, one thread `alone` s, and
/// each `slow`th call five times as long.
static int short_calls(xpbd_crowd *crowd, int calls, double together, double alone, int slow) {
  int count = 0;
  for (int k = 1; k <= calls; k++) {
    const double time = (crowd->alone ? alone : together) * (slow > 0 && k % slow == 0 ? 5 : 1);
    count += crowd->alone;
    xpbd_crowd_learn(crowd, 1, (xpbd_crowd_times){time, time});
  }
  return count;
}

static void short_frames(check *self, int unused) {
  xpbd_crowd crowd = {0};
  check_same(self, (uint64_t)short_calls(&crowd, 4, 5e-4, 3e-4, 0), 0, "the team's first four calls");
  check_same(self, (uint64_t)short_calls(&crowd, 4, 5e-4, 3e-4, 0), 4, "four alone");
  /* alone is faster: for 1, 3, 7 ... 255 more calls, each time after four and four */
  check_same(self, (uint64_t)short_calls(&crowd, 1, 5e-4, 3e-4, 0), 1, "and one more");
  check_same(self, (uint64_t)short_calls(&crowd, 4 + 4 + 3, 5e-4, 3e-4, 0), 7, "then three");
  check_same(self, (uint64_t)short_calls(&crowd, 4 + 4 + 7, 5e-4, 3e-4, 0), 11, "then seven");
  check_same(self, (uint64_t)short_calls(&crowd, 5 * 8 + 15 + 31 + 63 + 127 + 255, 5e-4, 3e-4, 0), 511, "up to 255");
  check_same(self, (uint64_t)short_calls(&crowd, 4 + 4 + 255, 5e-4, 3e-4, 0), 259, "and no more");
  /* the team has become faster: it does four times as many frames as the decision holds for */
  check_same(self, (uint64_t)short_calls(&crowd, 4 + 4 + 4 * 1, 2e-4, 3e-4, 0), 4, "the team again");
  check_same(self, (uint64_t)short_calls(&crowd, 4 + 4 + 4 * 3, 2e-4, 3e-4, 0), 4, "for longer");
  /* 12 + 20 + ... + 1028 calls are 2072, with four alone in each of the eight rounds; then eight rounds of 1028 */
  crowd = (xpbd_crowd){0};
  check_same(self, (uint64_t)short_calls(&crowd, 10000, 2e-4, 3e-4, 0), 64, "of 10000 calls, the team being faster");
  crowd = (xpbd_crowd){0};
  check_same(self, (uint64_t)short_calls(&crowd, 10000, 2e-4, 3e-4, 3), 64, "the same with each third interrupted");
  crowd = (xpbd_crowd){0};
  /* 9 + 11 + ... + 263 are 566, with four by the team in each of eight; then 36 rounds of 263 */
  check_same(self, (uint64_t)short_calls(&crowd, 10000, 1e-3, 3e-4, 0), 9824, "of frames of 1 ms");
  crowd = (xpbd_crowd){0};
  check_same(self, (uint64_t)short_calls(&crowd, 10000, 1.0001e-3, 3e-4, 0), 0, "longer ones are left to the team");
  check_control(self, short_calls(&crowd, 10000, 3.1e-4, 3e-4, 0) != 64, "a team that is slower");
  /* frames at once: one if it is measured, otherwise as many as the decision holds for, and no more than are left */
  crowd = (xpbd_crowd){0};
  static const struct {
    int calls;
    int32_t left, frames;
  } runs[] = {{0, 9, 1}, {4, 9, 1}, {4, 9, 4}, {0, 3, 3}, {3, 9, 1}, {1, 9, 1}};
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    short_calls(&crowd, runs[i].calls, 2e-4, 3e-4, 0);
    check_same(self, (uint64_t)xpbd_crowd_frames(&crowd, runs[i].left), (uint64_t)runs[i].frames, "run %zu", i);
  }
  crowd = (xpbd_crowd){0};
  short_calls(&crowd, 10, 5e-4, 3e-4, 0);
  short_calls(&crowd, 7, 5e-4, 3e-4, 0);
  check_same(self, (uint64_t)xpbd_crowd_frames(&crowd, 9), 3, "three that the caller does alone");
  xpbd_crowd_learn(&crowd, 3, (xpbd_crowd_times){0});
  check_true(self, !crowd.alone, "and all three at once");
  xpbd_crowd_learn(&crowd, 9, (xpbd_crowd_times){0.18, 0.18});
  check_same(self, (uint64_t)xpbd_crowd_frames(&crowd, 1000), 256 - 9,
             "long frames, nine of them: as many as are left");
  crowd = (xpbd_crowd){0};
  short_calls(&crowd, 4 + 4, 2e-4, 3e-4, 0);
  xpbd_crowd_learn(&crowd, 1, (xpbd_crowd_times){2e-3, 2e-3});
  check_same(self, (uint64_t)xpbd_crowd_frames(&crowd, 1000), 4 - 1, "one of the team's four takes long: still four");
  /* it lacks processors midway: one call is enough then */
  crowd = (xpbd_crowd){0};
  short_calls(&crowd, 3, 5e-4, 3e-4, 0);
  check_same(self, (uint64_t)calls_alone(&crowd, 8e-3), 2, "calls alone on a machine that has become busy");
}

void check_group_team(check_registry *registry) {
  check_add(registry, "claims", "every share of every phase once and in order, whoever naps or never comes", claims, 0);
  check_add(registry, "follows", "threads that follow each other wait for what is not done", follows, 0);
  check_add(registry, "sleeps", "threads that wait long give their processor away", sleeps, 0);
  check_add(registry, "useful", "threads that are worth it, for as many constraints between two meetings", useful, 0);
  check_add(registry, "crowds", "who does the next call where the machine is busy with something else", crowds, 0);
  check_add(registry, "short", "who does the next call where frames are short", short_frames, 0);
  check_add(registry, "alone", "a team of one does everything as share 0", alone, 0);
}
