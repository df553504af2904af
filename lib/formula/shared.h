/* Why this file exists: what a formula is written with, that is, the scalar and the parts that several headers share.
 * Define XPBD_SCALAR, include this, then any of the headers in all.h. */
#include "scalar.h"
#if defined(XPBD_OTHER_WORDS) /* a header that replaces some of its words (algebraic.c) */
#include XPBD_OTHER_WORDS
#endif
#include "edge.h"
#include "exponential.h"
#include "strain.h"
#include "compression.h"
#include "energy_tet.h"
#include "energy_triangle.h"
#include "fold.h"
#include "root.h"
