/* Why this file exists: converts numbers between text and double exactly. A decimal number is digits * 5^s * 2^s. With s
 * up to 27, 5^s has 63 bits, so its product with 64 bits and its quotient with remainder are exact in 128 bits. One
 * rounding follows, to nearest and to even. Other numbers are left to the C library. */
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FIVES = 27, MOST_DIGITS = 19, LONGEST_WORD = 64, WRITTEN_DIGITS = 17, MANTISSA_BITS = 53, BIAS = 1075 };

/* Writes exactly `count` digits. */
static void put_digits(uint64_t value, int count, char *out) {
  for (; count > 1; count -= 2, value /= 100) {
    const int pair = (int)(value % 100);
    out[count - 2] = (char)('0' + pair / 10);
    out[count - 1] = (char)('0' + pair % 10);
  }
  if (count == 1) out[0] = (char)('0' + value % 10);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static const uint64_t fives[MOST_FIVES + 1] = {
#define FIVES(first) first, first * 5, first * 25, first * 125
    FIVES(UINT64_C(1)),
    FIVES(UINT64_C(625)),
    FIVES(UINT64_C(390625)),
    FIVES(UINT64_C(244140625)),
    FIVES(UINT64_C(152587890625)),
    FIVES(UINT64_C(95367431640625)),
    FIVES(UINT64_C(59604644775390625)),
};

static int bit_length(wide value) {
  const uint64_t high = (uint64_t)(value >> 64);
  return high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((uint64_t)value);
}

/* value / 2^drop, rounded. `more`: the exact value is a little larger. */
static uint64_t round_off(wide value, int drop, bool more) {
  const wide rest = value & (((wide)1 << drop) - 1), half = (wide)1 << (drop - 1);
  const uint64_t whole = (uint64_t)(value >> drop);
  return whole + (rest > half || (rest == half && (more || (whole & 1))));
}

/* value * 2^exponent, for a result within the range of normal doubles. */
static double make_double(wide value, int exponent, bool more) {
  const int drop = bit_length(value) - MANTISSA_BITS;
  const uint64_t mantissa = drop > 0 ? round_off(value, drop, more) : (uint64_t)value << -drop;
  /* a mantissa of 2^53 carries into the exponent */
  const uint64_t bits =
      ((uint64_t)(exponent + drop + BIAS) << (MANTISSA_BITS - 1)) + (mantissa - (UINT64_C(1) << (MANTISSA_BITS - 1)));
  double out;
  memcpy(&out, &bits, sizeof out);
  return out;
}

/* digits * 10^scale, digits > 0 */
static double scale_digits(uint64_t digits, int scale) {
  if (scale >= 0) return make_double((wide)digits * fives[scale], scale, false);
  const int shift = __builtin_clzll(digits) + 63; /* the quotient has at least 64 bits */
  const wide numerator = (wide)digits << shift;
  return make_double(numerator / fives[-scale], scale - shift, numerator % fives[-scale] != 0);
}

static const char *read_digits(const char *at, uint64_t *value, int *significant) {
  for (; *at >= '0' && *at <= '9'; at++) {
    *value = 10 * *value + (uint64_t)(*at - '0');
    *significant += *value > 0;
  }
  return at;
}

bool xpbd_number_read(const char *word, double *out) {
  uint64_t digits = 0, power = 0;
  int significant = 0, power_digits = 0, scale = 0;
  const bool negative = *word == '-';
  const char *const begin = word + (*word == '-' || *word == '+');
  const char *at = read_digits(begin, &digits, &significant);
  int64_t count = at - begin;
  if (*at == '.') {
    const char *const point = at + 1;
    at = read_digits(point, &digits, &significant);
    count += at - point;
    scale = at - point <= LONGEST_WORD ? (int)(point - at) : 0;
  }
  if (count > 0 && (*at == 'e' || *at == 'E')) {
    const bool down = at[1] == '-';
    const char *const first = at + 1 + (at[1] == '-' || at[1] == '+');
    at = read_digits(first, &power, &power_digits);
    if (at == first || at - first > 3) return false;
    scale += down ? -(int)power : (int)power;
  }
  if (*at != '\0' || count == 0 || at - word > LONGEST_WORD || significant > MOST_DIGITS) return false;
  if (digits > 0 && (scale < -MOST_FIVES || scale > MOST_FIVES)) return false;
  const double size = digits > 0 ? scale_digits(digits, scale) : 0;
  *out = negative ? -size : size;
  return true;
}

/* The 17 digits of a value in [1e-10, 1e14), and the power of ten of the first. */
static uint64_t find_digits(double value, int *power) {
  static const uint64_t over = UINT64_C(100000000000000000);
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  const uint64_t top = UINT64_C(1) << (MANTISSA_BITS - 1), mantissa = (bits & (top - 1)) | top;
  const int exponent = (int)(bits >> (MANTISSA_BITS - 1)) - BIAS;
  /* the logarithm of 2 is 78913 / 2^18, so this is right or one too low; the 64 keeps it positive */
  *power = ((exponent + MANTISSA_BITS - 1) * 78913 + (64 << 18)) / (1 << 18) - 64;
  for (;; ++*power) {
    const int scale = WRITTEN_DIGITS - 1 - *power;
    const wide product = (wide)mantissa * fives[scale];
    const int drop = -(exponent + scale);
    if ((uint64_t)(product >> drop) >= over) continue;
    const uint64_t digits = round_off(product, drop, false);
    *power += digits == over;
    return digits == over ? over / 10 : digits;
  }
}

/* As %g: fixed from 1e-4 on, without zeros at the end. */
static char *put_number(const char *digits, int power, char *out) {
  int count = WRITTEN_DIGITS;
  while (count > 1 && digits[count - 1] == '0') count--;
  const bool small = power < -4;
  const int zeros = small || power >= 0 ? 0 : -power, whole = small ? 1 : zeros > 0 ? 0 : power + 1;
  if (zeros > 0) {
    memcpy(out, "0.0000", 6);
    out += 1 + zeros;
  }
  memcpy(out, digits, (size_t)whole);
  out += whole;
  if (count > whole) {
    if (whole > 0) *out++ = '.';
    memcpy(out, digits + whole, (size_t)(count - whole));
    out += count - whole;
  }
  if (!small) return out;
  memcpy(out, "e-", 2);
  put_digits((uint64_t)-power, 2, out + 2);
  return out + 4;
}

char *xpbd_number_write(double value, char *out) {
  const double size = fabs(value);
  if (value == 0) {
    if (signbit(value)) *out++ = '-';
    *out++ = '0';
    return out;
  }
  if (!(size >= 1e-10 && size < 1e14)) return out + snprintf(out, XPBD_NUMBER_TEXT, "%.17g", value);
  char digits[WRITTEN_DIGITS];
  int power;
  put_digits(find_digits(size, &power), WRITTEN_DIGITS, digits);
  if (value < 0) *out++ = '-';
  return put_number(digits, power, out);
}
#else /* no integers of 128 bits */
bool xpbd_number_read(const char *word, double *out) {
  (void)word, (void)out;
  return false;
}
char *xpbd_number_write(double value, char *out) {
  return out + snprintf(out, XPBD_NUMBER_TEXT, "%.17g", value);
}
#endif

char *xpbd_number_write_count(int64_t value, char *out) {
  int count = 1;
  for (int64_t rest = value; rest >= 10; rest /= 10) count++;
  put_digits((uint64_t)value, count, out);
  return out + count;
}
