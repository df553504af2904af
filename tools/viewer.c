/* Why this file exists: writes the page of viewer.h: viewer_page.html, the frames in 16 bits a coordinate as base64, what does
 * not change as JSON, and viewer.js, which shows them. */
#include "viewer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "sim.h"
#include "xpbd/obstacle.h"

enum {
  PAGE_BYTES = 12 * 1000 * 1000, ///< Most of a page: what can be mailed.
  FRAMES_MOST = 300,
  FRAMES_LEAST = 2,
  PLACE_BYTES = 7 ///< Of a vertex in a frame: three coordinates of 16 bits, a strain of 8.
};
static const double reserved = 4e5;      ///< [bytes] of a page for its program, the JSON and how obstacles move.
static const double base64_ratio = 0.75; ///< Bytes of data in a byte of text.
static const double farthest = 1e11;     ///< [m] as far as pictures look, see sim_picture.c.

/// The data of a page while they are put together.
typedef struct blob {
  unsigned char *bytes;
  size_t size, room;
} blob;

static double fixed_bytes(const sim_job *job) {
  const xpbd_mesh *mesh = job->mesh;
  return 5.0 * mesh->vertex_count + 12.0 * mesh->triangle_count + 8.0 * mesh->edge_count + 16.0;
}

/// How many frames the page has room for.
static int64_t frames_in_page(const sim_job *job) {
  const double room = base64_ratio * (PAGE_BYTES - reserved) - fixed_bytes(job);
  return (int64_t)fmin(FRAMES_MOST, floor(room / (PLACE_BYTES * fmax(1.0, job->mesh->vertex_count))));
}

int sim_viewer_open(const sim_job *job, sim_viewer *out) {
  *out = (sim_viewer){.job = job, .path = job->options->viewer};
  if (!out->path) return -1;
  const int64_t steps = (int64_t)job->frames - job->start, room = frames_in_page(job);
  if (room < FRAMES_LEAST)
    return cli_fail(job->program, CLI_EXIT_USAGE,
                    "--viewer: %d vertices do not fit a page of %d MB; take fewer (--resolution) or --film",
                    (int)job->mesh->vertex_count, PAGE_BYTES / 1000000);
  xpbd_file file = {0};
  if (xpbd_file_create(out->path, &file) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--viewer: %s", xpbd_last_error());
  xpbd_file_discard(&file);
  const int64_t shown = steps + 1 < room ? steps + 1 : room;
  out->shots.wanted = (int32_t)shown;
  out->shots.frames = malloc((size_t)shown * sizeof *out->shots.frames);
  out->shots.positions = malloc((size_t)shown * 3 * (size_t)job->mesh->vertex_count * sizeof *out->shots.positions);
  if (!out->shots.frames || !out->shots.positions)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--viewer: out of memory for %d frames", (int)shown);
  for (int64_t k = 0; k < shown; k++)
    out->shots.frames[k] = job->start + (int32_t)(shown > 1 ? (k * steps + (shown - 1) / 2) / (shown - 1) : steps);
  return -1;
}

bool sim_viewer_wants(const sim_viewer *self, int32_t frame) {
  return self->path && self->shots.count < self->shots.wanted && self->shots.frames[self->shots.count] == frame;
}

void sim_viewer_take(sim_viewer *self, int32_t frame) {
  if (!sim_viewer_wants(self, frame)) return;
  const size_t reals = 3 * (size_t)self->job->mesh->vertex_count;
  for (size_t i = 0; i < reals; i++)
    if (!(fabs(self->job->positions[i]) <= farthest)) return; /* of a run that diverges: the frames before are shown */
  memcpy(self->shots.positions + reals * (size_t)self->shots.count, self->job->positions, reals * sizeof(double));
  self->shots.count++;
}

/* ------------------------------------------------------------------------------------------------------------ data */

/// Numbers in the order of bytes that browsers have, the lowest first.
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

/// Returns the strain that the highest number stands for.
static xpbd_status put_strains(const sim_viewer *self, blob *out, double *most) {
  const size_t n = (size_t)self->job->mesh->vertex_count;
  double *scalar = malloc(n * sizeof *scalar);
  XPBD_REQUIRE(scalar, XPBD_ERR_OUT_OF_MEMORY, "no memory for the strains of %zu vertices", n);
  *most = 1e-9;
  for (int32_t s = 0; s < self->shots.count; s++)
    *most = fmax(*most, sim_strain_at_vertices(self->job, self->shots.positions + 3 * n * (size_t)s, scalar));
  for (int32_t s = 0; s < self->shots.count; s++) {
    sim_strain_at_vertices(self->job, self->shots.positions + 3 * n * (size_t)s, scalar);
    for (size_t i = 0; i < n; i++) put(out, (uint32_t)lrint(255.0 * scalar[i] / *most), 1);
  }
  free(scalar);
  return XPBD_OK;
}

/// In the order in which viewer.js takes them.
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

static void put_base64(const blob *data, FILE *stream) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < data->size; i += 3) {
    const size_t left = data->size - i;
    const unsigned b = left > 1 ? data->bytes[i + 1] : 0, c = left > 2 ? data->bytes[i + 2] : 0;
    const unsigned word = (unsigned)data->bytes[i] << 16 | b << 8 | c;
    fputc(digits[word >> 18], stream);
    fputc(digits[word >> 12 & 63], stream);
    fputc(left > 1 ? digits[word >> 6 & 63] : '=', stream);
    fputc(left > 2 ? digits[word & 63] : '=', stream);
  }
}

/* ------------------------------------------------------------------------------------------------------------ JSON */

/// A string that also stands safely inside a page.
static void put_text(FILE *stream, const char *key, const char *text) {
  fprintf(stream, "\"%s\": \"", key);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c < 0x20 || strchr("\"\\<>&", *c))
      fprintf(stream, "\\u%04x", *c);
    else
      fputc(*c, stream);
  }
  fputs("\", ", stream);
}

static void put_numbers(FILE *stream, const char *before, const double *values, size_t count) {
  fprintf(stream, "%s[", before);
  for (size_t i = 0; i < count; i++) fprintf(stream, "%s%.7g", i > 0 ? "," : "", values[i]);
  fputc(']', stream);
}

/// Corner c of a box stands at the negative or positive end of axis k by bit k of c.
static void put_box(FILE *stream, const double half[3]) {
  double corners[24];
  for (int c = 0; c < 8; c++)
    for (int k = 0; k < 3; k++) corners[3 * c + k] = c >> k & 1 ? half[k] : -half[k];
  put_numbers(stream, "\"vertices\": ", corners, 24);
  fputs(", \"triangles\": [0,2,3,0,3,1,4,5,7,4,7,6,0,1,5,0,5,4,2,6,7,2,7,3,0,4,6,0,6,2,1,3,7,1,7,5]", stream);
}

/// Its shape around its own origin, somewhat smaller, so that what lies on it is seen.
static void put_shape(const sim_job *job, const xpbd_obstacle_pose *o, const xpbd_mesh *mesh, FILE *stream) {
  if (o->kind == XPBD_OBSTACLE_SPHERE) {
    fprintf(stream, "\"radius\": %.7g", o->radius * sim_obstacle_shrink(job, o->radius));
    return;
  }
  if (o->kind == XPBD_OBSTACLE_HALF_SPACE) {
    put_numbers(stream, "\"point\": ", o->centre, 3);
    put_numbers(stream, ", \"normal\": ", o->normal, 3);
    return;
  }
  if (o->kind == XPBD_OBSTACLE_BOX) {
    double half[3];
    const double least = fmin(o->half_sizes[0], fmin(o->half_sizes[1], o->half_sizes[2]));
    for (int k = 0; k < 3; k++) half[k] = o->half_sizes[k] - (1.0 - sim_obstacle_shrink(job, least)) * least;
    put_box(stream, half);
    return;
  }
  put_numbers(stream, "\"vertices\": ", mesh->positions, 3 * (size_t)mesh->vertex_count);
  fputs(", \"triangles\": [", stream);
  for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++)
    fprintf(stream, "%s%d", i > 0 ? "," : "", (int)mesh->triangles[i]);
  fputc(']', stream);
}

/// One obstacle: its shape once, and where it stands in each frame; a single place when it never moves.
static void put_obstacle(const sim_viewer *self, int32_t index, FILE *stream) {
  const sim_job *job = self->job;
  const xpbd_obstacle *obstacle = xpbd_scene_obstacle(job->model.scene, index);
  xpbd_obstacle_pose first = xpbd_obstacle_pose_at(obstacle, self->shots.frames[0] * job->frame_time);
  bool moves = false;
  for (int32_t s = 0; s < self->shots.count && !moves; s++) {
    const xpbd_obstacle_pose now = xpbd_obstacle_pose_at(obstacle, self->shots.frames[s] * job->frame_time);
    moves = now.exists != first.exists || memcmp(now.centre, first.centre, sizeof now.centre) != 0 ||
            memcmp(now.axes, first.axes, sizeof now.axes) != 0;
  }
  fprintf(stream, "%s{", index > 0 ? ", " : "");
  put_shape(job, &first, &job->model.obstacle_meshes[index], stream);
  fputs(", \"poses\": [", stream);
  for (int32_t s = 0; s < (moves ? self->shots.count : 1); s++) {
    const xpbd_obstacle_pose now = xpbd_obstacle_pose_at(obstacle, self->shots.frames[s] * job->frame_time);
    double numbers[12];
    memcpy(numbers, now.centre, sizeof now.centre);
    memcpy(numbers + 3, now.axes, sizeof now.axes);
    if (s > 0) fputc(',', stream);
    if (now.exists)
      put_numbers(stream, "", numbers, 12);
    else
      fputs("null", stream);
  }
  fputs("]}", stream);
}

static double extent(const double low[3], const double high[3]) {
  return sqrt(pow(high[0] - low[0], 2) + pow(high[1] - low[1], 2) + pow(high[2] - low[2], 2));
}

static void put_words(const sim_viewer *self, double size, FILE *stream) {
  const sim_job *job = self->job;
  char text[512];
  snprintf(text, sizeof text, "%.100s by %.40s", job->options->mesh ? job->options->mesh : job->scene,
           job->method->name);
  put_text(stream, "title", text);
  snprintf(text, sizeof text,
           "%d vert%s; %d of %d frames, places to %.2g mm. Drag to turn, wheel or two fingers to come nearer, space to "
           "play. xpbd-suite %s",
           (int)job->mesh->vertex_count, job->mesh->vertex_count == 1 ? "ex" : "ices", (int)self->shots.count,
           (int)(job->frames - job->start + 1), 1e3 * size / 65535.0, XPBD_VERSION);
  put_text(stream, "about", text);
}

static void put_scene(const sim_viewer *self, const double low[3], const double high[3], double strain, size_t bytes,
                      FILE *stream) {
  const sim_job *job = self->job;
  const sim_options *o = job->options;
  const double size = extent(low, high);
  const double mean = job->mesh->edge_count > 0 ? job->rest_lengths[0] : size;
  fputc('{', stream);
  put_words(self, size, stream);
  put_numbers(stream, "\"low\": ", low, 3);
  put_numbers(stream, ", \"high\": ", high, 3);
  fprintf(stream,
          ", \"bytes\": %zu, \"vertices\": %d, \"triangles\": %d, \"edges\": %d, \"radii\": %s, \"link\": %.7g, "
          "\"strain\": %.7g, \"strained\": %s, \"wire\": %s, \"azimuth\": %.7g, \"elevation\": %.7g, \"frames\": [",
          bytes, (int)job->mesh->vertex_count, (int)job->mesh->triangle_count, (int)job->mesh->edge_count,
          job->radii ? "true" : "false", fmin(0.2 * mean, 0.03 * size), strain,
          o->colour && strcmp(o->colour, "strain") == 0 ? "true" : "false", o->wire ? "true" : "false",
          isnan(o->azimuth) ? 35.0 : o->azimuth, isnan(o->elevation) ? 25.0 : o->elevation);
  for (int32_t s = 0; s < self->shots.count; s++)
    fprintf(stream, "%s{\"frame\": %d, \"time\": %.7g}", s > 0 ? ", " : "", (int)self->shots.frames[s],
            self->shots.frames[s] * job->frame_time);
  fputs("], \"obstacles\": [", stream);
  for (int32_t i = 0; i < job->model.obstacle_count; i++) put_obstacle(self, i, stream);
  fputs("]}", stream);
}

/* ------------------------------------------------------------------------------------------------------------ page */

/// The page up to a mark, which is passed over; to the end when the mark is NULL.
static void put_page_until(const char **at, const char *end, const char *mark, FILE *stream) {
  const char *stop = *at;
  const size_t length = mark ? strlen(mark) : 0;
  while (stop < end && (!mark || strncmp(stop, mark, length) != 0)) stop++;
  fwrite(*at, 1, (size_t)(stop - *at), stream);
  *at = stop < end ? stop + length : end;
}

static void put_page(const sim_viewer *self, const blob *data, const double low[3], const double high[3], double strain,
                     FILE *stream) {
  const viewer_file *page = viewer_file_find("viewer_page"), *program = viewer_file_find("viewer");
  const char *at = (const char *)page->bytes, *end = at + page->size;
  put_page_until(&at, end, "<!--title-->", stream);
  fprintf(stream, "<title>%s, xpbd-suite</title>", self->job->scene); /* names of scenes are plain words */
  put_page_until(&at, end, "<!--data-->", stream);
  fputs("<script type=\"application/json\" id=scene>", stream);
  put_scene(self, low, high, strain, data->size, stream);
  fputs("</script>\n<script type=\"text/plain\" id=data>", stream);
  put_base64(data, stream);
  fputs("</script>", stream);
  put_page_until(&at, end, "<!--script-->", stream);
  fwrite(program->bytes, 1, program->size, stream);
  put_page_until(&at, end, NULL, stream);
}

xpbd_status sim_viewer_finish(sim_viewer *self) {
  if (!self->path || self->shots.count == 0) return XPBD_OK;
  double low[3], high[3], strain = 0.0;
  const double places = (double)self->shots.count * self->job->mesh->vertex_count;
  blob data = {.room = (size_t)(fixed_bytes(self->job) + PLACE_BYTES * places)};
  find_box(self, low, high);
  data.bytes = malloc(data.room);
  XPBD_REQUIRE(data.bytes, XPBD_ERR_OUT_OF_MEMORY, "no memory for a page of %zu bytes", data.room);
  xpbd_file file = {0};
  xpbd_status status = put_data(self, low, high, &data, &strain);
  if (status == XPBD_OK) status = xpbd_file_create(self->path, &file);
  if (status == XPBD_OK) {
    put_page(self, &data, low, high, strain, file.stream);
    self->bytes = (double)ftell(file.stream);
    status = xpbd_file_commit(&file);
  }
  free(data.bytes);
  return status;
}

void sim_viewer_release(sim_viewer *self) {
  free(self->shots.frames);
  free(self->shots.positions);
  *self = (sim_viewer){0};
}
