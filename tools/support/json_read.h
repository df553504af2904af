/* Why this file exists: reads back the lines that json.c writes, for a journal that is to go on. Only what is JSON is
 * taken, and only as much of JSON as a line of a journal needs: no escape beyond Latin-1. */
#ifndef SUPPORT_JSON_READ_H
#define SUPPORT_JSON_READ_H

#include <stdbool.h>

typedef enum json_kind {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT
} json_kind;

typedef struct json_node {
  json_kind kind;
  const char *key;  ///< Of a member, else NULL. In the text that was read, like the next.
  const char *text; ///< Of a string, else NULL.
  double number;
  int child, next; ///< Places of the first item and of the next one beside; 0 = none.
} json_node;

typedef struct json_document {
  json_node *nodes; ///< nodes[0] is the outermost value. Owned.
  int count, capacity;
} json_document;

/// Read one value. `text` is changed and must outlive the document; false when it is not JSON or memory is short.
/// A document can be read into again.
bool json_read(char *text, json_document *out);
void json_document_free(json_document *document);

/// First item of an array or object, and the one after; NULL = none. Accept NULL.
const json_node *json_first(const json_document *document, const json_node *node);
const json_node *json_after(const json_document *document, const json_node *node);
/// Member of an object; NULL when there is none, or `object` is NULL or no object.
const json_node *json_member(const json_document *document, const json_node *object, const char *key);
/// Its number, NaN when it is none; its text, NULL when it is none; whether it is true.
double json_number_at(const json_document *document, const json_node *object, const char *key);
const char *json_text_at(const json_document *document, const json_node *object, const char *key);
bool json_true_at(const json_document *document, const json_node *object, const char *key);

#endif
