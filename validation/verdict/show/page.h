/* Why this file exists: the page and the certificate of a verdict share their sections. Private to this folder. */
#ifndef XPBD_VERDICT_PAGE_H
#define XPBD_VERDICT_PAGE_H

#include <stdio.h>

#include "report.h"

/// What a reviewer needs to repeat the verdict: the file and its hash, the program, the compilers, the date, the seeds.
void page_identity(FILE *f, const report *r);
/// The shapes and ranges that were tried, with the errors found there.
void page_tried(FILE *f, const report *r);
/// What a verdict says nothing about.
void page_untried(FILE *f, const report *r);
/// The coded and the exact gradient at one shape, side by side.
void page_values(FILE *f, const report *r);
/// The text of the formula with line numbers. Nothing for a built-in formula.
void page_text(FILE *f, const report *r);

#endif
