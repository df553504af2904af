/* Why this file exists: converts between sRGB, which files hold, and linear light, which can be added. It also maps
 * numbers to colours whose lightness grows with the number. */
#include <math.h>

#include "frame.h"

/* IEC 61966-2-1, both directions. */
static double to_linear(double value) {
  const double v = clamp(value, 0.0, 1.0);
  return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double from_linear(double value) {
  const double v = clamp(value, 0.0, 1.0);
  return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
}

vector colour_linear(picture_colour colour) {
  return (vector){to_linear(colour.red), to_linear(colour.green), to_linear(colour.blue)};
}

uint8_t colour_byte(double light) {
  return (uint8_t)lround(255.0 * from_linear(light));
}

picture_colour picture_colour_obstacle(void) {
  return (picture_colour){0.80, 0.78, 0.74};
}

/* A curve through Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), with lightness from 0.3
 * to 0.9 and hue from 300 to 105 degrees, both even. The chroma was measured to stay inside sRGB. The margin is
 * narrowest, 0.002, at 0.44, where the chroma is 0.100. */
picture_colour picture_colour_map(double value) {
  const double t = value >= 0.0 ? fmin(value, 1.0) : 0.0; /* NaN becomes 0 */
  const double lightness = 0.3 + 0.6 * t;
  const double hue = (300.0 - 195.0 * t) * 3.14159265358979323846 / 180.0;
  const double chroma = 0.097 + 0.06 * (2.0 * t - 1.0) * (2.0 * t - 1.0);
  const double a = chroma * cos(hue), b = chroma * sin(hue);
  const double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
  const double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
  const double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
  const double l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  return (picture_colour){from_linear(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
                          from_linear(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
                          from_linear(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3)};
}
