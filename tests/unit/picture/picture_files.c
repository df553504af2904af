/* Why this file exists: pictures and films are read back by the libraries that viewers use, and compared with what was
 * drawn. Contact sheets are compared with their frames. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/frame.h"
#include "unit/mesh/mesh_checks.h"
#include "picture_checks.h"
#ifdef XPBD_HAVE_PNG
#include <png.h>
#endif
#ifdef XPBD_HAVE_GIF
#include <gif_lib.h>
#endif

#ifdef XPBD_HAVE_PNG
static bool read_png(const char *path, picture_image *out) {
  png_image png;
  memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  *out = (picture_image){0};
  if (!png_image_begin_read_from_file(&png, path)) return false;
  png.format = PNG_FORMAT_RGB;
  if (picture_image_create((int32_t)png.width, (int32_t)png.height, out) != XPBD_OK) return false;
  return png_image_finish_read(&png, NULL, out->rgb, 0, NULL) != 0;
}
#endif

static void run_png(check *self, int argument) {
  OWNED(picture_image_destroy) picture_image image = {0}, back = {0};
  char *folder = folder_make(self);
  if (!picture_sample(self, 0, 160, 120, &image)) return;
  const char *path = folder_path(folder, "picture.png");
#ifdef XPBD_HAVE_PNG
  check_status(self, picture_write_png(path, &image), XPBD_OK, "write");
  check_true(self, read_png(path, &back), "libpng reads it");
  check_true(self, picture_equal(&image, &back), "what is read is what was drawn");
  check_same(self, (uint64_t)folder_count(folder), 1, "files: no temporary is left");
  if (back.rgb) back.rgb[1000] ^= 1;
  check_control(self, !picture_equal(&image, &back), "one bit differs");
  check_status(self, picture_write_png(folder_path(folder, "no/such.png"), &image), XPBD_ERR_IO, "no such folder");
#else
  check_status(self, picture_write_png(path, &image), XPBD_ERR_NOT_BUILT, "without libpng");
  check_control(self, strstr(xpbd_last_error(), "libpng-dev"), "the package is named: %s", xpbd_last_error());
#endif
}

#ifdef XPBD_HAVE_GIF
enum { FRAMES = 5, WIDTH = 96, HEIGHT = 72 };

/// Draws a stored part over the previous picture.
static void put_part(const SavedImage *part, picture_image *shown) {
  const GifImageDesc *d = &part->ImageDesc;
  for (int y = 0; y < d->Height; y++)
    for (int x = 0; x < d->Width; x++) {
      const GifColorType colour = d->ColorMap->Colors[part->RasterBits[y * d->Width + x]];
      uint8_t *rgb = shown->rgb + 3 * ((size_t)(y + d->Top) * (size_t)shown->width + (size_t)(x + d->Left));
      rgb[0] = colour.Red, rgb[1] = colour.Green, rgb[2] = colour.Blue;
    }
}

/// Root mean square difference in levels.
static double level_error(const picture_image *a, const picture_image *b) {
  const size_t count = 3 * (size_t)a->width * (size_t)a->height;
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) sum += (double)(a->rgb[i] - b->rgb[i]) * (a->rgb[i] - b->rgb[i]);
  return sqrt(sum / (double)count);
}

/// Compares a film with its frames, each shown for 0.025 s.
static void compare_film(check *self, const char *path, const picture_image frames[FRAMES]) {
  int error = 0, hundredths = 0;
  GifFileType *film = DGifOpenFileName(path, &error);
  if (!check_true(self, film && DGifSlurp(film) == GIF_OK, "giflib reads it")) return;
  check_same(self, (uint64_t)film->ImageCount, FRAMES, "frames");
  check_true(self, film->SWidth == WIDTH && film->SHeight == HEIGHT, "%d x %d pixels", film->SWidth, film->SHeight);
  picture_image shown;
  if (picture_image_create(WIDTH, HEIGHT, &shown) == XPBD_OK) {
    for (int f = 0; f < FRAMES && f < film->ImageCount; f++) {
      GraphicsControlBlock control = {.DelayTime = 0};
      DGifSavedExtensionToGCB(film, f, &control);
      hundredths += control.DelayTime;
      put_part(&film->SavedImages[f], &shown);
      check_at_most(self, level_error(&shown, &frames[f]), 4.0, "frame %d, levels", f); /* measured 1.5 */
      if (f > 0)
        check_control(self, !(level_error(&shown, &frames[f - 1]) <= 4.0), "frame %d is not the one before", f);
    }
    picture_image_destroy(&shown);
  }
  /* 12.5 hundredths, rounded up only at the end */
  check_same(self, (uint64_t)hundredths, 13, "hundredths of a second in all");
  DGifCloseFile(film, &error);
}

static bool write_film(check *self, const char *path, const picture_image frames[FRAMES]) {
  picture_gif *gif;
  if (!check_status(self, picture_gif_open(path, WIDTH, HEIGHT, &gif), XPBD_OK, "open")) return false;
  for (int f = 0; f < FRAMES; f++) check_status(self, picture_gif_add(gif, &frames[f], 0.025), XPBD_OK, "frame %d", f);
  return check_status(self, picture_gif_close(&gif), XPBD_OK, "close") && check_true(self, !gif, "it is gone");
}

static long file_bytes(const char *path, uint8_t *bytes, size_t capacity) {
  FILE *file = fopen(path, "rb");
  if (!file) return -1;
  const size_t count = fread(bytes, 1, capacity, file);
  fclose(file);
  return (long)count;
}

static void check_film(check *self, char *folder, const picture_image frames[FRAMES]) {
  enum { CAPACITY = 1 << 20 };
  const char *path = folder_path(folder, "film.gif"), *again = folder_path(folder, "again.gif");
  if (!write_film(self, path, frames) || !write_film(self, again, frames)) return;
  compare_film(self, path, frames);
  OWNED(check_free) uint8_t *bytes = malloc(2 * CAPACITY);
  if (check_true(self, bytes != NULL, "memory")) {
    const long a = file_bytes(path, bytes, CAPACITY), b = file_bytes(again, bytes + CAPACITY, CAPACITY);
    check_true(self, a > 0 && a == b && memcmp(bytes, bytes + CAPACITY, (size_t)a) == 0, "the same bytes again: %ld",
               a);
  }
  picture_gif *empty;
  if (check_status(self, picture_gif_open(folder_path(folder, "none.gif"), WIDTH, HEIGHT, &empty), XPBD_OK, "open"))
    check_status(self, picture_gif_close(&empty), XPBD_ERR_INVALID_ARGUMENT, "a film without frames");
  if (check_status(self, picture_gif_open(folder_path(folder, "none.gif"), WIDTH, HEIGHT, &empty), XPBD_OK, "open"))
    picture_gif_discard(&empty);
  check_same(self, (uint64_t)folder_count(folder), 2, "files: nothing is left of films given up");
}

/// The part that a frame stores, computed by hand: the smallest rectangle around the pixels that differ from the
/// previous frame.
typedef struct stored {
  int pixels[2][2]; ///< (x, y) of the pixels that differ.
  int part[4];      ///< Left, top, width, height.
} stored;

/// The parts of a film, their times, and the bytes that make it repeat and keep earlier parts visible.
static void compare_parts(check *self, const char *path, const stored *frames, int count) {
  static const int delays[] = {3, 2, 3, 2, 3, 2, 3, 2}; /* 2.5 hundredths each, with their sum rounded */
  int error = 0, wrong = 0;
  GifFileType *film = DGifOpenFileName(path, &error);
  if (!check_true(self, film && DGifSlurp(film) == GIF_OK && film->ImageCount == count, "giflib reads it")) return;
  for (int f = 0; f < count; f++) {
    const GifImageDesc *d = &film->SavedImages[f].ImageDesc;
    const int *part = frames[f].part;
    GraphicsControlBlock control = {.DelayTime = 0};
    DGifSavedExtensionToGCB(film, f, &control);
    check_true(self, d->Left == part[0] && d->Top == part[1] && d->Width == part[2] && d->Height == part[3],
               "frame %d stores %d x %d pixels at %d, %d", f, d->Width, d->Height, d->Left, d->Top);
    check_same(self, (uint64_t)control.DelayTime, (uint64_t)delays[f], "hundredths of frame %d", f);
    check_true(self, control.DisposalMode == DISPOSE_DO_NOT && control.TransparentColor == NO_TRANSPARENT_COLOR,
               "it stays, whole, below the next");
    wrong += d->Width != frames[(f + 1) % count].part[2];
  }
  check_control(self, wrong > 0, "the parts of the frames after them");
  DGifCloseFile(film, &error);
}

static void run_parts(check *self, int argument) {
  enum { W = 20, H = 17 };
  static const stored frames[] = {{{{0, 0}, {0, 0}}, {0, 0, W, H}},       {{{-1, 0}, {-1, 0}}, {0, 0, 1, 1}},
                                  {{{19, 16}, {19, 16}}, {19, 16, 1, 1}}, {{{0, 0}, {0, 0}}, {0, 0, 1, 1}},
                                  {{{3, 5}, {11, 9}}, {3, 5, 9, 5}},      {{{4, 9}, {2, 12}}, {2, 9, 3, 4}},
                                  {{{0, 16}, {19, 0}}, {0, 0, W, H}},     {{{7, 3}, {7, 16}}, {7, 3, 1, 14}}};
  enum { COUNT = sizeof frames / sizeof *frames };
  char *folder = folder_make(self);
  OWNED(picture_image_destroy) picture_image image = {0};
  picture_gif *gif = NULL;
  if (!check_status(self, picture_image_create(W, H, &image), XPBD_OK, "image")) return;
  const char *path = folder_path(folder, "parts.gif");
  if (check_status(self, picture_gif_open(path, W, H, &gif), XPBD_OK, "open")) {
    for (int f = 0; f < COUNT; f++) {
      for (int k = 0; k < 2; k++) {
        const int x = frames[f].pixels[k][0], y = frames[f].pixels[k][1];
        if (x >= 0) image.rgb[3 * (y * W + x) + (f + k) % 3] = (uint8_t)(10 * f + k); /* one level of one colour */
      }
      check_status(self, picture_gif_add(gif, &image, 0.025), XPBD_OK, "frame %d", f);
    }
    if (check_status(self, picture_gif_close(&gif), XPBD_OK, "close")) compare_parts(self, path, frames, COUNT);
    static uint8_t bytes[1 << 16];
    static const uint8_t forever[] = {0x21, 0xff, 11,  'N', 'E', 'T', 'S', 'C', 'A', 'P',
                                      'E',  '2',  '.', '0', 3,   1,   0,   0,   0};
    const long length = file_bytes(path, bytes, sizeof bytes);
    bool repeats = false;
    for (long i = 0; i + (long)sizeof forever <= length; i++)
      repeats = repeats || memcmp(bytes + i, forever, sizeof forever) == 0;
    check_true(self, repeats && memcmp(bytes, "GIF89a", 6) == 0, "it repeats forever");
  }
}
#endif

static void run_gif(check *self, int argument) {
  char *folder = folder_make(self);
#ifdef XPBD_HAVE_GIF
  picture_image frames[FRAMES] = {{0}};
  bool drawn = true;
  for (int f = 0; f < FRAMES && drawn; f++) drawn = picture_sample(self, f, WIDTH, HEIGHT, &frames[f]);
  if (drawn) check_film(self, folder, frames);
  for (int f = 0; f < FRAMES; f++) picture_image_destroy(&frames[f]);
#else
  picture_gif *gif;
  check_status(self, picture_gif_open(folder_path(folder, "film.gif"), 96, 72, &gif), XPBD_ERR_NOT_BUILT,
               "without giflib");
  check_control(self, strstr(xpbd_last_error(), "libgif-dev"), "the package is named: %s", xpbd_last_error());
#endif
}

/// Whether a cell of the sheet holds the frame.
static bool cell_equal(const picture_sheet *sheet, int column, int row, const picture_image *frame) {
  bool same = true;
  for (int y = 0; y < frame->height; y++) {
    const size_t line = (size_t)(row * (frame->height + PICTURE_CAPTION_HEIGHT) + y);
    const size_t at = 3 * (line * (size_t)sheet->image.width + (size_t)(column * frame->width));
    const size_t bytes = 3 * (size_t)frame->width;
    same = same && memcmp(sheet->image.rgb + at, frame->rgb + (size_t)y * bytes, bytes) == 0;
  }
  return same;
}

/// Pixels that are not white below a cell.
static int caption_ink(const picture_sheet *sheet, int column, int row) {
  int ink = 0;
  for (int y = 0; y < PICTURE_CAPTION_HEIGHT; y++)
    for (int x = 0; x < sheet->frame_width; x++) {
      const int line = row * (sheet->frame_height + PICTURE_CAPTION_HEIGHT) + sheet->frame_height + y;
      ink += sheet->image.rgb[3 * (line * sheet->image.width + column * sheet->frame_width + x)] != 255;
    }
  return ink;
}

/// A caption is centred below its frame. A dot is 2 x 2 pixels if 4 pixels are left over, otherwise one. If it is still
/// too wide, it is cut.
static void compare_captions(check *self) {
  static const struct {
    const char *text, *shown;
    int32_t scale, x, y; ///< In the second cell of the second row, whose caption begins at (80, 144).
  } known[] = {{"abcdef", "abcdef", 2, 80 + 5, 144 + 5},              /* 6 * 12 - 2 = 70 pixels of 76 */
               {"abcdefg", "abcdefg", 1, 80 + 19, 144 + 8},           /* 82 pixels of 76; 41 of 80 */
               {"0123456789ab", "0123456789ab", 1, 80 + 4, 144 + 8},  /* 71 pixels */
               {"0123456789abc", "0123456789..", 1, 80 + 4, 144 + 8}, /* 77 pixels */
               {"0123456789abcd", "0123456789..", 1, 80 + 4, 144 + 8},
               {"a", "a", 2, 80 + 35, 144 + 5}};
  picture_image white = {0}, wanted = {0};
  if (!check_status(self, picture_image_create(80, 60, &white), XPBD_OK, "white")) return;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    OWNED(picture_sheet_destroy) picture_sheet sheet = {0};
    if (!check_status(self, picture_sheet_begin(4, 2, 80, 60, &sheet), XPBD_OK, "begin")) break;
    for (int f = 0; f < 4; f++)
      check_status(self, picture_sheet_add(&sheet, &white, f == 3 ? known[i].text : ""), XPBD_OK, "frame %d", f);
    if (check_status(self, picture_image_create(160, 168, &wanted), XPBD_OK, "image")) {
      const picture_colour ink = {0.15, 0.15, 0.17};
      picture_text(&wanted, known[i].x, known[i].y, known[i].scale, ink, known[i].shown);
      check_true(self, picture_equal(&sheet.image, &wanted), "the caption '%s'", known[i].text);
      memset(wanted.rgb, 255, 3 * 160 * 168);
      picture_text(&wanted, known[i].x, known[i].y + 1, known[i].scale, ink, known[i].shown);
      check_control(self, !picture_equal(&sheet.image, &wanted), "a pixel lower");
    }
    picture_image_destroy(&wanted);
  }
  picture_image_destroy(&white);
}

static void run_sheet(check *self, int argument) {
  enum { COUNT = 5 };
  picture_image frames[COUNT] = {{0}};
  picture_sheet sheet = {.next = 0};
  bool good = true;
  for (int f = 0; f < COUNT && good; f++) good = picture_sample(self, f, 80, 60, &frames[f]);
  if (!good || !check_status(self, picture_sheet_begin(COUNT, 0, 80, 60, &sheet), XPBD_OK, "begin")) goto done;
  check_true(self, sheet.columns == 3 && sheet.rows == 2 && sheet.image.width == 240 && sheet.image.height == 168,
             "5 frames in 3 x 2");
  check_status(self, picture_sheet_add(&sheet, &(picture_image){16, 16, frames[0].rgb}, ""), XPBD_ERR_INVALID_ARGUMENT,
               "another size");
  for (int f = 0; f < COUNT; f++)
    check_status(self, picture_sheet_add(&sheet, &frames[f], f == 2 ? "" : "t = 1"), XPBD_OK, "frame %d", f);
  check_status(self, picture_sheet_add(&sheet, &frames[0], ""), XPBD_ERR_INVALID_ARGUMENT, "a sheet that is full");
  for (int f = 0; f < COUNT; f++) {
    check_true(self, cell_equal(&sheet, f % 3, f / 3, &frames[f]), "cell %d", f);
    /* t, =, 1 have 11, 10 and 10 dots of 2 x 2 pixels; the two slanted strokes of t touch 6 pixels beside them */
    check_same(self, (uint64_t)caption_ink(&sheet, f % 3, f / 3), f == 2 ? 0 : 4 * (11 + 10 + 10) + 2 * 6, "caption %d",
               f);
  }
  check_same(self, (uint64_t)caption_ink(&sheet, 2, 1), 0, "the empty cell");
  compare_captions(self);
  check_control(self, !cell_equal(&sheet, 1, 0, &frames[0]), "another frame in a cell");
done:
  for (int f = 0; f < COUNT; f++) picture_image_destroy(&frames[f]);
  picture_sheet_destroy(&sheet);
}

static void run_sheet_size(check *self, int argument) {
  picture_sheet sheet;
  check_status(self, picture_sheet_begin(0, 0, 80, 60, &sheet), XPBD_ERR_INVALID_ARGUMENT, "no frames");
  check_status(self, picture_sheet_begin(4, 4, 4000, 60, &sheet), XPBD_ERR_INVALID_ARGUMENT, "too wide");
  check_status(self, picture_sheet_begin(4, 1, 80, 0, &sheet), XPBD_ERR_INVALID_ARGUMENT, "no height");
  check_true(self, !sheet.image.rgb, "no image is left");
  check_control(self, picture_sheet_begin(4, 2, 4000, 60, &sheet) == XPBD_OK, "two rows fit");
  picture_sheet_destroy(&sheet);
  check_true(self, !sheet.image.rgb && sheet.image.width == 0 && sheet.frame_count == 0, "nothing is left of it");
}

/// Draws one letter on white; 7 x 9 pixels around it are compared.
static void letter(picture_image *image, char which) {
  const char text[2] = {which, '\0'};
  memset(image->rgb, 255, 3 * (size_t)image->width * (size_t)image->height);
  picture_text(image, 1, 1, 1, (picture_colour){0.0, 0.0, 0.0}, text);
}

static void run_text(check *self, int argument) {
  OWNED(picture_image_destroy) picture_image a = {0}, b = {0};
  if (!check_status(self, picture_image_create(16, 16, &a), XPBD_OK, "image")) return;
  int equal_pairs = 0;
  if (check_status(self, picture_image_create(16, 16, &b), XPBD_OK, "image")) {
    for (char first = ' '; first <= '~'; first++) {
      letter(&a, first);
      for (char other = ' '; other < first; other++) {
        letter(&b, other);
        equal_pairs += picture_equal(&a, &b);
      }
    }
    check_same(self, (uint64_t)equal_pairs, 0, "pairs of letters that look the same");
    letter(&a, '\n');
    letter(&b, '\x7f');
    check_control(self, picture_equal(&a, &b), "what is no letter is a box");
    picture_text(&a, -1000, 12, 400, (picture_colour){0.0, 0.0, 0.0}, "cut off on all sides");
    check_same(self, (uint64_t)picture_text_width(2, "abc"), 34, "width of three letters");
    char endless[100002] = "";
    memset(endless, 'a', sizeof endless - 1);
    check_same(self, (uint64_t)picture_text_width(1, endless + 2), 6 * 99999 - 1, "width of 99,999");
    check_same(self, (uint64_t)picture_text_width(1, endless), 6 * 100000 - 1, "and the most, of 100,000");
  }
}

/// Positions of the parts of a legend in pixels, computed by hand: a bar over a third of the width in the middle, eight
/// dots above the lower end, its numbers three dots beside it, the title two above. Dots are 2 x 2 pixels from a width
/// of 400 on.
typedef struct legend_places {
  int32_t width, scale, left, top, height, low, high, beside, title, above;
} legend_places;

static void draw_legend(picture_image *image, const legend_places *p) {
  memset(image->rgb, 255, 3 * (size_t)image->width * (size_t)image->height);
  for (int32_t i = 0; i < 133; i++) {
    const vector light = colour_linear(picture_colour_map((i + 0.5) / 133));
    const uint8_t rgb[3] = {colour_byte(light.x), colour_byte(light.y), colour_byte(light.z)};
    for (int32_t j = 0; j < p->height; j++)
      memcpy(image->rgb + 3 * ((size_t)(p->top + j) * (size_t)image->width + (size_t)(p->left + i)), rgb, 3);
  }
  const picture_colour ink = {0.15, 0.15, 0.17};
  picture_text(image, p->low, p->beside, p->scale, ink, "0.25");
  picture_text(image, p->high, p->beside, p->scale, ink, "12.3");
  picture_text(image, p->title, p->above, p->scale, ink, "strain");
}

static void run_legend(check *self, int argument) {
  static const legend_places places[] = {{399, 1, 133, 47, 5, 133 - 23 - 3, 133 + 133 + 3, 46, 133 + 49, 38},
                                         {400, 2, 133, 34, 10, 133 - 46 - 6, 133 + 133 + 6, 32, 133 + 31, 16}};
  for (int k = 0; k < 2; k++) {
    picture_image is, expected;
    if (!check_status(self, picture_image_create(places[k].width, 60, &is), XPBD_OK, "image")) return;
    if (check_status(self, picture_image_create(places[k].width, 60, &expected), XPBD_OK, "image")) {
      memset(is.rgb, 255, 3 * (size_t)is.width * (size_t)is.height);
      picture_legend(&is, 0.25, 12.34, "strain");
      draw_legend(&expected, &places[k]);
      check_true(self, picture_equal(&is, &expected), "a legend of %d pixels", (int)is.width);
      legend_places other = places[k];
      other.above++;
      draw_legend(&expected, &other);
      check_control(self, !picture_equal(&is, &expected), "its title a pixel lower");
      picture_image_destroy(&expected);
    }
    picture_image_destroy(&is);
  }
}

void check_picture_files(check_registry *registry) {
  check_add(registry, "png", "read back by libpng: the same pixels", run_png, 0);
  check_add(registry, "gif", "read back by giflib: frames, times, colours", run_gif, 0);
#ifdef XPBD_HAVE_GIF
  check_add(registry, "parts", "what each frame of a film stores, and for how long it is shown", run_parts, 0);
#endif
  check_add(registry, "sheet", "frames and captions stand where they belong", run_sheet, 0);
  check_add(registry, "sheet_size", "sheets that cannot be", run_sheet_size, 0);
  check_add(registry, "text", "every letter looks different", run_text, 0);
  check_add(registry, "legend", "its bar, numbers and title stand where they belong", run_legend, 0);
}
