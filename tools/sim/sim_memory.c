/* Why this file exists: the system kills a run that does not fit into memory after minutes, perhaps with other
 * programs. So the need is estimated before anything large is built. A large need is printed, and one that does not fit
 * is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/picture.h"
#include "sim_setup.h"
#include "support/memory_scene.h"

static const double said = 1e9;    ///< [bytes] A larger need is printed.
static const double a_sample = 20; ///< [bytes] Of a sample of a picture.
static const double a_pixel = 48;  ///< [bytes] Of a pixel: the light on its last surface, and its colour.

/// Bytes of a picture of "WxH", or of that many pixels, with `samples` along the side of a pixel. A picture whose sides
/// will be refused counts as nothing.
static double picture_bytes(const char *size, double pixels, int samples) {
  double width, height;
  if (size && sscanf(size, "%5lfx%5lf", &width, &height) == 2)
    pixels = width <= PICTURE_SIDE_MOST && height <= PICTURE_SIDE_MOST ? width * height : 0;
  return pixels * (samples * samples * a_sample + a_pixel);
}

int sim_memory_check(const sim_job *job, const xpbd_scene_params *params, double there) {
  const sim_options *o = job->options;
  const char *precision = o->precision; /* a wrong word is refused later */
  const bool twice = precision && (strcmp(precision, "double") == 0 || strcmp(precision, "f64") == 0);
  const double scene = memory_of_scene(job->scene, params, twice);
  const double still = o->picture ? picture_bytes(o->picture_size, 1200.0 * 900.0, 3) : 0;
  const double film = o->film ? picture_bytes(o->film_size, 640.0 * 480.0, 2) : 0;
  const double need = scene + fmax(still, film);
  if (need > there && !o->force)
    return cli_fail(
        job->program, CLI_EXIT_USAGE,
        "about %.1f GB of memory are needed (scene %.1f, pictures %.1f) and %.1f are available; --force tries it",
        1e-9 * need, 1e-9 * scene, 1e-9 * fmax(still, film), 1e-9 * there);
  if (need > said && !o->quiet && isnan(there))
    printf("about %.1f GB of memory are needed\n", 1e-9 * need);
  else if (need > said && !o->quiet)
    printf("about %.1f GB of memory are needed, %.1f are available\n", 1e-9 * need, 1e-9 * there);
  fflush(stdout); /* show it before the wait */
  return -1;
}
