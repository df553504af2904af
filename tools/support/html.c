/* Why this file exists: escapes text, formats numbers and embeds figures, for the pages of two programs. */
#include "html.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "json.h"
#include "unseen.h"

#define NOTHING "\xe2\x80\x93" /* en dash */

void html_text(FILE *page, const char *text) {
  for (size_t unseen; text && *text; text += unseen > 0 ? unseen : 1) {
    unseen = unseen_bytes(text);
    if (unseen > 0) {
      fputs(unseen_turns(text) ? "\xef\xbf\xbd" : " ", page); /* U+FFFD */
      continue;
    }
    switch (*text) {
    case '&': fputs("&amp;", page); break;
    case '<': fputs("&lt;", page); break;
    case '>': fputs("&gt;", page); break;
    case '"': fputs("&quot;", page); break;
    case '\'': fputs("&#39;", page); break;
    default: fputc(*text, page);
    }
  }
}

void html_strict(FILE *page, const char *text) {
  while (text && *text) {
    const int length = json_sequence(text);
    char one[5];
    snprintf(one, sizeof one, "%.*s", length, text);
    /* U+FFFE and U+FFFF are not characters of XML */
    const bool none = length == 0 || strncmp(one, "\xef\xbf\xbe", 3) == 0 || strncmp(one, "\xef\xbf\xbf", 3) == 0;
    html_text(page, none ? "\xef\xbf\xbd" : one);
    text += length > 0 ? length : 1;
  }
}

void html_put(FILE *page, const char *format, ...) {
  va_list texts;
  va_start(texts, format);
  for (; *format; format++)
    if (*format != '%')
      fputc(*format, page);
    else if (*++format == 's')
      html_text(page, va_arg(texts, const char *));
    else
      fputc(*format, page);
  va_end(texts);
}

void html_argument(FILE *page, const char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+%@-";
  if (text[0] && text[strspn(text, plain)] == '\0') {
    html_text(page, text);
    return;
  }
  html_text(page, "'");
  for (; *text; text++) {
    const char one[2] = {*text, '\0'};
    html_text(page, *text == '\'' ? "'\\''" : one);
  }
  html_text(page, "'");
}

void html_element(FILE *page, const char *tag, const char *text) {
  fprintf(page, "<%s>", tag);
  html_text(page, text);
  fprintf(page, "</%.*s>", (int)strcspn(tag, " "), tag);
}

void html_embed(FILE *page, const report_script *file) {
  fwrite(file->bytes, 1, file->size, page);
}

void html_head(FILE *page, const char *title, const report_script *style, const report_script *more) {
  fputs(HTML_BEGIN "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
                   "<meta name=color-scheme content=\"light dark\">\n",
        page);
  html_element(page, "title", title);
  fputs("\n<style>\n", page);
  html_embed(page, style);
  if (more) html_embed(page, more);
  fputs("</style>\n</head>\n<body>\n<header>\n", page);
  html_element(page, "h1", title);
}

/// The name in braces at `at`, which ends before *end.
static void read_name(const char *at, const char **end, char out[32]) {
  const char *close = strstr(at, "}}");
  snprintf(out, 32, "%.*s", close ? (int)(close - at) : 0, at);
  *end = close ? close + 2 : at + strlen(at);
}

xpbd_status html_fill(FILE *page, const report_script *template, const html_parts *parts) {
  char *text = strndup((const char *)template->bytes, template->size), name[32];
  if (!text) return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a page of %zu bytes", template->size);
  const char *at = strstr(text, "-->\n");
  if (at) at += 4;
  xpbd_status status = XPBD_OK;
  for (const char *open; status == XPBD_OK && at && (open = strstr(at, "{{")) != NULL;) {
    fwrite(at, 1, (size_t)(open - at), page);
    read_name(open + 2, &at, name);
    if (name[0] == '#' && !parts->has(parts->of, name + 1)) {
      at = strstr(at, "{{/}}");
      if (at) at += 5;
    } else if (name[0] != '#' && name[0] != '/') {
      status = parts->put(parts->of, name, page);
    }
  }
  if (at && status == XPBD_OK) fputs(at, page);
  free(text);
  return status;
}

/// A number with this many significant digits and no exponent.
static const char *significant(double value, int digits, char out[HTML_NUMBER]) {
  if (!isfinite(value) || fabs(value) > 1e18) return strcpy(out, NOTHING);
  int decimals = digits - 1 - (value != 0 ? (int)floor(log10(fabs(value))) : 0);
  decimals = decimals < 0 ? 0 : decimals > 12 ? 12 : decimals;
  snprintf(out, HTML_NUMBER, "%.*f", decimals, value);
  return out;
}

const char *html_fps(double value, char out[HTML_NUMBER]) {
  return significant(value, 3, out);
}
const char *html_digits(double value, char out[HTML_NUMBER]) {
  return significant(value, 4, out);
}
const char *html_ratio(double value, char out[HTML_NUMBER]) {
  return significant(value, value < 1 ? 2 : 3, out);
}
const char *html_percent(double value, char out[HTML_NUMBER]) {
  return significant(100 * value, 2, out);
}

static const char *put_bytes(double value, char out[HTML_NUMBER]) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  for (; unit < 4 && value >= 1024; unit++) value /= 1024;
  snprintf(out, HTML_NUMBER, "%.4g %s", value, units[unit]);
  return out;
}

const char *html_prefixed(double value, char out[HTML_NUMBER]) {
  static const char *const prefixes[] = {"n", "\xc2\xb5", "m", "", "k", "M", "G", "T", "P"};
  if (!isfinite(value)) return strcpy(out, NOTHING);
  int at = 3;
  for (; at < 8 && fabs(value) >= 999.5; at++) value /= 1000;
  for (; at > 0 && value != 0 && fabs(value) < 0.9995; at--) value *= 1000;
  char number[HTML_NUMBER];
  snprintf(out, HTML_NUMBER, "%s %s", significant(value, 3, number), prefixes[at]);
  return out;
}

/* Rates in "1/s" are those of arithmetic, and seconds are the resolution of the clock. */
const char *html_quantity(double value, const char *unit, char out[HTML_NUMBER]) {
  if (!isfinite(value)) return strcpy(out, NOTHING);
  if (strcmp(unit, "bytes") == 0) return put_bytes(value, out);
  if (strcmp(unit, "s") == 0 && value < 1e-3)
    snprintf(out, HTML_NUMBER, "%.3g ns", 1e9 * value);
  else if (strcmp(unit, "bytes/s") == 0)
    snprintf(out, HTML_NUMBER, "%.3g GB/s", 1e-9 * value);
  else if (strcmp(unit, "1/s") == 0 && value >= 1e6)
    snprintf(out, HTML_NUMBER, "%.3g G operations/s", 1e-9 * value);
  else
    snprintf(out, HTML_NUMBER, value >= 1e4 ? "%.0f %.20s" : "%.4g %.20s", value, unit);
  return out;
}

static bool starts(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

/// A mark with a text, as gnuplot writes it for a script of its own. On a page it is a mark with a title, which browsers
/// show themselves. Returns the bytes taken, 0 = there is no such mark at `at`.
static size_t put_mark(FILE *page, const char *at) {
  static const char open[] = "<g onmousemove=\"gnuplot_svg.showHypertext(evt,'", close[] = "')\"", title[] = "</title>";
  if (!starts(at, open)) return 0;
  const char *text = at + strlen(open), *end = strstr(text, close), *rest = end ? strstr(end, title) : NULL;
  if (!rest) return 0;
  fprintf(page, "<g><title>%.*s</title>", (int)(end - text), text);
  return (size_t)(rest - at) + strlen(title);
}

void html_svg(FILE *page, const char *svg, const char *prefix, const char *title) {
  static const char *const uses[] = {" id='", " id=\"", "href='#", "href=\"#", "url(#"};
  const char *at = strstr(svg, "<svg");
  while (at && *at) {
    if (starts(at, "<title>") && strstr(at, "</title>")) {
      html_element(page, "title", title);
      at = strstr(at, "</title>") + strlen("</title>");
      continue;
    }
    const size_t mark = put_mark(page, at);
    at += mark;
    if (mark > 0) continue;
    size_t taken = 0;
    for (size_t i = 0; i < sizeof uses / sizeof uses[0] && taken == 0; i++)
      if (starts(at, uses[i])) taken = strlen(uses[i]);
    if (taken > 0) {
      fwrite(at, 1, taken, page);
      fputs(prefix, page);
      at += taken;
    } else {
      fputc(*at++, page);
    }
  }
}

xpbd_status html_keep(const char *folder, const char *mark) {
  char path[4096], *line = NULL;
  size_t room = 0;
  bool ours = false;
  struct stat what;
  FILE *file = NULL;
  xpbd_status status = XPBD_OK;
  snprintf(path, sizeof path, "%.4000s/index.html", folder);
  const bool there = stat(path, &what) == 0 && S_ISREG(what.st_mode);
  if (there) status = xpbd_file_open(path, "a page", &file);
  while (file && !ours && getline(&line, &room, file) >= 0) ours = strstr(line, mark) != NULL;
  if (file) status = xpbd_file_check_read(file, path);
  if (status == XPBD_OK && there && !ours)
    status = xpbd_fail(XPBD_ERR_BAD_FILE,
                       "%s: is a page of another kind, which would be lost; choose another folder, or remove it", path);
  if (file) fclose(file);
  free(line);
  return status;
}
