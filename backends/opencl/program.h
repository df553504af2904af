/* Why this file exists: programs for a device are put together from texts and compiled by its driver. */
#ifndef XPBD_OPENCL_PROGRAM_H
#define XPBD_OPENCL_PROGRAM_H

#include "device.h"
#include "world.h"
#include "xpbd/scene.h"

/// Which kernels a program has.
typedef enum opencl_unit {
  OPENCL_CONFORM, ///< conform.cl.
  OPENCL_PHASES,  ///< The phases of a time step, which know no formula.
  OPENCL_GROUPS,  ///< The groups of constraints of a formula.
  OPENCL_FRAMES,  ///< The resident kernel, with positions in the memory of a work-group.
} opencl_unit;

/// Which program: `count` formulas for OPENCL_GROUPS and OPENCL_FRAMES, each once; none for the others.
typedef struct opencl_wish {
  xpbd_precision precision;
  opencl_unit unit;
  int formulas[XPBD_OPENCL_SETS], count;
} opencl_wish;

/// The program, compiled at the first such wish of the process and kept to its end. XPBD_ERR_BAD_FILE: the compiler's
/// message about a formula's file, with its line. XPBD_ERR_UNAVAILABLE: its message about our own texts.
xpbd_status opencl_program_find(opencl_device *device, const opencl_wish *wish, cl_program *out);

/// Whether the formulas of a scene can be compiled: XPBD_ERR_UNSUPPORTED with the reason.
xpbd_status opencl_program_supports(const xpbd_scene *scene);

#endif
