/* Why this file exists: puts a figure on a page with its caption, its data and the files to draw it again. */
#include "page.h"
#include "support/html.h"

/// The data of a figure as a link that contains them.
static void put_data_link(const report_figure *figure, FILE *out) {
  fprintf(out, "<a download=\"%s.tsv\" href=\"data:text/tab-separated-values;charset=utf-8,", figure->name);
  for (const unsigned char *c = (const unsigned char *)figure->data; *c; c++) {
    const bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '.' ||
                       *c == '-' || *c == '_';
    if (plain)
      fputc(*c, out);
    else
      fprintf(out, "%%%02X", *c);
  }
  fputs("\">Data</a>", out);
}

void report_put_figure(const report_figure *figure, int number, FILE *out) {
  char prefix[16];
  fprintf(out, "<figure id=figure%d>\n", number);
  if (figure->wide) {
    snprintf(prefix, sizeof prefix, "f%dw-", number);
    fputs("<div class=wide-only>", out);
    html_svg(out, figure->wide, prefix, figure->title);
    fputs("</div>\n", out);
  }
  if (figure->narrow) {
    snprintf(prefix, sizeof prefix, "f%dn-", number);
    fputs("<div class=narrow-only>", out);
    html_svg(out, figure->narrow, prefix, figure->title);
    fputs("</div>\n", out);
  }
  fprintf(out, "<figcaption><b>Figure %d. ", number);
  html_put(out, "%s.</b> %s <span class=source>", figure->title, figure->caption);
  put_data_link(figure, out);
  fprintf(out, ". Beside this page: <a href=\"figures/%s.gp\">script</a>", figure->name);
  if (figure->wide) fprintf(out, ", <a href=\"figures/%s.svg\">SVG</a>", figure->name);
  if (figure->png) fprintf(out, ", <a href=\"figures/%s.png\">PNG</a>", figure->name);
  fputs(".</span>", out);
  if (figure->problem[0]) {
    html_put(out, "<br><span class=warn>%s</span>", figure->problem);
  }
  fputs("</figcaption>\n</figure>\n", out);
}
