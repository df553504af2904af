/* Why this file exists: writes curves as SVG itself, without gnuplot, which draws the figures of reports. gnuplot may
 * be missing where a verdict is wanted. Another version of it would draw the pictures of docs/made differently, and the
 * test findings_page compares them. */
#include "plot.h"

#include <math.h>

#include "support/html.h"

enum { MOST_TICKS = 40 };

/// Size of a drawing, its margins, and how many labels fit along an axis, linear or logarithmic.
typedef struct sheet {
  int width, height, left, right, top, bottom, labels, powers;
  const char *frame; ///< Attributes for readers without style sheets.
} sheet;

/// A file is read at its full width. In a page on a phone, 390 pixels wide, letters of 12 still have to be 10 pixels
/// high.
static const sheet in_file = {640, 380, 78, 26, 30, 46, 6, 10, ""},
                   in_page = {400, 280, 74, 14, 30, 42, 4, 6, " fill=\"none\" stroke=\"#888\""};

// The colours of the reports' figures, told apart by colour-blind readers.
static const char *const colours[PLOT_SERIES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                                 "#56b4e9", "#000000", "#7f6000", "#666666", "#674ea7"};
static const char *const dashes[PLOT_SERIES] = {"none", "6 3",  "2 3",     "8 3 2 3", "4 2",
                                                "1 2",  "10 4", "6 2 1 2", "3 3",     "12 3"};
// Outlines of markers, 2 wide about their point.
static const char *const markers[] = {"m-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0", "m-1-1h2v2h-2z", "m0-1.2l1.2 2.1h-2.4z",
                                      "m0-1.4l1.4 1.4l-1.4 1.4l-1.4-1.4z", "m-1-1l2 2m0-2l-2 2"};
enum { MARKERS = sizeof markers / sizeof *markers, MOST_MARKED = 24 };

/// One axis: its ends, in logarithms where it is one.
typedef struct axis {
  double low, high;
  bool log;
  const sheet *on;
} axis;

static double scaled(const axis *a, double value) {
  return a->log ? log10(value) : value;
}

static bool drawn(const plot *p, double x, double y) {
  return isfinite(x) && isfinite(y) && (!p->log_x || x > 0) && (!p->log_y || y > 0);
}

static bool find_axes(const plot *p, const sheet *on, axis *x, axis *y) {
  *x = (axis){HUGE_VAL, -HUGE_VAL, p->log_x, on};
  *y = (axis){HUGE_VAL, -HUGE_VAL, p->log_y, on};
  for (int s = 0; s < p->count; s++)
    for (int i = 0; i < p->series[s].count; i++) {
      const double a = p->series[s].x[i], b = p->series[s].y[i];
      if (!drawn(p, a, b)) continue;
      x->low = fmin(x->low, scaled(x, a)), x->high = fmax(x->high, scaled(x, a));
      y->low = fmin(y->low, scaled(y, b)), y->high = fmax(y->high, scaled(y, b));
    }
  if (!(x->low <= x->high)) return false;
  for (int k = 0; k < 2; k++) {
    axis *a = k ? y : x;
    const double width = a->high - a->low, pad = width > 0 ? 0.04 * width : fmax(1e-3, 0.1 * fabs(a->low));
    a->low -= pad, a->high += pad;
  }
  return true;
}

static double across(const axis *a, double value) {
  const sheet *on = a->on;
  return on->left + (on->width - on->left - on->right) * (scaled(a, value) - a->low) / (a->high - a->low);
}

static double up(const axis *a, double value) {
  const sheet *on = a->on;
  return on->height - on->bottom -
         (on->height - on->top - on->bottom) * (scaled(a, value) - a->low) / (a->high - a->low);
}

/// Positions of labels: powers of ten, with 2 and 5 times them on a short axis, or round steps.
static int ticks_of(const axis *a, double *ticks) {
  int count = 0;
  if (a->log) {
    const double every = ceil((a->high - a->low) / a->on->powers);
    for (double e = floor(a->low); e <= a->high && count + 3 < MOST_TICKS; e += every)
      for (int k = 0; k < (a->high - a->low < 2.5 ? 3 : 1); k++) {
        const double tick = pow(10, e) * (double[]){1, 2, 5}[k];
        if (log10(tick) >= a->low && log10(tick) <= a->high) ticks[count++] = tick;
      }
    return count;
  }
  const double raw = (a->high - a->low) / a->on->labels, power = pow(10, floor(log10(raw))), lead = raw / power;
  const double step = power * (lead > 5 ? 10 : lead > 2 ? 5 : lead > 1 ? 2 : 1);
  for (double t = ceil(a->low / step); t * step <= a->high && count < MOST_TICKS; t++)
    ticks[count++] = t == 0 ? 0 : t * step; /* no -0 */
  return count;
}

/// Slanted lines across the frame say that what is drawn is wrong.
static void write_hatching(FILE *f, const sheet *on) {
  const int right = on->width - on->right, low = on->height - on->bottom, tall = low - on->top;
  fputs("<path class=\"hatching\" stroke=\"#d0021b\" stroke-opacity=\".3\" d=\"", f);
  for (int at = on->left - tall; at < right; at += 24) {
    const int from = at < on->left ? on->left : at, to = at + tall > right ? right : at + tall;
    fprintf(f, "M%d %dL%d %d", from, low - (from - at), to, low - (to - at));
  }
  fprintf(
      f, "\"/><text class=\"wrong\" fill=\"#d0021b\" x=\"%d\" y=\"%d\" text-anchor=\"end\">of a wrong formula</text>\n",
      right - 6, on->top + 16);
}

static void write_frame(FILE *f, const plot *p, const axis *x, const axis *y) {
  const sheet *on = x->on;
  const int right = on->width - on->right, low = on->height - on->bottom;
  double ticks[MOST_TICKS];
  int count = ticks_of(x, ticks);
  for (int i = 0; i < count; i++) {
    const double at = across(x, ticks[i]);
    fprintf(f, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>", at, at, on->top, low);
    fprintf(f, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.6g</text>\n", at, low + 16,
            fabs(ticks[i]) < 1e-12 && !x->log ? 0.0 : ticks[i]);
  }
  count = ticks_of(y, ticks);
  for (int i = 0; i < count; i++) {
    const double at = up(y, ticks[i]);
    fprintf(f, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", on->left, right, at, at);
    fprintf(f, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.6g</text>\n", on->left - 6, at + 4, ticks[i]);
  }
  if (isfinite(p->mark_x) && scaled(x, p->mark_x) >= x->low && scaled(x, p->mark_x) <= x->high)
    fprintf(f, "<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>\n", across(x, p->mark_x),
            across(x, p->mark_x), on->top, low);
  fprintf(f, "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"%s/>\n", on->left, on->top,
          right - on->left, low - on->top, on->frame);
  fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (on->left + right) / 2, on->height - 8);
  html_text(f, p->x);
  fprintf(f, "</text><text x=\"%d\" y=\"18\" class=\"title%s\">", on->left, p->wrong ? " wrong\" fill=\"#d0021b" : "");
  html_text(f, p->title);
  fprintf(f, "</text><text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">", (on->top + low) / 2);
  html_put(f, "%s</text>\n", p->y);
  if (p->wrong) write_hatching(f, on);
}

/// The pen of curve s. Earlier curves are wider and paler, so that two curves on top of each other are both visible.
static void write_pen(FILE *f, const plot *p, int s) {
  const double thin = p->count > 1 ? (double)s / (p->count - 1) : 1;
  fprintf(f, "fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-opacity=\"%.2f\"", colours[s], 5 - 3.4 * thin,
          0.5 + 0.5 * thin);
}

/// Its marker, as subpaths after a move to the point.
static void write_marker(FILE *f, const plot *p, int s, double x, double y) {
  const double size = 5.5 - 2.5 * s / fmax(p->count - 1, 1);
  fprintf(f,
          "<path transform=\"translate(%.2f %.2f) scale(%.2f)\" d=\"M0 0%s\" fill=\"#fff\" stroke=\"%s\" "
          "stroke-width=\"%.2f\"/>\n",
          x, y, size, markers[s % MARKERS], colours[s], 1.4 / size);
}

static void write_series(FILE *f, const plot *p, int s, const axis *x, const axis *y) {
  const plot_series *one = &p->series[s];
  bool open = false;
  fputs("<path ", f);
  write_pen(f, p, s);
  fprintf(f, " stroke-dasharray=\"%s\" d=\"", dashes[s]);
  for (int i = 0; i < one->count; i++) {
    const bool here = drawn(p, one->x[i], one->y[i]);
    if (here) fprintf(f, "%s%.2f %.2f ", open ? "L" : "M", across(x, one->x[i]), up(y, one->y[i]));
    open = here;
  }
  fputs("\"/>\n", f);
  for (int i = 0; i < one->count && one->count <= MOST_MARKED; i++)
    if (drawn(p, one->x[i], one->y[i])) write_marker(f, p, s, across(x, one->x[i]), up(y, one->y[i]));
}

/// A piece of curve s as its key: 34 wide, from (x, y).
static void write_key(FILE *f, const plot *p, int s, int x, int y) {
  fputs("<path ", f);
  write_pen(f, p, s);
  fprintf(f, " stroke-dasharray=\"%s\" d=\"M%d %d h34\"/>\n", dashes[s], x, y);
  if (p->series[s].count <= MOST_MARKED) write_marker(f, p, s, x + 17, y);
}

void plot_write(FILE *f, const plot *p) {
  axis x, y;
  fprintf(f, "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", in_page.width, in_page.height);
  html_put(f, "%s%s\">\n", p->title, p->wrong ? ", of a wrong formula" : "");
  if (find_axes(p, &in_page, &x, &y)) {
    write_frame(f, p, &x, &y);
    for (int s = 0; s < p->count; s++) write_series(f, p, s, &x, &y);
  } else {
    fprintf(f, "<text x=\"%d\" y=\"%d\">", 10, in_page.top);
    html_put(f, "%s: no point of it is finite</text>\n", p->title);
  }
  fputs("</svg><figcaption>", f);
  for (int s = 0; s < p->count; s++) {
    fputs("<span><svg class=\"key\" viewBox=\"0 0 34 12\">", f);
    write_key(f, p, s, 0, 6);
    html_put(f, "</svg> %s</span> ", p->series[s].name);
  }
  fputs("</figcaption></figure>\n", f);
}

void plot_write_file(FILE *f, const plot *p) {
  enum { LINE = 18 };
  axis x, y;
  const int height = in_file.height + LINE * p->count + 6;
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n"
          "<style>text{font:12px sans-serif;fill:#222}.title{font-weight:bold}.grid{stroke:#ddd}"
          ".frame{fill:none;stroke:#888}.mark{stroke:#888;stroke-dasharray:4 3}</style>\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
          in_file.width, height, in_file.width, height);
  if (find_axes(p, &in_file, &x, &y)) {
    write_frame(f, p, &x, &y);
    for (int s = 0; s < p->count; s++) write_series(f, p, s, &x, &y);
  }
  for (int s = 0; s < p->count; s++) {
    const int at = in_file.height + LINE * s + 6;
    write_key(f, p, s, in_file.left, at);
    fprintf(f, "<text x=\"%d\" y=\"%d\">", in_file.left + 44, at + 4);
    html_put(f, "%s</text>\n", p->series[s].name);
  }
  fputs("</svg>\n", f);
}
