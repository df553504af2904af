/* Why this file exists: maps the values of enums to the words that files, options, axes and reports use for them, and
 * back. */
#include <string.h>

#include "xpbd/scenes.h"
#include "xpbd/solver.h"

/* Words by value, NULL after the last. Gives the name of a value and the value of a name. */
#define WORDS(what, ...)                                                                                               \
  static const char *const what##_words[] = {__VA_ARGS__};                                                             \
  const char *xpbd_##what##_name(int value) {                                                                          \
    return value >= 0 && value < (int)(sizeof what##_words / sizeof *what##_words) ? what##_words[value] : NULL;       \
  }                                                                                                                    \
  int xpbd_##what##_find(const char *name) {                                                                           \
    int value = 0;                                                                                                     \
    for (const char *word; name && (word = xpbd_##what##_name(value)); value++)                                        \
      if (strcmp(word, name) == 0) return value;                                                                       \
    return -1;                                                                                                         \
  }

WORDS(order, [XPBD_ORDER_GROUP] = "group", [XPBD_ORDER_MESH] = "mesh")
WORDS(solve, [XPBD_SOLVE_STANDARD] = "standard", [XPBD_SOLVE_ROWS] = "rows", [XPBD_SOLVE_COUPLED] = "coupled")
WORDS(damping, [XPBD_DAMPING_XPBD] = "xpbd", [XPBD_DAMPING_LAGGED] = "lagged", [XPBD_DAMPING_TILDE] = "tilde")
WORDS(pins, [XPBD_PINS_SCENE] = "scene", [XPBD_PINS_NONE] = "none", [XPBD_PINS_CORNERS] = "corners",
      [XPBD_PINS_TOP] = "top")
WORDS(precision, [XPBD_F32] = "f32", [XPBD_F64] = "f64", [XPBD_F32X] = "f32x", [XPBD_FLOAT] = "float",
      [XPBD_AUTO] = "auto")
