/* Why this file exists: --accuracy answers one question: how far is this run from the converged answer of the same
 * model? The run is compared with refined twins of it. sim_accuracy.c chooses the twins, sim_twin.c runs and compares
 * them, and sim_accuracy_say.c prints the result. */
#pragma once

#include "sim/engine/sim_job.h"

/// Largest error of a run that counts as converged, as a share of the motion.
#define SIM_CLAIM 0.01

/// The settings that are refined.
typedef struct sim_setting {
  int32_t substeps, iterations;
  xpbd_precision precision; ///< As asked for, XPBD_AUTO included.
  bool plain; ///< Without acceleration, which is no better in steps of a single iteration: the reference has none.
} sim_setting;

typedef enum sim_ending {
  SIM_TWIN_NONE,     ///< It was not run.
  SIM_TWIN_DONE,     ///< It finished and has a course.
  SIM_TWIN_REFUSED,  ///< The library refused the setting.
  SIM_TWIN_DIVERGED, ///< It diverged.
  SIM_TWIN_LATE,     ///< It would not have finished in time.
  SIM_TWIN_STOPPED   ///< The user stopped it.
} sim_ending;

/// What is kept of a run: its state at evenly spaced frames, the last one included.
typedef struct sim_course {
  sim_ending ending;
  sim_setting setting;
  xpbd_precision precision; ///< The one that the solver chose.
  bool disturbed;           ///< The start was disturbed by the rounding of float.
  int32_t samples;
  double *positions; ///< [samples, vertices, 3] m. Owned.
  double *heights;   ///< [samples] m. Height of the free particles' centre of mass above its start. Owned.
  double *energies;  ///< [samples] J. Kinetic and gravitational energy. Owned.
  double most;       ///< Largest kinetic or gravitational energy [J].
  double seconds;    ///< Time in the solver.
} sim_course;

/// Root mean square distances of a course from the reference over the samples, relative to the motion of the reference.
/// What rounding alone may cause does not count. INFINITY if there is no course.
typedef struct sim_errors {
  double shape;  ///< Of the free particles, relative to their distance from the start.
  double sag;    ///< Of the height of the centre of mass, relative to the motion of the centre. NaN without gravity.
  double energy; ///< Of the kinetic and gravitational energy, relative to the largest energy.
} sim_errors;

/// A run and its twins, with the time that they may take.
typedef struct sim_twins {
  sim_job *job;      ///< The run's job. Its solver is not used.
  sim_job twin;      ///< The job of the current twin.
  sim_setting own;   ///< The setting of the run.
  double begun;      ///< When the first twin began [s], on the clock of sim_now().
  double deadline;   ///< When the next twin must end. INFINITY while the run itself is computed.
  double end;        ///< When the last twin must end.
  bool given_up;     ///< A frame was abandoned: its solver must not be touched any more.
  bool shown;        ///< Progress is shown.
  int number;        ///< Of the current twin; 0 = the run.
  char reason[1024]; ///< Why the last twin has no course.
} sim_twins;

/// Run a twin. `disturbed` moves each free particle by one step of float at the start. *out is empty unless
/// SIM_TWIN_DONE.
sim_ending sim_twin_run(sim_twins *self, sim_setting setting, bool disturbed, sim_course *out);
/// Estimated time of a twin [s], from one that was run.
double sim_twin_cost(const sim_course *by, sim_setting setting);
sim_errors sim_twin_errors(const sim_job *job, const sim_course *reference, const sim_course *course);
/// The largest of the three errors.
double sim_errors_most(sim_errors errors);
void sim_course_release(sim_course *course);

enum { SIM_HELPS = 3 }; ///< More time steps, more iterations, double.

/// The result.
typedef struct sim_accuracy {
  sim_course run, helps[SIM_HELPS], reference;
  sim_errors errors, helped[SIM_HELPS];
  char why[SIM_HELPS][256]; ///< Why a twin was refused or diverged, else empty.
  double moved;             ///< How far the last refinement moved the reference; INFINITY = there is no reference.
  double spread;            ///< Effect of a disturbed start on the run in double; NaN = unknown.
  double wild;              ///< The same for the reference, if that is undecided.
  sim_setting best;         ///< The cheapest setting within SIM_CLAIM.
  double best_seconds;      ///< Its time; INFINITY = none was found.
  double best_error;
  double wanted; ///< Time for all twins in which the reference could be refined once more [s].
  bool stopped;  ///< The user stopped it.
} sim_accuracy;

/// Print the result: a table and a few lines.
void sim_accuracy_say(const sim_accuracy *found);
/// Run a job and its twins. Returns the exit code; *given_up as in sim_run().
int sim_accuracy_run(sim_job *job, bool *given_up);
