/* Why this file exists: draws runs to be compared into one picture, seen by one camera. */
#pragma once

#include "sim_picture.h"

/// A run in a picture of several.
typedef struct sim_panel {
  sim_pictures *pictures;
  const char *label;
} sim_panel;

/// Draw and write the shots of several runs of one scene: the panels of a frame side by side, or a contact sheet with a
/// row per run.
xpbd_status sim_panels_finish(const sim_panel *panels, int count);
