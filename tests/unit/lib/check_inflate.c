/* Why this file exists: VTU files of ParaView and meshio are compressed, mostly in blocks with codes of their own. The
 * stream below has a block of each kind, every code of a length and of a distance, and both ends of what each code
 * means. It was made symbol by symbol, and zlib reads it. The content is computed here without any of its tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/inflate.h"
#include "runner/check.h"

static const char stream_hex[] =
    "789c000a00f5ff419627c4f995d99cbf0fe232545e5f7be4d1a5478f216280f6eedb2882180ac0703b0424b440ce0c113d500095105104"
    "115dd0053324241092c28f07ce9fbffb6ecfad565ed2d3f37ab83c3d38bc38be39b97f7e7a3cbbbb3dbabe3a7f8d5d8cb788ef371f219f"
    "cfbf227d07fec8eb67c0afa4bf8bfd93cbdf84ff4afb9fc9807a0c2e7348d2e14d1e51f3d1ed1e93dff8c0094663f2dca6e89de9339ba1"
    "f6b3376e8eb9397fc405cc80c597b684b9b2fc66ad6046aebe87d73076eb5ff41b0021377fa56d0134dafe41dc8119b9fbf06f0ff08cbd"
    "ef2da8b015ad6dd6204c1efa009b80f6e39cc14f308511ea505a5b32400fa8db56a19b88630c56a253b0117d4c726551618c503980c791"
    "a50163840e66056ebf4123b6b146c9736df11487509c349e31d4f520fd136409f57fb223a080c2282e21ab630a69b8076c69a947a141d9"
    "1353ed42f7b2c0a7c48833c3c309e56e9c66fec6984891b3029fccd2e9a42111398e62ed4168e28ed53da53354105f794cbcc80a4d03ee"
    "77e85f638971a4cd0302653298328fb58c76691200385c69b2cb2376731c1a9f884c95f0f49d5ec619206b170c5687b3f11ac8c00477d0"
    "597ddc31b281c10a74d425bfa09dff9ffd7f0e00f2ffdf0100c9ff530048ff3f0380e8ff1800f1ff1300b4ff870084ff4700b4fe0300c1"
    "ff3680c6bf09d0fc6f01d4fe3aa0fe6f002abf0a54ff1a50fa3228ff0ae879118a5f82ee0b28bc07fdf6a7ffddf4e9abef7eba7af7eed3"
    "abab57d70b1e18b4a6";

enum { PACKED = (sizeof stream_hex - 1) / 2, CONTENT = 33087, FAR = 32768 };

static void unpack_hex(unsigned char out[PACKED]) {
  for (size_t k = 0; k < PACKED; k++) {
    unsigned byte = 0;
    sscanf(stream_hex + 2 * k, "%2x", &byte);
    out[k] = (unsigned char)byte;
  }
}

/// Adds `length` bytes, each equal to that `distance` before. Those of distance 0 are pseudo-random.
static size_t add(unsigned char *out, size_t at, int length, int distance, uint32_t *random) {
  for (int k = 0; k < length; k++, at++) {
    if (distance == 0) *random = *random * 1103515245u + 12345u;
    out[at] = distance == 0 ? (unsigned char)(*random >> 24) : out[at - (size_t)distance];
  }
  return at;
}

/// Computes the content. Returns its size.
static size_t content(unsigned char out[CONTENT + 258]) {
  /* the least and the greatest length of each code */
  static const int lengths[] = {3,  4,  5,  6,   7,   8,   9,   10,  11,  12,  13,  14,  15,  16,  17, 18, 19,
                                22, 23, 26, 27,  30,  31,  34,  35,  42,  43,  50,  51,  58,  59,  66, 67, 82,
                                83, 98, 99, 114, 115, 130, 131, 162, 163, 194, 195, 226, 227, 257, 258};
  uint32_t random = 1;
  size_t at = add(out, 0, 10, 0, &random); /* stored */
  at = add(out, at, 10, 0, &random);       /* fixed codes */
  at = add(out, at, 6, 20, &random);
  at = add(out, at, 20, 0, &random); /* codes of its own */
  for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
    at = add(out, at, lengths[k], 1 + lengths[k] * lengths[k] * 97 % (int)at, &random);
  for (int k = 1; at < FAR; k++) at = add(out, at, 258, 1 + k * k * 977 % (int)at, &random);
  for (int e = 15; e >= 0; e--) {
    const int ends[] = {1 << e, (1 << e) + 1, 3 << e >> 1, (3 << e >> 1) + 1};
    for (int k = 0; k < 4; k++)
      if (ends[k] <= FAR) at = add(out, at, 4, ends[k], &random);
  }
  return at;
}

static void streams(check *self, int unused) {
  static unsigned char packed[PACKED], damaged[PACKED], expected[CONTENT + 258], out[CONTENT + 258];
  unpack_hex(packed);
  if (!check_true(self, content(expected) == CONTENT, "the content has %d bytes", CONTENT)) return;
  const bool read = xpbd_inflate(packed, PACKED, out, CONTENT);
  check_true(self, read && memcmp(out, expected, CONTENT) == 0, "all blocks, lengths and distances");
  check_true(self, !xpbd_inflate(packed, PACKED, out, CONTENT - 1), "one byte less has no room");
  check_true(self, !xpbd_inflate(packed, PACKED, out, CONTENT + 1), "one byte more is not there");
  for (size_t size = 0; size < PACKED; size++)
    check_true(self, !xpbd_inflate(packed, size, out, CONTENT), "cut off after %zu bytes", size);
  int unseen = 0;
  for (size_t bit = 0; bit < 8 * PACKED; bit++) {
    memcpy(damaged, packed, PACKED);
    damaged[bit / 8] ^= (unsigned char)(1u << bit % 8);
    if (!xpbd_inflate(damaged, PACKED, out, CONTENT)) continue;
    unseen++;
    check_true(self, memcmp(out, expected, CONTENT) == 0, "bit %zu changed: another content is taken", bit);
  }
  /* Bits that fill up a byte are not read, and some other distances meet the same bytes. */
  check_true(self, unseen < 8 * PACKED / 100, "%d changed bits of %d are not seen", unseen, 8 * PACKED);
  check_true(self, xpbd_inflate(packed, PACKED, out, CONTENT), "it is whole again");
  expected[CONTENT / 2] ^= 1;
  check_control(self, memcmp(out, expected, CONTENT) != 0, "one bit of the content");
}

void check_group_inflate(check_registry *registry) {
  check_add(registry, "streams", "a stream with all that a stream may have, and each bit of it changed", streams, 0);
}
