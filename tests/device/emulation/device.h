/* Why this file exists: the device behind cuda_runtime.h: protected memory, threads that run one after another until
 * they wait for each other, streams that do nothing until somebody waits, and faults. cuda_runtime.h lists the worst
 * cases and the faults. */
#pragma once

#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__    __attribute__((noinline))
#define __grid_constant__
#define __launch_bounds__(...)
#define __shared__    static /* blocks whose threads meet run one after another */
#define __CUDA_ARCH__ 900

#define XPBD_LAUNCH_AS(kernel, grid, block, bytes, stream, ...)                                                        \
  emulated::launch((stream), false, (grid), (block), (bytes), (kernel), __VA_ARGS__)
#define XPBD_DYNAMIC_SHARED(name) char *const name = emulated::shared()

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevice = 101,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorECCUncorrectable = 214,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchTimeout = 702,
  cudaErrorAssert = 710,
  cudaErrorHardwareStackError = 714,
  cudaErrorIllegalInstruction = 715,
  cudaErrorMisalignedAddress = 716,
  cudaErrorInvalidAddressSpace = 717,
  cudaErrorInvalidPc = 718,
  cudaErrorLaunchFailure = 719,
  cudaErrorDevicesUnavailable = 46,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorInvalidPtx = 218,
  cudaErrorNvlinkUncorrectable = 220,
  cudaErrorUnsupportedPtxVersion = 222,
  cudaErrorNotSupported = 801,
  cudaErrorStreamCaptureUnsupported = 900,
  cudaErrorInvalidClusterSize = 912,
  cudaErrorUnknown = 999
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3 };
enum { cudaStreamNonBlocking = 1, cudaStreamCaptureModeThreadLocal = 1 };
enum cudaDeviceAttr {
  cudaDevAttrMultiProcessorCount,
  cudaDevAttrComputeCapabilityMajor,
  cudaDevAttrComputeCapabilityMinor,
  cudaDevAttrMaxSharedMemoryPerBlockOptin,
  cudaDevAttrCooperativeLaunch,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor,
};
enum { cudaFuncAttributeMaxDynamicSharedMemorySize, cudaFuncAttributePreferredSharedMemoryCarveout };
enum { cudaLaunchAttributeClusterDimension, cudaLaunchAttributeProgrammaticStreamSerialization };
struct cudaFuncAttributes {
  size_t sharedSizeBytes;
  int maxThreadsPerBlock, ptxVersion;
};
struct cudaDeviceProp {
  char name[256];
  int major, minor, multiProcessorCount;
};
struct cudaLaunchAttribute {
  int id;
  struct {
    dim3 clusterDim;
    int programmaticStreamSerializationAllowed;
  } val;
};

namespace emulated {

enum { DEVICES = 2, SHARED_BYTES = 227 * 1024, KEPT_BYTES = 1024, STACK_BYTES = 256 * 1024 };
enum { GRANTED_BYTES = 48 * 1024 }; /* of dynamic shared memory, unless a kernel requested more */
enum { GRAPH_NODES = 20000 };       /* a driver accepts more, at about 4 KB each */

[[noreturn]] inline void stop(const char *what) {
  std::fprintf(stderr, "the CPU that plays the GPU stops: %s\n", what);
  std::abort();
}

inline const char *wish(const char *name) {
  return std::getenv(name);
}

inline int multiprocessors() {
  const char *text = wish("XPBD_EMULATED_PROCESSORS");
  return text ? std::atoi(text) : 3;
}
inline int blocks_each() {
  const char *text = wish("XPBD_EMULATED_BLOCKS");
  return text ? std::atoi(text) : 2;
}
inline int device_count() {
  const char *text = wish("XPBD_EMULATED_DEVICES");
  return text ? std::atoi(text) : DEVICES;
}
/// 10 * major + minor of a device. Devices that the environment does not name are like the last one that it does.
inline int capability(int device) {
  const char *text = wish("XPBD_EMULATED_CAPABILITIES");
  int value = 90;
  for (int k = 0; text && *text && k <= device; k++) {
    char *end;
    value = (int)std::strtol(text, &end, 10);
    text = end;
  }
  return value;
}
/// The capability that this program was compiled for.
inline int compiled_for() {
  const char *text = wish("XPBD_EMULATED_PTX");
  return text ? std::atoi(text) : 90;
}
/// The byte that fills unwritten memory: NaN as a number, and an index that is out of any range.
inline int rubbish() {
  const char *text = wish("XPBD_EMULATED_FILL");
  return text ? std::atoi(text) : 0xff;
}

/* ---- errors: reading the last one clears it, unless the device is lost ---- */

inline cudaError_t last_error = cudaSuccess;
inline bool fallen;
inline cudaError_t fail(cudaError_t error) {
  return last_error = error;
}
/// The error of a lost device; the environment can name another.
inline cudaError_t loss() {
  const char *text = wish("XPBD_EMULATED_ERROR");
  return text ? (cudaError_t)std::atoi(text) : cudaErrorIllegalAddress;
}
/// The first check of every call that needs the device.
inline cudaError_t ready() {
  static const pid_t owner = getpid(); /* of the first call */
  if (owner != getpid()) return fail(cudaErrorInitializationError);
  return fallen ? fail(loss()) : cudaSuccess;
}
#define XPBD_EMULATED_READY()                                                                                          \
  do {                                                                                                                 \
    const cudaError_t not_ready = emulated::ready();                                                                   \
    if (not_ready != cudaSuccess) return not_ready;                                                                    \
  } while (0)

/* ---- memory: each allocation ends at an inaccessible page ---- */

struct allocation {
  char *pages;
  size_t length;
};
inline std::map<char *, allocation> memory; /* by the returned address */
inline std::map<const char *, size_t> pinned;
inline size_t memory_taken;

/// Bytes of the device. The environment makes it small, to test a full one.
inline size_t memory_limit() {
  const char *text = wish("XPBD_EMULATED_BYTES");
  return text ? (size_t)std::strtoull(text, nullptr, 10) : (size_t)4 << 30;
}
inline size_t page() {
  return (size_t)sysconf(_SC_PAGESIZE);
}
inline void open_memory(bool open) {
  for (auto &one : memory)
    if (mprotect(one.second.pages, one.second.length, open ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) stop("mprotect");
}
inline bool on_device(uintptr_t address) {
  auto next = memory.upper_bound((char *)address);
  if (next == memory.begin()) return false;
  const allocation &found = (--next)->second;
  return address < (uintptr_t)(found.pages + found.length);
}
inline bool is_pinned(const void *address, size_t bytes) {
  auto next = pinned.upper_bound((const char *)address);
  if (next == pinned.begin()) return false;
  --next;
  return (const char *)address + bytes <= next->first + next->second;
}
/// Words that are host addresses must not reach the device. (Low addresses of a region are ignored, because an integer
/// next to old padding looks like one.)
inline void no_host_pointers(const void *from, size_t bytes, const char *where) {
  for (size_t k = 0; k + sizeof(uintptr_t) <= bytes; k += sizeof(uintptr_t)) {
    uintptr_t word;
    std::memcpy(&word, (const char *)from + k, sizeof word);
    /* where Linux maps programs, heaps and stacks */
    if (word >> 44 < 5 || word >> 48 || (word & 0xffffffffu) < 1u << 24 || on_device(word)) continue;
    if (is_pinned((const void *)word, 1)) continue;
    unsigned char resident;
    if (mincore((void *)(word / page() * page()), 1, &resident) == 0) stop(where);
  }
}

/* ---- kernels that overlap the previous one: until they wait for its end, they see the memory from before it ---- */

typedef std::map<char *, std::vector<char>> contents; /* of each allocation */
inline contents memory_before, memory_now;
/// Copies of one allocation use the same buffer again.
inline void copy_memory(contents &copy) {
  for (auto at = copy.begin(); at != copy.end();) at = memory.count(at->first) ? std::next(at) : copy.erase(at);
  for (const auto &one : memory) copy[one.first].assign(one.first, one.second.pages + one.second.length);
}
inline void show(const contents &copy) {
  for (const auto &one : copy) std::memcpy(one.first, one.second.data(), one.second.size());
}
inline bool is_shown(const contents &copy) {
  for (const auto &one : copy)
    if (std::memcmp(one.first, one.second.data(), one.second.size()) != 0) return false;
  return true;
}

/* ---- threads: a fiber runs one after another until one must wait; that one keeps the fiber ---- */

struct later {
  char *to;
  const void *from;
  std::vector<char> what;
};
struct fiber {
  std::vector<later> copies; /* begun, not yet complete */
  ucontext_t context;        /* for the first entry; later entries are jumps, without system calls */
  jmp_buf place;
  bool entered;
  dim3 thread, block;
};
struct team {
  const std::function<void()> *kernel;
  std::vector<std::pair<dim3, dim3>> order; /* block, thread */
  size_t next;
  std::vector<fiber *> waiting, asking, idle; /* waiting for all; polling a condition */
  bool answered;                              /* a polling thread continues */
  bool early;                                 /* the previous launch has not ended */
  bool together;                              /* it has more than one block */
  bool clustered;                             /* and rows of them are clusters */
  std::vector<char *> blocks;                 /* dynamic shared memory of each */
};
inline team now;
inline fiber *running;
inline jmp_buf scheduler;
inline uint64_t seed = 1;

inline uint32_t below(uint32_t count) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((seed >> 33) % count);
}
template <class T> inline void shuffle(std::vector<T> &all) {
  for (size_t k = all.size(); k > 1; k--) std::swap(all[k - 1], all[below((uint32_t)k)]);
}

/// An asynchronous copy into shared memory. Nothing is visible there until the thread waits for it.
inline void copy_later(void *to, const void *from, size_t bytes) {
  running->copies.push_back({(char *)to, from, std::vector<char>((const char *)from, (const char *)from + bytes)});
  std::memset(to, 0xff, bytes);
}
inline void copied() {
  for (const later &one : running->copies) {
    if (std::memcmp(one.from, one.what.data(), one.what.size()) != 0) stop("what is being copied changes");
    std::memcpy(one.to, one.what.data(), one.what.size());
  }
  running->copies.clear();
}

inline void leave(fiber *self) {
  if (_setjmp(self->place) == 0) _longjmp(scheduler, 1);
}
inline void work() {
  fiber *const self = running;
  for (;;) {
    while (now.next < now.order.size()) {
      blockIdx = now.order[now.next].first, threadIdx = now.order[now.next].second;
      now.next++;
      (*now.kernel)();
      copied();
    }
    self->copies.shrink_to_fit(); /* otherwise runs that free everything seem to take more and more */
    now.idle.push_back(self);
    leave(self);
  }
}
inline void enter(fiber *next) {
  running = next;
  if (_setjmp(scheduler) != 0) return;
  if (next->entered) _longjmp(next->place, 1);
  next->entered = true;
  setcontext(&next->context);
}
/// All threads of the team continue together. The launch determines the team.
inline void meet() {
  fiber *self = running;
  self->thread = threadIdx, self->block = blockIdx;
  now.waiting.push_back(self);
  leave(self);
  threadIdx = self->thread, blockIdx = self->block;
}
/// This thread continues once `answer` is true, which other threads must cause.
template <class Answer> inline void ask(Answer answer) {
  fiber *self = running;
  self->thread = threadIdx, self->block = blockIdx;
  while (!answer()) {
    now.asking.push_back(self);
    leave(self);
  }
  now.answered = true;
  threadIdx = self->thread, blockIdx = self->block;
}
/// Waits until the previous kernel has ended.
inline void wait_for_last() {
  if (now.early) ask([] { return !now.early; });
}
inline fiber *idle_fiber() {
  if (!now.idle.empty()) {
    fiber *found = now.idle.back();
    now.idle.pop_back();
    return found;
  }
  fiber *made = new fiber();
  getcontext(&made->context);
  void *stack = mmap(nullptr, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED) stop("no memory for a stack");
  made->context.uc_stack.ss_sp = stack;
  made->context.uc_stack.ss_size = STACK_BYTES;
  made->context.uc_link = nullptr;
  makecontext(&made->context, work, 0);
  return made;
}
inline char *shared() {
  return now.blocks[blockIdx.y * gridDim.x + blockIdx.x];
}
/// The high bits of an address in shared memory: in a cluster the number of its block.
inline size_t shared_window() {
  return now.clustered ? (size_t)blockIdx.x << 24 : 0;
}

/// Runs the threads in now.order, which may wait for each other and, if `early`, for the end of the previous launch.
inline void run_team(const std::function<void()> &kernel, bool early) {
  now.kernel = &kernel;
  now.next = 0;
  const size_t count = now.order.size();
  shuffle(now.order);
  now.early = early;
  if (early) copy_memory(memory_now), show(memory_before);
  while (now.next < count) enter(idle_fiber());
  now.early = false;
  if (early && !is_shown(memory_before)) stop("a kernel writes before the one in front of it has ended");
  if (early) show(memory_now);
  while (!now.waiting.empty() || !now.asking.empty()) {
    std::vector<fiber *> round;
    const bool asked = !now.asking.empty();
    if (!asked && now.waiting.size() != count) stop("some threads wait for others that have ended");
    round.swap(asked ? now.asking : now.waiting);
    shuffle(round);
    now.answered = false;
    for (fiber *each : round) enter(each);
    if (asked && !now.answered) stop("threads wait for what nobody brings about");
  }
}

/* ---- named barriers of a block, at which some of its threads meet ---- */

struct barrier {
  unsigned here, times; /* threads that have arrived; meetings so far */
};
inline std::map<std::pair<unsigned, unsigned>, barrier> barriers; /* by block and number, of a launch */
inline barrier *barrier_of(unsigned number) {
  return &barriers[{blockIdx.y * gridDim.x + blockIdx.x, number}];
}
inline void arrive_at(barrier *at, unsigned threads) {
  if (++at->here == threads) at->here = 0, at->times++;
}
inline void meet_at(barrier *at, unsigned threads) {
  const unsigned before = at->times;
  arrive_at(at, threads);
  ask([=] { return at->times != before; });
}
inline barrier *named(unsigned number, unsigned threads) {
  if (number == 0 || number > 15 || threads % 32 != 0) stop("there is no such barrier");
  return barrier_of(number);
}
inline void arrive(unsigned number, unsigned threads) {
  arrive_at(named(number, threads), threads);
}
inline void meet(unsigned number, unsigned threads) {
  meet_at(named(number, threads), threads);
}
/// All threads of a block, while other blocks may be ahead or behind.
inline void meet_block() {
  if (now.together)
    meet_at(barrier_of(0), blockDim.x);
  else
    meet();
}

/// Bytes directly after the shared memory of a block. Reads there give NaN, writes are noticed.
constexpr size_t GUARD_BYTES = 128;

/// Runs blocks one by one, or together if all of them meet.
inline void run_grid(const std::function<void()> &kernel, dim3 grid, dim3 block, size_t bytes, bool together,
                     bool clustered, bool early) {
  static long runs;
  const char *fall = wish("XPBD_EMULATED_FALL");
  if (fall && ++runs >= std::atol(fall)) fallen = true;
  if (fallen) return;
  gridDim = grid, blockDim = block;
  now.together = together, now.clustered = clustered;
  barriers.clear();
  now.blocks.assign(grid.x * grid.y, nullptr);
  for (unsigned b = 0; b < grid.x * grid.y; b++) {
    now.blocks[b] = (char *)std::aligned_alloc(64, (bytes + GUARD_BYTES + 63) / 64 * 64);
    std::memset(now.blocks[b], rubbish(), bytes);
    std::memset(now.blocks[b] + bytes, 0xff, GUARD_BYTES);
  }
  std::vector<dim3> blocks;
  for (unsigned y = 0; y < grid.y; y++)
    for (unsigned x = 0; x < grid.x; x++) blocks.push_back(dim3(x, y));
  shuffle(blocks);
  now.order.clear();
  for (const dim3 &one : blocks) {
    for (unsigned t = 0; t < block.x; t++) now.order.push_back({one, dim3(t)});
    if (together) continue;
    run_team(kernel, early);
    now.order.clear();
  }
  if (together) run_team(kernel, early);
  for (char *one : now.blocks) {
    for (size_t k = bytes; k < bytes + GUARD_BYTES; k++)
      if ((unsigned char)one[k] != 0xff) stop("a kernel writes behind the shared memory it asked for");
    std::free(one);
  }
}

/* ---- streams ---- */

struct work_item {
  std::function<void()> run;
  bool overlaps; /* it may begin before the previous one has ended */
};
typedef std::vector<work_item> work_list;
inline void run_all(const work_list &list) {
  contents before;
  for (size_t k = 0; k < list.size(); k++) {
    const bool followed = k + 1 < list.size() && list[k + 1].overlaps;
    if (followed) copy_memory(before);
    list[k].run();
    if (followed)
      memory_before.swap(before);
    else
      memory_before.clear();
  }
  memory_before.clear(), memory_now.clear();
}
struct stream {
  work_list queue;
  work_list *capture;
  int device;
};
inline int device = 0;
inline std::set<const void *> loaded;             /* kernels whose code is on the device */
inline std::map<const void *, size_t> granted;    /* requested dynamic shared memory, by kernel */
inline long objects, launches, overlaps_launched; /* existing streams and graphs; queued kernels; overlapping ones */

inline void enqueue(stream *to, std::function<void()> what, bool overlaps = false) {
  (to->capture ? *to->capture : to->queue).push_back({std::move(what), overlaps});
}

template <class... P, class... A>
cudaError_t launch_as(stream *to, bool together, bool clustered, bool overlaps, dim3 grid, dim3 block, size_t bytes,
                      void (*kernel)(P...), A &&...given) {
  XPBD_EMULATED_READY();
  if (grid.x == 0 || grid.y == 0 || grid.y > 65535 || block.x == 0 || block.x > 1024 || bytes > SHARED_BYTES)
    return fail(cudaErrorInvalidConfiguration);
  const auto more = granted.find((const void *)kernel);
  if (bytes > (more == granted.end() ? (size_t)GRANTED_BYTES : more->second)) return fail(cudaErrorInvalidValue);
  if (to->device != device) return fail(cudaErrorInvalidResourceHandle);
  launches++, overlaps_launched += overlaps;
  if (loaded.insert((const void *)kernel).second && to->capture) stop("code is loaded while a graph is recorded");
  std::tuple<std::decay_t<P>...> arguments(std::forward<A>(given)...);
  static_assert(sizeof arguments <= 32764, "what a kernel takes fits in the constant bank");
  no_host_pointers(&arguments, sizeof arguments, "a kernel is handed an address of the host");
  const auto run = [=] {
    const bool early = overlaps && !memory_before.empty();
    run_grid([&] { std::apply(kernel, arguments); }, grid, block, bytes, together, clustered, early);
  };
  enqueue(to, run, overlaps);
  return cudaSuccess;
}
template <class... P, class... A>
cudaError_t launch(stream *to, bool together, dim3 grid, dim3 block, size_t bytes, void (*kernel)(P...), A &&...given) {
  return launch_as(to, together, false, false, grid, block, bytes, kernel, std::forward<A>(given)...);
}

template <class... P, size_t... K>
cudaError_t launch_with(stream *to, dim3 grid, dim3 block, size_t bytes, void (*kernel)(P...), void **given,
                        std::index_sequence<K...>) {
  return launch(to, true, grid, block, bytes, kernel, *(std::decay_t<P> *)given[K]...);
}

} // namespace emulated

/* For tests in C: memory, streams and graphs not freed; kernels queued or recorded; overlapping kernels. */
extern "C" {
__attribute__((used)) inline long xpbd_emulated_left() {
  return (long)(emulated::memory.size() + emulated::pinned.size()) + emulated::objects;
}
__attribute__((used)) inline long xpbd_emulated_launches() {
  return emulated::launches;
}
__attribute__((used)) inline long xpbd_emulated_overlaps() {
  return emulated::overlaps_launched;
}
}
