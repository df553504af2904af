/* Why this file exists: one mixer for all hashes, so that equal states have equal hashes in every method. Private to
 * the library. */
#ifndef XPBD_HASH_H
#define XPBD_HASH_H

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

#endif
