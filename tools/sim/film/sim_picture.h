/* Why this file exists: what xpbd-sim draws, and when. Frames are kept in memory until the run ends, because the camera
 * must see all of them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "picture/picture.h"
#include "sim_frames.h"

/// What a run draws. Zero it before first use.
typedef struct sim_pictures {
  const sim_job *job;
  const char *picture, *film;                     ///< Paths, NULL = none.
  bool gif;                                       ///< The film is a GIF, else a contact sheet.
  int32_t width, height, film_width, film_height; ///< Pixels.
  sim_shots still, shots;                         ///< For the picture and for the film.
  bool strain;                                    ///< Colours show strain.
  bool pictured;                                  ///< The picture was written.
  int32_t drawn;                                  ///< Frames of the film drawn so far.
  int32_t latest;                                 ///< Number of the frame kept for the picture.
  bool beside;                                    ///< sim_beside() draws them, not sim_pictures_finish().
  double camera[7];                               ///< [m] Eye, target and height of the last picture; 0 before.
} sim_pictures;

/// Check the sizes (also of contact sheets and panels), the kinds of files, and that they can be written. Returns -1 or
/// the exit code after a message.
int sim_pictures_open(const sim_job *job, sim_pictures *out);
/// Whether this frame has to be read back.
bool sim_pictures_want(const sim_pictures *self, int32_t frame);
/// Keep the state that the job read back last, if it will be drawn.
void sim_pictures_take(sim_pictures *self, int32_t frame);
/// Draw and write what was kept. A film ends early if the user asks again to end. Returns XPBD_OK also if no frame was
/// kept, because then there is nothing to draw.
xpbd_status sim_pictures_finish(sim_pictures *self);
void sim_pictures_release(sim_pictures *self);

/// How many panels of `count` runs form a row: those of one method, or all of up to four. 0 = as near to a square as
/// possible.
int32_t sim_pictures_columns(const sim_job *job, int count);
/// How many frames a film of that kind shows, and whether memory is what limits them.
int32_t sim_pictures_frames(const sim_job *job, bool gif, bool *scarce);
/// Whether a fitted or placed view shows none of the points [count, 3].
bool sim_sees_nothing(const picture_view *view, int32_t count, const double *positions);

/// For films of one or several runs: how long a frame is shown, and the progress line.
double sim_pictures_shown(const sim_pictures *self, int32_t place); ///< [s] How long frame `place` of a film is shown.
void sim_pictures_progress(const sim_pictures *self, int32_t done); ///< The line on the terminal; negative = clear it.
/// Keep the camera for the summary.
void sim_pictures_note_camera(sim_pictures *self, const picture_view *view);
