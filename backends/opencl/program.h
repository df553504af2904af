/* Why this file exists: builds programs for a device from texts, which its driver compiles. */
#pragma once

#include "device.h"
#include "world.h"
#include "xpbd/scene.h"

/// The kernels of a program.
typedef enum opencl_unit {
  OPENCL_CONFORM, ///< conform.cl.
  OPENCL_PHASES,  ///< The phases of a time step, which know no formula.
  OPENCL_GROUPS,  ///< The groups of constraints of a formula.
  OPENCL_FRAMES,  ///< The resident kernel, with positions in the memory of a work-group.
  OPENCL_VERTICES ///< The kernel of methods that move vertices, in double.
} opencl_unit;

/// The requested program: `count` formulas, each once, for the units from OPENCL_GROUPS on, and none for others.
typedef struct opencl_wish {
  xpbd_precision precision;
  opencl_unit unit;
  int formulas[XPBD_OPENCL_SETS], count;
} opencl_wish;

/// Find the program, compiled on its first request in the process and kept to its end. XPBD_ERR_BAD_FILE: the
/// compiler's message about a formula's file, with its line. XPBD_ERR_UNAVAILABLE: its message about our own texts.
xpbd_status opencl_program_find(opencl_device *device, const opencl_wish *wish, cl_program *out);

/// Whether the formulas of a scene can be compiled: XPBD_ERR_UNSUPPORTED with the reason.
xpbd_status opencl_program_supports(const xpbd_scene *scene);
