/* Why this file exists: the parts that all figures share: strings that are safe in a script, colours,
 * ticks and numbers. See figure.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "read/memory.h"
#include "read/results.h"
#include "support/unseen.h"

/* Okabe and Ito's colours for colour-blind readers. style.css has their light versions for dark pages. */
static const int colours[REPORT_COLOURS] = {0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0xd55e00, 0x56b4e9, 0x7f7f7f};

int report_colour(int index) {
  return colours[index % REPORT_COLOURS];
}

/* In double quotes gnuplot substitutes commands (`...`), macros (@...) and escapes, but not in what an octal escape
 * gives. In single quotes a quote would be doubled, but gnuplot 5.4 takes two at the start for an empty string. */
static void put_string(FILE *script, const char *text, bool format) {
  fputc('"', script);
  for (size_t unseen; *text; text += unseen > 0 ? unseen : 1) {
    unseen = unseen_bytes(text);
    if (unseen > 0)
      fputc(' ', script);
    else if (strchr("\"\\`@'", *text))
      fprintf(script, "\\%04o", (unsigned)*text); /* gnuplot reads up to four digits after a 0 */
    else if (format && *text == '%')
      fputs("%%", script);
    else
      fputc(*text, script);
  }
  fputc('"', script);
}

void report_script_string(FILE *script, const char *text) {
  put_string(script, text, false);
}

void report_script_label(FILE *script, const char *text) {
  put_string(script, text, true);
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
  for (size_t unseen; *text; text += unseen > 0 ? unseen : 1) {
    unseen = unseen_bytes(text);
    fputc(unseen > 0 || *text == '#' || *text == '"' ? ' ' : *text, data);
  }
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

/// Round numbers within a range, from the roundest set with at least four. Of many decades some are left out.
static int round_numbers(double low, double high, double *out, int room) {
  static const double sets[][14] = {
      {1}, {1, 2, 5}, {1, 1.5, 2, 3, 5, 7}, {1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6.5, 8}};
  int count = 0;
  const int stride = (int)ceil(log10(high / low) / 9);
  for (int best = 0; best < 4 && count < 4; best++) {
    count = 0;
    for (int decade = -15; decade <= 15; decade++)
      for (int i = 0; i < 14 && sets[best][i] > 0; i++) {
        const double tick = sets[best][i] * pow(10, decade);
        if (tick >= low && tick <= high && decade % stride == 0 && count < room) out[count++] = tick;
      }
  }
  return count;
}

/// Decimal steps, for a range that has at most one round number.
static int decimal_steps(double low, double high, double *out, int room) {
  double step = pow(10, floor(log10(high - low)));
  int count = 0;
  const double parts = (high - low) / step;
  step = parts < 2 ? step / 2 : parts < 5 ? step : 2 * step;
  for (double k = ceil(low / step); k * step <= high && count < room; k++) out[count++] = k * step;
  return count;
}

/// 0.5, 2000, "20 k", "3 M", "1.5 G".
static void put_short(FILE *script, double value) {
  static const struct {
    double size;
    const char *name;
  } units[] = {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (value >= 0.999 * units[i].size && value >= 9999) {
      fprintf(script, "'%.4g%s'", value / units[i].size, units[i].name);
      return;
    }
  fprintf(script, "'%.4g'", value);
}

void report_script_log_ticks(FILE *script, const char *axis, double low, double high) {
  double ticks[64];
  char text[32];
  int count = round_numbers(low, high, ticks, 64);
  if (count < 2) count = decimal_steps(low, high, ticks, 64);
  fprintf(script, "set %stics (", axis);
  for (int i = 0; i < count; i++) {
    fputs(i > 0 ? ", " : "", script);
    put_short(script, ticks[i]);
    fprintf(script, " %s", report_shortest(ticks[i], text));
  }
  fputs(")\n", script);
}

/// The first line of each style, in order of appearance.
static bool is_new_style(const report_series *const *lines, int index) {
  for (int i = 0; i < index; i++)
    if (lines[i]->style == lines[index]->style) return false;
  return true;
}

/// The style of a line in a script. 0 is wide and pale, for the sequential backend alone.
static int style_of(const report_series *const *lines, int count, int index) {
  char backend[64];
  int more = 0;
  for (int i = 0; i < count && more == 0; i++)
    more = lines[i]->style == 0 &&
           strcmp(report_axis_text(lines[i]->points[0], "backend", backend, sizeof backend), "seq") != 0;
  return lines[index]->style + more;
}

void report_script_key(FILE *script, const report_series *const *lines, int count) {
  size_t letters = 0;
  int entries = 0;
  for (int i = 0; i < count; i++) {
    if (!is_new_style(lines, i)) continue;
    entries++;
    if (strlen(lines[i]->label) > letters) letters = strlen(lines[i]->label);
  }
  fprintf(script, "key_lines = %d\nkey_letters = %zu\nkey_step = 1\n", entries, letters);
  fprintf(script, "array key_label[%d]\narray key_colour[%d]\narray key_style[%d]\n", entries, entries, entries);
  entries = 0;
  for (int i = 0; i < count; i++) {
    if (!is_new_style(lines, i)) continue;
    entries++;
    fprintf(script, "key_label[%d] = ", entries);
    report_script_string(script, lines[i]->label);
    fprintf(script, "\nkey_colour[%d] = 0x%06x\nkey_style[%d] = %d\n", entries,
            (unsigned)report_colour(lines[i]->colour), entries, style_of(lines, count, i));
  }
}

void report_script_panels(FILE *script, const report_slice *slice, const report_series *const *lines, int count) {
  int panel = 0;
  fprintf(script, "array panel_title[%d]\narray first_line[%d]\narray last_line[%d]\n", count, count, count);
  fprintf(script, "array line_style[%d]\narray line_colour[%d]\n", count, count);
  for (int i = 0; i < count; i++) {
    if (i == 0 || lines[i]->panel != lines[i - 1]->panel) {
      panel++;
      fprintf(script, "panel_title[%d] = ", panel);
      report_script_string(script, slice->panels[lines[i]->panel]);
      fprintf(script, "\nfirst_line[%d] = %d\n", panel, i + 1);
    }
    fprintf(script, "last_line[%d] = %d\nline_style[%d] = %d\nline_colour[%d] = 0x%06x\n", panel, i + 1, i + 1,
            style_of(lines, count, i), i + 1, (unsigned)report_colour(lines[i]->colour));
  }
  fprintf(script, "panel_count = %d\n", panel);
}

const report_series **report_all_lines(const report_slice *slice) {
  const report_series **out = report_memory((size_t)slice->series_count, sizeof(const report_series *));
  for (int i = 0; out && i < slice->series_count; i++) out[i] = &slice->series[i];
  return out;
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
