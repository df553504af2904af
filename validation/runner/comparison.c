/* Why this file exists: puts one comparison into words and computes how close it came to its limit. */
#include "comparison.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *check_relation_name(check_relation relation) {
  static const char *const names[CHECK_RELATIONS] = {"at most", "at least", "within", "same",
                                                     "true",    "status",   "control"};
  return (unsigned)relation < CHECK_RELATIONS ? names[relation] : "";
}

const char *check_comparison_words(const check_comparison *c, char out[2 * CHECK_WORDS_LIMIT]) {
  const size_t size = 2 * CHECK_WORDS_LIMIT;
  switch (c->relation) {
  case CHECK_AT_MOST: snprintf(out, size, "%.6g %s limit %.6g", c->value, c->held ? "<=" : "is not <=", c->high); break;
  case CHECK_AT_LEAST: snprintf(out, size, "%.6g %s limit %.6g", c->value, c->held ? ">=" : "is not >=", c->low); break;
  case CHECK_WITHIN:
    snprintf(out, size, "%.9g %s [%.9g, %.9g]", c->value, c->held ? "in" : "is not in", c->low, c->high);
    break;
  case CHECK_SAME:
    snprintf(out, size, "%016" PRIx64 " (%" PRIu64 ") %s %016" PRIx64 " (%" PRIu64 ")", c->bits, c->bits,
             c->held ? "==" : "is not", c->expected, c->expected);
    break;
  case CHECK_STATUS:
    snprintf(out, size, "%s '%s', expected '%s'", c->held ? "status" : "status is",
             xpbd_status_name((xpbd_status)c->bits), xpbd_status_name((xpbd_status)c->expected));
    break;
  case CHECK_CONTROL:
    snprintf(out, size, c->held ? "control, caught" : "is a deliberate error that was not caught");
    break;
  default: snprintf(out, size, c->held ? "true" : "is false, must be true"); break;
  }
  return out;
}

double check_share(const check_comparison *c) {
  double share = NAN;
  const double half = 0.5 * (c->high - c->low);
  const bool from_zero = c->relation == CHECK_WITHIN && !(c->low < 0 || c->low > 0);
  if ((c->relation == CHECK_AT_MOST || from_zero) && c->high > 0)
    share = fmax(c->value, 0) / c->high;
  else if (c->relation == CHECK_WITHIN && isfinite(half) && half > 0)
    share = fabs(c->value - 0.5 * (c->low + c->high)) / half;
  return c->held || share > 1 ? share : (double)INFINITY;
}

const char *check_unit(const char *quantity, size_t *length) {
  const size_t end = strlen(quantity);
  const char *open = strrchr(quantity, '[');
  if (!open || open == quantity || open[-1] != ' ' || end == 0 || quantity[end - 1] != ']') return NULL;
  *length = (size_t)(quantity + end - 1 - (open + 1));
  return *length > 0 && strcspn(open + 1, ", ") >= *length ? open : NULL;
}

void check_comparisons_add(check_comparisons *list, const check_comparison *c) {
  if (list->count == list->capacity) {
    const int64_t capacity = list->capacity ? 2 * list->capacity : 64;
    check_comparison *grown = realloc(list->items, (size_t)capacity * sizeof *grown);
    if (!grown) {
      list->lost = true;
      return;
    }
    list->items = grown, list->capacity = capacity;
  }
  check_comparison *kept = &list->items[list->count];
  *kept = *c;
  kept->quantity = strdup(c->quantity);
  kept->detail = c->detail[0] ? strdup(c->detail) : "";
  if (kept->quantity && kept->detail) {
    list->count++;
    return;
  }
  list->lost = true;
  free((void *)kept->quantity);
  if (c->detail[0]) free((void *)kept->detail);
}

void check_comparisons_free(check_comparisons *list) {
  for (int64_t i = 0; i < list->count; i++) {
    free((void *)list->items[i].quantity);
    if (list->items[i].detail[0]) free((void *)list->items[i].detail);
  }
  free(list->items);
  *list = (check_comparisons){0};
}
