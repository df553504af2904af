/* Why this file exists: the interface of the files that a run writes. */
#pragma once

#include "base/file.h"
#include "sim/film/sim_picture.h"
#include "sim/film/sim_gltf.h"
#include "viewer/viewer.h"

/// Where frames and measurements go.
typedef struct sim_output {
  const sim_job *job;
  const char *folder; ///< --out, NULL = no frames are written.
  size_t made; ///< Bytes at the end of its name for folders that will be removed again: after a dry run, or if a file's
               ///< name is refused.
  xpbd_folder_lock lock; ///< Of the folder. Two runs would mix their frames.
  bool obj, vtk;
  int32_t every;   ///< Frames 0, every, 2 every, ... are written.
  int digits;      ///< Of the frame number in a file's name.
  int32_t written; ///< Frames that this run completed in the folder.
  int32_t last;    ///< Number of the last of them.
  double *strain;  ///< [vertices] of the frame being written, for VTK only. Owned.
  int32_t *pinned; ///< [vertices] 1 if the vertex is pinned, for VTK only. Owned.
  xpbd_file measure;
  bool measuring;
  int64_t whole;    ///< Bytes of the table up to the end of its last whole row.
  int32_t measured; ///< The last frame of the earlier table that this one goes on with, -1 = none.
  sim_pictures pictures;
  sim_viewer viewer;
  sim_gltf gltf;
} sim_output;

/// Refuse to replace a file that is of another kind than the output, and a glTF file of another format. Returns -1 or
/// the exit code after a message.
int sim_output_spares(const sim_job *job);
/// Check and prepare folder and files before anything is computed. A dry run makes the same checks and changes nothing.
/// Returns -1 or the exit code after a message.
int sim_output_open(const sim_job *job, sim_output *out);
/// Write frame `frame` from the state that the job read back last, if it is due. XPBD_ERR_IO, XPBD_ERR_DIVERGED.
xpbd_status sim_output_frame(sim_output *out, int32_t frame);
/// Complete the table of measures, if there is one that is not complete yet.
xpbd_status sim_output_end_table(sim_output *out);
/// Complete the table, the lists of frames, the pictures and the films, however the run ended.
xpbd_status sim_output_finish(sim_output *out, const sim_result *result);
/// Whether this frame has to be read back at all.
bool sim_output_reads(const sim_output *out, int32_t frame);
/// Whether a resumed run continues after the frame of this file name. The names it finds decide how many digits its own
/// have.
bool sim_output_continues(sim_output *out, const char *name);
/// Discard what was not finished, and free.
void sim_output_release(sim_output *out);
