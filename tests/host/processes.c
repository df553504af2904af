/* Why this file exists: host programs fork, step solvers in several threads, and run where few threads can be started.
 * Each of these is one command here, and none may hang, end the program or change a bit.
 * usage: host_processes fork BACKEND | naked | threads | worker | limits */
#define _GNU_SOURCE /* setresuid() */
#include <inttypes.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "xpbd/xpbd.h"

enum { PATIENCE = 60 }; /* [s] a child that takes longer hangs */

typedef struct host {
  xpbd_model model;
  xpbd_solver *solver;
} host;

static xpbd_status open_host(host *self, const char *backend, int32_t threads) {
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_solver_def def = xpbd_solver_def_default();
  *self = (host){.solver = NULL};
  params.resolution = 21, params.constraint = "stretching";
  def.backend = backend, def.precision = XPBD_F32, def.threads = threads, def.iterations = 5;
  const xpbd_status status = xpbd_scene_build("cloth", &params, &self->model);
  return status == XPBD_OK ? xpbd_solver_create(self->model.scene, &def, &self->solver) : status;
}

static void close_host(host *self) {
  xpbd_solver_destroy(&self->solver);
  xpbd_model_destroy(&self->model);
}

/* Steps and says the state, or why there is none. */
static xpbd_status say(host *self, int32_t frames, xpbd_status status, const char *who) {
  uint64_t hash = 0;
  if (status == XPBD_OK) status = xpbd_solver_step(self->solver, frames);
  if (status == XPBD_OK) status = xpbd_solver_hash(self->solver, &hash);
  if (status == XPBD_OK)
    printf("%s: %016" PRIx64 "\n", who, hash);
  else
    printf("%s: %s: %s\n", who, xpbd_status_name(status), xpbd_last_error());
  fflush(stdout);
  return status;
}

/* Says how the child ended, unless it ended as it should. */
static int await(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) != child) return 1;
  if (WIFSIGNALED(status)) printf("the child %s\n", WTERMSIG(status) == SIGALRM ? "hangs" : "crashes");
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) printf("the child ends with %d\n", WEXITSTATUS(status));
  return status != 0;
}

/* Both processes go on with the solver. The child makes another one too. */
static int fork_after_step(const char *backend) {
  host self, own;
  xpbd_status status = open_host(&self, backend, 2);
  if (status == XPBD_OK) status = xpbd_solver_step(self.solver, 2);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(PATIENCE);
    say(&self, 3, status, "child");
    status = open_host(&own, backend, 2);
    say(&own, 5, status, "child, a solver of its own");
    close_host(&own);
    close_host(&self);
    exit(0);
  }
  const int ended = await(child);
  say(&self, 3, status, "parent");
  close_host(&self);
  return ended;
}

/* What OpenMP itself does then: the program that does not know hangs. */
static int fork_naked(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += omp_get_thread_num();
  const pid_t child = fork();
  if (child == 0) {
    alarm(2);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum += omp_get_thread_num();
    exit(sum > 2);
  }
  return await(child);
}

static void *step_all(void *unused) {
  host self;
  (void)unused;
  for (int k = 0; k < 5; k++) {
    const xpbd_status status = open_host(&self, "omp", 2);
    say(&self, 5, status, "thread");
    close_host(&self);
  }
  return NULL;
}

static int in_threads(void) {
  pthread_t thread[2];
  int started = 0;
  while (started < 2 && pthread_create(&thread[started], NULL, step_all, NULL) == 0) started++;
  for (int k = 0; k < started; k++) pthread_join(thread[k], NULL);
  return started != 2;
}

static void *step_here(void *argument) {
  say(argument, 5, XPBD_OK, "worker");
  return NULL;
}

/* One thread creates the solver, and another steps it, as in xpbd-sim. */
static int on_worker(void) {
  host self;
  pthread_t thread;
  const xpbd_status status = open_host(&self, "omp", 2);
  if (status != XPBD_OK) {
    say(&self, 0, status, "creator");
  } else if (pthread_create(&thread, NULL, step_here, &self) == 0) {
    pthread_join(thread, NULL);
  } else {
    printf("no worker\n");
  }
  close_host(&self);
  return 0;
}

/* The same for a user who may have 1, 2, ... threads. Root has no limit, so it becomes a user without processes. */
static int within_limits(void) {
  int bad = 0;
  for (rlim_t most = 1; most <= 5; most++) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      const uid_t nobody = 64123;
      if (getuid() == 0 && setresuid(nobody, nobody, nobody) != 0) exit(77);
      const struct rlimit limit = {most, most};
      if (setrlimit(RLIMIT_NPROC, &limit) != 0) exit(77);
      alarm(PATIENCE);
      exit(on_worker());
    }
    bad += await(child);
  }
  return bad;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "fork") == 0 && argc == 3) return fork_after_step(argv[2]);
  if (strcmp(what, "naked") == 0) return fork_naked();
  if (strcmp(what, "threads") == 0) return in_threads();
  if (strcmp(what, "worker") == 0) return on_worker();
  if (strcmp(what, "limits") == 0) return within_limits();
  return 2;
}
