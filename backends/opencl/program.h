/* Why this file exists: programs for a device, put together from the texts and compiled by its driver. */
#ifndef XPBD_OPENCL_PROGRAM_H
#define XPBD_OPENCL_PROGRAM_H

#include "device.h"
#include "world.h"
#include "xpbd/scene.h"

/// Which kernels a program has.
typedef enum opencl_unit {
  OPENCL_CONFORM, ///< conform.cl.
  OPENCL_PHASES,  ///< Of the phases of a time step, which know no formula.
  OPENCL_GROUPS,  ///< Of the groups of constraints of a formula.
  OPENCL_FRAMES,  ///< The one that stays, with positions in the memory of a work-group.
} opencl_unit;

/// Which program: `count` formulas for OPENCL_GROUPS and OPENCL_FRAMES, each once; none for the others.
typedef struct opencl_wish {
  xpbd_precision precision;
  opencl_unit unit;
  int formulas[XPBD_OPENCL_SETS], count;
} opencl_wish;

/// The program, compiled at the first such wish of the process and kept to its end.
/// XPBD_ERR_BAD_FILE: the compiler's words about a formula's file, with its line. XPBD_ERR_UNAVAILABLE: about our own texts.
xpbd_status opencl_program_find(opencl_device *device, const opencl_wish *wish, cl_program *out);

/// Whether the formulas of a scene can be compiled for: XPBD_ERR_UNSUPPORTED with the reason.
xpbd_status opencl_program_supports(const xpbd_scene *scene);

#endif
