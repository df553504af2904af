/* Why this file exists: a misread margin raises false alarms. Tests every way to write one, what is refused in one
 * line, and Student's t at the ends of its tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "unit/parts.h"
#include "support/compare_rules.h"
#include "support/student.h"

enum { SAID = 512, DIGITS = 80 };

static const cli_program trial = {.name = "trial"};

/// "0.000...5" with so many letters, then `end`.
static void small(char out[DIGITS], int letters, const char *end) {
  memset(out, '0', DIGITS);
  out[1] = '.';
  out[letters - 1] = '5';
  snprintf(out + letters, (size_t)(DIGITS - letters), "%s", end);
}

/// Whether the text is a valid share; the message on stderr.
static bool is_part(const char *text, double *out, char said[SAID]) {
  capture file = capture_begin(STDERR_FILENO);
  const bool is = compare_part(&trial, "margin", text, out);
  capture_end(&file, said, SAID);
  return is;
}

static void parts(check *self, int argument) {
  static const struct {
    const char *text;
    double part; ///< NaN = none.
  } known[] = {{"2%", 0.02},     {"0.02", 0.02},   {"0", 0.0},     {"0%", 0.0},     {"14%", 0.14},
               {"99.9%", 0.999}, {"0.999", 0.999}, {"1e-3", 1e-3}, {"0.5%", 0.005}, {"100%", NAN},
               {"1", NAN},       {"101%", NAN},    {"-1%", NAN},   {"-0.1", NAN},   {"%", NAN},
               {"", NAN},        {"2x", NAN},      {"2%%", NAN},   {"nan", NAN},    {"2 %", NAN}};
  char said[SAID], text[DIGITS], line[SAID];
  double part = -1.0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const bool is = is_part(known[i].text, &part, said);
    snprintf(line, sizeof line, "trial: --margin \"%s\": a percentage or a part, e.g. 2%% or 0.02\n", known[i].text);
    check_true(self, is == !isnan(known[i].part) && strcmp(said, is ? "" : line) == 0, "'%s': %s", known[i].text, said);
    if (is)
      check_between(self, part, known[i].part * (1.0 - 1e-15), known[i].part * (1.0 + 1e-15), "'%s'", known[i].text);
  }
  static const struct {
    int letters;
    const char *end;
    double part;
  } lengths[] = {{63, "", 5e-61}, {63, "%", 5e-63}, {64, "", NAN}, {64, "%", NAN}, {70, "", NAN}};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) { /* no word is cut */
    small(text, lengths[i].letters, lengths[i].end);
    const bool is = is_part(text, &part, said);
    snprintf(line, sizeof line, "trial: --margin \"%s\": a percentage or a part, e.g. 2%% or 0.02\n", text);
    check_true(self, is == !isnan(lengths[i].part) && strcmp(said, is ? "" : line) == 0, "%d letters: %s",
               lengths[i].letters, said);
    if (is)
      check_between(self, part, lengths[i].part * (1.0 - 1e-15), lengths[i].part * (1.0 + 1e-15), "%d letters",
                    lengths[i].letters);
  }
  check_control(self, is_part("14%", &part, said) && fabs(part - 14.0 / 101.0) > 1e-4, "of a hundred and one");
}

static bool rings(const char *text, double margin, compare_alarm *out, char said[SAID]) {
  capture file = capture_begin(STDERR_FILENO);
  const bool is = compare_alarm_read(&trial, text, margin, out);
  capture_end(&file, said, SAID);
  return is;
}

static void alarms(check *self, int argument) {
  static const struct {
    const char *text;
    double slower; ///< Negative = not requested.
    bool unsure, missing, different;
  } known[] = {{NULL, -1.0, false, false, false},
               {"slower", 0.03, false, false, false},
               {"slower>5%", 0.05, false, false, false},
               {"slower>0.1", 0.1, false, false, false},
               {"unsure", -1.0, true, false, false},
               {"missing", -1.0, false, true, false},
               {"different", -1.0, false, false, true},
               {"missing,slower>5%,unsure", 0.05, true, true, false},
               {"slower>5%,slower", 0.03, false, false, false},
               {"different,slower", 0.03, false, false, true}};
  char said[SAID], text[DIGITS + 16], number[DIGITS];
  compare_alarm alarm;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    check_true(self, rings(known[i].text, 0.03, &alarm, said) && !said[0], "case %zu: %s", i, said);
    check_between(self, alarm.slower, known[i].slower, known[i].slower, "case %zu, slower by more than", i);
    check_true(self,
               alarm.unsure == known[i].unsure && alarm.missing == known[i].missing &&
                   alarm.different == known[i].different,
               "case %zu: %d, %d, %d", i, alarm.unsure, alarm.missing, alarm.different);
  }
  static const struct {
    const char *text, *said;
  } wrong[] = {
      {"", "trial: --fail-on \"\": slower, slower>5%, unsure, missing or different\n"},
      {"unsure,", "trial: --fail-on \"\": slower, slower>5%, unsure, missing or different\n"},
      {"slow", "trial: --fail-on \"slow\": slower, slower>5%, unsure, missing or different\n"},
      {"unsure,slowerx,missing", "trial: --fail-on \"slowerx\": slower, slower>5%, unsure, missing or different\n"},
      {"slower>", "trial: --fail-on slower> \"\": a percentage or a part, e.g. 2% or 0.02\n"},
      {"slower>1", "trial: --fail-on slower> \"1\": a percentage or a part, e.g. 2% or 0.02\n"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    check_true(self, !rings(wrong[i].text, 0.03, &alarm, said) && strcmp(said, wrong[i].said) == 0, "'%s': %s",
               wrong[i].text, said);
  for (int letters = 56; letters <= 60; letters += 4) { /* with "slower>" they have 63 and 67 characters; none is cut */
    small(number, letters, "");
    snprintf(text, sizeof text, "slower>%s", number);
    const bool is = rings(text, 0.03, &alarm, said);
    check_true(self, is == (letters == 56), "a number of %d letters: %s", letters, said);
    const char *end = strchr(said, '\n');
    check_true(self, is ? !said[0] : strncmp(said, "trial: --fail-on", 16) == 0 && end && !end[1], "one line: %s",
               said);
    if (is) check_between(self, alarm.slower, 4.9e-54, 5.1e-54, "slower by more than");
  }
  check_control(self, rings("slower>6%", 0.03, &alarm, said) && alarm.slower != 0.05, "another part");
}

/* For degrees of freedom between those of tables, and where the normal distribution is close enough. */
static void student(check *self, int argument) {
  static const struct {
    double df, t;
  } table[] = {{1.5, 6.0166631},     {2.5, 3.5746548},     {9.75, 2.2359073}, {9999.0, 1.9602013},
               {10000.0, 1.9599640}, {15000.0, 1.9599640}, {NAN, 1.9599640}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    check_between(self, student_t95(table[k].df), table[k].t - 2e-7, table[k].t + 2e-7, "t of %g", table[k].df);
  check_control(self, fabs(student_t95(9999.0) - student_t95(10000.0)) > 2e-4, "a degree of freedom less");
}

void check_cli_rules(check_registry *registry) {
  check_add(registry, "parts", "percentages and parts of --margin", parts, 0);
  check_add(registry, "alarms", "what --fail-on asks for", alarms, 0);
  check_add(registry, "student", "Student's t between and beyond tables", student, 0);
}
