/* Why this file exists: draws several runs into one picture or film: one panel per run with its name below, all seen by
 * one camera. Runs that ended early show their last frame and say so. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "sim/engine/sim_worker.h"
#include "sim_drawing.h"
#include "sim_panels.h"

/// The picture, or the film, of all panels.
typedef struct panels {
  const sim_panel *items;
  int count;
  int32_t columns;
  bool film;
  int32_t width, height;
  sim_drawing *drawings; ///< [count]
} panels;

static const sim_shots *shots_of(const panels *self, int panel) {
  const sim_pictures *pictures = self->items[panel].pictures;
  return self->film ? &pictures->shots : &pictures->still;
}

/// Set up one camera for everything that will be drawn.
static xpbd_status begin(panels *self) {
  const sim_pictures *first = self->items[0].pictures;
  self->width = self->film ? first->film_width : first->width;
  self->height = self->film ? first->film_height : first->height;
  self->drawings = calloc((size_t)self->count, sizeof *self->drawings);
  XPBD_REQUIRE(self->drawings, XPBD_ERR_OUT_OF_MEMORY, "no memory for a picture of %d runs", self->count);
  for (int p = 0; p < self->count; p++) {
    const sim_pictures *own = self->items[p].pictures;
    if (!self->film) own->still.frames[0] = own->latest;
    XPBD_TRY(
        sim_drawing_begin(own->job, self->width, self->height, shots_of(self, p), own->strain, &self->drawings[p]));
    self->drawings[p].captions = false; /* captions go below the panels */
    if (self->film) self->drawings[p].view.samples = 2;
  }
  XPBD_TRY(sim_drawing_aim(self->drawings, self->count));
  sim_pictures_note_camera(self->items[0].pictures, &self->drawings[0].view);
  return XPBD_OK;
}

static void end(panels *self) {
  for (int p = 0; self->drawings && p < self->count; p++) sim_drawing_end(&self->drawings[p]);
  free(self->drawings);
}

/// Draw shot `place` of a panel onto the sheet. If the panel has no such shot, draw its last.
static xpbd_status add_panel(const panels *self, int p, int32_t place, int32_t wanted, picture_sheet *sheet) {
  const sim_shots *shots = shots_of(self, p);
  const sim_job *job = self->items[p].pictures->job;
  const int32_t s = place < shots->count ? place : shots->count - 1;
  const bool stopped = shots->frames[s] < wanted;
  char caption[256];
  picture_image image = {0};
  snprintf(caption, sizeof caption, "%.150s, %st = %.3g s", self->items[p].label, stopped ? "stopped at " : "",
           shots->frames[s] * job->frame_time);
  const double *positions = shots->positions + 3 * (size_t)job->mesh->vertex_count * (size_t)s;
  xpbd_status status = sim_drawing_frame(&self->drawings[p], shots->frames[s], positions, &image);
  if (status == XPBD_OK) status = picture_sheet_add(sheet, &image, caption);
  picture_image_destroy(&image);
  return status;
}

/// Draw that shot of all panels.
static xpbd_status add_panels(const panels *self, int32_t place, int32_t wanted, picture_sheet *sheet) {
  for (int p = 0; p < self->count; p++) XPBD_TRY(add_panel(self, p, place, wanted, sheet));
  return XPBD_OK;
}

static xpbd_status draw_picture(const panels *self) {
  const sim_pictures *first = self->items[0].pictures;
  const int64_t asked = first->job->options->picture_frame;
  picture_sheet sheet;
  XPBD_TRY(picture_sheet_begin(self->count, self->columns, self->width, self->height, &sheet));
  xpbd_status status = add_panels(self, 0, asked >= 0 ? (int32_t)asked : first->job->frames, &sheet);
  if (status == XPBD_OK) status = picture_write_png(first->picture, &sheet.image);
  picture_sheet_destroy(&sheet);
  return status;
}

/// The panel that got farthest. It decides which frames the film has.
static int longest(const panels *self) {
  int most = 0;
  for (int p = 1; p < self->count; p++)
    if (shots_of(self, p)->count > shots_of(self, most)->count) most = p;
  return most;
}

static xpbd_status draw_gif(const panels *self) {
  const sim_pictures *first = self->items[0].pictures, *full = self->items[longest(self)].pictures;
  const int asked = sim_interrupts();
  picture_gif *gif = NULL;
  xpbd_status status = XPBD_OK;
  for (int32_t s = 0; status == XPBD_OK && s < full->shots.count && sim_interrupts() == asked; s++) {
    picture_sheet sheet;
    sim_pictures_progress(full, s);
    status = picture_sheet_begin(self->count, self->columns, self->width, self->height, &sheet);
    if (status == XPBD_OK) status = add_panels(self, s, full->shots.frames[s], &sheet);
    if (status == XPBD_OK && !gif) status = picture_gif_open(first->film, sheet.image.width, sheet.image.height, &gif);
    if (status == XPBD_OK) status = picture_gif_add(gif, &sheet.image, sim_pictures_shown(full, s));
    picture_sheet_destroy(&sheet);
    if (status == XPBD_OK) self->items[0].pictures->drawn = s + 1;
    if (gif && sim_drawing_stopped()) status = XPBD_OK; /* the film keeps the frames before */
  }
  sim_pictures_progress(full, -1);
  if (status == XPBD_OK && gif) return picture_gif_close(&gif);
  picture_gif_discard(&gif);
  return status;
}

static xpbd_status draw_contact_sheet(const panels *self) {
  const sim_pictures *first = self->items[0].pictures, *full = self->items[longest(self)].pictures;
  const int32_t frames = full->shots.count;
  picture_sheet sheet;
  XPBD_TRY(picture_sheet_begin(self->count * frames, frames, self->width, self->height, &sheet));
  xpbd_status status = XPBD_OK;
  for (int32_t k = 0; status == XPBD_OK && k < self->count * frames; k++) {
    sim_pictures_progress(full, k % frames);
    status = add_panel(self, k / frames, k % frames, full->shots.frames[k % frames], &sheet);
  }
  sim_pictures_progress(full, -1);
  if (status == XPBD_OK) status = picture_write_png(first->film, &sheet.image);
  if (status == XPBD_OK) self->items[0].pictures->drawn = frames;
  picture_sheet_destroy(&sheet);
  return status;
}

xpbd_status sim_panels_finish(const sim_panel *items, int count) {
  const sim_pictures *first = items[0].pictures;
  const int32_t columns = sim_pictures_columns(first->job, count);
  xpbd_status status = XPBD_OK;
  for (int film = 0; film < 2; film++) {
    if (!(film ? first->film : first->picture)) continue;
    panels self = {.items = items, .count = count, .columns = columns, .film = film == 1};
    xpbd_status made = begin(&self);
    if (made == XPBD_OK) made = !film ? draw_picture(&self) : first->gif ? draw_gif(&self) : draw_contact_sheet(&self);
    end(&self);
    if (status == XPBD_OK) status = made;
  }
  return status;
}
