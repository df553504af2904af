/* Why this file exists: reads the records of Gmsh files. The same functions read text, where every record is a line,
 * and binary. */
#include <string.h>

#include "mesh/import_msh.h"

enum { SMALLEST_RECORD = 4 /* bytes */ };

xpbd_status xpbd_msh_begin_record(xpbd_msh *m, const char *what) {
  return m->binary ? XPBD_OK : xpbd_text_content(&m->text, "", what, &m->cursor);
}

xpbd_status xpbd_msh_end_record(xpbd_msh *m, const char *what) {
  const char *word = m->binary ? NULL : xpbd_text_token(&m->cursor);
  if (word) return xpbd_msh_fail(m, "%s: '%s' is one word too many", what, xpbd_text_show(word).text);
  return XPBD_OK;
}

xpbd_status xpbd_msh_bytes(xpbd_msh *m, int width, uint64_t *out) {
  unsigned char bytes[8];
  XPBD_TRY(xpbd_text_bytes(&m->text, bytes, (size_t)width));
  *out = 0;
  for (int i = 0; i < width; i++) *out = *out << 8 | bytes[m->big ? i : width - 1 - i];
  return XPBD_OK;
}

xpbd_status xpbd_msh_integers(xpbd_msh *m, const char *what, int width, int count, int64_t *out) {
  for (int i = 0; i < count; i++) {
    if (m->binary) {
      uint64_t bits;
      XPBD_TRY(xpbd_msh_bytes(m, width, &bits));
      out[i] = width == 4 ? (int64_t)(int32_t)(uint32_t)bits : (int64_t)bits;
      continue;
    }
    const char *word = xpbd_text_token(&m->cursor);
    if (!word) return xpbd_msh_fail(m, "%s: %d instead of %d numbers", what, i, count);
    if (!xpbd_text_integer(word, &out[i]))
      return xpbd_msh_fail(m, "%s: '%s' is not a whole number", what, xpbd_text_show(word).text);
  }
  return XPBD_OK;
}

xpbd_status xpbd_msh_reals(xpbd_msh *m, const char *what, int count, double *out) {
  for (int i = 0; i < count; i++) {
    uint64_t bits;
    if (m->binary) {
      XPBD_TRY(xpbd_msh_bytes(m, 8, &bits));
      memcpy(&out[i], &bits, sizeof bits);
      continue;
    }
    const char *word = xpbd_text_token(&m->cursor);
    if (!word) return xpbd_msh_fail(m, "%s has %d instead of %d numbers", what, i, count);
    XPBD_TRY(xpbd_text_number(&m->text, word, what, &out[i]));
  }
  return XPBD_OK;
}

xpbd_status xpbd_msh_check_count(const xpbd_msh *m, const char *what, int64_t count) {
  if (count < 0 || count > m->text.size / SMALLEST_RECORD)
    return xpbd_msh_fail(m, "%lld %s do not fit into %lld bytes; the file is cut off", (long long)count, what,
                         (long long)m->text.size);
  return XPBD_OK;
}

xpbd_status xpbd_msh_section_end(xpbd_msh *m, const char *name) {
  XPBD_TRY(xpbd_text_content(&m->text, "", name, &m->cursor));
  const char *word = xpbd_text_token(&m->cursor);
  if (strcmp(word, name) != 0)
    return xpbd_msh_fail(m, "found '%s' instead of %s; there is more than was counted", xpbd_text_show(word).text,
                         name);
  return XPBD_OK;
}
