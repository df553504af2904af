/* Why this file exists: decompresses zlib streams: RFC 1950 (head and checksum) and RFC 1951 (blocks of Huffman codes).
 * Every read and write is checked, because the stream comes from a file of unknown origin. */
#include "base/inflate.h"

#include <stdint.h>
#include <string.h>

enum { MOST_BITS = 15, LITERALS = 288, DISTANCES = 32, END_OF_BLOCK = 256, ORDERED = 19 };

typedef struct inflation {
  const unsigned char *in;
  size_t in_size, at; /* bytes of the stream, and those read */
  uint32_t bits;      /* read but not used, lowest first */
  int bit_count;
  unsigned char *out;
  size_t out_size, written;
  bool damaged;
} inflation;

/* The codes of an alphabet: how many have each length, and the symbols in the order of their codes. */
typedef struct codes {
  uint16_t count[MOST_BITS + 1], symbol[LITERALS];
} codes;

/* The next `count` bits, at most 16. 0 at the end of the stream, which is damage. */
static uint32_t take(inflation *s, int count) {
  while (s->bit_count < count) {
    s->damaged |= s->at >= s->in_size;
    s->bits |= (uint32_t)(s->damaged ? 0 : s->in[s->at++]) << s->bit_count;
    s->bit_count += 8;
  }
  const uint32_t value = s->bits & ((UINT32_C(1) << count) - 1);
  s->bits >>= count;
  s->bit_count -= count;
  return value;
}

/* Assigns codes in the order of lengths, then symbols. More codes than bits allow are damage. Fewer are allowed, because
 * an alphabet of one symbol has one code. */
static void assign(inflation *s, const uint8_t *lengths, int count, codes *out) {
  uint16_t next[MOST_BITS + 1] = {0};
  int32_t left = 1;
  memset(out->count, 0, sizeof out->count);
  for (int i = 0; i < count; i++) out->count[lengths[i]]++;
  out->count[0] = 0;
  for (int length = 1; length <= MOST_BITS; length++) {
    left = 2 * left - out->count[length];
    s->damaged |= left < 0;
    if (length < MOST_BITS) next[length + 1] = (uint16_t)(next[length] + out->count[length]);
  }
  for (int i = 0; i < count; i++)
    if (lengths[i] > 0) out->symbol[next[lengths[i]]++] = (uint16_t)i;
}

/* Reads a code bit by bit. The codes of one length are consecutive numbers. */
static int decode(inflation *s, const codes *c) {
  int32_t code = 0, first = 0, index = 0;
  for (int length = 1; length <= MOST_BITS; length++) {
    code |= (int32_t)take(s, 1);
    const int32_t count = c->count[length];
    if (code - first < count) return c->symbol[index + code - first];
    index += count;
    first = (first + count) * 2;
    code *= 2;
  }
  s->damaged = true;
  return 0;
}

static void put(inflation *s, unsigned char byte) {
  s->damaged |= s->written >= s->out_size;
  if (!s->damaged) s->out[s->written++] = byte;
}

static void copy_back(inflation *s, size_t distance, int length) {
  s->damaged |= distance > s->written;
  for (int i = 0; i < length && !s->damaged; i++) put(s, s->out[s->written - distance]);
}

static void read_stored(inflation *s) {
  s->bits = 0, s->bit_count = 0; /* whole bytes follow */
  const uint32_t length = take(s, 16), inverse = take(s, 16);
  s->damaged |= (length ^ inverse) != 0xffff;
  for (uint32_t i = 0; i < length && !s->damaged; i++) put(s, (unsigned char)take(s, 8));
}

/* Lengths and distances are a base and more bits. */
static void read_codes(inflation *s, const codes *literals, const codes *distances) {
  static const uint16_t length_base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
  static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
  static const uint16_t distance_base[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                           33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                           1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
  static const uint8_t distance_bits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                          6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
  while (!s->damaged) {
    const int symbol = decode(s, literals);
    if (symbol == END_OF_BLOCK) return;
    if (symbol < END_OF_BLOCK) {
      put(s, (unsigned char)symbol);
      continue;
    }
    const size_t l = (size_t)symbol - END_OF_BLOCK - 1;
    if (l >= sizeof length_bits) break;
    const int length = length_base[l] + (int)take(s, length_bits[l]);
    const size_t d = (size_t)decode(s, distances);
    if (d >= sizeof distance_bits) break;
    copy_back(s, distance_base[d] + (size_t)take(s, distance_bits[d]), length);
  }
  s->damaged = true;
}

static void read_fixed(inflation *s) {
  uint8_t lengths[LITERALS], five[DISTANCES];
  codes literals, distances;
  for (int i = 0; i < LITERALS; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  memset(five, 5, sizeof five);
  assign(s, lengths, LITERALS, &literals);
  assign(s, five, DISTANCES, &distances);
  read_codes(s, &literals, &distances);
}

/* The lengths of both alphabets are themselves coded, with repetitions. */
static void read_dynamic(inflation *s) {
  static const uint8_t order[ORDERED] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  const int literal_count = 257 + (int)take(s, 5), distance_count = 1 + (int)take(s, 5), ordered = 4 + (int)take(s, 4);
  uint8_t lengths[LITERALS + DISTANCES] = {0};
  codes c, distances;
  for (int i = 0; i < ordered; i++) lengths[order[i]] = (uint8_t)take(s, 3);
  assign(s, lengths, ORDERED, &c);
  for (int at = 0; at < literal_count + distance_count && !s->damaged;) {
    const int symbol = decode(s, &c);
    const int times = symbol < 16 ? 1 : symbol < 18 ? 3 + (int)take(s, symbol == 16 ? 2 : 3) : 11 + (int)take(s, 7);
    const uint8_t value = (uint8_t)(symbol < 16 ? symbol : symbol == 16 && at > 0 ? lengths[at - 1] : 0);
    s->damaged |= at + times > literal_count + distance_count || (symbol == 16 && at == 0);
    for (int i = 0; i < times && !s->damaged; i++) lengths[at++] = value;
  }
  s->damaged |= literal_count > LITERALS - 2 || distance_count > DISTANCES - 2;
  if (s->damaged) return;
  assign(s, lengths, literal_count, &c);
  assign(s, lengths + literal_count, distance_count, &distances);
  read_codes(s, &c, &distances);
}

static uint32_t checksum(const unsigned char *bytes, size_t size) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < size; i++) {
    a = (a + bytes[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

bool xpbd_inflate(const unsigned char *stream, size_t stream_size, unsigned char *out, size_t size) {
  inflation s = {.in = stream, .in_size = stream_size, .out = out, .out_size = size};
  const uint32_t method = take(&s, 8), flags = take(&s, 8);
  bool last = false;
  s.damaged |= (method & 15) != 8 || (method << 8 | flags) % 31 != 0 || (flags & 32) != 0;
  while (!last && !s.damaged) {
    last = take(&s, 1);
    switch (take(&s, 2)) {
    case 0: read_stored(&s); break;
    case 1: read_fixed(&s); break;
    case 2: read_dynamic(&s); break;
    default: s.damaged = true;
    }
  }
  uint32_t sum = 0;
  s.bits = 0, s.bit_count = 0;
  for (int i = 0; i < 4; i++) sum = sum << 8 | take(&s, 8);
  return !s.damaged && s.written == size && sum == checksum(out, size);
}
