/* Why this file exists: a scene with formulas from a file needs kernels that no build has. At run time nvcc compiles
 * device.cuh for this one scene, as the build does for the formulas of the list, and the object is opened. */
#ifndef XPBD_CUDA_UNIT_H
#define XPBD_CUDA_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "plan.h"
#include "xpbd/scene.h"
#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The content of a unit's object. For formulas from a file it is named xpbd_cuda_unit.
typedef struct cuda_unit {
  uint64_t layout;      ///< Differs if object and program disagree on shared types.
  const void *launches; ///< cuda_launches_f32 or _f64, of one instance (launch.cuh).
} cuda_unit;

/// The units for the formulas of the list.
extern const cuda_unit cuda_kernels_f32, cuda_kernels_f64;
/// The unit for methods that move vertices, in double.
extern const cuda_unit cuda_kernels_vertices;

/// The requested kernels.
typedef struct cuda_unit_wish {
  const xpbd_scene *scene;
  xpbd_precision precision;
  cuda_strategy strategy;
  int32_t capability; ///< The device's, 10 * major + minor.
  int32_t instance;   ///< -1 = general, else for springs of this formula.
  int32_t damped;     ///< 1: the springs may be damped.
  uint64_t layout;    ///< The program's own.
} cuda_unit_wish;

enum { CUDA_COMPILER_LENGTH = 1024 };

struct xpbd_build;
/// How this backend was built, and the functions it calls. A table, so that tests can replace them.
typedef struct cuda_compiler {
  const char *program;      ///< The nvcc that built the backend.
  const char *flags;        ///< Flags of the build.
  const char *architecture; ///< Option before the compute capability.
  const char *include;      ///< Folder of other headers than the formulas', "" = none.
  const char *built_for;    ///< Architectures, separated by commas.
  int (*access)(const char *path, int mode);
  xpbd_status (*build)(const struct xpbd_build *build, void **object);
  void *(*symbol)(void *object, const char *name);
} cuda_compiler;
/// The compiler of this build (compiler.c).
extern const cuda_compiler cuda_compiler_here;

/// Find nvcc: the requested one, which may be a command of several words, else the one that built this backend, else
/// the first in the usual folders of toolkits. False = none.
bool cuda_unit_compiler(const cuda_compiler *with, char out[CUDA_COMPILER_LENGTH]);

/// Whether the scene has a formula from a file.
bool cuda_unit_needed(const xpbd_scene *scene);

/// Whether such a scene can be compiled: XPBD_ERR_UNSUPPORTED with the reason. XPBD_OK for every other scene.
xpbd_status cuda_unit_supports(const cuda_compiler *with, const xpbd_scene *scene);

/// *launches = the table for the request, compiled on its first use in the process and kept to its end.
/// XPBD_ERR_BAD_FILE: the compiler's message about the file, with its line. XPBD_ERR_UNAVAILABLE: no compiler, a
/// compiler that does not know the device, or headers of another program.
xpbd_status cuda_unit_find(const cuda_compiler *with, const cuda_unit_wish *wish, const void **launches);

#ifdef __cplusplus
}
#endif
#endif
