/* Why this file exists: reads back the lines that json.c writes, to continue a journal, and the answers of other
 * programs. Anything but JSON is refused, and so are escapes in pairs. */
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
  const char *key;  ///< Of a member, else NULL. Points into the text, like the next.
  const char *text; ///< Of a string, else NULL.
  double number;
  int child, next; ///< Indices of the first item and of the next sibling; 0 = none.
} json_node;

typedef struct json_document {
  json_node *nodes; ///< nodes[0] is the outermost value. Owned.
  int count, capacity;
} json_document;

/// Read one value. `text` is changed and must outlive the document. False if it is not JSON or memory is short. A
/// document can be reused.
bool json_read(char *text, json_document *out);
void json_document_free(json_document *document);

/// First item of an array or object, and the next one; NULL = none. Both accept NULL.
const json_node *json_first(const json_document *document, const json_node *node);
const json_node *json_after(const json_document *document, const json_node *node);
/// Member of an object; NULL if there is none, or if `object` is NULL or not an object.
const json_node *json_member(const json_document *document, const json_node *object, const char *key);
/// A member as a number (NaN if it is none), as text (NULL if it is none), or as a bool.
double json_number_at(const json_document *document, const json_node *object, const char *key);
const char *json_text_at(const json_document *document, const json_node *object, const char *key);
bool json_true_at(const json_document *document, const json_node *object, const char *key);

#endif
