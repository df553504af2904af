/* Why this file exists: a letter with one dot too many is another letter or none. So every letter is recorded as it
 * looks, and the positions of its dots in an image are computed independently. Large letters have round strokes, which
 * cover the middle of each dot, no middle of an empty place, and nothing beyond the strokes. */
#include <string.h>

#include "picture_checks.h"

enum { ACROSS = 5, DOWN = 7, IN_A_ROW = 19, ROWS = 5, FIRST = ' ', LAST = '~', WIDTH = 96, HEIGHT = 48 };

/// From the blank to ~, 19 in a row.
static const char *const looks[ROWS * DOWN] = {
    "..... ..#.. .#.#. .#.#. ..#.. ##... .##.. ..#.. ...#. .#... ..... ..... ..... ..... ..... ..... .###. ..#.. .###.",
    "..... ..#.. .#.#. .#.#. .#### ##..# #..#. ..#.. ..#.. ..#.. ..#.. ..#.. ..... ..... ..... ....# #...# .##.. #...#",
    "..... ..#.. .#.#. ##### #.#.. ...#. #.#.. ..#.. .#... ...#. #.#.# ..#.. ..... ..... ..... ...#. #..## ..#.. ....#",
    "..... ..#.. ..... .#.#. .###. ..#.. .#... ..... .#... ...#. .###. ##### ..... ##### ..... ..#.. #.#.# ..#.. ...#.",
    "..... ..#.. ..... ##### ..#.# .#... #.#.# ..... .#... ...#. #.#.# ..#.. .##.. ..... ..... .#... ##..# ..#.. ..#..",
    "..... ..... ..... .#.#. ####. #..## #..#. ..... ..#.. ..#.. ..#.. ..#.. ..#.. ..... .##.. #.... #...# ..#.. .#...",
    "..... ..#.. ..... .#.#. ..#.. ...## .##.# ..... ...#. .#... ..... ..... .#... ..... .##.. ..... .###. .###. #####",
    "##### ...#. ##### ..##. ##### .###. .###. ..... ..... ...#. ..... .#... .###. .###. .###. ####. .###. ###.. #####",
    "...#. ..##. #.... .#... ....# #...# #...# .##.. .##.. ..#.. ..... ..#.. #...# #...# #...# #...# #...# #..#. #....",
    "..#.. .#.#. ####. #.... ...#. #...# #...# .##.. .##.. .#... ##### ...#. ....# ....# #...# #...# #.... #...# #....",
    "...#. #..#. ....# ####. ..#.. .###. .#### ..... ..... #.... ..... ....# ...#. .##.# #...# ####. #.... #...# ####.",
    "....# ##### ....# #...# .#... #...# ....# .##.. .##.. .#... ##### ...#. ..#.. #.#.# ##### #...# #.... #...# #....",
    "#...# ...#. #...# #...# .#... #...# ...#. .##.. ..#.. ..#.. ..... ..#.. ..... #.#.# #...# #...# #...# #..#. #....",
    ".###. ...#. .###. .###. .#... .###. .##.. ..... .#... ...#. ..... .#... ..#.. .###. #...# ####. .###. ###.. #####",
    "##### .###. #...# .###. ..### #...# #.... #...# #...# .###. ####. .###. ####. .#### ##### #...# #...# #...# #...#",
    "#.... #...# #...# ..#.. ...#. #..#. #.... ##.## #...# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# #...#",
    "#.... #.... #...# ..#.. ...#. #.#.. #.... #.#.# ##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#.",
    "####. #.### ##### ..#.. ...#. ##... #.... #.#.# #.#.# #...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#..",
    "#.... #...# #...# ..#.. ...#. #.#.. #.... #...# #..## #...# #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#.",
    "#.... #...# #...# ..#.. #..#. #..#. #.... #...# #...# #...# #.... #..#. #..#. ....# ..#.. #...# .#.#. #.#.# #...#",
    "#.... .#### #...# .###. .##.. #...# ##### #...# #...# .###. #.... .##.# #...# ####. ..#.. .###. ..#.. .#.#. #...#",
    "#...# ##### .###. ..... .###. ..#.. ..... .#... ..... #.... ..... ....# ..... ..##. ..... #.... ..#.. ...#. #....",
    "#...# ....# .#... #.... ...#. .#.#. ..... ..#.. ..... #.... ..... ....# ..... .#..# .#### #.... ..... ..... #....",
    "#...# ...#. .#... .#... ...#. #...# ..... ...#. .###. #.##. .###. .##.# .###. .#... #...# #.##. .##.. ..##. #..#.",
    ".#.#. ..#.. .#... ..#.. ...#. ..... ..... ..... ....# ##..# #...# #..## #...# ###.. #...# ##..# ..#.. ...#. #.#..",
    "..#.. .#... .#... ...#. ...#. ..... ..... ..... .#### #...# #.... #...# ##### .#... .#### #...# ..#.. ...#. ##...",
    "..#.. #.... .#... ....# ...#. ..... ..... ..... #...# #...# #...# #...# #.... .#... ....# #...# ..#.. #..#. #.#..",
    "..#.. ##### .###. ..... .###. ..... ##### ..... .#### ####. .###. .#### .###. .#... .###. #...# .###. .##.. #..#.",
    ".##.. ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ...#. ..#.. .#... .....",
    "..#.. ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ..#.. ..#.. ..#.. .....",
    "..#.. ##.#. #.##. .###. ####. .##.# #.##. .###. ###.. #...# #...# #...# #...# #...# ##### ..#.. ..#.. ..#.. .#...",
    "..#.. #.#.# ##..# #...# #...# #..## ##..# #.... .#... #...# #...# #...# .#.#. #...# ...#. .#... ..#.. ...#. #.#.#",
    "..#.. #.#.# #...# #...# ####. .#### #.... .###. .#... #...# #...# #.#.# ..#.. .#### ..#.. ..#.. ..#.. ..#.. ...#.",
    "..#.. #...# #...# #...# #.... ....# #.... ....# .#..# #..## .#.#. #.#.# .#.#. ....# .#... ..#.. ..#.. ..#.. .....",
    ".###. #...# #...# .###. #.... ....# #.... ####. ..##. .##.# ..#.. .#.#. #...# .###. ##### ...#. ..#.. .#... .....",
};

static bool is_dot(int letter, int x, int y) {
  if (letter < FIRST || letter > LAST) return x == 0 || x == ACROSS - 1 || y == 0 || y == DOWN - 1; /* a box */
  const int place = letter - FIRST;
  return looks[place / IN_A_ROW * DOWN + y][place % IN_A_ROW * (ACROSS + 1) + x] == '#';
}

/// Where a pixel is in `text`, with its top left corner at (x, y) and six dots per letter: in a dot (1), beside one (0),
/// or in a place without a dot around it (-1).
static int place_of(const char *text, int px, int py, int scale) {
  const int letter = px >= 0 && py >= 0 ? px / (6 * scale) : -1;
  if (letter < 0 || letter >= (int)strlen(text) || py >= DOWN * scale) return -1;
  const int i = px / scale % 6, j = py / scale;
  if (i == ACROSS) return -1;
  int near = 0;
  for (int di = -1; di <= 1; di++)
    for (int dj = -1; dj <= 1; dj++)
      if (i + di >= 0 && i + di < ACROSS && j + dj >= 0 && j + dj < DOWN)
        near += is_dot((signed char)text[letter], i + di, j + dj);
  if (near == 0) return -1;
  return is_dot((signed char)text[letter], i, j);
}

/// Whether the image is white except for black dots of `text`. A letter of scale 1 has square dots.
static bool holds(const picture_image *image, const char *text, int x, int y, int scale) {
  int wrong = 0;
  for (int p = 0; p < WIDTH * HEIGHT; p++) {
    const int px = p % WIDTH - x, py = p / WIDTH - y, place = place_of(text, px, py, scale);
    const uint8_t *rgb = image->rgb + 3 * p;
    const bool middle = scale % 2 == 1 && px % scale == scale / 2 && py % scale == scale / 2;
    if (place == 1 && middle) wrong += rgb[0] != 0;
    if (place == 0 && middle) wrong += rgb[0] != 255;
    if (place == 1 && scale == 2) wrong += rgb[0] > 150; /* a quarter of a round end: 79 % ink */
    if (place < 0) wrong += rgb[0] != 255;
    wrong += rgb[1] != rgb[0] || rgb[2] != rgb[0];
  }
  return wrong == 0;
}

static void type_text(picture_image *image, const char *text, int x, int y, int scale) {
  memset(image->rgb, 255, (size_t)3 * WIDTH * HEIGHT);
  picture_text(image, x, y, scale, (picture_colour){0.0, 0.0, 0.0}, text);
}

static void run_letters(check *self, int argument) {
  OWNED(picture_image_destroy) picture_image image = {0};
  if (!check_status(self, picture_image_create(WIDTH, HEIGHT, &image), XPBD_OK, "image")) return;
  for (int letter = FIRST; letter <= LAST + 1; letter++) { /* the last is no letter */
    const char text[2] = {(char)letter, '\0'};
    type_text(&image, text, 7, 5, 1);
    check_true(self, holds(&image, text, 7, 5, 1), "letter %d, '%c'", letter, letter > LAST ? ' ' : letter);
  }
  static const struct {
    const char *text;
    int x, y, scale;
  } places[] = {{"xpbd 1.5 s", 3, 4, 1},    {"Qy", 2, 3, 5},           {"cut left", -9, 3, 1},
                {"cut above", 2, -4, 2},    {"cut right", 60, 30, 2},  {"cut below", 2, 40, 2},
                {"beyond", WIDTH, 3, 1},    {"just", WIDTH - 1, 3, 1}, {"a\nb\x1f\x80", 4, 3, 2},
                {"all around", -20, -9, 9}, {"far left", -1000, 2, 1}, {"", 2, 2, 1}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    type_text(&image, places[i].text, places[i].x, places[i].y, places[i].scale);
    check_true(self, holds(&image, places[i].text, places[i].x, places[i].y, places[i].scale), "text %zu", i);
  }
  type_text(&image, "Qy", 2, 3, 5);
  check_control(self, !holds(&image, "Oy", 2, 3, 5), "one of two letters is another");
  check_control(self, !holds(&image, "Qy", 3, 3, 5), "a pixel to the right");
  static const struct {
    const char *text;
    int scale, width;
  } widths[] = {{"", 3, 0}, {"a", 1, 5}, {"a", 2, 10}, {"ab", 1, 11}, {"ab", 3, 33}, {"a\nb", 1, 17}};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    check_same(self, (uint64_t)picture_text_width(widths[i].scale, widths[i].text), (uint64_t)widths[i].width,
               "width of '%s', %d", widths[i].text, widths[i].scale);
}

void check_picture_letters(check_registry *registry) {
  check_add(registry, "letters", "every letter, dot by dot, wherever it stands", run_letters, 0);
}
