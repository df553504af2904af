/* Why this file exists: decides which figures a run has, writes their tables and scripts, and has them drawn. */
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

/* Lines in one panel. Axes of a benchmark. */
enum { LEGIBLE_LINES = 10, MOST_AXES = 32 };
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

/// The whole script: the data of this figure, the common style, and how this kind is drawn.
static xpbd_status write_script(const char *folder, const sheet *s, const report_figure *figure) {
  char *text = NULL;
  size_t size = 0;
  const report_script *style = report_script_find("style"), *body = report_script_find(s->draft.body);
  XPBD_REQUIRE(body, XPBD_ERR_INVALID_ARGUMENT, "the figure %s needs %s.gp, which reports/ does not have", figure->name,
               s->draft.body);
  FILE *stream = report_stream(&text, &size);
  XPBD_REQUIRE(stream, XPBD_ERR_OUT_OF_MEMORY, "no memory for a script");
  fprintf(stream,
          SCRIPT_BEGINS " To draw it again, changed or not, in this folder:\n#   gnuplot %s.gp > %s.svg\n"
                        "#   gnuplot -e \"form='png'\" %s.gp > %s.png (or 'small' for a README, 'pdf' for a paper)\n",
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

/// gnuplot may be built without PDF. The first refusal is the reason for all figures.
static xpbd_status draw_pdf(const char *folder, report_figures *figures, const report_figure *figure) {
  size_t size;
  char *pdf = NULL, script[96];
  snprintf(script, sizeof script, "%s.gp", figure->name);
  if (report_gnuplot_draw(folder, script, "pdf", &pdf, &size) != XPBD_OK) {
    snprintf(figures->no_pdf, sizeof figures->no_pdf, "%s", xpbd_last_error());
    return XPBD_OK;
  }
  const xpbd_status status = write_bytes(folder, figure->name, "pdf", pdf, size);
  free(pdf);
  return status;
}

/// A picture that gnuplot refuses is noted in the figure. Only files that cannot be written are a failure here.
static xpbd_status draw(const char *folder, report_figures *figures, report_figure *figure) {
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
  return figures->pdf && !figures->no_pdf[0] ? draw_pdf(folder, figures, figure) : XPBD_OK;
}

/// Whether a table has a row besides the column names, which drafters write first.
static bool has_rows(const char *data) {
  for (const char *line = data; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
    if (*line && *line != '#' && *line != '\n') return true;
  return false;
}

/// The name of a benchmark for use in file names.
static void put_file_name(const char *from, char out[64]) {
  for (size_t i = 0; i < 64; i++) {
    const char c = i + 1 < 64 ? from[i] : '\0';
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    out[i] = plain || !c ? c : '_';
    if (!c) return;
  }
}

/// Moves a filled sheet to the list. A figure without script or data is left out, and so is one with the name of
/// another, because it would overwrite its files.
static xpbd_status take(const char *folder, const char *benchmark, sheet *s, report_figures *figures) {
  char name[64];
  put_file_name(s->draft.name, name);
  bool drawn = s->draft.body && has_rows(s->texts[2]);
  for (int i = 0; i < figures->count && drawn; i++) drawn = strcmp(figures->items[i].name, name) != 0;
  if (!drawn) return XPBD_OK;
  report_figure *larger = realloc(figures->items, ((size_t)figures->count + 1) * sizeof *larger);
  XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for a figure");
  figures->items = larger;
  report_figure *figure = &larger[figures->count++];
  *figure = (report_figure){.title = s->texts[0],
                            .caption = s->texts[1],
                            .data = s->texts[2],
                            .benchmark = benchmark,
                            .scene = s->draft.scene};
  memcpy(figure->name, name, sizeof name);
  const size_t size = s->sizes[2];
  s->texts[0] = s->texts[1] = s->texts[2] = NULL;
  XPBD_TRY(write_bytes(folder, figure->name, "tsv", figure->data, size));
  XPBD_TRY(write_script(folder, s, figure));
  return figures->gnuplot ? draw(folder, figures, figure) : XPBD_OK;
}

xpbd_status report_figures_add(report_figures *figures, const char *folder, report_drafter *drafter,
                               const report_subject *subject) {
  bool more = true;
  for (int index = 0; more; index++) {
    sheet s;
    xpbd_status status = open_sheet(&s);
    more = status == XPBD_OK && drafter(subject, index, &s.draft);
    const xpbd_status finished = finish_sheet(&s);
    if (status == XPBD_OK) status = finished;
    if (status == XPBD_OK && more) status = take(folder, subject->benchmark, &s, figures);
    free_sheet(&s);
    XPBD_TRY(status);
  }
  return XPBD_OK;
}

/// Whether lines can be distinguished, and most of them have several points.
static bool legible(const report_slice *slice) {
  int in_panel = 0, lines = 0;
  for (int s = 0; s < slice->series_count; s++) {
    in_panel = s > 0 && slice->series[s].panel == slice->series[s - 1].panel ? in_panel + 1 : 1;
    if (in_panel > LEGIBLE_LINES) return false;
    lines += slice->series[s].count > 1;
  }
  return 2 * lines >= slice->series_count && lines > 0;
}

/// A slice whose lines can be distinguished, if need be without points that form no line. `*any` tells if it has lines.
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

/// The kinds of subjects of figures, and the benchmarks that have them.
typedef enum figure_of { OF_BENCHMARK, OF_SIZES, OF_AXES, OF_SCENES } figure_of;
enum {
  KIND_ANY = -1,
  KIND_PROJECTIONS = 1 << REPORT_PROJECTIONS,
  KIND_PUBLISHED = 1 << REPORT_PUBLISHED,
  KIND_SCENES = 1 << REPORT_SCENES,
  KIND_HISTORIES = 1 << REPORT_HISTORIES,
  KIND_COURSES = 1 << REPORT_COURSES,
  KIND_SOLVERS = 1 << REPORT_PEERS | 1 << REPORT_METHODS,
  KIND_SPEEDS = 1 << REPORT_SPEEDS
};

static const struct {
  report_drafter *draft;
  figure_of of;
  int kinds;
} listed[] = {
#define REPORT_FIGURE(name, of, kinds) {report_draft_##name, OF_##of, KIND_##kinds},
#include "list.h"
#undef REPORT_FIGURE
};
enum { LISTED = sizeof listed / sizeof listed[0] };

/// Whether the benchmark's own figures show this axis. Figures of ways to compute compare them there. If scenes or
/// courses differ, another size or number of iterations is another simulation.
static bool is_shown(const report_run *run, const char *benchmark, int kind, const char *axis) {
  enum {
    SIMULATIONS = KIND_SCENES | KIND_HISTORIES | KIND_COURSES | KIND_SOLVERS,
    WAYS = KIND_PROJECTIONS | KIND_PUBLISHED
  };
  static const struct {
    const char *axis;
    int kinds;
  } shown[] = {{"size", SIMULATIONS},
               {"iterations", SIMULATIONS},
               {"substeps", SIMULATIONS},
               {"lanes", WAYS},
               {"threads", WAYS}};
  if ((run->compared && !(kind & WAYS)) || kind == KIND_SCENES)
    kind = report_has_scenes(run, benchmark) ? KIND_SCENES : KIND_SPEEDS;
  for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
    if (strcmp(shown[i].axis, axis) == 0) return (shown[i].kinds & kind) != 0;
  return false;
}

/// The lines of a benchmark: a slice for each axis that has lines, those along sizes and iterations first.
typedef struct benchmark_lines {
  const char *axes[MOST_AXES]; ///< All axes looked at.
  report_slice slices[MOST_AXES];
  int axis_count, count;
} benchmark_lines;

/// Whether an axis has two numbers above 0, as a logarithmic axis needs.
static bool has_two(const report_run *run, const char *benchmark, const char *axis) {
  double first = 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!p->has_numbers || strcmp(p->benchmark, benchmark) != 0) continue;
    const double value = report_axis_number(p, axis);
    if (!(value > 0)) continue;
    if (first > 0 && (value < first || value > first)) return true;
    first = value;
  }
  return false;
}

static xpbd_status add_lines(const report_run *run, const char *benchmark, int kind, const char *axis,
                             benchmark_lines *out) {
  for (int k = 0; k < out->axis_count; k++)
    if (strcmp(out->axes[k], axis) == 0) return XPBD_OK;
  if (out->axis_count == MOST_AXES) return XPBD_OK;
  out->axes[out->axis_count++] = axis;
  if (is_shown(run, benchmark, kind, axis) || !has_two(run, benchmark, axis)) return XPBD_OK;
  report_slice *slice = &out->slices[out->count];
  bool any = false;
  XPBD_TRY(make_slice(run, benchmark, axis, strcmp(axis, "size") == 0 ? "iterations" : "size", slice, &any));
  if (any)
    out->count++;
  else
    report_slice_free(slice);
  return XPBD_OK;
}

static xpbd_status find_lines(const report_run *run, const char *benchmark, int kind, benchmark_lines *out) {
  XPBD_TRY(add_lines(run, benchmark, kind, "size", out));
  XPBD_TRY(add_lines(run, benchmark, kind, "iterations", out));
  for (int i = 0; i < run->count; i++) {
    const char *axis;
    json_t *value;
    if (!run->points[i].has_numbers || strcmp(run->points[i].benchmark, benchmark) != 0) continue;
    json_object_foreach(run->points[i].axes, axis, value) XPBD_TRY(add_lines(run, benchmark, kind, axis, out));
  }
  return XPBD_OK;
}

/// All figures of a benchmark except those of its scenes. A comparison has only line figures.
static xpbd_status make_for_benchmark(const report_run *run, const char *benchmark, const char *folder,
                                      report_figures *figures) {
  benchmark_lines lines = {.count = 0};
  const int kind = 1 << report_kind_of(run, benchmark);
  xpbd_status status = find_lines(run, benchmark, kind, &lines);
  for (int f = 0; f < LISTED && status == XPBD_OK; f++) {
    report_subject subject = {.run = run, .benchmark = benchmark};
    if (!(listed[f].kinds & kind)) continue;
    if (listed[f].of == OF_BENCHMARK && !run->compared)
      status = report_figures_add(figures, folder, listed[f].draft, &subject);
    for (int k = 0; k < lines.count && status == XPBD_OK; k++) {
      subject.slice = &lines.slices[k];
      if (listed[f].of == OF_AXES || (listed[f].of == OF_SIZES && strcmp(subject.slice->axis, "size") == 0))
        status = report_figures_add(figures, folder, listed[f].draft, &subject);
    }
  }
  for (int k = 0; k < lines.count; k++) report_slice_free(&lines.slices[k]);
  return status;
}

/// The figures of single scenes, after all others.
static xpbd_status make_for_scenes(const report_run *run, const char *folder, report_figures *figures) {
  for (int i = 0; i < run->count; i++) {
    const report_subject subject = {
        .run = run, .benchmark = run->points[i].benchmark, .scene = report_scene(&run->points[i])};
    const int kind = report_is_first_of_scene(run, i) ? 1 << report_kind_of(run, subject.benchmark) : 0;
    for (int f = 0; f < LISTED; f++)
      if (listed[f].of == OF_SCENES && listed[f].kinds & kind)
        XPBD_TRY(report_figures_add(figures, folder, listed[f].draft, &subject));
  }
  return XPBD_OK;
}

/// Whether a report wrote this script. Other scripts belong to the user.
static bool is_ours(const char *path) {
  char line[sizeof SCRIPT_BEGINS];
  FILE *file;
  if (xpbd_file_open(path, "a script", &file) != XPBD_OK) return false;
  const bool ours = fgets(line, sizeof line, file) && strcmp(line, SCRIPT_BEGINS) == 0;
  fclose(file);
  return ours;
}

/// Remove figures of an earlier report that this run does not have.
static void remove_old(const char *folder) {
  static const char *const endings[] = {"tsv", "svg", "png", "pdf", "gp"};
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
  *out = (report_figures){.gnuplot = report_gnuplot_is_there(), .pdf = out->pdf};
  XPBD_TRY(xpbd_folder_create(folder));
  remove_old(folder);
  for (int i = 0; i < run->count; i++)
    if (report_is_first(run, i)) XPBD_TRY(make_for_benchmark(run, run->points[i].benchmark, folder, out));
  return run->compared ? XPBD_OK : make_for_scenes(run, folder, out);
}

bool report_figures_say(const report_figures *figures, char lost[REPORT_LOST]) {
  const report_figure *first = NULL;
  int count = 0;
  for (int i = 0; i < figures->count; i++) {
    const report_figure *figure = &figures->items[i];
    if (!figure->problem[0]) continue;
    printf("figures/%s: %s: %s\n", figure->name, figure->wide ? "some forms left out" : "not drawn", figure->problem);
    if (!figure->wide && count++ == 0) first = figure;
  }
  if (first)
    snprintf(lost, REPORT_LOST, "%d of %d figures could not be drawn: figures/%s: %s", count, figures->count,
             first->name, first->problem);
  return first != NULL;
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
