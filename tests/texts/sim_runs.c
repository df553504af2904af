/* Why this file exists: writes what xpbd-sim says and decides about made-up runs: counters, processors, memory, twins and
 * numbers of frames that no scene of a test comes near. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/engine/sim_engine.h"
#include "sim/engine/sim_names.h"
#include "sim/engine/sim_record.h"
#include "sim/film/sim_picture.h"
#include "sim/sim_accuracy.h"
#include "sim/sim_list.h"
#include "sim/sim_output.h"
#include "sim/sim_setup.h"
#include "texts.h"
#include "viewer/viewer.h"
#include "xpbd/backend.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const cli_program trial = {.name = "trial"};
static const sim_options no_options = {.precision = NULL};

/// A job of a scene by XPBD at rest. Its model must be destroyed.
static sim_job job_of(const char *scene, int32_t resolution) {
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job = {.program = &trial,
                 .scene = scene,
                 .options = &no_options,
                 .info = xpbd_scene_info_at(xpbd_scene_info_find(scene)),
                 .method = xpbd_method_at(XPBD_METHOD_XPBD)};
  params.resolution = resolution;
  if (xpbd_scene_build(scene, &params, &job.model) != XPBD_OK) printf("%s\n", xpbd_last_error());
  job.frame_time = job.info->frame_time, job.frames = job.info->frames;
  return job;
}

/// The same, with the mesh of the model.
static void begin_job(const char *scene, int32_t resolution, sim_job *out) {
  *out = job_of(scene, resolution);
  out->mesh = &out->model.mesh;
  out->radii = xpbd_scene_radii(out->model.scene);
}

#define NOTHING .residual = NAN, .gained = NAN

/// What is remarked after a run.
static void write_remarks(void) {
  static const struct {
    xpbd_status status; ///< Of the counters.
    xpbd_counters counters;
    sim_result result;
  } runs[] = {{XPBD_OK, {.frames = 3, .projections = 100}, {NOTHING}},
              {XPBD_OK, {.frames = 3, .projections = 100, .skipped = 2, .contacts = 7}, {NOTHING}},
              {XPBD_ERR_DIVERGED,
               {.frames = 3, .projections = 100, .skipped = 2},
               {NOTHING}}, /* its work until then is known */
              {XPBD_ERR_DEVICE_LOST, {.projections = 100, .skipped = 2}, {NOTHING}},
              {XPBD_OK, {.projections = 100, .skipped = 2}, {NOTHING}},
              {XPBD_OK, {.frames = 1, .inexact = "no root"}, {NOTHING}},
              {XPBD_OK, {.frames = 1, .skipped = 2}, {.given_up = true, .residual = 0.5, .gained = 5.1}},
              {XPBD_OK, {.frames = 1}, {.residual = 0.0, .gained = NAN}},
              {XPBD_OK, {.frames = 1}, {.residual = 0.0234, .gained = NAN}},
              {XPBD_OK, {.frames = 1}, {.residual = 0.92, .gained = NAN}}, /* no alarm */
              {XPBD_OK, {.frames = 1}, {.residual = -1.0, .gained = NAN}},
              {XPBD_OK, {.frames = 1}, {.residual = NAN, .gained = 4.9, .there = 100.0}},
              {XPBD_OK, {.frames = 1}, {.residual = NAN, .gained = 5.1, .there = 100.0}},
              {XPBD_OK, {.frames = 1}, {.residual = NAN, .gained = 0.0, .there = 0.0}},
              {XPBD_OK, {.frames = 1}, {.residual = NAN, .gained = 1e-9, .there = 0.0}},
              {XPBD_OK, {.frames = 1}, {NOTHING, .stuck = true}}};
  const xpbd_counters counted = {.frames = 3, .contacts = 7};
  sim_job job;
  begin_job("cloth", 2, &job);
  for (size_t i = 0; i < COUNT(runs); i++) {
    heading("remarks on run %zu", i);
    sim_remarks_of(stdout, "- ", &job, &runs[i].result, runs[i].status, &runs[i].counters);
  }
  xpbd_model_destroy(&job.model);
  begin_job("cloth_on_sphere", 8, &job);
  heading("remarks on contacts, then on those of a lattice, whose table has them");
  sim_remarks_of(stdout, "- ", &job, &runs[0].result, XPBD_OK, &counted);
  job.world = (const xpbd_verlet *)(const void *)&job;
  sim_remarks_of(stdout, "- ", &job, &runs[0].result, XPBD_OK, &counted);
  xpbd_model_destroy(&job.model);
}

/// Before a run: numbers that all differ, and all ones; more threads than processors.
static void write_amounts(void) {
  static const struct {
    int32_t start, frames, substeps, iterations;
    int64_t host, device;
  } runs[] = {{0, 1, 3, 1, 1000000, 234000}, {3, 10, 1, 9, 999, 0}};
  static const struct {
    int processors;
    int32_t threads;
    int64_t device; ///< A device has its own processors.
  } machines[] = {{2, 3, 0}, {1, 2, 0}, {2, 2, 0}, {2, 3, 1}, {64, 1, 0}};
  static const xpbd_counters computed[] = {{.threads = 1, .lanes = 1, .instructions = "baseline"},
                                           {.threads = 1, .lanes = 16, .instructions = "avx512"},
                                           {.threads = 3, .lanes = 1},
                                           {.threads = 2, .lanes = 8, .instructions = "avx2"}};
  sim_job job;
  begin_job("cloth", 2, &job);
  heading("what a scene amounts to");
  job.frame_time = 0.5;
  for (size_t i = 0; i < COUNT(runs); i++) {
    const xpbd_solver_def settings = {.substeps = runs[i].substeps, .iterations = runs[i].iterations};
    job.start = runs[i].start, job.frames = runs[i].frames, job.settings = &settings;
    job.made = (xpbd_counters){.host_bytes = runs[i].host, .device_bytes = runs[i].device};
    sim_scene_print(&job);
  }
  heading("threads on processors");
  for (size_t i = 0; i < COUNT(machines); i++) {
    printf("%zu\n", i);
    job.processors = machines[i].processors;
    job.made = (xpbd_counters){.threads = machines[i].threads, .device_bytes = machines[i].device};
    sim_warnings_write(stdout, "! ", &job);
  }
  heading("what computes a run");
  xpbd_solver_def def = xpbd_solver_def_default();
  char text[128];
  def.backend = "seq";
  if (xpbd_solver_create(job.model.scene, &def, &job.solver) != XPBD_OK) printf("%s\n", xpbd_last_error());
  for (size_t i = 0; i < COUNT(computed); i++) {
    job.made = computed[i];
    sim_engine_describe(&job, text, sizeof text);
    printf("%s\n", text);
  }
  xpbd_solver_destroy(&job.solver);
  xpbd_model_destroy(&job.model);
  sim_engine_describe(&(const sim_job){.method = xpbd_method_at(XPBD_METHOD_FMS)}, text, sizeof text);
  printf("%s\n", text);
  // A frame may leave out one in a hundred projections. Earlier ones do not count.
  static const int64_t left_out[][2] = {{200, 0}, {200, 2},         {200, 3},         {199, 2},  {0, 0},
                                        {0, 1},   {1000000, 10000}, {1000000, 10001}, {100, 100}};
  heading("frames that leave out projections, and the next one");
  for (size_t i = 0; i < COUNT(left_out); i++) {
    sim_job frame = {.projections = 1000, .skipped = 7};
    const xpbd_counters counted = {.projections = 1000 + left_out[i][0], .skipped = 7 + left_out[i][1]};
    const xpbd_status status = sim_engine_left_out(&frame, &counted);
    printf("%s", status == XPBD_OK ? "ok" : xpbd_last_error());
    printf(", %d\n", sim_engine_left_out(&frame, &counted));
  }
}

/// The words about a run with the errors `own`, which halve with four times the steps.
static void write_twins(sim_accuracy *found, double own, double moved, double best) {
  heading("twins: error %g, the reference moved by %g, the best takes %g s", own, moved, best);
  found->run = (sim_course){.ending = SIM_TWIN_DONE, .setting = {1, 20, XPBD_AUTO, false}, .seconds = 0.5};
  found->helps[0] = (sim_course){.ending = SIM_TWIN_DONE, .seconds = 2.0};
  found->helps[1] = (sim_course){.ending = SIM_TWIN_LATE};
  found->errors = (sim_errors){own, 0.5 * own, 0.1 * own};
  found->helped[0] = (sim_errors){0.5 * own, 0.25 * own, 0.05 * own};
  found->helped[1] = found->helped[2] = (sim_errors){INFINITY, INFINITY, INFINITY};
  found->reference.setting = (sim_setting){64, 1, XPBD_F64, false};
  found->moved = moved;
  found->best = (sim_setting){8, 1, XPBD_F64, false};
  found->best_seconds = best, found->best_error = 0.009;
  found->wanted = 90.5;
  sim_accuracy_say(found);
}

static void write_accuracy(void) {
  static const struct {
    double own, moved, best, spread, wild;
  } runs[] = {{0.12, 0.002, 0.25, NAN, NAN},     {0.01, 0.01, 0.25, NAN, NAN},   {0.011, 0.002, 0.25, NAN, NAN},
              {0.12, 0.002, INFINITY, NAN, NAN}, {0.12, 0.05, 0.25, NAN, NAN},   {0.1, 0.05, 0.25, NAN, NAN},
              {0.005, 0.011, 0.25, NAN, NAN},    {0.12, 0.002, 0.25, 0.02, NAN}, {0.12, 0.05, 0.25, NAN, 0.03},
              {0.005, 0.002, 0.25, NAN, NAN}};
  static const sim_setting others[] = {
      {40, 7, XPBD_AUTO, false}, {10, 17, XPBD_AUTO, false}, {10, 7, XPBD_F64, false}, {20, 7, XPBD_AUTO, false}};
  sim_accuracy found = {.reference = {.ending = SIM_TWIN_DONE}};
  for (size_t i = 0; i < COUNT(runs); i++) {
    found.spread = runs[i].spread, found.wild = runs[i].wild;
    write_twins(&found, runs[i].own, runs[i].moved, runs[i].best);
  }
  snprintf(found.why[1], sizeof found.why[1], "too short");
  write_twins(&found, 0.005, 0.002, 0.25);
  found.why[1][0] = '\0', found.reference.ending = SIM_TWIN_NONE;
  write_twins(&found, 0.12, 0.002, 0.25);
  const sim_course by = {.setting = {10, 7, XPBD_AUTO, false}, .precision = XPBD_F32, .seconds = 2.0};
  heading("seconds of twins: four times the steps, more iterations, double, twice the steps");
  for (size_t i = 0; i < COUNT(others); i++) printf("%.12g\n", sim_twin_cost(&by, others[i]));
}

static const char *letter(int place) {
  static const char *const words[] = {"a", "b", "c"};
  return place >= 0 && place < 3 ? words[place] : NULL;
}

/// How many names a message lists, and how JSON writes a quote.
static void write_names(void) {
  static const int counts[] = {1, 16, 17};
  static char text[20][16];
  heading("unknown words");
  for (size_t c = 0; c < COUNT(counts); c++) {
    sim_names known = {0};
    for (int i = 0; i < counts[c]; i++) {
      snprintf(text[i], sizeof text[i], "n%02d", i);
      sim_names_add(&known, text[i]);
    }
    sim_names_fail(&trial, "thing", "zzzzzzzz", &known);
  }
  sim_names many = {0};
  for (int i = 0; i < SIM_MOST_NAMES + 3; i++) sim_names_add(&many, i == SIM_MOST_NAMES - 1 ? "last" : "other");
  printf("room for all but %d, the last at %d from the end\n", SIM_MOST_NAMES - many.count,
         SIM_MOST_NAMES - sim_names_find(&many, "last"));
  printf("%d\n", sim_choose(&trial, "word", "c", 1, letter));
  printf("%d\n", sim_choose(&trial, "word", "a", 1, letter)); /* before the first */
  static const char *const texts[] = {"", "plain 1/2", "a\"b", "a\\b", "\n\t\x1f", " !#[]~\x7f", "\xc3\xa9"};
  heading("JSON");
  for (size_t i = 0; i < COUNT(texts); i++) sim_json_text(texts[i]), printf("\n");
  sim_json_field("{", "a", "b\"");
  sim_json_number(", ", "c", 0.1), sim_json_number(", ", "d", -INFINITY), sim_json_number(", ", "e", NAN);
  printf("\n");
}

/// A pixel takes 48 bytes and 20 for each of its samples, 9 in a picture and 4 in a film. An impossible size is refused
/// elsewhere, and takes nothing.
static void write_needs(void) {
  static const struct {
    const char *picture, *picture_size, *film, *film_size;
    double bytes;
  } calls[] = {{"a.png", NULL, NULL, NULL, 1200.0 * 900.0 * 228.0},
               {NULL, NULL, "a.gif", NULL, 640.0 * 480.0 * 128.0},
               {"a.png", NULL, "a.gif", NULL, 1200.0 * 900.0 * 228.0},
               {"a.png", "100x50", NULL, NULL, 100.0 * 50.0 * 228.0},
               {NULL, NULL, "a.gif", "100x50", 100.0 * 50.0 * 128.0},
               {"a.png", "100x50", "a.gif", "200x50", 200.0 * 50.0 * 128.0},
               {"a.png", "8192x8192", NULL, NULL, 8192.0 * 8192.0 * 228.0},
               {"a.png", "4000x3000", NULL, NULL, 1.4e9},
               {NULL, NULL, "a.gif", "4000x3000", 1.4e9},
               {"a.png", "8193x8192", NULL, NULL, 0.0},
               {"a.png", "99999x99999", NULL, NULL, 0.0},
               {NULL, NULL, "a.gif", "16x8193", 0.0}};
  const xpbd_scene_params params = xpbd_scene_params_default();
  for (size_t i = 0; i < COUNT(calls); i++) {
    sim_options options = {.picture = calls[i].picture,
                           .picture_size = calls[i].picture_size,
                           .film = calls[i].film,
                           .film_size = calls[i].film_size,
                           .quiet = true};
    const sim_job job = {.program = &trial, .options = &options, .scene = "cloth"};
    heading("%.0f bytes, one less, the same by force", calls[i].bytes);
    printf("= %d\n", sim_memory_check(&job, &params, calls[i].bytes));
    printf("= %d\n", sim_memory_check(&job, &params, calls[i].bytes - 1.0));
    options.force = true;
    printf("= %d\n", sim_memory_check(&job, &params, calls[i].bytes - 1.0));
  }
}

/// Frames of films: 2^30 bytes, 24 a vertex and frame. A quarter of the available memory, at most 1 GiB, is for all runs
/// together.
static void write_films(void) {
  static const struct {
    int32_t vertices, frames;
    bool gif;
    int64_t film_frames;
  } films[] = {{400000, 220, true, 0},   {400000, 110, true, 0},     {400000, 220, true, 100}, {400000, 220, false, 0},
               {5000000, 220, false, 0}, {100000000, 220, false, 0}, {100000000, 1, false, 0}, {10, 220, true, 0}};
  static const struct {
    double there;
    int constraints, methods;
  } shares[] = {{8e9, 0, 0}, {NAN, 1, 1}, {4e6, 0, 1}, {4e6, 2, 0}, {8e9, 3, 2}, {0, 1, 0}};
  // Of 12 MB 0.4 are for the program. Three quarters of the rest are bytes of data: 5 a vertex, 12 a triangle, 8 an edge,
  // 16 more, and 7 a vertex and frame. The first mesh of each pair has room for exactly that many.
  static const int32_t bodies[][3] = {
      {10000, 0, 206248}, {10000, 0, 206249}, {10000, 100000, 56248}, {10000, 100001, 56248}, {100, 0, 0},
      {1, 0, 0},          {0, 0, 0}};
  heading("frames of pages, by vertices, triangles and edges");
  for (size_t i = 0; i < COUNT(bodies); i++) {
    const xpbd_mesh mesh = {.vertex_count = bodies[i][0], .triangle_count = bodies[i][1], .edge_count = bodies[i][2]};
    printf("%d %d %d: %d\n", bodies[i][0], bodies[i][1], bodies[i][2], (int)sim_viewer_room(&mesh));
  }
  heading("frames of films, and whether memory bounds them");
  for (size_t i = 0; i < COUNT(films); i++) {
    const xpbd_mesh mesh = {.vertex_count = films[i].vertices};
    const sim_options options = {.film_frames = films[i].film_frames, .frame_bytes = 0x1p30};
    const sim_job job = {
        .options = &options, .mesh = &mesh, .start = 5, .frames = 5 + films[i].frames, .frame_time = 1.0 / 24.0};
    bool scarce = false;
    const int32_t frames = sim_pictures_frames(&job, films[i].gif, &scarce);
    printf("%d %d\n", (int)frames, scarce);
  }
  heading("bytes for the films of a run");
  for (size_t i = 0; i < COUNT(shares); i++) {
    const sim_options options = {.constraints.count = shares[i].constraints, .methods.count = shares[i].methods};
    printf("%.17g\n", sim_shots_bytes(&options, shares[i].there));
  }
}

/// The number of digits in frame numbers. A frame up to the checkpoint's number stays. It may have fewer digits than
/// others, or more if it begins with 0.
static void write_frames(void) {
  static const int32_t counts[] = {1, 9999, 10000, 10001, 99999, 100000, 999999, 99999999, 100000000, 999999999};
  static const struct {
    int32_t start;
    int before; ///< Digits.
    const char *name;
  } files[] = {{12, 4, "frame_0012.obj"},     {12, 4, "frame_0013.obj"},          {12, 4, "frame_0000.vtk"},
               {12, 4, "frame_00012.vtk"},    {12, 4, "frame_000000012.vtk"},     {12, 4, "frame_0000000012.vtk"},
               {12, 9, "frame_0012.vtk"},     {20000, 4, "frame_10000.vtk"},      {20000, 9, "frame_10000.vtk"},
               {20000, 9, "frame_20001.vtk"}, {12, 4, "frame_0012.obj.7-0.part"}, {12, 4, "frame_0012.ob"},
               {12, 4, "constraints.vtk"},    {12, 4, "frames.vtk.series"}};
  const sim_options quiet = {.quiet = true};
  heading("digits by the number of frames");
  for (size_t i = 0; i < COUNT(counts); i++) {
    const sim_job job = {.program = &trial, .options = &quiet, .frames = counts[i]};
    sim_output out;
    const int code = sim_output_open(&job, &out);
    printf("%d: %d = %d\n", (int)counts[i], out.digits, code);
    sim_output_release(&out);
  }
  heading("files before a resumed run, and before another one: whether they stay, and the digits then");
  for (size_t i = 0; i < COUNT(files); i++) {
    printf("%s, %d digits, from %d:", files[i].name, files[i].before, (int)files[i].start);
    for (int resumed = 1; resumed >= 0; resumed--) {
      const sim_options options = {.resume = resumed ? "half" : NULL};
      const sim_job job = {.options = &options, .start = files[i].start};
      sim_output out = {.job = &job, .digits = files[i].before};
      const bool stays = sim_output_continues(&out, files[i].name);
      printf(" %d %d", stays, out.digits);
    }
    printf("\n");
  }
}

/// The words of a page of --viewer about a mesh with a hostile name, and about one vertex.
static void write_pages(void) {
  static double low[3] = {0, 0, 0}, high[3] = {3, 4, 0};
  static int32_t frames[2] = {3, 9};
  const xpbd_mesh four = {.vertex_count = 4, .triangle_count = 1, .edge_count = 5}, one = {.vertex_count = 1};
  const sim_options hostile = {.mesh = "a\"<b>&\\\n.obj",
                               .colour = "strain",
                               .wire = true,
                               .azimuth = NAN,
                               .elevation = -5.0},
                    plain = {.azimuth = 7.0, .elevation = NAN};
  sim_job job = {.scene = "cloth",
                 .options = &hostile,
                 .mesh = &four,
                 .method = xpbd_method_at(XPBD_METHOD_XPBD),
                 .start = 3,
                 .frames = 9,
                 .frame_time = 0.5};
  for (int k = 0; k < 2; k++) {
    const sim_viewer viewer = {.job = &job, .shots = {.wanted = 2, .count = 2 - k, .frames = frames}};
    char *text = NULL;
    size_t length = 0;
    viewer_out out = {.stream = open_memstream(&text, &length)};
    heading("words of a page, and whether their bytes are counted");
    viewer_put_scene(&viewer, low, high, 0.25, 123, &out);
    fclose(out.stream);
    printf("%s\n%d\n", text, out.bytes == length);
    free(text);
    job.options = &plain, job.mesh = &one;
  }
}

void write_sim(void) {
  write_remarks();
  write_amounts();
  write_accuracy();
  write_names();
  write_needs();
  write_films();
  write_frames();
  write_pages();
}
