/* Why this file exists: what a program prints is looked at by several checks: a descriptor is led into a file for a while. */
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdio.h>

typedef struct capture {
  FILE *file;
  int descriptor, saved; ///< The one that is led there, and a copy of it to go back to.
} capture;

/// Move what is printed on `descriptor` from now on to a new temporary file.
capture capture_begin(int descriptor);
/// Go back, and close the file. What was printed, as far as there is room, goes to `text`; "" where there was no file.
void capture_end(const capture *self, char *text, size_t capacity);

#endif
