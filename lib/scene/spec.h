/* Why this file exists: the parsed form of a specification of constraints, which is parsed only once. Private to the
 * library and its programs. */
#pragma once

#include "xpbd/scene.h"

enum { XPBD_SPEC_MOST = 16, XPBD_SPEC_WORD = 64, XPBD_SPEC_VALUE = 256 };

/// One field of a formula: one value everywhere, or an attribute of the mesh.
typedef struct xpbd_spec_field {
  bool set;
  double value[3];
  char attribute[XPBD_SPEC_VALUE]; ///< "" = the value.
} xpbd_spec_field;

/// One formula of a specification.
typedef struct xpbd_spec_part {
  int formula;                        ///< Index in the list.
  bool first;                         ///< Belongs to the first part as written.
  bool shear;                         ///< The mu part of a solid, with E and nu of the next part, its lambda part.
  double material[XPBD_MAX_MATERIAL]; ///< NaN = not set, also for alpha and beta.
  double alpha, beta;
  int reading, order, solve;              ///< -1 = not set.
  xpbd_spec_field field[XPBD_MAX_FIELDS]; ///< Of the formula's fields, in their order.
} xpbd_spec_part;

typedef struct xpbd_spec {
  int count;
  xpbd_spec_part part[XPBD_SPEC_MOST];
} xpbd_spec;

/// Parses a specification as described at xpbd_constraint_spec_check(). "none" has no parts.
xpbd_status xpbd_spec_read(const char *text, xpbd_spec *out);

/// Defaults of parts that set nothing themselves.
typedef struct xpbd_spec_standards {
  double stiffness; ///< NaN = the formulas' own.
  double compliance, damping;
  double moduli; ///< Compliance of formulas whose moduli are the body's (XPBD_MODULI): 1, or the user's value.
  xpbd_order order;
  xpbd_damping reading;
} xpbd_spec_standards;

/// The definition of a part, whose fields are in `values` and in the part. XPBD_ERR_INVALID_ARGUMENT if a stiffness is
/// given but the formula has none.
xpbd_status xpbd_spec_define(const xpbd_spec_part *part, const xpbd_spec_standards *standards,
                             xpbd_field_values values[XPBD_MAX_FIELDS], xpbd_constraints_def *out);
