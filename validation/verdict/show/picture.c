/* Why this file exists: draws the final state of the standard scene as triangles in SVG, which is sharp at any size and
 * needs no library. Far triangles are drawn first. */
#include <math.h>
#include <stdlib.h>

#include "runner/plot.h"
#include "report.h"
#include "support/html.h"

enum { SIDE = 420, MARGIN = 12 };

static const double azimuth = 0.6, elevation = 0.35; /* rad, direction of the eye about y and above the horizon */

/// A point seen from the eye: to the right, up, towards the eye.
typedef struct seen {
  double right, up, near;
} seen;

static seen seen_of(const double *p) {
  const double along = cos(azimuth) * p[0] - sin(azimuth) * p[2], out = sin(azimuth) * p[0] + cos(azimuth) * p[2];
  return (seen){along, cos(elevation) * p[1] - sin(elevation) * out, sin(elevation) * p[1] + cos(elevation) * out};
}

/// One triangle, ready to be drawn.
typedef struct facet {
  seen corner[3];
  double depth, light; ///< Mean distance; how much it faces the eye, negative from behind.
} facet;

static int farther_first(const void *a, const void *b) {
  const double x = ((const facet *)a)->depth, y = ((const facet *)b)->depth;
  return (x > y) - (x < y);
}

static facet facet_of(const report_scene *scene, const double *positions, int32_t index) {
  facet f;
  for (int k = 0; k < 3; k++) f.corner[k] = seen_of(&positions[3 * scene->triangles[3 * index + k]]);
  const seen *a = &f.corner[0], *b = &f.corner[1], *c = &f.corner[2];
  const double u[3] = {b->right - a->right, b->up - a->up, b->near - a->near};
  const double w[3] = {c->right - a->right, c->up - a->up, c->near - a->near};
  const double n[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
  const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  f.light = length > 0 ? (0.35 * n[0] + 0.5 * n[1] + 0.79 * n[2]) / length : 0;
  f.depth = (a->near + b->near + c->near) / 3;
  return f;
}

/// The common view of both pictures, so that they can be compared: at one scale, from low.
static void bounds_of(const report_scene *scene, double low[2], double high[2]) {
  high[0] = high[1] = -HUGE_VAL;
  low[0] = low[1] = HUGE_VAL;
  for (int s = 0; s < scene->shapes; s++)
    for (int32_t i = 0; i < scene->vertex_count; i++) {
      const seen p = seen_of(&scene->shape[s][3 * i]);
      low[0] = fmin(low[0], p.right), high[0] = fmax(high[0], p.right);
      low[1] = fmin(low[1], p.up), high[1] = fmax(high[1], p.up);
    }
}

void report_write_picture(FILE *f, const report_scene *scene, int which) {
  facet *facets = malloc((size_t)(scene->triangle_count + 1) * sizeof *facets);
  double low[2], high[2];
  if (!facets) return;
  bounds_of(scene, low, high);
  const double scale = (SIDE - 2 * MARGIN) / fmax(fmax(high[0] - low[0], high[1] - low[1]), 1e-9);
  const double tall = 2 * MARGIN + scale * (high[1] - low[1]), wide = 2 * MARGIN + scale * (high[0] - low[0]);
  for (int32_t t = 0; t < scene->triangle_count; t++) facets[t] = facet_of(scene, scene->shape[which], t);
  qsort(facets, (size_t)scene->triangle_count, sizeof *facets, farther_first);
  fprintf(f, "<figure style=\"width:%.0fpx\"><svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" stroke-width=\".4\">\n", wide,
          wide, tall);
  for (int32_t t = 0; t < scene->triangle_count; t++) {
    const double light = 0.6 + 0.4 * fabs(facets[t].light);
    const double *base = facets[t].light >= 0 ? (const double[3]){96, 148, 216} : (const double[3]){222, 150, 84};
    fputs("<path d=\"", f);
    for (int k = 0; k < 3; k++)
      fprintf(f, "%c%.1f %.1f", k ? 'L' : 'M', MARGIN + scale * (facets[t].corner[k].right - low[0]),
              tall - MARGIN - scale * (facets[t].corner[k].up - low[1]));
    fprintf(f, "Z\" fill=\"rgb(%.0f,%.0f,%.0f)\" stroke=\"#0004\"/>\n", light * base[0], light * base[1],
            light * base[2]);
  }
  fputs("</svg><figcaption>", f);
  html_text(f, scene->run[which].name);
  fputs(", final state</figcaption></figure>\n", f);
  free(facets);
}
