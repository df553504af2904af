/* Why this file exists: a verdict is read beside the paper, so the location it names must exist: no seventh figure of a
 * paper with six. */
#pragma once

#include "subject/papers.h"

/// Whether `place`, such as "Sects. 2.3, 5; Eq. (4); Fig. 2 A", is in `paper`, by the columns of sources.csv (as read)
/// with its sections, figures, equations, algorithms and tables. Lower-case words, and what follows "line", "row",
/// "step", are ignored. `part` gets the missing part, or the reason.
bool papers_place_known(const papers_table *sources, const char *paper, const char *place, char part[96]);
