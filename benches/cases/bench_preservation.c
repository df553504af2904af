/* Why this file exists: measures how well each material preserves area and volume: every spring, strain and continuum
 * material with and without an added area or volume constraint. The scenes are a cloth pulled apart and a body hung
 * from its ears. Besides its time, each row records areas, volumes and sag over the whole run. Sizes, compliances and
 * iterations follow Cetinaslan 2019 (Fig. 3) and 2023 (Figs. 4, 5). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "subject/named_scene.h"
#include "harness/run/run.h"
#include "scene_series.h"
#include "solver_case.h"
#include "subject/solver_scene.h"
#include "xpbd/measure.h"

static const bench_axis axes[] = {
    SCENE_AXIS_SCENE("cloth_stretched,blob"),
    SCENE_AXIS_CONSTRAINT("scene", .in_name = true),
    SCENE_AXIS_SUBSTEPS,
    SCENE_AXIS_ITERATIONS,
    SCENE_AXIS_SIZE,
    SOLVER_AXIS_BACKEND("seq", .in_name = false, .beside = true),
    SCENE_AXIS_PRECISION,
    SOLVER_AXIS_ORDER(.in_name = false),
    SOLVER_AXIS_THREADS,
    SOLVER_AXIS_LANES(.in_name = false),
};

/* Each name alone and with something added. */
#define WITH(name, added) name "," name "+" added
#define SPRINGS(added)                                                                                                 \
  WITH("stretching", added)                                                                                            \
  "," WITH("hookean", added) "," WITH("stvk", added) "," WITH("morse", added) "," WITH(                                \
      "espef_stretching", added) "," WITH("espef_hookean", added) "," WITH("espef_stvk", added)
#define AREA   "triangle_area"
#define VOLUME "tet_volume"
#define CLOTH                                                                                                          \
  SPRINGS(AREA)                                                                                                        \
  "," WITH("sbd", AREA) "," WITH("sbd_mod", AREA) "," WITH("esbd", AREA) "," WITH("esbd_mod", AREA) "," WITH(          \
      "linear_triangle", AREA) "," WITH("stvk_triangle", AREA) "," WITH("neo_hookean_triangle",                        \
                                                                        AREA) "," WITH("orthotropic_triangle", AREA)
#define BODY                                                                                                           \
  SPRINGS(VOLUME)                                                                                                      \
  "," WITH("sbd_tet", VOLUME) "," WITH("sbd_mod_tet", VOLUME) "," WITH("esbd_tet", VOLUME) "," WITH(                   \
      "esbd_mod_tet", VOLUME) "," WITH("linear_tet", VOLUME) "," WITH("stvk_tet", VOLUME) "," WITH("neo_hookean_tet",  \
                                                                                                   VOLUME)
#define CLOTH_QUICK                                                                                                    \
  WITH("stretching", AREA) "," WITH("morse", AREA) "," WITH("sbd", AREA) "," WITH("esbd", AREA) ",stvk_triangle"
#define BODY_QUICK                                                                                                     \
  WITH("stretching", VOLUME) "," WITH("morse", VOLUME) "," WITH("sbd_tet", VOLUME) "," WITH("esbd_tet", VOLUME)

static const bench_sweep sweeps[] = {
    {.name = "materials",
     .about = "every material alone and with an area or volume constraint",
     .axis = "constraint",
     .plan = "scene=cloth_stretched constraint=" CLOTH " | scene=blob constraint=" BODY,
     .quick = "scene=cloth_stretched size=11 constraint=" CLOTH_QUICK " | scene=blob size=9 constraint=" BODY_QUICK},
};

static int32_t series_frames(const bench_point *point) {
  const xpbd_scene_info *info = named_scene_info(point);
  return !info ? 0 : info->frames;
}

/// Which columns a mesh has.
typedef struct measured {
  bool areas, volumes;
} measured;

static measured measured_of(const xpbd_mesh *mesh) {
  xpbd_ratios ratios;
  return (measured){xpbd_measure_areas(mesh, mesh->positions, &ratios) == XPBD_OK,
                    xpbd_measure_volumes(mesh, mesh->positions, &ratios) == XPBD_OK};
}

/// Largest drop of a particle below its start.
static double largest_drop(const xpbd_scene *scene, const double *positions) {
  const double *start = xpbd_scene_positions(scene);
  double largest = 0.0;
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    const double drop = start[3 * i + 1] - positions[3 * i + 1];
    if (!(drop <= largest)) largest = drop;
  }
  return largest;
}

static int put(const xpbd_ratios *ratios, double *row) {
  row[0] = ratios->total;
  row[1] = ratios->mean_error;
  row[2] = ratios->least;
  row[3] = ratios->most;
  return 4;
}

/// The columns of a mesh, in the order of their names.
typedef struct kept_series {
  scene_series series; ///< The first member, so that measure() can reach the others.
  measured has;
} kept_series;

static xpbd_status measure(const scene_series *self, const solver_scene *made, const double *positions,
                           const double *velocities, double *row) {
  const measured has = ((const kept_series *)self)->has;
  const xpbd_mesh *mesh = &made->model.mesh;
  xpbd_ratios ratios;
  int count = 0;
  xpbd_status status = XPBD_OK;
  (void)velocities;
  if (has.areas) {
    status = xpbd_measure_areas(mesh, positions, &ratios);
    count += put(&ratios, &row[count]);
  }
  if (status == XPBD_OK && has.volumes) {
    status = xpbd_measure_volumes(mesh, positions, &ratios);
    count += put(&ratios, &row[count]);
  }
  row[count] = largest_drop(made->scene, positions) / made->size;
  return status;
}

static bench_status series(bench_ctx *ctx, int32_t frames, uint64_t hash) {
  static const char *const area[] = {"area_ratio", "area_mean_error", "area_min", "area_max"};
  static const char *const volume[] = {"volume_ratio", "volume_mean_error", "volume_min", "volume_max"};
  const solver_scene *made = NULL;
  const xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  kept_series kept = {.series = {.measure = measure}, .has = measured_of(&made->model.mesh)};
  for (int i = 0; i < 4 && kept.has.areas; i++) kept.series.names[kept.series.count++] = area[i];
  for (int i = 0; i < 4 && kept.has.volumes; i++) kept.series.names[kept.series.count++] = volume[i];
  kept.series.names[kept.series.count++] = "sag";
  return scene_series_record(ctx, &kept.series, series_frames(ctx->point), frames, hash);
}

/* ------------------------------------------------------------------------------------------- the table at the end */

/// The last entry of a column, NaN if there is none.
static double last_of(const bench_series *series, const char *name) {
  for (int c = 0; c < series->column_count && series->count > 0; c++)
    if (strcmp(series->names[c], name) == 0) return series->values[(series->count - 1) * series->column_count + c];
  return NAN;
}

static void write_cell(double value, FILE *stream) {
  if (isnan(value))
    fprintf(stream, " %9s", "-");
  else
    fprintf(stream, " %9.4f", value);
}

static void write_row(const bench_point *point, const bench_result *result, const char *what, int width, FILE *stream) {
  static const char *const parts[] = {"ratio", "mean_error", "min", "max"};
  fprintf(stream, "%-*s", width, bench_text(point, "constraint"));
  if (result->series.count == 0) {
    fprintf(stream, "  %s\n", result->reason);
    return;
  }
  for (int i = 0; i < 4; i++) {
    char name[24];
    snprintf(name, sizeof name, "%s_%s", what, parts[i]);
    write_cell(last_of(&result->series, name), stream);
  }
  write_cell(last_of(&result->series, "sag"), stream);
  fprintf(stream, "%s\n", scene_series_mark(result));
}

static bool same_table(const bench_point *a, const bench_point *b) {
  return a->owner == b->owner && strcmp(bench_text(a, "scene"), bench_text(b, "scene")) == 0 &&
         bench_int(a, "size") == bench_int(b, "size") && named_scene_same_parameters(a, b);
}

static void write_head(const bench_run *run, const bench_point *first, const char *what, int width, FILE *stream) {
  double end = NAN;
  for (int i = 0; i < run->plan->count; i++)
    if (same_table(first, &run->plan->points[i]) && run->results[i].series.count > 0)
      end = last_of(&run->results[i].series, "time_s");
  char name[BENCH_TEXT], size[32] = "";
  if (bench_int(first, "size") > 0) snprintf(size, sizeof size, " of size %d", (int)bench_int(first, "size"));
  snprintf(name, sizeof name, "%s%s", bench_text(first, "scene"), size);
  named_scene_say_parameters(first, name, sizeof name);
  char after[32] = "at the end"; /* if nothing ran */
  if (!isnan(end)) snprintf(after, sizeof after, "after %.3g s", end);
  fprintf(stream, "\n%s: %s %s relative to rest; sag relative to the size\n%-*s %9s %9s %9s %9s %9s\n", name, what,
          after, width, "constraint", what, "mean err", "smallest", "largest", "sag");
}

/// Subject of a table: volume if the mesh has one, else area.
static const char *subject_of(const bench_run *run, const bench_point *first) {
  for (int i = 0; i < run->plan->count; i++)
    if (same_table(first, &run->plan->points[i]) && !isnan(last_of(&run->results[i].series, "volume_ratio")))
      return "volume";
  return "area";
}

/// One table for each scene, size and set of parameters. The plan mixes their rows.
static void summary(const bench_run *run, FILE *stream) {
  const bench_plan *plan = run->plan;
  int width = 12;
  for (int i = 0; i < plan->count; i++) {
    const int length = (int)strlen(bench_text(&plan->points[i], "constraint"));
    if (plan->points[i].owner->summary == summary && length > width) width = length;
  }
  for (int i = 0; i < plan->count; i++) {
    const bench_point *first = &plan->points[i];
    bool written = first->owner->summary != summary;
    for (int k = 0; k < i && !written; k++) written = same_table(first, &plan->points[k]);
    if (written) continue;
    const char *what = subject_of(run, first);
    write_head(run, first, what, width, stream);
    for (int k = i; k < plan->count; k++)
      if (same_table(first, &plan->points[k])) write_row(&plan->points[k], &run->results[k], what, width, stream);
  }
}

const bench_case bench_preservation = {
    .name = "preservation",
    .about = "how well every material preserves area and volume; the JSON has both over time",
    .episode_work = 2000000,
    .episode_work_quick = 200000,
    .total_budget = 900.0,
    .total_budget_quick = 55.0,
    .more_axes = named_scene_axes,
    SOLVER_CASE,
    .series = series,
    .series_frames = series_frames,
    .summary = summary,
};
