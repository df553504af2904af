/* Why this file exists: writes the file of sim_gltf.h (glTF 2.0 specification, Khronos Group). The first frame is the
 * mesh. Each later frame is a morph target: the displacements of all vertices. The animation blends from one to the
 * next. Obstacles are nodes of their own, which move rigidly. */
#include "sim_gltf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "picture/picture.h"
#include "sim_surroundings.h"

enum {
  FRAMES_MOST = 300,
  FRAMES_LEAST = 2,
  HEADER = 12,      ///< Bytes before the first chunk.
  CHUNK_HEADER = 8, ///< Bytes before the content of a chunk.
  MODE_POINTS = 0,
  MODE_LINES = 1,
  MODE_TRIANGLES = 4,
  TYPE_UINT = 5125,
  TYPE_FLOAT = 5126
};
static const double bytes_most = 1e8;
static const double vertex_bytes = 12.0;

/// The file while it is put together: the numbers, and the parts of the JSON that describe them. Each array of numbers
/// is one view and one accessor of the same index.
typedef struct gltf {
  unsigned char *bytes;
  size_t size, room;
  int accessors, meshes, nodes, channels;
  char *text[5]; ///< Of the streams below.
  size_t length[5];
  FILE *views, *access, *mesh, *node, *animation; ///< Of JSON. `animation` has channels, then samplers.
  FILE *samplers;
  char *sampler_text;
  size_t sampler_length;
  bool lost; ///< Out of memory.
} gltf;

static bool begin(gltf *out) {
  *out = (gltf){0};
  out->views = open_memstream(&out->text[0], &out->length[0]);
  out->access = open_memstream(&out->text[1], &out->length[1]);
  out->mesh = open_memstream(&out->text[2], &out->length[2]);
  out->node = open_memstream(&out->text[3], &out->length[3]);
  out->animation = open_memstream(&out->text[4], &out->length[4]);
  out->samplers = open_memstream(&out->sampler_text, &out->sampler_length);
  return out->views && out->access && out->mesh && out->node && out->animation && out->samplers;
}

/// Closes the streams, so that their texts are complete. False if something was lost.
static bool end(gltf *out) {
  FILE **const streams[] = {&out->views, &out->access, &out->mesh, &out->node, &out->animation, &out->samplers};
  bool good = !out->lost;
  for (int k = 0; k < 6; k++) {
    if (*streams[k]) good = fclose(*streams[k]) == 0 && good;
    *streams[k] = NULL;
  }
  return good;
}

static void release(gltf *out) {
  end(out);
  for (int k = 0; k < 5; k++) free(out->text[k]);
  free(out->sampler_text);
  free(out->bytes);
}

/// Appends a number in the byte order of the format, lowest first.
static void put(gltf *out, uint32_t value) {
  if (out->lost) return;
  if (out->size + 4 > out->room) {
    const size_t room = 2 * out->room + 4096;
    unsigned char *larger = realloc(out->bytes, room);
    if (!larger) {
      out->lost = true;
      return;
    }
    out->bytes = larger, out->room = room;
  }
  for (int k = 0; k < 4; k++) out->bytes[out->size++] = (unsigned char)(value >> 8 * k);
}

static void put_float(gltf *out, double value) {
  const float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  put(out, bits);
}

/// The view and the accessor of the numbers since `from`. Returns their index.
static int describe(gltf *out, size_t from, int type, const char *shape, size_t count, const char *limits) {
  const char *before = out->accessors > 0 ? ",\n" : "";
  fprintf(out->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", before, from, out->size - from);
  fprintf(out->access, "%s{\"bufferView\":%d,\"componentType\":%d,\"type\":\"%s\",\"count\":%zu%s}", before,
          out->accessors, type, shape, count, limits);
  return out->accessors++;
}

/// [count, components] floats, with their limits, which the format asks for in positions and times.
static int put_floats(gltf *out, size_t count, int components, const double *values) {
  static const char *const shapes[] = {"", "SCALAR", "", "VEC3", "VEC4"};
  const size_t from = out->size;
  double low[4], high[4];
  char limits[256];
  for (int k = 0; k < components; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (size_t i = 0; i < count * (size_t)components; i++) {
    const double value = (double)(float)values[i];
    const size_t k = i % (size_t)components;
    low[k] = fmin(low[k], value), high[k] = fmax(high[k], value);
    put_float(out, value);
  }
  int used = 0;
  for (int end = 0; end < 2; end++) {
    used += snprintf(limits + used, sizeof limits - (size_t)used, end == 0 ? ",\"min\":[" : "],\"max\":[");
    for (int k = 0; k < components; k++)
      used += snprintf(limits + used, sizeof limits - (size_t)used, "%s%.9g", k > 0 ? "," : "",
                       end == 0 ? low[k] : high[k]);
  }
  snprintf(limits + used, sizeof limits - (size_t)used, "]");
  return describe(out, from, TYPE_FLOAT, shapes[components], count, limits);
}

static int put_indices(gltf *out, size_t count, const int32_t *values) {
  const size_t from = out->size;
  for (size_t i = 0; i < count; i++) put(out, (uint32_t)values[i]);
  return describe(out, from, TYPE_UINT, "SCALAR", count, "");
}

/// One channel of the animation: `path` of a node takes the values of an accessor at the times of another.
static void animate(gltf *out, int node, const char *path, int times, int values, const char *interpolation) {
  const char *before = out->channels > 0 ? ",\n" : "";
  fprintf(out->animation, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", before, out->channels++, node,
          path);
  fprintf(out->samplers, "%s{\"input\":%d,\"output\":%d,\"interpolation\":\"%s\"}", before, times, values,
          interpolation);
}

/* ------------------------------------------------------------------------------------------------------------ body */

/// The displacements of a frame from the first one.
static int put_target(gltf *out, const sim_shots *shots, size_t reals, int32_t shot, double *room) {
  const double *to = shots->positions + reals * (size_t)shot;
  for (size_t i = 0; i < reals; i++) room[i] = (double)(float)to[i] - (double)(float)shots->positions[i];
  return put_floats(out, reals / 3, 3, room);
}

/// A mesh of triangles, or else of lines, or else of points.
static void put_shape(gltf *out, const xpbd_mesh *mesh, int positions) {
  const bool solid = mesh->triangle_count > 0, lines = !solid && mesh->edge_count > 0;
  int indices = -1;
  if (solid) indices = put_indices(out, 3 * (size_t)mesh->triangle_count, mesh->triangles);
  if (lines) indices = put_indices(out, 2 * (size_t)mesh->edge_count, mesh->edges);
  fprintf(out->mesh, "{\"attributes\":{\"POSITION\":%d},\"mode\":%d", positions,
          solid   ? MODE_TRIANGLES
          : lines ? MODE_LINES
                  : MODE_POINTS);
  if (indices >= 0) fprintf(out->mesh, ",\"indices\":%d", indices);
}

/// Weights of the morph targets at each shot: 1 for the target of that shot. The first shot has none.
static int put_weights(gltf *out, int32_t shots) {
  const size_t from = out->size;
  for (int32_t s = 0; s < shots; s++)
    for (int32_t t = 1; t < shots; t++) put_float(out, s == t ? 1.0 : 0.0);
  return describe(out, from, TYPE_FLOAT, "SCALAR", (size_t)shots * (size_t)(shots - 1), "");
}

static xpbd_status put_body(const sim_gltf *self, gltf *out, int times) {
  const xpbd_mesh *mesh = self->job->mesh;
  const size_t reals = 3 * (size_t)mesh->vertex_count;
  double *room = malloc(reals * sizeof *room);
  XPBD_REQUIRE(room, XPBD_ERR_OUT_OF_MEMORY, "no memory for the displacements of %d vertices", (int)mesh->vertex_count);
  const int first = put_floats(out, reals / 3, 3, self->shots.positions);
  fprintf(out->mesh, "{\"name\":\"%s\",\"primitives\":[", self->job->info->file ? "scene" : self->job->scene);
  put_shape(out, mesh, first);
  fprintf(out->mesh, ",\"material\":0");
  for (int32_t s = 1; s < self->shots.count; s++)
    fprintf(out->mesh, "%s{\"POSITION\":%d}", s > 1 ? "," : ",\"targets\":[",
            put_target(out, &self->shots, reals, s, room));
  fprintf(out->mesh, "%s}]}", self->shots.count > 1 ? "]" : "");
  fprintf(out->node, "{\"name\":\"body\",\"mesh\":0}");
  out->meshes = out->nodes = 1;
  if (self->shots.count > 1) animate(out, 0, "weights", times, put_weights(out, self->shots.count), "LINEAR");
  free(room);
  return XPBD_OK;
}

/* ------------------------------------------------------------------------------------------------------- obstacles */

/// The rotation whose columns are the axes, as x, y, z, w (Shepperd 1978: the largest component first).
static void to_quaternion(const double a[3][3], double q[4]) {
  const double trace = a[0][0] + a[1][1] + a[2][2];
  int most = 3;
  for (int k = 0; k < 3; k++)
    if (a[k][k] > (most == 3 ? trace : a[most][most])) most = k;
  if (most == 3) {
    q[3] = 1.0 + trace;
    for (int k = 0; k < 3; k++) q[k] = a[(k + 1) % 3][(k + 2) % 3] - a[(k + 2) % 3][(k + 1) % 3];
  } else {
    const int i = most, j = (i + 1) % 3, k = (i + 2) % 3;
    q[i] = 1.0 + a[i][i] - a[j][j] - a[k][k];
    q[j] = a[i][j] + a[j][i], q[k] = a[i][k] + a[k][i];
    q[3] = a[j][k] - a[k][j];
  }
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++) q[k] /= length;
}

/// The largest distance of the body from a point, in all shots: half the side of the squares that stand for planes.
static double reach(const sim_gltf *self, const double from[3]) {
  double most = 0.0;
  const size_t points = (size_t)self->job->mesh->vertex_count * (size_t)self->shots.count;
  for (size_t i = 0; i < points; i++) {
    const double *x = self->shots.positions + 3 * i;
    most = fmax(most, sqrt(pow(x[0] - from[0], 2) + pow(x[1] - from[1], 2) + pow(x[2] - from[2], 2)));
  }
  return most;
}

static xpbd_status make_square(const sim_gltf *self, const xpbd_obstacle_pose *o, xpbd_mesh *out) {
  const double half = reach(self, o->centre), *n = o->normal;
  const int least = fabs(n[0]) < fabs(n[1]) ? (fabs(n[0]) < fabs(n[2]) ? 0 : 2) : (fabs(n[1]) < fabs(n[2]) ? 1 : 2);
  double u[3], v[3], corners[12], length = 0.0;
  for (int k = 0; k < 3; k++) u[k] = (k == least ? 1.0 : 0.0) - n[least] * n[k], length += u[k] * u[k];
  for (int k = 0; k < 3; k++) u[k] *= half / sqrt(length);
  for (int k = 0; k < 3; k++) v[k] = n[(k + 1) % 3] * u[(k + 2) % 3] - n[(k + 2) % 3] * u[(k + 1) % 3];
  for (int k = 0; k < 3; k++) {
    corners[k] = u[k] + v[k], corners[3 + k] = v[k] - u[k];
    corners[6 + k] = -u[k] - v[k], corners[9 + k] = u[k] - v[k];
  }
  return xpbd_mesh_make(4, corners, 2, (const int32_t[]){0, 1, 2, 0, 2, 3}, out);
}

/// The shape of an obstacle in its own frame, slightly smaller, so that what lies on it is visible.
static xpbd_status make_obstacle(const sim_gltf *self, const xpbd_obstacle_pose *o, const xpbd_mesh *own,
                                 xpbd_mesh *out) {
  enum { SPHERE_LEVEL = 4 };
  if (o->kind == XPBD_OBSTACLE_SPHERE)
    return xpbd_mesh_make_sphere(SPHERE_LEVEL, o->radius * sim_obstacle_shrink(self->job, o->radius), out);
  if (o->kind == XPBD_OBSTACLE_HALF_SPACE) return make_square(self, o, out);
  if (o->kind != XPBD_OBSTACLE_BOX) return xpbd_mesh_copy(own, out);
  double half[3], corners[24];
  const double least = fmin(o->half_sizes[0], fmin(o->half_sizes[1], o->half_sizes[2]));
  for (int k = 0; k < 3; k++) half[k] = o->half_sizes[k] - (1.0 - sim_obstacle_shrink(self->job, least)) * least;
  sim_box_corners(half, corners);
  return xpbd_mesh_make(8, corners, 12, sim_box_triangles, out);
}

/// The motion of an obstacle. One that does not exist has no size.
static xpbd_status put_motion(const sim_gltf *self, const xpbd_obstacle *obstacle, gltf *out, int node, int times) {
  const size_t shots = (size_t)self->shots.count;
  double *all = malloc(10 * shots * sizeof *all), *places = all, *turns = all + 3 * shots, *sizes = all + 7 * shots;
  XPBD_REQUIRE(all, XPBD_ERR_OUT_OF_MEMORY, "no memory for the motion of an obstacle");
  for (size_t s = 0; s < shots; s++) {
    const xpbd_obstacle_pose now = xpbd_obstacle_pose_at(obstacle, self->shots.frames[s] * self->job->frame_time);
    memcpy(places + 3 * s, now.centre, sizeof now.centre);
    to_quaternion(now.axes, turns + 4 * s);
    for (int k = 0; k < 3; k++) sizes[3 * s + (size_t)k] = now.exists ? 1.0 : 0.0;
  }
  animate(out, node, "translation", times, put_floats(out, shots, 3, places), "LINEAR");
  animate(out, node, "rotation", times, put_floats(out, shots, 4, turns), "LINEAR");
  animate(out, node, "scale", times, put_floats(out, shots, 3, sizes), "STEP");
  free(all);
  return XPBD_OK;
}

static xpbd_status put_obstacle(const sim_gltf *self, int32_t index, gltf *out, int times) {
  const xpbd_obstacle *obstacle = xpbd_scene_obstacle(self->job->model.scene, index);
  const xpbd_obstacle_pose first = xpbd_obstacle_pose_at(obstacle, self->shots.frames[0] * self->job->frame_time);
  double turn[4];
  xpbd_mesh mesh;
  XPBD_TRY(make_obstacle(self, &first, &self->job->model.obstacle_meshes[index], &mesh));
  const int positions = put_floats(out, (size_t)mesh.vertex_count, 3, mesh.positions);
  fprintf(out->mesh, ",\n{\"name\":\"obstacle %d\",\"primitives\":[", (int)index);
  put_shape(out, &mesh, positions);
  fprintf(out->mesh, ",\"material\":1}]}");
  xpbd_mesh_destroy(&mesh);
  to_quaternion(first.axes, turn);
  fprintf(
      out->node,
      ",\n{\"name\":\"obstacle %d\",\"mesh\":%d,\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,%.9g]",
      (int)index, out->meshes++, first.centre[0], first.centre[1], first.centre[2], turn[0], turn[1], turn[2], turn[3]);
  fprintf(out->node, "%s}", first.exists ? "" : ",\"scale\":[0,0,0]");
  const int node = out->nodes++;
  const xpbd_obstacle_def *def = xpbd_obstacle_made_of(obstacle);
  const bool moves = def->key_count > 0 || fabs(def->spin) > 0.0 || isfinite(def->from) || isfinite(def->until);
  return moves && self->shots.count > 1 ? put_motion(self, obstacle, out, node, times) : XPBD_OK;
}

/* ------------------------------------------------------------------------------------------------------------ file */

static void put_material(FILE *stream, const char *name, picture_colour colour) {
  const double screen[3] = {colour.red, colour.green, colour.blue};
  fprintf(stream,
          "{\"name\":\"%s\",\"doubleSided\":true,\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorFactor\":[",
          name);
  for (int k = 0; k < 3; k++) /* from sRGB to linear light */
    fprintf(stream, "%.4f,", screen[k] <= 0.04045 ? screen[k] / 12.92 : pow((screen[k] + 0.055) / 1.055, 2.4));
  fprintf(stream, "1]}}");
}

static void put_json(const sim_gltf *self, const gltf *from, FILE *stream) {
  fprintf(stream,
          "{\"asset\":{\"version\":\"2.0\",\"generator\":\"xpbd-suite %s\"},\n\"scene\":0,\"scenes\":[{\"nodes\":[",
          XPBD_VERSION);
  for (int k = 0; k < from->nodes; k++) fprintf(stream, "%s%d", k > 0 ? "," : "", k);
  fprintf(stream, "]}],\n\"nodes\":[%s],\n\"meshes\":[%s],\n\"materials\":[", from->text[3], from->text[2]);
  put_material(stream, "body", picture_mesh_of(self->job->mesh, NULL).front);
  fputc(',', stream);
  put_material(stream, "obstacle", picture_colour_obstacle());
  fprintf(stream, "],\n");
  if (from->channels > 0)
    fprintf(stream, "\"animations\":[{\"name\":\"simulation\",\"channels\":[%s],\n\"samplers\":[%s]}],\n",
            from->text[4], from->sampler_text);
  fprintf(stream, "\"buffers\":[{\"byteLength\":%zu}],\n\"bufferViews\":[%s],\n\"accessors\":[%s]}", from->size,
          from->text[0], from->text[1]);
}

static void put_word(FILE *stream, size_t value) {
  for (int k = 0; k < 4; k++) fputc((int)(value >> 8 * k & 255), stream);
}

static xpbd_status write_file(sim_gltf *self, const gltf *from) {
  char *json = NULL;
  size_t length = 0;
  xpbd_file file = {0};
  FILE *memory = open_memstream(&json, &length);
  if (memory) put_json(self, from, memory);
  const bool closed = memory && fclose(memory) == 0;
  xpbd_status status = closed ? xpbd_file_create(self->path, &file)
                              : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the JSON of %s", self->path);
  if (status == XPBD_OK) {
    const size_t padded = (length + 3) / 4 * 4, whole = HEADER + 2 * CHUNK_HEADER + padded + from->size;
    fwrite("glTF", 1, 4, file.stream);
    put_word(file.stream, 2);
    put_word(file.stream, whole);
    put_word(file.stream, padded);
    fwrite("JSON", 1, 4, file.stream);
    fwrite(json, 1, length, file.stream);
    for (size_t k = length; k < padded; k++) fputc(' ', file.stream);
    put_word(file.stream, from->size);
    fwrite("BIN\0", 1, 4, file.stream);
    fwrite(from->bytes, 1, from->size, file.stream);
    self->bytes = (double)whole;
    status = xpbd_file_commit(&file);
  }
  free(json);
  return status;
}

static xpbd_status put_all(const sim_gltf *self, gltf *out) {
  double times[FRAMES_MOST];
  for (int32_t s = 0; s < self->shots.count; s++) times[s] = self->shots.frames[s] * self->job->frame_time;
  const int input = put_floats(out, (size_t)self->shots.count, 1, times);
  XPBD_TRY(put_body(self, out, input));
  for (int32_t i = 0; i < self->job->model.obstacle_count; i++) XPBD_TRY(put_obstacle(self, i, out, input));
  return XPBD_OK;
}

xpbd_status sim_gltf_finish(sim_gltf *self) {
  if (!self->path || self->shots.count == 0) return XPBD_OK;
  gltf parts;
  xpbd_status status = begin(&parts) ? put_all(self, &parts) : XPBD_OK;
  if (!end(&parts) && status == XPBD_OK)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the numbers of %s", self->path);
  if (status == XPBD_OK) status = write_file(self, &parts);
  release(&parts);
  return status;
}

int sim_gltf_open(const sim_job *job, sim_gltf *out) {
  *out = (sim_gltf){.job = job, .path = job->options->gltf};
  if (!out->path) return -1;
  const double room = fmin(FRAMES_MOST, floor(bytes_most / (vertex_bytes * fmax(1.0, job->mesh->vertex_count))));
  if (room < FRAMES_LEAST)
    return cli_fail(job->program, CLI_EXIT_USAGE,
                    "--gltf: %d vertices do not fit a file of %.0f MB; use fewer (--resolution) or --out",
                    (int)job->mesh->vertex_count, 1e-6 * bytes_most);
  return sim_shots_spread(job, "gltf", out->path, (int64_t)room, &out->shots);
}

void sim_gltf_release(sim_gltf *self) {
  sim_shots_release(&self->shots);
  *self = (sim_gltf){0};
}
