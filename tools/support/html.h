/* Why this file exists: everything that goes into a page goes through these functions. So no name in a results file can
 * become markup, and equal things look equal. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "scripts.h"
#include "xpbd/status.h"

enum { HTML_NUMBER = 40 };

/// Text with & < > " ' escaped and control characters dropped; NULL writes nothing.
void html_text(FILE *page, const char *text);
/// The same for XML, whose readers refuse invalid UTF-8: it becomes U+FFFD.
void html_strict(FILE *page, const char *text);
/// Formatted markup: %s escapes its text, and %% is a percent sign.
__attribute__((format(printf, 2, 3))) void html_put(FILE *page, const char *format, ...);
/// Text as a single argument for a shell, escaped.
void html_argument(FILE *page, const char *text);
/// <tag>text</tag>.
void html_element(FILE *page, const char *tag, const char *text);

/// The first bytes of every page of the suite.
#define HTML_BEGIN "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
/// The head of a page with its title and style, then body and header up to the heading. `more` is an additional style,
/// or NULL.
void html_head(FILE *page, const char *title, const report_script *style, const report_script *more);

/// The kinds of pages, by what only their kind has.
#define HTML_OF_RUN        "<section id=trust>"
#define HTML_OF_COMPARISON "<section id=runs>"
#define HTML_OF_ARCHIVE    "<section id=machines>"
#define HTML_OF_PAPERS     "<table class=papers>"

/// Whether a page with `mark` may replace the index.html of this folder: if there is none, or if it has the mark, too.
/// XPBD_ERR_BAD_FILE says in one line what to do.
xpbd_status html_keep(const char *folder, const char *mark);

/// A style or a script, as it is.
void html_embed(FILE *page, const report_script *file);

/// The parts of a page, by their names in its template.
typedef struct html_parts {
  const void *of; ///< For the functions.
  bool (*has)(const void *of, const char *name);
  xpbd_status (*put)(const void *of, const char *name, FILE *page);
} html_parts;
/// A template with its parts: {{name}} becomes what put() writes, and {{#name}} ... {{/}} is left out unless has(). The
/// template begins after its comment. Stops at the first part that fails.
xpbd_status html_fill(FILE *page, const report_script *template, const html_parts *parts);

/// Numbers for people; an en dash if not finite. All return `out`.
const char *html_fps(double value, char out[HTML_NUMBER]);     ///< 2328, 96.8, 1.73
const char *html_digits(double value, char out[HTML_NUMBER]);  ///< Four significant digits, no exponent.
const char *html_ratio(double value, char out[HTML_NUMBER]);   ///< 0.98, 12.3, 310
const char *html_percent(double value, char out[HTML_NUMBER]); ///< 0.012 is "1.2"
/// Three digits and a prefix of the unit: "11.6 G", "0.52 m", "17 ".
const char *html_prefixed(double value, char out[HTML_NUMBER]);
/// With its unit, as people read it: "2 MiB", "16.9 G operations/s", "2596 MHz".
const char *html_quantity(double value, const char *unit, char out[HTML_NUMBER]);

/// The SVG in `svg` as part of a page: without its XML head, with `title` in place of gnuplot's, and with ids that
/// start with `prefix`, because ids of a page must be unique.
void html_svg(FILE *page, const char *svg, const char *prefix, const char *title);
