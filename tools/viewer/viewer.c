/* Why this file exists: writes the page of viewer.h. It puts together viewer_page.html, the frames as base64 with 16
 * bits per coordinate, the unchanging data as JSON, and viewer.js, which shows them. */
#include "viewer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "measure/strain.h"
#include "base/file.h"
#include "picture/picture.h"

enum {
  PAGE_BYTES = 12 * 1000 * 1000, ///< Largest page: small enough for an email.
  FRAMES_MOST = 300,
  FRAMES_LEAST = 2,
  PLACE_BYTES = 7 ///< Of a vertex in a frame: three coordinates of 16 bits, a strain of 8.
};
static const double reserved = 4e5;      ///< [bytes] Of a page for its program, the JSON and the motion of obstacles.
static const double base64_ratio = 0.75; ///< Bytes of data per byte of text.

/// The data of a page while it is put together.
typedef struct blob {
  unsigned char *bytes;
  size_t size, room;
} blob;

static double fixed_bytes(const xpbd_mesh *mesh) {
  return 5.0 * mesh->vertex_count + 12.0 * mesh->triangle_count + 8.0 * mesh->edge_count + 16.0;
}

int64_t sim_viewer_room(const xpbd_mesh *mesh) {
  const double room = base64_ratio * (PAGE_BYTES - reserved) - fixed_bytes(mesh);
  return (int64_t)fmin(FRAMES_MOST, floor(room / (PLACE_BYTES * fmax(1.0, mesh->vertex_count))));
}

int sim_viewer_open(const sim_job *job, sim_viewer *out) {
  *out = (sim_viewer){.job = job, .path = job->options->viewer};
  if (!out->path) return -1;
  const int64_t room = sim_viewer_room(job->mesh);
  if (room < FRAMES_LEAST)
    return cli_fail(job->program, CLI_EXIT_USAGE,
                    "--viewer: %d vertices do not fit a page of %d MB; use fewer (--resolution) or --film",
                    (int)job->mesh->vertex_count, PAGE_BYTES / 1000000);
  return sim_shots_spread(job, "viewer", out->path, room, &out->shots);
}

/* ------------------------------------------------------------------------------------------------------------ data */

/// Numbers in the byte order of browsers, lowest first.
static void put(blob *out, uint32_t value, int bytes) {
  for (int i = 0; i < bytes && out->size < out->room; i++) out->bytes[out->size++] = (unsigned char)(value >> 8 * i);
}

static void align(blob *out, size_t to) {
  while (out->size % to != 0) put(out, 0, 1);
}

static void put_float(blob *out, double value) {
  const float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  put(out, bits, 4);
}

/// The box of all frames, balls included.
static void find_box(const sim_viewer *self, double low[3], double high[3]) {
  const size_t n = (size_t)self->job->mesh->vertex_count;
  for (int k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (size_t i = 0; i < n * (size_t)self->shots.count; i++) {
    const double reach = self->job->radii ? self->job->radii[i % n] : 0.0;
    for (size_t k = 0; k < 3; k++) {
      low[k] = fmin(low[k], self->shots.positions[3 * i + k] - reach);
      high[k] = fmax(high[k], self->shots.positions[3 * i + k] + reach);
    }
  }
}

static void put_positions(const sim_viewer *self, const double low[3], const double high[3], blob *out) {
  const size_t reals = 3 * (size_t)self->job->mesh->vertex_count * (size_t)self->shots.count;
  for (size_t i = 0; i < reals; i++) {
    const double size = high[i % 3] - low[i % 3];
    put(out, size > 0.0 ? (uint32_t)lrint(65535.0 * (self->shots.positions[i] - low[i % 3]) / size) : 0, 2);
  }
}

/// Returns the strain at the highest number.
static xpbd_status put_strains(const sim_viewer *self, blob *out, double *most) {
  const size_t n = (size_t)self->job->mesh->vertex_count;
  double *scalar = malloc(n * sizeof *scalar);
  XPBD_REQUIRE(scalar, XPBD_ERR_OUT_OF_MEMORY, "no memory for the strains of %zu vertices", n);
  *most = 1e-9;
  xpbd_status status = XPBD_OK;
  for (int32_t s = 0; status == XPBD_OK && s < self->shots.count; s++) {
    status = xpbd_strain_at_vertices(self->job->mesh, self->job->rest_lengths,
                                     self->shots.positions + 3 * n * (size_t)s, scalar, NULL);
    if (status == XPBD_OK) *most = fmax(*most, xpbd_strain_scale(n, scalar));
  }
  for (int32_t s = 0; status == XPBD_OK && s < self->shots.count; s++) {
    status = xpbd_strain_at_vertices(self->job->mesh, self->job->rest_lengths,
                                     self->shots.positions + 3 * n * (size_t)s, scalar, NULL);
    for (size_t i = 0; status == XPBD_OK && i < n; i++) {
      const double part = fmin(scalar[i] / *most, 1.0);
      put(out, (uint32_t)lrint(255.0 * part), 1);
    }
  }
  free(scalar);
  return status;
}

/// In the order in which viewer.js reads them.
static xpbd_status put_data(const sim_viewer *self, const double low[3], const double high[3], blob *out,
                            double *strain) {
  const xpbd_mesh *mesh = self->job->mesh;
  const double *w = xpbd_scene_inverse_masses(self->job->model.scene);
  put_positions(self, low, high, out);
  XPBD_TRY(put_strains(self, out, strain));
  for (int32_t i = 0; i < mesh->vertex_count; i++) put(out, w[i] > 0.0 ? 0u : 1u, 1);
  align(out, 4);
  for (int32_t i = 0; self->job->radii && i < mesh->vertex_count; i++) put_float(out, self->job->radii[i]);
  for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) put(out, (uint32_t)mesh->triangles[i], 4);
  for (size_t i = 0; i < 2 * (size_t)mesh->edge_count; i++) put(out, (uint32_t)mesh->edges[i], 4);
  return XPBD_OK;
}

static void put_base64(const blob *data, viewer_out *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < data->size; i += 3) {
    const size_t left = data->size - i;
    const unsigned b = left > 1 ? data->bytes[i + 1] : 0, c = left > 2 ? data->bytes[i + 2] : 0;
    const unsigned word = (unsigned)data->bytes[i] << 16 | b << 8 | c;
    fputc(digits[word >> 18], out->stream);
    fputc(digits[word >> 12 & 63], out->stream);
    fputc(left > 1 ? digits[word >> 6 & 63] : '=', out->stream);
    fputc(left > 2 ? digits[word & 63] : '=', out->stream);
    out->bytes += 4;
  }
}

/* ------------------------------------------------------------------------------------------------------------ page */

/// Write the page up to a mark, and skip the mark. NULL = up to the end.
static void put_page_until(const char **at, const char *end, const char *mark, viewer_out *out) {
  const char *stop = *at;
  const size_t length = mark ? strlen(mark) : 0;
  while (stop < end && (!mark || strncmp(stop, mark, length) != 0)) stop++;
  out->bytes += fwrite(*at, 1, (size_t)(stop - *at), out->stream);
  *at = stop < end ? stop + length : end;
}

static void put_page(const sim_viewer *self, const blob *data, const double low[3], const double high[3], double strain,
                     viewer_out *out) {
  const viewer_file *page = viewer_file_find("viewer_page"), *program = viewer_file_find("viewer");
  const char *at = (const char *)page->bytes, *end = at + page->size;
  put_page_until(&at, end, "<!--title-->", out);
  viewer_print(out, "<title>%s, xpbd-suite</title>", self->job->scene); /* names of scenes are plain words */
  put_page_until(&at, end, "<!--data-->", out);
  viewer_print(out, "<script type=\"application/json\" id=scene>");
  viewer_put_scene(self, low, high, strain, data->size, out);
  viewer_print(out, "</script>\n<script type=\"text/plain\" id=data>");
  put_base64(data, out);
  viewer_print(out, "</script>");
  put_page_until(&at, end, "<!--script-->", out);
  out->bytes += fwrite(program->bytes, 1, program->size, out->stream);
  put_page_until(&at, end, NULL, out);
}

xpbd_status sim_viewer_finish(sim_viewer *self) {
  if (!self->path || self->shots.count == 0) return XPBD_OK;
  double low[3], high[3], strain = 0.0;
  const double places = (double)self->shots.count * self->job->mesh->vertex_count;
  blob data = {.room = (size_t)(fixed_bytes(self->job->mesh) + PLACE_BYTES * places)};
  find_box(self, low, high);
  data.bytes = malloc(data.room);
  XPBD_REQUIRE(data.bytes, XPBD_ERR_OUT_OF_MEMORY, "no memory for a page of %zu bytes", data.room);
  xpbd_file file = {0};
  xpbd_status status = put_data(self, low, high, &data, &strain);
  if (status == XPBD_OK) status = xpbd_file_create(self->path, &file);
  if (status == XPBD_OK) {
    viewer_out page = {.stream = file.stream};
    put_page(self, &data, low, high, strain, &page);
    self->bytes = (double)page.bytes;
    status = xpbd_file_commit(&file);
  }
  free(data.bytes);
  return status;
}

void sim_viewer_release(sim_viewer *self) {
  sim_shots_release(&self->shots);
  *self = (sim_viewer){0};
}
