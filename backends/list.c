/* Why this file exists: the list of backends as the library is handed it. Explicit: a constructor in a static library
 * would be dropped by the linker. A backend that was not compiled stays listed and says what builds it. */
#include "xpbd/backend.h"

#ifndef XPBD_HAVE_OPENMP
#define XPBD_HAVE_OPENMP 0
#endif
#ifndef XPBD_HAVE_CUDA
#define XPBD_HAVE_CUDA 0
#endif
#ifndef XPBD_HAVE_OPENCL
#define XPBD_HAVE_OPENCL 0
#endif

extern const xpbd_backend xpbd_backend_seq;
#if XPBD_HAVE_OPENMP
extern const xpbd_backend xpbd_backend_omp;
#define TABLE_omp &xpbd_backend_omp
#else
#define TABLE_omp 0
#endif
#if XPBD_HAVE_CUDA
extern const xpbd_backend xpbd_backend_cuda;
#define TABLE_cuda &xpbd_backend_cuda
#else
#define TABLE_cuda 0
#endif
#if XPBD_HAVE_OPENCL
extern const xpbd_backend xpbd_backend_opencl;
#define TABLE_opencl &xpbd_backend_opencl
#else
#define TABLE_opencl 0
#endif
#define TABLE_seq &xpbd_backend_seq

#define XPBD_BACKEND(id, name_, option_) {.name = name_, .table = TABLE_##id, .option = option_},
static const xpbd_backend_entry entries[] = {
#include "list.h"
};

const xpbd_backend_list *xpbd_backends(void) {
  static const xpbd_backend_list list = {.count = (int)(sizeof entries / sizeof *entries), .entries = entries};
  return &list;
}

xpbd_solver_def xpbd_solver_def_default(void) {
  return xpbd_solver_def_with(xpbd_backends());
}
