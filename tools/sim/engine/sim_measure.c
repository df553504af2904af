/* Why this file exists: writes the table of --measure, tab-separated for plotting: a header and a row per frame. */
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "sim_measure.h"
#include "sim_names.h"

static const char scene_columns[] =
    "frame\ttime_s\tkinetic_J\tgravitational_J\telastic_J\ttotal_J\tresidual_mean\tresidual_max\tstrain_mean\t"
    "strain_max\tarea_m2\tvolume_m3\tmomentum_x\tmomentum_y\tmomentum_z\tcentre_x_m\tcentre_y_m\tcentre_z_m\t"
    "lowest_m";

/// How well triangles, bodies and closed surfaces keep their size. A mesh without them lacks the columns.
static const char area_columns[] = "\tarea_ratio\tarea_mean_error\tarea_least\tarea_most";
static const char volume_columns[] = "\tvolume_ratio\tvolume_mean_error\tvolume_least\tvolume_most";

/// "C_stvk_1": mean |C| of a row of a set of constraints. If a formula has several sets, the rows count on.
static void set_columns(const sim_job *job, FILE *stream) {
  const xpbd_scene *scene = job->model.scene;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const int32_t formula = xpbd_scene_set(scene, s)->formula;
    const xpbd_formula_info *info = xpbd_formula_at(formula);
    int first = 1;
    for (int32_t before = 0; before < s; before++)
      if (xpbd_scene_set(scene, before)->formula == formula) first += info->rows;
    for (int row = 0; row < info->rows; row++) fprintf(stream, "\tC_%s_%d", info->name, first + row);
  }
}

/// All energies belong to one moment, see xpbd_verlet_energy(). distance is how far the centre of mass has slid.
static const char lattice_columns[] =
    "frame\ttime_s\tkinetic_J\tgravitational_J\telastic_J\ttotal_J\tmomentum_x\tmomentum_y\tmomentum_z\tcentre_x_m\t"
    "centre_y_m\tcentre_z_m\tdistance_m\tnormal_impulse_Ns\tfriction_impulse_Ns\tcontacts\tsweeps\toverlap_m\t"
    "deepest_overlap_m\tunconverged_steps";

/// The rest shape decides which columns there are, so every row matches the header.
void sim_measure_header(const sim_job *job, FILE *stream) {
  fputs(job->world ? lattice_columns : scene_columns, stream);
  if (!job->world) {
    const xpbd_mesh *mesh = &job->model.mesh;
    xpbd_ratios ratios;
    if (xpbd_measure_areas(mesh, mesh->positions, &ratios) != XPBD_ERR_UNSUPPORTED) fputs(area_columns, stream);
    if (xpbd_measure_volumes(mesh, mesh->positions, &ratios) != XPBD_ERR_UNSUPPORTED) fputs(volume_columns, stream);
    set_columns(job, stream);
  }
  fputc('\n', stream);
}

static void write_values(FILE *stream, int count, const double *values) {
  for (int i = 0; i < count; i++) {
    char text[32];
    fprintf(stream, "\t%s", sim_real(values[i], text));
  }
}

/// The columns of one kind of ratio; nothing if the mesh has no such elements.
static void write_ratios(xpbd_status status, const xpbd_ratios *r, FILE *stream) {
  if (status == XPBD_OK) write_values(stream, 4, (const double[]){r->total, r->mean_error, r->least, r->most});
}

/// How far the centre of mass of the nodes with mass has moved along the ground [m].
static double distance_of(const sim_job *job, const double centre[3]) {
  const xpbd_verlet_def *def = xpbd_verlet_settings(job->world);
  double x = 0.0, z = 0.0, mass = 0.0;
  for (size_t i = 0; i < (size_t)def->node_count; i++) {
    x += def->masses[i] * def->positions[3 * i];
    z += def->masses[i] * def->positions[3 * i + 2];
    mass += def->masses[i];
  }
  return mass > 0.0 ? hypot(centre[0] - x / mass, centre[2] - z / mass) : 0.0;
}

/// Mean and largest |l / l0 - 1| of the mesh's edges, for any kind of body; NaN without edges.
static void edge_strain(const sim_job *job, double *mean, double *most) {
  const xpbd_mesh *mesh = &job->model.mesh;
  double sum = 0.0;
  int32_t count = 0;
  *most = 0.0;
  for (int32_t e = 0; e < mesh->edge_count; e++) {
    double now = 0.0, rest = 0.0;
    for (int k = 0; k < 3; k++) {
      const size_t a = 3 * (size_t)mesh->edges[2 * e] + (size_t)k, b = 3 * (size_t)mesh->edges[2 * e + 1] + (size_t)k;
      now = hypot(now, job->positions[b] - job->positions[a]);
      rest = hypot(rest, mesh->positions[b] - mesh->positions[a]);
    }
    if (!(rest > 0.0)) continue;
    const double strain = fabs(now / rest - 1.0);
    sum += strain;
    if (strain > *most) *most = strain;
    count++;
  }
  *mean = count > 0 ? sum / count : NAN;
  if (count == 0) *most = NAN;
}

static xpbd_status lattice_row(const sim_job *job, int32_t frame, FILE *stream) {
  xpbd_verlet_energies e;
  xpbd_verlet_measures m;
  XPBD_TRY(xpbd_verlet_energy(job->world, &e));
  XPBD_TRY(xpbd_verlet_measure(job->world, &m));
  const double row[] = {m.time,           e.kinetic,          e.gravitational,      e.elastic,
                        e.total,          m.momentum[0],      m.momentum[1],        m.momentum[2],
                        m.centre[0],      m.centre[1],        m.centre[2],          distance_of(job, m.centre),
                        m.normal_impulse, m.friction_impulse, m.contacts,           m.sweeps,
                        m.overlap,        m.deepest,          (double)m.unconverged};
  fprintf(stream, "%d", (int)frame);
  write_values(stream, (int)(sizeof row / sizeof row[0]), row);
  fputc('\n', stream);
  return XPBD_OK;
}

/// The columns of set_columns().
static void write_sets(const sim_job *job, FILE *stream) {
  for (int32_t s = 0; s < xpbd_scene_set_count(job->model.scene); s++) {
    const int rows = xpbd_formula_at(xpbd_scene_set(job->model.scene, s)->formula)->rows;
    for (int row = 0; row < rows; row++) {
      double mean;
      if (xpbd_measure_row(job->model.scene, s, row, job->positions, &mean) != XPBD_OK) mean = NAN;
      write_values(stream, 1, &mean);
    }
  }
}

xpbd_status sim_measure_row(const sim_job *job, int32_t frame, FILE *stream) {
  if (job->world) return lattice_row(job, frame, stream);
  xpbd_measures m;
  xpbd_ratios areas, volumes; /* measured first, so that a row is whole or missing */
  XPBD_TRY(xpbd_measure(job->model.scene, job->positions, job->velocities, &m));
  const xpbd_status has_areas = xpbd_measure_areas(&job->model.mesh, job->positions, &areas);
  if (has_areas != XPBD_ERR_UNSUPPORTED) XPBD_TRY(has_areas);
  const xpbd_status has_volumes = xpbd_measure_volumes(&job->model.mesh, job->positions, &volumes);
  if (has_volumes != XPBD_ERR_UNSUPPORTED) XPBD_TRY(has_volumes);
  double strain_mean, strain_max;
  edge_strain(job, &strain_mean, &strain_max);
  /* PBD has no compliance, so its constraints have no energy. An open surface has no volume. */
  const bool pbd = (job->method->traits & XPBD_DROPS_COMPLIANCE) != 0;
  const double elastic = pbd ? NAN : m.elastic, volume = has_volumes == XPBD_OK ? m.volume : NAN;
  const double row[] = {frame * job->frame_time,
                        m.kinetic,
                        m.gravitational,
                        elastic,
                        m.kinetic + m.gravitational + elastic,
                        m.residual_mean,
                        m.residual_max,
                        strain_mean,
                        strain_max,
                        m.area,
                        volume,
                        m.momentum[0],
                        m.momentum[1],
                        m.momentum[2],
                        m.centre[0],
                        m.centre[1],
                        m.centre[2],
                        m.lowest};
  fprintf(stream, "%d", (int)frame);
  write_values(stream, (int)(sizeof row / sizeof row[0]), row);
  write_ratios(has_areas, &areas, stream);
  write_ratios(has_volumes, &volumes, stream);
  write_sets(job, stream);
  fputc('\n', stream);
  return XPBD_OK;
}
