/* Why this file exists: gnuplot scripts and the page style are separate files, built into the program so that it works
 * wherever it is copied to. embed.cmake makes scripts.c from them. */
#pragma once

#include <stddef.h>

typedef struct report_script {
  const char *name; ///< File name without its extension.
  const unsigned char *bytes;
  size_t size;
} report_script;

/// The file of that name; NULL = there is none.
const report_script *report_script_find(const char *name);
