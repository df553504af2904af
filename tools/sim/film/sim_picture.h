/* Why this file exists: what xpbd-sim draws and when: frames are kept in memory until the run ends, because the camera
 * must stand where all of them are seen. */
#ifndef XPBD_SIM_PICTURE_H
#define XPBD_SIM_PICTURE_H

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
  sim_shots still, shots;                         ///< Of the picture and of the film.
  bool strain;                                    ///< Colours show strain.
  bool pictured;                                  ///< The picture is there.
  int32_t drawn;                                  ///< Frames of the film that were drawn.
  int32_t latest;                                 ///< Number of the frame that is kept for the picture.
  bool beside;                                    ///< sim_beside() draws them, not sim_pictures_finish().
  double camera[7];                               ///< [m] eye, target and height of the last that was drawn; 0 before.
} sim_pictures;

/// Check sizes, also of the sheets of frames and panels, kinds of files, and that they can be written. Returns -1 or the
/// exit code after a message.
int sim_pictures_open(const sim_job *job, sim_pictures *out);
/// Whether this frame has to be read back.
bool sim_pictures_want(const sim_pictures *self, int32_t frame);
/// Keep the job's read-back state where it will be drawn.
void sim_pictures_take(sim_pictures *self, int32_t frame);
/// Draw and write what was taken. A film ends early when the user asks to end once more. Returns XPBD_OK, too, when no
/// frame was taken: there is nothing to draw then.
xpbd_status sim_pictures_finish(sim_pictures *self);
void sim_pictures_release(sim_pictures *self);

/// How many of the panels of `count` runs stand in a row: those of a method, or all up to four; 0 = as near to a square as
/// they go.
int32_t sim_pictures_columns(const sim_job *job, int count);
/// How many frames a film of that kind shows, and whether memory for frames is what bounds them.
int32_t sim_pictures_frames(const sim_job *job, bool gif, bool *scarce);
/// Whether none of the points [count, 3] is in the picture of a view that was fitted or placed.
bool sim_sees_nothing(const picture_view *view, int32_t count, const double *positions);

/// Write frames into a film that repeats: what films of one run and of several have in common.
double sim_pictures_shown(const sim_pictures *self, int32_t place); ///< [s] that frame `place` of a film is shown.
void sim_pictures_progress(const sim_pictures *self, int32_t done); ///< The line on the terminal; negative = clear it.
/// Keep the camera for the summary.
void sim_pictures_note_camera(sim_pictures *self, const picture_view *view);

#endif
