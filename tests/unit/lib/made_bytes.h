/* Why this file exists: the part of the group "made" that asks what was taken while something was made. */
#ifndef MADE_BYTES_H
#define MADE_BYTES_H

#include "runner/check.h"

void check_made_bytes(check_registry *registry);

#endif
