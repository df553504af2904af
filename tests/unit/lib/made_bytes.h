/* Why this file exists: declares the part of the group "made" that measures the memory taken. */
#pragma once

#include "runner/check.h"

void check_made_bytes(check_registry *registry);
