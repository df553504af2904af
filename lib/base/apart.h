/* Why this file exists: foreign code may crash, hang or end the program, so it runs in a child process with limits.
 * What it has found is kept in memory that both processes share. Private to the project. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/// What the child reports about itself, in memory from xpbd_apart_memory().
typedef struct xpbd_apart {
  unsigned long beat; ///< Increment it in every step that should be short. A child that does not is stopped.
  bool done;          ///< The work finished.
  int call;           ///< Number of the system call that a sealed child was refused. -1 = none.
  char stage[160];    ///< The current step, for a sentence that ends in "while ...".
} xpbd_apart;

/// Limits of a child. It may use 4 GiB of memory more than is in use. It writes no files and gains no rights.
typedef struct xpbd_apart_limits {
  int still;   ///< [s] of its processor time without a beat. Waiting on a busy machine does not count.
  int longest; ///< [s] in total. Time during which this process was stopped does not count.
  bool sealed; ///< It only computes: it may open no file, start no process, and make no other system call (seal.h).
} xpbd_apart_limits;

typedef enum xpbd_apart_end {
  XPBD_APART_DONE,
  XPBD_APART_ENDLESS,
  XPBD_APART_CRASHED,
  XPBD_APART_FAILED
} xpbd_apart_end;

/// Memory shared with children, zeroed. NULL if there is none.
void *xpbd_apart_memory(size_t size);
void xpbd_apart_free(void *memory, size_t size);

/// Runs `work` in a child with a process group of its own, which is ended with it, and whose output is discarded. ENDLESS:
/// over a limit. CRASHED: ended by a signal, by exit() or for a system call.
/// `words` [capacity] is then a sentence without full stop that begins with "it". FAILED: no process could be started.
/// A signal that ends this process also ends the child.
xpbd_apart_end xpbd_apart_run(xpbd_apart *shared, const xpbd_apart_limits *limits, void (*work)(void *context),
                              void *context, char *words, size_t capacity);

/// If SIGCHLD is ignored, nobody learns how a child ended. From here until xpbd_ends_release() it is not ignored.
void xpbd_ends_watch(struct sigaction *before);
void xpbd_ends_release(const struct sigaction *before);

/// Time since the last call. Suspended time (Ctrl-Z) hardly counts.
double xpbd_apart_tick(double *last);
