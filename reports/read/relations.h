/* Why this file exists: many numbers of a run follow from others. Who edits one by hand, or loses a bit of it, mostly
 * breaks such a relation. Every reader refuses the file then, and an audit lists all of them. */
#pragma once

#include "run.h"

/// What is told of a contradiction. `row` is an index, or -1 for the run as a whole. `text` names the field and both
/// numbers.
typedef void report_contradiction(void *context, int row, const char *text);

/// Tell all contradictions between the numbers of a run: within each row, between rows, and of the whole. An unknown
/// number contradicts nothing, because files of other versions lack some. If `strict`, it must be there.
void report_relations(const report_run *run, bool strict, report_contradiction *tell, void *context);
