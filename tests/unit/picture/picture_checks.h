/* Why this file exists: what the parts of the group "picture" share: the drawing, the files, refusals. */
#ifndef XPBD_PICTURE_CHECKS_H
#define XPBD_PICTURE_CHECKS_H

#include "runner/check.h"
#include "picture/picture.h"

/// Register the checks of PNG, GIF and contact sheets.
void check_picture_files(check_registry *registry);
/// Register the checks of letters, of the colours of films, and of how many frames these have.
void check_picture_letters(check_registry *registry);
void check_picture_palette(check_registry *registry);
void check_picture_pace(check_registry *registry);
/// Register the checks of what is refused, and of the bounds that are not.
void check_picture_refusals(check_registry *registry);
/// Register the checks of what passes behind the eye, and of the ground.
void check_picture_near(check_registry *registry);
/// Register the checks of messages with several numbers.
void check_picture_texts(check_registry *registry);

/// Whether two images have the same size and bytes.
bool picture_equal(const picture_image *a, const picture_image *b);
/// A small picture of a ball over the ground that differs with `step`. False, after a failed check, when it cannot be.
bool picture_sample(check *self, int step, int32_t width, int32_t height, picture_image *out);
/// A view along -z of the square from (-1, -1) to (1, 1) at z = 0, which just fits: from (0, 0, 1), 90 degrees wide.
picture_view picture_straight(int32_t side);

#endif
