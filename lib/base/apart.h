/* Why this file exists: foreign code may crash, hang or end the program. Here it runs in a process of its own, with limits,
 * and what it had found by then is kept in memory that both processes see. Private to the project. */
#ifndef XPBD_APART_H
#define XPBD_APART_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/// What the child says of itself. In memory of xpbd_apart_memory().
typedef struct xpbd_apart {
  unsigned long beat; ///< Count it up in every step that may not take long: who does not is stopped.
  bool done;          ///< The work came to its end.
  char stage[160];    ///< What is being done, for a sentence that ends in "while ...".
} xpbd_apart;

/// What a child may take; memory is 4 GiB more than there is.
typedef struct xpbd_apart_limits {
  int still;   ///< [s] of its processor time without a beat: a busy machine is no fault of the code.
  int longest; ///< [s] in all; time in which this process was stopped does not count.
} xpbd_apart_limits;

typedef enum xpbd_apart_end {
  XPBD_APART_DONE,
  XPBD_APART_ENDLESS,
  XPBD_APART_CRASHED,
  XPBD_APART_FAILED
} xpbd_apart_end;

/// Memory that children share with this process, zeroed; NULL when there is none.
void *xpbd_apart_memory(size_t size);
void xpbd_apart_free(void *memory, size_t size);

/// Do `work` in a child, whose output goes nowhere. ENDLESS: over a limit. CRASHED: ended by a signal or by exit(); `words`
/// [capacity] is then a sentence without a full stop that begins with "it". FAILED: no process could be started. A signal
/// that ends this process ends the child.
xpbd_apart_end xpbd_apart_run(xpbd_apart *shared, const xpbd_apart_limits *limits, void (*work)(void *context),
                              void *context, char *words, size_t capacity);

/// Where SIGCHLD is ignored nobody learns how a child ended: from here until xpbd_ends_release() it is not.
void xpbd_ends_watch(struct sigaction *before);
void xpbd_ends_release(const struct sigaction *before);

/// Time of watching: the pause since the last look, but what was slept through (Ctrl-Z) counts little.
double xpbd_apart_tick(double *last);

#endif
