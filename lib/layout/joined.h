/* Why this file exists: what contact needs to know of a scene before it runs, for the CPU state and for a device. */
#pragma once

#include <stdint.h>

#include "xpbd/scene.h"

typedef struct xpbd_contact_topology {
  uint32_t mask;   /* buckets of the table - 1; a power of two above the number of particles, at least 4 */
  int32_t *first;  /* [n + 1] */
  int32_t *joined; /* of particle i: joined[first[i]] .., the particles it never collides with, ascending */
  int32_t joined_count;
} xpbd_contact_topology;

/// *bytes grows by the memory used. Free with xpbd_contact_destroy(), even after a failure.
xpbd_status xpbd_contact_build(const xpbd_scene *scene, int64_t *bytes, xpbd_contact_topology *out);
void xpbd_contact_destroy(xpbd_contact_topology *topology);
