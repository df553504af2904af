/* Why this file exists: the list of findings that the parts of the diagnosis fill. */
#include "verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const kind_names[VERDICT_KINDS] = {
    "crash",           "endless",       "out_of_bounds", "state", "sign",      "factor",   "missing_particle",
    "wrong_component", "normalisation", "rest",          "jump",  "kink",      "momentum", "angular_momentum",
    "not_finite",      "overflow",      "unit",          "range", "precision", "trait"};

const char *verdict_kind_name(verdict_kind kind) {
  return (unsigned)kind < VERDICT_KINDS ? kind_names[kind] : "";
}

double verdict_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

verdict_slip *verdict_say(verdict *v, verdict_kind kind, bool remark, const char *format, ...) {
  static verdict_slip dropped;
  verdict_slip *slip = v->slip_count < VERDICT_SLIPS ? &v->slip[v->slip_count] : &dropped;
  *slip = (verdict_slip){
      .kind = kind, .remark = remark, .place = 2 * (int)kind, .particle = -1, .component = -1, .ratio = NAN};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(slip->text, sizeof slip->text, format, arguments);
  va_end(arguments);
  if (slip != &dropped) v->slip_count++; /* counted only now, so that a crash while writing leaves no half finding */
  return slip;
}

bool verdict_has(const verdict *v, verdict_kind kind) {
  for (int i = 0; i < v->slip_count; i++)
    if (!v->slip[i].remark && (kind == VERDICT_KINDS || v->slip[i].kind == kind)) return true;
  return false;
}

/// The word of a verdict with this finding alone.
static const char *word_of(const verdict_slip *slip) {
  switch (slip->kind) {
  case VERDICT_TRAIT:
  case VERDICT_UNIT: return "misdeclared";
  case VERDICT_RANGE: return "limited";
  case VERDICT_PRECISION: return slip->in_text ? "wrong" : "imprecise";
  default: return "wrong";
  }
}

verdict_outcome verdict_outcome_of(const verdict *v, bool unusable) {
  const verdict_slip *first = NULL;
  for (int i = 0; i < v->slip_count; i++) {
    const verdict_slip *slip = &v->slip[i];
    if (slip->remark) continue;
    if (strcmp(word_of(slip), "wrong") == 0) return (verdict_outcome){"wrong", 2};
    if (!first || slip->place < first->place) first = slip;
  }
  if (first) return (verdict_outcome){word_of(first), 3};
  return unusable ? (verdict_outcome){"unusable", 1} : (verdict_outcome){"right", 0};
}

void verdict_before(verdict_slip *slip, verdict_kind kind) {
  slip->place = 2 * (int)kind - 1;
}

/// Stable, so findings of a kind keep the order in which they were found.
void verdict_sort(verdict *v) {
  for (int i = 1; i < v->slip_count; i++)
    for (int j = i; j > 0; j--) {
      verdict_slip *a = &v->slip[j - 1], *b = &v->slip[j];
      if (a->remark < b->remark || (a->remark == b->remark && a->place <= b->place)) break;
      const verdict_slip kept = *a;
      *a = *b, *b = kept;
    }
}

const char *verdict_traits(const xpbd_formula *formula, unsigned more, unsigned less, char out[VERDICT_TRAITS]) {
  static const struct {
    unsigned bit;
    const char *word;
  } known[] = {
      {XPBD_TURNING, "XPBD_TURNING"},     {XPBD_SUMMED, "XPBD_SUMMED"},         {XPBD_SINGULAR, "XPBD_SINGULAR"},
      {XPBD_LITERAL, "XPBD_LITERAL"},     {XPBD_ENERGY, "XPBD_ENERGY"},         {XPBD_KINKED, "XPBD_KINKED"},
      {XPBD_PRELOADED, "XPBD_PRELOADED"}, {XPBD_MODULI, "XPBD_MODULI"},         {XPBD_METRES, "XPBD_METRES"},
      {XPBD_FLAT_REST, "XPBD_FLAT_REST"}, {XPBD_ROWS_ALIKE, "XPBD_ROWS_ALIKE"}, {XPBD_COUPLED, "XPBD_COUPLED"},
      {XPBD_NODAL, "XPBD_NODAL"}};
  const unsigned traits = (formula->info.traits | more) & ~less;
  size_t used = 0;
  snprintf(out, VERDICT_TRAITS, "XPBD_PLAIN");
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (traits & known[i].bit)
      used += (size_t)snprintf(out + used, VERDICT_TRAITS - used, "%s%s", used > 0 ? " | " : "", known[i].word);
  return out;
}

const char *verdict_advice(const xpbd_formula *formula, unsigned trait, const char *how, char out[VERDICT_ADVICE]) {
  char traits[VERDICT_TRAITS];
  if (formula->info.traits & trait)
    snprintf(out, VERDICT_ADVICE, ", as the entry says");
  else
    snprintf(out, VERDICT_ADVICE, "; %s write %s as the traits in the entry", how ? how : "if this is intended,",
             verdict_traits(formula, trait, 0, traits));
  return out;
}

const char *verdict_unit(const xpbd_formula_info *info, char out[48]) {
  snprintf(out, 48, strcmp(info->unit, "1") == 0 ? "%.0s" : " %s", info->unit);
  return out;
}

void verdict_list(char *out, size_t capacity, const char *name, int left) {
  const size_t used = strlen(out);
  snprintf(out + used, capacity - used, "%s%s", used == 0 ? "" : left > 0 ? ", " : " and ", name);
}

void verdict_at(verdict *v, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(v->apart.stage, sizeof v->apart.stage, format, arguments);
  va_end(arguments);
  v->apart.beat++;
}
