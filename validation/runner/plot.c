/* Why this file exists: curves as SVG by hand. gnuplot, which draws the figures of reports, may be missing where a verdict is
 * asked for, and another version of it would draw the pictures of docs/made differently, which the test findings_page compares. */
#include "plot.h"

#include <math.h>

#include "markup.h"

enum { WIDTH = 640, HEIGHT = 380, LEFT = 78, RIGHT = 26, TOP = 30, BOTTOM = 46, MOST_TICKS = 40 };

static const char *const colours[PLOT_SERIES] = {"#0b5394", "#cc4125", "#38761d", "#674ea7", "#b45f06",
                                                 "#134f5c", "#a64d79", "#7f6000", "#666666", "#3d85c6"};
static const char *const dashes[PLOT_SERIES] = {"none", "6 3",  "2 3",     "8 3 2 3", "4 2",
                                                "1 2",  "10 4", "6 2 1 2", "3 3",     "12 3"};

/// One axis: its ends, in logarithms where it is one.
typedef struct axis {
  double low, high;
  bool log;
} axis;

static double scaled(const axis *a, double value) {
  return a->log ? log10(value) : value;
}

static bool drawn(const plot *p, double x, double y) {
  return isfinite(x) && isfinite(y) && (!p->log_x || x > 0) && (!p->log_y || y > 0);
}

static bool find_axes(const plot *p, axis *x, axis *y) {
  *x = (axis){HUGE_VAL, -HUGE_VAL, p->log_x};
  *y = (axis){HUGE_VAL, -HUGE_VAL, p->log_y};
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
    if (a->log) a->low = floor(a->low + 1e-9), a->high = ceil(a->high - 1e-9);
    const double width = a->high - a->low, pad = width > 0 ? 0.03 * width : fmax(1e-3, 0.1 * fabs(a->low));
    if (!a->log || !(width > 0)) a->low -= pad, a->high += pad;
  }
  return true;
}

static double across(const axis *a, double value) {
  return LEFT + (WIDTH - LEFT - RIGHT) * (scaled(a, value) - a->low) / (a->high - a->low);
}

static double up(const axis *a, double value) {
  return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (scaled(a, value) - a->low) / (a->high - a->low);
}

/// Places for labels: powers of ten, or round steps.
static int ticks_of(const axis *a, double *ticks) {
  int count = 0;
  if (a->log) {
    const double every = ceil((a->high - a->low) / 10);
    for (double e = ceil(a->low); e <= a->high + 1e-9 && count < MOST_TICKS; e += every) ticks[count++] = pow(10, e);
    return count;
  }
  const double raw = (a->high - a->low) / 6, power = pow(10, floor(log10(raw))), lead = raw / power;
  const double step = power * (lead > 5 ? 10 : lead > 2 ? 5 : lead > 1 ? 2 : 1);
  for (double t = ceil(a->low / step); t * step <= a->high && count < MOST_TICKS; t++)
    ticks[count++] = t == 0 ? 0 : t * step; /* no -0 */
  return count;
}

static void write_frame(FILE *f, const plot *p, const axis *x, const axis *y) {
  double ticks[MOST_TICKS];
  int count = ticks_of(x, ticks);
  for (int i = 0; i < count; i++) {
    const double at = across(x, ticks[i]);
    fprintf(f, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>", at, at, TOP, HEIGHT - BOTTOM);
    fprintf(f, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.4g</text>\n", at, HEIGHT - BOTTOM + 16,
            fabs(ticks[i]) < 1e-12 && !x->log ? 0.0 : ticks[i]);
  }
  count = ticks_of(y, ticks);
  for (int i = 0; i < count; i++) {
    const double at = up(y, ticks[i]);
    fprintf(f, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, WIDTH - RIGHT, at, at);
    fprintf(f, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n", LEFT - 6, at + 4, ticks[i]);
  }
  if (isfinite(p->mark_x) && scaled(x, p->mark_x) >= x->low && scaled(x, p->mark_x) <= x->high)
    fprintf(f, "<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>\n", across(x, p->mark_x),
            across(x, p->mark_x), TOP, HEIGHT - BOTTOM);
  fprintf(f, "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", LEFT, TOP, WIDTH - LEFT - RIGHT,
          HEIGHT - TOP - BOTTOM);
  fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8);
  html_text(f, p->x);
  fprintf(f, "</text><text x=\"%d\" y=\"18\" class=\"title\">", LEFT);
  html_text(f, p->title);
  fprintf(f, "</text><text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">",
          (TOP + HEIGHT - BOTTOM) / 2);
  put_text(f, "", p->y, "</text>\n");
}

static void write_series(FILE *f, const plot *p, int s, const axis *x, const axis *y) {
  const plot_series *one = &p->series[s];
  bool open = false;
  fprintf(f, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-dasharray=\"%s\" d=\"", colours[s],
          s == 0 ? "2.4" : "1.5", dashes[s]);
  for (int i = 0; i < one->count; i++) {
    const bool here = drawn(p, one->x[i], one->y[i]);
    if (here) fprintf(f, "%s%.2f %.2f ", open ? "L" : "M", across(x, one->x[i]), up(y, one->y[i]));
    open = here;
  }
  fputs("\"/>\n", f);
}

void plot_write(FILE *f, const plot *p) {
  axis x, y;
  fprintf(f, "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
  put_text(f, "", p->title, "\">\n");
  if (find_axes(p, &x, &y)) {
    write_frame(f, p, &x, &y);
    for (int s = 0; s < p->count; s++) write_series(f, p, s, &x, &y);
  } else {
    fprintf(f, "<text x=\"%d\" y=\"%d\">", LEFT, TOP);
    put_text(f, "", p->title, ": no point of it is finite</text>\n");
  }
  fputs("</svg><figcaption>", f);
  for (int s = 0; s < p->count; s++) {
    fprintf(f,
            "<span><svg class=\"key\" viewBox=\"0 0 34 8\"><path d=\"M0 4 L34 4\" stroke=\"%s\" stroke-width=\"%s\" "
            "stroke-dasharray=\"%s\"/></svg> ",
            colours[s], s == 0 ? "2.4" : "1.5", dashes[s]);
    put_text(f, "", p->series[s].name, "</span> ");
  }
  fputs("</figcaption></figure>\n", f);
}

void plot_write_file(FILE *f, const plot *p) {
  enum { LINE = 18 };
  axis x, y;
  const int height = HEIGHT + LINE * p->count + 6;
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n"
          "<style>text{font:12px sans-serif;fill:#222}.title{font-weight:bold}.grid{stroke:#ddd}"
          ".frame{fill:none;stroke:#888}.mark{stroke:#888;stroke-dasharray:4 3}</style>\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
          WIDTH, height, WIDTH, height);
  if (find_axes(p, &x, &y)) {
    write_frame(f, p, &x, &y);
    for (int s = 0; s < p->count; s++) write_series(f, p, s, &x, &y);
  }
  for (int s = 0; s < p->count; s++) {
    const int at = HEIGHT + LINE * s + 6;
    fprintf(f, "<path d=\"M%d %d h34\" stroke=\"%s\" stroke-width=\"%s\" stroke-dasharray=\"%s\"/>", LEFT, at,
            colours[s], s == 0 ? "2.4" : "1.5", dashes[s]);
    fprintf(f, "<text x=\"%d\" y=\"%d\">", LEFT + 44, at + 4);
    put_text(f, "", p->series[s].name, "</text>\n");
  }
  fputs("</svg>\n", f);
}
