/* Why this file exists: the stack for foreign code, and the way there and back. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "base/aside.h"


#include "base/seal.h"

#if defined(__linux__) && defined(__GLIBC__)

#include <sys/mman.h>
#include <ucontext.h>

enum { STACK = 256 << 10, GUARD = 1 << 20 };

static unsigned char *stack;
static ucontext_t here, there;

static unsigned char *new_stack(void) {
  unsigned char *memory = mmap(NULL, 2 * GUARD + STACK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  return mprotect(memory + GUARD, STACK, PROT_READ | PROT_WRITE) == 0 ? memory + GUARD : NULL;
}

void xpbd_aside(void (*work)(void)) {
  if (!stack && !xpbd_is_watched()) stack = new_stack();
  if (!stack || getcontext(&there) != 0) {
    work();
    return;
  }
  there.uc_stack.ss_sp = stack, there.uc_stack.ss_size = STACK, there.uc_link = &here;
  makecontext(&there, work, 0);
  swapcontext(&here, &there);
}

#else

void xpbd_aside(void (*work)(void)) {
  work();
}

#endif
