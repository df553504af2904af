/* Why this file exists: mesh files come from anywhere. Each of these must be refused with one line that says what and
 * where, quickly and in little memory. What is damaged at random is the matter of tests/fuzz. */
#define _XOPEN_SOURCE 700 /* mkfifo, ftruncate */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "mesh_checks.h"
#include "xpbd/import.h"

#define TRIANGLE  "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define PLY_HEAD  "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
#define PLY_FACE  "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
#define PLY_STRIP "element tristrips 1\nproperty list uchar int vertex_indices\nend_header\n"
#define FOUR(x)   x x x x
#define KIND      "element k 0\n"
#define NUMBER    "property float q\n"
#define STL_HEAD  "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"

/* What is said of each stands in tests/golden/errors/mesh.exact. */
static const struct bad {
  const char *name, *text;
} bad_texts[] = {
    {"empty.obj", ""},
    {"comment.obj", "# nothing\n\n"},
    {"vertices.obj", TRIANGLE},
    {"points.obj", TRIANGLE "p 1 2 3\nl 1 2 3\n"},
    {"two.obj", TRIANGLE "f 1 2"},
    {"one.obj", TRIANGLE "f 1"},
    {"none.obj", TRIANGLE "f\n"},
    {"short.obj", "v 0 0 0\nv 1.0 2"},
    {"cut.obj", "v 0 0 0\nv 1 0 0\nv 0 1 -"},
    {"high.obj", TRIANGLE "f 1 2 4\n"},
    {"huge.obj", TRIANGLE "f 1 2 4294967297\n"},
    {"overflow.obj", TRIANGLE "f 1 2 99999999999999999999999\n"},
    {"zero.obj", TRIANGLE "f 0 1 2\n"},
    {"back.obj", TRIANGLE "f -1 -2 -4\n"},
    {"early.obj", "f -1 -2 -3\n" TRIANGLE},
    {"slashes.obj", TRIANGLE "f 1/1/1/1 2 3\n"},
    {"word.obj", TRIANGLE "f 1 2 x\n"},
    {"fraction.obj", TRIANGLE "f 1 2 2.5\n"},
    {"nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"inf.obj", "v 0 0 0\nv 1 -inf 0\nv 0 1 0\nf 1 2 3\n"},
    {"large.obj", "v 0 0 0\nv 1e999 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"far.obj", "v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"hex.obj", "v 0 0 0\nv 0x10 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"comma.obj", "v 0 0 0\nv 1,5 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"repeated.obj", TRIANGLE "f 1 2 2\n"},
    {"windows.obj", "v 0 0 0\nv 0 1 1.#IND\nv 0 1 0\nf 1 2 3\n"},
    {"qnan.obj", "v 0 0 0\nv 0 1 -1.#QNAN0 # 3\nv 0 1 0\nf 1 2 3\n"},
    {"length.obj", "v 0 0 0\nv 1 0 0\nv 1 0 0\nf 1 2 3\n"},
    {"untextured.obj", TRIANGLE "vt\nf 1 2 3\n"},
    {"unknown.obj", "hello world\n"},
    {"html.obj", "<!DOCTYPE html>\n<html></html>\n"},
    {"call.obj", "call other.obj\n" TRIANGLE "f 1 2 3\n"},
    {"control.obj", "v 0 0 0\nv 1 0 0\x01\nf 1 2 3\n"},
    {"noextension", TRIANGLE "f 1 2 3\n"},
    {"delete.obj", "v 0 0 0\x7f\n"},
    {"beyond.obj", "v 1 0 0\nv 0 -1.1e18 0\nv 0 1 0\nf 1 2 3\n"},
    {"tiny.obj", "v 0 0 0\nv 1e-200 0 0\nv 0 1e-200 0\nf 1 2 3\n"},
    {"surfaces.obj", TRIANGLE "cstype bspline\nsurf 0 1 0 1 1 2 3\nsurf 0 1 0 1 1 2 3\nend\n"},
    {"csh.obj", "csh -rm\n"},
    {"wrong.off", TRIANGLE "f 1 2 3\n"},
    {"4d.off", "4OFF\n3 1 0\n0 0 0 1\n1 0 0\n"},
    {"nowhere.off", "4OFF\n3 1 0\n0 0 0 0\n1 0 0 1\n0 1 0 1\n3 0 1 2\n"},
    {"binary.off", "OFF BINARY\n"},
    {"counts.off", "OFF\n3 x 0\n"},
    {"negative.off", "OFF\n-3 1 0\n"},
    {"uncounted.off", "OFF\n3 -1 0\n"},
    {"corners.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n"},
    {"n.off", "4nOFF\n4\n3 1 0\n"},
    {"office.off", "OFFICE\n3 1 0\n"},
    {"cut.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n"},
    {"million.off", "OFF\n2000000000 2000000000 0\n0 0 0\n"},
    {"vertex.off", "OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n"},
    {"corner.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n"},
    {"range.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"},
    {"below.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n"},
    {"nan.off", "OFF\n3 1 0\n0 0 0\n1 NaN 0\n0 1 0\n3 0 1 2\n"},
    {"faces.off", "OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n"},
    {"wrong.ply", TRIANGLE "f 1 2 3\n"},
    {"header.ply", "ply\nformat ascii 1.0\nelement vertex 3\n"},
    {"format.ply", "ply\nformat ebcdic 1.0\n"},
    {"noformat.ply", "ply\ncomment none\nend_header\n"},
    {"blank.ply", "\nply\nformat ascii 1.0\n"},
    {"nameless.ply", "ply\nformat ascii 1.0\nelement\n"},
    {"uncounted.ply", "ply\nformat ascii 1.0\nelement vertex\n"},
    {"word.ply", "ply\nformat ascii 1.0\nelement vertex x\n"},
    {"negative.ply", "ply\nformat ascii 1.0\nelement vertex -1\n"},
    {"elements.ply", "ply\nformat ascii 1.0\n" FOUR(FOUR(KIND KIND)) KIND},
    {"orphan.ply", "ply\nformat ascii 1.0\nproperty float x\n"},
    {"properties.ply", "ply\nformat ascii 1.0\n" KIND FOUR(FOUR(FOUR(NUMBER NUMBER))) NUMBER},
    {"windows.ply", PLY_HEAD PLY_FACE "0 0 0\n1 1.#IND 0\n0 1 0\n3 0 1 2\n"},
    {"mark.ply", PLY_HEAD PLY_FACE "0 0 0\n1 1.#X 0\n0 1 0\n3 0 1 2\n"},
    {"type.ply", "ply\nformat ascii 1.0\n" KIND "property real x\n"},
    {"noname.ply", "ply\nformat ascii 1.0\n" KIND "property float\n"},
    {"counted.ply", "ply\nformat ascii 1.0\n" KIND "property list float int x\n"},
    {"counts.ply", "ply\nformat ascii 1.0\n" KIND "property list real int x\n"},
    {"half.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 1.5\n"},
    {"wide.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 2147483648\n"},
    {"below2.ply", PLY_HEAD PLY_STRIP "0 0 0\n1 0 0\n0 1 0\n4 0 1 2 -2\n"},
    {"list.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n-1 0 1 2\n"},
    {"part.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n2.5 0 1 2\n"},
    {"longer.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n1000 0 1 2\n"},
    {"cloud.ply", PLY_HEAD "end_header\n0 0 0\n1 0 0\n0 1 0\n"},
    {"flat.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n" PLY_FACE
                 "0 0\n1 0\n0 1\n3 0 1 2\n"},
    {"million.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 2000000000\nproperty float x\n"
                    "property float y\nproperty float z\n" PLY_FACE "0123456789"},
    {"cut.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n"},
    {"short.ply", PLY_HEAD PLY_FACE "0 0\n1 0 0\n0 1 0\n3 0 1 2\n"},
    {"range.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"},
    {"below.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n"},
    {"two.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n2 0 1\n"},
    {"inf.ply", PLY_HEAD PLY_FACE "0 0 0\n1 inf 0\n0 1 0\n3 0 1 2\n"},
    {"wrong.stl", TRIANGLE "f 1 2 3\n"},
    {"none.stl", "solid s\nendsolid s\n"},
    {"cut.stl", STL_HEAD},
    {"unended.stl", STL_HEAD "vertex 0 1 0\nendloop\n"},
    {"vertex.stl", STL_HEAD "vertex 0 1\nendloop\nendfacet\nendsolid s\n"},
    {"four.stl", STL_HEAD "vertex 0 1 0\nvertex 1 1 0\nendloop\nendfacet\nendsolid s\n"},
    {"nan.stl", STL_HEAD "vertex 0 nan 0\nendloop\nendfacet\nendsolid s\n"},
    {"outside.stl", "endsolid s\nfacet normal 0 0 1\nouter loop\n"},
    {"inside.stl", "solid s\nouter loop\n"},
    {"length.stl", STL_HEAD "vertex 1 0 0\nendloop\nendfacet\nendsolid s\n"},
};

void expect_bad_file(check *self, const char *path, const char *named, xpbd_status expected, const char *word,
                     const char *name) {
  xpbd_mesh mesh;
  check_status(self, xpbd_mesh_read(path, NULL, NULL, &mesh), expected, "%s", name);
  const char *reason = xpbd_last_error();
  check_true(self, strstr(reason, word) && strstr(reason, named) == reason && !strchr(reason, '\n'),
             "%s: \"%s\" should name the file and \"%s\", in one line", name, reason, word);
  check_true(self, !mesh.positions, "%s: no mesh after a failure", name);
  xpbd_mesh_destroy(&mesh);
}

static void expect_bad(check *self, const char *path, xpbd_status expected, const char *word, const char *name) {
  expect_bad_file(self, path, path, expected, word, name);
}

/* False, and the check is skipped, if this build reads no files. A good file is the negative control. */
static bool can_read(check *self, const char *folder) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const char *path = folder_path(folder, "good.obj");
  file_put(self, path, TRIANGLE "f 1 2 3\n", strlen(TRIANGLE "f 1 2 3\n"));
  const xpbd_status status = xpbd_mesh_read(path, NULL, NULL, &mesh);
  if (status == XPBD_ERR_NOT_BUILT) {
    check_skip(self, "%s", xpbd_last_error());
    return false;
  }
  return check_control(self, status == XPBD_OK, "a good file is not refused");
}

static void run_texts(check *self, int argument) {
  char *folder = folder_make(self);
  if (can_read(self, folder))
    for (size_t i = 0; i < sizeof bad_texts / sizeof *bad_texts; i++) {
      const struct bad *b = &bad_texts[i];
      char path[1024];
      snprintf(path, sizeof path, "%s", folder_path(folder, b->name));
      if (file_put(self, path, b->text, strlen(b->text))) expect_bad(self, path, XPBD_ERR_BAD_FILE, "", b->name);
    }
}

static void put_special_files(check *self, const char *folder) {
  enum { LONG_LINE = 3 << 19 };
  char path[1024];
  snprintf(path, sizeof path, "%s", folder_path(folder, "long.obj"));
  char *line = malloc(LONG_LINE);
  if (check_true(self, line != NULL, "memory for a long line")) {
    memset(line, '1', LONG_LINE);
    memcpy(line, "v ", 2);
    if (file_put(self, path, line, LONG_LINE)) expect_bad(self, path, XPBD_ERR_BAD_FILE, ":1: vertex: '11", "line");
  }
  free(line);
  unsigned char noise[5000];
  for (size_t i = 0; i < sizeof noise; i++) noise[i] = (unsigned char)check_random(self, 0, 256);
  static const char *const names[] = {"noise.obj", "noise.off", "noise.ply", "noise.stl"};
  for (size_t i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s", folder_path(folder, names[i]));
    if (file_put(self, path, noise, sizeof noise)) expect_bad(self, path, XPBD_ERR_BAD_FILE, names[i], names[i]);
  }
  /* 2 GiB in one line without a byte on the disk, and 100 MB of zeros that pass the limit of size */
  const struct {
    const char *name, *word;
    off_t size;
  } sparse[] = {{"sparse.obj", "2048 MiB", (off_t)1 << 31}, {"zeros.obj", ":1: byte 0x00", 100000000}};
  for (size_t i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s", folder_path(folder, sparse[i].name));
    const int descriptor = open(path, O_WRONLY | O_CREAT, 0666);
    const bool made = descriptor >= 0 && ftruncate(descriptor, sparse[i].size) == 0;
    if (descriptor >= 0) close(descriptor);
    if (check_true(self, made, "a sparse file"))
      expect_bad(self, path, XPBD_ERR_BAD_FILE, sparse[i].word, sparse[i].name);
  }
}

static void run_hostile(check *self, int argument) {
  char *folder = folder_make(self);
  if (!can_read(self, folder)) return;
  char path[1024];
  const clock_t begin = clock();
  put_special_files(self, folder);
  check_at_most(self, (double)(clock() - begin) / CLOCKS_PER_SEC, 5, "seconds for files that are no meshes");
  snprintf(path, sizeof path, "%s", folder_path(folder, "folder.obj"));
  check_true(self, mkdir(path, 0777) == 0, "a folder");
  expect_bad(self, path, XPBD_ERR_IO, "folder", "a folder");
  snprintf(path, sizeof path, "%s", folder_path(folder, "pipe.obj"));
  check_true(self, mkfifo(path, 0666) == 0, "a pipe");
  expect_bad(self, path, XPBD_ERR_IO, "pipe", "a pipe, which must not be waited for");
  snprintf(path, sizeof path, "%s", folder_path(folder, "missing.obj"));
  expect_bad(self, path, XPBD_ERR_IO, "No such file", "a missing file");
  snprintf(path, sizeof path, "%s", folder_path(folder, "good.obj"));
  check_true(self, chmod(path, 0) == 0, "taking the permission away");
  if (access(path, R_OK) != 0)
    expect_bad(self, path, XPBD_ERR_IO, "Permission", "no permission"); /* root may read all */
}

void check_mesh_bad_files(check_registry *registry) {
  check_add(registry, "bad_texts", "files with one mistake are refused with its line", run_texts, 0);
  check_add(registry, "hostile", "endless lines, noise, folders, pipes", run_hostile, 0);
}
