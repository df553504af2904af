/* Why this file exists: speed counts only with the error that it costs. A workload is a frozen scene and course whose
 * right answer is recorded in data/workloads, with a measure of the distance from it. docs/guide/workloads.md explains
 * the measures, data/workloads/README.md the files. */
#pragma once

#include <stdio.h>
#include <stdbool.h>
#include <stdint.h>

#include "xpbd/scene_file.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

/// Workloads and measures are frozen under this number. A change of either needs the next one.
enum { WORKLOAD_VERSION = 1 };
/// Simulated time of a frame [s], also for scenes whose own frame is shorter.
#define WORKLOAD_FRAME_TIME (1.0 / 24.0)

/// What the error is measured by. Each is relative to a number of the reference.
typedef enum workload_measure {
  WORKLOAD_SHAPE,  ///< RMS distance of the markers over all moments / diagonal of the body at the start.
  WORKLOAD_SAG,    ///< RMS error of the height of the centre of mass / its largest change.
  WORKLOAD_ENERGY, ///< RMS error of the kinetic and gravitational energy / the largest of either.
  WORKLOAD_STOP,   ///< Error of the horizontal way of the centre of mass at the end / that way.
  WORKLOAD_VOLUME, ///< RMS error of the enclosed volume / the largest volume.
  WORKLOAD_MEASURES
} workload_measure;
/// "shape", "sag", "energy", "stop" or "volume". NULL outside.
const char *workload_measure_name(int measure);
/// Diagonal of the bounding box of all particles at the start [m]. Errors are relative to it.
double workload_extent(const xpbd_scene *scene);

/// What a workload is mostly about. A score may weigh the groups equally.
typedef enum workload_group {
  WORKLOAD_SPRINGS,
  WORKLOAD_BENDING,
  WORKLOAD_CONTACT,
  WORKLOAD_SOLIDS,
  WORKLOAD_MANY,
  WORKLOAD_GROUPS
} workload_group;
/// "springs", "bending", "contact", "solids" or "many bodies". NULL outside.
const char *workload_group_name(int group);

/// A line of workloads.inl.
typedef struct workload {
  const char *name;
  const char *about;      ///< One line.
  const char *scene;      ///< A named scene (xpbd/scenes.h).
  const char *parameters; ///< "NAME=VALUE NAME=VALUE ...", see workload_parameters().
  int32_t frames;         ///< Length of the course.
  unsigned measures;      ///< 1 << WORKLOAD_SHAPE and so on: those that count.
  workload_group group;
  bool scored; ///< Counts in a score. The workloads of a score are frozen with WORKLOAD_VERSION.
} workload;

int workload_count(void);
/// By index, NULL outside 0 .. count - 1.
const workload *workload_at(int index);
/// Index by name, or -1.
int workload_find(const char *name);

/// The folder of references, errors and meshes: beside an installed program, else in the sources. A test may set
/// another one. NULL resets it. The text is borrowed.
const char *workload_folder(void);
void workload_set_folder(const char *folder);
/// Open a file of that folder. XPBD_ERR_IO says how it is made.
xpbd_status workload_open(const char *path, FILE **out);

/// The parameters of the scene, and what they point to.
typedef struct workload_scene {
  xpbd_scene_params params;
  char constraint[256], bending[256];
  xpbd_mesh mesh;
  xpbd_obstacle_def ground;
  xpbd_hold pin;
} workload_scene;
/// Reads the parameters of a workload. Each is a number of xpbd_scene_params_set(), or
///   constraint=SPEC, bending=SPEC   xpbd_constraint_spec_check()
///   wind=X/Y/Z                      [m/s]
///   mesh=FILE                       in the folder of workloads
///   ground=Y/FRICTION               a half-space below this height [m]
///   pins=none                       xpbd_pins_name()
///   pin=x,low,0.1                   an end that is held: axis, low or high, share of the extent
/// `out` must not move while it is used. Free it with workload_scene_release(), also after an error, which names the
/// parameter or the file.
xpbd_status workload_parameters(const workload *w, workload_scene *out);
void workload_scene_release(workload_scene *scene);
/// Builds the scene. Any solver may run it with frames of WORKLOAD_FRAME_TIME. Free with xpbd_model_destroy().
xpbd_status workload_model(const workload *w, xpbd_order order, xpbd_model *out);

/// A recorded right answer. Particles are numbered as in the scene.
typedef struct workload_reference {
  int64_t particles, constraints; ///< Counts of the scene, so that work can be planned without building it.
  double size;                    ///< [m] diagonal of the extents of the body at the start.
  int32_t substeps, iterations;   ///< Of the finest run, in double.
  double error;                   ///< Its own error: how far the last refinement moved it, as workload_errors.most.
  double spread;                  ///< Effect of a start that is disturbed by one step of float, likewise.
  int32_t marker_count, moment_count;
  int32_t *markers;  ///< [marker_count] particles, ascending.
  int32_t *frames;   ///< [moment_count] frames after which the state is compared, ascending. The last is the course's.
  double *positions; ///< [moment_count, marker_count, 3] m.
  double *scalars;   ///< [moment_count, WORKLOAD_SCALARS]
  uint64_t hash;     ///< Of the file.
} workload_reference;
/// The scalars of a moment: centre of mass [m], kinetic and gravitational energy [J], volume [m^3].
enum {
  WORKLOAD_X,
  WORKLOAD_Y,
  WORKLOAD_Z,
  WORKLOAD_KINETIC,
  WORKLOAD_GRAVITATIONAL,
  WORKLOAD_ENCLOSED,
  WORKLOAD_SCALARS
};

/// Reads the reference of a workload. XPBD_ERR_IO if it is missing. XPBD_ERR_BAD_FILE if it is damaged, or belongs to
/// another workload or version. The message is one line that says what to do.
xpbd_status workload_reference_read(const workload *w, workload_reference *out);
/// Writes the file. XPBD_ERR_IO.
xpbd_status workload_reference_write(const workload *w, const workload_reference *from, const char *path);
void workload_reference_release(workload_reference *reference);

/// What is kept of a run for its error. Nothing of it depends on backend or precision.
typedef struct workload_course {
  const workload *of;
  const xpbd_scene *scene; ///< Borrowed.
  workload_reference reference;
  int32_t moments;   ///< Number of moments that were added.
  double *positions; ///< [moment_count, marker_count, 3]
  double *scalars;   ///< [moment_count, WORKLOAD_SCALARS]
} workload_course;

/// Begins a course of the workload's scene. Reads the reference, with its errors, and refuses a scene with another
/// number of particles.
xpbd_status workload_course_begin(const workload *w, const xpbd_scene *scene, workload_course *out);
/// Whether the state after this frame (1 = the first) is compared, so that others need not be read back.
bool workload_course_wants(const workload_course *course, int32_t frame);
/// Adds the state after a frame: positions [n, 3] m, velocities [n, 3] m/s. Frames that are not compared are ignored.
/// XPBD_ERR_INVALID_ARGUMENT if a moment was skipped. A state that is not finite is kept and fails in
/// workload_error().
xpbd_status workload_course_add(workload_course *course, int32_t frame, const double *positions,
                                const double *velocities);
void workload_course_release(workload_course *course);

typedef struct workload_errors {
  double measure[WORKLOAD_MEASURES]; ///< NaN = not a measure of the workload.
  double most;                       ///< The largest of them: the error of the run.
  double own;                        ///< The reference's own error. Smaller errors mean nothing.
} workload_errors;
/// The error of a course. XPBD_ERR_INVALID_ARGUMENT if it is too short. XPBD_ERR_DIVERGED if a number is not finite.
/// There is no error then.
xpbd_status workload_error(const workload_course *course, workload_errors *out);

/// The reference of a workload as a scene file carries it. It must not move while it is used.
typedef struct workload_answer {
  workload_reference recorded;
  xpbd_scene_measure measures[WORKLOAD_MEASURES];
  xpbd_scene_reference reference; ///< Points to the two above.
} workload_answer;
/// Reads it for the workload's scene. The errors are those of workload_course_begin(). Free with
/// workload_answer_release().
xpbd_status workload_answer_read(const workload *w, const xpbd_scene *scene, workload_answer *out);
void workload_answer_release(workload_answer *answer);

/// A setting with its recorded error. Errors and states depend on neither backend nor machine, so they can be recomputed
/// anywhere.
typedef struct workload_rung {
  xpbd_method method;
  xpbd_precision precision;
  int32_t substeps, iterations;
  double error;
  uint64_t hash; ///< xpbd_solver_hash() at the end of the course.
} workload_rung;
/// The recorded rungs of a workload with an error of at most `tolerance`, the least work first. At most `room` are
/// written, *count gets their number. INFINITY = all rungs. XPBD_ERR_IO or XPBD_ERR_BAD_FILE if errors.tsv is missing
/// or damaged.
xpbd_status workload_rungs(const workload *w, double tolerance, int room, workload_rung *out, int *count);
/// The order of rungs: time steps x (iterations + the rest of a step), twice as much in double.
double workload_rung_work(const workload_rung *rung);
