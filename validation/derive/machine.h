/* Why this file exists: runs the text of a formula on expressions instead of numbers. Loops over constants are unrolled
 * and functions are put in place of their calls, so that one expression for C remains. */
#pragma once

#include "graph.h"
#include "source.h"

enum { MACHINE_SLOTS = 8192, MACHINE_VARIABLES = 1024, MACHINE_STEPS = 20000, MACHINE_SHARED = 8 };

typedef enum machine_kind { NOTHING, INTEGER, NUMBER, VECTOR, POINTER } machine_kind;

/// The result of an expression. `place` and `axis`: the slot and the component that it names; -1 = none.
typedef struct machine_value {
  machine_kind kind;
  long integer;
  int node;
  int slot, end; ///< POINTER: where it points, and where that array ends.
  int place, axis;
} machine_value;

/// A variable or array in slot .. slot + count - 1.
typedef struct machine_variable {
  char name[SOURCE_WORD];
  int slot, count;
  bool array;
} machine_variable;

typedef struct machine machine;
struct machine {
  graph *graph;
  const source *file;            ///< The formula's file.
  source shared[MACHINE_SHARED]; ///< The headers of lib/formula that a formula may use, once they are needed.
  int shared_count;
  const char *headers; ///< Their folder.
  const source *text;  ///< The text that runs now: `file` or one of `shared`.
  int at;              ///< Its next token.
  machine_value slot[MACHINE_SLOTS];
  int slot_count;
  machine_variable variable[MACHINE_VARIABLES];
  int variable_count, frame; ///< Variables from `frame` on are visible.
  int depth, steps;
  const char *refusal; ///< The message for a comparison of data here; NULL = the usual one.
  bool returned;
  machine_value result;
  int return_token;                         ///< Of the formula itself.
  machine_variable seen[MACHINE_VARIABLES]; ///< Its variables there.
  int seen_count;
  machine_value (*call)(machine *m, const char *name); ///< Calls XPBD_NAME(name); the next token opens the arguments.
  char reason[SOURCE_REASON];
  int nested; ///< Expressions within expressions.
};

/// Runs the body of an XPBD_VALUE with `counts` positions, rest numbers and material numbers. False: `reason` is set.
bool machine_run(machine *m, const source_function *function, const int counts[3]);
void machine_free(machine *m);

/* Used between its parts. */
__attribute__((format(printf, 2, 3))) machine_value machine_fail(machine *m, const char *format, ...);
bool machine_is(const machine *m, const char *text);
/// Goes on if the next token is this one.
bool machine_accept(machine *m, const char *text);
void machine_expect(machine *m, const char *text);
int machine_slots(machine *m, int count);
machine_variable *machine_declare(machine *m, const char *name, int slot, int count, bool array);
machine_value machine_expression(machine *m);
machine_value machine_number(int node);
machine_value machine_vector(int node);
/// The number or vector of a value, or 0 with a failure.
int machine_as(machine *m, machine_value v, machine_kind kind);
void machine_store(machine *m, machine_value to, machine_value v);
