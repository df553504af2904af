/* Why this file exists: exp, expm1, log, acos, atan2, sin, cos, tanh and pow consist of correctly rounded operations only.
 * So their bits are the same on every machine, and every backend is compared with them. Limits of accuracy would miss a
 * changed coefficient or threshold. The hash of many results does not. */
#include <math.h>
#include <string.h>

#include "formula/table.h"
#include "math_functions.h"

enum { COUNT = 200000 };

/// A sequence of integers whose bits are all mixed (splitmix64).
static uint64_t mixed(uint64_t i) {
  uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// In turn: any finite number, -1 to 1, -128 to 128, about 1, about 0.
static double argument_of(uint64_t i) {
  const uint64_t m = mixed(i);
  const double unit = ldexp((double)(m >> 11), -52) - 1; /* exact */
  switch (i % 5) {
  case 0: return ldexp(unit, (int)(m & 511) - 256);
  case 1: return unit;
  case 2: return 128 * unit;
  case 3: return 1 + ldexp(unit, -(int)(m & 31));
  default: return ldexp(unit, -(int)(m & 63));
  }
}

typedef float (*function_f32)(float y, float x);
typedef double (*function_f64)(double y, double x);

#define OF_ONE(name)                                                                                                   \
  static float name##_f32(float y, float x) {                                                                          \
    (void)x;                                                                                                           \
    return xpbd_##name##_f32(y);                                                                                       \
  }                                                                                                                    \
  static double name##_f64(double y, double x) {                                                                       \
    (void)x;                                                                                                           \
    return xpbd_##name##_f64(y);                                                                                       \
  }
OF_ONE(exp)
OF_ONE(expm1)
OF_ONE(log)
OF_ONE(acos)
OF_ONE(sin)
OF_ONE(cos)
OF_ONE(tanh)
#undef OF_ONE
static float pow_f32(float y, float x) {
  return xpbd_pow_f32(fabsf(y), x);
}
static double pow_f64(double y, double x) {
  return xpbd_pow_f64(fabs(y), x);
}
static float atan2_f32(float y, float x) {
  return xpbd_atan2_f32(y, x);
}
static double atan2_f64(double y, double x) {
  return xpbd_atan2_f64(y, x);
}

/// Into the FNV-1a hash; the bits of a NaN depend on the machine.
static uint64_t mix_in(uint64_t hash, uint64_t bits) {
  for (int byte = 0; byte < 8; byte++) hash = (hash ^ (bits >> (8 * byte) & 255)) * 0x100000001b3u;
  return hash;
}

/// Hash of all results; `wrong`: the result with that number has a changed last bit.
static uint64_t hash_f32(function_f32 f, int wrong) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < COUNT; i++) {
    const float value = f((float)argument_of((uint64_t)i), (float)argument_of((uint64_t)(i / 5 + COUNT)));
    hash = mix_in(hash, isnan(value) ? 1 : xpbd_to_bits_f32(value) ^ (i == wrong));
  }
  return hash;
}
static uint64_t hash_f64(function_f64 f, int wrong) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < COUNT; i++) {
    const double value = f(argument_of((uint64_t)i), argument_of((uint64_t)(i / 5 + COUNT)));
    hash = mix_in(hash, isnan(value) ? 1 : xpbd_to_bits_f64(value) ^ (i == wrong));
  }
  return hash;
}

static const struct {
  const char *name;
  function_f32 f32;
  function_f64 f64;
  uint64_t hash_f32, hash_f64;
} functions[] = {
    {"exp", exp_f32, exp_f64, 0x0c86dc06732bffe2u, 0xa2fd890a92c714e7u},
    {"expm1", expm1_f32, expm1_f64, 0xcd67327431d8dd64u, 0xd854975f2e1ce7d7u},
    {"log", log_f32, log_f64, 0x74f4d1732d326807u, 0x479ea2cc08a533e0u},
    {"acos", acos_f32, acos_f64, 0x721c64eaa5bf3309u, 0x44f2c9dc906d0628u},
    {"atan2", atan2_f32, atan2_f64, 0x67ae2842d8952db2u, 0x1f3a27abcc171b21u},
    {"sin", sin_f32, sin_f64, 0x2d39f2108659814fu, 0xec453defb5089a9du},
    {"cos", cos_f32, cos_f64, 0x7e2d3994ffdd0ccau, 0x0ff0b2b54ef065e5u},
    {"tanh", tanh_f32, tanh_f64, 0x90913959e7ce02beu, 0xb0ccbf1b3655b2d6u},
    {"pow", pow_f32, pow_f64, 0x83e733a99d4348bcu, 0xf168424bc48a4002u},
};

static void recorded(check *self, int unused) {
  check_why(self, "only correctly rounded operations: all bits are equal on every machine");
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
    check_same(self, hash_f32(functions[k].f32, -1), functions[k].hash_f32, "%s, float: hash of %d results",
               functions[k].name, COUNT);
    check_same(self, hash_f64(functions[k].f64, -1), functions[k].hash_f64, "%s, double: hash of %d results",
               functions[k].name, COUNT);
    check_control(self, hash_f32(functions[k].f32, 3) != functions[k].hash_f32, "%s: one bit of one result",
                  functions[k].name);
    check_control(self, hash_f64(functions[k].f64, COUNT - 2) != functions[k].hash_f64,
                  "%s: one bit of the last result", functions[k].name);
  }
}

void math_add_bits(check_registry *registry) {
  check_add(registry, "recorded-bits", "the bits of many results of every function", recorded, 0);
}
