/* Why this file exists: --accuracy answers one question: how far is what one looks at from the converged answer of the same
 * model? The run is compared with refined twins of it. sim_accuracy.c chooses the twins, sim_twin.c runs and compares
 * them, sim_accuracy_say.c puts what was found into words. */
#ifndef XPBD_SIM_ACCURACY_H
#define XPBD_SIM_ACCURACY_H

#include "sim/engine/sim_job.h"

/// The part of the motion that a run may be off and still counts as converged.
#define SIM_CLAIM 0.01

/// What is refined.
typedef struct sim_setting {
  int32_t substeps, iterations;
  xpbd_precision precision; ///< As asked for, XPBD_AUTO included.
} sim_setting;

typedef enum sim_ending {
  SIM_TWIN_NONE,     ///< It was not run.
  SIM_TWIN_DONE,     ///< It has a course.
  SIM_TWIN_REFUSED,  ///< The library refuses the setting.
  SIM_TWIN_DIVERGED, ///< It has no end.
  SIM_TWIN_LATE,     ///< It would not have ended in time.
  SIM_TWIN_STOPPED   ///< By the user.
} sim_ending;

/// What is kept of a run: the state at some of its frames, evenly spaced, the last one included.
typedef struct sim_course {
  sim_ending ending;
  sim_setting setting;
  xpbd_precision precision; ///< That the solver chose.
  bool disturbed;           ///< At the start, by rounding of float.
  int32_t samples;
  double *positions; ///< [samples, vertices, 3] m. Owned.
  double *heights;   ///< [samples] m that the centre of mass of the free particles lies above its start. Owned.
  double *energies;  ///< [samples] J, kinetic and gravitational. Owned.
  double most;       ///< Largest kinetic or gravitational energy [J].
  double seconds;    ///< In the solver.
} sim_course;

/// Distances of a course from the reference, each a part of how far the reference moves; root mean squares over the
/// samples. What rounding alone may do is no distance. INFINITY where there is no course.
typedef struct sim_errors {
  double shape;  ///< Of the free particles, over how far they moved from the start.
  double sag;    ///< Of the height of the centre of mass, over how far that moved; NaN without gravity.
  double energy; ///< Of the kinetic and gravitational energy, over the largest one.
} sim_errors;

/// A run and its twins, with the time they may take.
typedef struct sim_twins {
  sim_job *job;      ///< The run's; its solver is not used.
  sim_job twin;      ///< Of the twin under way.
  sim_setting own;   ///< Of the run.
  double begun;      ///< When the first twin began [s], on the clock of sim_now();
  double deadline;   ///< when the next one must end; INFINITY while the run itself is computed;
  double end;        ///< when the last one must.
  bool given_up;     ///< A frame was not waited for: its solver must not be touched any more.
  bool shown;        ///< Whether progress is.
  int number;        ///< Of the twin under way; 0 = the run.
  char reason[1024]; ///< Why the last twin has no course.
} sim_twins;

/// Run a twin; `disturbed` moves each free particle by one step of float at the start. *out is empty unless SIM_TWIN_DONE.
sim_ending sim_twin_run(sim_twins *self, sim_setting setting, bool disturbed, sim_course *out);
/// How long a twin will take, by one that was run [s].
double sim_twin_cost(const sim_course *by, sim_setting setting);
sim_errors sim_twin_errors(const sim_job *job, const sim_course *reference, const sim_course *course);
/// The largest of the three.
double sim_errors_most(sim_errors errors);
void sim_course_release(sim_course *course);

enum { SIM_HELPS = 3 }; ///< More time steps, more sweeps, double.

/// What was found.
typedef struct sim_accuracy {
  sim_course run, helps[SIM_HELPS], reference;
  sim_errors errors, helped[SIM_HELPS];
  char why[SIM_HELPS][256]; ///< Why a twin was refused or diverged; else empty.
  double moved;             ///< How far its last refinement moved the reference; INFINITY = there is none.
  double spread;       ///< How far a disturbed twin of the run in double ends from an undisturbed one; NaN = unknown.
  double wild;         ///< The same of the reference, where that is undecided.
  sim_setting best;    ///< The cheapest that is within SIM_CLAIM, and
  double best_seconds; ///< its time; INFINITY = none was found.
  double best_error;
  double wanted; ///< Seconds of all twins in which the reference could be refined once more.
  bool stopped;  ///< By the user.
} sim_accuracy;

/// Say what was found: a table and a few lines.
void sim_accuracy_say(const sim_accuracy *found);
/// The run of a job and its twins. Returns the exit code; *given_up as of sim_run().
int sim_accuracy_run(sim_job *job, bool *given_up);

#endif
