/* Why this file exists: reads the text in which a row says which part of a frame takes how much of its time. */
#include "parts.h"

#include <stdio.h>

typedef struct part {
  char name[24];
  double share;
} part;

/// Reads "motion=0.28 projections=0.72", by share. A text of another form has no parts.
static int read_parts(const char *text, part *out, int most) {
  int count = 0, length = 0;
  part next;
  for (; *text; text += length) {
    if (count == most || sscanf(text, " %23[a-z]=%lf%n", next.name, &next.share, &length) != 2) return 0;
    if (!(next.share >= 0.0 && next.share <= 1.0)) return 0;
    int at = count++;
    for (; at > 0 && out[at - 1].share < next.share; at--) out[at] = out[at - 1];
    out[at] = next;
  }
  return count;
}

const char *report_parts(const report_point *point, char *out, size_t capacity) {
  enum { MOST = 16 };
  part parts[MOST];
  const char *text = report_text(point->json, "phases");
  const int count = point->has_numbers && text ? read_parts(text, parts, MOST) : 0;
  size_t used = 0;
  out[0] = '\0';
  for (int k = 0; k < count && used < capacity; k++) {
    const int length = snprintf(out + used, capacity - used, "%s%s %.*f %%", k > 0 ? ", " : "", parts[k].name,
                                parts[k].share < 0.0095 ? 1 : 0, 100.0 * parts[k].share);
    used += (size_t)length;
  }
  return out;
}
