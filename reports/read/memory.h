/* Why this file exists: a page, a table or joined results are made of parts, and a part that there is no memory for is easily left
 * out without a word. So whoever makes parts asks for memory here, which remembers a failure, and no file gets its name after one. */
#ifndef REPORT_MEMORY_H
#define REPORT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/file.h"

/// To be called first: JSON takes its memory here from now on.
void report_begin(void);
/// calloc().
void *report_memory(size_t count, size_t size);
/// Open a stream that writes a text into memory. Once it is closed, *text, owned by the caller, is what was written, ended by a
/// zero behind *size bytes. Unlike open_memstream() it does not lose bytes without an error. NULL: no memory.
FILE *report_stream(char **text, size_t *size);
/// Whether there was no memory for any of these ever.
bool report_lost(void);
/// xpbd_file_commit(), unless something was lost: XPBD_ERR_OUT_OF_MEMORY, and the file is discarded.
xpbd_status report_commit(xpbd_file *file);

#endif
