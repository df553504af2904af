/* Why this file exists: an error is believed only if its reference is whole and the measure sees what is wrong. Every
 * kind of damage to a reference is refused, and every wrong course has an error, or none at all. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "runner/folder.h"
#include "workload/workload.h"

enum { MARKERS = 2, MOMENTS = 2, SMALL = 1 << 16 };

static const workload *slide(void) {
  return workload_at(workload_find("slide"));
}

/* The whole table: names, scenes and parameters that the library takes. */
static void check_table(check *self, int argument) {
  check_at_least(self, workload_count(), 12, "workloads");
  for (int k = 0; k < workload_count(); k++) {
    const workload *w = workload_at(k);
    workload_scene scene;
    check_same(self, (uint64_t)workload_find(w->name), (uint64_t)k, "%s is there once", w->name);
    check_true(self, xpbd_scene_info_find(w->scene) >= 0, "%s: scene %s", w->name, w->scene);
    if (check_status(self, workload_parameters(w, &scene), XPBD_OK, "parameters of %s", w->name)) {
      const char *spec = scene.params.constraint;
      check_true(self, !spec || xpbd_constraint_spec_check(spec) == XPBD_OK, "constraint of %s", w->name);
      workload_scene_release(&scene);
    }
    check_true(self,
               w->frames > 0 && w->measures != 0 && w->measures < 1u << WORKLOAD_MEASURES &&
                   workload_group_name((int)w->group),
               "%s: frames, measures and group", w->name);
  }
  static const char *const wrong[] = {"resolution",   "resolution=x", "ground=1",      "ground=1/x", "wind=1/2",
                                      "wind=1/2/3/4", "pins=all",     "mesh=none.obj", "colour=1",   "resolution=2.5"};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    const workload w = {.name = "wrong", .scene = "cloth", .parameters = wrong[k], .frames = 1};
    workload_scene scene;
    check_control(self, workload_parameters(&w, &scene) != XPBD_OK, "%s is a parameter", wrong[k]);
  }
  check_true(self, workload_find("none") == -1 && !workload_at(-1) && !workload_at(workload_count()),
             "no such workload");
}

/* A small reference of the workload slide. */
static void make_small(workload_reference *out, int32_t *markers, int32_t *frames, double *positions, double *scalars) {
  *out = (workload_reference){.particles = 45, .constraints = 232, .size = 2.0, .substeps = 8, .iterations = 1};
  out->error = 1e-4;
  out->marker_count = MARKERS, out->moment_count = MOMENTS;
  out->markers = markers, out->frames = frames, out->positions = positions, out->scalars = scalars;
  for (int k = 0; k < 3 * MARKERS * MOMENTS; k++) positions[k] = 0.25 * k;
  for (int k = 0; k < WORKLOAD_SCALARS * MOMENTS; k++) scalars[k] = 1.0 + 0.5 * k;
}

/* The bytes of a file, which the caller frees. */
static char *bytes_of(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = file ? calloc(1, SMALL) : NULL;
  *size = bytes ? fread(bytes, 1, SMALL - 1, file) : 0;
  if (file) fclose(file);
  return bytes;
}

static void check_damage(check *self, int argument) {
  int32_t markers[MARKERS] = {3, 7}, frames[MOMENTS] = {12, 24};
  double positions[3 * MARKERS * MOMENTS], scalars[WORKLOAD_SCALARS * MOMENTS];
  workload_reference small, read;
  char *folder = folder_make(self);
  const char *path = folder_path(folder, "slide.tsv");
  size_t size = 0;
  make_small(&small, markers, frames, positions, scalars);
  workload_set_folder(folder);
  check_control(self, workload_reference_read(slide(), &read) == XPBD_ERR_IO, "a file that is not there");
  check_status(self, workload_reference_write(slide(), &small, path), XPBD_OK, "writing");
  if (check_status(self, workload_reference_read(slide(), &read), XPBD_OK, "what was written")) {
    check_true(self,
               memcmp(read.positions, positions, sizeof positions) == 0 &&
                   memcmp(read.scalars, scalars, sizeof scalars) == 0 && read.markers[1] == 7 && read.frames[0] == 12 &&
                   read.constraints == 232,
               "the numbers that were written");
    workload_reference_release(&read);
  }
  OWNED(check_free) char *bytes = bytes_of(path, &size);
  for (size_t k = 0; bytes && k < size; k += 7) { /* one byte, and the rest cut off */
    const char was = bytes[k];
    bytes[k] = was == '1' ? '2' : '1';
    file_put(self, path, bytes, size);
    check_control(self, workload_reference_read(slide(), &read) == XPBD_ERR_BAD_FILE, "byte %zu is another", k);
    bytes[k] = was;
    file_put(self, path, bytes, k);
    check_control(self, workload_reference_read(slide(), &read) == XPBD_ERR_BAD_FILE, "cut off at byte %zu", k);
  }
  /* whole, but not this workload's */
  frames[1] = 23;
  workload_reference_write(slide(), &small, path);
  check_control(self, workload_reference_read(slide(), &read) == XPBD_ERR_BAD_FILE, "another course");
  frames[1] = 24, markers[1] = 45;
  workload_reference_write(slide(), &small, path);
  check_control(self, workload_reference_read(slide(), &read) == XPBD_ERR_BAD_FILE, "a marker beyond the particles");
  markers[1] = 7, small.size = NAN;
  workload_reference_write(slide(), &small, path);
  check_control(self, workload_reference_read(slide(), &read) == XPBD_ERR_BAD_FILE, "a size that is not finite");
  small.size = 2.0;
  workload_reference_write(workload_at(workload_find("chain")), &small, path);
  check_control(self, workload_reference_read(slide(), &read) == XPBD_ERR_BAD_FILE, "the file of another workload");
  workload_set_folder(NULL);
}

/* Put the markers where the reference has them. All particles of slide are markers. */
static void put(const workload_course *course, int32_t moment, double *x) {
  const workload_reference *r = &course->reference;
  for (int32_t m = 0; m < r->marker_count; m++)
    memcpy(&x[3 * (size_t)r->markers[m]], &r->positions[3 * ((size_t)moment * (size_t)r->marker_count + (size_t)m)],
           3 * sizeof *x);
}

/* How a course goes wrong. */
typedef enum wrong { RIGHT, SHIFTED, NOT_FINITE, SHORT, AT_REST } wrong;

static xpbd_status run_course(const workload *w, const xpbd_scene *scene, wrong how, workload_errors *out) {
  workload_course course;
  const size_t n = (size_t)xpbd_scene_particle_count(scene);
  OWNED(check_free) double *x = calloc(6 * n, sizeof *x);
  xpbd_status status = x ? workload_course_begin(w, scene, &course) : XPBD_ERR_OUT_OF_MEMORY;
  if (status != XPBD_OK) return status;
  memcpy(x, xpbd_scene_positions(scene), 3 * n * sizeof *x);
  const int32_t last = course.reference.moment_count - (how == SHORT);
  for (int32_t k = 0; k < last && status == XPBD_OK; k++) {
    if (how != AT_REST) put(&course, k, x);
    const size_t at = 3 * (size_t)course.reference.markers[0];
    if (how == SHIFTED && k == 1) x[at] += 0.1 * course.reference.size;
    if (how == NOT_FINITE && k == 1) x[at] = NAN;
    status = workload_course_add(&course, course.reference.frames[k], x, x + 3 * n);
  }
  if (status == XPBD_OK) status = workload_error(&course, out);
  workload_course_release(&course);
  return status;
}

static void check_measure(check *self, int argument) {
  static const workload shape_only = {.measures = 1u << WORKLOAD_SHAPE};
  workload w = *slide();
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  workload_errors right, off;
  w.measures = shape_only.measures;
  if (!check_status(self, workload_model(&w, XPBD_ORDER_GROUP, &model), XPBD_OK, "the scene of slide")) return;
  if (check_status(self, run_course(&w, model.scene, RIGHT, &right), XPBD_OK, "the recorded course"))
    check_at_most(self, right.most, 0.0, "error of the recorded course");
  if (check_status(self, run_course(&w, model.scene, SHIFTED, &off), XPBD_OK, "a shifted marker")) {
    workload_reference r;
    if (workload_reference_read(&w, &r) == XPBD_OK)
      check_between(self, off.most, 0.0999 / sqrt((double)r.marker_count * r.moment_count),
                    0.1001 / sqrt((double)r.marker_count * r.moment_count), "a marker off by a tenth of the size");
    workload_reference_release(&r);
    check_control(self, off.most > right.most && isnan(off.measure[WORKLOAD_STOP]), "a shifted marker is right");
  }
  check_control(self, run_course(&w, model.scene, NOT_FINITE, &off) == XPBD_ERR_DIVERGED, "NaN is right");
  check_control(self, run_course(&w, model.scene, SHORT, &off) == XPBD_ERR_INVALID_ARGUMENT, "a short course is right");
  check_control(self,
                run_course(workload_at(workload_find("chain")), model.scene, RIGHT, &off) == XPBD_ERR_INVALID_ARGUMENT,
                "the scene of another workload is right");
  if (check_status(self, run_course(slide(), model.scene, RIGHT, &right), XPBD_OK, "all markers, and so its centre"))
    check_at_most(self, right.measure[WORKLOAD_STOP], 1e-6, "error of its way"); /* seven digits are recorded */
  if (check_status(self, run_course(slide(), model.scene, AT_REST, &off), XPBD_OK, "a box that never slid"))
    check_between(self, off.measure[WORKLOAD_STOP], 1.0 - 1e-9, 1.0 + 1e-9, "is off by all of its way");
  workload_course course;
  if (check_status(self, workload_course_begin(&w, model.scene, &course), XPBD_OK, "another course")) {
    const double *x = xpbd_scene_positions(model.scene), *v = xpbd_scene_velocities(model.scene);
    check_true(self, !workload_course_wants(&course, 1) && workload_course_wants(&course, course.reference.frames[0]),
               "the frames that are compared");
    check_control(self, workload_course_add(&course, course.reference.frames[1], x, v) == XPBD_ERR_INVALID_ARGUMENT,
                  "a moment may be missing");
    workload_course_release(&course);
  }
}

/* Rungs of equal work come in one order, whatever the order of their lines. */
static void check_equal_work(check *self, char *folder) {
  enum { COUNT = 6 };
  static const char *const rungs[COUNT] = {"f64\t3\t1", "f64\t2\t3",  "f32\t6\t1",
                                           "f32\t4\t3", "f32x\t4\t2", "f32x\t1\t17"};
  for (int turned = 0; turned < 2; turned++) {
    workload_rung read[COUNT] = {{0}};
    int count = 0;
    char text[512] = "workload\tmethod\tprecision\tsubsteps\titerations\terror\thash\n";
    for (int k = 0; k < COUNT; k++) {
      const int line = turned ? COUNT - 1 - k : k;
      const size_t used = strlen(text);
      snprintf(text + used, sizeof text - used, "slide\txpbd\t%s\t0.01\t%016x\n", rungs[line], (unsigned)line);
    }
    file_put(self, folder_path(folder, "errors.tsv"), text, strlen(text));
    check_status(self, workload_rungs(slide(), 1.0, COUNT, read, &count), XPBD_OK, "rungs of equal work");
    for (int k = 0; k < count; k++)
      check_same(self, read[k].hash, (uint64_t)k, "rung %d, lines %s", k, turned ? "turned" : "in order");
    if (turned) check_control(self, read[0].hash != (uint64_t)COUNT - 1, "the lines stay as they were");
  }
}

static void check_rungs(check *self, int argument) {
  workload_rung rungs[64], all[64];
  int count = 0, every = 0;
  for (int k = 0; k < workload_count(); k++) {
    const workload *w = workload_at(k);
    if (!check_status(self, workload_rungs(w, 0.01, 64, rungs, &count), XPBD_OK, "rungs of %s", w->name)) return;
    check_at_least(self, count, 1, "rungs of %s within 1 %%", w->name);
    for (int j = 0; j < count; j++)
      check_true(self,
                 rungs[j].error <= 0.01 &&
                     (j == 0 || workload_rung_work(&rungs[j]) >= workload_rung_work(&rungs[j - 1])),
                 "rung %d of %s", j, w->name);
    workload_rungs(w, INFINITY, 64, all, &every);
    check_control(self, every > count, "%s: all rungs are within 1 %%", w->name);
  }
  char *folder = folder_make(self);
  static const char head[] = "workload\tmethod\tprecision\tsubsteps\titerations\terror\thash\n";
  static const char *const lines[] = {
      "slide\txpbd\tf32\t8\t1\t0.01\t0123456789abcdef\n", "slide\txpbd\tf32\t8\t1\t0.01\n",
      "slide\txpbd\tf32\t8\t1\tnan\t0123456789abcdef\n",  "slide\txpbd\tf16\t8\t1\t0.01\t0123456789abcdef\n",
      "slied\txpbd\tf32\t8\t1\t0.01\t0123456789abcdef\n", "slide\txpbd\tf32\t0\t1\t0.01\t0123456789abcdef\n",
      "slide\txpbd\tf32\t8\t1\t0.01\t0123456789abcdef"};
  workload_set_folder(folder);
  check_control(self, workload_rungs(slide(), 1.0, 64, rungs, &count) == XPBD_ERR_IO, "a table that is not there");
  check_equal_work(self, folder);
  for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
    char text[256];
    const int length = snprintf(text, sizeof text, "%s%s", head, lines[k]);
    file_put(self, folder_path(folder, "errors.tsv"), text, (size_t)length);
    const xpbd_status status = workload_rungs(slide(), 1.0, 64, rungs, &count);
    if (k == 0)
      check_true(self, status == XPBD_OK && count == 1, "a right line");
    else
      check_control(self, status == XPBD_ERR_BAD_FILE && count == 0, "line %zu is a rung", k);
  }
  workload_set_folder(NULL);
}

/* A wrong reference is refused before a file is made. */
static void check_references(check *self, const xpbd_model *model, const workload_answer *answer, const char *path) {
  static const char *const why[] = {"the reference lacks", "the reference lacks", "the markers of",
                                    "the markers of",      "the frames of",       "the frames of",
                                    "a number of",         "measure 0 of",        "measure 0 of"};
  xpbd_scene_file_def def = xpbd_scene_file_def_default();
  def.frames = 24, def.reference = &answer->reference;
  check_status(self, xpbd_scene_write_check(path, model, &def), XPBD_OK, "it fits");
  for (size_t k = 0; k < sizeof why / sizeof *why; k++) {
    xpbd_scene_reference r = answer->reference;
    xpbd_scene_measure m = r.measures[0];
    const int32_t marker[] = {0, k == 2 ? 0 : 45}, frame[] = {k == 4 ? 0 : 12, 25};
    const double nan[3] = {0.0, NAN, 0.0};
    if (k == 0) r.name = NULL;
    if (k == 1) r.moment_count = 0;
    if (k == 2 || k == 3) r.markers = marker, r.marker_count = 2;
    if (k == 4 || k == 5) r.frames = frame, r.moment_count = 2;
    if (k == 6) r.positions = nan, r.marker_count = r.moment_count = 1;
    if (k == 7) m.scale = 0.0;
    if (k == 8) m.unit = NULL;
    r.measures = &m, r.measure_count = 1, def.reference = &r;
    check_control(self, xpbd_scene_write_check(path, model, &def) != XPBD_OK, "reference %zu", k);
    check_true(self, strncmp(xpbd_last_error(), why[k], strlen(why[k])) == 0, "%zu says %s", k, xpbd_last_error());
  }
}

/* A scene file carries the reference of its workload. */
static void check_answer(check *self, int argument) {
  const workload *w = slide();
  workload other = *w;
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  workload_answer answer;
  char *folder = folder_make(self);
  other.name = "cloth_41";
  if (check_status(self, workload_model(w, XPBD_ORDER_GROUP, &model), XPBD_OK, "the scene") &&
      check_status(self, workload_answer_read(w, model.scene, &answer), XPBD_OK, "its answer")) {
    check_same(self, (uint64_t)answer.reference.measure_count, 2, "measures of slide");
    check_references(self, &model, &answer, folder_path(folder, "slide.json"));
    workload_answer_release(&answer);
    check_control(self, workload_answer_read(&other, model.scene, &answer) != XPBD_OK, "the reference of another one");
  }
  check_same(self, (uint64_t)folder_count(folder), 0, "files of checks");
}

void check_group_workload(check_registry *registry);

void check_group_workload(check_registry *registry) {
  check_add(registry, "table", "every line of the table can be built", check_table, 0);
  check_add(registry, "damage", "a damaged reference is refused", check_damage, 0);
  check_add(registry, "measure", "the measure sees what is wrong", check_measure, 0);
  check_add(registry, "answer", "a scene file gets a reference that fits", check_answer, 0);
  check_add(registry, "rungs", "recorded errors are read in the order of work", check_rungs, 0);
}
