/* Why this file exists: a camera, a scene, a sheet or a film that is read wrongly gives a wrong picture. What cannot be
 * drawn is refused with its reason just beyond every bound. What is on the bound is drawn. */
#include <math.h>
#include <stddef.h>
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

/// The call must be refused (tests/golden/errors/picture has the sentences), or accepted.
static bool answered(check *self, xpbd_status status, bool refused, const char *what, double value) {
  return check_status(self, status, refused ? XPBD_ERR_INVALID_ARGUMENT : XPBD_OK, "%s %g", what, value);
}

/// A number of a struct, and whether it is refused.
typedef struct field {
  const char *name;
  size_t at;
  double value;
  bool refused;
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
  static const field reals[] = {
      {VIEW(azimuth), 3600.0, false},  {VIEW(azimuth), -3600.0, false}, {VIEW(azimuth), 3600.1, true},
      {VIEW(azimuth), -3600.1, true},  {VIEW(azimuth), NAN, true},      {VIEW(azimuth), INFINITY, true},
      {VIEW(elevation), 89.0, false},  {VIEW(elevation), -89.0, false}, {VIEW(elevation), 89.01, true},
      {VIEW(elevation), -89.01, true}, {VIEW(elevation), NAN, true},    {VIEW(field), 1.0, false},
      {VIEW(field), 120.0, false},     {VIEW(field), 0.99, true},       {VIEW(field), 120.01, true},
      {VIEW(field), NAN, true},        {VIEW(margin), 0.0, false},      {VIEW(margin), 0.4, false},
      {VIEW(margin), -0.01, true},     {VIEW(margin), 0.41, true},      {VIEW(margin), NAN, true}};
  static const field wholes[] = {{VIEW(width), 16, false},   {VIEW(width), 8192, false},  {VIEW(width), 15, true},
                                 {VIEW(width), 8193, true},  {VIEW(height), 8192, false}, {VIEW(height), 15, true},
                                 {VIEW(height), 8193, true}, {VIEW(samples), 1, false},   {VIEW(samples), 4, false},
                                 {VIEW(samples), 0, true},   {VIEW(samples), 5, true},    {VIEW(samples), -1, true}};
  for (size_t i = 0; i < COUNT(reals) + COUNT(wholes); i++) {
    const field *f = i < COUNT(reals) ? &reals[i] : &wholes[i - COUNT(reals)];
    picture_view view = small_view();
    if (i < COUNT(reals))
      set_real(&view, f);
    else
      set_whole(&view, f);
    answered(self, picture_view_include(&view, 3, corners), f->refused, f->name, f->value);
    answered(self, picture_view_fit(&view), f->refused, f->name, f->value);
  }
  picture_view view = small_view(), empty = picture_view_default(SIDE, SIDE);
  answered(self, picture_view_include(NULL, 3, corners), true, "NULL", 0);
  answered(self, picture_view_include(&view, -1, corners), true, "points", -1);
  answered(self, picture_view_include(&view, 1, NULL), true, "NULL of", 1);
  answered(self, picture_view_include(&view, 0, NULL), false, "NULL of", 0);
  answered(self, picture_view_fit(&empty), true, "a view of points", 0);
  static const struct {
    double radius;
    bool refused;
  } spheres[] = {{0.0, false}, {1e12, false}, {-1e-9, true}, {1.1e12, true}, {NAN, true}, {INFINITY, true}};
  for (size_t i = 0; i < COUNT(spheres); i++)
    answered(self, picture_view_include_sphere(&empty, corners, spheres[i].radius), spheres[i].refused, "a sphere of",
             spheres[i].radius);
  answered(self, picture_view_include_sphere(&empty, (const double[]){0.0, 1.1e12, 0.0}, 1.0), true, "a sphere at",
           1.1e12);

  /* a single point is viewed from one metre, or from a ten-millionth of its distance if that is more */
  picture_view single = picture_view_default(SIDE, SIDE);
  single.azimuth = 90.0, single.elevation = 0.0;
  const double point[3] = {1000.0, 0.0, 0.0};
  picture_view_include(&single, 1, point);
  check_status(self, picture_view_fit(&single), XPBD_OK, "a single point");
  check_between(self, single.eye[0], 1001.0001 - 1e-9, 1001.0001 + 1e-9, "the eye before a point");
  check_control(self, !(single.eye[0] <= 1001.0), "a point near the origin");
}

/* Each difference between two views, alone. */
static void run_joined(check *self, int argument) {
  static const field others[] = {{VIEW(azimuth), 36.0, true}, {VIEW(elevation), 26.0, true}, {VIEW(field), 27.0, true},
                                 {VIEW(margin), 0.07, true},  {VIEW(margin), 0.06, false},   {VIEW(margin), 0.5, true}};
  for (size_t i = 0; i < COUNT(others); i++) {
    picture_view view = small_view(), other = small_view();
    set_real(&other, &others[i]);
    answered(self, picture_view_join(&view, &other), others[i].refused, others[i].name, others[i].value);
  }
  picture_view view = small_view(), other = small_view();
  other.width = 2 * SIDE;
  answered(self, picture_view_join(&view, &other), true, "width", other.width);
  other.height = 2 * SIDE;
  check_control(self, picture_view_join(&view, &other) == XPBD_OK, "twice as large, of the same proportions");
  answered(self, picture_view_join(&view, NULL), true, "NULL", 0);
}

static void run_placed(check *self, int argument) {
  static const struct {
    double eye[3], target[3], height;
    bool refused;
  } cameras[] = {{{0, 0, 5}, {0, 0, 0}, 2.0, false},  {{0, 0, 5}, {0, 0, 5}, 2.0, true},
                 {{0, 5, 0}, {0, 0, 0}, 2.0, true},   {{0, -5, 0}, {0, 0, 0}, 2.0, true},
                 {{0, 0, NAN}, {0, 0, 0}, 2.0, true}, {{0, 0, 5}, {0, INFINITY, 0}, 2.0, true},
                 {{0, 0, 5}, {0, 0, 0}, 0.0, true},   {{0, 0, 5}, {0, 0, 0}, -2.0, true},
                 {{0, 0, 5}, {0, 0, 0}, NAN, true},   {{0, 0, 5}, {0, 0, 0}, 20.0, true}};
  for (size_t i = 0; i < COUNT(cameras); i++) {
    picture_view view = small_view();
    answered(self, picture_view_place(&view, cameras[i].eye, cameras[i].target, cameras[i].height), cameras[i].refused,
             "camera", (double)i);
  }
  picture_view empty = picture_view_default(SIDE, SIDE);
  answered(self, picture_view_place(&empty, cameras[0].eye, cameras[0].target, 2.0), true, "points", 0);
  check_control(self, empty.azimuth == 35.0, "a view that was refused was turned");
}

/// Draws and compares the message. There is an image only if nothing is wrong.
static void drawn(check *self, const picture_scene *scene, bool refused, const char *what, double value) {
  const picture_view view = small_view();
  picture_image image = {.width = 1};
  answered(self, picture_draw(&view, scene, &image), refused, what, value);
  check_true(self, !image.rgb == refused && image.width == (refused ? 0 : SIDE), "%s %g: an image of %d", what, value,
             (int)image.width);
  picture_image_destroy(&image);
}

static void run_meshes(check *self, int argument) {
  static const double values[3] = {0.0, 1.0, 2.0}, bad_values[3] = {0.0, 1.0, INFINITY};
  static const int32_t edge[2] = {0, 2}, low_edge[2] = {0, -1}, high_edge[2] = {3, 0}, low[3] = {0, -1, 2};
  static const field reals[] = {
      {MESH(front.red), 0.0, false},       {MESH(front.red), 1.0, false},   {MESH(front.red), -0.01, true},
      {MESH(front.green), 1.01, true},     {MESH(front.blue), NAN, true},   {MESH(back.red), 1.01, true},
      {MESH(back.green), -0.01, true},     {MESH(back.blue), 1.01, true},   {MESH(line_width), 0.0, false},
      {MESH(line_width), 100.0, false},    {MESH(line_width), -0.1, true},  {MESH(line_width), 100.1, true},
      {MESH(line_width), NAN, true},       {MESH(node_radius), 0.1, false}, {MESH(node_radius), 1e12, false},
      {MESH(node_radius), -0.1, true},     {MESH(node_radius), NAN, true},  {MESH(node_radius), 1.1e12, true},
      {MESH(scalar_low), 2.0, true},       {MESH(scalar_low), 1.9, false},  {MESH(scalar_low), NAN, true},
      {MESH(scalar_low), -INFINITY, true}, {MESH(scalar_high), 0.0, true},  {MESH(scalar_high), -1.0, true},
      {MESH(scalar_high), INFINITY, true}};
  static const field wholes[] = {{MESH(vertex_count), -1, true},      {MESH(vertex_count), 2, true},
                                 {MESH(triangle_count), -1, true},    {MESH(triangle_count), INT32_MAX / 3 + 1, true},
                                 {MESH(triangle_count), 0, false},    {MESH(edge_count), -1, true},
                                 {MESH(edge_count), INT32_MAX, true}, {MESH(edge_count), 0, false}};
  picture_mesh good = small_mesh();
  good.edges = edge, good.edge_count = 1, good.line_width = 1.0;
  good.scalar = values, good.scalar_high = 2.0;
  picture_mesh mesh;
  const picture_scene scene = {.mesh_count = 1, .meshes = &mesh};
  for (size_t i = 0; i < COUNT(reals); i++) {
    mesh = good;
    set_real(&mesh, &reals[i]);
    drawn(self, &scene, reals[i].refused, reals[i].name, reals[i].value);
  }
  for (size_t i = 0; i < COUNT(wholes); i++) {
    mesh = good;
    set_whole(&mesh, &wholes[i]);
    drawn(self, &scene, wholes[i].refused, wholes[i].name, wholes[i].value);
  }
  mesh = good, mesh.positions = NULL;
  drawn(self, &scene, true, "no positions", 0);
  mesh = good, mesh.triangles = NULL;
  drawn(self, &scene, true, "no triangles", 0);
  mesh.triangles = low;
  drawn(self, &scene, true, "a corner", -1);
  mesh = good, mesh.edges = low_edge;
  drawn(self, &scene, true, "an end", -1);
  mesh.edges = high_edge;
  drawn(self, &scene, true, "an end", 3);
  mesh.edges = NULL;
  drawn(self, &scene, false, "no edges", 0);
  mesh = good, mesh.scalar = bad_values;
  drawn(self, &scene, true, "a value of", INFINITY);
  mesh.scalar_low = -1e308, mesh.scalar_high = 1e308;
  drawn(self, &scene, true, "a range of", INFINITY);
  static const int32_t some[] = {0, 1, 2, 2, 1, 0, 1, 3, 0}; /* the error is not in the first */
  mesh = good, mesh.triangles = some, mesh.triangle_count = 3;
  drawn(self, &scene, true, "a corner", 3);
  mesh = good, mesh.edges = some, mesh.edge_count = 4;
  drawn(self, &scene, true, "an end", 3);
  OWNED(picture_image_destroy) picture_image image = {0};
  const picture_view view = small_view();
  mesh = good;
  check_control(self, picture_draw(&view, &scene, &image) == XPBD_OK, "the mesh without a mistake");
}

static void run_scenes(check *self, int argument) {
  static const field spheres[] = {
      {SPHERE(centre[1]), NAN, true}, {SPHERE(centre[2]), 1.1e12, true}, {SPHERE(colour.green), 1.01, true},
      {SPHERE(radius), 0.0, true},    {SPHERE(radius), -1.0, true},      {SPHERE(radius), NAN, true},
      {SPHERE(radius), 1.1e12, true}, {SPHERE(radius), 1e12, false},     {SPHERE(radius), 1e-12, false}};
  static const field scenes[] = {{SCENE(ground_normal[1]), 1.0 + 1.1e-6, true},
                                 {SCENE(ground_normal[1]), 1.0 - 1.1e-6, true},
                                 {SCENE(ground_normal[1]), 1.0 + 0.9e-6, false},
                                 {SCENE(ground_normal[1]), 1.0 - 0.9e-6, false},
                                 {SCENE(ground_normal[1]), 0.0, true},
                                 {SCENE(ground_normal[0]), NAN, true},
                                 {SCENE(ground_offset), 1e12, false},
                                 {SCENE(ground_offset), -1e12, false},
                                 {SCENE(ground_offset), 1.1e12, true},
                                 {SCENE(ground_offset), -1.1e12, true},
                                 {SCENE(ground_offset), NAN, true}};
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
    drawn(self, &good, spheres[i].refused, spheres[i].name, spheres[i].value);
  }
  ball = good_ball;
  picture_scene scene;
  for (size_t i = 0; i < COUNT(scenes); i++) {
    scene = good;
    set_real(&scene, &scenes[i]);
    drawn(self, &scene, scenes[i].refused, scenes[i].name, scenes[i].value);
    scene.ground = false;
    drawn(self, &scene, false, "no ground, whose plane is", scenes[i].value);
  }
  scene = good, scene.mesh_count = -1;
  drawn(self, &scene, true, "meshes", -1);
  scene = good, scene.sphere_count = -1;
  drawn(self, &scene, true, "spheres", -1);
  scene = good, scene.meshes = NULL;
  drawn(self, &scene, true, "NULL as meshes", 1);
  scene.mesh_count = 0;
  drawn(self, &scene, false, "NULL as meshes", 0);
  scene = good, scene.spheres = NULL;
  drawn(self, &scene, true, "NULL as spheres", 1);
  drawn(self, NULL, true, "NULL as scene", 0);
  picture_view view = small_view();
  OWNED(picture_image_destroy) picture_image image = {0};
  answered(self, picture_draw(NULL, &good, &image), true, "NULL", 0);
  answered(self, picture_draw(&view, &good, NULL), true, "NULL", 0);
  view.ready = false;
  answered(self, picture_draw(&view, &good, &image), true, "a view", 0);
  view.ready = true;
  check_control(self, picture_draw(&view, &good, &image) == XPBD_OK, "the scene without a mistake");
}

static void run_images(check *self, int argument) {
  static const struct {
    int32_t width, height;
    bool refused;
  } sizes[] = {{16, 16, false}, {8192, 16, false}, {16, 8192, false}, {15, 16, true},
               {16, 15, true},  {8193, 16, true},  {16, 8193, true},  {-16, 16, true}};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    OWNED(picture_image_destroy) picture_image image = {0};
    answered(self, picture_image_create(sizes[i].width, sizes[i].height, &image), sizes[i].refused, "image", (double)i);
    check_true(self, !image.rgb == sizes[i].refused, "image %zu", i);
  }
  answered(self, picture_image_create(16, 16, NULL), true, "NULL", 0);
  check_control(self, picture_image_create(0, 16, &(picture_image){0}) != XPBD_OK, "an image of nothing");

  static const struct {
    int32_t frames, columns, width, height;
    bool refused;
  } sheets[] = {{0, 0, 16, 16, true},     {8192, 0, 16, 16, false}, {8193, 0, 16, 16, true},   {1, -1, 16, 16, true},
                {1, 8192, 16, 16, false}, {1, 8193, 16, 16, true},  {1, 1, 15, 16, true},      {1, 1, 16, 15, true},
                {1, 1, 8192, 16, false},  {1, 1, 8193, 16, true},   {1, 1, 16, 8193, true},    {1, 1, 16, 8168, false},
                {1, 1, 16, 8169, true},   {1, 1, 16, 8192, true},   {512, 512, 16, 16, false}, {513, 513, 16, 16, true},
                {204, 1, 16, 16, false},  {205, 1, 16, 16, true}};
  for (size_t i = 0; i < COUNT(sheets); i++) {
    OWNED(picture_sheet_destroy) picture_sheet sheet = {0};
    answered(self, picture_sheet_begin(sheets[i].frames, sheets[i].columns, sheets[i].width, sheets[i].height, &sheet),
             sheets[i].refused, "sheet", (double)i);
    check_true(self, !sheet.image.rgb == sheets[i].refused, "sheet %zu", i);
  }
  picture_sheet sheet, none = {.frame_count = 1};
  OWNED(picture_image_destroy) picture_image frame = {0};
  answered(self, picture_sheet_begin(1, 1, 16, 16, NULL), true, "NULL", 0);
  if (!check_status(self, picture_image_create(16, 17, &frame), XPBD_OK, "frame")) return;
  if (check_status(self, picture_sheet_begin(1, 1, 16, 17, &sheet), XPBD_OK, "sheet")) {
    answered(self, picture_sheet_add(NULL, &frame, ""), true, "NULL as sheet", 0);
    answered(self, picture_sheet_add(&none, &frame, ""), true, "a sheet not begun", 0);
    answered(self, picture_sheet_add(&sheet, NULL, ""), true, "NULL as frame", 0);
    answered(self, picture_sheet_add(&sheet, &(picture_image){16, 17, false}, ""), true, "pixels", 0);
    answered(self, picture_sheet_add(&sheet, &frame, NULL), true, "NULL as caption", 0);
    answered(self, picture_sheet_add(&sheet, &(picture_image){17, 17, frame.rgb}, ""), true, "width", 17);
    answered(self, picture_sheet_add(&sheet, &(picture_image){16, 16, frame.rgb}, ""), true, "height", 16);
    check_control(self, picture_sheet_add(&sheet, &frame, "") == XPBD_OK, "the frame itself");
    answered(self, picture_sheet_add(&sheet, &frame, ""), true, "frame", 2);
    picture_sheet_destroy(&sheet);
  }
}

/// The same, with a word of the sentence. The build decides which files can be written, so no golden text has these.
static void said(check *self, xpbd_status status, const char *word, const char *what, double value) {
  if (answered(self, status, word != NULL, what, value) && word)
    check_true(self, strstr(xpbd_last_error(), word) != NULL, "%s %g: '%s' in '%s'", what, value, word,
               xpbd_last_error());
}

static void run_written(check *self, int argument) {
  char *folder = folder_make(self);
  picture_image frame = {0};
  if (!check_status(self, picture_image_create(16, 17, &frame), XPBD_OK, "frame")) return;
#ifdef XPBD_HAVE_PNG
  const char *path = folder_path(folder, "a.png");
  const picture_image bad[] = {{0, 17, frame.rgb}, {16, 0, frame.rgb}, {-16, 17, frame.rgb}, {16, 17, NULL}};
  for (size_t i = 0; i < COUNT(bad); i++)
    said(self, picture_write_png(path, &bad[i]), "a.png: no picture to write", "image", (double)i);
  said(self, picture_write_png(path, NULL), "a.png: no picture to write", "NULL as image", 0);
  said(self, picture_write_png(NULL, &frame), "(no file): no picture to write", "NULL as path", 0);
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
  said(self, picture_gif_open(film, 16, 17, NULL), "no place to put the film", "NULL", 0);
  said(self, picture_gif_open(film, 15, 17, &gif), "15 x 17 pixels", "width", 15);
  said(self, picture_gif_open(film, 16, 8193, &gif), "16 x 8193 pixels", "height", 8193);
  check_true(self, !gif, "no film");
  if (check_status(self, picture_gif_open(film, 16, 17, &gif), XPBD_OK, "film")) {
    for (size_t i = 0; i < COUNT(times); i++)
      said(self, picture_gif_add(gif, &frame, times[i].seconds), times[i].word, "shown for", times[i].seconds);
    said(self, picture_gif_add(NULL, &frame, 1.0), "no film", "NULL as film", 0);
    said(self, picture_gif_add(gif, NULL, 1.0), "no frame", "NULL as frame", 0);
    said(self, picture_gif_add(gif, &(picture_image){16, 17, NULL}, 1.0), "no frame", "pixels", 0);
    said(self, picture_gif_add(gif, &(picture_image){17, 17, frame.rgb}, 1.0), "17 x 17 pixels in", "width", 17);
    said(self, picture_gif_add(gif, &(picture_image){16, 16, frame.rgb}, 1.0), "of 16 x 17", "height", 16);
    picture_gif_discard(&gif);
  }
#endif
  picture_image_destroy(&frame);
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
