/* Why this file exists: what a program prints is looked at by several checks: a descriptor is led into a file for a while. */
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdio.h>

/// Move what is printed on `descriptor` to a new temporary file; the descriptor to go back to is returned in `saved`.
FILE *capture_begin(int descriptor, int *saved);
/// Go back, and close the file. What was printed, as far as there is room, goes to `text`; "" where there was no file.
void capture_end(FILE *file, int descriptor, int saved, char *text, size_t capacity);

#endif
