/* Why this file exists: the version, build and machine that a cited result must state. */
#pragma once

enum { CHECK_FACTS = 8 };

typedef struct check_fact {
  const char *key;  ///< As in the JSON.
  const char *name; ///< For people.
  char text[256];   ///< "" = not known.
} check_fact;

typedef struct check_provenance {
  int count;
  check_fact facts[CHECK_FACTS];
} check_provenance;

/// Asks the harness of the benchmarks, and a solver for the instructions that it uses here.
void check_provenance_read(check_provenance *out);
