/* Why this file exists: the entry point that libFuzzer calls, compiled once for each target: FUZZ_NAME. */
#include "fuzz.h"

#define JOINED(a, b) a##b
#define TARGET(name) JOINED(fuzz_, name)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  TARGET(FUZZ_NAME)(data, size);
  return 0;
}
