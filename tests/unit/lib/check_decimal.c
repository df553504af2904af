/* Why this file exists: numbers in text must be those of the C library: each word that is read has the bits of strtod(),
 * and each number that is written has the bytes of "%.17g". Both are compared on many random numbers of every size, on
 * numbers halfway between two doubles, and at the ends of what is converted without the library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "runner/check.h"

enum { WORD = 400 };

static uint64_t state = 88172645463325252u;

static uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/// Any double: of every exponent, or of a size that meshes have, or a rounded float.
static double random_number(int kind) {
  uint64_t bits = random_bits();
  double value;
  memcpy(&value, &bits, sizeof value);
  if (kind == 0) return isfinite(value) ? value : 0.0;
  value = ldexp((double)(int64_t)bits, -63 + (int)(random_bits() % 60) - 40);
  return kind == 1 ? value : (double)(float)value;
}

static bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

/// Whether a word is left to strtod(), or read as it does. *read counts the words that were read.
static bool reads_like_strtod(const char *word, int64_t *read) {
  double value = 0.0;
  char *end;
  if (!xpbd_number_read(word, &value)) return true;
  ++*read;
  const double expected = strtod(word, &end);
  return *end == '\0' && end != word && same_bits(value, expected);
}

static void expect_reading(check *self, const char *word, int64_t *read) {
  if (!reads_like_strtod(word, read)) check_true(self, false, "'%s' is %.17g", word, strtod(word, NULL));
}

static void run_reading(check *self, int unused) {
  enum { COUNT = 300000 };
  char word[WORD];
  int64_t read = 0, of = 0;
  for (int i = 0; i < COUNT; i++, of++) {
    const double value = random_number(i % 3);
    snprintf(word, sizeof word, (random_bits() & 1) ? "%.*g" : "%.*e", (int)(random_bits() % 20), value);
    expect_reading(self, word, &read);
  }
  check_at_least(self, (double)read / (double)of, 0.5, "part of the words that is read without strtod()");
  for (int i = 0; i < COUNT / 3; i++) { /* an integer of 54 to 63 bits, halfway between two doubles or one beside it */
    const int shift = 1 + (int)(random_bits() % 10);
    const uint64_t mantissa = random_bits() >> 11 | UINT64_C(1) << 52, half = UINT64_C(1) << (shift - 1);
    snprintf(word, sizeof word, "%llu", (unsigned long long)((mantissa << shift) + half + random_bits() % 3 - 1));
    expect_reading(self, word, &read);
  }
  static const char *const words[] = {"0",
                                      "-0",
                                      "+1",
                                      ".5",
                                      "5.",
                                      "-.5e-3",
                                      "1e22",
                                      "1e23",
                                      "9007199254740993",
                                      "9007199254740993.0",
                                      "18446744073709551615",
                                      "9999999999999999999",
                                      "1e27",
                                      "1e-27",
                                      "8.5e-27",
                                      "0.000000000000000000000000001",
                                      "1E5",
                                      "1e+05",
                                      "00001.50",
                                      "123456789012345678e-27",
                                      "4.9e-324",
                                      "1.7976931348623157e308",
                                      "0e999",
                                      "1e28"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) expect_reading(self, words[i], &read);
  static const char *const none[] = {"",
                                     "-",
                                     ".",
                                     "e5",
                                     "1e",
                                     "1e+",
                                     "1.2.3",
                                     "1 ",
                                     " 1",
                                     "0x10",
                                     "nan",
                                     "inf",
                                     "1f",
                                     "--1",
                                     "1,5",
                                     "12345678901234567890",
                                     "1e99999999999"};
  double value = 7.0;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    check_true(self, !xpbd_number_read(none[i], &value) && value == 7.0, "'%s' is left to strtod()", none[i]);
  check_true(self, xpbd_number_read("9007199254740993", &value) && same_bits(value, 9007199254740992.0), "to even");
  check_control(self, !same_bits(value, nextafter(value, 0.0)) && !same_bits(0.0, -0.0), "another last bit");
}

static bool writes_like_printf(double value) {
  char word[WORD], written[XPBD_NUMBER_TEXT + 1];
  snprintf(word, sizeof word, "%.17g", value);
  *xpbd_number_write(value, written) = '\0';
  return strcmp(word, written) == 0;
}

static void run_writing(check *self, int unused) {
  enum { COUNT = 300000 };
  for (int i = 0; i < COUNT; i++) {
    const double value = random_number(i % 3);
    if (!writes_like_printf(value)) check_true(self, false, "%.17g", value);
  }
  for (int i = 0; i < COUNT / 3; i++) { /* few bits, so that the 17th digit is often followed by exactly a half */
    const double value = ldexp((double)(random_bits() >> (11 + random_bits() % 40)), -(int)(random_bits() % 60));
    if (!writes_like_printf(value)) check_true(self, false, "%.17g", value);
  }
  for (int power = -30; power < 30; power++) { /* powers of ten and their neighbours, on both sides of every format */
    const double value = pow(10.0, power);
    check_true(self, writes_like_printf(value) && writes_like_printf(-value), "1e%d", power);
    check_true(self, writes_like_printf(nextafter(value, 0.0)) && writes_like_printf(nextafter(value, INFINITY)),
               "beside 1e%d", power);
  }
  static const double others[] = {0.0, -0.0, 1.0, 0.5, 0.1, 99999999999999.984, 1e14, 123456.0, 9.9999999999999998e-05};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    check_true(self, writes_like_printf(others[i]), "%.17g", others[i]);
  for (int64_t value = 0; value < INT64_C(4000000000); value = 3 * value + 1) {
    char word[WORD], written[XPBD_NUMBER_TEXT + 1];
    snprintf(word, sizeof word, "%lld", (long long)value);
    *xpbd_number_write_count(value, written) = '\0';
    check_true(self, strcmp(word, written) == 0, "%s: '%s'", word, written);
  }
  char word[WORD], written[XPBD_NUMBER_TEXT + 1];
  snprintf(word, sizeof word, "%.16g", 0.1 + 0.2);
  *xpbd_number_write(0.1 + 0.2, written) = '\0';
  check_control(self, strcmp(word, written) != 0, "a digit less");
}

void check_group_decimal(check_registry *registry) {
  check_add(registry, "read", "random words, halves and ends have the bits of strtod()", run_reading, 0);
  check_add(registry, "write", "random numbers have the bytes of printf()", run_writing, 0);
}
