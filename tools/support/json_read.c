/* Why this file exists: the reader of json_read.h. It makes one pass over the text and unescapes strings in place. */
#include "json_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 16 };

typedef struct reader {
  char *at;
  json_document *out;
} reader;

static void skip_blanks(reader *r) {
  r->at += strspn(r->at, " \t\r\n");
}

/// Index of a new node, -1 if memory is short.
static int add_node(json_document *out) {
  if (out->count == out->capacity) {
    const int capacity = out->capacity == 0 ? 64 : 2 * out->capacity;
    json_node *nodes = realloc(out->nodes, (size_t)capacity * sizeof *nodes);
    if (!nodes) return -1;
    out->nodes = nodes;
    out->capacity = capacity;
  }
  out->nodes[out->count] = (json_node){.number = NAN};
  return out->count++;
}

/// Write the character of "\uXXXX" as UTF-8 to `to`. NULL for halves of a pair, beyond the first 65536 characters.
static char *put_escape(const char *digits, char *to) {
  char four[5] = "", *end;
  memcpy(four, digits, strnlen(digits, 4));
  const unsigned long code = strtoul(four, &end, 16);
  if (end != four + 4 || code == 0 || (code >= 0xD800 && code < 0xE000)) return NULL;
  if (code >= 0x800) *to++ = (char)(0xE0 | code >> 12), *to++ = (char)(0x80 | (code >> 6 & 0x3F));
  if (code >= 0x80 && code < 0x800) *to++ = (char)(0xC0 | code >> 6);
  *to++ = (char)(code < 0x80 ? code : 0x80 | (code & 0x3F));
  return to;
}

/// The string at r->at, without quotes and escapes; NULL if there is none.
static const char *read_string(reader *r) {
  static const char names[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
  if (*r->at != '"') return NULL;
  const char *start = r->at + 1;
  char *from = r->at + 1, *to = r->at + 1;
  while (*from != '"') {
    if ((unsigned char)*from < 0x20) return NULL; // the end of the text, too
    if (*from != '\\') {
      *to++ = *from++;
      continue;
    }
    const char *name = from[1] == '\0' ? NULL : strchr(names, from[1]);
    if (name) {
      *to++ = characters[name - names];
      from += 2;
    } else if (from[1] == 'u' && (to = put_escape(from + 2, to)) != NULL) {
      from += 6;
    } else {
      return NULL;
    }
  }
  *to = '\0';
  r->at = from + 1;
  return start;
}

static bool read_value(reader *r, int place, int depth);

/// Read the items of an array or object, up to and including the closing bracket.
static bool read_items(reader *r, int place, char closing, int depth) {
  int last = 0;
  ++r->at;
  skip_blanks(r);
  if (*r->at == closing) return ++r->at, true;
  for (;;) {
    const int item = add_node(r->out);
    if (item < 0) return false;
    skip_blanks(r);
    if (closing == '}') {
      r->out->nodes[item].key = read_string(r);
      skip_blanks(r);
      if (!r->out->nodes[item].key || *r->at++ != ':') return false;
    }
    if (!read_value(r, item, depth)) return false;
    *(last == 0 ? &r->out->nodes[place].child : &r->out->nodes[last].next) = item;
    last = item;
    skip_blanks(r);
    if (*r->at == closing) return ++r->at, true;
    if (*r->at++ != ',') return false;
  }
}

static bool read_number(reader *r, json_node *node) {
  const size_t length = strspn(r->at, "0123456789+-.eE");
  char *end;
  node->kind = JSON_NUMBER;
  node->number = strtod(r->at, &end);
  const bool good = length > 0 && end == r->at + length && isfinite(node->number);
  r->at = end;
  return good;
}

static bool read_value(reader *r, int place, int depth) {
  static const char *const words[] = {"null", "false", "true"};
  json_node *node = &r->out->nodes[place];
  skip_blanks(r);
  for (int i = 0; i < 3; i++) {
    if (strncmp(r->at, words[i], strlen(words[i])) != 0) continue;
    r->at += strlen(words[i]);
    node->kind = (json_kind)i;
    return true;
  }
  if (*r->at == '"') {
    node->kind = JSON_STRING;
    return (node->text = read_string(r)) != NULL;
  }
  if (*r->at != '{' && *r->at != '[') return read_number(r, node);
  node->kind = *r->at == '{' ? JSON_OBJECT : JSON_ARRAY;
  return depth < DEPTH_LIMIT && read_items(r, place, *r->at == '{' ? '}' : ']', depth + 1);
}

bool json_read(char *text, json_document *out) {
  reader r = {text, out};
  out->count = 0;
  if (add_node(out) != 0 || !read_value(&r, 0, 0)) return false;
  skip_blanks(&r);
  return *r.at == '\0';
}

void json_document_free(json_document *document) {
  free(document->nodes);
  *document = (json_document){0};
}

const json_node *json_first(const json_document *document, const json_node *node) {
  return node && node->child > 0 ? &document->nodes[node->child] : NULL;
}

const json_node *json_after(const json_document *document, const json_node *node) {
  return node && node->next > 0 ? &document->nodes[node->next] : NULL;
}

const json_node *json_member(const json_document *document, const json_node *object, const char *key) {
  if (!object || object->kind != JSON_OBJECT) return NULL;
  for (const json_node *item = json_first(document, object); item; item = json_after(document, item))
    if (strcmp(item->key, key) == 0) return item;
  return NULL;
}

double json_number_at(const json_document *document, const json_node *object, const char *key) {
  const json_node *member = json_member(document, object, key);
  return member ? member->number : (double)NAN;
}

const char *json_text_at(const json_document *document, const json_node *object, const char *key) {
  const json_node *member = json_member(document, object, key);
  return member ? member->text : NULL;
}

bool json_true_at(const json_document *document, const json_node *object, const char *key) {
  const json_node *member = json_member(document, object, key);
  return member && member->kind == JSON_TRUE;
}
