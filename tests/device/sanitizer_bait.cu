/* Why this file exists: a sanitizer that checks nothing finds nothing. Before compute-sanitizer is believed on a
 * device, it must find these two mistakes.
 * usage: xpbd-cuda-bait memcheck|racecheck */
#include <cstdio>
#include <cstring>

/* One thread past the end of the allocation. */
__global__ void too_far(int *out) {
  out[threadIdx.x] = 1;
}

/* Each thread reads what a thread of another warp writes, without waiting for it. */
__global__ void no_barrier(int *out) {
  __shared__ int shared[64];
  shared[threadIdx.x] = (int)threadIdx.x;
  out[threadIdx.x] = shared[63 - threadIdx.x];
}

int main(int count, char **words) {
  int *out = nullptr;
  if (count != 2 || cudaMalloc(&out, 64 * sizeof *out) != cudaSuccess) return 1;
  if (strcmp(words[1], "memcheck") == 0)
    too_far<<<1, 65>>>(out);
  else if (strcmp(words[1], "racecheck") == 0)
    no_barrier<<<1, 64>>>(out);
  else
    return 1;
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(error));
  return 0;
}
