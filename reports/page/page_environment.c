/* Why this file exists: numbers mean nothing without their machine. Every field is shown, missing ones as unknown. */
#include <string.h>

#include "support/html.h"
#include "page.h"

static void put_value(FILE *out, const json_t *field) {
  const json_t *value = json_object_get(field, "value");
  const char *unit = report_text(field, "unit");
  char text[HTML_NUMBER];
  if (json_is_string(value)) {
    html_text(out, json_string_value(value));
  } else if (json_is_number(value) && unit) {
    html_text(out, html_quantity(json_number_value(value), unit, text)); /* the unit is a text of the file */
    return;
  } else if (json_is_integer(value)) {
    fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
  } else if (json_is_number(value)) {
    fprintf(out, "%.4g", json_number_value(value));
  }
  if (unit) fputc(' ', out), html_text(out, unit);
}

static void put_field(FILE *out, const char *name, const json_t *field) {
  const char *state = report_text(field, "state");
  html_put(out, "<tr><th scope=row>%s</th><td>", name);
  if (state && strcmp(state, "known") == 0)
    put_value(out, field);
  else
    fputs(state && strcmp(state, "not applicable") == 0 ? "<i>not applicable</i>" : "<i class=unknown>unknown</i>",
          out);
  html_put(out, "</td><td class=source>%s</td></tr>\n", report_text(field, "source"));
}

/// The number of fields of a group if none applies and all have the same reason, else 0.
static int idle_fields(json_t *group, const char **source) {
  const char *key;
  json_t *field;
  int count = 0;
  json_object_foreach(group, key, field) {
    const char *state = report_text(field, "state"), *own = report_text(field, "source");
    if (!state || strcmp(state, "not applicable") != 0 || !own) return 0;
    if (count++ > 0 && strcmp(own, *source) != 0) return 0;
    *source = own;
  }
  return count;
}

/// An object of fields, or of objects of fields.
static void put_group(FILE *out, const char *title, json_t *group) {
  const char *key;
  json_t *field;
  const char *source = NULL;
  const int idle = idle_fields(group, &source);
  html_put(out, "<tr><th colspan=3 class=group>%s</th></tr>\n", title);
  if (idle > 1) {
    fprintf(out, "<tr><th scope=row>%d fields</th><td><i>not applicable</i></td><td class=source>", idle);
    html_put(out, "%s</td></tr>\n", source);
    return;
  }
  json_object_foreach(group, key, field) {
    if (report_text(field, "state")) put_field(out, key, field);
  }
  json_object_foreach(group, key, field) {
    if (json_is_object(field) && !report_text(field, "state")) put_group(out, key, field);
  }
}

xpbd_status report_put_environment(const report_page *page, FILE *out) {
  const char *key;
  json_t *group;
  json_object_foreach(json_object_get(page->run->xb, "env"), key, group) put_group(out, key, group);
  put_group(out, "program", json_object_get(page->run->xb, "tool"));
  return XPBD_OK;
}
