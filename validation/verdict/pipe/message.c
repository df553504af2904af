/* Why this file exists: writes requests and reads answers. The message about a wrong answer names the number that is
 * wrong. */
#include "message.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

/* [s]: a language may compile or load libraries before it answers its first lines */
static const double first_lines = 60, each_line = 5;

/// The request, and the answer as it is read; both are reused.
static struct {
  char *text;
  size_t size, capacity;
  xpbd_json_document answer;
  int digits;
} line;

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
  enum { LONGEST = 512 };
  if (line.capacity - line.size < LONGEST) {
    char *larger = realloc(line.text, 2 * line.capacity + 2 * LONGEST);
    if (!larger) return; /* the line is cut, so the command refuses it */
    line.text = larger, line.capacity = 2 * line.capacity + 2 * LONGEST;
  }
  va_list arguments;
  va_start(arguments, format);
  line.size += (size_t)vsnprintf(line.text + line.size, LONGEST, format, arguments);
  va_end(arguments);
}

static void put_positions(const char *key, int count, const xpbd_vec3_f64 *x) {
  put("\"%s\":[", key);
  for (int i = 0; i < count; i++) put("%s[%.17g,%.17g,%.17g]", i ? "," : "", x[i].x, x[i].y, x[i].z);
  put("],");
}

/// Python and C++ print NaN and infinities as words, which JSON lacks. In place they become strings with `sign`.
static const struct {
  const char *word, *sign;
  double value;
} not_finite[] = {
    {"-Infinity", "-", -INFINITY}, {"Infinity", "+", INFINITY}, {"-NaN", "", NAN}, {"NaN", "", NAN},
    {"-nan(ind)", "", NAN},        {"-nan", "", NAN},           {"nan", "", NAN},  {"-inf", "-", -INFINITY},
    {"inf", "+", INFINITY}};
enum { NOT_FINITE = sizeof not_finite / sizeof *not_finite };

static void take_words(char *text) {
  bool inside = false;
  for (char *at = text; *at; at++) {
    if (*at == '\\' && inside && at[1]) {
      at++;
      continue;
    }
    if (*at == '"') inside = !inside;
    for (int i = 0; i < NOT_FINITE && !inside; i++) {
      const size_t length = strlen(not_finite[i].word), shorter = strlen(not_finite[i].sign);
      if (strncmp(at, not_finite[i].word, length) != 0) continue;
      memset(at, ' ', length);
      at[0] = at[shorter + 1] = '"';
      memcpy(at + 1, not_finite[i].sign, shorter);
      at += length - 1;
      break;
    }
  }
}

/// The most digits of a value of C in this answer.
static void count_digits(const char *text) {
  for (const char *at = strstr(text, "\"c\""); at; at = strstr(at, "\"c\"")) {
    at += 3;
    at += strspn(at, " :-0.");
    int digits = 0, of_value = 0; /* zeros at the end may be padding */
    for (; (*at >= '0' && *at <= '9') || *at == '.'; at++)
      if (*at != '.') digits++, of_value = *at != '0' ? digits : of_value;
    if (of_value > line.digits) line.digits = of_value;
  }
}

/// A number, or a word or a string for one that is not finite. False for anything else.
static bool number_of(const xpbd_json_node *node, double *out) {
  *out = NAN;
  if (!node) return false;
  *out = node->number;
  if (node->kind == XPBD_JSON_NUMBER || node->kind == XPBD_JSON_NULL) return true;
  for (int i = 0; i < NOT_FINITE && node->kind == XPBD_JSON_STRING; i++)
    if (strcmp(node->text, not_finite[i].word) == 0 || strcmp(node->text, not_finite[i].sign) == 0)
      return *out = not_finite[i].value, true;
  return false;
}

static int length_of(const xpbd_json_document *document, const xpbd_json_node *list) {
  int count = 0;
  if (!list || list->kind != XPBD_JSON_ARRAY) return -1;
  for (const xpbd_json_node *at = xpbd_json_first(document, list); at; at = xpbd_json_after(document, at)) count++;
  return count;
}

/// The answer to the line in `line`, as an object. `said` [200] = how it begins, for messages.
static const xpbd_json_node *ask(pipe_channel *channel, double seconds, char *said, size_t capacity) {
  char *text = pipe_ask(channel, line.text ? line.text : "\n", line.text ? line.size : 1, seconds);
  if (!text) return NULL;
  snprintf(said, capacity, "%s", text);
  count_digits(text);
  take_words(text);
  if (xpbd_json_read(text, &line.answer) && line.answer.nodes[0].kind == XPBD_JSON_OBJECT) return line.answer.nodes;
  pipe_fail(channel, said,
            "the command answered line %ld with no JSON object (only answers belong on the standard output, other text "
            "on the standard error)",
            channel->requests);
  return NULL;
}

bool message_hello(pipe_channel *channel, const char *element, const xpbd_formula_info *info) {
  char said[200];
  line.size = 0, line.digits = 0;
  put("{\"hello\":\"xpbd-validate\",\"protocol\":%d,\"element\":\"%s\",\"particles\":%d,\"material\":[", PIPE_PROTOCOL,
      element, info->arity);
  for (int i = 0; i < info->material_count; i++) put("%s\"%s\"", i ? "," : "", info->material[i].name);
  put("]}\n");
  const xpbd_json_node *answer = ask(channel, first_lines, said, sizeof said);
  if (!answer) return false;
  if (xpbd_json_number_at(&line.answer, answer, "protocol") == PIPE_PROTOCOL) return true;
  pipe_fail(channel, said, "the first answer must be {\"protocol\": %d}", PIPE_PROTOCOL);
  return false;
}

/// The gradients of one shape. False if they are not arity times three numbers.
static bool read_gradients(const xpbd_json_node *list, int arity, xpbd_vec3_f64 *g) {
  const xpbd_json_document *document = &line.answer;
  if (length_of(document, list) != arity) return false;
  const xpbd_json_node *one = xpbd_json_first(document, list);
  for (int i = 0; i < arity; i++, one = xpbd_json_after(document, one)) {
    if (length_of(document, one) != 3) return false;
    const xpbd_json_node *x = xpbd_json_first(document, one), *y = xpbd_json_after(document, x),
                         *z = xpbd_json_after(document, y);
    if (!number_of(x, &g[i].x) || !number_of(y, &g[i].y) || !number_of(z, &g[i].z)) return false;
  }
  return true;
}

/// Reads the answers of all shapes; false after a failure.
static bool read_shapes(pipe_channel *channel, const xpbd_formula_info *info, const xpbd_json_node *answer,
                        const char *said, int count, double *c, xpbd_vec3_f64 *g) {
  const xpbd_json_document *document = &line.answer;
  const xpbd_json_node *list = xpbd_json_member(document, answer, "answers");
  const int got = length_of(document, list);
  if (got < 0) pipe_fail(channel, said, "answer %ld has no list \"answers\"", channel->requests);
  if (got != count) {
    pipe_fail(channel, said, "answer %ld is for %d shape%s, not %d", channel->requests, got, got == 1 ? "" : "s",
              count);
    return false;
  }
  const xpbd_json_node *one = xpbd_json_first(document, list);
  for (int i = 0; i < count; i++, one = xpbd_json_after(document, one)) {
    xpbd_vec3_f64 ignored[XPBD_MAX_ARITY];
    if (!number_of(xpbd_json_member(document, one, "c"), &c[i])) {
      pipe_fail(channel, said, "shape %d of answer %ld has no number \"c\"", i, channel->requests);
      return false;
    }
    if (read_gradients(xpbd_json_member(document, one, "g"), info->arity, g ? &g[i * info->arity] : ignored)) continue;
    pipe_fail(channel, said,
              "shape %d of answer %ld must have %d gradients of 3 numbers in \"g\", one for each particle", i,
              channel->requests, info->arity);
    return false;
  }
  return true;
}

bool message_shapes(pipe_channel *channel, const xpbd_formula_info *info, int count, const pipe_shape *shapes,
                    double *c, xpbd_vec3_f64 *g) {
  char said[200];
  line.size = 0;
  put("{\"shapes\":[");
  for (int i = 0; i < count; i++) {
    put("%s{", i ? "," : "");
    put_positions("x", info->arity, shapes[i].x);
    put_positions("rest", info->arity, shapes[i].rest);
    put("\"material\":[");
    for (int m = 0; m < info->material_count; m++) put("%s%.17g", m ? "," : "", shapes[i].material[m]);
    put("]}");
  }
  put("]}\n");
  const xpbd_json_node *answer = ask(channel, channel->requests < 2 ? first_lines : each_line, said, sizeof said);
  if (answer && read_shapes(channel, info, answer, said, count, c, g)) return true;
  for (int i = 0; i < count; i++) c[i] = NAN;
  for (int i = 0; i < count * info->arity && g; i++) g[i] = (xpbd_vec3_f64){NAN, NAN, NAN};
  return false;
}

int message_digits(void) {
  return line.digits;
}

void message_end(void) {
  free(line.text);
  xpbd_json_document_free(&line.answer);
  line.text = NULL, line.size = line.capacity = 0;
}
