/* Why this file exists: --gltf writes a simulation as one binary glTF 2.0 file with an animation, which Blender
 * and other readers of glTF open. */
#pragma once

#include "sim_frames.h"

/// What a run writes into such a file. Zero it before first use.
typedef struct sim_gltf {
  const sim_job *job;
  const char *path; ///< NULL = none.
  sim_shots shots;  ///< Frames kept until the end: all, or evenly spaced ones if there are too many.
  double bytes;     ///< Of the finished file.
} sim_gltf;

/// Choose the frames and check that the file can be written. Returns -1 or the exit code after a message.
int sim_gltf_open(const sim_job *job, sim_gltf *out);
/// Write the frames that were kept. XPBD_OK also if there are none. XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status sim_gltf_finish(sim_gltf *self);
void sim_gltf_release(sim_gltf *self);
