/* Why this file exists: the checks of vertex block descent are two files. vbd_plain.c has a second implementation. */
#ifndef VBD_CHECKS_H
#define VBD_CHECKS_H

#include "runner/check.h"
#include "xpbd/implicit.h"

void check_add_vbd_plain(check_registry *registry);

#endif
