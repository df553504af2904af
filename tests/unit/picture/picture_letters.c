/* Why this file exists: a letter with one dot too many is another letter or none. So every letter is recorded as it
 * looks, and the positions of its dots in an image are computed independently. */
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

/// Whether the image is white except for black dots of `text`, with its top left corner at (x, y) and six dots per
/// letter.
static bool holds(const picture_image *image, const char *text, int x, int y, int scale) {
  static uint8_t wanted[HEIGHT][WIDTH];
  memset(wanted, 255, sizeof wanted);
  for (int i = 0; text[i]; i++)
    for (int px = 0; px < WIDTH; px++)
      for (int py = 0; py < HEIGHT; py++) {
        const int from = px - x - 6 * scale * i, down = py - y;
        if (from < 0 || down < 0 || from >= ACROSS * scale || down >= DOWN * scale) continue;
        if (is_dot((signed char)text[i], from / scale, down / scale)) wanted[py][px] = 0;
      }
  int wrong = 0;
  for (int p = 0; p < WIDTH * HEIGHT; p++)
    for (int k = 0; k < 3; k++) wrong += image->rgb[3 * p + k] != wanted[p / WIDTH][p % WIDTH];
  return wrong == 0;
}

static void type_text(picture_image *image, const char *text, int x, int y, int scale) {
  memset(image->rgb, 255, (size_t)3 * WIDTH * HEIGHT);
  picture_text(image, x, y, scale, (picture_colour){0.0, 0.0, 0.0}, text);
}

static void run_letters(check *self, int argument) {
  picture_image image;
  if (!check_status(self, picture_image_create(WIDTH, HEIGHT, &image), XPBD_OK, "image")) return;
  for (int letter = FIRST; letter <= LAST + 1; letter++) { /* the last is no letter */
    const char text[2] = {(char)letter, '\0'};
    type_text(&image, text, 7, 5, 1);
    check_true(self, holds(&image, text, 7, 5, 1), "letter %d, '%c'", letter, letter > LAST ? ' ' : letter);
  }
  static const struct {
    const char *text;
    int x, y, scale;
  } places[] = {{"xpbd 1.5 s", 3, 4, 1},    {"Qy", 2, 3, 4},           {"cut left", -9, 3, 1},
                {"cut above", 2, -4, 2},    {"cut right", 60, 30, 2},  {"cut below", 2, 40, 2},
                {"beyond", WIDTH, 3, 1},    {"just", WIDTH - 1, 3, 1}, {"a\nb\x1f\x80", 4, 3, 2},
                {"all around", -20, -9, 9}, {"far left", -1000, 2, 1}, {"", 2, 2, 1}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    type_text(&image, places[i].text, places[i].x, places[i].y, places[i].scale);
    check_true(self, holds(&image, places[i].text, places[i].x, places[i].y, places[i].scale), "text %zu", i);
  }
  type_text(&image, "Qy", 2, 3, 4);
  check_control(self, !holds(&image, "Oy", 2, 3, 4), "one of two letters is another");
  check_control(self, !holds(&image, "Qy", 3, 3, 4), "a pixel to the right");
  picture_image_destroy(&image);
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
