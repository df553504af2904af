/* Why this file exists: the parameters of all scenes (xpbd/scenes.h) and the numbers of all methods (xpbd/method.h), each
 * name once, are options of one program and axes of another; both say the same about them. */
#ifndef XPBD_SCENE_WORDS_H
#define XPBD_SCENE_WORDS_H

#include <stddef.h>

#include "xpbd/scenes.h"

enum { SCENE_PARAMETERS = 96, SCENE_PARAMETER_TEXT = 800 };

/// Name of a parameter: first those that all scenes have, then those that some have of their own. NULL outside.
const char *scene_parameter_name(int index);
/// How many all scenes have.
int scene_parameters_common(void);

/// What all scenes together say about a parameter.
typedef struct scene_parameter_words {
  const char *unit;
  double standard;                  ///< NaN where scenes differ.
  double minimum, maximum;          ///< In any of them.
  char about[SCENE_PARAMETER_TEXT]; ///< With the scenes that have it, unless all do.
} scene_parameter_words;

void scene_parameter_describe(const char *name, scene_parameter_words *out);

/// The methods that have a number of their own of that name: "jacobi and jacobi-mean", joined by `join`. Returns how many.
int method_number_owners(const char *name, const char *join, char *out, size_t capacity);

#endif
