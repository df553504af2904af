/* Why this file exists: the parts that all figures share: strings that are safe in a script, colours,
 * ticks and numbers. See figure.h. */
#include <math.h>
#include <string.h>

#include "figure.h"
#include "read/results.h"

/* Okabe and Ito's colours for colour-blind readers. style.css has their light versions for dark pages. */
static const int colours[REPORT_COLOURS] = {0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0xd55e00, 0x56b4e9, 0x7f7f7f};

int report_colour(int index) {
  return colours[index % REPORT_COLOURS];
}

/* In single quotes gnuplot substitutes neither commands (`...`) nor escapes. A quote is doubled. */
void report_script_string(FILE *script, const char *text) {
  fputc('\'', script);
  for (; *text; text++) {
    if (*text == '\'') fputc('\'', script);
    fputc((unsigned char)*text < 0x20 ? ' ' : *text, script);
  }
  fputc('\'', script);
}

void report_script_number(FILE *script, const char *name, double value) {
  char text[32];
  fprintf(script, "%s = %s\n", name, report_shortest(value, text));
}

/* gnuplot refuses empty arrays. */
void report_script_array(FILE *script, const char *name, const double *values, int count) {
  char text[32];
  fprintf(script, "array %s[%d] = [", name, count > 0 ? count : 1);
  for (int i = 0; i < count; i++) fprintf(script, "%s%s", i > 0 ? ", " : "", report_shortest(values[i], text));
  fputs(count > 0 ? "]\n" : "0]\n", script);
}

void report_data_number(FILE *data, double value, char end) {
  char text[32];
  fprintf(data, "%s%c", report_shortest(value, text), end);
}

void report_data_text(FILE *data, const char *text, char end) {
  for (; *text; text++) fputc((unsigned char)*text < 0x20 || *text == '#' || *text == '"' ? ' ' : *text, data);
  fputc(end, data);
}

const char *report_tick(const report_slice *slice, double x, char out[64]) {
  snprintf(out, 64, slice->square ? "%.0f\xc3\x97%.0f" : "%.10g", x, x);
  return out;
}

void report_script_ticks(FILE *script, const report_slice *slice) {
  enum { MANY = 9 };
  const int step = (slice->x_count + MANY - 1) / MANY;
  char text[64];
  size_t letters = 0;
  fputs("set xtics (", script);
  for (int i = 0; i < slice->x_count; i++) {
    const bool labelled = (slice->x_count - 1 - i) % step == 0; /* counted from the largest */
    report_tick(slice, slice->x[i], text);
    if (labelled) letters += strlen(text);
    fputs(i > 0 ? ", " : "", script);
    report_script_string(script, labelled ? text : "");
    char number[32];
    fprintf(script, " %s", report_shortest(slice->x[i], number));
  }
  fprintf(script, ")\nx_crowded = %d\n", letters > 34);
}

void report_put_fixed(FILE *stream, const char *before, const report_slice *slice) {
  if (!slice->fixed_axis) return;
  fputs(before, stream);
  if (!(slice->fixed > 0)) { /* the scene's own */
    fprintf(stream, "the %s of the scene", slice->fixed_axis);
  } else if (strcmp(slice->fixed_axis, "iterations") == 0) {
    fprintf(stream, "%.0f iteration%s per frame", slice->fixed, slice->fixed > 1 ? "s" : "");
  } else if (strcmp(slice->fixed_axis, "size") == 0) {
    bool square = true;
    for (int i = 0; i < slice->series_count; i++) {
      const report_point *p = slice->series[i].points[0];
      const double side = report_axis_number(p, "size");
      square = square && p->particles >= side * side && p->particles <= side * side;
    }
    fprintf(stream, square ? "%.0f\xc3\x97%.0f vertices" : "size %.0f", slice->fixed, slice->fixed);
  } else {
    fprintf(stream, "%s %g", slice->fixed_axis, slice->fixed);
  }
}
