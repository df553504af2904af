/* Why this file exists: a name in a file may hold any character. Some drive a terminal, and some turn the direction of the
 * text around them, so that a reader sees other words than are there. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Bytes of the control character or direction mark at `text`. 0 = it is another character, or the end.
size_t unseen_bytes(const char *text);
/// Whether it is a direction mark: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
bool unseen_turns(const char *text);
