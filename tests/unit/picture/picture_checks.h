/* Why this file exists: declares what the parts of the group "picture" share: the drawing, the files, refusals. */
#pragma once

#include "runner/check.h"
#include "unit/parts.h"
#include "picture/picture.h"

/// Whether two images have the same size and bytes.
bool picture_equal(const picture_image *a, const picture_image *b);
/// A small picture of a ball over the ground that differs with `step`. False, after a failed check, if it cannot be
/// drawn.
bool picture_sample(check *self, int step, int32_t width, int32_t height, picture_image *out);
/// A view along -z of the square from (-1, -1) to (1, 1) at z = 0, which just fits: from (0, 0, 1), 90 degrees wide.
picture_view picture_straight(int32_t side);
