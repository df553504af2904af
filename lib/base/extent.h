/* Why this file exists: a box in a message must tell its ends apart, also far from the origin. Private to the project. */
#ifndef XPBD_EXTENT_H
#define XPBD_EXTENT_H

enum { XPBD_EXTENT_TEXT = 160 };

/// "x 0 to 1, y 2 to 3, z 4 to 5", with four digits of the extents, and more where the coordinates are larger. Returns
/// `out`.
const char *xpbd_extent_text(const double low[3], const double high[3], char out[XPBD_EXTENT_TEXT]);

#endif
