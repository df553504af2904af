/* Why this file exists: what xpbd-sim draws and when: frames are kept in memory until the run ends, because the camera
 * must stand where all of them are seen. */
#ifndef XPBD_SIM_PICTURE_H
#define XPBD_SIM_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "picture/picture.h"
#include "sim_frames.h"

struct sim_job;

/// What a run draws. Zero it before first use.
typedef struct sim_pictures {
  const struct sim_job *job;
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
int sim_pictures_open(const struct sim_job *job, sim_pictures *out);
/// Whether this frame has to be read back.
bool sim_pictures_want(const sim_pictures *self, int32_t frame);
/// Keep the job's read-back state where it will be drawn.
void sim_pictures_take(sim_pictures *self, int32_t frame);
/// Draw and write what was taken. A film ends early when the user asks to end once more. Returns XPBD_OK, too, when no
/// frame was taken: there is nothing to draw then.
xpbd_status sim_pictures_finish(sim_pictures *self);
void sim_pictures_release(sim_pictures *self);

/// A run in a picture of several.
typedef struct sim_panel {
  sim_pictures *pictures;
  const char *label;
} sim_panel;

/// How many of the panels of `count` runs stand in a row: those of a method, or all up to four; 0 = as near to a square as
/// they go.
int32_t sim_panels_columns(const struct sim_job *job, int count);
/// Draw and write what was taken of several runs of one scene: the panels of a frame side by side; on a contact sheet a row
/// for each run.
xpbd_status sim_panels_finish(const sim_panel *panels, int count);

/// Write frames into a film that repeats: what films of one run and of several have in common.
double sim_pictures_shown(const sim_pictures *self, int32_t place); ///< [s] that frame `place` of a film is shown.
void sim_pictures_progress(const sim_pictures *self, int32_t done); ///< The line on the terminal; negative = clear it.
/// Keep the camera for the summary.
void sim_pictures_note_camera(sim_pictures *self, const picture_view *view);

/* ------------------------------------------------------------------------------------------- drawing one simulation */

/// What stays the same from frame to frame of a picture or film.
typedef struct sim_drawing {
  const struct sim_job *job;
  picture_view view;
  double low[3], high[3]; ///< [m] box of the particles in all frames.
  double strain;          ///< What the upper end of the colour map stands for; 0 = colours show no strain.
  double *scalar;         ///< [vertex_count]
  bool captions;          ///< The time is written into the picture.
} sim_drawing;

/// Whether a signal ended a drawing in its middle: what was being drawn is not there.
bool sim_drawing_stopped(void);
/// Make room for all shots. sim_drawing_aim() comes before the first frame.
xpbd_status sim_drawing_begin(const struct sim_job *job, int32_t width, int32_t height, const sim_shots *shots,
                              bool strain, sim_drawing *out);
/// One camera and one scale of strain for [count] drawings: that of --camera, else one that sees all shots of all.
xpbd_status sim_drawing_aim(sim_drawing *drawings, int count);
/// Draw frame number `frame` with positions [vertex_count, 3].
xpbd_status sim_drawing_frame(const sim_drawing *self, int32_t frame, const double *positions, picture_image *image);
void sim_drawing_end(sim_drawing *self);

/// The bodies that do not move with the particles, as they stand at one time. Zero it before.
typedef struct sim_surroundings {
  int32_t plane_count, sphere_count, mesh_count;
  double *planes;          ///< [plane_count, 2, 3] a point of it [m] and its unit normal.
  picture_sphere *spheres; ///< [sphere_count]
  picture_mesh *meshes;    ///< [mesh_count] with positions and triangles of their own.
} sim_surroundings;

/// Obstacles of a scene at time `time` [s], solid ones somewhat smaller, so that what lies on
/// them is seen. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status sim_surroundings_at(const struct sim_job *job, double time, sim_surroundings *out);
void sim_surroundings_release(sim_surroundings *self);
/// The factor by which an obstacle of that half size [m] is drawn smaller.
double sim_obstacle_shrink(const struct sim_job *job, double radius);

#endif
