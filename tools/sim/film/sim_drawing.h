/* Why this file exists: one simulation is drawn here: a camera for all of its frames, then a frame at a time. */
#ifndef XPBD_SIM_DRAWING_H
#define XPBD_SIM_DRAWING_H

#include "picture/picture.h"
#include "sim_frames.h"

/// What stays the same from frame to frame of a picture or film.
typedef struct sim_drawing {
  const sim_job *job;
  picture_view view;
  double low[3], high[3]; ///< [m] box of the particles in all frames.
  double strain;          ///< What the upper end of the colour map stands for; 0 = colours show no strain.
  double *scalar;         ///< [vertex_count]
  bool captions;          ///< The time is written into the picture.
} sim_drawing;

/// Whether a signal ended a drawing in its middle: what was being drawn is not there.
bool sim_drawing_stopped(void);
/// Where the eye stands about the vertical unless it is told: from the side, or from another one where that is behind a wall.
xpbd_status sim_drawing_choose_azimuth(sim_drawing *self);
/// Make room for all shots. sim_drawing_aim() comes before the first frame.
xpbd_status sim_drawing_begin(const sim_job *job, int32_t width, int32_t height, const sim_shots *shots, bool strain,
                              sim_drawing *out);
/// One camera and one scale of strain for [count] drawings: that of --camera, else one that sees all shots of all.
xpbd_status sim_drawing_aim(sim_drawing *drawings, int count);
/// Draw frame number `frame` with positions [vertex_count, 3].
xpbd_status sim_drawing_frame(const sim_drawing *self, int32_t frame, const double *positions, picture_image *image);
/// The balls on pinned particles, which are few, or small: not wider than the mesh. `out` has room for [vertex_count]; returns how
/// many they are.
int32_t sim_drawing_pins(const sim_drawing *self, const double *positions, picture_sphere *out);
void sim_drawing_end(sim_drawing *self);

#endif
