/* Why this file exists: the verdict on a solver for a person and for programs: first the sentence, then every question
 * with its number. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "judge.h"
#include "support/cli.h"

enum { CODE_UNUSABLE = 1, CODE_WRONG = 2, CODE_UNDECIDED = 3 };

/// Whether a later answer says more: a chain shows which constraint does not act.
static bool says_more(solver_slip slip, solver_slip later) {
  return slip == SLIP_NOTHING && later == SLIP_NOT_PROJECTED;
}

solver_verdict solver_verdict_of(const solver_judge *judge, const char *reason) {
  solver_verdict v = {.first = -1};
  if (reason[0]) return (solver_verdict){.word = "unusable", .code = CODE_UNUSABLE, .first = -1};
  for (int k = 0; k < solver_question_count; k++) {
    const solver_answer *a = &judge->answer[k];
    v.right += a->outcome == SOLVER_RIGHT;
    v.wrong += a->outcome == SOLVER_WRONG;
    v.undecided += a->outcome == SOLVER_UNDECIDED;
    v.not_asked += a->outcome == SOLVER_NOT_ASKED;
    v.asked += a->outcome != SOLVER_LEFT_OUT;
    if (a->outcome == SOLVER_WRONG && (v.first < 0 || says_more(judge->answer[v.first].slip, a->slip))) v.first = k;
  }
  v.word = v.wrong > 0 ? "wrong" : v.right > 0 ? "right" : "undecided";
  v.code = v.wrong > 0 ? CODE_WRONG : v.right > 0 ? 0 : CODE_UNDECIDED;
  return v;
}

static const char *outcome_word(solver_outcome outcome) {
  static const char *const words[] = {"not asked", "right", "wrong", "undecided", "left out"};
  return words[outcome];
}

static bool is_alike(const solver_answer *a, const solver_answer *b) {
  return a->outcome == b->outcome && a->slip == b->slip && strcmp(a->text, b->text) == 0;
}

/// An answer with all later ones that have the same words. Nothing if an earlier one has them.
static void print_answer(const solver_judge *judge, int index) {
  const solver_answer *a = &judge->answer[index];
  bool also = false;
  for (int k = 0; k < index; k++)
    if (is_alike(&judge->answer[k], a)) return;
  cli_print("  %-10s %-10s ", solver_questions[index].name, outcome_word(a->outcome));
  if (a->outcome == SOLVER_WRONG) cli_print("%s: ", solver_slip_name(a->slip));
  cli_print("%s", a->text);
  for (int k = index + 1; k < solver_question_count; k++) {
    if (!is_alike(&judge->answer[k], a)) continue;
    cli_print("%s%s", also ? ", " : " (also ", solver_questions[k].name);
    also = true;
  }
  cli_print(also ? ")\n" : "\n");
}

void solver_print(const solver_judge *judge, const char *name, const char *reason) {
  const solver_verdict v = solver_verdict_of(judge, reason);
  cli_print("%s: %s", v.word, name);
  if (v.code == 0) cli_print(" (%d of %d questions)", v.right, v.asked);
  if (v.code == CODE_UNDECIDED) cli_print(": no question could be judged");
  if (v.first >= 0) {
    const solver_answer *a = &judge->answer[v.first];
    cli_print(": %s: %s", solver_slip_name(a->slip), solver_slip_words(a->slip));
    cli_print(": %s", a->text);
  }
  cli_print("\n");
  if (reason[0]) {
    cli_print("  %s\n", reason);
    return;
  }
  if (judge->solver[0])
    cli_print("  %s%s%s%s%s%s%s\n", judge->solver, judge->version[0] ? ", " : "", judge->version,
              judge->precision[0] ? ", " : "", judge->precision, judge->device[0] ? ", " : "", judge->device);
  for (int k = 0; k < solver_question_count; k++)
    if (judge->answer[k].outcome != SOLVER_LEFT_OUT) print_answer(judge, k);
  cli_print("%d right, %d wrong, %d undecided, %d not asked\n", v.right, v.wrong, v.undecided, v.not_asked);
}

static void put_answer(json_writer *json, const solver_question *q, const solver_answer *a) {
  json_open(json, NULL, '{');
  json_text(json, "question", q->name);
  json_text(json, "asks", q->asks);
  json_text(json, "rule", q->rule);
  json_text(json, "outcome", outcome_word(a->outcome));
  if (a->outcome == SOLVER_WRONG) {
    json_text(json, "slip", solver_slip_name(a->slip));
    json_text(json, "about", solver_slip_words(a->slip));
  }
  json_text(json, "text", a->text);
  if (!isnan(a->right)) {
    json_number(json, "value", a->value);
    json_number(json, "right", a->right);
    json_number(json, "limit", a->limit);
  }
  json_close(json, '}');
}

xpbd_status solver_write_json(const solver_judge *judge, const char *name, const char *reason, const char *path) {
  const solver_verdict v = solver_verdict_of(judge, reason);
  xpbd_file file;
  const xpbd_status status = xpbd_file_create(path, &file);
  if (status != XPBD_OK) return status;
  json_writer json = {.stream = file.stream};
  json_open(&json, NULL, '{');
  json_text(&json, "format", "xpbd-solver-verdict");
  json_whole(&json, "version", 1);
  json_text(&json, "command", name);
  json_text(&json, "verdict", v.word);
  if (reason[0]) json_text(&json, "reason", reason);
  json_text(&json, "slip", v.first >= 0 ? solver_slip_name(judge->answer[v.first].slip) : NULL);
  json_text(&json, "text", v.first >= 0 ? judge->answer[v.first].text : NULL);
  json_open_flat(&json, "solver", '{');
  json_text(&json, "name", judge->solver);
  json_text(&json, "version", judge->version);
  json_text(&json, "precision", judge->precision);
  json_text(&json, "device", judge->device);
  json_whole(&json, "threads", judge->threads);
  json_close(&json, '}');
  json_open(&json, "answers", '[');
  for (int k = 0; k < solver_question_count && !reason[0]; k++)
    if (judge->answer[k].outcome != SOLVER_LEFT_OUT) put_answer(&json, &solver_questions[k], &judge->answer[k]);
  json_close(&json, ']');
  json_close(&json, '}');
  return xpbd_file_commit(&file);
}
