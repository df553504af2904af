/* Why this file exists: a page, a table or joined results are made of parts, and a part without memory is easily left
 * out in silence. So all parts get their memory here. A failure is remembered, and then no file is committed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/file.h"

/// Call this first. JSON then takes its memory here.
void report_begin(void);
/// calloc().
void *report_memory(size_t count, size_t size);
/// Open a stream that writes a text into memory. After it is closed, the caller owns the written text in *text, ended
/// by a zero after *size bytes. Unlike open_memstream() it never loses bytes silently. NULL: no memory.
FILE *report_stream(char **text, size_t *size);
/// Whether any of these ever lacked memory.
bool report_lost(void);
/// xpbd_file_commit(), unless something was lost: XPBD_ERR_OUT_OF_MEMORY, and the file is discarded.
xpbd_status report_commit(xpbd_file *file);
