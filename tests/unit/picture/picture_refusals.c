/* Why this file exists: what cannot be drawn is refused with its reason on both sides of every bound, and the bound
 * itself is drawn: a camera, a scene, a sheet or a film that is taken wrongly is a wrong picture. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "unit/mesh/mesh_checks.h"
#include "picture_checks.h"

enum { SIDE = 16 };

static const double corners[9] = {-0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.0, 0.5, 0.0};
static const picture_colour red = {0.8, 0.1, 0.1};

static picture_view small_view(void) {
  picture_view view = picture_view_default(SIDE, SIDE);
  view.samples = 1;
  picture_view_include(&view, 3, corners);
  picture_view_fit(&view);
  return view;
}

static picture_mesh small_mesh(void) {
  static const int32_t triangle[3] = {0, 1, 2};
  return (picture_mesh){
      .vertex_count = 3, .positions = corners, .triangle_count = 1, .triangles = triangle, .front = red, .back = red};
}

/// The call must have been refused with a sentence that holds `word`; with NULL it must have been accepted.
static bool answered(check *self, xpbd_status status, const char *word, const char *what, double value) {
  if (!word) return check_status(self, status, XPBD_OK, "%s %g", what, value);
  return check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s %g", what, value) &&
         check_true(self, strstr(xpbd_last_error(), word) != NULL, "%s %g: '%s' in '%s'", what, value, word,
                    xpbd_last_error());
}

/// A number of a struct, with the word of its refusal; NULL where it is accepted.
typedef struct field {
  const char *name;
  size_t at;
  double value;
  const char *word;
} field;

static void set_real(void *object, const field *f) {
  memcpy((char *)object + f->at, &f->value, sizeof f->value);
}

static void set_whole(void *object, const field *f) {
  const int32_t whole = (int32_t)f->value;
  memcpy((char *)object + f->at, &whole, sizeof whole);
}

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define VIEW(name)   #name, offsetof(picture_view, name)
#define MESH(name)   #name, offsetof(picture_mesh, name)
#define SPHERE(name) #name, offsetof(picture_sphere, name)
#define SCENE(name)  #name, offsetof(picture_scene, name)

static void run_views(check *self, int argument) {
  (void)argument;
  static const field reals[] = {{VIEW(azimuth), 3600.0, NULL},
                                {VIEW(azimuth), -3600.0, NULL},
                                {VIEW(azimuth), 3600.1, "azimuth"},
                                {VIEW(azimuth), -3600.1, "azimuth"},
                                {VIEW(azimuth), NAN, "azimuth"},
                                {VIEW(azimuth), INFINITY, "azimuth"},
                                {VIEW(elevation), 89.0, NULL},
                                {VIEW(elevation), -89.0, NULL},
                                {VIEW(elevation), 89.01, "-89 to 89"},
                                {VIEW(elevation), -89.01, "-89 to 89"},
                                {VIEW(elevation), NAN, "elevation"},
                                {VIEW(field), 1.0, NULL},
                                {VIEW(field), 120.0, NULL},
                                {VIEW(field), 0.99, "1 to 120"},
                                {VIEW(field), 120.01, "1 to 120"},
                                {VIEW(field), NAN, "field of view"},
                                {VIEW(margin), 0.0, NULL},
                                {VIEW(margin), 0.4, NULL},
                                {VIEW(margin), -0.01, "0 to 0.4"},
                                {VIEW(margin), 0.41, "0 to 0.4"},
                                {VIEW(margin), NAN, "margin"}};
  static const field wholes[] = {
      {VIEW(width), 16, NULL},           {VIEW(width), 8192, NULL},    {VIEW(width), 15, "15 x 16 pixels"},
      {VIEW(width), 8193, "8193 x 16"},  {VIEW(height), 8192, NULL},   {VIEW(height), 15, "16 x 15 pixels"},
      {VIEW(height), 8193, "16 x 8193"}, {VIEW(samples), 1, NULL},     {VIEW(samples), 4, NULL},
      {VIEW(samples), 0, "1 to 4"},      {VIEW(samples), 5, "1 to 4"}, {VIEW(samples), -1, "1 to 4"}};
  for (size_t i = 0; i < COUNT(reals) + COUNT(wholes); i++) {
    const field *f = i < COUNT(reals) ? &reals[i] : &wholes[i - COUNT(reals)];
    picture_view view = small_view();
    if (i < COUNT(reals))
      set_real(&view, f);
    else
      set_whole(&view, f);
    answered(self, picture_view_include(&view, 3, corners), f->word, f->name, f->value);
    answered(self, picture_view_fit(&view), f->word, f->name, f->value);
  }
  picture_view view = small_view(), empty = picture_view_default(SIDE, SIDE);
  answered(self, picture_view_include(NULL, 3, corners), "no view", "NULL", 0);
  answered(self, picture_view_include(&view, -1, corners), "no points", "points", -1);
  answered(self, picture_view_include(&view, 1, NULL), "no points", "NULL of", 1);
  answered(self, picture_view_include(&view, 0, NULL), NULL, "NULL of", 0);
  answered(self, picture_view_fit(&empty), "includes nothing", "a view of points", 0);
  static const struct {
    double radius;
    const char *word;
  } spheres[] = {{0.0, NULL}, {1e12, NULL}, {-1e-9, "radius"}, {1.1e12, "radius"}, {NAN, "radius"}, {INFINITY, "inf"}};
  for (size_t i = 0; i < COUNT(spheres); i++)
    answered(self, picture_view_include_sphere(&empty, corners, spheres[i].radius), spheres[i].word, "a sphere of",
             spheres[i].radius);
  answered(self, picture_view_include_sphere(&empty, (const double[]){0.0, 1.1e12, 0.0}, 1.0), "its y is 1.1e+12",
           "a sphere at", 1.1e12);

  /* a single point is looked at from one metre, or from a tenth of a millionth of its distance more */
  picture_view single = picture_view_default(SIDE, SIDE);
  single.azimuth = 90.0, single.elevation = 0.0;
  const double point[3] = {1000.0, 0.0, 0.0};
  picture_view_include(&single, 1, point);
  check_status(self, picture_view_fit(&single), XPBD_OK, "a single point");
  check_between(self, single.eye[0], 1001.0001 - 1e-9, 1001.0001 + 1e-9, "the eye before a point");
  check_control(self, !(single.eye[0] <= 1001.0), "a point near the origin");
}

/* Each way in which two views may differ, alone. */
static void run_joined(check *self, int argument) {
  (void)argument;
  static const field others[] = {{VIEW(azimuth), 36.0, "different ways"},
                                 {VIEW(elevation), 26.0, "different ways"},
                                 {VIEW(field), 27.0, "different ways"},
                                 {VIEW(margin), 0.07, "different ways"},
                                 {VIEW(margin), 0.06, NULL},
                                 {VIEW(margin), 0.5, "0 to 0.4"}};
  for (size_t i = 0; i < COUNT(others); i++) {
    picture_view view = small_view(), other = small_view();
    set_real(&other, &others[i]);
    answered(self, picture_view_join(&view, &other), others[i].word, others[i].name, others[i].value);
  }
  picture_view view = small_view(), other = small_view();
  other.width = 2 * SIDE;
  answered(self, picture_view_join(&view, &other), "different ways", "width", other.width);
  other.height = 2 * SIDE;
  check_control(self, picture_view_join(&view, &other) == XPBD_OK, "twice as large, of the same proportions");
  answered(self, picture_view_join(&view, NULL), "no view", "NULL", 0);
}

static void run_placed(check *self, int argument) {
  (void)argument;
  static const struct {
    double eye[3], target[3], height;
    const char *word;
  } cameras[] = {{{0, 0, 5}, {0, 0, 0}, 2.0, NULL},
                 {{0, 0, 5}, {0, 0, 5}, 2.0, "at the point it looks at"},
                 {{0, 5, 0}, {0, 0, 0}, 2.0, "elevation"},
                 {{0, -5, 0}, {0, 0, 0}, 2.0, "elevation"},
                 {{0, 0, NAN}, {0, 0, 0}, 2.0, "eye: point 0"},
                 {{0, 0, 5}, {0, INFINITY, 0}, 2.0, "target: point 0"},
                 {{0, 0, 5}, {0, 0, 0}, 0.0, "field of view"},
                 {{0, 0, 5}, {0, 0, 0}, -2.0, "field of view"},
                 {{0, 0, 5}, {0, 0, 0}, NAN, "field of view"},
                 {{0, 0, 5}, {0, 0, 0}, 20.0, "field of view 126"}};
  for (size_t i = 0; i < COUNT(cameras); i++) {
    picture_view view = small_view();
    answered(self, picture_view_place(&view, cameras[i].eye, cameras[i].target, cameras[i].height), cameras[i].word,
             "camera", (double)i);
  }
  picture_view empty = picture_view_default(SIDE, SIDE);
  answered(self, picture_view_place(&empty, cameras[0].eye, cameras[0].target, 2.0), "includes nothing", "points", 0);
  check_control(self, empty.azimuth == 35.0, "a view that was refused was turned");
}

/// Draw, and compare what is said; an image is there only when nothing is wrong.
static void drawn(check *self, const picture_scene *scene, const char *word, const char *what, double value) {
  const picture_view view = small_view();
  picture_image image = {.width = 1};
  answered(self, picture_draw(&view, scene, &image), word, what, value);
  check_true(self, !image.rgb == (word != NULL) && image.width == (word ? 0 : SIDE), "%s %g: an image of %d", what,
             value, (int)image.width);
  picture_image_destroy(&image);
}

static void run_meshes(check *self, int argument) {
  (void)argument;
  static const double values[3] = {0.0, 1.0, 2.0}, bad_values[3] = {0.0, 1.0, INFINITY};
  static const int32_t edge[2] = {0, 2}, low_edge[2] = {0, -1}, high_edge[2] = {3, 0}, low[3] = {0, -1, 2};
  static const field reals[] = {{MESH(front.red), 0.0, NULL},
                                {MESH(front.red), 1.0, NULL},
                                {MESH(front.red), -0.01, "a colour"},
                                {MESH(front.green), 1.01, "a colour"},
                                {MESH(front.blue), NAN, "a colour"},
                                {MESH(back.red), 1.01, "a colour"},
                                {MESH(back.green), -0.01, "a colour"},
                                {MESH(back.blue), 1.01, "a colour"},
                                {MESH(line_width), 0.0, NULL},
                                {MESH(line_width), 100.0, NULL},
                                {MESH(line_width), -0.1, "0 to 100"},
                                {MESH(line_width), 100.1, "0 to 100"},
                                {MESH(line_width), NAN, "lines of"},
                                {MESH(node_radius), 0.1, NULL},
                                {MESH(node_radius), 1e12, NULL},
                                {MESH(node_radius), -0.1, "balls of"},
                                {MESH(node_radius), NAN, "balls of"},
                                {MESH(node_radius), 1.1e12, "balls of"},
                                {MESH(scalar_low), 2.0, "from 2 to 2"},
                                {MESH(scalar_low), 1.9, NULL},
                                {MESH(scalar_low), NAN, "colour map"},
                                {MESH(scalar_low), -INFINITY, "colour map"},
                                {MESH(scalar_high), 0.0, "from 0 to 0"},
                                {MESH(scalar_high), -1.0, "from 0 to -1"},
                                {MESH(scalar_high), INFINITY, "colour map"}};
  static const field wholes[] = {{MESH(vertex_count), -1, "no points"},
                                 {MESH(vertex_count), 2, "vertex 2 of 2"},
                                 {MESH(triangle_count), -1, "triangles: -1"},
                                 {MESH(triangle_count), INT32_MAX / 3 + 1, "triangles: 715827883"},
                                 {MESH(triangle_count), 0, NULL},
                                 {MESH(edge_count), -1, "edges: -1"},
                                 {MESH(edge_count), INT32_MAX, "edges: 2147483647"},
                                 {MESH(edge_count), 0, NULL}};
  picture_mesh good = small_mesh();
  good.edges = edge, good.edge_count = 1, good.line_width = 1.0;
  good.scalar = values, good.scalar_high = 2.0;
  picture_mesh mesh;
  const picture_scene scene = {.mesh_count = 1, .meshes = &mesh};
  for (size_t i = 0; i < COUNT(reals); i++) {
    mesh = good;
    set_real(&mesh, &reals[i]);
    drawn(self, &scene, reals[i].word, reals[i].name, reals[i].value);
  }
  for (size_t i = 0; i < COUNT(wholes); i++) {
    mesh = good;
    set_whole(&mesh, &wholes[i]);
    drawn(self, &scene, wholes[i].word, wholes[i].name, wholes[i].value);
  }
  mesh = good, mesh.positions = NULL;
  drawn(self, &scene, "mesh: no points", "no positions", 0);
  mesh = good, mesh.triangles = NULL;
  drawn(self, &scene, "triangles: 1", "no triangles", 0);
  mesh.triangles = low;
  drawn(self, &scene, "triangles: number 0 names vertex -1 of 3", "a corner", -1);
  mesh = good, mesh.edges = low_edge;
  drawn(self, &scene, "edges: number 0 names vertex -1 of 3", "an end", -1);
  mesh.edges = high_edge;
  drawn(self, &scene, "edges: number 0 names vertex 3 of 3", "an end", 3);
  mesh.edges = NULL;
  drawn(self, &scene, NULL, "no edges", 0);
  mesh = good, mesh.scalar = bad_values;
  drawn(self, &scene, "vertex 2 shows inf", "a value of", INFINITY);
  mesh.scalar_low = -1e308, mesh.scalar_high = 1e308;
  drawn(self, &scene, "colour map", "a range of", INFINITY);
  static const int32_t some[] = {0, 1, 2, 2, 1, 0, 1, 3, 0}; /* what is wrong is not the first */
  mesh = good, mesh.triangles = some, mesh.triangle_count = 3;
  drawn(self, &scene, "triangles: number 2 names vertex 3 of 3", "a corner", 3);
  mesh = good, mesh.edges = some, mesh.edge_count = 4;
  drawn(self, &scene, "edges: number 3 names vertex 3 of 3", "an end", 3);
  picture_image image;
  const picture_view view = small_view();
  mesh = good;
  check_control(self, picture_draw(&view, &scene, &image) == XPBD_OK, "the mesh without a mistake");
  picture_image_destroy(&image);
}

static void run_scenes(check *self, int argument) {
  (void)argument;
  static const field spheres[] = {{SPHERE(centre[1]), NAN, "sphere: point 0"},
                                  {SPHERE(centre[2]), 1.1e12, "its z is 1.1e+12"},
                                  {SPHERE(colour.green), 1.01, "sphere: a colour"},
                                  {SPHERE(radius), 0.0, "sphere 0: radius 0"},
                                  {SPHERE(radius), -1.0, "radius -1"},
                                  {SPHERE(radius), NAN, "radius nan"},
                                  {SPHERE(radius), 1.1e12, "radius 1.1e+12"},
                                  {SPHERE(radius), 1e12, NULL},
                                  {SPHERE(radius), 1e-12, NULL}};
  static const field scenes[] = {{SCENE(ground_normal[1]), 1.0 + 1.1e-6, "the normal has length"},
                                 {SCENE(ground_normal[1]), 1.0 - 1.1e-6, "the normal has length"},
                                 {SCENE(ground_normal[1]), 1.0 + 0.9e-6, NULL},
                                 {SCENE(ground_normal[1]), 1.0 - 0.9e-6, NULL},
                                 {SCENE(ground_normal[1]), 0.0, "length 0, not 1"},
                                 {SCENE(ground_normal[0]), NAN, "length nan"},
                                 {SCENE(ground_offset), 1e12, NULL},
                                 {SCENE(ground_offset), -1e12, NULL},
                                 {SCENE(ground_offset), 1.1e12, "ground: offset"},
                                 {SCENE(ground_offset), -1.1e12, "ground: offset"},
                                 {SCENE(ground_offset), NAN, "ground: offset"}};
  const picture_mesh mesh = small_mesh();
  const picture_sphere good_ball = {{0.0, 0.0, 0.0}, 0.1, red};
  picture_sphere ball;
  const picture_scene good = {.mesh_count = 1,
                              .meshes = &mesh,
                              .sphere_count = 1,
                              .spheres = &ball,
                              .ground = true,
                              .ground_normal = {0.0, 1.0, 0.0},
                              .ground_offset = -0.5};
  for (size_t i = 0; i < COUNT(spheres); i++) {
    ball = good_ball;
    set_real(&ball, &spheres[i]);
    drawn(self, &good, spheres[i].word, spheres[i].name, spheres[i].value);
  }
  ball = good_ball;
  picture_scene scene;
  for (size_t i = 0; i < COUNT(scenes); i++) {
    scene = good;
    set_real(&scene, &scenes[i]);
    drawn(self, &scene, scenes[i].word, scenes[i].name, scenes[i].value);
    scene.ground = false;
    drawn(self, &scene, NULL, "no ground, whose plane is", scenes[i].value);
  }
  scene = good, scene.mesh_count = -1;
  drawn(self, &scene, "-1 meshes and 1 spheres", "meshes", -1);
  scene = good, scene.sphere_count = -1;
  drawn(self, &scene, "1 meshes and -1 spheres", "spheres", -1);
  scene = good, scene.meshes = NULL;
  drawn(self, &scene, "1 meshes and 1 spheres", "NULL as meshes", 1);
  scene.mesh_count = 0;
  drawn(self, &scene, NULL, "NULL as meshes", 0);
  scene = good, scene.spheres = NULL;
  drawn(self, &scene, "1 meshes and 1 spheres", "NULL as spheres", 1);
  drawn(self, NULL, "nothing to draw", "NULL as scene", 0);
  picture_view view = small_view();
  picture_image image;
  answered(self, picture_draw(NULL, &good, &image), "no view", "NULL", 0);
  answered(self, picture_draw(&view, &good, NULL), "no place to put the image", "NULL", 0);
  view.ready = false;
  answered(self, picture_draw(&view, &good, &image), "not fitted", "a view", 0);
  view.ready = true;
  check_control(self, picture_draw(&view, &good, &image) == XPBD_OK, "the scene without a mistake");
  picture_image_destroy(&image);
}

static void run_images(check *self, int argument) {
  (void)argument;
  static const struct {
    int32_t width, height;
    const char *word;
  } sizes[] = {{16, 16, NULL},      {8192, 16, NULL},        {16, 8192, NULL},        {15, 16, "15 x 16 pixels"},
               {16, 15, "16 x 15"}, {8193, 16, "8193 x 16"}, {16, 8193, "16 x 8193"}, {-16, 16, "-16 x 16"}};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    picture_image image = {0};
    answered(self, picture_image_create(sizes[i].width, sizes[i].height, &image), sizes[i].word, "image", (double)i);
    check_true(self, !image.rgb == (sizes[i].word != NULL), "image %zu", i);
    picture_image_destroy(&image);
  }
  answered(self, picture_image_create(16, 16, NULL), "no place to put the image", "NULL", 0);
  check_control(self, picture_image_create(0, 16, &(picture_image){0}) != XPBD_OK, "an image of nothing");

  static const struct {
    int32_t frames, columns, width, height;
    const char *word;
  } sheets[] = {{0, 0, 16, 16, "0 frames"},
                {8192, 0, 16, 16, NULL},
                {8193, 0, 16, 16, "8193 frames"},
                {1, -1, 16, 16, "-1 columns"},
                {1, 8192, 16, 16, NULL},
                {1, 8193, 16, 16, "8193 columns"},
                {1, 1, 15, 16, "frames of 15 x 16"},
                {1, 1, 16, 15, "frames of 16 x 15"},
                {1, 1, 8192, 16, NULL},
                {1, 1, 8193, 16, "frames of 8193 x 16"},
                {1, 1, 16, 8193, "frames of 16 x 8193"},
                {1, 1, 16, 8168, NULL},
                {1, 1, 16, 8169, "no side may exceed 8192"},
                {1, 1, 16, 8192, "1 x 1 frames of 16 x 8192 pixels: no side may exceed 8192"},
                {512, 512, 16, 16, NULL},
                {513, 513, 16, 16, "513 x 1 frames of 16 x 16"},
                {204, 1, 16, 16, NULL},
                {205, 1, 16, 16, "1 x 205 frames of 16 x 16"}};
  for (size_t i = 0; i < COUNT(sheets); i++) {
    picture_sheet sheet;
    answered(self, picture_sheet_begin(sheets[i].frames, sheets[i].columns, sheets[i].width, sheets[i].height, &sheet),
             sheets[i].word, "sheet", (double)i);
    check_true(self, !sheet.image.rgb == (sheets[i].word != NULL), "sheet %zu", i);
    picture_sheet_destroy(&sheet);
  }
  picture_sheet sheet, none = {.frame_count = 1};
  picture_image frame = {0};
  answered(self, picture_sheet_begin(1, 1, 16, 16, NULL), "no place to put the sheet", "NULL", 0);
  if (!check_status(self, picture_image_create(16, 17, &frame), XPBD_OK, "frame")) return;
  if (check_status(self, picture_sheet_begin(1, 1, 16, 17, &sheet), XPBD_OK, "sheet")) {
    answered(self, picture_sheet_add(NULL, &frame, ""), "no sheet", "NULL as sheet", 0);
    answered(self, picture_sheet_add(&none, &frame, ""), "no sheet", "a sheet not begun", 0);
    answered(self, picture_sheet_add(&sheet, NULL, ""), "no frame", "NULL as frame", 0);
    answered(self, picture_sheet_add(&sheet, &(picture_image){16, 17, NULL}, ""), "no frame", "pixels", 0);
    answered(self, picture_sheet_add(&sheet, &frame, NULL), "no sheet", "NULL as caption", 0);
    answered(self, picture_sheet_add(&sheet, &(picture_image){17, 17, frame.rgb}, ""), "17 x 17 pixels on", "width",
             17);
    answered(self, picture_sheet_add(&sheet, &(picture_image){16, 16, frame.rgb}, ""), "for 16 x 17", "height", 16);
    check_control(self, picture_sheet_add(&sheet, &frame, "") == XPBD_OK, "the frame itself");
    answered(self, picture_sheet_add(&sheet, &frame, ""), "the sheet is full: it has 1 frames", "frame", 2);
    picture_sheet_destroy(&sheet);
  }
  picture_image_destroy(&frame);
}

static void run_written(check *self, int argument) {
  (void)argument;
  char *folder = folder_make(self);
  picture_image frame = {0};
  if (!folder || !check_status(self, picture_image_create(16, 17, &frame), XPBD_OK, "frame")) return;
#ifdef XPBD_HAVE_PNG
  const char *path = folder_path(folder, "a.png");
  const picture_image bad[] = {{0, 17, frame.rgb}, {16, 0, frame.rgb}, {-16, 17, frame.rgb}, {16, 17, NULL}};
  for (size_t i = 0; i < COUNT(bad); i++)
    answered(self, picture_write_png(path, &bad[i]), "a.png: no picture to write", "image", (double)i);
  answered(self, picture_write_png(path, NULL), "a.png: no picture to write", "NULL as image", 0);
  answered(self, picture_write_png(NULL, &frame), "(no file): no picture to write", "NULL as path", 0);
  check_same(self, (uint64_t)folder_count(folder), 0, "files of what was refused");
  check_control(self, picture_write_png(path, &frame) == XPBD_OK, "the image itself");
#endif
#ifdef XPBD_HAVE_GIF
  static const struct {
    double seconds;
    const char *word;
  } times[] = {{0.02, NULL},       {600.0, NULL},       {0.0199, "0.02 to 600"}, {600.1, "0.02 to 600"},
               {-1.0, "for -1 s"}, {INFINITY, "inf s"}, {NAN, "nan s"}};
  picture_gif *gif;
  const char *film = folder_path(folder, "a.gif");
  answered(self, picture_gif_open(film, 16, 17, NULL), "no place to put the film", "NULL", 0);
  answered(self, picture_gif_open(film, 15, 17, &gif), "15 x 17 pixels", "width", 15);
  answered(self, picture_gif_open(film, 16, 8193, &gif), "16 x 8193 pixels", "height", 8193);
  check_true(self, !gif, "no film");
  if (check_status(self, picture_gif_open(film, 16, 17, &gif), XPBD_OK, "film")) {
    for (size_t i = 0; i < COUNT(times); i++)
      answered(self, picture_gif_add(gif, &frame, times[i].seconds), times[i].word, "shown for", times[i].seconds);
    answered(self, picture_gif_add(NULL, &frame, 1.0), "no film", "NULL as film", 0);
    answered(self, picture_gif_add(gif, NULL, 1.0), "no frame", "NULL as frame", 0);
    answered(self, picture_gif_add(gif, &(picture_image){16, 17, NULL}, 1.0), "no frame", "pixels", 0);
    answered(self, picture_gif_add(gif, &(picture_image){17, 17, frame.rgb}, 1.0), "17 x 17 pixels in", "width", 17);
    answered(self, picture_gif_add(gif, &(picture_image){16, 16, frame.rgb}, 1.0), "of 16 x 17", "height", 16);
    picture_gif_discard(&gif);
  }
#endif
  picture_image_destroy(&frame);
  folder_remove(folder);
}

void check_picture_refusals(check_registry *registry) {
  check_add(registry, "views", "settings of a view on both sides of their bounds", run_views, 0);
  check_add(registry, "joined", "views that differ in one thing are not joined", run_joined, 0);
  check_add(registry, "placed", "where a camera may not stand", run_placed, 0);
  check_add(registry, "meshes", "numbers of a mesh on both sides of their bounds", run_meshes, 0);
  check_add(registry, "scenes", "balls and grounds on both sides of their bounds", run_scenes, 0);
  check_add(registry, "images", "sizes of images and sheets on both sides of their bounds", run_images, 0);
  check_add(registry, "written", "images and times that no file takes", run_written, 0);
}
