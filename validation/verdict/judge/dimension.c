/* Why this file exists: reads the units that entries declare, by recursive descent. */
#include "dimension.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16 };

/// The rest of a text that is being read. `wrong` stays set.
typedef struct reader {
  const char *at;
  bool wrong;
  int depth;
} reader;

static const struct {
  const char *name;
  dimension d;
} symbols[] = {{"m", {{1, 0, 0}}},   {"g", {{0, 1, 0}}},       {"s", {{0, 0, 1}}},       {"N", {{1, 1, -2}}},
               {"J", {{2, 1, -2}}},  {"Pa", {{-1, 1, -2}}},    {"W", {{2, 1, -3}}},      {"Hz", {{0, 0, -1}}},
               {"rad", {{0, 0, 0}}}, {"deg", {{0, 0, 0}}},     {"degrees", {{0, 0, 0}}}, {"radians", {{0, 0, 0}}},
               {"%", {{0, 0, 0}}},   {"\302\260", {{0, 0, 0}}}}; /* the last is the sign of degrees */

static const char *const prefixes[] = {"", "k", "M", "G", "m", "c", "d", "h", "n", "u", "\302\265", "\316\274"};

static bool symbol_of(const char *word, size_t length, dimension *out) {
  for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
    const size_t skip = strlen(prefixes[p]);
    if (skip >= length || strncmp(word, prefixes[p], skip) != 0) continue;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
      if (strlen(symbols[i].name) == length - skip && strncmp(word + skip, symbols[i].name, length - skip) == 0) {
        *out = symbols[i].d;
        return true;
      }
  }
  return false;
}

static dimension product(reader *r);

static bool take(reader *r, const char *text) {
  const size_t length = strlen(text);
  if (strncmp(r->at, text, length) != 0) return false;
  r->at += length;
  return true;
}

static void skip(reader *r) {
  while (*r->at == ' ') r->at++;
}

static double number(reader *r) {
  char *end;
  const double value = strtod(r->at, &end);
  if (end == r->at || !isfinite(value)) r->wrong = true;
  r->at = end;
  return value;
}

/// "2", "-1/2" only in brackets: "(1/2)", "(-3)".
static double exponent(reader *r) {
  const bool bracket = take(r, "(");
  double value = number(r);
  if (bracket && take(r, "/")) value /= number(r);
  if (bracket && !take(r, ")")) r->wrong = true;
  if (!isfinite(value)) r->wrong = true;
  return value;
}

static dimension bracket(reader *r) {
  dimension inside = {{0}};
  if (++r->depth > DEEPEST)
    r->wrong = true;
  else
    inside = product(r);
  skip(r);
  if (!take(r, ")")) r->wrong = true;
  r->depth--;
  return inside;
}

static dimension primary(reader *r) {
  dimension d = {{0}};
  if (take(r, "(")) return bracket(r);
  if (take(r, "sqrt(")) {
    d = bracket(r);
    for (int i = 0; i < DIMENSIONS; i++) d.power[i] *= 0.5;
    return d;
  }
  if (isdigit((unsigned char)*r->at)) {
    number(r);
    return d;
  }
  size_t length = 0;
  while (isalpha((unsigned char)r->at[length]) || r->at[length] == '%' ||
         ((unsigned char)r->at[length] >= 0x80 && strncmp(r->at + length, "\302\262", 2) != 0 &&
          strncmp(r->at + length, "\302\263", 2) != 0 && strncmp(r->at + length, "\302\267", 2) != 0))
    length++;
  if (!symbol_of(r->at, length, &d)) r->wrong = true;
  r->at += length;
  return d;
}

static dimension factor(reader *r) {
  dimension d = primary(r);
  double power = 1;
  if (take(r, "^"))
    power = exponent(r);
  else if (take(r, "\302\262")) /* a raised 2 */
    power = 2;
  else if (take(r, "\302\263"))
    power = 3;
  for (int i = 0; i < DIMENSIONS; i++) d.power[i] *= power;
  return d;
}

static dimension product(reader *r) {
  dimension d = {{0}};
  double sign = 1;
  while (!r->wrong) {
    skip(r);
    const dimension one = factor(r);
    for (int i = 0; i < DIMENSIONS; i++) d.power[i] += sign * one.power[i];
    skip(r);
    sign = take(r, "/") ? -1 : 1;
    if (sign > 0 && !take(r, "*")) take(r, "\302\267"); /* a raised dot; a blank is a product as well */
    skip(r);
    if (sign > 0 && (*r->at == '\0' || *r->at == ')')) break;
  }
  return d;
}

bool dimension_of(const char *unit, dimension *out) {
  reader r = {.at = unit};
  skip(&r);
  *out = product(&r);
  if (*r.at != '\0') r.wrong = true;
  if (r.wrong) *out = (dimension){{0}};
  return !r.wrong;
}
