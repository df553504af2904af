/* Why this file exists: the small scenes that a solver of others is judged by. They are written as scene files, and are
 * scenes of this library too. */
#pragma once

#include <stdbool.h>

#include "xpbd/scene_file.h"

enum { TRIAL_PARTICLES = 64, TRIAL_ELEMENTS = 160 };

/// Elements of one formula.
typedef struct trial_set {
  const char *formula; ///< NULL = none.
  int32_t count;
  int32_t particles[TRIAL_ELEMENTS][4]; ///< As many of the 4 as the formula has.
  double k;                             ///< First number of the material; NaN = its default.
  double compliance, damping;
} trial_set;

/// A scene. Start from trial_new().
typedef struct trial {
  int32_t count;
  double rest[TRIAL_PARTICLES][3];                     ///< [m] the shape without load.
  double x[TRIAL_PARTICLES][3], v[TRIAL_PARTICLES][3]; ///< [m], [m/s] at the start.
  double mass[TRIAL_PARTICLES];                        ///< [kg], INFINITY = pinned.
  double gravity[3];                                   ///< [m/s^2]
  double frame_time;                                   ///< [s]
  trial_set set, other;
  double hand[3];               ///< [m/s] If not 0, the first particle, which is pinned, is moved at this speed.
  bool plane;                   ///< A solid half space through `place`, below y = 0 unless it is turned.
  double place[3];              ///< [m]
  double tilt;                  ///< [rad] about -z, so that it is downhill towards +x.
  bool turned;                  ///< The tilt is a rotation of the obstacle, else it is in its normal.
  double friction, restitution; ///< Of the plane.
  bool lost;                    ///< The first particle's velocity is NaN.
} trial;

/// How it is simulated: time steps per frame, iterations per time step, frames, and every which is read.
typedef struct trial_run {
  int32_t substeps, iterations, frames, every;
} trial_run;

/// No particles, no gravity, frames of 0.02 s, springs of k = 1.
void trial_new(trial *t);
/// Adds a particle at rest. Returns its index.
int32_t trial_particle(trial *t, double x, double y, double z, double mass);
/// Adds an element of two to four particles; -1 = none.
void trial_element(trial *t, int32_t a, int32_t b, int32_t c, int32_t d);
/// An irregular net of 9 particles and 20 springs that hangs from two pins. Its start is its rest shape. Without gravity
/// there are no pins.
void trial_net(trial *t, double gravity);
/// Adds two particles at this height, far away, and a spring at rest between them. Some solvers refuse a scene without
/// constraints.
void trial_company(trial *t, double height);
/// Makes it a scene. Free with xpbd_scene_destroy().
xpbd_status trial_scene(const trial *t, xpbd_scene **out);
/// Writes it as a scene file.
xpbd_status trial_write(const trial *t, const trial_run *run, const char *path);
/// Simulates it with this library, one after another and in double. The states are as in solver_pipe_run().
xpbd_status trial_simulate(const trial *t, const trial_run *run, double *states);
