/* Why this file exists: asks the CUDA driver for its devices before anything is built, without CUDA's headers or
 * libraries. The driver's library is the authority, whatever device files and tools a container has or lacks. Prints
 * one line: "devices N", "error CODE" (a CUresult; 100 is CUDA_ERROR_NO_DEVICE) or "none" without such a library. */
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  int (*init)(unsigned) = NULL;
  int (*count)(int *) = NULL;
  if (driver) { /* written through a pointer, because ISO C converts no object pointer to a function */
    *(void **)&init = dlsym(driver, "cuInit");
    *(void **)&count = dlsym(driver, "cuDeviceGetCount");
  }
  if (!init || !count) {
    puts("none");
    return 0;
  }
  int devices = 0;
  int error = init(0);
  if (!error) error = count(&devices);
  if (error)
    printf("error %d\n", error);
  else
    printf("devices %d\n", devices);
  return 0;
}
