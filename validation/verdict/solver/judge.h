/* Why this file exists: a solver of others is asked small questions with known answers. This is what a question is given,
 * and what it says. */
#pragma once

#include "line.h"
#include "support/json.h"
#include "support/solver_pipe.h"

typedef enum solver_outcome {
  SOLVER_NOT_ASKED, ///< The solver lacks what the question needs.
  SOLVER_RIGHT,
  SOLVER_WRONG,
  SOLVER_UNDECIDED, ///< The question is about another kind of solver.
  SOLVER_LEFT_OUT   ///< By the user.
} solver_outcome;

enum { SOLVER_TEXT = 400, SOLVER_QUESTIONS = 32, SOLVER_PROBES = 12 };

/// What became of a question.
typedef struct solver_answer {
  solver_outcome outcome;
  solver_slip slip;
  double value, right, limit; ///< The number that decides: it may differ from `right` by `limit`. NaN = none.
  char text[SOLVER_TEXT];     ///< The number in a sentence without a full stop.
} solver_answer;

/// A short simulation of a line whose end is known to the last digit, and what the solver made of it.
typedef struct solver_probe {
  bool known;
  double x[LINE_PARTICLES], v[LINE_PARTICLES];
} solver_probe;

/// A solver that is being judged.
typedef struct solver_judge {
  char *const *command;
  double seconds; ///< Most time for an answer.
  bool loud;      ///< Its standard error is shown.
  solver_pipe pipe;
  bool open;
  int breaks;                   ///< Times that it had to be started again.
  int alike;                    ///< The latest of them that had the same words.
  char last_break[SOLVER_TEXT]; ///< These words.
  char solver[64], version[128], precision[32], device[128];
  int threads;
  bool probed, tried; ///< The probes are answered; they were asked.
  solver_probe probe[SOLVER_PROBES];
  solver_slip slip; ///< Which slip all probes show. NONE = no slip, SLIP_COUNT = none of the known ones.
  solver_answer answer[SOLVER_QUESTIONS];
} solver_judge;

/// A question. `rule` says when an answer is right, with its threshold.
typedef struct solver_question {
  const char *name, *asks, *rule;
  void (*ask)(solver_judge *judge, solver_answer *answer);
} solver_question;

extern const solver_question solver_questions[];
extern const int solver_question_count;

/// Starts the solver and makes a folder for scenes. End it with solver_end(). False, with the reason.
bool solver_begin(solver_judge *judge, char *reason, size_t capacity);
void solver_end(solver_judge *judge);
/// Lets the solver simulate. states [frames / every][2][particles][3]. False, with the answer, if there are none: the
/// solver does not support the scene, gives up, breaks, or has a state that is not finite.
bool solver_ask(solver_judge *judge, solver_answer *answer, const trial *t, const trial_run *run, double *states);
/// The same again without loading the scene again.
bool solver_ask_again(solver_judge *judge, solver_answer *answer, const trial *t, const trial_run *run, double *states);
/// As solver_ask(), without looking at the numbers.
bool solver_ask_any(solver_judge *judge, solver_answer *answer, const trial *t, const trial_run *run, double *states);
/// Position (kind 0) or velocity (kind 1) of a particle in the state of that index.
const double *solver_at(const trial *t, const double *states, int32_t state, int kind, int32_t particle);

/// Right if |value - right| <= limit, else wrong with this slip. `format` is the sentence.
__attribute__((format(printf, 6, 7))) void solver_decide(solver_answer *answer, solver_slip slip, double value,
                                                         double right, double limit, const char *format, ...);
/// Wrong, in any case.
__attribute__((format(printf, 3, 4))) void solver_wrong(solver_answer *answer, solver_slip slip, const char *format,
                                                        ...);
/// Appends to the sentence.
__attribute__((format(printf, 2, 3))) void solver_more(solver_answer *answer, const char *format, ...);

/* The questions. */
void solver_ask_repeat(solver_judge *judge, solver_answer *answer);
void solver_ask_flight(solver_judge *judge, solver_answer *answer);
void solver_ask_fall(solver_judge *judge, solver_answer *answer);
void solver_ask_rest(solver_judge *judge, solver_answer *answer);
void solver_ask_spring(solver_judge *judge, solver_answer *answer);
void solver_ask_step(solver_judge *judge, solver_answer *answer);
void solver_ask_hang(solver_judge *judge, solver_answer *answer);
void solver_ask_material(solver_judge *judge, solver_answer *answer);
void solver_ask_chain(solver_judge *judge, solver_answer *answer);
void solver_ask_star(solver_judge *judge, solver_answer *answer);
void solver_ask_momentum(solver_judge *judge, solver_answer *answer);
void solver_ask_turn(solver_judge *judge, solver_answer *answer);
void solver_ask_damping(solver_judge *judge, solver_answer *answer);
void solver_ask_brake(solver_judge *judge, solver_answer *answer);
void solver_ask_bending(solver_judge *judge, solver_answer *answer);
void solver_ask_solid(solver_judge *judge, solver_answer *answer);
void solver_ask_slide(solver_judge *judge, solver_answer *answer);
void solver_ask_slope(solver_judge *judge, solver_answer *answer);
void solver_ask_bounce(solver_judge *judge, solver_answer *answer);
void solver_ask_mirror(solver_judge *judge, solver_answer *answer);
void solver_ask_numbers(solver_judge *judge, solver_answer *answer);
void solver_ask_units(solver_judge *judge, solver_answer *answer);
void solver_ask_volume(solver_judge *judge, solver_answer *answer);
void solver_ask_contact(solver_judge *judge, solver_answer *answer);
void solver_ask_sets(solver_judge *judge, solver_answer *answer);
void solver_ask_handle(solver_judge *judge, solver_answer *answer);
void solver_ask_nan(solver_judge *judge, solver_answer *answer);

/// Asks the probes, once, and finds the slip that they all show (solver_judge.slip). The answer gets what stopped them.
bool solver_probe_all(solver_judge *judge, solver_answer *answer);
/// The slip that the probes show, or `other` if they show none.
solver_slip solver_slip_shown(solver_judge *judge, solver_slip other);

/// What comes of all answers.
typedef struct solver_verdict {
  const char *word; ///< "right", "wrong", "undecided" or "unusable".
  int code;
  int first; ///< Index of the question whose answer is the verdict's sentence, -1 = none.
  int right, wrong, undecided, not_asked, asked;
} solver_verdict;

/// Judges a solver. wanted [solver_question_count] are the questions to ask. False, with the reason, if it cannot be
/// started.
bool solver_judge_all(solver_judge *judge, const bool *wanted, char *reason, size_t capacity);
/// `reason` = why it could not be judged, "" = it was.
solver_verdict solver_verdict_of(const solver_judge *judge, const char *reason);
void solver_print(const solver_judge *judge, const char *name, const char *reason);
/// XPBD_ERR_IO.
xpbd_status solver_write_json(const solver_judge *judge, const char *name, const char *reason, const char *path);
/// Judges the methods of this suite by the program `sim` and writes a Markdown page. XPBD_ERR_UNAVAILABLE, XPBD_ERR_IO.
xpbd_status solver_matrix(const char *sim, const char *path, double seconds);
