/* Why this file exists: decides which figures a run has, writes their tables and scripts and has them drawn; see figure.h. */
#include "figure.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "gnuplot.h"
#include "read/history.h"
#include "read/memory.h"
#include "read/results.h"
#include "support/scripts.h"

enum { LEGIBLE_LINES = 10 }; /* in one panel */
#define SCRIPT_BEGINS "# Written by xpbd-report."

/// A draft together with the memory its texts grow in.
typedef struct sheet {
  report_draft draft;
  char *texts[4];
  size_t sizes[4];
} sheet;

static xpbd_status open_sheet(sheet *s) {
  *s = (sheet){0};
  FILE **streams[4] = {&s->draft.title, &s->draft.caption, &s->draft.data, &s->draft.script};
  bool good = true;
  for (int i = 0; i < 4; i++) {
    *streams[i] = report_stream(&s->texts[i], &s->sizes[i]);
    good = good && *streams[i];
  }
  return good ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a figure");
}

/// Ends the streams, so that the texts are complete.
static xpbd_status finish_sheet(sheet *s) {
  FILE *streams[4] = {s->draft.title, s->draft.caption, s->draft.data, s->draft.script};
  bool good = true;
  for (int i = 0; i < 4; i++)
    if (streams[i]) good = fclose(streams[i]) == 0 && good;
  return good && !report_lost() ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a figure");
}

static void free_sheet(sheet *s) {
  for (int i = 0; i < 4; i++) free(s->texts[i]);
}

static xpbd_status write_bytes(const char *folder, const char *stem, const char *ending, const char *bytes,
                               size_t size) {
  char name[96];
  snprintf(name, sizeof name, "%s.%s", stem, ending);
  char *path = report_join(folder, name);
  if (!path) return XPBD_ERR_OUT_OF_MEMORY;
  xpbd_file file;
  xpbd_status status = xpbd_file_create(path, &file);
  free(path);
  XPBD_TRY(status);
  fwrite(bytes, 1, size, file.stream);
  return report_commit(&file);
}

/// The whole script: what it draws, what all figures share, how this kind is drawn.
static xpbd_status write_script(const char *folder, const sheet *s, const report_figure *figure) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = report_stream(&text, &size);
  XPBD_REQUIRE(stream, XPBD_ERR_OUT_OF_MEMORY, "no memory for a script");
  const report_script *style = report_script_find("style"), *body = report_script_find(s->draft.body);
  fprintf(stream,
          SCRIPT_BEGINS " To draw it again, changed or not, in this folder:\n#   gnuplot %s.gp > %s.svg\n"
                        "#   gnuplot -e \"form='png'\" %s.gp > %s.png (or 'small', for a README)\n",
          figure->name, figure->name, figure->name, figure->name);
  fprintf(stream, "data = '%s.tsv'\ntitle = ", figure->name);
  report_script_string(stream, figure->title);
  fputc('\n', stream);
  fwrite(s->texts[3], 1, s->sizes[3], stream);
  fwrite(style->bytes, 1, style->size, stream);
  fwrite(body->bytes, 1, body->size, stream);
  xpbd_status status = fclose(stream) == 0 ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a script");
  if (status == XPBD_OK) status = write_bytes(folder, figure->name, "gp", text, size);
  free(text);
  return status;
}

static bool draw_one(const char *folder, report_figure *figure, const char *form, char **out, size_t *size) {
  char script[96];
  snprintf(script, sizeof script, "%s.gp", figure->name);
  if (report_gnuplot_draw(folder, script, form, out, size) == XPBD_OK) return true;
  snprintf(figure->problem, sizeof figure->problem, "%s", xpbd_last_error());
  return false;
}

/// A picture that gnuplot refuses is noted in the figure; only files that cannot be written are a failure here.
static xpbd_status draw(const char *folder, report_figure *figure) {
  size_t size;
  char *png = NULL;
  if (!draw_one(folder, figure, "svg", &figure->wide, &size)) return XPBD_OK;
  XPBD_TRY(write_bytes(folder, figure->name, "svg", figure->wide, size));
  if (draw_one(folder, figure, "png", &png, &size)) {
    const xpbd_status status = write_bytes(folder, figure->name, "png", png, size);
    free(png);
    XPBD_TRY(status);
    figure->png = true;
  }
  draw_one(folder, figure, "narrow", &figure->narrow, &size);
  return XPBD_OK;
}

/// Takes a filled sheet over into the list.
static xpbd_status add(const char *folder, const char *benchmark, sheet *s, report_figures *figures) {
  report_figure *larger = realloc(figures->items, ((size_t)figures->count + 1) * sizeof *larger);
  XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for a figure");
  figures->items = larger;
  report_figure *figure = &larger[figures->count++];
  *figure =
      (report_figure){.title = s->texts[0], .caption = s->texts[1], .benchmark = benchmark, .scene = s->draft.scene};
  s->texts[0] = s->texts[1] = NULL;
  /* The name of a benchmark becomes a part of file names. */
  const char *from = s->draft.name;
  for (size_t i = 0; from[i] && i + 1 < sizeof figure->name; i++) {
    const char c = from[i];
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    figure->name[i] = plain ? c : '_';
  }
  XPBD_TRY(write_bytes(folder, figure->name, "tsv", s->texts[2], s->sizes[2]));
  figure->data = s->texts[2];
  s->texts[2] = NULL;
  XPBD_TRY(write_script(folder, s, figure));
  return figures->gnuplot ? draw(folder, figure) : XPBD_OK;
}

typedef bool (*slice_drafter)(const report_run *, const report_slice *, report_draft *);

static xpbd_status make_from_slice(const report_run *run, const report_slice *slice, slice_drafter drafter,
                                   const char *folder, report_figures *figures) {
  sheet s;
  xpbd_status status = open_sheet(&s);
  const bool any = status == XPBD_OK && drafter(run, slice, &s.draft);
  const xpbd_status finished = finish_sheet(&s);
  if (status == XPBD_OK) status = finished;
  if (status == XPBD_OK && any) status = add(folder, slice->benchmark, &s, figures);
  free_sheet(&s);
  return status;
}

/// All figures of one kind that a benchmark has.
static xpbd_status make_all(const report_run *run, const char *benchmark, report_drafter *drafter, const char *folder,
                            report_figures *figures) {
  for (int index = 0;; index++) {
    sheet s;
    xpbd_status status = open_sheet(&s);
    const bool any = status == XPBD_OK && drafter(run, benchmark, index, &s.draft);
    const xpbd_status finished = finish_sheet(&s);
    if (status == XPBD_OK) status = finished;
    if (status == XPBD_OK && any && s.draft.body) status = add(folder, benchmark, &s, figures);
    free_sheet(&s);
    if (status != XPBD_OK || !any) return status;
  }
}

/// Whether lines can be told apart, and whether most of them are lines at all.
static bool legible(const report_slice *slice) {
  int in_panel = 0, lines = 0;
  for (int s = 0; s < slice->series_count; s++) {
    in_panel = s > 0 && slice->series[s].panel == slice->series[s - 1].panel ? in_panel + 1 : 1;
    if (in_panel > LEGIBLE_LINES) return false;
    lines += slice->series[s].count > 1;
  }
  return 2 * lines >= slice->series_count && lines > 0;
}

/// A slice whose lines can be told apart, if need be without points that make no line; `*any` = there is one.
static xpbd_status make_slice(const report_run *run, const char *benchmark, const char *axis, const char *fixed_axis,
                              report_slice *out, bool *any) {
  report_slice lines;
  *any = false;
  XPBD_TRY(report_slice_make(run, benchmark, axis, fixed_axis, out));
  *any = legible(out);
  if (*any) return XPBD_OK;
  XPBD_TRY(report_slice_lines(run, out, &lines));
  report_slice_free(out);
  *out = lines;
  *any = legible(out);
  return XPBD_OK;
}

/// Along sizes and iterations.
static xpbd_status make_along_axes(const report_run *run, const char *benchmark, const char *folder,
                                   report_figures *figures) {
  report_slice size = {0}, iterations = {0};
  bool by_size, by_iterations = false;
  xpbd_status status = make_slice(run, benchmark, "size", "iterations", &size, &by_size);
  if (status == XPBD_OK) status = make_slice(run, benchmark, "iterations", "size", &iterations, &by_iterations);
  if (status == XPBD_OK) {
    if (by_size) status = make_from_slice(run, &size, report_draft_fps, folder, figures);
    if (status == XPBD_OK && by_iterations)
      status = make_from_slice(run, &iterations, report_draft_fps, folder, figures);
    if (status == XPBD_OK && by_size) status = make_from_slice(run, &size, report_draft_speedup, folder, figures);
    if (status == XPBD_OK && by_size) status = make_from_slice(run, &size, report_draft_spread, folder, figures);
  }
  report_slice_free(&size);
  report_slice_free(&iterations);
  return status;
}

static xpbd_status make_for_benchmark(const report_run *run, const char *benchmark, const char *folder,
                                      report_figures *figures) {
  static report_drafter *const drafters[][4] = {
      [REPORT_PROJECTIONS] = {report_draft_projection, report_draft_roofline, report_draft_gradients},
      [REPORT_PUBLISHED] = {report_draft_papers},
      [REPORT_SCENES] = {report_draft_scene_speeds, report_draft_methods, report_draft_travel},
      [REPORT_HISTORIES] = {report_draft_kept},
      [REPORT_COURSES] = {report_draft_accuracy}};
  const report_kind kind = report_kind_of(run, benchmark);
  for (int i = 0; kind != REPORT_SPEEDS && i < 4 && drafters[kind][i]; i++)
    XPBD_TRY(make_all(run, benchmark, drafters[kind][i], folder, figures));
  /* one scene by itself may have been swept over sizes or iterations */
  if (kind != REPORT_SPEEDS && (kind != REPORT_SCENES || report_has_scenes(run, benchmark))) return XPBD_OK;
  return make_along_axes(run, benchmark, folder, figures);
}

/// All figures of a scene in which areas or volumes are kept.
static xpbd_status make_preservation(const report_run *run, const char *benchmark, const char *scene,
                                     const char *folder, report_figures *figures) {
  for (int index = 0;; index++) {
    sheet s;
    xpbd_status status = open_sheet(&s);
    const bool any = status == XPBD_OK && report_draft_preservation(run, benchmark, scene, index, &s.draft);
    const xpbd_status finished = finish_sheet(&s);
    if (status == XPBD_OK) status = finished;
    if (status == XPBD_OK && any) status = add(folder, benchmark, &s, figures);
    free_sheet(&s);
    if (status != XPBD_OK || !any) return status;
  }
}

static xpbd_status make_all_preservation(const report_run *run, const char *folder, report_figures *figures) {
  for (int i = 0; i < run->count; i++) {
    const char *benchmark = run->points[i].benchmark, *scene = report_scene(&run->points[i]);
    bool first = scene != NULL;
    for (int k = 0; k < i && first; k++) {
      const char *other = report_scene(&run->points[k]);
      first = !other || strcmp(other, scene) != 0 || strcmp(run->points[k].benchmark, benchmark) != 0;
    }
    if (first) XPBD_TRY(make_preservation(run, benchmark, scene, folder, figures));
  }
  return XPBD_OK;
}

/// Whether a report wrote this script; a figure without one is somebody's own.
static bool is_ours(const char *path) {
  char line[sizeof SCRIPT_BEGINS];
  FILE *file;
  if (xpbd_file_open(path, "a script", &file) != XPBD_OK) return false;
  const bool ours = fgets(line, sizeof line, file) && strcmp(line, SCRIPT_BEGINS) == 0;
  fclose(file);
  return ours;
}

/// Figures of an earlier report that this run does not have must not stand beside it.
static void remove_old(const char *folder) {
  static const char *const endings[] = {"tsv", "svg", "png", "gp"};
  DIR *list = opendir(folder);
  if (!list) return;
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
    const size_t length = strlen(entry->d_name);
    if (length < 3 || strcmp(entry->d_name + length - 3, ".gp") != 0) continue;
    char *path = report_join(folder, entry->d_name);
    const bool old = path && is_ours(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0] && old; i++) {
      char name[sizeof entry->d_name + 4];
      snprintf(name, sizeof name, "%.*s.%s", (int)length - 3, entry->d_name, endings[i]);
      char *file = report_join(folder, name);
      if (file) unlink(file);
      free(file);
    }
    free(path);
  }
  closedir(list);
}

xpbd_status report_figures_make(const report_run *run, const char *folder, report_figures *out) {
  *out = (report_figures){.gnuplot = report_gnuplot_is_there()};
  XPBD_TRY(xpbd_folder_create(folder));
  remove_old(folder);
  for (int i = 0; i < run->count; i++)
    if (report_is_first(run, i)) XPBD_TRY(make_for_benchmark(run, run->points[i].benchmark, folder, out));
  return make_all_preservation(run, folder, out);
}

/// Frames per second and spread of one benchmark.
static xpbd_status make_lines(const report_run *run, const char *benchmark, const char *folder,
                              report_figures *figures) {
  report_slice size = {0}, iterations = {0};
  bool by_size, by_iterations = false;
  if (report_has_scenes(run, benchmark)) return XPBD_OK;
  xpbd_status status = make_slice(run, benchmark, "size", "iterations", &size, &by_size);
  if (status == XPBD_OK) status = make_slice(run, benchmark, "iterations", "size", &iterations, &by_iterations);
  if (status == XPBD_OK && by_size) status = make_from_slice(run, &size, report_draft_fps, folder, figures);
  if (status == XPBD_OK && by_iterations) status = make_from_slice(run, &iterations, report_draft_fps, folder, figures);
  if (status == XPBD_OK && by_size) status = make_from_slice(run, &size, report_draft_spread, folder, figures);
  report_slice_free(&size);
  report_slice_free(&iterations);
  return status;
}

xpbd_status report_figures_lines(const report_run *run, const char *folder, report_figures *out) {
  *out = (report_figures){.gnuplot = report_gnuplot_is_there()};
  XPBD_TRY(xpbd_folder_create(folder));
  remove_old(folder);
  for (int i = 0; i < run->count; i++) {
    bool first = true;
    for (int k = 0; k < i && first; k++) first = strcmp(run->points[k].benchmark, run->points[i].benchmark) != 0;
    if (first) XPBD_TRY(make_lines(run, run->points[i].benchmark, folder, out));
  }
  return XPBD_OK;
}

xpbd_status report_figures_add(report_figures *figures, const char *folder, report_filler *filler, const void *what) {
  sheet s;
  xpbd_status status = open_sheet(&s);
  const bool any = status == XPBD_OK && filler(what, &s.draft);
  const xpbd_status finished = finish_sheet(&s);
  if (status == XPBD_OK) status = finished;
  if (status == XPBD_OK && any) status = add(folder, "", &s, figures);
  free_sheet(&s);
  return status;
}

void report_figures_free(report_figures *figures) {
  for (int i = 0; i < figures->count; i++) {
    report_figure *figure = &figures->items[i];
    free(figure->title);
    free(figure->caption);
    free(figure->data);
    free(figure->wide);
    free(figure->narrow);
  }
  free(figures->items);
  *figures = (report_figures){0};
}
