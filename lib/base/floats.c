/* Why this file exists: reads and writes the registers of the floating-point environment. fegetenv() and fesetenv() take
 * 50 ns on x86-64, which is a percent of the frame of a small cloth. Reading and comparing the registers takes 14. */
#include "base/floats.h"

#if defined __x86_64__

/* MXCSR, and above it the control word of x87, which printf() and strtod() ask how to round. */
#define PLAIN  (UINT64_C(0x37f) << 32 | 0x1f80)
#define RAISED UINT64_C(0x3f)
#define FLUSH  UINT64_C(0x8040) /* FTZ and DAZ */

/* Not _mm_getcsr(): gcc takes it for a function without side effects, and may move it. */
static uint32_t get_mxcsr(void) {
  uint32_t mxcsr;
  __asm__ volatile("stmxcsr %0" : "=m"(mxcsr) : : "memory");
  return mxcsr;
}
static uint64_t get_word(void) {
  uint16_t x87;
  __asm__ volatile("fnstcw %0" : "=m"(x87) : : "memory");
  return (uint64_t)x87 << 32 | get_mxcsr();
}
/* The word as the library leaves it: what it computes raises exceptions, which only MXCSR shows. */
static uint64_t get_left(uint64_t entered) {
  return (entered & ~UINT64_C(0xffffffff)) | get_mxcsr();
}
static void set_word(uint64_t now, uint64_t word) {
  const uint32_t mxcsr = (uint32_t)word;
  const uint16_t x87 = (uint16_t)(word >> 32);
  if ((uint32_t)(now ^ word)) __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr) : "memory");
  if ((now ^ word) >> 32) __asm__ volatile("fldcw %0" : : "m"(x87) : "memory");
}

#elif defined __aarch64__

/* FPCR, and above it FPSR. */
#define PLAIN  UINT64_C(0)
#define RAISED (UINT64_C(0xffffffff) << 32)
#define FLUSH  (UINT64_C(1) << 24) /* FZ */

static uint64_t get_word(void) {
  uint64_t control, status;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control) : : "memory");
  __asm__ volatile("mrs %0, fpsr" : "=r"(status) : : "memory");
  return status << 32 | (uint32_t)control;
}
static uint64_t get_left(uint64_t entered) {
  (void)entered;
  return get_word();
}
static void set_word(uint64_t now, uint64_t word) {
  if ((uint32_t)(now ^ word)) __asm__ volatile("msr fpcr, %0" : : "r"(word & 0xffffffff) : "memory");
  if ((now ^ word) >> 32) __asm__ volatile("msr fpsr, %0" : : "r"(word >> 32) : "memory");
}

#endif

#if defined __x86_64__ || defined __aarch64__

static _Thread_local bool keeps; /* as xpbd_floats_keep() says */

/* The word with which the library computes, where it found another. */
static uint64_t entered(uint64_t found) {
  return (found & ~RAISED) == PLAIN || keeps ? found : PLAIN | (found & RAISED);
}

xpbd_floats xpbd_floats_enter(void) {
  const xpbd_floats before = {get_word()};
  set_word(before.word, entered(before.word));
  return before;
}

void xpbd_floats_leave(const xpbd_floats *before) {
  const uint64_t left = get_left(entered(before->word));
  if (left != before->word && !keeps) set_word(left, before->word);
}

xpbd_floats xpbd_floats_now(void) {
  return (xpbd_floats){get_word()};
}

xpbd_floats xpbd_floats_take(const xpbd_floats *other) {
  const xpbd_floats before = {get_word()};
  set_word(before.word, (other->word & ~RAISED) | (before.word & RAISED));
  return before;
}

void xpbd_floats_keep(bool keep) {
  keeps = keep;
}

bool xpbd_floats_flush(bool flush) {
  const uint64_t now = get_word();
  set_word(now, flush ? now | FLUSH : now & ~FLUSH);
  return xpbd_floats_flushed() == flush;
}

bool xpbd_floats_flushed(void) {
  return (get_word() & FLUSH) == FLUSH;
}

#else

xpbd_floats xpbd_floats_enter(void) {
  xpbd_floats before;
  fegetenv(&before.all);
  fesetenv(FE_DFL_ENV);
  return before;
}

void xpbd_floats_leave(const xpbd_floats *before) {
  fesetenv(&before->all);
}

xpbd_floats xpbd_floats_now(void) {
  xpbd_floats now;
  fegetenv(&now.all);
  return now;
}

xpbd_floats xpbd_floats_take(const xpbd_floats *other) {
  xpbd_floats before;
  fegetenv(&before.all);
  fesetenv(&other->all);
  return before;
}

void xpbd_floats_keep(bool keep) {
  (void)keep;
}

bool xpbd_floats_flush(bool flush) {
  (void)flush;
  return false;
}

bool xpbd_floats_flushed(void) {
  return false;
}

#endif
