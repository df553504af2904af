/* Why this file exists: files that are either complete under their name or do not exist. Everything the project writes
 * goes through here. It is written under a temporary name next to the target, flushed, checked and renamed. Private to
 * the project. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "xpbd/status.h"

typedef struct xpbd_file {
  FILE *stream;    ///< Write here. xpbd_file_commit() reports errors.
  char *path;      ///< Final name. Owned.
  char *temporary; ///< Name while being written, in the same folder. Owned.
} xpbd_file;

/// XPBD_ERR_IO for the empty name, to which nothing can be written.
xpbd_status xpbd_file_check_name(const char *path);
/// Whether the name is "-", the standard output. ./- is a file of that name.
bool xpbd_file_is_stdout(const char *path);
/// Reserves the standard output for the file "-". What the program prints then goes to the standard error. Call it
/// before printing, once is enough. XPBD_ERR_IO.
xpbd_status xpbd_file_take_stdout(void);
/// The standard output as a stream that the caller closes, for output not written through xpbd_file_create().
/// XPBD_ERR_IO.
xpbd_status xpbd_file_open_stdout(FILE **out);
/// The name under which a file is written, which the caller frees. Links are followed, because renaming onto a link
/// would replace it (e.g. /dev/stdout redirected to a file). NULL if out of memory, or with errno ELOOP for links that
/// lead to each other.
char *xpbd_file_final_name(const char *path);
/// Opens for writing. "-" is the standard output. Removes temporaries of this file left by killed processes, but not
/// those of running ones. XPBD_ERR_IO names the path and the reason.
xpbd_status xpbd_file_create(const char *path, xpbd_file *out);
/// Refuses to replace a file that does not begin with the `mark` of at most 63 bytes, unless it is empty. `what` names
/// the kind of file, e.g. "scene file". XPBD_ERR_IO.
xpbd_status xpbd_file_check_replaced(const char *path, const char *mark, const char *what);
/// Flushes the stream. NULL if everything written so far has arrived, otherwise the reason.
const char *xpbd_file_lost(FILE *stream);
/// Brings the name of a new file or folder to the disk: without that it may be gone after a power failure. NULL, or the
/// reason why this failed. File systems that cannot do it are accepted.
const char *xpbd_file_sync_name(const char *path);
/// Flushes to disk, checks all errors since the start (e.g. a full disk), renames and brings the name to the disk. On
/// failure the temporary is removed, and the name belongs to the unchanged older file or to the complete new one.
/// Closes the xpbd_file in any case.
xpbd_status xpbd_file_commit(xpbd_file *file);
/// The same with only the first `length` bytes, after a write behind them failed: a table keeps its rows on a full disk.
/// XPBD_ERR_IO also if that is nothing, or if the file has no temporary.
xpbd_status xpbd_file_commit_part(xpbd_file *file, int64_t length);
/// Closes and removes the temporary. Accepts a zeroed or committed file.
void xpbd_file_discard(xpbd_file *file);
/// Opens for reading. Refuses a folder, and a pipe that nobody writes to for 2 s, instead of blocking. `what` tells
/// users what to give instead, e.g. "a checkpoint that --save wrote". XPBD_ERR_IO if it cannot be opened.
xpbd_status xpbd_file_open(const char *path, const char *what, FILE **out);
/// The same for a plain file of at most `most` bytes: a device or a pipe may have no end.
xpbd_status xpbd_file_open_plain(const char *path, const char *what, int64_t most, FILE **out);

/// XPBD_ERR_IO if the last read from the stream failed. To its reader it looked like the end of the file.
xpbd_status xpbd_file_check_read(FILE *stream, const char *path);

/// Creates a folder and its parents, or accepts an existing one. XPBD_ERR_IO if it cannot be created or written to.
xpbd_status xpbd_folder_create(const char *path);

/// How many bytes at the end of a folder's name belong to folders that do not exist yet.
size_t xpbd_folder_missing(const char *path);
/// Removes the folders of that many bytes again, which were made only as a test. One that is no longer empty stays.
void xpbd_folder_unmake(const char *path, size_t missing);

/// The right to write into a folder, for a program whose files belong together. Zeroed = not held.
typedef struct xpbd_folder_lock {
  bool held;
  int descriptor;
} xpbd_folder_lock;
/// Takes it. It ends with the process, and leaves nothing in the folder. XPBD_ERR_IO: another process holds it. Where
/// the file system has no locks, nothing is held and nothing refused.
xpbd_status xpbd_folder_hold(const char *path, xpbd_folder_lock *out);
/// Safe on a zeroed lock, and twice.
void xpbd_folder_release(xpbd_folder_lock *lock);

/// The path of `relative`, starting in the folder of the running program. False if that is unknown, or if `out` cannot
/// hold both paths one after the other.
bool xpbd_file_beside_program(const char *relative, char *out, size_t capacity);
