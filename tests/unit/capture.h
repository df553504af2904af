/* Why this file exists: several checks read what a program prints. This redirects a descriptor into a file for a
 * while. */
#pragma once

#include <stdio.h>

typedef struct capture {
  FILE *file;
  int descriptor, saved; ///< The redirected descriptor, and a copy of the original.
} capture;

/// Redirects output on `descriptor` to a new temporary file from now on.
capture capture_begin(int descriptor);
/// Restores the descriptor and closes the file. `text` receives what was printed, as far as it fits; "" if there was no
/// file.
void capture_end(const capture *self, char *text, size_t capacity);
