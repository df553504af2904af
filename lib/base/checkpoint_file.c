/* Why this file exists: reads and writes the bytes of a checkpoint and refuses files that do not match. It does not
 * depend on any solver. */
#include "base/checkpoint_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/error.h"
#include "base/file.h"

#define VERSION "4"
static const char magic[] = XPBD_CHECKPOINT_KIND VERSION ", little-endian";

enum { MAGIC_SIZE = sizeof magic - 1 };

enum { CHUNK = 1 << 16 }; /* doubles */

/* Numbers have the same bytes in the file as in memory. */
static xpbd_status check_machine(void) {
  const uint32_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  XPBD_REQUIRE(first == 1, XPBD_ERR_UNSUPPORTED, "checkpoints need a little-endian machine");
  return XPBD_OK;
}

uint64_t xpbd_checkpoint_hash(uint64_t hash, const void *data, size_t size) {
  const unsigned char *bytes = data;
  for (size_t k = 0; k < size; k += 8) {
    uint64_t word = 0;
    memcpy(&word, bytes + k, size - k < 8 ? size - k : 8);
    hash = xpbd_mix(hash, word);
  }
  return xpbd_mix(hash, size);
}

static uint64_t hash_of(const xpbd_checkpoint *head, const double *state) {
  return xpbd_checkpoint_hash(xpbd_checkpoint_hash(1, head, sizeof *head), state, head->numbers * sizeof *state);
}

xpbd_status xpbd_checkpoint_write(const char *path, const xpbd_checkpoint *head, const double *state) {
  XPBD_TRY(check_machine());
  const uint64_t hash = hash_of(head, state);
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  fwrite(magic, 1, MAGIC_SIZE, file.stream);
  fwrite(head, sizeof *head, 1, file.stream);
  fwrite(state, sizeof *state, head->numbers, file.stream);
  fwrite(&hash, sizeof hash, 1, file.stream);
  return xpbd_file_commit(&file); /* checks the errors of the stream */
}

static xpbd_status check_head(const char *path, const xpbd_checkpoint_owner *own, const xpbd_checkpoint *head) {
  XPBD_REQUIRE(head->particles == own->particles, XPBD_ERR_INVALID_ARGUMENT,
               "%s: saved with %" PRIu64 " particles, but this scene has %" PRIu64, path, head->particles,
               own->particles);
  XPBD_REQUIRE(head->scene == own->scene, XPBD_ERR_INVALID_ARGUMENT, "%s: saved from another scene (%s differ)", path,
               own->scene_words);
  XPBD_REQUIRE(head->settings == own->settings, XPBD_ERR_INVALID_ARGUMENT, "%s: saved with other settings (%s)", path,
               own->settings_words);
  XPBD_REQUIRE(head->numbers >= own->least && head->numbers <= own->most && head->at <= own->last, XPBD_ERR_BAD_FILE,
               "%s: the file is damaged", path);
  return XPBD_OK;
}

/* A damaged file must not decide how much memory is allocated, so memory at most doubles what was read. */
static xpbd_status read_state(FILE *file, const char *path, uint64_t numbers, double **state) {
  uint64_t held = 0, done = 0;
  while (done < numbers) {
    if (done == held) {
      held = held + (held < CHUNK ? CHUNK : held) < numbers ? held + (held < CHUNK ? CHUNK : held) : numbers;
      double *grown = realloc(*state, (size_t)held * sizeof **state);
      XPBD_REQUIRE(grown, XPBD_ERR_OUT_OF_MEMORY, "no memory for %" PRIu64 " numbers of state", held);
      *state = grown;
    }
    const size_t got = fread(*state + done, sizeof **state, (size_t)(held - done), file);
    XPBD_REQUIRE(got > 0, XPBD_ERR_BAD_FILE, "%s: the file ends too early", path);
    done += got;
  }
  return XPBD_OK;
}

static xpbd_status read_open(FILE *file, const char *path, const xpbd_checkpoint_owner *owner, xpbd_checkpoint *head,
                             double **state) {
  char found[MAGIC_SIZE + 1] = {0};
  const char *version = found + strlen(XPBD_CHECKPOINT_KIND);
  uint64_t hash = 0;
  XPBD_REQUIRE(fread(found, 1, MAGIC_SIZE, file) == MAGIC_SIZE &&
                   memcmp(found, XPBD_CHECKPOINT_KIND, strlen(XPBD_CHECKPOINT_KIND)) == 0,
               XPBD_ERR_BAD_FILE, "%s: not a checkpoint", path);
  XPBD_REQUIRE(strcmp(found, magic) == 0, XPBD_ERR_BAD_FILE,
               "%s: a checkpoint of version %.*s, but this library reads version " VERSION "; start the run again",
               path, (int)strcspn(version, ","), version);
  XPBD_REQUIRE(fread(head, sizeof *head, 1, file) == 1, XPBD_ERR_BAD_FILE, "%s: the file ends too early", path);
  XPBD_TRY(check_head(path, owner, head));
  XPBD_TRY(read_state(file, path, head->numbers, state));
  XPBD_REQUIRE(fread(&hash, sizeof hash, 1, file) == 1, XPBD_ERR_BAD_FILE, "%s: the file ends too early", path);
  XPBD_REQUIRE(hash == hash_of(head, *state) && fgetc(file) == EOF, XPBD_ERR_BAD_FILE, "%s: the file is damaged", path);
  return XPBD_OK;
}

xpbd_status xpbd_checkpoint_read(const char *path, const xpbd_checkpoint_owner *owner, xpbd_checkpoint *head,
                                 double **state) {
  *state = NULL;
  XPBD_TRY(check_machine());
  FILE *file = NULL;
  XPBD_TRY(xpbd_file_open(path, "a checkpoint, as xpbd-sim --save writes it", &file));
  xpbd_status status = read_open(file, path, owner, head, state);
  if (ferror(file)) status = xpbd_file_check_read(file, path); /* which looked like a file that ends too early */
  fclose(file);
  if (status != XPBD_OK) {
    free(*state);
    *state = NULL;
  }
  return status;
}
