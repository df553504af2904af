/* Why this file exists: holds the outputs of a verdict (lines, JSON, a page) and its measurements in scenes. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "foreign/file.h"
#include "support/cli.h"
#include "support/json.h"
#include "verdict/judge/verdict.h"
#include "xpbd/status.h"

enum { REPORT_SEQ, REPORT_OMP, REPORT_CUDA, REPORT_BACKENDS };
enum { REPORT_STEM = 80, REPORT_PAGE = 200 };
enum { REPORT_RIVALS = 6, REPORT_SWEEPS = 8, REPORT_VERTICES = 512, REPORT_TRIANGLES = 1024, REPORT_SHAPES = 2 };

/// One formula in the standard scene of its element.
typedef struct report_run {
  char name[80];
  char failed[200];               ///< Why there are no numbers; "" if there are.
  double residual[REPORT_SWEEPS]; ///< Mean |C| after one step with each number of iterations, relative to its value
                                  ///< before.
  double sag;                     ///< [m] how far the centre of mass has come down.
  double elastic;                 ///< [J] elastic energy of the formula's own constraints, the sum of C^2 / (2 alpha).
  double strain;                  ///< Mean |l / l0 - 1| of the mesh's edges.
  double ns[REPORT_BACKENDS], fps[REPORT_BACKENDS]; ///< Per projection [ns] and frames [1/s]; NaN = not measured.
  int64_t constraints;
  double compliance; ///< alpha, in (unit of C)^2 / J.
  char matched[160]; ///< How alpha was chosen to make the run as stiff as the first; "" for the first.
} report_run;

/// The formula first, then built-in ones on the same element.
typedef struct report_scene {
  char about[240];
  int iterations[REPORT_SWEEPS];
  int count;
  report_run run[1 + REPORT_RIVALS];
  char device[240]; ///< Why nothing was measured on a GPU; "" = it was measured.
  int32_t vertex_count, triangle_count;
  int32_t triangles[3 * REPORT_TRIANGLES];
  int shapes;                                       ///< Shapes of the first runs, for pictures.
  double shape[REPORT_SHAPES][3 * REPORT_VERTICES]; ///< [m] final positions.
} report_scene;

/// Everything known about one formula.
typedef struct report {
  const xpbd_formula_info *info;
  const char *file;             ///< NULL = built in, or a command.
  const char *command;          ///< The command of --pipe; NULL = none.
  uint64_t hash;                ///< Of the file; 0 if it could not be read.
  const char *text;             ///< Text of the file; NULL = no file.
  const char *compiler;         ///< The command that compiled the file; NULL = none.
  long line;                    ///< Line of the entry in the file; 0 = not known.
  const xpbd_file_entry *place; ///< Where its functions are in the file; NULL = not known.
  const char *reason;           ///< Why the file cannot be used; NULL = it can.
  const verdict *verdict;
  const report_scene *scene; ///< NULL = not measured.
  double seconds;
} report;

/// Runs the formula and its rivals. `scene` is shared with a child, like the verdict. `at` receives the current step.
void report_measure(report_scene *scene, int formula, void (*at)(void *context, const char *what), void *context);

/// The word of verdict_outcome_of().
const char *report_word(const report *r);

/// The same runs on a GPU, which must end in the state of seq. The process must not have asked for the GPU before.
void report_measure_device(report_scene *scene, int formula);
/// The same in a separate process, because a fault of the driver is no finding about the formula.
void report_measure_device_apart(report_scene *scene, int formula);

/// On standard output: the verdict, a line for each finding, then the facts.
void report_print(const report *r);
/// XPBD_ERR_IO.
xpbd_status report_write_json(const report *r, const char *path);
/// The same as one value of a larger file.
void report_put_json(const report *r, json_writer *json);
/// The name of a file without folder and ending.
void report_stem(const char *path, char out[REPORT_STEM]);
/// The name of a page without ending: the stem, with ".formula" behind it if they differ.
void report_page_name(const char *stem, const char *formula, char out[REPORT_PAGE]);
/// One page, folder/name.html, that needs nothing else. XPBD_ERR_IO.
xpbd_status report_write_page(const report *r, const char *folder, const char *name);
/// The same without the scenes, as one page to print. XPBD_ERR_IO.
xpbd_status report_write_certificate(const report *r, const char *path);

/// Files to write, a folder for `html`; NULL = none.
typedef struct report_files {
  const char *json, *html, *certificate;
} report_files;
/// Writes them. 0, or the exit code 1 after a message.
int report_write_files(const report *r, const report_files *files, const cli_program *program);

/// The final state of run `which`, below scene->shapes, as a figure.
void report_write_picture(FILE *stream, const report_scene *scene, int which);

/// How XPBD treats a formula with such a root at rest; one sentence.
const char *report_root_words(const verdict *v);

/// Whether a formula may have this name: up to 39 lower-case letters, digits and _, and no digit first.
bool report_is_name(const char *name);
/// A commented file to begin with, on one of "edge", "opposite", "triangle", "hinge", "tet"; NULL for other elements.
/// Owned by the caller.
char *report_template(const char *element, const char *name);
/// The source and the line about it there, which the author has to replace.
#define REPORT_SOURCE "my paper, Eq. (1)"
#define REPORT_ABOUT  "one line about it"
