/* Why this file exists: turns the rows of data/papers/fps.csv into scenes: same counts, constraints, iterations and
 * time step. Sizes, masses and moduli are not printed in the papers. They are ours, and a row says so. */
#pragma once

#include "scene_source.h"

/// Set the folder of data/papers. NULL = beside the sources, else the installed place. Call before the first use.
/// `folder` must stay valid.
void papers_scene_folder(const char *folder);
/// Values of the axis "row": keys of the file in its order. If it cannot be read, there is one key, which says why.
const char *papers_scene_row(int index);
/// False with a reason for rows of other solvers, and if the file cannot be read.
bool papers_scene_usable(const char *row, char *why, size_t capacity);

extern const scene_source papers_scenes;
