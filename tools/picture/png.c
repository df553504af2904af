/* Why this file exists: writes pictures as PNG, with libpng if the build found it. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "picture.h"

#ifndef XPBD_HAVE_PNG

xpbd_status picture_write_png(const char *path, const picture_image *image) {
  (void)image;
  return xpbd_fail(XPBD_ERR_NOT_BUILT,
                   "%s: this build cannot write pictures; install the Debian package libpng-dev and build again",
                   path ? path : "(no file)");
}

#else

#include <png.h>

xpbd_status picture_write_png(const char *path, const picture_image *image) {
  XPBD_REQUIRE(path && image && image->rgb && image->width > 0 && image->height > 0, XPBD_ERR_INVALID_ARGUMENT,
               "%s: no picture to write", path ? path : "(no file)");
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  png_image png;
  memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  png.width = (png_uint_32)image->width;
  png.height = (png_uint_32)image->height;
  png.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_stdio(&png, file.stream, 0, image->rgb, 0, NULL)) {
    const xpbd_status status = xpbd_fail(XPBD_ERR_IO, "%s: cannot be written: %s", path, png.message);
    png_image_free(&png);
    xpbd_file_discard(&file);
    return status;
  }
  return xpbd_file_commit(&file);
}

#endif
