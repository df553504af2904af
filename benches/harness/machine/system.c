/* Why this file exists: reads what the system tells without privileges. A missing file gives an unknown field. Most
 * frequency files are missing on a virtual machine, and that must show. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "environment.h"
#include "harness/stats/outside.h"
#include "support/control_group.h"
#include "support/memory_need.h"
#include "xpbd/version.h"

#ifndef BENCH_BUILD_FLAGS
#define BENCH_BUILD_FLAGS ""
#endif
#ifndef BENCH_BUILD_TYPE
#define BENCH_BUILD_TYPE ""
#endif
#ifndef BENCH_BUILD_OPENMP
#define BENCH_BUILD_OPENMP ""
#endif
#ifdef BENCH_HAVE_BUILD_INFO
#include "bench_build_info.h"
#else
#define BENCH_GIT_SHA   ""
#define BENCH_GIT_DIRTY ""
#endif

/// First line of a file without surrounding blanks, "" if it cannot be read.
static const char *first_line(const char *path, char *out, size_t capacity) {
  out[0] = '\0';
  FILE *file = fopen(path, "r");
  if (!file) return out;
  if (fgets(out, (int)capacity, file) == NULL) out[0] = '\0';
  fclose(file);
  size_t length = strlen(out);
  while (length > 0 && isspace((unsigned char)out[length - 1])) out[--length] = '\0';
  return out;
}

/// Value of a "key : value" or "key=value" line, "" if there is none.
static const char *keyed_line(const char *path, const char *key, char separator, char *out, size_t capacity) {
  out[0] = '\0';
  FILE *file = fopen(path, "r");
  if (!file) return out;
  char line[4096];
  const size_t length = strlen(key);
  while (fgets(line, sizeof line, file) != NULL) {
    const char *mark = strchr(line, separator);
    if (strncmp(line, key, length) != 0 || !mark) continue;
    if (line[length] != separator && !isspace((unsigned char)line[length])) continue;
    const char *value = mark + 1;
    while (isspace((unsigned char)*value) || *value == '"') ++value;
    snprintf(out, capacity, "%s", value);
    size_t end = strlen(out);
    while (end > 0 && (isspace((unsigned char)out[end - 1]) || out[end - 1] == '"')) out[--end] = '\0';
    break;
  }
  fclose(file);
  return out;
}

static double first_number(const char *path, double scale) {
  char text[256];
  char *end;
  const double value = strtod(first_line(path, text, sizeof text), &end);
  return end == text ? (double)NAN : scale * value;
}

enum { MOST_CORES = 4096 };

/// A set of numbers. A count of MOST_CORES + 1 means that there are more.
typedef struct distinct {
  unsigned list[MOST_CORES];
  int count;
} distinct;

static void distinct_add(distinct *all, unsigned number) {
  for (int i = 0; i < all->count && i < MOST_CORES; i++)
    if (all->list[i] == number) return;
  if (all->count < MOST_CORES) all->list[all->count] = number;
  if (all->count <= MOST_CORES) all->count++;
}

/// Number of distinct (physical id, core id) pairs and of physical ids in /proc/cpuinfo. 0
/// if it tells none, or too many.
static void count_cores(int *cores, int *sockets) {
  distinct pairs = {.count = 0}, packages = {.count = 0};
  unsigned package = 0;
  FILE *file = fopen("/proc/cpuinfo", "r");
  char line[4096];
  while (file && fgets(line, sizeof line, file) != NULL) {
    unsigned core = 0;
    if (sscanf(line, "physical id : %u", &package) == 1) distinct_add(&packages, package);
    if (sscanf(line, "core id : %u", &core) == 1) distinct_add(&pairs, package << 16 | core);
  }
  if (file) fclose(file);
  *cores = pairs.count <= MOST_CORES ? pairs.count : 0;
  *sockets = packages.count <= MOST_CORES ? packages.count : 0;
}

static void capture_caches(bench_environment *env) {
  static const char *const keys[] = {"cache_l1d", "cache_l2", "cache_l3"};
  double sizes[3] = {NAN, NAN, NAN};
  for (int index = 0; index < 8; index++) {
    char path[96], text[64];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/level", index);
    const double level = first_number(path, 1.0);
    if (!(level >= 1.0 && level <= 3.0)) continue;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/type", index);
    if (strcmp(first_line(path, text, sizeof text), "Instruction") == 0) continue;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", index);
    first_line(path, text, sizeof text);
    const double unit = strchr(text, 'M') != NULL ? 1048576.0 : strchr(text, 'K') != NULL ? 1024.0 : 1.0;
    if (isdigit((unsigned char)text[0])) sizes[(int)level - 1] = unit * atof(text);
  }
  for (int i = 0; i < 3; i++)
    bench_env_number(env, "cpu", keys[i], sizes[i], "bytes", "/sys/devices/system/cpu/cpu0/cache");
}

static void capture_frequency(bench_environment *env) {
  const char *base = "/sys/devices/system/cpu/cpu0/cpufreq";
  char path[128], text[256];
  snprintf(path, sizeof path, "%s/cpuinfo_min_freq", base);
  bench_env_number(env, "cpu", "mhz_min", first_number(path, 1e-3), "MHz", "cpufreq/cpuinfo_min_freq");
  snprintf(path, sizeof path, "%s/cpuinfo_max_freq", base);
  bench_env_number(env, "cpu", "mhz_max", first_number(path, 1e-3), "MHz", "cpufreq/cpuinfo_max_freq");
  keyed_line("/proc/cpuinfo", "cpu MHz", ':', text, sizeof text);
  bench_env_number(env, "cpu", "mhz_now", text[0] == '\0' ? (double)NAN : atof(text), "MHz",
                   "/proc/cpuinfo, first processor");
  snprintf(path, sizeof path, "%s/scaling_governor", base);
  first_line(path, text, sizeof text);
  bench_env_text(env, "cpu", "governor", text, "cpufreq/scaling_governor");
  if (text[0] != '\0' && strcmp(text, "performance") != 0)
    bench_env_warn(env, "the frequency governor is \"%s\": the processor changes its frequency while it is measured",
                   text);
  snprintf(path, sizeof path, "%s/scaling_driver", base);
  bench_env_text(env, "cpu", "driver", first_line(path, text, sizeof text), "cpufreq/scaling_driver");
  const double no_turbo = first_number("/sys/devices/system/cpu/intel_pstate/no_turbo", 1.0);
  const double boost = first_number("/sys/devices/system/cpu/cpufreq/boost", 1.0);
  const char *turbo = !isnan(no_turbo) ? (no_turbo > 0.0 ? "off" : "on")
                      : !isnan(boost)  ? (boost > 0.0 ? "on" : "off")
                                       : "";
  bench_env_text(env, "cpu", "turbo", turbo, "intel_pstate/no_turbo or cpufreq/boost");
}

static void capture_cpu(bench_environment *env) {
  char text[256];
  keyed_line("/proc/cpuinfo", "model name", ':', text, sizeof text);
  bench_env_text(env, "cpu", "model", text, "/proc/cpuinfo");
  bench_env_number(env, "cpu", "logical", (double)sysconf(_SC_NPROCESSORS_ONLN), NULL, "sysconf");
  int cores = 0, sockets = 0;
  count_cores(&cores, &sockets);
  bench_env_number(env, "cpu", "cores", cores > 0 ? (double)cores : (double)NAN, NULL, "/proc/cpuinfo");
  bench_env_number(env, "cpu", "sockets", sockets > 0 ? (double)sockets : (double)NAN, NULL, "/proc/cpuinfo");
  const double smt = first_number("/sys/devices/system/cpu/smt/active", 1.0);
  bench_env_text(env, "cpu", "smt", isnan(smt) ? "" : smt > 0.0 ? "on" : "off", "/sys/devices/system/cpu/smt/active");
  capture_frequency(env);
  capture_caches(env);
  char flags[4096];
  keyed_line("/proc/cpuinfo", "flags", ':', flags, sizeof flags);
  const bool virtual_machine = strstr(flags, "hypervisor") != NULL;
  if (flags[0] == '\0')
    bench_env_text(env, "cpu", "hypervisor", "", "/proc/cpuinfo, flags");
  else if (!virtual_machine)
    bench_env_not_applicable(env, "cpu", "hypervisor", "/proc/cpuinfo, flags");
  else {
    first_line("/sys/class/dmi/id/sys_vendor", text, sizeof text);
    bench_env_text(env, "cpu", "hypervisor", text[0] == '\0' ? "present" : text,
                   "/proc/cpuinfo, flags; dmi/id/sys_vendor");
  }
}

static void capture_memory(bench_environment *env) {
  char text[256];
  keyed_line("/proc/meminfo", "MemTotal", ':', text, sizeof text);
  bench_env_number(env, "memory", "total", text[0] == '\0' ? (double)NAN : 1024.0 * atof(text), "bytes",
                   "/proc/meminfo");
  bench_env_number(env, "memory", "available", memory_available(), "bytes",
                   "/proc/meminfo, cgroup memory.max, limit of addresses");
  first_line("/sys/kernel/mm/transparent_hugepage/enabled", text, sizeof text);
  bench_env_text(env, "memory", "huge_pages", text, "/sys/kernel/mm/transparent_hugepage/enabled");
  char nodes[64];
  int node = 0;
  for (;; node++) {
    snprintf(nodes, sizeof nodes, "/sys/devices/system/node/node%d", node);
    if (access(nodes, F_OK) != 0) break;
  }
  bench_env_number(env, "memory", "numa_nodes", node > 0 ? (double)node : (double)NAN, NULL,
                   "/sys/devices/system/node");
}

static const char *container_name(char *out, size_t capacity) {
  if (access("/.dockerenv", F_OK) == 0) return "docker";
  if (access("/run/.containerenv", F_OK) == 0) return "podman";
  const char *named = getenv("container");
  if (named && named[0] != '\0') {
    snprintf(out, capacity, "%s", named);
    return out;
  }
  char text[512];
  first_line("/proc/1/cgroup", text, sizeof text);
  if (strstr(text, "docker") != NULL) return "docker";
  if (strstr(text, "kubepods") != NULL) return "kubernetes";
  if (strstr(text, "lxc") != NULL) return "lxc";
  return "";
}

static void capture_os(bench_environment *env) {
  char text[256];
  bench_env_text(env, "os", "name", keyed_line("/etc/os-release", "PRETTY_NAME", '=', text, sizeof text),
                 "/etc/os-release");
  struct utsname names;
  text[0] = '\0';
  if (gethostname(text, sizeof text) != 0) text[0] = '\0';
  text[sizeof text - 1] = '\0';
  bench_env_text(env, "os", "host", text, "gethostname");
  text[0] = '\0';
  if (uname(&names) == 0)
    snprintf(text, sizeof text, "%.40s %.120s %.40s", names.sysname, names.release, names.machine);
  bench_env_text(env, "os", "kernel", text, "uname");
  // No sign of a container does not prove that there is none.
  bench_env_text(env, "os", "container", container_name(text, sizeof text),
                 "/.dockerenv, /run/.containerenv, /proc/1/cgroup");
  first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", text, sizeof text);
  bench_env_text(env, "os", "clocksource", text, "current_clocksource");
  const double aslr = first_number("/proc/sys/kernel/randomize_va_space", 1.0);
  bench_env_text(env, "os", "aslr", isnan(aslr) ? "" : aslr > 0.0 ? "on" : "off", "randomize_va_space");
}

void bench_env_processors(char *out, size_t capacity) {
  enum { MOST = 1024 }; /* CPU_SETSIZE of Linux */
  size_t end = 0;
  out[0] = '\0';
  for (int i = 0; i < MOST && end + 16 < capacity; i++) {
    if (!bench_outside_asked->allowed(i)) continue;
    int last = i;
    while (last + 1 < MOST && bench_outside_asked->allowed(last + 1)) ++last;
    end += (size_t)snprintf(out + end, capacity - end, "%s%d", end > 0 ? "," : "", i);
    if (last > i) end += (size_t)snprintf(out + end, capacity - end, "-%d", last);
    i = last;
  }
}

static void capture_quota(bench_environment *env) {
  char text[64];
  const double here = (double)bench_outside_asked->processors();
  const double allowed = control_group_processors(bench_outside_asked->open, text);
  bench_env_text(env, "process", "cgroup_cpu_quota", text, "cpu.max or cpu.cfs_quota_us of the control groups");
  if (allowed < here)
    bench_env_warn(env, "a CPU quota of %.2f processors stops this process at times: it may run on %.0f", allowed,
                   here);
}

static void capture_process(bench_environment *env) {
  static const char *const variables[][2] = {{"omp_num_threads", "OMP_NUM_THREADS"},
                                             {"omp_proc_bind", "OMP_PROC_BIND"},
                                             {"omp_places", "OMP_PLACES"},
                                             {"omp_wait_policy", "OMP_WAIT_POLICY"},
                                             {"omp_dynamic", "OMP_DYNAMIC"}};
  char text[256];
  bench_env_processors(text, sizeof text);
  bench_env_text(env, "process", "affinity", text, "sched_getaffinity");
  capture_quota(env);
  bench_env_number(env, "process", "nice", (double)getpriority(PRIO_PROCESS, 0), NULL, "getpriority");
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
    const char *value = getenv(variables[i][1]);
    if (!value)
      bench_env_not_applicable(env, "process", variables[i][0], "environment: not set");
    else
      bench_env_text(env, "process", variables[i][0], value, "environment");
  }
}

void bench_env_build(bench_environment *env, const bench_build *build) {
  bench_env_text(env, "tool", "version", XPBD_VERSION, "build");
  bench_env_text(env, "git", "sha", build->commit, "git, at build time");
  bench_env_text(env, "git", "dirty", build->dirty, "git, at build time");
#if defined(__clang__)
  bench_env_text(env, "build", "compiler", "clang " __clang_version__, "predefined macros");
#elif defined(__GNUC__)
  bench_env_text(env, "build", "compiler", "gcc " __VERSION__, "predefined macros");
#else
  bench_env_text(env, "build", "compiler", "", "predefined macros");
#endif
  bench_env_text(env, "build", "flags", build->flags, "CMake");
  bench_env_text(env, "build", "type", build->type, "CMake");
  bench_env_text(env, "build", "openmp", build->openmp, "CMake");
  if (strcmp(build->type, "Debug") == 0) bench_env_warn(env, "this is a debug build: its times mean nothing");
  if (strstr(build->flags, "-fsanitize=")) bench_env_warn(env, "this build has sanitizers: its times mean nothing");
}

void bench_env_capture(bench_environment *env) {
  bench_env_build(env, &(bench_build){.type = BENCH_BUILD_TYPE,
                                      .flags = BENCH_BUILD_FLAGS,
                                      .openmp = BENCH_BUILD_OPENMP,
                                      .commit = BENCH_GIT_SHA,
                                      .dirty = BENCH_GIT_DIRTY});
  capture_cpu(env);
  capture_memory(env);
  capture_os(env);
  capture_process(env);
}
