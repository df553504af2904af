/* Why this file exists: the types of numbers in binary mesh files (PLY, VTK), as doubles. Private to lib/mesh. */
#ifndef XPBD_MESH_IMPORT_NUMBER_H
#define XPBD_MESH_IMPORT_NUMBER_H

#include <stddef.h>
#include <stdint.h>

typedef enum xpbd_number_type {
  XPBD_NUMBER_NONE,
  XPBD_NUMBER_I8,
  XPBD_NUMBER_U8,
  XPBD_NUMBER_I16,
  XPBD_NUMBER_U16,
  XPBD_NUMBER_I32,
  XPBD_NUMBER_U32,
  XPBD_NUMBER_I64,
  XPBD_NUMBER_U64,
  XPBD_NUMBER_F32,
  XPBD_NUMBER_F64
} xpbd_number_type;

/// Bytes of one number. 0 for none.
size_t xpbd_number_bytes(xpbd_number_type type);
/// The number in xpbd_number_bytes(type) bytes. A double holds every index that a file can have.
double xpbd_number_decode(xpbd_number_type type, const unsigned char *bytes, int big_endian);

#endif
