/* Why this file exists: a reader must know whether results were changed after they were written. A program that writes
 * results ends them with a seal: a keyed hash of all bytes before it. The key is the user's own. So a seal proves that
 * a program of this user wrote the file and that nobody changed it since. It proves nothing to others. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FILE_SEAL_KEY = 16, FILE_SEAL_TEXT = 33, FILE_SEAL_WHY = 512 };

/// What a reader finds.
typedef enum file_seal_state {
  FILE_SEAL_GOOD,   ///< Written with the key of this user, and unchanged.
  FILE_SEAL_NONE,   ///< The file has no seal.
  FILE_SEAL_MARRED, ///< It has one that cannot be checked, because the file was formatted again or its end was changed.
  FILE_SEAL_NO_KEY, ///< This user has no key, so nothing can be checked.
  FILE_SEAL_OTHER,  ///< Written with another key.
  FILE_SEAL_BROKEN  ///< Written with the key of this user, and changed since.
} file_seal_state;

typedef struct file_seal_key {
  unsigned char bytes[FILE_SEAL_KEY];
} file_seal_key;

/// The key of the user, in $XDG_DATA_HOME/xpbd/key or ~/.local/share/xpbd/key. With `make`, a missing one is made. False
/// with a line in `why`.
bool file_seal_find_key(bool make, file_seal_key *out, char why[FILE_SEAL_WHY]);
/// The key, made if it is missing. Without one, standard error has one line that begins with the name of the program, once.
bool file_seal_own_key(const char *program, file_seal_key *out);

/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein 2012), as 32 hex digits.
void file_seal_hash(const file_seal_key *key, const void *bytes, size_t size, char out[FILE_SEAL_TEXT]);

/// A text in memory. open_memstream() loses parts of it without an error if memory runs out.
typedef struct file_seal_text {
  char *bytes; ///< Owned: free() it.
  size_t size, room;
} file_seal_text;

/// A stream that writes into *out, which must live until it is closed. NULL without memory. A later lack of memory is an
/// error of the stream.
FILE *file_seal_text_open(file_seal_text *out);
/// Close it. False if a part is missing.
bool file_seal_text_close(FILE *stream);

/// Write a JSON object with the member "seal" added at its end. Without a key it is written as it is.
void file_seal_write(FILE *stream, const char *object, size_t size, const file_seal_key *key);

/// Check the end of a file. `key` NULL = this user has none.
file_seal_state file_seal_check(const char *bytes, size_t size, const file_seal_key *key);
