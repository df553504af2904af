/* Why this file exists: --viewer writes a simulation as one page that can be sent on. Any browser turns and plays it,
 * without a network, a program or a library. */
#pragma once

#include <stdio.h>

#include "sim/film/sim_frames.h"

/// What a run writes into such a page. Zero it before first use.
typedef struct sim_viewer {
  const sim_job *job;
  const char *path; ///< NULL = none.
  sim_shots shots;  ///< Frames kept until the end: all, or evenly spaced ones if the page is too small.
  double bytes;     ///< Of the finished page.
} sim_viewer;

/// How many frames of a mesh fit into a page.
int64_t sim_viewer_room(const xpbd_mesh *mesh);
/// Choose the frames; check that the page can be written. Returns -1 or the exit code after a message.
int sim_viewer_open(const sim_job *job, sim_viewer *out);
/// Write the page of the frames that were kept. XPBD_OK also if there are none. XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status sim_viewer_finish(sim_viewer *self);
void sim_viewer_release(sim_viewer *self);

/// Where a page goes, and the bytes written: neither a pipe nor a file that already had content tells them.
typedef struct viewer_out {
  FILE *stream;
  size_t bytes;
} viewer_out;
__attribute__((format(printf, 2, 3))) void viewer_print(viewer_out *out, const char *format, ...);

/// Write the JSON of a page: `bytes` of data in the box from low to high; `strain` is the value of the highest number.
void viewer_put_scene(const sim_viewer *self, const double low[3], const double high[3], double strain, size_t bytes,
                      viewer_out *out);

/// A file that cmake/embed.cmake builds into the program. Ends the program if there is no such file.
typedef struct viewer_file {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} viewer_file;
const viewer_file *viewer_file_find(const char *name);
