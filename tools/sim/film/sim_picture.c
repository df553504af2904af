/* Why this file exists: --picture and --film: which frames are kept, how many fit into memory, and how the files are
 * written even if the run ends early. */
#include "sim_picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "sim/engine/sim_names.h"
#include "sim/engine/sim_worker.h"
#include "sim_drawing.h"

enum {
  FILM_MOST = 150, ///< Frames of a GIF.
  SHEET_MOST = 12, ///< Frames of a contact sheet.
  PANELS_ACROSS = 4
};
static const double last_shown = 1.0; ///< [s] How long the last frame is shown before the film repeats.

#ifdef XPBD_HAVE_PNG
static const bool has_png = true;
#else
static const bool has_png = false;
#endif
#ifdef XPBD_HAVE_GIF
static const bool has_gif = true;
#else
static const bool has_gif = false;
#endif

static bool ends_in(const char *path, const char *extension) {
  const size_t length = strlen(path), tail = strlen(extension);
  return length > tail && strcasecmp(path + length - tail, extension) == 0;
}

/// Read "WxH" as two sides.
static int read_size(const sim_job *job, const char *option, const char *text, int32_t *width, int32_t *height) {
  int w = 0, h = 0;
  char rest;
  if (!text) return -1;
  if (strspn(text, "0123456789x") != strlen(text) || strlen(text) > 11 ||
      sscanf(text, "%5dx%5d%c", &w, &h, &rest) != 2 || w < PICTURE_SIDE_LEAST || h < PICTURE_SIDE_LEAST ||
      w > PICTURE_SIDE_MOST || h > PICTURE_SIDE_MOST)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s must be WxH with sides of %d to %d pixels, not '%.60s'", option,
                    PICTURE_SIDE_LEAST, PICTURE_SIDE_MOST, text);
  *width = w, *height = h;
  return -1;
}

/// Check what can be known about a file before anything is computed.
static int check_file(const sim_job *job, const char *option, const char *path, bool have, const char *package) {
  if (!have)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s %.1000s: this build cannot write it; install %s, build again",
                    option, path, package);
  xpbd_file file = {0};
  if (xpbd_file_create(path, &file) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s: %s", option, xpbd_last_error());
  xpbd_file_discard(&file);
  return -1;
}

/// Whether a sheet can be large enough for that many frames, checked before they are computed.
static int check_sheet(const sim_job *job, const char *option, int32_t frames, int32_t columns, int32_t width,
                       int32_t height) {
  picture_sheet sheet;
  const xpbd_status status = picture_sheet_begin(frames, columns, width, height, &sheet);
  picture_sheet_destroy(&sheet);
  return status == XPBD_OK ? -1 : cli_fail(job->program, CLI_EXIT_USAGE, "--%s: %s", option, xpbd_last_error());
}

/// Columns of a contact sheet of one run.
static int32_t columns_of(int32_t frames) {
  return frames <= 4 ? frames : 0;
}

int32_t sim_pictures_columns(const sim_job *job, int count) {
  const sim_options *o = job->options;
  if (o->methods.count > 1 && o->constraints.count > 1) return o->constraints.count;
  return count <= PANELS_ACROSS ? count : 0;
}

static int open_picture(sim_pictures *self) {
  const sim_job *job = self->job;
  const int64_t frame = job->options->picture_frame;
  if (!xpbd_file_is_stdout(self->picture) && !ends_in(self->picture, ".png"))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--picture must end in .png: '%.1000s'", self->picture);
  if (frame >= 0 && (frame < job->start || frame > job->frames))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--picture-frame must be from %d to %d, not %lld", (int)job->start,
                    (int)job->frames, (long long)frame);
  int code = check_file(job, "picture", self->picture, has_png, "libpng-dev");
  if (code < 0) code = sim_shots_make(job, "picture", 1, &self->still);
  if (code < 0) self->still.frames[0] = frame >= 0 ? (int32_t)frame : job->frames;
  const int runs = sim_run_count(job->options);
  if (code < 0 && runs > 1)
    code = check_sheet(job, "picture-size", runs, sim_pictures_columns(job, runs), self->width, self->height);
  return code;
}

int32_t sim_pictures_frames(const sim_job *job, bool gif, bool *scarce) {
  const int64_t steps = (int64_t)job->frames - job->start; /* between the first frame and the last */
  const int64_t most = job->options->film_frames ? job->options->film_frames : gif ? FILM_MOST : SHEET_MOST;
  const double bytes = 24.0 * job->mesh->vertex_count;
  const int64_t room = (int64_t)fmax(2.0, fmin(job->options->frame_bytes / bytes, (double)most));
  const int64_t shown = gif ? picture_film_count(steps, job->frame_time, room) : steps + 1 < room ? steps + 1 : room;
  *scarce = shown < most && shown == room && shown < steps + 1;
  return (int32_t)shown;
}

/// Choose the frames that a film shows, from the first to the last.
static int choose_frames(sim_pictures *self) {
  const sim_job *job = self->job;
  bool scarce;
  const int32_t shown = sim_pictures_frames(job, self->gif, &scarce);
  const int code = sim_shots_make(job, "film", shown, &self->shots);
  for (int64_t k = 0; code < 0 && k < shown; k++)
    self->shots.frames[k] = job->start + (int32_t)picture_film_step(k, shown, (int64_t)job->frames - job->start);
  if (code < 0 && !job->options->quiet && scarce)
    cli_print("%s: only %d frames, because memory is short\n", self->film, (int)shown);
  return code;
}

static int open_film(sim_pictures *self) {
  const sim_job *job = self->job;
  self->gif = xpbd_file_is_stdout(self->film) || ends_in(self->film, ".gif");
  if (!self->gif && !ends_in(self->film, ".png"))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--film must end in .gif or .png: '%.1000s'", self->film);
  self->film_width = self->gif ? 640 : 400, self->film_height = self->gif ? 480 : 300;
  int code = read_size(job, "film-size", job->options->film_size, &self->film_width, &self->film_height);
  if (code < 0)
    code = check_file(job, "film", self->film, self->gif ? has_gif : has_png, self->gif ? "libgif-dev" : "libpng-dev");
  if (code < 0) code = choose_frames(self);
  const int32_t runs = sim_run_count(job->options), frames = self->shots.wanted;
  if (code < 0 && !self->gif)
    code = check_sheet(job, "film-size", runs * frames, runs > 1 ? frames : columns_of(frames), self->film_width,
                       self->film_height);
  else if (code < 0 && runs > 1)
    code = check_sheet(job, "film-size", runs, sim_pictures_columns(job, runs), self->film_width, self->film_height);
  return code;
}

static const char *colour_word(int place) {
  static const char *const words[] = {"plain", "strain"};
  return place < 2 ? words[place] : NULL;
}

/// Find a camera that is impossible before anything is computed.
static int check_camera(const sim_job *job) {
  const char *camera = job->options->camera;
  double at[7];
  if (!camera) return -1;
  if (!sim_read_numbers(camera, 7, at))
    return cli_fail(job->program, CLI_EXIT_USAGE,
                    "--camera must be seven numbers, X,Y,Z,TX,TY,TZ,HEIGHT as a run prints them, not '%.90s'", camera);
  picture_view view = picture_view_default(PICTURE_SIDE_LEAST, PICTURE_SIDE_LEAST);
  xpbd_status status = picture_view_include(&view, 1, at + 3);
  if (status == XPBD_OK) status = picture_view_place(&view, at, at + 3, at[6]);
  return status == XPBD_OK ? -1 : cli_fail(job->program, CLI_EXIT_USAGE, "--camera: %s", xpbd_last_error());
}

int sim_pictures_open(const sim_job *job, sim_pictures *out) {
  const sim_options *o = job->options;
  const int share = sim_run_count(o) > 1 ? 2 : 1; /* the panels of several runs are smaller */
  *out =
      (sim_pictures){.job = job, .picture = o->picture, .film = o->film, .width = 1200 / share, .height = 900 / share};
  const int colour = sim_choose(job->program, "value of --colour", o->colour ? o->colour : "plain", 0, colour_word);
  if (colour < 0) return CLI_EXIT_USAGE;
  out->strain = colour == 1;
  int code = check_camera(job);
  if (code < 0) code = read_size(job, "picture-size", o->picture_size, &out->width, &out->height);
  if (code < 0 && (out->picture || out->film) && !sim_shots_seen(job, job->mesh->positions))
    code = cli_fail(job->program, CLI_EXIT_USAGE, "--%s: the scene extends beyond %g m, which no picture shows",
                    out->picture ? "picture" : "film", SIM_FARTHEST);
  if (code < 0 && out->picture) code = open_picture(out);
  if (code < 0 && out->film) code = open_film(out);
  return code;
}

bool sim_pictures_want(const sim_pictures *self, int32_t frame) {
  if (self->picture && frame <= self->still.frames[0]) return true; /* it may turn out to be the last one */
  return sim_shots_due(&self->shots, frame);
}

void sim_pictures_take(sim_pictures *self, int32_t frame) {
  if (self->picture && frame <= self->still.frames[0] && sim_shots_take(self->job, &self->still, 0)) {
    self->still.count = 1;
    self->latest = frame;
  }
  sim_shots_take_due(self->job, &self->shots, frame);
}

bool sim_sees_nothing(const picture_view *view, int32_t count, const double *positions) {
  for (int32_t v = 0; v < count; v++) {
    double pixel[2], depth;
    picture_view_project(view, positions + 3 * (size_t)v, pixel, &depth);
    if (depth > 0.0 && pixel[0] >= 0.0 && pixel[0] <= view->width && pixel[1] >= 0.0 && pixel[1] <= view->height)
      return false;
  }
  return true;
}

static xpbd_status draw_still(sim_pictures *self) {
  sim_drawing drawing;
  picture_image image = {0};
  self->still.frames[0] = self->latest;
  xpbd_status status = sim_drawing_begin(self->job, self->width, self->height, &self->still, self->strain, &drawing);
  if (status == XPBD_OK) status = sim_drawing_aim(&drawing, 1);
  if (status == XPBD_OK) sim_pictures_note_camera(self, &drawing.view);
  if (status == XPBD_OK && !self->job->options->quiet &&
      sim_sees_nothing(&drawing.view, self->job->mesh->vertex_count, self->still.positions))
    cli_print("warning: nothing of the body is in %s: the camera looks past it\n", self->picture);
  if (status == XPBD_OK) status = sim_drawing_frame(&drawing, self->latest, self->still.positions, &image);
  if (status == XPBD_OK) status = picture_write_png(self->picture, &image);
  self->pictured = status == XPBD_OK;
  picture_image_destroy(&image);
  sim_drawing_end(&drawing);
  return status;
}

double sim_pictures_shown(const sim_pictures *self, int32_t place) {
  const int32_t *frames = self->shots.frames;
  if (place + 1 >= self->shots.count) return last_shown;
  return picture_film_time((frames[place + 1] - frames[place]) * self->job->frame_time);
}

void sim_pictures_progress(const sim_pictures *self, int32_t done) {
  if (!self->job->options->progress || self->job->options->quiet || !isatty(STDERR_FILENO)) return;
  if (done >= 0) {
    fprintf(stderr, "\rdrawing %d of %d frames\033[K", (int)done + 1, (int)self->shots.count);
  } else {
    fprintf(stderr, "\r\033[K");
  }
  fflush(stderr);
}

/// Draw the frames one after the other, into a film or a sheet.
static xpbd_status draw_frames(sim_pictures *self, picture_gif *gif, picture_sheet *sheet) {
  sim_drawing drawing;
  const int asked = sim_interrupts();
  const size_t reals = 3 * (size_t)self->job->mesh->vertex_count;
  xpbd_status status =
      sim_drawing_begin(self->job, self->film_width, self->film_height, &self->shots, self->strain, &drawing);
  drawing.captions = gif != NULL; /* a sheet has captions below its frames */
  drawing.view.samples = 2;       /* half the time, and edges in motion are hard to see */
  if (status == XPBD_OK) status = sim_drawing_aim(&drawing, 1);
  if (status == XPBD_OK) sim_pictures_note_camera(self, &drawing.view);
  for (int32_t s = 0; status == XPBD_OK && s < self->shots.count && sim_interrupts() == asked; s++) {
    picture_image image = {0};
    char caption[64];
    sim_pictures_progress(self, s);
    snprintf(caption, sizeof caption, "frame %d, t = %.3g s", (int)self->shots.frames[s],
             self->shots.frames[s] * self->job->frame_time);
    status = sim_drawing_frame(&drawing, self->shots.frames[s], self->shots.positions + reals * (size_t)s, &image);
    if (status == XPBD_OK)
      status =
          gif ? picture_gif_add(gif, &image, sim_pictures_shown(self, s)) : picture_sheet_add(sheet, &image, caption);
    picture_image_destroy(&image);
    if (status == XPBD_OK) self->drawn = s + 1;
    if (sim_drawing_stopped()) status = XPBD_OK; /* the film keeps the frames before */
  }
  sim_pictures_progress(self, -1);
  sim_drawing_end(&drawing);
  return status;
}

static xpbd_status draw_gif(sim_pictures *self) {
  picture_gif *gif = NULL;
  XPBD_TRY(picture_gif_open(self->film, self->film_width, self->film_height, &gif));
  const xpbd_status status = draw_frames(self, gif, NULL);
  if (status == XPBD_OK && self->drawn > 0) return picture_gif_close(&gif);
  picture_gif_discard(&gif);
  return status;
}

static xpbd_status draw_sheet(sim_pictures *self) {
  picture_sheet sheet;
  const int32_t count = self->shots.count;
  XPBD_TRY(picture_sheet_begin(count, columns_of(count), self->film_width, self->film_height, &sheet));
  xpbd_status status = draw_frames(self, NULL, &sheet);
  if (status == XPBD_OK && self->drawn > 0) status = picture_write_png(self->film, &sheet.image);
  picture_sheet_destroy(&sheet);
  return status;
}

void sim_pictures_note_camera(sim_pictures *self, const picture_view *view) {
  picture_view_camera(view, self->camera, self->camera + 3, &self->camera[6]);
}

xpbd_status sim_pictures_finish(sim_pictures *self) {
  xpbd_status status = XPBD_OK;
  if (self->beside) return status;
  if (self->picture && self->still.count > 0) status = draw_still(self);
  if (sim_drawing_stopped()) return XPBD_OK; /* no failure: the end of the run reports it */
  if (!self->film || self->shots.count == 0) return status;
  const xpbd_status film = self->gif ? draw_gif(self) : draw_sheet(self);
  return status == XPBD_OK ? film : status;
}

void sim_pictures_release(sim_pictures *self) {
  sim_shots_release(&self->still);
  sim_shots_release(&self->shots);
  *self = (sim_pictures){0};
}
