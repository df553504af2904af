/* Why this file exists: reads formats without a pass of our own (glTF, FBX, 3DS, Collada, ...) with assimp, if it is
 * installed. Only positions and faces are used, like those of all polygon files. It is only as safe as assimp's
 * readers: they open further files that a file names, and not every damaged file is refused. */
#include <string.h>

#include "mesh/import.h"

#ifndef XPBD_HAVE_ASSIMP

bool xpbd_assimp_reads(const char *extension) {
  (void)extension;
  return false;
}

xpbd_status xpbd_read_assimp(const char *path, xpbd_import *import, xpbd_mesh *out) {
  (void)import;
  (void)out;
  return xpbd_fail(XPBD_ERR_NOT_BUILT,
                   "%s: this build reads OBJ, PLY, STL, OFF, MSH and NODE/ELE. Convert it to OBJ, or install assimp "
                   "(Debian: libassimp-dev, pkg-config) and build with -DXPBD_ASSIMP=ON",
                   path);
}

#else

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <pthread.h>

/* assimp keeps its last error in a global. */
static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER;

bool xpbd_assimp_reads(const char *extension) {
  char dotted[34];
  if (extension[0] == '\0' || strlen(extension) > 32) return false;
  snprintf(dotted, sizeof dotted, ".%s", extension);
  return aiIsExtensionSupported(dotted) == AI_TRUE;
}

static xpbd_status call_library(const char *path, const struct aiScene **scene) {
  /* Puts all objects into one common frame. */
  const unsigned steps = aiProcess_PreTransformVertices;
  xpbd_status status = XPBD_OK;
  pthread_mutex_lock(&library_lock);
  *scene = aiImportFile(path, steps);
  if (!*scene) {
    const char *reason = aiGetErrorString();
    status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: assimp refuses it: %.*s", path, (int)strcspn(reason, "\r\n"), reason);
  }
  pthread_mutex_unlock(&library_lock);
  return status;
}

/* Skips points and lines. */
static xpbd_status take_mesh(const struct aiMesh *mesh, xpbd_polygons *out) {
  const int64_t first = (int64_t)out->vertex_count;
  for (unsigned v = 0; v < mesh->mNumVertices; v++) {
    const struct aiVector3D *at = &mesh->mVertices[v];
    const double position[3] = {(double)at->x, (double)at->y, (double)at->z};
    XPBD_TRY(xpbd_polygons_add_vertex(out, position, first + v + 1));
  }
  for (unsigned f = 0; f < mesh->mNumFaces; f++) {
    const struct aiFace *face = &mesh->mFaces[f];
    if (face->mNumIndices < 3) continue;
    XPBD_TRY(xpbd_polygons_begin_face(out, (int64_t)out->face_count + 1));
    for (unsigned k = 0; k < face->mNumIndices; k++)
      XPBD_TRY(xpbd_polygons_add_corner(out, first + face->mIndices[k], -1));
  }
  return XPBD_OK;
}

xpbd_status xpbd_read_assimp(const char *path, xpbd_import *import, xpbd_mesh *out) {
  xpbd_text text; /* this refuses a missing file, a folder, a pipe or a file that is too large */
  XPBD_TRY(xpbd_text_open(path, import, &text));
  xpbd_text_close(&text);
  const struct aiScene *scene = NULL;
  xpbd_polygons polygons = {.path = path, .import = import, .base = 1};
  xpbd_status status = call_library(path, &scene);
  for (unsigned i = 0; status == XPBD_OK && i < scene->mNumMeshes; i++)
    status = take_mesh(scene->mMeshes[i], &polygons);
  aiReleaseImport(scene);
  if (status == XPBD_OK) status = xpbd_polygons_check(&polygons);
  if (status == XPBD_OK) status = xpbd_polygons_mesh(&polygons, out);
  xpbd_polygons_destroy(&polygons);
  return status;
}

#endif
