/* Why this file exists: the page docs/made/solvers.md: the suite's own methods are judged as solvers of others are. Its
 * numbers have few digits, so that every machine writes the same page. */
#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "judge.h"
#include "xpbd/method.h"

enum { METHODS = 32 };

static solver_judge judges[METHODS];

static const char *cell_of(const solver_answer *a) {
  static const char *const words[] = {"-", "right", "**wrong**", "other", "-"};
  return words[a->outcome];
}

static void write_table(FILE *to, int count) {
  fprintf(to, "| question |");
  for (int m = 0; m < count; m++) fprintf(to, " `%s` |", xpbd_method_at(m)->name);
  fprintf(to, "\n|---|");
  for (int m = 0; m < count; m++) fprintf(to, "---|");
  for (int k = 0; k < solver_question_count; k++) {
    fprintf(to, "\n| %s |", solver_questions[k].name);
    for (int m = 0; m < count; m++) fprintf(to, " %s |", cell_of(&judges[m].answer[k]));
  }
  fprintf(to, "\n");
}

static void write_method(FILE *to, const char *name, const solver_judge *judge) {
  const solver_verdict v = solver_verdict_of(judge, "");
  const solver_answer *first = v.first >= 0 ? &judge->answer[v.first] : NULL;
  fprintf(to, "\n## `%s`\n\n%s: %d right, %d wrong, %d of another kind, %d not asked.\n", name, v.word, v.right,
          v.wrong, v.undecided, v.not_asked);
  if (first)
    fprintf(to, "The verdict names `%s`: %s.\n", solver_slip_name(first->slip), solver_slip_words(first->slip));
  bool any = false;
  for (int k = 0; k < solver_question_count; k++) {
    const solver_answer *a = &judge->answer[k];
    if (a->outcome != SOLVER_WRONG && a->outcome != SOLVER_UNDECIDED) continue;
    fprintf(to, "%s- %s: %s\n", any ? "" : "\n", solver_questions[k].name, a->text);
    any = true;
  }
}

static void write_page(FILE *to, int count) {
  fprintf(to,
          "<!-- Made by `./run docs` from `xpbd-validate solver --matrix`, and compared by a test. Do not edit. -->\n"
          "# Which method passes which question\n\n"
          "The suite's own methods are judged as [solvers of others](../guide/solver.md) are, in double and one after "
          "another.\nA wrong answer is not always a mistake of the code. Some methods have another law by design, such "
          "as `pbd`, which has no compliance.\n\n"
          "A dash means that the method does not support the question.\n\"other\" means that its time step is not the "
          "one that the question is about.\n\n");
  write_table(to, count);
  fprintf(to, "\n| question | what is asked | right is |\n|---|---|---|\n");
  for (int k = 0; k < solver_question_count; k++)
    fprintf(to, "| %s | %s | %s |\n", solver_questions[k].name, solver_questions[k].asks, solver_questions[k].rule);
  for (int m = 0; m < count; m++) write_method(to, xpbd_method_at(m)->name, &judges[m]);
}

xpbd_status solver_matrix(const char *sim, const char *path, double seconds) {
  bool wanted[SOLVER_QUESTIONS];
  int count = 0;
  for (int k = 0; k < SOLVER_QUESTIONS; k++) wanted[k] = true;
  for (; count < METHODS && xpbd_method_at(count); count++) {
    char reason[700] = "";
    char *const command[] = {(char *)sim, "--serve", "--method",    (char *)xpbd_method_at(count)->name,
                             "--backend", "seq",     "--precision", "double",
                             NULL};
    judges[count] = (solver_judge){.command = command, .seconds = seconds};
    if (!solver_judge_all(&judges[count], wanted, reason, sizeof reason))
      return xpbd_fail(XPBD_ERR_UNAVAILABLE, "%s --serve --method %s: %s", sim, command[3], reason);
  }
  xpbd_file file;
  const xpbd_status status = xpbd_file_create(path, &file);
  if (status != XPBD_OK) return status;
  write_page(file.stream, count);
  return xpbd_file_commit(&file);
}
