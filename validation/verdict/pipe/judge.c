/* Why this file exists: makes the command a formula, whose rest shape is the rest positions, and judges it. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "pipe.h"
#include "verdict/judge/differences.h"

/* A message takes some 50 us, 1000 times as long as a compiled formula. */
enum { DIVISOR = 4, BATCH = 160, LONGEST = 300 /* [s] */ };

/// The command that is asked. There is one, because a formula has no context.
static struct {
  xpbd_formula formula;
  pipe_channel channel;
  long shapes;
} piped;

static void positions_of(const double *rest, int arity, xpbd_vec3_f64 *out) {
  out[0] = (xpbd_vec3_f64){0, 0, 0};
  for (int i = 1; i < arity; i++) out[i] = (xpbd_vec3_f64){rest[3 * i - 3], rest[3 * i - 2], rest[3 * i - 1]};
}

static void rest_of(const xpbd_vec3_f64 *x, int row, double *rest) {
  (void)row;
  for (int i = 1; i < piped.formula.info.arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(x[i], x[0]);
    rest[3 * i - 3] = d.x, rest[3 * i - 2] = d.y, rest[3 * i - 1] = d.z;
  }
}

static void ask(int count, const pipe_shape *shapes, double *c, xpbd_vec3_f64 *g) {
  if (piped.channel.waited > LONGEST)
    pipe_fail(&piped.channel, NULL, "the verdict was stopped after %d s and %ld shapes: the command is too slow",
              LONGEST, piped.shapes);
  piped.shapes += count;
  message_shapes(&piped.channel, &piped.formula.info, count, shapes, c, g);
}

static double value(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g) {
  xpbd_vec3_f64 from[XPBD_MAX_ARITY];
  double c;
  positions_of(rest, piped.formula.info.arity, from);
  const pipe_shape one = {x, from, material};
  ask(1, &one, &c, g);
  return c;
}

static void values(const xpbd_formula *formula, int count, const sample *at, double *c) {
  static xpbd_vec3_f64 from[BATCH][XPBD_MAX_ARITY];
  static pipe_shape shapes[BATCH];
  for (int done = 0; done < count;) {
    const int some = count - done < BATCH ? count - done : BATCH;
    for (int i = 0; i < some; i++) {
      positions_of(at[done + i].rest, formula->info.arity, from[i]);
      shapes[i] = (pipe_shape){at[done + i].x, from[i], at[done + i].material};
    }
    ask(some, shapes, c + done, NULL);
    *sample_beat += (unsigned long)some;
    done += some;
  }
}

const xpbd_formula *pipe_formula(const pipe_arguments *arguments, const char *name, char *reason, size_t capacity) {
  piped.formula = (xpbd_formula){.f64 = value, .rest_f64 = rest_of};
  return pipe_describe(arguments, name, &piped.formula.info, reason, capacity) ? &piped.formula : NULL;
}

/// "write XPBD_A | XPBD_B as the traits in the entry" becomes "add `--traits a,b`".
static void reword_traits(verdict_slip *slip) {
  static const char *const ends[] = {" as the traits in the entry", " as its traits"};
  char *at = strstr(slip->text, "write XPBD_"), words[VERDICT_TRAITS] = "", kept[VERDICT_TEXT];
  if (!at) return;
  const size_t length = strspn(at + 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_| ");
  const char *end = at + 6 + length - 1; /* the blank before "as" */
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    if (strncmp(end, ends[i], strlen(ends[i])) != 0) continue;
    for (const char *c = at + 6; c < end; c++) {
      const size_t used = strlen(words);
      if (strncmp(c, "XPBD_", 5) == 0) c += 5;
      words[used] = (char)(*c == '|' ? ',' : *c == ' ' ? '\0' : tolower((unsigned char)*c));
    }
    snprintf(kept, sizeof kept, "%s", end + strlen(ends[i]));
    const bool plain = strcmp(words, "plain") == 0;
    snprintf(at, sizeof slip->text - (size_t)(at - slip->text),
             plain ? "leave out `--traits`%.0s%s" : "add `--traits %s`%s", words, kept);
    return;
  }
}

/// Advice for files in C, in the words of the command line.
static void reword(verdict_slip *slip) {
  static const char *const words[][2] = {
      {" with XPBD_SELECT_GT", ""},
      {": g is 0, or *scale is not above 0", ": g is 0"},
      {", for example with *scale", ""},
      {"C does not use the rest shape: no number in rest[] changes it", "C does not depend on the rest positions"},
      {"the entry declares C", "--unit declares C"},
      {"use differences of positions, such as V_SUB(x[1], x[0])", "use differences of positions, such as x1 - x0"},
      {"narrow the range in the entry", "narrow the range in --material"},
      {"the entry says", "--traits says"}};
  reword_traits(slip);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    char *at = strstr(slip->text, words[i][0]), kept[VERDICT_TEXT];
    if (!at) continue;
    snprintf(kept, sizeof kept, "%s", at + strlen(words[i][0]));
    snprintf(at, sizeof slip->text - (size_t)(at - slip->text), "%s%s", words[i][1], kept);
  }
}

bool pipe_diagnose(const pipe_arguments *arguments, const xpbd_formula *formula, verdict *v, char *reason,
                   size_t capacity) {
  pipe_channel *channel = &piped.channel;
  piped.shapes = 0;
  differences_begin(values);
  sample_divisor = DIVISOR;
  char *const command[] = {"/bin/sh", "-c", (char *)arguments->command, NULL};
  if (pipe_open(channel, command, false) && message_hello(channel, arguments->element, &formula->info))
    verdict_diagnose(v, formula);
  const int digits = message_digits();
  if (digits >= 3 && digits < 8) /* fewer are those of a C that is always 0 or 1, and floats have 9 */
    pipe_fail(channel, NULL, "no value of C has more than %d digits, so its gradient cannot be judged: print 17 digits",
              digits);
  snprintf(reason, capacity, "--pipe: %s", channel->reason);
  const bool good = !channel->reason[0];
  sample_divisor = 1;
  pipe_close(channel);
  message_end();
  v->apart.done = good;
  for (int i = 0; i < v->slip_count; i++) reword(&v->slip[i]);
  return good;
}
