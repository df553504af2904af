/* Why this file exists: the negative controls of the CPU that plays the GPU: each argument names a mistake that a device
 * would punish, or worse would not, and that must end this program with a failure. `none` makes no mistake. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>

#include "cuda_runtime.h"

enum { COUNT = 64 };

struct numbers {
  int *from, *to;
  /* 1: a barrier is left out, 2: half of the threads never reach it, 3: one number too far is written, 4: something is read before
   * the kernel in front has ended, 5: somebody does not arrive at a named barrier, 6: something is written too early, 7: nobody
   * waits for a copy beside the thread, 8: it changes on its way, 9: an address in shared memory loses the number of its block */
  int missed;
};

/* Every thread writes a number to shared memory: as much was asked for as they need, or one number less. */
static __global__ void k_share(const __grid_constant__ numbers all) {
  XPBD_DYNAMIC_SHARED(shared);
  ((int *)shared)[threadIdx.x] = (int)threadIdx.x;
  __syncthreads();
  all.from[threadIdx.x] = ((int *)shared)[(threadIdx.x + 1) % COUNT];
  __syncthreads();
  emulated::copy_later((int *)shared + threadIdx.x, &all.to[threadIdx.x], sizeof(int));
  if (all.missed == 8) all.to[threadIdx.x]++;
  if (all.missed != 7) emulated::copied();
  all.to[threadIdx.x] = ((int *)shared)[threadIdx.x];
}

/* Copies the numbers, after the kernel in front has written them, or too early; one warp waits for the other, which comes or not. */
static __global__ void k_copy(const __grid_constant__ numbers all) {
  const int thread = (int)threadIdx.x, early = all.to[thread];
  if (all.missed == 6) all.to[thread] = early + 1;
  emulated::wait_for_last();
  if (thread < COUNT / 2)
    emulated::meet(3, COUNT);
  else if (all.missed != 5)
    emulated::arrive(3, COUNT);
  const int value = all.missed == 4 ? early : all.to[thread];
  all.from[thread] = value;
  all.to[thread] = value;
}

/* Every thread hands its neighbour a number. */
static __global__ void k_hand_on(const __grid_constant__ numbers all) {
  const int thread = (int)threadIdx.x;
  all.from[thread + (all.missed == 3 ? 16 : 0)] = thread;
  if (all.missed != 1 && (all.missed != 2 || thread % 2)) __syncthreads();
  all.to[thread] = all.from[(thread + 1) % COUNT];
}

/* Every thread of two blocks of a cluster finds its own number again. */
static __global__ void k_find(const __grid_constant__ numbers all) {
  XPBD_DYNAMIC_SHARED(shared);
  int *const own = (int *)shared + threadIdx.x;
  *own = all.to[threadIdx.x];
  const size_t address = __cvta_generic_to_shared(own);
  all.to[threadIdx.x] = *(int *)__cvta_shared_to_generic(all.missed == 9 ? address % 65536 : address);
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "none";
  const auto is = [&](const char *name) { return std::strcmp(what, name) == 0; };
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (is("forked") && fork() != 0) {
    int status = 0;
    wait(&status);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }
  if (is("fallen")) setenv("XPBD_EMULATED_FALL", "1", 1);
  int *from = nullptr, *to = nullptr, *out = nullptr;
  cudaMallocHost(&out, COUNT * sizeof(int));
  if (is("pageable") || !out) out = (int *)calloc(COUNT, sizeof(int));
  cudaMalloc((void **)&from, COUNT * sizeof(int));
  cudaMalloc((void **)&to, COUNT * sizeof(int));
  if (!is("uninitialised")) cudaMemsetAsync(to, 0, COUNT * sizeof(int), stream);
  numbers all = {is("host-pointer") ? (int *)std::calloc(COUNT, sizeof(int)) : from, to, 0};
  all.missed = is("no-barrier")     ? 1
               : is("lost-barrier") ? 2
               : is("too-far")      ? 3
               : is("early-read")   ? 4
               : is("lost-arrival") ? 5
               : is("early-write")  ? 6
               : is("early-use")    ? 7
               : is("late-write")   ? 8
               : is("lost-window")  ? 9
                                    : 0;
  if (is("device-pointer")) out[0] = *to;
  if (is("unloaded")) cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  if (!is("uninitialised")) XPBD_LAUNCH_AS(k_hand_on, 1, COUNT, 0, stream, all);
  cudaLaunchAttribute overlap = {};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  const cudaLaunchConfig_t behind = {dim3(1), dim3(COUNT), 0, stream, &overlap, 1};
  if (!is("uninitialised") && cudaLaunchKernelEx(&behind, k_copy, all) != cudaSuccess) return 1;
  const size_t needed = COUNT * sizeof(int);
  XPBD_LAUNCH_AS(k_share, 1, COUNT, is("shared-too-far") ? needed - sizeof(int) : needed, stream, all);
  cudaLaunchAttribute cluster = {};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = dim3(1, is("column-cluster") ? 2 : 1);
  const cudaLaunchConfig_t config = {dim3(1), dim3(COUNT), needed, stream, &cluster, 1};
  if (cudaLaunchKernelEx(&config, k_share, all) != cudaSuccess) return 1;
  cudaLaunchAttribute pair = cluster;
  pair.val.clusterDim = dim3(2);
  const cudaLaunchConfig_t two = {dim3(2), dim3(COUNT), needed, stream, &pair, 1};
  if (cudaLaunchKernelEx(&two, k_find, all) != cudaSuccess) return 1;
  if (is("long-graph")) {
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    for (int k = 0; k < 30000; k++) XPBD_LAUNCH_AS(k_hand_on, 1, COUNT, 0, stream, all);
    cudaStreamEndCapture(stream, &graph);
    if (cudaGraphInstantiateWithFlags(&ready, graph, 0) != cudaSuccess) return 1;
  }
  cudaMemcpyAsync(out, to, COUNT * sizeof(int), cudaMemcpyDeviceToHost, stream);
  if (!is("no-wait")) cudaStreamSynchronize(stream);
  int wrong = 0;
  for (int k = 0; k < COUNT; k++) wrong += out[k] != (k + 1) % COUNT;
  std::printf("%d of %d numbers are wrong\n", wrong, (int)COUNT);
  return wrong > 0;
}
