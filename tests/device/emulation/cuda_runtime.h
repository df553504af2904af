/* Why this file exists: a CPU emulates the GPU, so that every line of the cuda backend runs without one: its kernels,
 * launches, copies and graphs. cuda.cu is compiled as C++ with this header in place of CUDA's. Where a GPU leaves
 * behaviour open, the worst case happens:
 *   - threads run in a shuffled order, and up to a barrier one by one;
 *   - nothing queued runs before somebody waits for it (pageable sources are read at the call, as in CUDA);
 *   - memory is not zeroed; each allocation ends at an inaccessible page;
 *   - a device's memory cannot be accessed between kernels, and kernels and copies may not get pointers to host memory
 *     that is not pinned;
 *   - a process forked from one that has used the device has no device: every call fails;
 *   - results are read back through pinned memory only: a copy to other memory waits for the whole device;
 *   - a graph with more nodes than a driver accepts without complaint is refused;
 *   - clusters are rows of the grid, and launches of others are refused; an address in shared memory contains the number
 *     of its block in the cluster, and another block's is refused where a block expects its own;
 *   - code that is first loaded while a graph is recorded ends the program;
 *   - a kernel that overlaps the previous one sees none of its results until it waits; devices before 9.0, and code for
 *     them, have no such kernels;
 *   - a kernel has more than 48 KiB of dynamic shared memory only if that was requested, and runs on the current device;
 *   - an asynchronous copy into shared memory is visible only after its thread has waited for it.
 * Environment variables select what only some devices do:
 *   XPBD_EMULATED_BYTES         a small memory
 *   XPBD_EMULATED_NO_CODE       a device newer than the compiler
 *   XPBD_EMULATED_FALL          the kernel run (1 = the first) in which the device is lost; every later call fails
 *   XPBD_EMULATED_NO_CLUSTER    a slice of a device that cannot place a cluster, or refuses the question
 *   XPBD_EMULATED_BUSY          a device that another process uses exclusively
 *   XPBD_EMULATED_LOST          the allocation (1 = the first while it is set) at which the device is lost
 *   XPBD_EMULATED_ERROR         the number of the error that a lost device reports
 *   XPBD_EMULATED_DRIVER        the version of the driver
 *   XPBD_EMULATED_DEVICES       the number of devices
 *   XPBD_EMULATED_THREADS       the most threads of a block
 *   XPBD_EMULATED_NO_OVERLAP    a driver that refuses overlapping launches in a graph
 *   XPBD_EMULATED_PROCESSORS    the number of multiprocessors
 *   XPBD_EMULATED_BLOCKS        the number of blocks that fit on one
 *   XPBD_EMULATED_FLIP          the index of a byte that is wrong in every longer read
 *   XPBD_EMULATED_CAPABILITIES  of each device, such as "86 90"
 *   XPBD_EMULATED_PTX           the capability that the code was compiled for
 *   XPBD_EMULATED_NO_MEETING    devices whose blocks cannot all meet
 *   XPBD_EMULATED_FILL          the byte that fills new memory
 *   XPBD_EMULATED_NO_PINNED     a host without memory to pin
 *   XPBD_EMULATED_NO_GRAPH      the graph (1 = the first while it is set) that the driver refuses
 * It says nothing about speed, nor about the memory model between barriers beyond the shuffle. Only for tests. */
#pragma once

#include "device.h"

typedef emulated::stream *cudaStream_t;
typedef emulated::work_list *cudaGraph_t, *cudaGraphExec_t;
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};

inline void __syncthreads() {
  emulated::meet_block();
}
template <class T> T __ldcs(const T *from) {
  return *from;
}
template <class T> T __ldcg(const T *from) {
  return *from;
}
template <class T> void __stcs(T *to, T value) {
  *to = value;
}
template <class T> void __stcg(T *to, T value) {
  *to = value;
}
[[noreturn]] inline void __trap() {
  emulated::stop("a kernel trapped");
}
/* Addresses in shared memory begin after the part that a device keeps to itself. */
inline size_t __cvta_generic_to_shared(const void *of) {
  return (size_t)((const char *)of - emulated::shared()) + emulated::KEPT_BYTES + emulated::shared_window();
}
inline void *__cvta_shared_to_generic(size_t address) {
  if (address >> 24 != emulated::shared_window() >> 24) emulated::stop("an address in another block's shared memory");
  return emulated::shared() + address - emulated::KEPT_BYTES - emulated::shared_window();
}
template <class T> T atomicAdd(T *to, T value) {
  const T old = *to;
  *to = old + value;
  return old;
}
template <class T> T atomicMin(T *to, T value) {
  const T old = *to;
  if (value < old) *to = value;
  return old;
}

inline cudaError_t cudaGetLastError() {
  const cudaError_t error = emulated::last_error;
  emulated::last_error = emulated::fallen ? error : cudaSuccess;
  return error;
}
inline const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
  case cudaSuccess: return "no error";
  case cudaErrorInvalidValue: return "invalid argument";
  case cudaErrorMemoryAllocation: return "out of memory";
  case cudaErrorInvalidConfiguration: return "invalid configuration argument";
  case cudaErrorInitializationError: return "initialization error";
  case cudaErrorNoKernelImageForDevice: return "no kernel image is available for execution on the device";
  case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
  case cudaErrorInvalidDevice: return "invalid device ordinal";
  case cudaErrorDevicesUnavailable: return "CUDA-capable device(s) is/are busy or unavailable";
  default: return "operation not permitted when stream is capturing";
  }
}
inline cudaError_t cudaDriverGetVersion(int *version) {
  const char *wished = emulated::wish("XPBD_EMULATED_DRIVER");
  *version = wished ? std::atoi(wished) : 12040;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int *count) {
  XPBD_EMULATED_READY();
  *count = emulated::device_count();
  return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) {
  XPBD_EMULATED_READY();
  if (device < 0 || device >= emulated::DEVICES) return emulated::fail(cudaErrorInvalidDevice);
  emulated::device = device;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *out, int device) {
  std::snprintf(out->name, sizeof out->name, "a CPU that plays GPU %d for tests", device);
  out->major = emulated::capability(device) / 10, out->minor = emulated::capability(device) % 10;
  out->multiProcessorCount = emulated::multiprocessors();
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int *out, cudaDeviceAttr which, int device) {
  if (device < 0 || device >= emulated::device_count()) return emulated::fail(cudaErrorInvalidDevice);
  const int capability = emulated::capability(device);
  const int values[] = {emulated::multiprocessors(),
                        capability / 10,
                        capability % 10,
                        emulated::SHARED_BYTES,
                        emulated::wish("XPBD_EMULATED_NO_MEETING") ? 0 : 1,
                        emulated::SHARED_BYTES + emulated::KEPT_BYTES};
  *out = values[which];
  return cudaSuccess;
}
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *out, const void *kernel) {
  XPBD_EMULATED_READY();
  if (emulated::wish("XPBD_EMULATED_BUSY")) return emulated::fail(cudaErrorDevicesUnavailable);
  emulated::loaded.insert(kernel);
  if (emulated::wish("XPBD_EMULATED_NO_CODE")) return emulated::fail(cudaErrorNoKernelImageForDevice);
  const char *wished = emulated::wish("XPBD_EMULATED_THREADS");
  *out = {4096, wished ? std::atoi(wished) : 1024, emulated::compiled_for()};
  return cudaSuccess;
}
inline cudaError_t cudaFuncSetAttribute(const void *kernel, int which, int bytes) {
  if (which != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  if (bytes < 0 || bytes > emulated::SHARED_BYTES) return emulated::fail(cudaErrorInvalidValue);
  emulated::granted[kernel] = (size_t)bytes;
  return cudaSuccess;
}
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *out, const void *, int, size_t) {
  *out = emulated::blocks_each();
  return cudaSuccess;
}
namespace emulated {
/// Here a cluster is a row of the grid. cooperative_groups.h relies on that to find its blocks.
inline bool has_rows_as_clusters(const cudaLaunchConfig_t *config) {
  if (config->numAttrs != 1 || config->attrs->id != cudaLaunchAttributeClusterDimension) return false;
  const dim3 &size = config->attrs->val.clusterDim;
  return size.x == config->gridDim.x && size.y == 1 && size.z == 1;
}
} // namespace emulated
template <class T> cudaError_t cudaOccupancyMaxActiveClusters(int *out, T *, const cudaLaunchConfig_t *config) {
  if (!emulated::has_rows_as_clusters(config)) return emulated::fail(cudaErrorInvalidClusterSize);
  const char *wished = emulated::wish("XPBD_EMULATED_NO_CLUSTER");
  if (wished && std::strcmp(wished, "refused") == 0) return emulated::fail(cudaErrorInvalidClusterSize);
  *out = wished ? 0 : 1;
  return cudaSuccess;
}

inline cudaError_t cudaMemGetInfo(size_t *available, size_t *total) {
  *total = emulated::memory_limit();
  *available = *total - emulated::memory_taken;
  return cudaSuccess;
}
inline cudaError_t cudaMalloc(void **out, size_t bytes) {
  static int made;
  const char *lost = emulated::wish("XPBD_EMULATED_LOST");
  if (lost && ++made == std::atoi(lost)) emulated::fallen = true;
  XPBD_EMULATED_READY();
  const size_t page = emulated::page(), kept = (bytes + 63) / 64 * 64, length = (kept + page - 1) / page * page;
  if (length > emulated::memory_limit() - emulated::memory_taken) return emulated::fail(cudaErrorMemoryAllocation);
  char *pages = (char *)mmap(nullptr, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return emulated::fail(cudaErrorMemoryAllocation);
  std::memset(pages, emulated::rubbish(), length);
  if (mprotect(pages, length + page, PROT_NONE) != 0) emulated::stop("mprotect");
  *out = pages + length - kept;
  emulated::memory[(char *)*out] = {pages, length};
  emulated::memory_taken += length;
  return cudaSuccess;
}
inline cudaError_t cudaFree(void *given) {
  auto found = emulated::memory.find((char *)given);
  if (found == emulated::memory.end()) return emulated::fail(cudaErrorInvalidValue);
  munmap(found->second.pages, found->second.length + emulated::page());
  emulated::memory_taken -= found->second.length;
  emulated::memory.erase(found);
  return cudaSuccess;
}
inline cudaError_t cudaMallocHost(void **out, size_t bytes) {
  XPBD_EMULATED_READY();
  *out = emulated::wish("XPBD_EMULATED_NO_PINNED") ? nullptr : std::malloc(bytes);
  if (!*out) return emulated::fail(cudaErrorMemoryAllocation);
  std::memset(*out, 0xff, bytes);
  emulated::pinned[(const char *)*out] = bytes;
  return cudaSuccess;
}
template <class T> cudaError_t cudaMallocHost(T **out, size_t bytes) {
  return cudaMallocHost((void **)out, bytes);
}
inline cudaError_t cudaFreeHost(void *given) {
  emulated::pinned.erase((const char *)given);
  std::free(given);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  XPBD_EMULATED_READY();
  const bool up = kind == cudaMemcpyHostToDevice;
  for (const void *end : {up ? (const void *)to : from, kind == cudaMemcpyDeviceToHost ? from : (const void *)to}) {
    const uintptr_t device = (uintptr_t)end;
    if (bytes > 0 && (!emulated::on_device(device) || !emulated::on_device(device + bytes - 1)))
      return emulated::fail(cudaErrorInvalidValue);
  }
  if (kind == cudaMemcpyDeviceToHost && !emulated::is_pinned(to, bytes))
    emulated::stop("results are copied to memory that is not pinned");
  if (!up) {
    const char *flip = kind == cudaMemcpyDeviceToHost ? emulated::wish("XPBD_EMULATED_FLIP") : nullptr;
    const size_t at = flip ? (size_t)std::atoi(flip) : bytes;
    emulated::enqueue(stream, [=] {
      if (!emulated::fallen) std::memcpy(to, from, bytes);
      if (at < bytes) ((char *)to)[at] ^= 1;
    });
    return cudaSuccess;
  }
  emulated::no_host_pointers(from, bytes, "an address of the host is copied to the device");
  std::vector<char> kept((const char *)from, (const char *)from + bytes);
  emulated::enqueue(stream, [=] { std::memcpy(to, kept.data(), bytes); });
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream) {
  emulated::enqueue(stream, [=] { std::memset(to, value, bytes); });
  return cudaSuccess;
}

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *out, unsigned) {
  XPBD_EMULATED_READY();
  *out = new emulated::stream();
  (*out)->device = emulated::device;
  emulated::objects++;
  return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  XPBD_EMULATED_READY();
  if (stream->capture) return emulated::fail(cudaErrorStreamCaptureUnsupported);
  emulated::work_list due;
  due.swap(stream->queue);
  emulated::open_memory(true);
  emulated::run_all(due);
  emulated::open_memory(false);
  return emulated::fallen ? emulated::fail(emulated::loss()) : cudaSuccess;
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  cudaStreamSynchronize(stream);
  delete stream;
  emulated::objects--;
  return cudaSuccess;
}
inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int) {
  stream->capture = new emulated::work_list;
  emulated::objects++;
  return cudaSuccess;
}
inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *out) {
  *out = stream->capture;
  stream->capture = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *out, cudaGraph_t graph, unsigned) {
  static int made;
  const char *refused = emulated::wish("XPBD_EMULATED_NO_GRAPH");
  if (refused && ++made == std::atoi(refused)) return emulated::fail(cudaErrorInvalidResourceHandle);
  if (graph->size() > emulated::GRAPH_NODES) return emulated::fail(cudaErrorMemoryAllocation);
  *out = new emulated::work_list(*graph);
  emulated::objects++;
  return cudaSuccess;
}
inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, void *, size_t *count) {
  *count = graph->size();
  return cudaSuccess;
}
inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  emulated::objects--;
  return cudaSuccess;
}
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  delete graph;
  emulated::objects--;
  return cudaSuccess;
}
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  XPBD_EMULATED_READY();
  emulated::enqueue(stream, [graph] { emulated::run_all(*graph); });
  return cudaSuccess;
}
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments, size_t bytes,
                                        cudaStream_t stream) {
  if (grid.x * grid.y > (unsigned)(emulated::multiprocessors() * emulated::blocks_each()))
    return emulated::fail(cudaErrorInvalidConfiguration);
  return emulated::launch_with(stream, grid, block, bytes, kernel, arguments, std::index_sequence_for<P...>());
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...given) {
  const bool overlaps =
      config->numAttrs == 1 && config->attrs->id == cudaLaunchAttributeProgrammaticStreamSerialization;
  const bool alone = config->numAttrs == 0 || overlaps;
  if (overlaps && config->stream->capture && emulated::wish("XPBD_EMULATED_NO_OVERLAP"))
    return emulated::fail(cudaErrorInvalidResourceHandle);
  if (overlaps && (emulated::capability(config->stream->device) < 90 || emulated::compiled_for() < 90))
    return emulated::fail(cudaErrorNotSupported);
  if (!alone && !emulated::has_rows_as_clusters(config)) return emulated::fail(cudaErrorInvalidClusterSize);
  return emulated::launch_as(config->stream, !alone, !alone, overlaps, config->gridDim, config->blockDim,
                             config->dynamicSmemBytes, kernel, std::forward<A>(given)...);
}
