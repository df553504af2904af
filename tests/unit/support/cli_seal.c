/* Why this file exists: a seal that misses a change, or is not the published hash, proves nothing. Tests the hash
 * against the vectors of its authors, and every byte of a small sealed file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/folder.h"
#include "support/file_seal.h"
#include "unit/parts.h"

enum { ROOM = 512 };

static file_seal_key counting(void) {
  file_seal_key key;
  for (int i = 0; i < FILE_SEAL_KEY; i++) key.bytes[i] = (unsigned char)i;
  return key;
}

/* vectors_sip128 of the reference implementation, for messages 00 01 02 ... of these lengths. */
static void vectors(check *self, int argument) {
  static const struct {
    size_t length;
    const char *hash;
  } known[] = {{0, "a3817f04ba25a8e66df67214c7550293"}, {1, "da87c1d86b99af44347659119b22fc45"},
               {2, "8177228da4a45dc7fca38bdef60affe4"}, {7, "a1f1ebbed8dbc153c0b84aa61ff08239"},
               {8, "3b62a9ba6258f5610f83e264f31497b4"}, {15, "5493e99933b0a8117e08ec0f97cfc3d9"},
               {63, "5150d1772f50834a503e069a973fbd7c"}};
  const file_seal_key key = counting();
  unsigned char message[64];
  char hash[FILE_SEAL_TEXT];
  for (int i = 0; i < 64; i++) message[i] = (unsigned char)i;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    file_seal_hash(&key, message, known[k].length, hash);
    check_true(self, strcmp(hash, known[k].hash) == 0, "%zu bytes: %s", known[k].length, hash);
  }
  message[0] = 1;
  file_seal_hash(&key, message, 1, hash);
  check_control(self, strcmp(hash, known[1].hash) != 0, "another byte");
}

/// Seal a text. Returns its length.
static size_t sealed(const char *text, const file_seal_key *key, char out[ROOM]) {
  FILE *stream = fmemopen(out, ROOM, "w");
  if (!stream) return 0;
  file_seal_write(stream, text, strlen(text), key);
  const long length = ftell(stream);
  fclose(stream);
  return length > 0 ? (size_t)length : 0;
}

static void changes(check *self, int argument) {
  const file_seal_key key = counting();
  file_seal_key other = key;
  char text[ROOM] = "", plain[ROOM] = "";
  const size_t length = sealed("{\n  \"a\": [1, 2],\n  \"b\": 3\n}\n", &key, text);
  check_true(self, file_seal_check(text, length, &key) == FILE_SEAL_GOOD, "unchanged: %s", text);
  check_true(self, strstr(text, "\"b\": 3,\n  \"seal\": {\"key\": \"") != NULL, "it stays JSON: %s", text);
  int missed = 0;
  for (size_t i = 0; i < length; i++) {
    text[i] ^= 1;
    missed += file_seal_check(text, length, &key) == FILE_SEAL_GOOD;
    text[i] ^= 1;
  }
  check_true(self, missed == 0, "%d changed bytes were missed", missed);
  check_true(self, file_seal_check(text, length - 1, &key) != FILE_SEAL_GOOD, "a byte less");
  static const char *const moved[] = {"{\"seal\": {\"key\": 1}}", "{\r\n \"seal\" :\n{ \"key\"",
                                      "\"seal\", \"seal\":{\"key\":"};
  for (size_t i = 0; i < sizeof moved / sizeof *moved; i++)
    check_true(self, file_seal_check(moved[i], strlen(moved[i]), &key) == FILE_SEAL_MARRED, "a moved seal %zu", i);
  text[length] = '\n';
  check_true(self, file_seal_check(text, length + 1, &key) == FILE_SEAL_MARRED, "a line more");
  text[length] = '\0';
  static const char *const none[] = {"", "{\"seal\": 1}", "\"seal\": {\"ke", "{\"name\": \"seal\", \"key\": 1}"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    check_true(self, file_seal_check(none[i], strlen(none[i]), &key) == FILE_SEAL_NONE, "no seal %zu", i);
  text[4] = 'x';
  check_true(self, file_seal_check(text, length, &key) == FILE_SEAL_BROKEN, "a change of the content is named");
  text[4] = ' ';
  other.bytes[15] ^= 1;
  check_true(self, file_seal_check(text, length, &other) != FILE_SEAL_GOOD, "another key");
  check_true(self, file_seal_check(text, length, NULL) == FILE_SEAL_NO_KEY, "no key");
  const size_t bare = sealed("{\"a\": 1}\n", NULL, plain);
  check_true(self, strcmp(plain, "{\"a\": 1}\n") == 0 && file_seal_check(plain, bare, &key) == FILE_SEAL_NONE,
             "without a key there is no seal: %s", plain);
  check_control(self, file_seal_check(text, length, &other) == FILE_SEAL_OTHER, "another key is told apart");
}

/// Sets a variable of the environment; NULL removes it.
static void set(const char *name, const char *value) {
  if (value)
    setenv(name, value, 1);
  else
    unsetenv(name);
}

static void keys(check *self, int argument) {
  char *folder = folder_make(self), path[ROOM], why[FILE_SEAL_WHY], home[ROOM] = "", data[ROOM] = "";
  const char *old_home = getenv("HOME"), *old_data = getenv("XDG_DATA_HOME");
  if (old_home) snprintf(home, sizeof home, "%s", old_home);
  if (old_data) snprintf(data, sizeof data, "%s", old_data);
  file_seal_key first = {{0}}, again = {{0}};
  struct stat what;
  set("XDG_DATA_HOME", NULL), set("HOME", NULL);
  check_true(self, !file_seal_find_key(true, &first, why) && strstr(why, "HOME"), "no home: %s", why);
  set("HOME", folder);
  check_true(self, !file_seal_find_key(false, &first, why), "a reader makes no key");
  check_true(self, file_seal_find_key(true, &first, why), "a writer does: %s", why);
  check_true(self, file_seal_find_key(false, &again, why) && memcmp(&first, &again, sizeof first) == 0, "and it stays");
  snprintf(path, sizeof path, "%s/.local/share/xpbd/key", folder);
  check_true(self, stat(path, &what) == 0 && (what.st_mode & 0777) == 0600 && what.st_size == FILE_SEAL_KEY,
             "only the user reads it");
  set("XDG_DATA_HOME", folder);
  check_true(self, file_seal_find_key(true, &again, why), "XDG_DATA_HOME: %s", why);
  check_control(self, memcmp(&first, &again, sizeof first) != 0, "each place has its own key");
  truncate(path, 3);
  set("XDG_DATA_HOME", "relative");
  check_true(self, !file_seal_find_key(true, &again, why) && strstr(why, "remove it"), "half a key: %s", why);
  unlink(path);
  static const char *const made[] = {"xpbd/key", "xpbd", ".local/share/xpbd", ".local/share", ".local"};
  for (size_t k = 0; k < sizeof made / sizeof *made; k++) remove(folder_path(folder, made[k]));
  set("HOME", old_home ? home : NULL), set("XDG_DATA_HOME", old_data ? data : NULL);
}

void check_cli_seal(check_registry *registry) {
  check_add(registry, "seal-hash", "the keyed hash of seals, against published values", vectors, 0);
  check_add(registry, "seal-changes", "every changed byte of a sealed file", changes, 0);
  check_add(registry, "seal-keys", "where the key is, who makes it, who reads it", keys, 0);
}
