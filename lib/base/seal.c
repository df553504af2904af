/* Why this file exists: the system calls that a sealed process keeps, as a filter for the kernel (seccomp). */
#define _GNU_SOURCE /* syscall */
#include "base/seal.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer) ||          \
    __has_feature(undefined_behavior_sanitizer)
#define SANITIZED 1
#endif
#endif
#if !defined(SANITIZED)
#define SANITIZED 0
#endif

/* valgrind runs in the same process. It announces itself to the programs that it runs. */
bool xpbd_is_watched(void) {
  const char *loaded = getenv("LD_PRELOAD");
  return SANITIZED || (loaded && strstr(loaded, "vgpreload"));
}

static void close_others(void) {
  struct rlimit most = {.rlim_cur = 0};
  getrlimit(RLIMIT_NOFILE, &most);
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0) return;
#endif
  const int end = most.rlim_cur < 65536 ? (int)most.rlim_cur : 65536;
  for (int k = 3; k < end; k++) close(k);
}

static void forbid(void) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_FSIZE, &none);
  setrlimit(RLIMIT_NOFILE, &none);
#if defined(RLIMIT_NPROC)
  setrlimit(RLIMIT_NPROC, &none);
#endif
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static void (*tell)(int number);

static void on_call(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  tell(info->si_syscall);
}

#define FIELD(name)  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, name))
#define ALLOW        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP)
#define PERMIT(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ALLOW

static bool filter(void) {
  const uint32_t self = (uint32_t)getpid();
  struct sock_filter steps[] = {
      FIELD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      REFUSE,
      FIELD(nr),
      /* memory, but none with code */
      PERMIT(munmap),
      PERMIT(mremap),
      PERMIT(brk),
      PERMIT(madvise),
      PERMIT(sysinfo),   /* by qsort() of glibc */
      PERMIT(getrandom), /* by its malloc() */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 4),
      FIELD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 4 /* PROT_EXEC */, 0, 1),
      REFUSE,
      ALLOW,
      /* time, signals, the end */
      PERMIT(clock_gettime),
      PERMIT(gettimeofday),
      PERMIT(clock_nanosleep),
      PERMIT(nanosleep),
      PERMIT(restart_syscall),
      PERMIT(futex),
      PERMIT(sched_yield),
      PERMIT(sched_getaffinity), /* by the backend seq */
      PERMIT(getpid),
      PERMIT(gettid),
      PERMIT(rt_sigaction),
      PERMIT(rt_sigprocmask),
      PERMIT(rt_sigreturn),
      PERMIT(exit),
      PERMIT(exit_group),
      /* a signal to itself: abort() */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 3),
      FIELD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 0, 1),
      ALLOW,
      REFUSE,
  };
  const struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

static bool restrict_calls(void (*refused)(int number)) {
  if (xpbd_is_watched()) return false;
  const struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
  tell = refused;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return sigaction(SIGSYS, &action, NULL) == 0 && filter();
}

#else

static bool restrict_calls(void (*refused)(int number)) {
  (void)refused;
  return false;
}

#endif

bool xpbd_seal(void (*refused)(int number)) {
  close_others();
  forbid();
  return restrict_calls(refused);
}
