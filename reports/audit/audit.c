/* Why this file exists: what all parts of an audit share: how an outcome is noted, and when two numbers are equal. */
#include "audit.h"

#include <math.h>
#include <stdarg.h>

void audit_say(audit_row *row, audit_outcome outcome, const char *format, ...) {
  va_list values;
  if (row->outcome == AUDIT_DIFFERENT) return;
  row->outcome = outcome;
  va_start(values, format);
  vsnprintf(row->why, sizeof row->why, format, values);
  va_end(values);
}

void audit_fault(audit *self, const char *format, ...) {
  va_list values;
  if (self->fault_count == AUDIT_FAULTS) return;
  va_start(values, format);
  vsnprintf(self->faults[self->fault_count++], AUDIT_WHY, format, values);
  va_end(values);
}

bool audit_same(double a, double b) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
  return fabs(a - b) <= 1e-10 * fmax(fabs(a), fabs(b));
}
