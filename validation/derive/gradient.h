/* Why this file exists: the gradient of an expression by the positions, as expressions. */
#pragma once

#include "graph.h"

enum { GRADIENT_PARTICLES = 8 };

typedef struct gradient {
  int arity;
  int particle[GRADIENT_PARTICLES]; ///< The gradient of each: vectors, times *scale.
  int scale;                        ///< What goes into *scale; -1: it stays 1.
  int others;                       ///< The particle that gets minus the sum of the others, -1 = none.
  int part_count;
  int *part;  ///< [part_count] The parts of the value, and
  int *slope; ///< [part_count] the derivatives of C by them. Both owned.
} gradient;

/// Differentiates a number. `guarded`: with guards against divisions by 0, for C. False if it does not depend on the
/// positions, or without memory. Free with gradient_free().
bool gradient_of(graph *g, int value, int arity, bool guarded, gradient *out);
void gradient_free(gradient *out);
