/* Why this file exists: the lines that a command in another language reads and answers, as docs/guide/pipe.md says. */
#pragma once

#include "formula/table.h"
#include "support/channel.h"

enum { PIPE_PROTOCOL = 1 };

/// One shape: positions and rest positions [arity] [m], material numbers.
typedef struct pipe_shape {
  const xpbd_vec3_f64 *x, *rest;
  const double *material;
} pipe_shape;

/// Says hello; `element` is "edge", "opposite", ... False after a failure.
bool message_hello(pipe_channel *channel, const char *element, const xpbd_formula_info *info);
/// Asks for `count` shapes: c [count], g [count][arity]; g NULL = only C is wanted. NaN in all of them after a failure.
/// Returns whether there was none.
bool message_shapes(pipe_channel *channel, const xpbd_formula_info *info, int count, const pipe_shape *shapes,
                    double *c, xpbd_vec3_f64 *g);
/// The most digits that a value of C had so far.
int message_digits(void);
/// Frees what the messages used.
void message_end(void);
