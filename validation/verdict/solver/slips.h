/* Why this file exists: the slips that the verdict on a solver can name. Some of them are also readings of the model in
 * line.h, so that an answer can be compared with what the slip would give. One line each: a name, and the words that
 * say what is wrong. */
#pragma once

/* The slips that line.c can simulate come first. */
#define SOLVER_SLIPS(SLIP)                                                                                             \
  SLIP(NONE, "none", "")                                                                                               \
  SLIP(STEP_IS_FRAME, "step_is_frame", "each time step is as long as a frame")                                         \
  SLIP(SUBSTEPS_IGNORED, "substeps_ignored", "there is one time step per frame, whatever \"substeps\" says")           \
  SLIP(ONE_STEP, "one_step", "only one time step of each frame is done")                                               \
  SLIP(REST_OF_START, "rest_of_start", "the rest length is taken from the start positions, not from \"rest\"")         \
  SLIP(MULTIPLIER_LOST, "multiplier_lost",                                                                             \
       "the multiplier is zero in every iteration: it is zeroed there, or never updated")                              \
  SLIP(MULTIPLIER_KEPT, "multiplier_kept", "the multipliers are not set to zero at the start of each time step")       \
  SLIP(MULTIPLIER_SIGN, "multiplier_sign", "the compliance times the multiplier has the wrong sign")                   \
  SLIP(MULTIPLIER_PLAIN, "multiplier_plain", "the multiplier is not multiplied by the compliance")                     \
  SLIP(MULTIPLIER_STEP, "multiplier_not_by_h2", "the multiplier is multiplied by the compliance without h^2")          \
  SLIP(COMPLIANCE_MISSING, "compliance_missing", "the compliance is not used: every constraint is rigid")              \
  SLIP(COMPLIANCE_PLAIN, "compliance_not_by_h2", "the compliance is not divided by h^2")                               \
  SLIP(COMPLIANCE_BY_H, "compliance_by_h", "the compliance is divided by h, not by h^2")                               \
  SLIP(COMPLIANCE_BY_FRAME, "compliance_by_frame",                                                                     \
       "the compliance is divided by the square of the frame time, not by h^2")                                        \
  SLIP(COMPLIANCE_INVERTED, "compliance_inverted", "the compliance is used as a stiffness")                            \
  SLIP(COMPLIANCE_BELOW, "compliance_below", "the compliance is missing in the denominator")                           \
  SLIP(K_SQUARED, "k_squared", "the number k of the material is used twice")                                           \
  SLIP(K_IN_VALUE, "k_squared", "the number k of the material is used twice")                                          \
  SLIP(K_IGNORED, "k_ignored", "the number k of the material is not used")                                             \
  SLIP(MASS_FOR_INVERSE, "mass_for_inverse", "masses are used for inverse masses")                                     \
  SLIP(MASS_IGNORED, "mass_ignored", "the constraints ignore the masses: every free particle weighs the same")         \
  SLIP(MASS_NOT_BELOW, "mass_not_in_denominator",                                                                      \
       "the inverse masses are missing in the denominator of the multiplier")                                          \
  SLIP(MASS_NOT_IN_CHANGE, "mass_not_in_change", "the change of a position is not multiplied by its inverse mass")     \
  SLIP(MASS_GRAMS, "mass_in_grams", "masses are read in grams")                                                        \
  SLIP(MASS_TONNES, "mass_in_tonnes", "masses are a thousand times too large")                                         \
  SLIP(MASS_EXCHANGED, "mass_exchanged", "the particles of a constraint exchange their masses")                        \
  SLIP(PINNED_FALLS, "pinned_falls", "pinned particles fall")                                                          \
  SLIP(PINNED_MOVES, "pinned_moves", "constraints move pinned particles")                                              \
  SLIP(ONE_END, "one_end", "a constraint moves only one of its particles")                                             \
  SLIP(ONE_END_ALONE, "one_end", "a constraint moves only one of its particles")                                       \
  SLIP(GRADIENT_K, "gradient_without_k", "the gradient lacks the factor k of the constraint")                          \
  SLIP(GRADIENT_SIGN, "gradient_sign",                                                                                 \
       "constraints push where they must pull: a gradient or a correction has the wrong sign")                         \
  SLIP(GRADIENT_LENGTH, "gradient_not_normalised", "the gradient of a spring is not divided by its length")            \
  SLIP(PULLS_ONLY, "pulls_only", "a spring that is pressed together has no force")                                     \
  SLIP(NOTHING, "nothing_projected", "constraints do not act")                                                         \
  SLIP(RELAXED, "relaxed", "half of each correction moves the particles, but the multiplier gets all of it")           \
  SLIP(FACTOR, "k_twice", "the correction of a constraint is twice as large")                                          \
  SLIP(HALF, "half", "the correction of a constraint is half as large")                                                \
  SLIP(VELOCITY_OF_PREDICTION, "velocity_of_prediction",                                                               \
       "the velocity comes from the predicted position: constraints do not change it")                                 \
  SLIP(VELOCITY_KEPT, "velocity_kept", "the velocity is never updated")                                                \
  SLIP(VELOCITY_LATE, "velocity_late", "the velocity is the one of the time step before")                              \
  SLIP(VELOCITY_BY_FRAME, "velocity_by_frame", "the velocity is the displacement divided by the frame time, not by h") \
  SLIP(VELOCITY_ADDED, "velocity_added", "the velocity gets the corrections on top of what it already has")            \
  SLIP(GRAVITY_TWICE, "gravity_twice", "gravity is applied twice")                                                     \
  SLIP(GRAVITY_AFTER, "gravity_after", "gravity is applied after the constraints")                                     \
  SLIP(GRAVITY_LATE, "gravity_late",                                                                                   \
       "gravity is added to the velocity after the constraints: what hangs still has a speed")                         \
  SLIP(DAMPING_MISSING, "damping_missing", "the damping is not used")                                                  \
  SLIP(DAMPING_TILDE, "damping_by_h3", "the damping is divided by h^3, not by h")                                      \
  SLIP(DAMPING_PLAIN, "damping_not_by_h", "the damping is not divided by h")                                           \
  SLIP(DAMPING_NO_ALPHA, "damping_without_compliance", "the damping is not multiplied by the compliance")              \
  SLIP(DAMPING_ABOVE, "damping_in_numerator", "the damping is missing in the denominator of the multiplier")           \
  SLIP(DAMPING_BELOW, "damping_in_denominator", "the damping is missing in the numerator of the multiplier")           \
  SLIP(DAMPING_SIGN, "damping_sign", "the damping has the wrong sign")                                                 \
  SLIP(JACOBI, "jacobi_overshoots",                                                                                    \
       "all constraints are solved from the same positions and their changes are added: "                              \
       "Jacobi without averaging overshoots")                                                                          \
  SLIP(SLIPS_OF_LINE, "", "") /* those below are only found by the question itself */                                  \
  SLIP(DIED, "died", "the solver does not answer")                                                                     \
  SLIP(BAD_ANSWER, "bad_answer", "an answer is not as the solver pipe asks")                                           \
  SLIP(LAYOUT, "state_layout", "the numbers of a state are in another order")                                          \
  SLIP(GAVE_UP, "gave_up", "the solver gives up")                                                                      \
  SLIP(NOT_FINITE, "not_finite", "the state is not finite")                                                            \
  SLIP(NOT_REPEATABLE, "not_repeatable", "two runs of the same scene end differently")                                 \
  SLIP(FEW_DIGITS, "few_digits", "positions have too few digits: small steps are lost")                                \
  SLIP(MOMENTUM_REMOVED, "momentum_removed", "the mean velocity is taken away")                                        \
  SLIP(VELOCITY_UNREAD, "velocity_not_read", "the velocities of the scene are not used")                               \
  SLIP(VELOCITY_LOST, "velocity_lost", "velocities are damped without damping in the scene")                           \
  SLIP(FRAME_TIME, "frame_time", "the frame time of the scene is not used")                                            \
  SLIP(FLIGHT, "flight", "a particle without forces does not fly straight on")                                         \
  SLIP(VELOCITY_NEXT, "velocity_of_next", "the velocity already has the gravity of the next time step")                \
  SLIP(GRAVITY_MISSING, "gravity_missing", "gravity is not used")                                                      \
  SLIP(GRAVITY_BY_MASS, "gravity_by_mass", "gravity depends on the mass")                                              \
  SLIP(GRAVITY_AXIS, "gravity_axis", "gravity acts along another axis")                                                \
  SLIP(GRAVITY_OF_FRAME, "gravity_of_frame", "gravity acts for the frame time in each time step")                      \
  SLIP(GRAVITY_OWN, "gravity_own", "gravity is always 9.81 m/s^2 downwards, whatever the scene says")                  \
  SLIP(GRAVITY_HALF, "gravity_half", "gravity is half as large")                                                       \
  SLIP(GRAVITY_SIGN, "gravity_sign", "gravity acts upwards")                                                           \
  SLIP(GRAVITY, "gravity", "gravity has another size")                                                                 \
  SLIP(STIFFNESS, "stiffness", "a spring has another stiffness")                                                       \
  SLIP(STIFFNESS_ITERATIONS, "stiffness_by_iterations", "the stiffness depends on the number of iterations")           \
  SLIP(STIFFNESS_STEP, "stiffness_by_step", "the stiffness depends on the time step")                                  \
  SLIP(NOT_PROJECTED, "constraint_skipped", "a constraint is never projected")                                         \
  SLIP(ITERATIONS_IGNORED, "iterations_ignored", "the number of iterations is not used")                               \
  SLIP(NO_CONVERGENCE, "no_convergence", "iterations do not converge")                                                 \
  SLIP(REST_MOVES, "rest_moves", "a body at rest moves")                                                               \
  SLIP(MOMENTUM, "momentum", "momentum is not kept")                                                                   \
  SLIP(ANGULAR_MOMENTUM, "angular_momentum", "angular momentum is not kept")                                           \
  SLIP(DAMPING, "damping", "the damping has another size")                                                             \
  SLIP(DAMPING_FALL, "damping_on_velocity", "damping acts on the velocity, not on the constraint: it brakes a fall")   \
  SLIP(DAMPING_TURN, "damping_on_turn", "damping acts on more than the rate of the constraint: it brakes a turn")      \
  SLIP(BENDING_SIGN, "bending_sign", "the gradient of bending has the wrong sign")                                     \
  SLIP(BENDING, "bending", "bending has another stiffness")                                                            \
  SLIP(BENDING_UNSIGNED, "bending_unsigned", "the fold has no sign: one side unfolds the wrong way")                   \
  SLIP(BENDING_REST_SIGN, "bending_rest_sign", "the rest angle has the wrong sign")                                    \
  SLIP(BENDING_REST, "bending_rest", "the rest angle is not used")                                                     \
  SLIP(REST_VOLUME, "rest_volume", "the compliance of a tetrahedron lacks its rest volume")                            \
  SLIP(REST_VOLUME_TWICE, "rest_volume_twice", "the rest volume of a tetrahedron is used twice")                       \
  SLIP(SOLID, "solid", "tetrahedra have another stiffness")                                                            \
  SLIP(FRICTION_MISSING, "friction_missing", "friction is not used")                                                   \
  SLIP(CONTACT_STICKS, "contact_sticks", "a contact takes all of the speed along the surface, even without friction")  \
  SLIP(FRICTION_OWN, "friction_own", "friction acts although the scene has none")                                      \
  SLIP(FRICTION_ALL, "friction_without_cone", "friction takes all of the speed along the surface, whatever mu says")   \
  SLIP(FRICTION, "friction", "friction is not mu times the normal force")                                              \
  SLIP(FRICTION_OF_SPEED, "friction_of_speed", "friction grows with the speed, not with the load")                     \
  SLIP(FRICTION_CREEP, "friction_creeps", "a point creeps on a slope on which it must stick")                          \
  SLIP(CONTACT_DEPTH, "contact_depth", "particles stay inside an obstacle")                                            \
  SLIP(CONTACT_PLACE, "contact_place", "an obstacle is not where the scene says")                                      \
  SLIP(CONTACT_SOFT, "contact_soft", "a contact is a spring: particles stay inside an obstacle")                       \
  SLIP(CONTACT_MISSING, "contact_missing", "the obstacle is not met")                                                  \
  SLIP(RESTITUTION_MISSING, "restitution_missing", "the restitution is not used")                                      \
  SLIP(RESTITUTION_GAIN, "restitution_gain", "a bounce adds energy")                                                   \
  SLIP(RESTITUTION, "restitution", "the restitution has another size")                                                 \
  SLIP(CONTACT_BOUNCES, "contact_bounces", "a point bounces without restitution")                                      \
  SLIP(MIRROR, "mirror", "a mirrored scene has another answer")                                                        \
  SLIP(NUMBERS, "numbers", "the numbers of the particles change the answer")                                           \
  SLIP(UNITS, "units", "the answer depends on the unit")                                                               \
  SLIP(SETS, "sets", "a second set of constraints is not simulated by its own numbers")                                \
  SLIP(HANDLE, "handle", "a handle does not move its particles along its keys")                                        \
  SLIP(VOLUME, "volume", "the volume of a tetrahedron is not kept as its compliance says")                             \
  SLIP(NAN_HIDDEN, "nan_hidden", "a NaN becomes a finite answer")

typedef enum solver_slip {
#define SLIP(constant, name, words) SLIP_##constant,
  SOLVER_SLIPS(SLIP)
#undef SLIP
      SLIP_COUNT
} solver_slip;

const char *solver_slip_name(solver_slip slip);
const char *solver_slip_words(solver_slip slip);
