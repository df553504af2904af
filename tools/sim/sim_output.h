/* Why this file exists: the files that a run writes, beginning with their names. */
#ifndef XPBD_SIM_OUTPUT_H
#define XPBD_SIM_OUTPUT_H

#include "base/file.h"
#include "sim/film/sim_picture.h"
#include "viewer/viewer.h"

/// Where frames and measurements go.
typedef struct sim_output {
  const sim_job *job;
  const char *folder; ///< --out, NULL = no frames are written.
  size_t made; ///< Bytes at the end of its name of folders that were made and are taken away again: by a dry run,
               ///< and where a file's name is refused.
  bool obj, vtk;
  int32_t every;   ///< Frames 0, every, 2 every, ... are written.
  int digits;      ///< Of the frame number in a file's name.
  int32_t written; ///< Frames that this run completed in the folder.
  int32_t last;    ///< Number of the last of them.
  double *strain;  ///< [vertices] of the frame being written, and
  int32_t *pinned; ///< [vertices] 1 where a particle is; both for VTK only. Owned.
  xpbd_file measure;
  bool measuring;
  sim_pictures pictures;
  sim_viewer viewer;
} sim_output;

/// Check and prepare folder and files before anything is computed; a dry run checks the same and leaves what is there.
/// Returns -1 or the exit code after a message.
int sim_output_open(const sim_job *job, sim_output *out);
/// Write frame number `frame` from the job's read-back state, where one is due. XPBD_ERR_IO, XPBD_ERR_DIVERGED.
xpbd_status sim_output_frame(sim_output *out, int32_t frame);
/// Complete the files that list the frames, pictures and films, whatever the ending.
xpbd_status sim_output_finish(sim_output *out, const sim_result *result);
/// Whether some frame has to be read back at all.
bool sim_output_reads(const sim_output *out, int32_t frame);
/// Whether a resumed run goes on after the frame of that file's name. The names that it finds decide how many digits its own
/// have.
bool sim_output_continues(sim_output *out, const char *name);
/// Give up what was not finished; free.
void sim_output_release(sim_output *out);

#endif
