/* Why this file exists: all parts of xpbd-sim share this description of a run and of how it ended. */
#pragma once

#include "sim_options.h"
#include "xpbd/method.h"
#include "xpbd/projective.h"
#include "xpbd/scenes.h"
#include "xpbd/xpbd.h"

enum { SIM_PLACE_NAME = 100 };

/// What --pin, --handle and --obstacle add to the scene.
typedef struct sim_places {
  xpbd_hold *holds;              ///< [hold_count]
  char (*names)[SIM_PLACE_NAME]; ///< [hold_count] as typed, for messages.
  int32_t hold_count;
  xpbd_obstacle_def *obstacles; ///< [obstacle_count]
  xpbd_mesh *meshes;            ///< [obstacle_count] zero if the obstacle has none.
  int32_t obstacle_count;
} sim_places;

/// What is simulated.
typedef struct sim_job {
  const cli_program *program;
  const sim_options *options;
  const char *scene; ///< Its name.
  const xpbd_scene_info *info;
  xpbd_mesh imported;    ///< From --mesh, else zero.
  double mesh_extent[3]; ///< Of the mesh in its file, in the unit of --unit.
  double mesh_factor;    ///< From there to metres in the scene: unit, --scale and --size.
  sim_places places;
  xpbd_model model;
  const xpbd_method_info *method;
  const char *backend;      ///< NULL = the first that can run here.
  xpbd_precision precision; ///< As asked for. The settings of the solver have the precision that was chosen.
  xpbd_solver *solver;
  const xpbd_solver_def *settings;       ///< Of the solver.
  int processors;                        ///< How many the process may use.
  xpbd_counters made;                    ///< Threads and memory of the solver, which cannot be asked while it computes.
  const xpbd_verlet *world;              ///< The solver's, if the method is position Verlet; else NULL.
  const xpbd_scene_reference *reference; ///< The right answer, if it is known; else NULL. Only for --export.
  const double *radii;                   ///< [vertices] m of balls, NULL if particles are none. The scene's.
  const xpbd_mesh *mesh;                 ///< The mesh that is shown and written: the model's.
  double *rest_lengths;                  ///< [mesh->edge_count] m
  double frame_time;                     ///< [s]
  int64_t frame_steps;                   ///< Time steps per frame.
  int32_t frames;                        ///< The last frame's number.
  int32_t start;                         ///< The first frame's number: 0, or that of the checkpoint.
  double *positions, *velocities;        ///< [mesh->vertex_count, 3] the state last read back.
  int64_t projections, skipped;          ///< Of the solver, at the end of the last frame.
} sim_job;

/// How a run ended, for the summary and for run.txt.
typedef struct sim_result {
  const char *ending;    ///< "running", "complete", "interrupted", "diverged", "failed".
  int32_t frames;        ///< Number of the last finished frame.
  int32_t at;            ///< The frame that was last begun.
  bool given_up;         ///< That frame was abandoned: the solver still computes it and must not be touched.
  double solver_seconds; ///< Wall time of stepping only.
  uint64_t hash;         ///< State after the last frame, 0 unless complete.
  double residual; ///< Share of the next time step's equations left unsolved; NaN = unknown, see sim_engine_residual().
  double solved_energy; ///< [J] after that step, elastic energy included; NaN if the step is not solved, or unknown.
  bool stuck;           ///< A time step at the end moves nothing, though gravity or a velocity acts.
  double gained, there; ///< [J] see sim_energy_gained(); `gained` is NaN if unknown.
} sim_result;
