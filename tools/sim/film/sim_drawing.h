/* Why this file exists: draws one simulation: first a camera for all of its frames, then one frame at a time. */
#pragma once

#include "picture/picture.h"
#include "sim_frames.h"

/// What stays the same from frame to frame of a picture or film.
typedef struct sim_drawing {
  const sim_job *job;
  picture_view view;
  double low[3], high[3]; ///< [m] Box of the particles in all frames.
  double strain;          ///< Strain at the upper end of the colour map; 0 = colours show no strain.
  double largest_strain;  ///< Of all vertices in all frames. The colour map may end below it.
  double *scalar;         ///< [vertex_count]
  bool captions;          ///< Write the time into the picture.
} sim_drawing;

/// Whether a signal stopped a drawing midway. Its image is then missing.
bool sim_drawing_stopped(void);
/// Choose the azimuth of the eye if none is given: from the side, or another direction if that is behind a wall.
xpbd_status sim_drawing_choose_azimuth(sim_drawing *self);
/// Make room for all shots. Call sim_drawing_aim() before the first frame.
xpbd_status sim_drawing_begin(const sim_job *job, int32_t width, int32_t height, const sim_shots *shots, bool strain,
                              sim_drawing *out);
/// Give [count] drawings one camera and one scale of strain. The camera is that of --camera, or one that sees all
/// shots.
xpbd_status sim_drawing_aim(sim_drawing *drawings, int count);
/// Draw frame number `frame` with positions [vertex_count, 3].
xpbd_status sim_drawing_frame(const sim_drawing *self, int32_t frame, const double *positions, picture_image *image);
/// The balls on pinned particles. They are few, or small: not wider than the mesh. `out` has room for [vertex_count].
/// Returns their number.
int32_t sim_drawing_pins(const sim_drawing *self, const double *positions, picture_sphere *out);
void sim_drawing_end(sim_drawing *self);
