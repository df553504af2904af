/* Why this file exists: asks OpenCL for its GPUs and accelerators before anything is built, without OpenCL's headers.
 * (tests/device/driver.c does the same for CUDA.) Prints one line: "devices N", or "none" without a loader. */
#include <dlfcn.h>
#include <stdio.h>

enum { MOST = 16, GPU_OR_ACCELERATOR = 4 | 8 };

int main(void) {
  void *loader = dlopen("libOpenCL.so.1", RTLD_NOW), *platforms[MOST];
  int (*list)(unsigned, void **, unsigned *) = NULL;
  int (*devices)(void *, unsigned long, unsigned, void **, unsigned *) = NULL;
  if (loader) { /* written through a pointer, because ISO C converts no object pointer to a function */
    *(void **)&list = dlsym(loader, "clGetPlatformIDs");
    *(void **)&devices = dlsym(loader, "clGetDeviceIDs");
  }
  if (!list || !devices) {
    puts("none");
    return 0;
  }
  unsigned platform_count = 0, all = 0;
  if (list(MOST, platforms, &platform_count) != 0) platform_count = 0;
  for (unsigned k = 0; k < platform_count && k < MOST; k++) {
    unsigned here = 0;
    if (devices(platforms[k], GPU_OR_ACCELERATOR, 0, NULL, &here) == 0) all += here;
  }
  printf("devices %u\n", all);
  return 0;
}
