/* Why this file exists: the page and the certificate of a verdict share their sections. Private to this folder. */
#pragma once

#include <stdio.h>

#include "report.h"

/// The data with which a reviewer can repeat the verdict: file, hash, program, compilers, date, seeds.
void page_identity(FILE *f, const report *r);
/// The shapes and ranges that were tried, with the errors found there.
void page_tried(FILE *f, const report *r);
/// The limits of a verdict: shapes and effects that it does not judge.
void page_untried(FILE *f, const report *r);
/// The coded and the exact gradient at one shape, side by side.
void page_values(FILE *f, const report *r);
/// The text of the formula with line numbers. Nothing for a built-in formula.
void page_text(FILE *f, const report *r);
