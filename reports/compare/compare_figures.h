/* Why this file exists: declares the data that compare_figures.c and compare_lines.c draw. */
#pragma once

#include "compare.h"
#include "figure/figure.h"

typedef enum compare_kind {
  COMPARE_ALONG,   ///< Ratio along an axis.
  COMPARE_ERROR,   ///< Remaining error against frame time.
  COMPARE_ROOFLINE ///< Projections per second against the state that each one moves.
} compare_kind;

typedef struct compare_figure {
  const compare_set *set;
  const char *benchmark, *axis; ///< The axis along which points are joined, "*" = not joined.
  compare_kind kind;
} compare_figure;

/// Draft a figure of a subject whose `compared` is a compare_figure.
report_drafter compare_draft_lines;
