/* Why this file exists: one mixer for all hashes of states, so that equal states have equal hashes in every method, and
 * one hash of texts. Private to the project. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* One step of a 64-bit mixer (splitmix64, Steele, Lea, Flood 2014). Every bit and its position matter. */
static inline uint64_t xpbd_mix(uint64_t hash, uint64_t bits) {
  uint64_t z = (hash ^ bits) + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Continues with the bits of `count` numbers. Floats stored as doubles stay distinct. */
static inline uint64_t xpbd_mix_reals(uint64_t hash, const double *values, size_t count) {
  for (size_t k = 0; k < count; k++) {
    uint64_t bits;
    memcpy(&bits, &values[k], sizeof bits);
    hash = xpbd_mix(hash, bits);
  }
  return hash;
}

/* The 64-bit FNV-1a hash of a text, from XPBD_FNV_START on. Each step is a bijection, so one changed byte always changes
 * the hash. */
#define XPBD_FNV_START UINT64_C(14695981039346656037)
static inline uint64_t xpbd_fnv(uint64_t hash, const char *bytes, size_t count) {
  for (size_t k = 0; k < count; k++) hash = (hash ^ (unsigned char)bytes[k]) * UINT64_C(1099511628211);
  return hash;
}
