/* Why this file exists: builds the table of methods from the list of methods. */
#include "xpbd/method.h"

#include <string.h>

#define XPBD_METHOD(constant, table, traits) extern const xpbd_method_info table;
#include "xpbd/methods.inl"
#undef XPBD_METHOD

static const xpbd_method_info *const methods[XPBD_METHODS] = {
#define XPBD_METHOD(constant, table, traits) [constant] = &table,
#include "xpbd/methods.inl"
#undef XPBD_METHOD
};

const xpbd_method_info *xpbd_method_at(int method) {
  return method >= 0 && method < XPBD_METHODS ? methods[method] : NULL;
}

int xpbd_method_find(const char *name) {
  for (int i = 0; name && i < XPBD_METHODS; i++)
    if (strcmp(methods[i]->name, name) == 0) return i;
  return -1;
}

const char *xpbd_method_name(int method) {
  const xpbd_method_info *info = xpbd_method_at(method);
  return info ? info->name : NULL;
}

const char *xpbd_method_about(int method) {
  const xpbd_method_info *info = xpbd_method_at(method);
  return info ? info->about : NULL;
}

bool xpbd_method_runs_on(const xpbd_method_info *method, const char *backend) {
  if (!method || !backend) return false;
  if (!method->engine || strcmp(backend, method->engine->name) == 0) return true;
  if (method->teamed && strcmp(backend, "omp") == 0) return true;
  for (const char *const *name = method->backends; name && *name; name++)
    if (strcmp(backend, *name) == 0) return true;
  return false;
}
