/* Why this file exists: writes films as animated GIF, which every browser and issue tracker shows, with giflib if the
 * build found it. Only what changed since the previous frame is stored. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "palette.h"
#include "picture.h"

#ifndef XPBD_HAVE_GIF

xpbd_status picture_gif_open(const char *path, int32_t width, int32_t height, picture_gif **out) {
  (void)width;
  (void)height;
  if (out) *out = NULL;
  return xpbd_fail(XPBD_ERR_NOT_BUILT,
                   "%s: this build cannot write films; install the Debian package libgif-dev and build again",
                   path ? path : "(no file)");
}

xpbd_status picture_gif_add(picture_gif *gif, const picture_image *frame, double seconds) {
  (void)gif;
  (void)frame;
  (void)seconds;
  return xpbd_fail(XPBD_ERR_NOT_BUILT, "this build cannot write films");
}

xpbd_status picture_gif_close(picture_gif **gif) {
  if (gif) *gif = NULL;
  return xpbd_fail(XPBD_ERR_NOT_BUILT, "this build cannot write films");
}

void picture_gif_discard(picture_gif **gif) {
  if (gif) *gif = NULL;
}

#else

#include <gif_lib.h>

struct picture_gif {
  xpbd_file file;
  GifFileType *stream; ///< Of giflib; it writes into file.stream.
  ColorMapObject *colours;
  picture_image before; ///< The last frame.
  palette palette;
  GifByteType *row;
  int32_t count;
  double time;   ///< [s] End of the last frame.
  long hundreds; ///< The same in 1/100 s, as written.
};

/// The part of a frame that is stored.
typedef struct part {
  int32_t left, top, width, height;
} part;

static int write_bytes(GifFileType *stream, const GifByteType *bytes, int count) {
  return (int)fwrite(bytes, 1, (size_t)count, stream->UserData);
}

static xpbd_status failed(const picture_gif *gif) {
  const char *reason = gif->stream ? GifErrorString(gif->stream->Error) : NULL;
  return xpbd_fail(XPBD_ERR_IO, "%s: the film cannot be written: %s", gif->file.path,
                   reason ? reason : "a write failed");
}

/// End giflib's part. Returns whether it could write its last byte.
static bool end_stream(picture_gif *gif) {
  int error = 0;
  if (!gif->stream) return true;
  const bool good = EGifCloseFile(gif->stream, &error) == GIF_OK;
  gif->stream = NULL;
  return good;
}

void picture_gif_discard(picture_gif **gif) {
  if (!gif || !*gif) return;
  end_stream(*gif);
  xpbd_file_discard(&(*gif)->file);
  GifFreeMapObject((*gif)->colours);
  picture_image_destroy(&(*gif)->before);
  palette_destroy(&(*gif)->palette);
  free((*gif)->row);
  free(*gif);
  *gif = NULL;
}

/// The header, and the block that repeats the film (Netscape's application extension, 0 = forever).
static xpbd_status begin_stream(picture_gif *gif) {
  static const GifByteType repeat[3] = {1, 0, 0};
  const bool good = EGifPutScreenDesc(gif->stream, gif->before.width, gif->before.height, 8, 0, NULL) == GIF_OK &&
                    EGifPutExtensionLeader(gif->stream, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
                    EGifPutExtensionBlock(gif->stream, 11, "NETSCAPE2.0") == GIF_OK &&
                    EGifPutExtensionBlock(gif->stream, 3, repeat) == GIF_OK &&
                    EGifPutExtensionTrailer(gif->stream) == GIF_OK;
  return good ? XPBD_OK : failed(gif);
}

static xpbd_status open_parts(picture_gif *gif, const char *path, int32_t width, int32_t height) {
  int error = 0;
  XPBD_TRY(picture_image_create(width, height, &gif->before));
  XPBD_TRY(palette_create(&gif->palette));
  gif->colours = GifMakeMapObject(PALETTE_COLOURS, NULL);
  gif->row = malloc((size_t)width);
  XPBD_REQUIRE(gif->colours && gif->row, XPBD_ERR_OUT_OF_MEMORY, "no memory for a film (%zu bytes)",
               PALETTE_COLOURS * sizeof(GifColorType) + (size_t)width);
  XPBD_TRY(xpbd_file_create(path, &gif->file));
  gif->stream = EGifOpen(gif->file.stream, write_bytes, &error);
  XPBD_REQUIRE(gif->stream, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for a film", path);
  EGifSetGifVersion(gif->stream, true);
  return begin_stream(gif);
}

xpbd_status picture_gif_open(const char *path, int32_t width, int32_t height, picture_gif **out) {
  XPBD_REQUIRE(out, XPBD_ERR_INVALID_ARGUMENT, "no place to put the film");
  *out = NULL;
  picture_gif *gif = calloc(1, sizeof *gif);
  XPBD_REQUIRE(gif, XPBD_ERR_OUT_OF_MEMORY, "no memory for a film (%zu bytes)", sizeof *gif);
  const xpbd_status status = open_parts(gif, path, width, height);
  if (status != XPBD_OK) {
    picture_gif_discard(&gif);
    return status;
  }
  *out = gif;
  return XPBD_OK;
}

/// The smallest rectangle with all pixels that differ. It is the whole of the first frame, and one pixel if none
/// differs.
static part changed(const picture_gif *gif, const picture_image *frame) {
  if (gif->count == 0) return (part){0, 0, frame->width, frame->height};
  int32_t left = frame->width, right = -1, top = frame->height, bottom = -1;
  for (int32_t y = 0; y < frame->height; y++) {
    const size_t row = 3 * (size_t)y * (size_t)frame->width;
    if (memcmp(frame->rgb + row, gif->before.rgb + row, 3 * (size_t)frame->width) == 0) continue;
    if (y < top) top = y;
    bottom = y;
    for (int32_t x = 0; x < frame->width; x++) {
      const size_t at = row + 3 * (size_t)x;
      if (memcmp(frame->rgb + at, gif->before.rgb + at, 3) == 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
    }
  }
  if (right < 0) return (part){0, 0, 1, 1};
  return (part){left, top, right - left + 1, bottom - top + 1};
}

/// Show a frame for `hundredths`, and keep it below the next one.
static bool put_control(picture_gif *gif, int hundredths) {
  const GraphicsControlBlock control = {
      .DisposalMode = DISPOSE_DO_NOT, .DelayTime = hundredths, .TransparentColor = NO_TRANSPARENT_COLOR};
  GifByteType bytes[4];
  const size_t count = EGifGCBToExtension(&control, bytes);
  return EGifPutExtension(gif->stream, GRAPHICS_EXT_FUNC_CODE, (int)count, bytes) == GIF_OK;
}

static bool put_part(picture_gif *gif, const picture_image *frame, part p) {
  for (int i = 0; i < PALETTE_COLOURS; i++) {
    const uint8_t *rgb = gif->palette.rgb[i];
    gif->colours->Colors[i] = (GifColorType){rgb[0], rgb[1], rgb[2]};
  }
  if (EGifPutImageDesc(gif->stream, p.left, p.top, p.width, p.height, false, gif->colours) != GIF_OK) return false;
  for (int32_t y = p.top; y < p.top + p.height; y++) {
    for (int32_t x = p.left; x < p.left + p.width; x++) {
      const size_t at = 3 * ((size_t)y * (size_t)frame->width + (size_t)x);
      gif->row[x - p.left] = palette_entry(&gif->palette, frame->rgb + at, x, y);
    }
    if (EGifPutLine(gif->stream, gif->row, p.width) != GIF_OK) return false;
  }
  return true;
}

xpbd_status picture_gif_add(picture_gif *gif, const picture_image *frame, double seconds) {
  XPBD_REQUIRE(gif && frame && frame->rgb, XPBD_ERR_INVALID_ARGUMENT, "no film, or no frame for it");
  XPBD_REQUIRE(frame->width == gif->before.width && frame->height == gif->before.height, XPBD_ERR_INVALID_ARGUMENT,
               "a frame of %d x %d pixels in a film of %d x %d", (int)frame->width, (int)frame->height,
               (int)gif->before.width, (int)gif->before.height);
  XPBD_REQUIRE(seconds >= 0.02 && seconds <= 600.0, XPBD_ERR_INVALID_ARGUMENT,
               "a frame shown for %g s: must be 0.02 to 600", seconds);
  const size_t pixels = (size_t)frame->width * (size_t)frame->height;
  const long end = lround(100.0 * (gif->time + seconds));
  palette_choose(&gif->palette, pixels, frame->rgb);
  if (!put_control(gif, (int)(end - gif->hundreds)) || !put_part(gif, frame, changed(gif, frame))) return failed(gif);
  memcpy(gif->before.rgb, frame->rgb, 3 * pixels);
  gif->time += seconds;
  gif->hundreds = end;
  gif->count++;
  return XPBD_OK;
}

xpbd_status picture_gif_close(picture_gif **gif) {
  XPBD_REQUIRE(gif && *gif, XPBD_ERR_INVALID_ARGUMENT, "no film to complete");
  xpbd_status status = XPBD_OK;
  if ((*gif)->count == 0) status = xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "%s: a film without frames", (*gif)->file.path);
  if (status == XPBD_OK && !end_stream(*gif)) status = failed(*gif);
  if (status == XPBD_OK) status = xpbd_file_commit(&(*gif)->file);
  picture_gif_discard(gif);
  return status;
}

#endif
