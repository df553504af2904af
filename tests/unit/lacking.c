/* Why this file exists: all allocations of the unit tests go through here, so that any of them can be refused. */
#include "lacking.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);

static atomic_bool lacking;
static atomic_int left, freed;

void lacking_from(int allowed) {
  left = allowed;
  freed = 0;
  lacking = true;
}

int lacking_end(void) {
  lacking = false;
  return left;
}

int lacking_freed(void) {
  return freed;
}

static bool is_granted(void) {
  return !lacking || left-- > 0;
}

void *__wrap_malloc(size_t size) {
  return is_granted() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
  return is_granted() ? __real_calloc(count, size) : NULL;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return is_granted() ? __real_aligned_alloc(alignment, size) : NULL;
}

void __wrap_free(void *memory) {
  freed += lacking && memory;
  __real_free(memory);
}
