/* Why this file exists: tests the base layer to the byte: checkpoints as stored on disk and every way to damage one,
 * temporary files left by killed processes, what can be read and written, VTK with everything it can hold, the words of
 * statuses and settings. */
#define _DEFAULT_SOURCE /* flock */
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/apart.h"
#include "base/checkpoint_file.h"
#include "base/error.h"
#include "base/extent.h"
#include "base/file.h"
#include "base/movers.h"
#include "base/vtk.h"
#include "runner/check.h"
#include "runner/folder.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

static size_t file_bytes(const char *path, void *out, size_t capacity) {
  FILE *stream = fopen(path, "rb");
  const size_t count = stream ? fread(out, 1, capacity, stream) : 0;
  if (stream) fclose(stream);
  return count;
}

/// The message after the path that it begins with; "?" if it begins otherwise.
static const char *said_of(const char *path) {
  const size_t length = strlen(path);
  return strncmp(xpbd_last_error(), path, length) == 0 ? xpbd_last_error() + length : "?";
}

/* ---- checkpoints ---- */

static const char magic[] = "xpbd-checkpoint 4, little-endian";
enum { MAGIC = sizeof magic - 1, HEAD = 40, NUMBERS = 3, SIZE = MAGIC + HEAD + 8 * NUMBERS + 8 };

static const xpbd_checkpoint head = {.particles = 5, .scene = 77, .settings = 88, .at = 9, .numbers = NUMBERS};
static const double state[NUMBERS] = {1.5, -2.25, 1e300};
static const xpbd_checkpoint_owner owner = {.particles = 5,
                                            .scene = 77,
                                            .settings = 88,
                                            .least = 3,
                                            .most = 3,
                                            .last = 9,
                                            .scene_words = "mesh or wind",
                                            .settings_words = "steps"};

/// Reading fails with this message about the file, and leaves nothing.
static bool is_refused(const char *path, const xpbd_checkpoint_owner *own, xpbd_status expected, const char *words) {
  xpbd_checkpoint found;
  double *numbers = (double *)(size_t)8;
  const xpbd_status status = xpbd_checkpoint_read(path, own, &found, &numbers);
  const bool same = status == expected && !numbers && strcmp(said_of(path), words) == 0;
  if (status == XPBD_OK) free(numbers);
  return same;
}

static void checkpoints(check *self, int unused) {
  char *folder = folder_make(self), path[512];
  unsigned char bytes[SIZE + 8], spoilt[SIZE + 8];
  xpbd_checkpoint found;
  double *numbers = NULL;
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  check_status(self, xpbd_checkpoint_write(path, &head, state), XPBD_OK, "written");
  check_same(self, file_bytes(path, bytes, sizeof bytes), SIZE, "bytes");
  check_true(self, memcmp(bytes, magic, MAGIC) == 0 && memcmp(bytes + MAGIC, &head, HEAD) == 0, "line and head");
  check_true(self, memcmp(bytes + MAGIC + HEAD, state, sizeof state) == 0, "state");
  uint64_t hash;
  memcpy(&hash, bytes + SIZE - 8, 8);
  check_same(self, hash, xpbd_checkpoint_hash(xpbd_checkpoint_hash(1, &head, HEAD), state, sizeof state), "its hash");
  if (check_status(self, xpbd_checkpoint_read(path, &owner, &found, &numbers), XPBD_OK, "read")) {
    check_true(self, memcmp(&found, &head, HEAD) == 0 && memcmp(numbers, state, sizeof state) == 0, "comes back");
    free(numbers);
  }
  static const char none[] = ": not a checkpoint", early[] = ": the file ends too early",
                    damaged[] = ": the file is damaged";
  check_control(self, !is_refused(path, &owner, XPBD_ERR_BAD_FILE, damaged), "a good one");
  for (size_t length = 0; length < SIZE; length++) {
    file_put(self, path, bytes, length);
    check_true(self, is_refused(path, &owner, XPBD_ERR_BAD_FILE, length < MAGIC ? none : early), "%zu bytes: %s",
               length, xpbd_last_error());
  }
  bytes[SIZE] = 0;
  file_put(self, path, bytes, SIZE + 1);
  check_true(self, is_refused(path, &owner, XPBD_ERR_BAD_FILE, damaged), "a byte more: %s", xpbd_last_error());
  for (size_t k = 0; k < SIZE; k++) { /* no byte may differ */
    memcpy(spoilt, bytes, SIZE);
    spoilt[k] ^= 64;
    file_put(self, path, spoilt, SIZE);
    double *kept = NULL;
    const xpbd_status status = xpbd_checkpoint_read(path, &owner, &found, &kept);
    const bool whose = k >= MAGIC && k < MAGIC + 24; /* particles, scene, settings */
    check_status(self, status, whose ? XPBD_ERR_INVALID_ARGUMENT : XPBD_ERR_BAD_FILE, "byte %zu", k);
    check_true(self, !kept, "byte %zu: nothing is left", k);
  }
  memcpy(spoilt, bytes, SIZE);
  spoilt[strlen("xpbd-checkpoint ")] = '3';
  file_put(self, path, spoilt, SIZE);
  check_true(self,
             is_refused(path, &owner, XPBD_ERR_BAD_FILE,
                        ": a checkpoint of version 3, but this library reads version 4; start the run again"),
             "an older one: %s", xpbd_last_error());

  /* the owner */
  check_status(self, xpbd_checkpoint_write(path, &head, state), XPBD_OK, "written again");
  xpbd_checkpoint_owner other = owner;
  other.particles = 6;
  check_true(self,
             is_refused(path, &other, XPBD_ERR_INVALID_ARGUMENT, ": saved with 5 particles, but this scene has 6"),
             "%s", xpbd_last_error());
  other = owner, other.scene++;
  check_true(self,
             is_refused(path, &other, XPBD_ERR_INVALID_ARGUMENT, ": saved from another scene (mesh or wind differ)"),
             "%s", xpbd_last_error());
  other = owner, other.settings++;
  check_true(self, is_refused(path, &other, XPBD_ERR_INVALID_ARGUMENT, ": saved with other settings (steps)"), "%s",
             xpbd_last_error());
  other = owner, other.last = 8;
  check_true(self, is_refused(path, &other, XPBD_ERR_BAD_FILE, damaged), "too late: %s", xpbd_last_error());
  other = owner, other.least = 4, other.most = 5;
  check_true(self, is_refused(path, &other, XPBD_ERR_BAD_FILE, damaged), "too few: %s", xpbd_last_error());
  other = owner, other.least = 1, other.most = 2;
  check_true(self, is_refused(path, &other, XPBD_ERR_BAD_FILE, damaged), "too many: %s", xpbd_last_error());
  check_true(self,
             is_refused(folder, &owner, XPBD_ERR_IO, ": is a folder; give a checkpoint, as xpbd-sim --save writes it"),
             "%s", xpbd_last_error());
  check_true(self, is_refused("nowhere", &owner, XPBD_ERR_IO, ": cannot be read: No such file or directory"), "%s",
             xpbd_last_error());

  /* more numbers than are read at once, and a head that promises more than there are */
  enum { MANY = 3 * 65536 + 5 };
  OWNED(check_free) double *many = malloc(MANY * sizeof *many);
  xpbd_checkpoint large = head;
  large.numbers = MANY, other = owner, other.most = UINT64_MAX / 16;
  for (int k = 0; many && k < MANY; k++) many[k] = sqrt(k);
  if (check_true(self, many != NULL, "memory") &&
      check_status(self, xpbd_checkpoint_write(path, &large, many), XPBD_OK, "a large one") &&
      check_status(self, xpbd_checkpoint_read(path, &other, &found, &numbers), XPBD_OK, "read")) {
    check_true(self, found.numbers == MANY && memcmp(numbers, many, MANY * sizeof *many) == 0, "comes back");
    free(numbers);
  }
  memcpy(spoilt, bytes, SIZE);
  large.numbers = UINT64_MAX / 32;
  memcpy(spoilt + MAGIC, &large, HEAD);
  file_put(self, path, spoilt, SIZE);
  check_true(self, is_refused(path, &other, XPBD_ERR_BAD_FILE, early), "a promise: %s", xpbd_last_error());
  /* eight bytes at a time, and the length: the same bytes split otherwise have another hash */
  check_true(self,
             xpbd_checkpoint_hash(1, "abcdefghi", 9) != xpbd_checkpoint_hash(1, "abcdefghj", 9) &&
                 xpbd_checkpoint_hash(1, "abcdefgh", 8) != xpbd_checkpoint_hash(1, "abcdefgh", 7) &&
                 xpbd_checkpoint_hash(1, "abcdefgh\0", 9) != xpbd_checkpoint_hash(1, "abcdefgh", 8),
             "the last byte and the length count");
  check_same(self, xpbd_checkpoint_hash(1, "abcdefghi", 9), UINT64_C(0x5c887acf5687f07b), "the hash of nine bytes");
}

/* ---- files ---- */

/// Leftover temporaries of a file are removed when it is written. Files with similar names stay.
static void leftovers(check *self, int unused) {
  static const struct {
    const char *name;
    bool goes;
  } cases[] = {{"a.txt.1-0.part", true},
               {"a.txt.4711-12.part", true},
               {"a.txt.1-0.part2", false},
               {"a.txt.1-0.par", false},
               {"a.txt.1-.part", false},
               {"a.txt.-0.part", false},
               {"a.txt.1.0.part", false},
               {"a.txt-1-0.part", false},
               {"a.txt.1x-0.part", false},
               {"a.txt.1-0x.part", false},
               {"a.tx.1-0.part", false},
               {"a.txtt.1-0.part", false},
               {"b.txt.1-0.part", false},
               {".1-0.part", false},
               {"1-0.part", false},
               {"a.txt.1-0", false},
               {"a.txt", true /* written */},
               {".part", false},
               {"a.txt.1-0.part.9-9.part", false}};
  char *folder = folder_make(self), path[512];
  int goes = 0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    file_put(self, folder_path(folder, cases[k].name), "x", 1), goes += cases[k].goes;
  file_put(self, folder_path(folder, "a.txt.77-0.part"), "x", 1); /* still being written by another process */
  const int locked = open(folder_path(folder, "a.txt.77-0.part"), O_WRONLY);
  check_true(self, locked >= 0 && flock(locked, LOCK_EX | LOCK_NB) == 0, "a lock");
  snprintf(path, sizeof path, "%s", folder_path(folder, "a.txt"));
  xpbd_file file;
  if (check_status(self, xpbd_file_create(path, &file), XPBD_OK, "a file")) {
    char expected[600];
    snprintf(expected, sizeof expected, "%s.%ld-0.part", path, (long)getpid());
    check_true(self, strcmp(file.temporary, expected) == 0 && strcmp(file.path, path) == 0, "its names: %s",
               file.temporary);
    fputs("new", file.stream);
    check_status(self, xpbd_file_commit(&file), XPBD_OK, "complete");
  }
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char found[8] = "";
    const size_t count = file_bytes(folder_path(folder, cases[k].name), found, sizeof found - 1);
    if (strcmp(cases[k].name, "a.txt") == 0)
      check_true(self, strcmp(found, "new") == 0, "what was written: %s", found);
    else
      check_same(self, count, cases[k].goes ? 0 : 1, "bytes of %s", cases[k].name);
  }
  check_control(self, access(folder_path(folder, "a.txt.77-0.part"), F_OK) == 0, "what is locked stays");
  close(locked);
  if (check_status(self, xpbd_file_create(path, &file), XPBD_OK, "again")) {
    check_true(self, access(folder_path(folder, "a.txt.77-0.part"), F_OK) != 0, "its writer has gone: it goes");
    xpbd_file_discard(&file);
  }

  /* a folder without any is remembered, which must not affect the next one */
  char *clean = folder_make(self), *next = folder_make(self);
  for (int k = 0; clean && next && k < 2; k++) {
    const char *where = k == 0 ? clean : next, *left = folder_path(where, "a.txt.1-0.part");
    if (k == 1) file_put(self, left, "x", 1);
    snprintf(path, sizeof path, "%s", folder_path(where, "a.txt"));
    if (!check_status(self, xpbd_file_create(path, &file), XPBD_OK, "a file in folder %d", k)) continue;
    xpbd_file_discard(&file);
    check_same(self, (uint64_t)folder_count(where), 0, "files that are left in folder %d", k);
  }
}

/* A link to a file that does not exist yet stays a link, and the file is where it leads. */
static void links(check *self, int unused) {
  char *folder = folder_make(self), first[600], target[600], inside[700];
  xpbd_file file = {0};
  struct stat what;
  snprintf(inside, sizeof inside, "%s/sub", folder);
  check_true(self, mkdir(inside, 0700) == 0, "a folder");
  snprintf(first, sizeof first, "%s/first", folder), snprintf(target, sizeof target, "%s/sub/target", folder);
  snprintf(inside, sizeof inside, "%s/sub/second", folder);
  check_true(self, symlink("sub/second", first) == 0 && symlink("target", inside) == 0, "a link to a link");
  if (check_status(self, xpbd_file_create(first, &file), XPBD_OK, "by links")) {
    fputs("new", file.stream);
    check_status(self, xpbd_file_commit(&file), XPBD_OK, "complete");
  }
  check_true(self, lstat(first, &what) == 0 && S_ISLNK(what.st_mode), "the first is a link");
  check_true(self, lstat(inside, &what) == 0 && S_ISLNK(what.st_mode), "the second is a link");
  check_true(self, lstat(target, &what) == 0 && S_ISREG(what.st_mode) && what.st_size == 3, "the file has its bytes");
  snprintf(target, sizeof target, "%s/a", folder), snprintf(inside, sizeof inside, "%s/b", folder);
  check_true(self, symlink("b", target) == 0 && symlink("a", inside) == 0, "links to each other");
  check_status(self, xpbd_file_create(target, &file), XPBD_ERR_IO, "links to each other");
  check_true(self, strcmp(said_of(target), ": cannot be written: Too many levels of symbolic links") == 0, "%s",
             xpbd_last_error());
  check_control(self, lstat(target, &what) == 0 && S_ISLNK(what.st_mode), "one of them is replaced");
}

static void names(check *self, int unused) {
  char *folder = folder_make(self), path[512], other[600], expected[700], found[PATH_MAX];
  xpbd_file file = {0};
  FILE *stream = NULL;
  struct stat what;
  check_status(self, xpbd_file_check_name(""), XPBD_ERR_IO, "no name");
  check_said(self, "the name of the file to write is empty", "no name");
  check_status(self, xpbd_file_check_name(NULL), XPBD_ERR_IO, "nothing");
  check_status(self, xpbd_file_check_name("a"), XPBD_OK, "a name");
  check_true(self, xpbd_file_is_stdout("-") && !xpbd_file_is_stdout("./-") && !xpbd_file_is_stdout(NULL), "-");
  check_status(self, xpbd_file_create("a", NULL), XPBD_ERR_INVALID_ARGUMENT, "no place");
  check_said(self, "the output file is NULL", "no place");
  check_status(self, xpbd_file_commit(&file), XPBD_ERR_INVALID_ARGUMENT, "not open");
  check_said(self, "the file to complete is not open", "not open");
  if (check_status(self, xpbd_file_create("-", &file), XPBD_OK, "the standard output")) {
    check_true(self, !file.temporary && strcmp(file.path, "the standard output") == 0, "its name: %s", file.path);
    xpbd_file_discard(&file);
  }
  check_status(self, xpbd_file_create(folder, &file), XPBD_ERR_IO, "a folder");
  check_true(self, strcmp(said_of(folder), ": is a folder; give the name of a file") == 0, "%s", xpbd_last_error());
  snprintf(path, sizeof path, "%s/no/file", folder);
  check_status(self, xpbd_file_create(path, &file), XPBD_ERR_IO, "no folder");
  check_true(self, strcmp(said_of(path), ": cannot be written: No such file or directory") == 0, "%s",
             xpbd_last_error());
  check_true(self, !file.stream && !file.path && !file.temporary, "nothing is left");

  /* a link is followed, a device is written directly; permissions are the user's */
  const mode_t mask = umask(027);
  snprintf(path, sizeof path, "%s/target", folder), snprintf(other, sizeof other, "%s/link", folder);
  file_put(self, path, "old", 3);
  check_true(self, symlink("target", other) == 0, "a link");
  if (check_status(self, xpbd_file_create(other, &file), XPBD_OK, "by a link")) {
    fputs("new", file.stream);
    check_status(self, xpbd_file_commit(&file), XPBD_OK, "complete");
  }
  found[file_bytes(path, found, 9)] = '\0';
  check_true(self, strcmp(found, "new") == 0 && lstat(other, &what) == 0 && S_ISLNK(what.st_mode), "%s, by a link",
             found);
  check_true(self, stat(path, &what) == 0 && (what.st_mode & 0777) == 0640, "permissions %o", (unsigned)what.st_mode);
  umask(mask);
  if (check_status(self, xpbd_file_create("/dev/null", &file), XPBD_OK, "a device")) {
    check_true(self, !file.temporary && strcmp(file.path, "/dev/null") == 0, "as it is");
    check_status(self, xpbd_file_commit(&file), XPBD_OK, "complete");
  }

  /* reading */
  check_status(self, xpbd_file_open(folder, "a file", &stream), XPBD_ERR_IO, "a folder");
  check_true(self, !stream && strcmp(said_of(folder), ": is a folder; give a file") == 0, "%s", xpbd_last_error());
  snprintf(path, sizeof path, "%s/pipe", folder);
  check_true(self, mkfifo(path, 0600) == 0, "a pipe");
  check_status(self, xpbd_file_open(path, "a file", &stream), XPBD_ERR_IO, "a pipe");
  check_true(self, !stream && strcmp(said_of(path), ": is a pipe that nobody writes to; give a file") == 0, "%s",
             xpbd_last_error());
  if (check_status(self, xpbd_file_open(other, "a file", &stream), XPBD_OK, "a file")) {
    check_true(self,
               fgetc(stream) == 'n' && !(fcntl(fileno(stream), F_GETFL) & O_NONBLOCK) &&
                   fcntl(fileno(stream), F_GETFD) & FD_CLOEXEC,
               "it is read, waits, and no program that is started has it");
    fclose(stream);
  }

  /* folders */
  check_status(self, xpbd_folder_create(""), XPBD_ERR_IO, "no name");
  check_said(self, "the name of the folder to make is empty", "no name");
  check_status(self, xpbd_folder_create("-"), XPBD_ERR_IO, "the standard output");
  check_said(self, "'-' is the standard output, not a folder; ./- is a folder of that name", "-");
  static const mode_t masks[] = {027, 0}, modes[] = {0750, 0777};
  for (int k = 0; k < 2; k++) {
    snprintf(other, sizeof other, "%s/made%d", folder, k);
    const mode_t usual = umask(masks[k]);
    check_status(self, xpbd_folder_create(other), XPBD_OK, "a folder");
    umask(usual);
    check_true(self, stat(other, &what) == 0 && (what.st_mode & 0777) == modes[k], "its permissions %o",
               (unsigned)what.st_mode);
  }
  snprintf(other, sizeof other, "%s/link/below", folder);
  check_status(self, xpbd_folder_create(other), XPBD_ERR_IO, "below a file");
  snprintf(expected, sizeof expected, ": folder cannot be made: %s/link is a file", folder);
  check_true(self, strcmp(said_of(other), expected) == 0, "%s", xpbd_last_error());
  check_status(self, xpbd_folder_create("/proc/none/below"), XPBD_ERR_IO, "where nothing is made");
  check_control(self, strncmp(said_of("/proc/none/below"), ": folder cannot be made: ", 25) == 0, "%s",
                xpbd_last_error());

  /* beside the program */
  const ssize_t length = readlink("/proc/self/exe", found, sizeof found - 1);
  if (check_true(self, length > 0, "this program")) {
    found[length] = '\0';
    strcpy(strrchr(found, '/') + 1, "../share");
    /* the program's own path needs room first. It may be cut nowhere, not even at the end of a folder. Bytes after the
     * room are unchanged */
    const size_t room = strlen(found) > (size_t)length ? strlen(found) : (size_t)length;
    char beside[PATH_MAX + 64];
    for (size_t capacity = 8; capacity < room + 4; capacity++) {
      memset(beside, '/', sizeof beside);
      const bool fits = xpbd_file_beside_program("../share", beside, capacity);
      const bool wanted = capacity > strlen(found) && capacity > (size_t)length + 1;
      check_true(self, fits == wanted, "room for %zu of %zu bytes", capacity, strlen(found) + 1);
      if (wanted) check_true(self, strcmp(beside, found) == 0, "%s", beside);
      check_true(self, beside[capacity] == '/', "room for %zu bytes: what is behind", capacity);
    }
  }
}

/* ---- VTK ---- */

/// Big-endian, as the format says.
static void put_int(unsigned char **to, int64_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) *(*to)++ = (unsigned char)((uint64_t)value >> shift);
}

static void put_real(unsigned char **to, double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  put_int(to, bits >> 32), put_int(to, bits);
}

static void vtk(check *self, int unused) {
  static const double points[9] = {0, 1, 2, 3, 4, 5, 6, 7, -1}, weights[3] = {1, -2, 0.5}, more[6] = {1, 2, 3, 4, 5, 6};
  static const int32_t one[] = {2}, line[] = {0, 1}, triangle[] = {0, 1, 2}, tet[] = {0, 1, 2, 0},
                       cloud[] = {0, 1, 2, 1, 0}, groups[] = {3, -1, 258};
  const xpbd_vtk_cells blocks[] = {{1, 1, one}, {1, 2, line},  {1, 3, triangle},
                                   {1, 4, tet}, {1, 5, cloud}, {0, 3, NULL}};
  const xpbd_mesh_array at_points[] = {{.name = "weight", .components = 1, .reals = weights},
                                       {.name = "group", .components = 1, .integers = groups}},
                        at_cells[] = {{.name = "way", .components = 3, .reals = more}};
  xpbd_vtk what = {.title = "a title", .point_count = 3, .points = points, .block_count = 6, .blocks = blocks};
  char *folder = folder_make(self), path[512];
  unsigned char found[2048], expected[2048], *to = expected;
  snprintf(path, sizeof path, "%s", folder_path(folder, "a.vtk"));
#define TEXT(...) to += sprintf((char *)to, __VA_ARGS__)
  for (int round = 0; round < 2; round++) { /* with arrays at points, then for cells, of which there are two kinds */
    to = expected;
    what.block_count = round ? 2 : 6;
    what.point_array_count = round ? 0 : 2, what.point_arrays = round ? NULL : at_points;
    what.cell_array_count = round, what.cell_arrays = round ? at_cells : NULL;
    TEXT("# vtk DataFile Version 3.0\na title\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 double\n");
    for (int k = 0; k < 9; k++) put_real(&to, points[k]);
    TEXT("\nCELLS %s\n", round ? "2 5" : "5 20");
    for (int b = 0; b < (round ? 2 : 5); b++) {
      put_int(&to, blocks[b].corners);
      for (int k = 0; k < blocks[b].corners; k++) put_int(&to, blocks[b].points[k]);
    }
    TEXT("\nCELL_TYPES %d\n", round ? 2 : 5);
    static const int kinds[] = {1, 3, 5, 10, 2};
    for (int b = 0; b < (round ? 2 : 5); b++) put_int(&to, kinds[b]);
    TEXT("\n");
    if (round) {
      TEXT("CELL_DATA 2\nVECTORS way double\n");
      for (int k = 0; k < 6; k++) put_real(&to, more[k]);
    } else {
      TEXT("POINT_DATA 3\nSCALARS weight double 1\nLOOKUP_TABLE default\n");
      for (int k = 0; k < 3; k++) put_real(&to, weights[k]);
      TEXT("\nSCALARS group int 1\nLOOKUP_TABLE default\n");
      for (int k = 0; k < 3; k++) put_int(&to, groups[k]);
    }
    TEXT("\n");
    FILE *stream = fopen(path, "wb");
    if (!check_true(self, stream != NULL, "a file")) return;
    xpbd_vtk_write(stream, &what);
    fclose(stream);
    const size_t count = file_bytes(path, found, sizeof found);
    check_same(self, count, (uint64_t)(to - expected), "bytes, round %d", round);
    size_t at = 0;
    while (at < count && found[at] == expected[at]) at++;
    check_same(self, at, count, "bytes that are right, round %d", round);
    found[count / 2] ^= 1;
    check_control(self, memcmp(found, expected, count) != 0, "another bit");
  }
}

/* ---- words ---- */

static void words(check *self, int unused) {
  static const struct {
    const char *(*name)(int value);
    int (*find)(const char *name);
    const char *words[6];
  } lists[] = {{xpbd_order_name, xpbd_order_find, {"group", "mesh"}},
               {xpbd_damping_name, xpbd_damping_find, {"xpbd", "lagged", "tilde"}},
               {xpbd_pins_name, xpbd_pins_find, {"scene", "none", "corners", "top"}},
               {xpbd_precision_name, xpbd_precision_find, {"f32", "f64", "f32x", "float", "auto"}}};
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
    int count = 0;
    for (; lists[k].words[count]; count++) {
      const char *word = lists[k].name(count);
      check_true(self, word && strcmp(word, lists[k].words[count]) == 0, "list %zu, value %d", k, count);
      check_same(self, (uint64_t)lists[k].find(lists[k].words[count]), (uint64_t)count, "list %zu, its value", k);
    }
    check_true(self, !lists[k].name(count) && !lists[k].name(-1), "list %zu: no value behind or before", k);
    check_true(self, lists[k].find("other") == -1 && lists[k].find("") == -1 && lists[k].find(NULL) == -1,
               "list %zu: no such word", k);
  }
  static const char *const statuses[] = {
      "ok",          "invalid argument", "bad file", "input/output error", "out of memory", "not built",
      "unavailable", "unsupported",      "diverged", "device error",       "device lost"};
  static const xpbd_status values[] = {XPBD_OK,
                                       XPBD_ERR_INVALID_ARGUMENT,
                                       XPBD_ERR_BAD_FILE,
                                       XPBD_ERR_IO,
                                       XPBD_ERR_OUT_OF_MEMORY,
                                       XPBD_ERR_NOT_BUILT,
                                       XPBD_ERR_UNAVAILABLE,
                                       XPBD_ERR_UNSUPPORTED,
                                       XPBD_ERR_DIVERGED,
                                       XPBD_ERR_DEVICE,
                                       XPBD_ERR_DEVICE_LOST};
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    check_true(self, strcmp(xpbd_status_name(values[k]), statuses[k]) == 0, "%s", xpbd_status_name(values[k]));
  check_true(self, strcmp(xpbd_status_name((xpbd_status)-77), "unknown status") == 0, "no status");
  char large[2048];
  memset(large, 'a', sizeof large), large[sizeof large - 1] = '\0';
  check_status(self, xpbd_fail(XPBD_ERR_IO, "%s", large), XPBD_ERR_IO, "a long reason");
  check_control(self, strlen(xpbd_last_error()) == 1023 && xpbd_last_error()[1022] == 'a', "is cut off");
}

/// Only an inverse mass of 0 makes a particle immovable.
static void movers(check *self, int unused) {
  enum { MOST = 200 };
  double masses[MOST];
  for (int i = 0; i < MOST; i++) masses[i] = i % 3 == 0 ? 0.0 : i % 3 == 1 ? 1.0 : NAN;
  masses[6] = -0.0, masses[63] = 1e-300;
  static const int counts[] = {0, 1, 63, 64, 65, 128, 200};
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
    for (int given = 0; given < 2; given++) {
      const int count = counts[k];
      OWNED(check_free) uint64_t *list = xpbd_movers_list(count, given ? masses : NULL);
      if (!check_true(self, list != NULL, "memory")) return;
      int wrong = 0, behind = 0;
      for (int i = 0; i < count; i++) wrong += xpbd_moves(list, i) != (!given || masses[i] != 0.0);
      for (int i = count; i < (count / 64 + 1) * 64; i++) behind += xpbd_moves(list, i);
      check_same(self, (uint64_t)wrong, 0, "of %d, given %d: wrong", count, given);
      check_same(self, (uint64_t)behind, 0, "of %d, given %d: behind the last", count, given);
      if (count > 7 && given) check_control(self, !xpbd_moves(list, 6) && xpbd_moves(list, 7), "pinned and not");
    }
}

/* ---- time ---- */

static double now(void) {
  struct timespec at;
  return clock_gettime(CLOCK_MONOTONIC, &at) == 0 ? (double)at.tv_sec + 1e-9 * (double)at.tv_nsec : 0.0;
}

/// A pause counts its own length, up to a tenth of a second.
static void tick(check *self, int unused) {
  static const double slept[] = {0.11, 0.15, 1.0, 1e6};
  for (size_t k = 0; k < sizeof slept / sizeof *slept; k++) {
    const double before = now();
    double last = before - slept[k];
    check_true(self, xpbd_apart_tick(&last) == 0.1, "%g s slept through count 0.1 s", slept[k]);
    check_true(self, last >= before && last <= now(), "%g s: the last look is now", slept[k]);
  }
  double least = 1.0;
  for (int k = 0; k < 50; k++) { /* this process may be delayed now and then */
    double last = now() - 0.06;
    least = fmin(least, xpbd_apart_tick(&last));
  }
  check_between(self, least, 0.06 - 1e-6, 0.09, "the least of pauses of 0.06 s [s]");
  check_control(self, least != 0.1, "it is not cut");
}

/* The ends of a box differ in the text as they do in the numbers, also far from the origin. */
static void extents(check *self, int argument) {
  static const struct {
    double low[3], high[3];
    const char *text;
  } known[] = {
      {{0.0, -0.5, 2.0}, {1.0, 0.5, 3.25}, "x 0 to 1, y -0.5 to 0.5, z 2 to 3.25"},
      {{1e6, 0.0, -1.0}, {1e6 + 3.25, 1.0, 1.0}, "x 1000000 to 1000003.25, y 0 to 1, z -1 to 1"},
      {{0.123456, 0.0, 5.0}, {1.123456, 0.0, 5.0}, "x 0.1235 to 1.123, y 0 to 0, z 5 to 5"},
      {{-4.5e5, 7.0, 100.0},
       {-4.5e5 + 0.125, 7.0 + 1e-12, 100.5},
       "x -450000 to -449999.875, y 7 to 7, z 100 to 100.5"},
      {{2.0, 2.0, 2.0}, {2.0, 2.0, 2.0}, "x 2 to 2, y 2 to 2, z 2 to 2"},
  };
  char text[XPBD_EXTENT_TEXT], other[XPBD_EXTENT_TEXT];
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    xpbd_extent_text(known[k].low, known[k].high, text);
    check_true(self, strcmp(text, known[k].text) == 0, "'%s', not '%s'", text, known[k].text);
  }
  snprintf(other, sizeof other, "x %.4g to %.4g", known[1].low[0], known[1].high[0]);
  check_control(self, strstr(other, "1e+06 to 1e+06") != NULL, "four digits");
}

/* Only one holder, and nothing in the folder. */
static void held(check *self, int argument) {
  char *folder = folder_make(self);
  xpbd_folder_lock one = {0}, other = {0};
  if (!folder) return;
  check_status(self, xpbd_folder_hold(folder, &one), XPBD_OK, "a folder");
  check_true(self, one.held && folder_count(folder) == 0, "is held without a file");
  check_status(self, xpbd_folder_hold(folder, &other), XPBD_ERR_IO, "a second holder");
  check_true(self,
             strcmp(said_of(folder), ": another run is writing into it; wait until it ends, or give another folder") ==
                 0,
             "%s", xpbd_last_error());
  xpbd_folder_release(&other);
  xpbd_folder_release(&one);
  check_control(self, xpbd_folder_hold(folder, &other) == XPBD_OK && other.held, "after the first has ended");
  xpbd_folder_release(&other);
  xpbd_folder_release(&other);
  folder_remove(folder);
}

void check_group_base(check_registry *registry) {
  check_add(registry, "leftovers", "what killed processes left of a file goes, and nothing else", leftovers, 0);
  check_add(registry, "checkpoints", "the bytes of a checkpoint, and every way in which one is none", checkpoints, 0);
  check_add(registry, "names", "files and folders that can be read, written and made", names, 0);
  check_add(registry, "links", "a link to no file yet is written through", links, 0);
  check_add(registry, "vtk", "bytes of VTK files, with cells of all kinds and arrays", vtk, 0);
  check_add(registry, "words", "names of statuses and settings", words, 0);
  check_add(registry, "movers", "which particles can move, as bits", movers, 0);
  check_add(registry, "extents", "boxes in messages", extents, 0);
  check_add(registry, "held", "a folder has one writer", held, 0);
  check_add(registry, "tick", "what was slept through counts little", tick, 0);
}
