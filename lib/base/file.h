/* Why this file exists: a file that is either complete under its name or not there. Everything the project writes goes
 * through here: written beside the target under a temporary name, flushed, checked, renamed. Private to the project. */
#ifndef XPBD_FILE_H
#define XPBD_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "xpbd/status.h"

typedef struct xpbd_file {
  FILE *stream;    ///< Write here; errors are found by xpbd_file_commit().
  char *path;      ///< Final name. Owned.
  char *temporary; ///< Name while being written, in the same folder. Owned.
} xpbd_file;

/// XPBD_ERR_IO for a name that nothing is written to: "".
xpbd_status xpbd_file_check_name(const char *path);
/// Whether the name is "-", the standard output; ./- is a file of that name.
bool xpbd_file_is_stdout(const char *path);
/// Keep the standard output for the file "-": what the program prints goes to the standard error from now on. For programs
/// that have such an output, before they print. Once is enough. XPBD_ERR_IO.
xpbd_status xpbd_file_take_stdout(void);
/// That output as a stream, which the caller closes: for what is not written through xpbd_file_create(). XPBD_ERR_IO.
xpbd_status xpbd_file_open_stdout(FILE **out);
/// Open for writing; "-" is the standard output. What killed processes left of this file under temporary names goes; what a
/// living one still writes is locked and stays. XPBD_ERR_IO names the path and the reason.
xpbd_status xpbd_file_create(const char *path, xpbd_file *out);
/// Flush what is written to: NULL when all of it has arrived since the start, otherwise why not.
const char *xpbd_file_lost(FILE *stream);
/// Flush to disk, check every error since the start (a full disk among them), rename. On failure the temporary is
/// removed and an older file of that name stays as it was. The xpbd_file is closed either way.
xpbd_status xpbd_file_commit(xpbd_file *file);
/// Close and remove the temporary. Accepts a zeroed or committed file.
void xpbd_file_discard(xpbd_file *file);
/// Open for reading. A folder is refused, and so is a pipe that nobody writes to for 2 s: neither blocks. `what` is what a user
/// should give instead, e.g. "a checkpoint that --save wrote". XPBD_ERR_IO when it cannot be opened.
xpbd_status xpbd_file_open(const char *path, const char *what, FILE **out);

/// Make a folder and its parents; fine when it exists. XPBD_ERR_IO when it cannot be made or written to.
xpbd_status xpbd_folder_create(const char *path);

/// The path of `relative` as seen from the folder of the running program. False when that is not known or there is no room
/// for it and for the program's own, one after the other.
bool xpbd_file_beside_program(const char *relative, char *out, size_t capacity);

#endif
