/* Why this file exists: independent groups in parallel. One team stays together over all groups and frames of a run and
 * claims its work (solver/team.h). The usual fork per group costs more than a group of a small cloth. */
#include "xpbd/backend.h"

#include <ctype.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "solver/cpu.h"
#include "solver/crowd.h"
#include "solver/teamed.h"
#include "xpbd/method.h"

typedef struct omp_state {
  xpbd_team_state base;
  xpbd_team team;
  xpbd_crowd crowd;
  int threads; ///< Running threads: the requested number, at most one per processor. They also do the others' shares.
} omp_state;

/* ---- the time step of XPBD, which most methods have ---- */

static xpbd_status cpu_create(const xpbd_scene *scene, const xpbd_solver_def *def, int shares, void **state) {
  xpbd_cpu *cpu = NULL;
  const xpbd_status status = xpbd_cpu_create(scene, def, shares, &cpu);
  *state = cpu;
  return status;
}

static void cpu_run(void *state, int thread, int32_t frames, xpbd_team *team) {
  xpbd_cpu_run(state, thread, frames, team);
}

static xpbd_status cpu_reset(void *state) {
  xpbd_cpu_reset(state);
  return XPBD_OK;
}

static xpbd_status cpu_sync(void *state) {
  return xpbd_cpu_status(state);
}

static xpbd_status cpu_read(void *state, xpbd_field field, double *out) {
  return xpbd_cpu_read(state, field, out);
}

static xpbd_status cpu_restore(void *state, int64_t frame, const double *positions, const double *velocities,
                               const double *embedded) {
  xpbd_cpu_restore(state, frame, positions, velocities, embedded);
  return XPBD_OK;
}

static void cpu_counters(void *state, xpbd_counters *out) {
  xpbd_cpu_counters(state, out);
}

static void cpu_destroy(void *state) {
  xpbd_cpu_destroy(state);
}

static const xpbd_teamed of_cpu = {.useful = xpbd_cpu_useful_threads,
                                   .create = cpu_create,
                                   .run = cpu_run,
                                   .reset = cpu_reset,
                                   .sync = cpu_sync,
                                   .read = cpu_read,
                                   .restore = cpu_restore,
                                   .counters = cpu_counters,
                                   .destroy = cpu_destroy};

/* ---- the team ---- */

/* Possible threads of a team. Inside a parallel region of the caller this is usually one. */
static int available(void) {
  if (omp_get_active_level() >= omp_get_max_active_levels()) return 1;
  const int most = omp_get_max_threads(), limit = omp_get_thread_limit();
  return most < limit ? most : limit;
}

static xpbd_status probe(char *device, size_t capacity) {
  snprintf(device, capacity, "%d CPU threads", available());
  return XPBD_OK;
}

static xpbd_status supports(const xpbd_scene *scene, const xpbd_solver_def *def) {
  XPBD_TRY(xpbd_cpu_supports(scene, def));
  const bool ordered = !(xpbd_method_at((int)def->method)->traits & XPBD_AT_ONCE);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_REQUIRE(!ordered || xpbd_scene_set(scene, s)->order == XPBD_ORDER_GROUP, XPBD_ERR_UNSUPPORTED,
                 "omp runs independent groups; mesh order is sequential by definition (use seq)");
  return XPBD_OK;
}

static void destroy(void *state) {
  omp_state *omp = state;
  if (!omp) return;
  if (omp->base.inner) omp->base.of->destroy(omp->base.inner);
  xpbd_team_destroy(&omp->team);
  free(omp);
}

static void *stand_by(void *lock) {
  pthread_mutex_lock(lock); /* wait until all have started */
  pthread_mutex_unlock(lock);
  return NULL;
}

/* Stack of OpenMP's threads [bytes], read from the environment as its runtimes do. 0 = the system's. */
static size_t stack_size(void) {
  static const char *const names[] = {"OMP_STACKSIZE", "GOMP_STACKSIZE", "KMP_STACKSIZE"};
  static const char units[] = "bkmg";
  const char *text = NULL;
  for (size_t k = 0; !text && k < sizeof names / sizeof *names; k++) text = getenv(names[k]);
  if (!text) return 0;
  char unit = 'k', rest = 0;
  unsigned long long size = 0;
  if (sscanf(text, "%19llu %c %c", &size, &unit, &rest) < 1 || rest) return 0;
  const char *found = strchr(units, tolower((unsigned char)unit));
  const int shift = found && *found ? 10 * (int)(found - units) : 64;
  return shift < 64 && size <= SIZE_MAX >> shift ? (size_t)size << shift : 0;
}

/* Tetrahedra with AVX-512 crash with 48 KiB, of which the C library takes a part. Formulas from files may need more. */
enum { LEAST_STACK = 256 << 10 };

/* OpenMP's runtime ends the program if a thread cannot be started, for lack of memory or a limit of processes. So this
 * is tried first, once for each larger team of each thread that calls: its team has threads of its own. */
static xpbd_status can_start(int threads) {
  static _Thread_local int proven = 1;
  if (threads <= proven) return XPBD_OK;
  size_t stack = stack_size();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack > 0 && pthread_attr_setstacksize(&attributes, stack) != 0) stack = 0; /* the runtime takes the default */
  XPBD_REQUIRE(stack == 0 || stack >= LEAST_STACK, XPBD_ERR_UNAVAILABLE,
               "a stack of %zu KiB is too small for a thread; OMP_STACKSIZE must be %dK or more", stack >> 10,
               LEAST_STACK >> 10);
  pthread_t *all = malloc((size_t)threads * sizeof *all);
  XPBD_REQUIRE(all, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d threads", threads);
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int started = 1, reason = 0; /* counts the calling thread */
  pthread_mutex_lock(&lock);
  while (started < threads && (reason = pthread_create(&all[started], &attributes, stand_by, &lock)) == 0) started++;
  pthread_mutex_unlock(&lock);
  for (int i = 1; i < started; i++) pthread_join(all[i], NULL);
  pthread_attr_destroy(&attributes);
  free(all);
  char stacks[64] = "";
  if (stack > 0) snprintf(stacks, sizeof stacks, " with a stack of %.0f MiB", (double)stack / 1048576.0);
  XPBD_REQUIRE(started == threads, XPBD_ERR_UNAVAILABLE, "only %d of %d threads%s can be started here: %s", started,
               threads, stacks, strerror(reason));
  proven = threads;
  return XPBD_OK;
}

/* fork() copies the runtime's record of its threads, but not the threads. The child would wait for them forever. */
static atomic_bool has_team, is_orphan;

static void become_orphan(void) {
  if (atomic_load(&has_team)) atomic_store(&is_orphan, true);
}

static void watch_forks(void) {
  (void)pthread_atfork(NULL, NULL, become_orphan);
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  omp_state *omp = aligned_alloc(64, (sizeof *omp + 63) / 64 * 64);
  XPBD_REQUIRE(omp, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  const xpbd_teamed *of = xpbd_method_at((int)def->method)->teamed;
  *omp = (omp_state){.base = {.of = of ? of : &of_cpu}, .threads = 1};
  *state = omp;
  int shares = def->threads;
  if (shares == 0) { /* no more than there is work for, because an idle thread still checks every phase */
    const int useful = omp->base.of->useful(scene, def), most = available();
    shares = useful < most ? useful : most;
  }
  const int processors = omp_get_num_procs();
  omp->threads = shares < processors ? shares : processors;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_forks);
  XPBD_TRY(can_start(omp->threads));
  XPBD_TRY(xpbd_team_create(&omp->team, shares, omp->threads));
  return omp->base.of->create(scene, def, shares, &omp->base.inner);
}

static xpbd_status reset(void *state) {
  omp_state *omp = state;
  return omp->base.of->reset(omp->base.inner);
}

static xpbd_status step(void *state, int32_t frames) {
  omp_state *omp = state;
  if (omp->team.shares == 1) {
    omp->base.of->run(omp->base.inner, 0, frames, NULL);
    return omp->base.of->sync(omp->base.inner);
  }
  const bool orphan = atomic_load(&is_orphan);
  if (!orphan) XPBD_TRY(can_start(omp->threads)); /* this may not be the thread that created the solver */
  for (int32_t now; frames > 0; frames -= now) {
    now = xpbd_crowd_frames(&omp->crowd, frames);
    xpbd_team_start(&omp->team);
    xpbd_crowd_begin(&omp->crowd);
    if (orphan || omp->crowd.alone) { /* one thread does all the work */
      omp->base.of->run(omp->base.inner, 0, now, &omp->team);
    } else {
      atomic_store(&has_team, true);
      const xpbd_floats floats = xpbd_floats_now();
      /* The runtime may give fewer threads than requested (a limit, nesting). Those do all the work. */
#pragma omp parallel num_threads(omp->threads)
      {
        const xpbd_floats before =
            xpbd_floats_take(&floats); /* a thread of the runtime keeps what was last set in it */
        omp->base.of->run(omp->base.inner, omp_get_thread_num(), now, &omp->team);
        xpbd_floats_leave(&before);
      }
    }
    xpbd_crowd_end(&omp->crowd, now);
  }
  return omp->base.of->sync(omp->base.inner);
}

static xpbd_status sync(void *state) {
  omp_state *omp = state;
  return omp->base.of->sync(omp->base.inner);
}

static xpbd_status read(void *state, xpbd_field field, double *out) {
  omp_state *omp = state;
  return omp->base.of->read(omp->base.inner, field, out);
}

static xpbd_status restore(void *state, int64_t frame, const double *positions, const double *velocities,
                           const double *embedded) {
  omp_state *omp = state;
  return omp->base.of->restore(omp->base.inner, frame, positions, velocities, embedded);
}

static size_t pack_size(void *state) {
  omp_state *omp = state;
  return omp->base.of->pack_size ? omp->base.of->pack_size(omp->base.inner) : 0;
}

static xpbd_status pack(void *state, double *out) {
  omp_state *omp = state;
  return omp->base.of->pack(omp->base.inner, out);
}

static xpbd_status unpack(void *state, int64_t frame, const double *numbers, size_t count) {
  omp_state *omp = state;
  return omp->base.of->unpack(omp->base.inner, frame, numbers, count);
}

static void counters(void *state, xpbd_counters *out) {
  omp_state *omp = state;
  omp->base.of->counters(omp->base.inner, out);
}

extern const xpbd_backend xpbd_backend_omp;
const xpbd_backend xpbd_backend_omp = {.abi = XPBD_BACKEND_ABI,
                                       .name = "omp",
                                       .about = "independent groups on OpenMP threads",
                                       .probe = probe,
                                       .supports = supports,
                                       .create = create,
                                       .reset = reset,
                                       .step = step,
                                       .sync = sync,
                                       .read = read,
                                       .restore = restore,
                                       .counters = counters,
                                       .destroy = destroy,
                                       .pack_size = pack_size,
                                       .pack = pack,
                                       .unpack = unpack};
