/* Why this file exists: decodes numbers of binary mesh files without alignment or byte order of the machine. */
#include "mesh/import_number.h"

#include <string.h>

size_t xpbd_number_bytes(xpbd_number_type type) {
  static const size_t bytes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return bytes[type];
}

double xpbd_number_decode(xpbd_number_type type, const unsigned char *bytes, int big_endian) {
  const size_t size = xpbd_number_bytes(type);
  uint64_t bits = 0;
  for (size_t i = 0; i < size; i++) bits = bits << 8 | bytes[big_endian ? i : size - 1 - i];
  switch (type) {
  case XPBD_NUMBER_I8: return (double)(int8_t)bits;
  case XPBD_NUMBER_I16: return (double)(int16_t)bits;
  case XPBD_NUMBER_I32: return (double)(int32_t)bits;
  case XPBD_NUMBER_I64: return (double)(int64_t)bits;
  case XPBD_NUMBER_F32: {
    const uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return (double)value;
  }
  case XPBD_NUMBER_F64: {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  default: return (double)bits;
  }
}
