/* Why this file exists: writes a scene for programs of others, and reads it back. A file of JSON has all that a simulation of the scene
 * needs, with names and SI units. The large arrays are in one binary file beside it. docs/guide/scene-file.md explains
 * the format, data/schema/scene.schema.json is its JSON Schema. */
#ifndef XPBD_SCENE_FILE_H
#define XPBD_SCENE_FILE_H

#include "xpbd/scenes.h"
#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

enum { XPBD_SCENE_FILE_VERSION = 1 }; ///< Version of the format. It changes if a reader of the older one would err.

/// The columns of the scalars of a reference: centre of mass of the free particles [m], kinetic and gravitational energy
/// [J], enclosed volume [m^3], as in xpbd/measure.h.
enum { XPBD_REFERENCE_SCALARS = 6 };

/// A measure of the error of an answer. docs/guide/own-answer.md defines those that the suite uses.
typedef struct xpbd_scene_measure {
  const char *name;  ///< E.g. "shape".
  const char *about; ///< The error, in words.
  double scale;      ///< > 0. The error is divided by it.
  const char *unit;  ///< Of error and scale.
} xpbd_scene_measure;

/// A recorded right answer of a scene. Nothing is owned.
typedef struct xpbd_scene_reference {
  const char *name; ///< Of the workload.
  int32_t version;  ///< Of the workload.
  double error;     ///< The reference's own error. Smaller errors mean nothing.
  double spread;    ///< How far a start that differs by one step of float moves the answer.
  int32_t marker_count, moment_count, measure_count; ///< >= 1
  const int32_t *markers;                            ///< [marker_count] particles that are compared, ascending.
  const int32_t *frames;              ///< [moment_count] frames after which they are compared, ascending from 1.
  const double *positions;            ///< [moment_count, marker_count, 3] m.
  const double *scalars;              ///< [moment_count, XPBD_REFERENCE_SCALARS]
  const xpbd_scene_measure *measures; ///< [measure_count] The error of an answer is the largest of them.
} xpbd_scene_reference;

/// What a scene file says beside the scene. Start from xpbd_scene_file_def_default().
typedef struct xpbd_scene_file_def {
  uint32_t cookie;                       ///< Set by xpbd_scene_file_def_default(). Do not touch.
  const char *name;                      ///< Name of the scene. NULL = "scene". Borrowed during the call.
  const xpbd_solver_def *settings;       ///< Frame time, substeps, iterations and method. NULL = the defaults. Borrowed
                                         ///< during the call.
  int32_t frames;                        ///< Length of the simulation, >= 1, default 1.
  const xpbd_scene_reference *reference; ///< The right answer. NULL = unknown. Borrowed during the call.
} xpbd_scene_file_def;

xpbd_scene_file_def xpbd_scene_file_def_default(void);

/// Writes model->scene to `path`, which ends in .json, and its arrays to the file of the same name with .bin. The rest
/// positions are those of model->mesh. If that has another number of vertices, they are the scene's positions. Meshes
/// of obstacles are those of model->obstacles. Both files are written under temporary names and renamed, the arrays
/// first. Earlier scene files of these names are replaced.
/// XPBD_ERR_INVALID_ARGUMENT names the bad field, or an obstacle without its mesh.
/// XPBD_ERR_UNSUPPORTED: the method does not simulate the scene as it is written (fms, pd and the Verlet schemes), or
/// the machine is big-endian.
/// XPBD_ERR_IO: a file cannot be written, or a file of that name is no scene file. That file stays as it is.
xpbd_status xpbd_scene_write(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def);
/// Whether xpbd_scene_write() would start to write: the same errors. Changes nothing.
xpbd_status xpbd_scene_write_check(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def);

enum { XPBD_SCENE_NAME = 64 };

/// The settings of a scene file, its member "run".
typedef struct xpbd_scene_run {
  char name[XPBD_SCENE_NAME]; ///< Name of the scene.
  xpbd_solver_def settings;   ///< Frame time, substeps, iterations, method and its parameters. Defaults otherwise.
  int32_t frames;             ///< Length of the simulation.
} xpbd_scene_run;

/// Reads a scene file. A solver of the scene computes the same bits as one of the scene that was written. Members that
/// a file made by hand leaves out have the defaults that docs/guide/scene-file.md lists. Formulas must be known: those
/// of a formula file are loaded before, from a file with the text that the scene was written with. `run` may be NULL. Free the model with xpbd_model_destroy().
/// XPBD_ERR_BAD_FILE names the file, the place in it, and what is wrong there: another version, an unknown member, an
/// array that does not fit into its file, or a number that is not finite. XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_scene_read(const char *path, xpbd_scene_run *run, xpbd_model *out);
/// Reads a scene file and adds it to the list of scenes (xpbd/scenes.h) under its path. xpbd_scene_build() then builds
/// it. A path that is in the list is read again. Errors as xpbd_scene_read(). Not safe while another thread uses the
/// list.
xpbd_status xpbd_scene_load(const char *path);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
