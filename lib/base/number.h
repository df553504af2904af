/* Why this file exists: strtod() and printf() take most of the time of reading and writing a mesh as text. These do the
 * same conversions with integers of 128 bits, for the numbers that such files have. Private to the project. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { XPBD_NUMBER_TEXT = 32 /* bytes that hold any written number */ };

/// Reads a whole word as strtod() would. False if the word is no decimal number, or one that only strtod() can read:
/// more than 19 digits, or a power of ten beyond 27.
bool xpbd_number_read(const char *word, double *out);
/// Writes what "%.17g" prints, which restores the same double. Returns the end of the text, which has no '\0'. Needs the
/// "C" locale.
char *xpbd_number_write(double value, char *out);
/// The same for an integer from 0 on.
char *xpbd_number_write_count(int64_t value, char *out);
