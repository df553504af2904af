/* Why this file exists: kernels for a scene with formulas from a file. What the build does for the formulas of the list happens
 * here at run time: nvcc compiles device.cuh for the one scene, and the object is opened. */
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

/// What the object of a unit has, under the name xpbd_cuda_unit where it is of formulas from a file.
typedef struct cuda_unit {
  uint64_t layout;      ///< Differs where object and program do not agree on what they share.
  const void *launches; ///< cuda_launches_f32 or _f64, of one instance (launch.cuh).
} cuda_unit;

/// Those of the formulas of the list.
extern const cuda_unit cuda_kernels_f32, cuda_kernels_f64;

/// Which kernels are wanted.
typedef struct cuda_unit_wish {
  const xpbd_scene *scene;
  xpbd_precision precision;
  cuda_strategy strategy;
  int32_t capability; ///< Of the device, 10 * major + minor.
  int32_t instance;   ///< -1 = for whatever there may be, else for springs of this formula.
  int32_t damped;     ///< 1: they may be damped.
  uint64_t layout;    ///< That of the program.
} cuda_unit_wish;

enum { CUDA_COMPILER_LENGTH = 1024 };

struct xpbd_build;
/// How this backend was built, and whom it asks: a table, so that a test can answer.
typedef struct cuda_compiler {
  const char *program;      ///< nvcc, where the backend was built.
  const char *flags;        ///< Of the build.
  const char *architecture; ///< Option before the compute capability.
  const char *include;      ///< Folder of headers beside those of the formulas; "": none.
  const char *built_for;    ///< Architectures, with commas between.
  int (*access)(const char *path, int mode);
  xpbd_status (*build)(const struct xpbd_build *build, void **object);
  void *(*symbol)(void *object, const char *name);
} cuda_compiler;
/// That of this build (compiler.c).
extern const cuda_compiler cuda_compiler_here;

/// nvcc: the one asked for, which may be a command of several words, else the one this backend was built with, else the first
/// where toolkits are. False: there is none.
bool cuda_unit_compiler(const cuda_compiler *with, char out[CUDA_COMPILER_LENGTH]);

/// True: the scene has a formula from a file.
bool cuda_unit_needed(const xpbd_scene *scene);

/// Whether such a scene can be compiled for: XPBD_ERR_UNSUPPORTED with the reason. Fine for every other scene.
xpbd_status cuda_unit_supports(const cuda_compiler *with, const xpbd_scene *scene);

/// *launches = the table for it, compiled at the first such wish of the process and kept to its end.
/// XPBD_ERR_BAD_FILE: the compiler's words about the file, with its line. XPBD_ERR_UNAVAILABLE: no compiler, one that does not
/// know the device, or not the headers of this program.
xpbd_status cuda_unit_find(const cuda_compiler *with, const cuda_unit_wish *wish, const void **launches);

#ifdef __cplusplus
}
#endif
#endif
