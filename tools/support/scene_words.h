/* Why this file exists: parameters of scenes (xpbd/scenes.h) and numbers of methods (xpbd/method.h), each name once.
 * They are options of one program and axes of another, with the same description in both. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/scenes.h"

enum { SCENE_PARAMETERS = 96, SCENE_PARAMETER_TEXT = 800 };

/// Name of a parameter: first those that all scenes have, then the others. NULL outside the range.
const char *scene_parameter_name(int index);
/// How many parameters all scenes have.
int scene_parameters_common(void);

/// What all scenes together say about a parameter.
typedef struct scene_parameter_words {
  const char *unit;
  double standard;                  ///< NaN if scenes differ.
  double minimum, maximum;          ///< Over all scenes.
  char about[SCENE_PARAMETER_TEXT]; ///< Names the scenes that have it, unless all do.
} scene_parameter_words;

void scene_parameter_describe(const char *name, scene_parameter_words *out);

/// Whether a word for a scene is a scene file, by its ending.
bool scene_is_file(const char *word);
/// If it is one, reads it and adds it to the list of scenes. False if it cannot be read: see xpbd_last_error().
bool scene_load(const char *word);

/// The methods that have a number of that name, the last joined by `join`: "xpbd, jacobi and vbd". Returns how many.
int method_number_owners(const char *name, const char *join, char *out, size_t capacity);
