/* Why this file exists: a recorded simulation as one page that can be sent on, turned and played in any browser, without a
 * network, a program or a library: --viewer. */
#ifndef XPBD_VIEWER_H
#define XPBD_VIEWER_H

#include <stddef.h>
#include <stdio.h>

#include "sim/film/sim_frames.h"

/// What a run puts into such a page. Zero it before first use.
typedef struct sim_viewer {
  const sim_job *job;
  const char *path; ///< NULL = none.
  sim_shots shots;  ///< Frames kept until the end: all, or as many, evenly spaced, as the page has room for.
  double bytes;     ///< Of the page, once it is written.
} sim_viewer;

/// How many frames of a mesh a page has room for.
int64_t sim_viewer_room(const xpbd_mesh *mesh);
/// Choose the frames; check that the page can be written. Returns -1 or the exit code after a message.
int sim_viewer_open(const sim_job *job, sim_viewer *out);
/// Whether this frame has to be read back.
bool sim_viewer_wants(const sim_viewer *self, int32_t frame);
/// Keep the job's read-back state.
void sim_viewer_take(sim_viewer *self, int32_t frame);
/// Write the page of the frames that were taken; XPBD_OK, too, when none was. XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status sim_viewer_finish(sim_viewer *self);
void sim_viewer_release(sim_viewer *self);

/// Where a page goes, and how much of it went: a pipe does not say so, nor a file that has more before it.
typedef struct viewer_out {
  FILE *stream;
  size_t bytes;
} viewer_out;
__attribute__((format(printf, 2, 3))) void viewer_print(viewer_out *out, const char *format, ...);

/// The JSON of such a page: `bytes` of data in the box from low to high, and what the highest strain stands for.
void viewer_put_scene(const sim_viewer *self, const double low[3], const double high[3], double strain, size_t bytes,
                      viewer_out *out);

/// A file that is part of the program, made by cmake/embed.cmake. Ends the program when there is none of that name.
typedef struct viewer_file {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} viewer_file;
const viewer_file *viewer_file_find(const char *name);

#endif
