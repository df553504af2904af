/* Why this file exists: only large bodies show how many frames a page of --viewer has room for, and only hostile file
 * names show what a name does in it. Both are computed here, to the byte and to the letter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/viewer.h"
#include "sim_checks.h"

/* Of 12 MB 0.4 are for the program. Three quarters of the rest are bytes of data: 5 a vertex, 12 a triangle, 8 an edge,
 * 16 more, and 7 a vertex and frame. The first mesh of each pair has room for exactly that many. */
static void room(check *self, int argument) {
  static const struct {
    int32_t vertices, triangles, edges;
    int64_t frames;
  } known[] = {{10000, 0, 206248, 100},
               {10000, 0, 206249, 99},
               {10000, 100000, 56248, 100},
               {10000, 100001, 56248, 99},
               {100, 0, 0, 300},
               {1, 0, 0, 300},
               {0, 0, 0, 300}};
  int few = 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const xpbd_mesh mesh = {
        .vertex_count = known[i].vertices, .triangle_count = known[i].triangles, .edge_count = known[i].edges};
    check_same(self, (uint64_t)sim_viewer_room(&mesh), (uint64_t)known[i].frames,
               "frames of %d vertices, %d triangles and %d edges", (int)known[i].vertices, (int)known[i].triangles,
               (int)known[i].edges);
    few += known[i].frames < 300;
  }
  check_control(self, few == 4, "meshes that fill a page: %d", few);
}

/* Frames before a divergence end at 1e11 m, as in pictures. */
static void taken(check *self, int argument) {
  static const struct {
    double at;
    bool taken;
  } known[] = {{1e11, true}, {-1e11, true}, {1.01e11, false}, {-1.01e11, false}, {INFINITY, false}, {NAN, false}};
  const xpbd_mesh mesh = {.vertex_count = 1};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    double positions[3] = {0.0, 0.0, known[i].at}, kept[6] = {0.0};
    int32_t frames[2] = {3, 5};
    const sim_job job = {.mesh = &mesh, .positions = positions};
    sim_viewer viewer = {.job = &job, .path = "a.html", .shots = {.wanted = 2, .frames = frames, .positions = kept}};
    sim_shots_take_due(viewer.job, &viewer.shots, 4); /* it is not due */
    check_same(self, (uint64_t)viewer.shots.count, 0, "frames before one is due");
    sim_shots_take_due(viewer.job, &viewer.shots, 3);
    check_same(self, (uint64_t)viewer.shots.count, known[i].taken, "frames that end at %g m", known[i].at);
    check_true(self, !known[i].taken || kept[2] == known[i].at, "its place is kept");
  }
  check_control(self, known[0].at != known[2].at, "a hundredth farther");
}

/// The JSON of a page of two frames, freed by the caller; NULL without memory.
static char *json_of(const sim_job *job, bool all) {
  static const double low[3] = {0.0, 0.0, 0.0}, high[3] = {3.0, 4.0, 0.0};
  int32_t frames[2] = {3, 9};
  const sim_viewer viewer = {.job = job, .shots = {.wanted = 2, .count = all ? 2 : 1, .frames = frames}};
  char *text = NULL;
  size_t length = 0;
  viewer_out out = {.stream = open_memstream(&text, &length)};
  if (!out.stream) return NULL;
  viewer_put_scene(&viewer, low, high, 0.25, 123, &out);
  if (fclose(out.stream) != 0 || (text && out.bytes != length)) {
    free(text);
    return NULL;
  }
  return text;
}

static void words(check *self, int argument) {
  static const char begin[] =
      "{\"title\": \"a\\u0022\\u003cb\\u003e\\u0026\\u005c\\u000a.obj by xpbd\", \"about\": \"4 vertices; 2 of 7 "
      "frames, positions to 0.076 mm. Drag to turn, use the wheel or two fingers to zoom, press space to play. "
      "xpbd-suite ";
  static const char end[] =
      "\", \"low\": [0,0,0], \"high\": [3,4,0], \"bytes\": 123, \"vertices\": 4, \"triangles\": 1, \"edges\": 5, "
      "\"radii\": false, \"link\": 0, \"strain\": 0.25, \"strained\": true, \"wire\": true, \"azimuth\": 35, "
      "\"elevation\": -5, \"frames\": [{\"frame\": 3, \"time\": 1.5}, {\"frame\": 9, \"time\": 4.5}], "
      "\"obstacles\": []}";
  xpbd_mesh mesh = {.vertex_count = 4, .triangle_count = 1, .edge_count = 5};
  sim_options options = {
      .mesh = "a\"<b>&\\\n.obj", .colour = "strain", .wire = true, .azimuth = NAN, .elevation = -5.0};
  sim_job job = {.scene = "cloth",
                 .options = &options,
                 .mesh = &mesh,
                 .method = xpbd_method_at(XPBD_METHOD_XPBD),
                 .start = 3,
                 .frames = 9,
                 .frame_time = 0.5};
  char *text = json_of(&job, true);
  if (!check_true(self, text != NULL, "memory, and as many bytes as were counted")) return;
  const size_t length = strlen(text);
  check_true(self,
             strncmp(text, begin, sizeof begin - 1) == 0 && length > sizeof end &&
                 strcmp(text + length - (sizeof end - 1), end) == 0,
             "the words of a page: %s", text);
  check_control(self, strstr(text, "<b>") == NULL, "a name that is markup");
  free(text);

  options.mesh = NULL, options.colour = NULL, options.wire = false, options.azimuth = 7.0, options.elevation = NAN;
  mesh.vertex_count = 1, mesh.triangle_count = mesh.edge_count = 0;
  text = json_of(&job, false);
  check_true(self,
             text && strstr(text, "\"title\": \"cloth by xpbd\"") && strstr(text, "\"1 vertex; 1 of 7 frames, ") &&
                 strstr(text, "\"strained\": false, \"wire\": false, \"azimuth\": 7, \"elevation\": 25,"),
             "of one vertex: %s", text ? text : "nothing");
  free(text);
}

void check_sim_pages(check_registry *registry) {
  check_add(registry, "sim-room", "how many frames a page has room for", room, 0);
  check_add(registry, "sim-taken", "which frames are kept for a page", taken, 0);
  check_add(registry, "sim-words", "the words of a page", words, 0);
}
