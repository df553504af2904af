/* Why this file exists: declares the part of the group "made" that measures the memory taken. */
#ifndef MADE_BYTES_H
#define MADE_BYTES_H

#include "runner/check.h"

void check_made_bytes(check_registry *registry);

#endif
