/* Why this file exists: draws a contact sheet: the frames of a film side by side, with their times. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "picture.h"

enum { TEXT_HEIGHT = 7, CAPTION_MOST = 256, BESIDE_CAPTION = 4 /* pixels of its frame's width */ };

xpbd_status picture_sheet_begin(int32_t frames, int32_t columns, int32_t width, int32_t height, picture_sheet *out) {
  XPBD_REQUIRE(out, XPBD_ERR_INVALID_ARGUMENT, "no place to put the sheet");
  *out = (picture_sheet){0};
  XPBD_REQUIRE(frames >= 1 && columns >= 0 && frames <= PICTURE_SIDE_MOST && columns <= PICTURE_SIDE_MOST,
               XPBD_ERR_INVALID_ARGUMENT, "a sheet with the frame count %d and the column count %d", (int)frames, (int)columns);
  XPBD_REQUIRE(width >= PICTURE_SIDE_LEAST && width <= PICTURE_SIDE_MOST && height >= PICTURE_SIDE_LEAST &&
                   height <= PICTURE_SIDE_MOST,
               XPBD_ERR_INVALID_ARGUMENT, "frames of %d x %d pixels: each side must be %d to %d", (int)width,
               (int)height, PICTURE_SIDE_LEAST, PICTURE_SIDE_MOST);
  if (columns == 0)
    while (columns * columns < frames) columns++;
  if (columns > frames) columns = frames;
  const int32_t rows = (frames + columns - 1) / columns;
  XPBD_REQUIRE((int64_t)columns * width <= PICTURE_SIDE_MOST &&
                   (int64_t)rows * (height + PICTURE_CAPTION_HEIGHT) <= PICTURE_SIDE_MOST,
               XPBD_ERR_INVALID_ARGUMENT, "a sheet of %d x %d frames of %d x %d pixels: no side may exceed %d pixels",
               (int)columns, (int)rows, (int)width, (int)height, PICTURE_SIDE_MOST);
  XPBD_TRY(picture_image_create(columns * width, rows * (height + PICTURE_CAPTION_HEIGHT), &out->image));
  out->frame_count = frames;
  out->columns = columns;
  out->rows = rows;
  out->frame_width = width;
  out->frame_height = height;
  return XPBD_OK;
}

xpbd_status picture_sheet_add(picture_sheet *sheet, const picture_image *frame, const char *caption) {
  XPBD_REQUIRE(sheet && sheet->image.rgb && frame && frame->rgb && caption, XPBD_ERR_INVALID_ARGUMENT,
               "no sheet, or no frame for it");
  XPBD_REQUIRE(sheet->next < sheet->frame_count, XPBD_ERR_INVALID_ARGUMENT, "the sheet is full at the frame count %d",
               (int)sheet->frame_count);
  XPBD_REQUIRE(frame->width == sheet->frame_width && frame->height == sheet->frame_height, XPBD_ERR_INVALID_ARGUMENT,
               "a frame of %d x %d pixels on a sheet for %d x %d", (int)frame->width, (int)frame->height,
               (int)sheet->frame_width, (int)sheet->frame_height);
  const int32_t left = sheet->next % sheet->columns * frame->width;
  const int32_t top = sheet->next / sheet->columns * (frame->height + PICTURE_CAPTION_HEIGHT);
  const size_t row = 3 * (size_t)frame->width;
  for (int32_t y = 0; y < frame->height; y++)
    memcpy(sheet->image.rgb + 3 * ((size_t)(top + y) * (size_t)sheet->image.width + (size_t)left),
           frame->rgb + (size_t)y * row, row);
  char text[CAPTION_MOST];
  snprintf(text, sizeof text, "%s", caption);
  const int32_t room = frame->width - BESIDE_CAPTION;
  for (size_t length = strlen(text); length > 2 && picture_text_width(1, text) > room; length--)
    strcpy(&text[length - 3], ".."); /* one letter less */
  const int32_t scale = picture_text_width(2, text) <= room ? 2 : 1;
  picture_text(&sheet->image, left + (frame->width - picture_text_width(scale, text)) / 2,
               top + frame->height + (PICTURE_CAPTION_HEIGHT - TEXT_HEIGHT * scale) / 2, scale,
               (picture_colour){0.15, 0.15, 0.17}, text);
  sheet->next++;
  return XPBD_OK;
}

void picture_sheet_destroy(picture_sheet *sheet) {
  if (!sheet) return;
  picture_image_destroy(&sheet->image);
  *sheet = (picture_sheet){0};
}
