/* Why this file exists: the list of questions, in the order in which they are asked. The first wrong answer is the
 * verdict, so what others rest on comes first. */
#include <math.h>
#include <stdio.h>

#include "judge.h"

const solver_question solver_questions[] = {
    {"repeat", "Do two runs of a scene end alike?", "the states differ by at most 1e-4 of the motion",
     solver_ask_repeat},
    {"flight", "Do free particles fly straight on?", "the way is v T within 2 %", solver_ask_flight},
    {"fall", "Do particles of all masses fall with the scene's gravity, once?",
     "the speed is g T within 1 %, and the way g T^2 / 2 within the error of one time step", solver_ask_fall},
    {"rest", "Does a body at rest stay?", "nothing moves by more than 2e-5 m", solver_ask_rest},
    {"spring", "Does a spring between two free masses swing at its frequency as the time step shrinks?",
     "the stretch is cos(omega T) within 0.02 of the first stretch", solver_ask_spring},
    {"step", "Does a time step give the number of XPBD, which is the number of the implicit step?",
     "lengths and speeds are equal within 2e-3; undecided for other right methods", solver_ask_step},
    {"hang", "Does a mass hang still where the closed form says, and does the pin stay?",
     "it moves by at most 1 % of the sag, and has no speed", solver_ask_hang},
    {"material", "Is the constraint multiplied by the number k of its material?",
     "k = 2 with four times the compliance is k = 1, within 0.002 of the first stretch", solver_ask_material},
    {"chain", "Is the sag of a chain independent of iterations and time steps?",
     "a soft chain sags as the closed form says at all settings, and a stiff one at the finest, within 6 %",
     solver_ask_chain},
    {"star", "Do iterations converge where many springs share a particle?",
     "it never goes farther than 1.1 times the start from its middle; undecided if it only needs shorter time steps",
     solver_ask_star},
    {"sets", "Does each set of constraints have its own numbers?",
     "a spring moves in a second set as it does alone, within 0.03 of the first stretch", solver_ask_sets},
    {"handle", "Does a handle move its particles?", "within 0.1 % of the way, and 1 % of the velocity",
     solver_ask_handle},
    {"momentum", "Is the momentum of a free body kept?", "it changes by at most 0.1 %", solver_ask_momentum},
    {"turn", "Is the angular momentum of a free body kept as the time step shrinks?",
     "with a fourth of the step it changes by at most half as much, and by at most 5 %", solver_ask_turn},
    {"brake", "Does the damping of a spring leave its fall and its turn alone?",
     "the speed of a fall within 0.2 %, and the angular momentum within 2 %", solver_ask_brake},
    {"damping", "Does damping take from a spring what a dashpot would?",
     "the stretch is exact within 0.03 of the first stretch", solver_ask_damping},
    {"bending", "Do two triangles unfold to their rest angle?", "within 8 % of the motion", solver_ask_bending},
    {"solid", "Is a bar of tetrahedra as stiff as its modulus says?",
     "within 12 % of the motion, at 10 iterations or at 80; undecided if the error halves", solver_ask_solid},
    {"volume", "Does a tetrahedron keep its volume?", "within 10 % of the motion", solver_ask_volume},
    {"bounce", "Is the ratio of speeds in a bounce the restitution?", "within 0.06", solver_ask_bounce},
    {"contact", "Does a point that is pulled onto a plane stay on it?", "within 0.5 mm at the end of each frame",
     solver_ask_contact},
    {"slide", "Does a sliding point stop after v^2 / (2 mu g)?", "within 6 %", solver_ask_slide},
    {"slope", "Does a point stick below the friction angle, and slide above it?",
     "it sticks within 0.1 mm, and slides as exact within 6 %", solver_ask_slope},
    {"mirror", "Does a mirrored scene have the mirrored answer?", "within 1 % of the motion", solver_ask_mirror},
    {"numbers", "Does a renumbered scene have the same answer at convergence?", "within 2 % of the motion",
     solver_ask_numbers},
    {"units", "Does the answer follow when masses and lengths are scaled?", "within 0.5 % of the motion",
     solver_ask_units},
    {"nan", "Is a NaN in the scene noticed?", "the particle is not finite at the end, or the solver refuses the scene",
     solver_ask_nan},
};
const int solver_question_count = sizeof solver_questions / sizeof *solver_questions;
_Static_assert(sizeof solver_questions / sizeof *solver_questions <= SOLVER_QUESTIONS, "an answer for each question");

bool solver_judge_all(solver_judge *judge, const bool *wanted, char *reason, size_t capacity) {
  if (!solver_begin(judge, reason, capacity)) return false;
  for (int k = 0; k < solver_question_count; k++) {
    solver_answer *answer = &judge->answer[k];
    *answer = (solver_answer){.value = NAN, .right = NAN, .limit = NAN};
    answer->outcome = wanted[k] ? SOLVER_NOT_ASKED : SOLVER_LEFT_OUT;
    if (wanted[k]) solver_questions[k].ask(judge, answer);
    if (answer->outcome == SOLVER_WRONG && (answer->slip == SLIP_GAVE_UP || answer->slip == SLIP_NOT_FINITE))
      answer->slip = solver_slip_shown(judge, answer->slip);
  }
  solver_end(judge);
  return true;
}
