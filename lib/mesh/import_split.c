/* Why this file exists: polygons of more than three corners, concave ones too, are split by the import library.
 *
 * The library does not get the file, but the polygons of the strict pass as plain OBJ text. Given files of unknown
 * origin it is not safe: assimp 5.2 ends the process at a PLY face that begins with '+3', loses memory on OFF and STL
 * files that it gives up, and opens the material files an OBJ names. From the plain text it also gives back every
 * corner in the order of the file, so that vertices keep their order and number, however objects and groups are
 * mixed. Positions are those of the strict pass, in double; the library rounds to float. */
#include "mesh/import.h"

#ifndef XPBD_HAVE_ASSIMP

xpbd_status xpbd_polygons_can_split(const char *path) {
  return xpbd_fail(XPBD_ERR_NOT_BUILT,
                   "%s: this build cannot read mesh files of this kind; install the Debian package libassimp-dev and "
                   "build with -DXPBD_IMPORT=ON",
                   path);
}

xpbd_status xpbd_polygons_split(const xpbd_polygons *polygons, xpbd_import_info *info, xpbd_mesh *out) {
  (void)info;
  (void)out;
  return xpbd_polygons_can_split(polygons->path);
}

#else

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The library keeps its last error in a global. */
static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER;

/* The polygons as OBJ text. */
static xpbd_status print_polygons(const xpbd_polygons *p, char **text, size_t *size) {
  FILE *stream = open_memstream(text, size);
  XPBD_REQUIRE(stream, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory", p->path);
  for (size_t v = 0; v < p->vertex_count; v++)
    fprintf(stream, "v %.9g %.9g %.9g\n", p->positions[3 * v], p->positions[3 * v + 1], p->positions[3 * v + 2]);
  const int64_t *corner = p->corners;
  for (size_t f = 0; f < p->face_count; f++) {
    fputc('f', stream);
    for (size_t k = 0; k < p->face_sizes[f]; k++) fprintf(stream, " %lld", (long long)*corner++ + 1);
    fputc('\n', stream);
  }
  const bool failed = ferror(stream) != 0;
  if (fclose(stream) != 0 || failed || *size > UINT_MAX) {
    free(*text);
    *text = NULL;
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes of text)", p->path, *size);
  }
  return XPBD_OK;
}

static xpbd_status call_library(const xpbd_polygons *p, const struct aiScene **scene) {
  char *text = NULL;
  size_t size = 0;
  XPBD_TRY(print_polygons(p, &text, &size));
  pthread_mutex_lock(&library_lock);
  *scene = aiImportFileFromMemory(text, (unsigned)size, aiProcess_Triangulate, "obj");
  xpbd_status status = XPBD_OK;
  if (!*scene) {
    const char *reason = aiGetErrorString();
    const int length = (int)strcspn(reason, "\r\n");
    status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: the import library refuses it: %.*s", p->path, length, reason);
  }
  pthread_mutex_unlock(&library_lock);
  free(text);
  return status;
}

/* But for the rounding to float. */
static bool agrees(const struct aiVector3D *v, const double *position) {
  const double seen[3] = {(double)v->x, (double)v->y, (double)v->z};
  for (int axis = 0; axis < 3; axis++)
    if (!(fabs(seen[axis] - position[axis]) <= 1e-5 * fabs(position[axis]) + 1e-30)) return false;
  return true;
}

/* Triangles of one of the library's meshes, as corners of the file. The library gives every corner a vertex of its own,
 * in the order of the corners; `offset` is the first of this mesh. */
static xpbd_status take_mesh(const xpbd_polygons *p, const struct aiMesh *mesh, size_t offset, int32_t *triangles,
                             int64_t *count) {
  const int64_t *corners = p->corners + offset;
  for (size_t v = 0; v < mesh->mNumVertices; v++) {
    const double *position = p->positions + 3 * corners[v];
    XPBD_REQUIRE(agrees(&mesh->mVertices[v], position), XPBD_ERR_BAD_FILE,
                 "%s: vertex %lld is (%g, %g, %g), but the import library reads (%g, %g, %g)", p->path,
                 (long long)corners[v] + p->base, position[0], position[1], position[2], (double)mesh->mVertices[v].x,
                 (double)mesh->mVertices[v].y, (double)mesh->mVertices[v].z);
  }
  for (size_t f = 0; f < mesh->mNumFaces; f++, ++*count) {
    const struct aiFace *face = &mesh->mFaces[f];
    bool good = face->mNumIndices == 3 && *count < p->triangle_count;
    for (unsigned k = 0; k < face->mNumIndices; k++) good = good && face->mIndices[k] < mesh->mNumVertices;
    XPBD_REQUIRE(good, XPBD_ERR_BAD_FILE, "%s: a face could not be split into triangles; split the faces first",
                 p->path);
    for (int k = 0; k < 3; k++) triangles[3 * *count + k] = (int32_t)(offset + face->mIndices[k]);
  }
  return XPBD_OK;
}

static xpbd_status take_scene(const xpbd_polygons *p, const struct aiScene *scene, int32_t *triangles) {
  size_t vertices = 0, offset = 0;
  for (unsigned m = 0; m < scene->mNumMeshes; m++) vertices += scene->mMeshes[m]->mNumVertices;
  XPBD_REQUIRE(vertices == p->corner_count, XPBD_ERR_BAD_FILE,
               "%s: the faces have %zu corners, but the import library reads %zu", p->path, p->corner_count, vertices);
  int64_t count = 0;
  for (unsigned m = 0; m < scene->mNumMeshes; m++) {
    XPBD_TRY(take_mesh(p, scene->mMeshes[m], offset, triangles, &count));
    offset += scene->mMeshes[m]->mNumVertices;
  }
  XPBD_REQUIRE(
      count == p->triangle_count, XPBD_ERR_BAD_FILE,
      "%s: the faces should give %lld triangles, but could be split into %lld only (a polygon crosses itself or is "
      "a line?); split them first",
      p->path, (long long)p->triangle_count, (long long)count);
  return XPBD_OK;
}

xpbd_status xpbd_polygons_can_split(const char *path) {
  (void)path;
  return XPBD_OK;
}

xpbd_status xpbd_polygons_split(const xpbd_polygons *p, xpbd_import_info *info, xpbd_mesh *out) {
  const size_t bytes = (size_t)p->triangle_count * 3 * sizeof(int32_t);
  int32_t *triangles = malloc(bytes);
  XPBD_REQUIRE(triangles, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", p->path, bytes);
  const struct aiScene *scene = NULL;
  xpbd_status status = call_library(p, &scene);
  if (status == XPBD_OK) status = take_scene(p, scene, triangles);
  aiReleaseImport(scene);
  if (status == XPBD_OK) status = xpbd_polygons_weld(p, triangles, (int32_t)p->triangle_count, info, out);
  free(triangles);
  return status;
}

#endif
