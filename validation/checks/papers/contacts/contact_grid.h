/* Why this file exists: measures overlap and energy in the scenes of Kot and Nagahashi over everything that their text
 * leaves open: the reading of its seven steps, the restitution, the number of passes over the contacts of a step. The
 * claims are judged by these runs, and `xpbd-validate contacts` shows them as a table and figures. */
#pragma once

#include "runner/lattice.h"

enum { CONTACT_SCENES = 5, CONTACT_SCHEMES = 3, CONTACT_RESTITUTIONS = 3, CONTACT_PASSES = 4 };
enum { CONTACT_STEPS = 10000 }; ///< Of one half of a run: 10 s.

extern const char *const contact_scenes[CONTACT_SCENES];
extern const xpbd_verlet_scheme contact_schemes[CONTACT_SCHEMES];
extern const double contact_restitutions[CONTACT_RESTITUTIONS];
extern const int32_t contact_passes[CONTACT_PASSES];

/// A body overlaps more and more if the second ten seconds add this much [m] to the deepest overlap. It is a thousandth
/// of its diameter, and twice the 0.4 mm that it flies unseen in one time step when it first hits.
extern const double CONTACT_GROWTH;
/// The energy drifts if the second ten seconds change it by this fraction. The line of Fig. 3 is about as thick. The
/// oscillation of second order in the time step, which is no drift, is half of it if a body falls by 0.1 m.
extern const double CONTACT_DRIFT;

/// One scene, unchanged except for these numbers.
typedef struct contact_case {
  const char *scene;
  xpbd_verlet_scheme scheme;
  double restitution;
  int32_t balls;                  ///< 0: as many as the scene has.
  int32_t passes;                 ///< At most so many over the contacts of a step.
  double drop, damping, friction; ///< As in lattice_params; NaN: the scene's.
  double angle;                   ///< Of the wedge [degrees]; NaN: the scene's 30.
  double stiffness;               ///< Of a spring [N/m]; NaN: the scene's 1000.
  double aside;                   ///< First velocity along x [m/s].
  double time_step;               ///< [s]; NaN: the scene's millisecond.
} contact_case;

/// The unchanged scene, elastic, with one pass, as in the paper.
contact_case contact_case_of(const char *scene, xpbd_verlet_scheme scheme);

/// Results in two halves of 10 s.
typedef struct contact_run {
  double overlap[2]; ///< Deepest so far at the end of each [m].
  double energy[2];  ///< Change in each / energy after the first step.
  double used;       ///< Passes of a step that had a contact, mean of the second half; 0 = there was none.
} contact_run;

/// All NaN after a failure, which is returned.
xpbd_status contact_run_make(const contact_case *what, contact_run *out);
/// The world of the scene "sheets": three sheets of 3 x 3 nodes on the ground, which fall 0.01 m. *out is NULL on
/// failure.
xpbd_status contact_sheets_make(const contact_case *what, xpbd_verlet **out);
/// The overlap grows in the second half; NaN grows.
bool contact_grows(const contact_run *run);
/// The energy drifts in the second half; NaN drifts.
bool contact_drifts(const contact_run *run);
/// "six", "seven serial", "seven still": the schemes in short.
const char *contact_scheme_name(xpbd_verlet_scheme scheme);
