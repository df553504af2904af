/* Why this file exists: the functions of the C library that a formula may need. They compute, and touch neither files
 * nor processes. */
#include <string.h>

#include "foreign/fence.h"

/* Each also with the ending f or l. */
static const char *const mathematics[] = {
    "acos",   "acosh", "asin",   "asinh", "atan",      "atan2",  "atanh",     "cbrt", "ceil",  "copysign", "cos",
    "cosh",   "erf",   "erfc",   "exp",   "exp2",      "expm1",  "fabs",      "fdim", "floor", "fma",      "fmax",
    "fmin",   "fmod",  "frexp",  "hypot", "ilogb",     "ldexp",  "lgamma",    "log",  "log10", "log1p",    "log2",
    "logb",   "lrint", "lround", "modf",  "nearbyint", "pow",    "remainder", "rint", "round", "scalbn",   "sin",
    "sincos", "sinh",  "sqrt",   "tan",   "tanh",      "tgamma", "trunc",     "cabs", "cacos", "carg",     "casin",
    "catan",  "ccos",  "ccosh",  "cexp",  "cimag",     "clog",   "conj",      "cpow", "cproj", "creal",    "csin",
    "csinh",  "csqrt", "ctan",   "ctanh", "abs"};
static const char *const others[] = {"isnan",  "isinf",   "isfinite", "isnormal", "signbit",
                                     "memcpy", "memmove", "memset",   "memcmp"};

static bool is_in(const char *name, size_t length, const char *const *list, size_t count) {
  for (size_t k = 0; k < count; k++)
    if (strlen(list[k]) == length && strncmp(list[k], name, length) == 0) return true;
  return false;
}

bool xpbd_fence_is_pure(const char *name) {
  const size_t length = strlen(name), count = sizeof mathematics / sizeof *mathematics;
  if (length == 0) return false;
  if (is_in(name, length, mathematics, count) || is_in(name, length, others, sizeof others / sizeof *others))
    return true;
  return strchr("fl", name[length - 1]) && is_in(name, length - 1, mathematics, count);
}
