/* Why this file exists: ParaView and meshio compress the arrays of VTU files with zlib by default, and the library has
 * no dependencies. Private to the project. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Decompresses a zlib stream (RFC 1950) of exactly `size` bytes into `out` [size]. False if it is damaged, or has
/// another size.
bool xpbd_inflate(const unsigned char *stream, size_t stream_size, unsigned char *out, size_t size);
