/* Why this file exists: finds or makes the key of a user, hashes with it, and adds or checks the seal of a file. The hash
 * is a short public one, so that no library is needed. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // fopencookie()
#endif
#include "file_seal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

enum { PATH = 4096, WORD = 8 };

static uint64_t word_at(const unsigned char *bytes) {
  uint64_t out = 0;
  for (int k = WORD; k-- > 0;) out = out << 8 | bytes[k];
  return out;
}

static uint64_t turn(uint64_t x, int bits) {
  return x << bits | x >> (64 - bits);
}

static void mix(uint64_t v[4], int rounds) {
  for (int k = 0; k < rounds; k++) {
    v[0] += v[1], v[1] = turn(v[1], 13) ^ v[0], v[0] = turn(v[0], 32);
    v[2] += v[3], v[3] = turn(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = turn(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = turn(v[1], 17) ^ v[2], v[2] = turn(v[2], 32);
  }
}

static void take(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  mix(v, 2);
  v[0] ^= word;
}

void file_seal_hash(const file_seal_key *key, const void *bytes, size_t size, char out[FILE_SEAL_TEXT]) {
  const unsigned char *at = bytes;
  const uint64_t k0 = word_at(key->bytes), k1 = word_at(key->bytes + WORD);
  uint64_t v[4] = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d) ^ 0xee,
                   k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
  unsigned char last[WORD] = {0};
  size_t left = size;
  for (; left >= WORD; at += WORD, left -= WORD) take(v, word_at(at));
  if (left > 0) memcpy(last, at, left);
  last[WORD - 1] = (unsigned char)size;
  take(v, word_at(last));
  for (int half = 0; half < 2; half++) {
    v[half == 0 ? 2 : 1] ^= half == 0 ? 0xee : 0xdd;
    mix(v, 4);
    const uint64_t word = v[0] ^ v[1] ^ v[2] ^ v[3];
    for (int k = 0; k < WORD; k++) snprintf(out + 16 * half + 2 * k, 3, "%02x", (unsigned)(word >> 8 * k & 0xff));
  }
}

/// Part of a seal: which key, without telling the key.
static void name_of(const file_seal_key *key, char out[FILE_SEAL_TEXT]) {
  static const char what[] = "xpbd key";
  file_seal_hash(key, what, sizeof what - 1, out);
  out[16] = '\0';
}

/// The folder of the key. False if the user has no home.
static bool find_folder(char out[PATH]) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  const bool own = data && data[0] == '/'; /* the standard says that a relative one is ignored */
  if (!own && (!home || home[0] != '/')) return false;
  return snprintf(out, PATH, own ? "%s/xpbd" : "%s/.local/share/xpbd", own ? data : home) < PATH - 64;
}

static bool read_key(const char *path, file_seal_key *out, char why[FILE_SEAL_WHY]) {
  unsigned char bytes[FILE_SEAL_KEY + 1];
  FILE *file;
  if (xpbd_file_open(path, "a key", &file) != XPBD_OK) {
    snprintf(why, FILE_SEAL_WHY, "%.*s", FILE_SEAL_WHY - 1, xpbd_last_error());
    return false;
  }
  const size_t got = fread(bytes, 1, sizeof bytes, file);
  const xpbd_status status = xpbd_file_check_read(file, path);
  fclose(file);
  if (status != XPBD_OK) {
    snprintf(why, FILE_SEAL_WHY, "%.*s", FILE_SEAL_WHY - 1, xpbd_last_error());
    return false;
  }
  if (got == FILE_SEAL_KEY) {
    memcpy(out->bytes, bytes, FILE_SEAL_KEY);
    return true;
  }
  snprintf(why, FILE_SEAL_WHY, "%.400s is not a key of %d bytes; remove it, and the next run makes one", path,
           (int)FILE_SEAL_KEY);
  return false;
}

/// Write random bytes to a file of its own, and give it the name only if it is still free: another program may make the
/// key at the same time.
static bool make_key(const char *folder, const char *path, char why[FILE_SEAL_WHY]) {
  file_seal_key key;
  char temporary[PATH + 64];
  if (xpbd_folder_create(folder) != XPBD_OK) {
    snprintf(why, FILE_SEAL_WHY, "%.*s", FILE_SEAL_WHY - 1, xpbd_last_error());
    return false;
  }
  snprintf(temporary, sizeof temporary, "%s/key.%ld", folder, (long)getpid());
  unlink(temporary); /* left by a killed process */
  const int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool drawn = file >= 0 && getrandom(key.bytes, FILE_SEAL_KEY, 0) == FILE_SEAL_KEY;
  const ssize_t put = drawn ? write(file, key.bytes, FILE_SEAL_KEY) : -1;
  if (put >= 0 && put < FILE_SEAL_KEY) errno = ENOSPC; /* a disk that has just become full gives no other reason */
  const bool written = put == FILE_SEAL_KEY && fsync(file) == 0;
  const bool named = written && (link(temporary, path) == 0 || errno == EEXIST);
  if (named) xpbd_file_sync_name(path);
  if (!named) snprintf(why, FILE_SEAL_WHY, "%.400s cannot be made: %s", path, strerror(errno));
  if (file >= 0) close(file), unlink(temporary);
  return named;
}

bool file_seal_find_key(bool make, file_seal_key *out, char why[FILE_SEAL_WHY]) {
  char folder[PATH], path[PATH + 8];
  if (!find_folder(folder)) {
    snprintf(why, FILE_SEAL_WHY, "no place for a key; set HOME or XDG_DATA_HOME");
    return false;
  }
  snprintf(path, sizeof path, "%s/key", folder);
  if (make && access(path, F_OK) != 0 && !make_key(folder, path, why)) return false;
  return read_key(path, out, why);
}

bool file_seal_own_key(const char *program, file_seal_key *out) {
  static bool said;
  char why[FILE_SEAL_WHY];
  if (file_seal_find_key(true, out, why)) return true;
  if (!said) fprintf(stderr, "%s: no seal: %s\n", program, why);
  said = true;
  return false;
}

/* The end of a sealed file, with the name of the key and the hash in hex digits. */
#define FILE_SEAL_END "\n  \"seal\": {\"key\": \"%.16s\", \"hash\": \"%.32s\"}\n}\n"
enum { FILE_SEAL_LENGTH = sizeof FILE_SEAL_END - 1 - 5 - 5 + 16 + 32 };

static size_t without_blanks(const char *bytes, size_t size) {
  while (size > 0 && strchr(" \t\r\n", bytes[size - 1]) && bytes[size - 1] != '\0') size--;
  return size;
}

void file_seal_write(FILE *stream, const char *object, size_t size, const file_seal_key *key) {
  char end[FILE_SEAL_LENGTH + 1], hash[FILE_SEAL_TEXT], name[FILE_SEAL_TEXT];
  size_t length = without_blanks(object, size);
  if (!key || length == 0 || object[length - 1] != '}') {
    fwrite(object, 1, size, stream);
    return;
  }
  length = without_blanks(object, length - 1);
  file_seal_hash(key, object, length, hash);
  name_of(key, name);
  snprintf(end, sizeof end, FILE_SEAL_END, name, hash);
  fwrite(object, 1, length, stream);
  fputc(',', stream);
  fwrite(end, 1, strlen(end), stream);
}

/// The part of the end that begins with `word`, as `digits` hex digits. False if it is something else.
static bool part_of(const char *end, const char *word, int digits, char out[FILE_SEAL_TEXT]) {
  const char *at = strstr(end, word);
  if (!at) return false;
  snprintf(out, FILE_SEAL_TEXT, "%.*s", digits, at + strlen(word));
  return (int)strspn(out, "0123456789abcdef") == digits;
}

/// The state of a file that does not end as a sealed one: a JSON tool or an editor may have moved its seal.
static file_seal_state unread(const char *bytes, size_t size) {
  static const char parts[][7] = {"\"seal\"", ":", "{", "\"key\""};
  const char *const end = bytes + size;
  for (const char *at = bytes; (at = memmem(at, (size_t)(end - at), parts[0], 6)) != NULL; at++) {
    const char *behind = at;
    size_t k = 0;
    for (; k < sizeof parts / sizeof *parts; k++) {
      while (behind < end && memchr(" \t\r\n", *behind, 4)) behind++;
      const size_t length = strlen(parts[k]);
      if ((size_t)(end - behind) < length || memcmp(behind, parts[k], length) != 0) break;
      behind += length;
    }
    if (k == sizeof parts / sizeof *parts) return FILE_SEAL_MARRED;
  }
  return FILE_SEAL_NONE;
}

file_seal_state file_seal_check(const char *bytes, size_t size, const file_seal_key *key) {
  char end[FILE_SEAL_LENGTH + 1], again[FILE_SEAL_LENGTH + 1], name[FILE_SEAL_TEXT], hash[FILE_SEAL_TEXT],
      own[FILE_SEAL_TEXT];
  if (size <= FILE_SEAL_LENGTH) return unread(bytes, size);
  const size_t length = size - FILE_SEAL_LENGTH - 1; /* the comma is not sealed */
  memcpy(end, bytes + length + 1, FILE_SEAL_LENGTH);
  end[FILE_SEAL_LENGTH] = '\0';
  if (!part_of(end, "\"key\": \"", 16, name) || !part_of(end, "\"hash\": \"", 32, hash)) return unread(bytes, size);
  snprintf(again, sizeof again, FILE_SEAL_END, name, hash);
  if (bytes[length] != ',' || strcmp(end, again) != 0) return unread(bytes, size);
  if (!key) return FILE_SEAL_NO_KEY;
  name_of(key, own);
  if (strcmp(own, name) != 0) return FILE_SEAL_OTHER;
  file_seal_hash(key, bytes, length, own);
  return strcmp(own, hash) == 0 ? FILE_SEAL_GOOD : FILE_SEAL_BROKEN;
}

static ssize_t keep(void *cookie, const char *bytes, size_t size) {
  file_seal_text *text = cookie;
  if (size > text->room - text->size) {
    const size_t room = 2 * (text->size + size);
    char *larger = realloc(text->bytes, room);
    if (!larger) return 0;
    text->bytes = larger;
    text->room = room;
  }
  memcpy(text->bytes + text->size, bytes, size);
  text->size += size;
  return (ssize_t)size;
}

FILE *file_seal_text_open(file_seal_text *out) {
  *out = (file_seal_text){0};
  return fopencookie(out, "w", (cookie_io_functions_t){.write = keep});
}

bool file_seal_text_close(FILE *stream) {
  const bool whole = fflush(stream) == 0 && !ferror(stream);
  return fclose(stream) == 0 && whole;
}
