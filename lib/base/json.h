/* Why this file exists: reads JSON: scene files, journals and the lines of a pipe. Anything but JSON is refused.
 * Private to the project. */
#pragma once

#include <stdbool.h>

typedef enum xpbd_json_kind {
  XPBD_JSON_NULL,
  XPBD_JSON_FALSE,
  XPBD_JSON_TRUE,
  XPBD_JSON_NUMBER,
  XPBD_JSON_STRING,
  XPBD_JSON_ARRAY,
  XPBD_JSON_OBJECT
} xpbd_json_kind;

typedef struct xpbd_json_node {
  xpbd_json_kind kind;
  const char *key;  ///< Of a member, else NULL. Points into the text, like the next.
  const char *text; ///< Of a string, else NULL.
  double number;
  int child, next; ///< Indices of the first item and of the next sibling; 0 = none.
} xpbd_json_node;

typedef struct xpbd_json_document {
  xpbd_json_node *nodes; ///< nodes[0] is the outermost value. Owned.
  int count, capacity;
  int line; ///< Line of the text at which the reader ended: where the text is wrong, if it is. 0 = memory is short.
} xpbd_json_document;

/// Read one value. `text` is changed and must outlive the document. False if it is not JSON or memory is short. A
/// document can be reused.
bool xpbd_json_read(char *text, xpbd_json_document *out);
void xpbd_json_document_free(xpbd_json_document *document);

/// First item of an array or object, and the next one; NULL = none. Both accept NULL.
const xpbd_json_node *xpbd_json_first(const xpbd_json_document *document, const xpbd_json_node *node);
const xpbd_json_node *xpbd_json_after(const xpbd_json_document *document, const xpbd_json_node *node);
/// Member of an object; NULL if there is none, or if `object` is NULL or not an object.
const xpbd_json_node *xpbd_json_member(const xpbd_json_document *document, const xpbd_json_node *object,
                                       const char *key);
/// A member as a number (NaN if it is none), as text (NULL if it is none), or as a bool.
double xpbd_json_number_at(const xpbd_json_document *document, const xpbd_json_node *object, const char *key);
const char *xpbd_json_text_at(const xpbd_json_document *document, const xpbd_json_node *object, const char *key);
bool xpbd_json_true_at(const xpbd_json_document *document, const xpbd_json_node *object, const char *key);
