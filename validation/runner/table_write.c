/* Why this file exists: writes the tables for programs, as tab-separated values and as JSON. */
#include <math.h>
#include <string.h>

#include "tables.h"

static const char *const kinds[CHECK_ROW_KINDS] = {"erratum", "ambiguity", "claim", "finding"};

static bool published(const check_claim_row *claim) {
  return strcmp(claim->text.published, "-") != 0;
}

/// Key of an erratum: the name of its check.
static const char *key_of(const check_table_row *row) {
  return strchr(row->check, '/') + 1;
}

static void write_texts(FILE *stream, const char *const *texts, int count) {
  for (int i = 0; i < count; i++) fprintf(stream, "\t%s", texts[i]);
}

static void write_error(FILE *stream, double value) {
  if (isnan(value))
    fputs("\t", stream);
  else
    fprintf(stream, "\t%.3g", value);
}

/// From the key to the error when right.
static void write_cells(FILE *stream, const check_table_row *row) {
  const char *measured = row->data.measured;
  if (row->data.kind == CHECK_ROW_CLAIM) {
    const check_claim_row *c = &row->data.claim;
    const char *const cells[] = {
        c->text.key, c->text.paper, c->text.place, c->text.claim, published(c) ? c->text.published : "",
        c->part,     c->settings,   c->verdict,    measured,      "",
        ""};
    write_texts(stream, cells, 11);
  } else if (row->data.kind == CHECK_ROW_FINDING) {
    const check_finding_text *f = &row->data.finding;
    write_texts(stream, (const char *const[]){f->key, "", "", f->statement, "", f->title, "", "", measured, "", ""},
                11);
  } else {
    const check_erratum_row *e = &row->data.erratum;
    const char *verdict = row->data.kind == CHECK_ROW_ERRATUM ? "wrong as printed" : "to be read in two ways";
    write_texts(stream,
                (const char *const[]){key_of(row), e->paper, e->place, e->printed, e->right, "", "", verdict, ""}, 9);
    for (int k = 0; k < 2; k++) write_error(stream, e->error[k]);
  }
}

int check_table_write(FILE *stream, const char *stopped_in) {
  static const check_table_row *rows[CHECK_TABLE_LIMIT];
  const int count = check_table_sorted(rows);
  char command[CHECK_COMMAND_LIMIT];
  fputs("kind\tkey\tpaper\tplace\tclaimed_or_printed\tpublished_or_right\tpart\tsettings\tverdict\tmeasured\t"
        "error_as_printed\terror_when_right\tcheck\tcheck_passed\tcommand\trule\tcases\tnoise\n",
        stream);
  for (int i = 0; i < count; i++) {
    fputs(kinds[rows[i]->data.kind], stream);
    write_cells(stream, rows[i]);
    const check_claim_row *claim = rows[i]->data.kind == CHECK_ROW_CLAIM ? &rows[i]->data.claim : NULL;
    fprintf(stream, "\t%s\t%s\t%s\t%s\t%s\t%s\n", rows[i]->check, rows[i]->held ? "yes" : "no",
            check_table_command(rows[i], command), claim ? claim->rule : "", claim ? claim->cases : "",
            claim ? claim->noise : "");
  }
  if (stopped_in) fprintf(stream, "incomplete\t\t\t\t\t\t\t\t\tthe run was stopped\t\t\t%s\t\t\t\t\t\n", stopped_in);
  return check_table_lost() > 0 ? -1 : count;
}

static void write_claim(json_writer *json, const check_claim_row *claim) {
  json_text(json, "key", claim->text.key);
  json_text(json, "paper", claim->text.paper);
  json_text(json, "place", claim->text.place);
  json_text(json, "claimed", claim->text.claim);
  json_text(json, "published", published(claim) ? claim->text.published : NULL);
  json_text(json, "part", claim->part[0] ? claim->part : NULL);
  json_text(json, "settings", claim->settings);
  json_text(json, "rule", claim->rule[0] ? claim->rule : NULL);
  json_text(json, "cases", claim->cases[0] ? claim->cases : NULL);
  json_text(json, "noise", claim->noise[0] ? claim->noise : NULL);
  json_text(json, "verdict", claim->verdict);
}

static void write_erratum(json_writer *json, const check_table_row *row) {
  const check_erratum_row *e = &row->data.erratum;
  const bool wrong = row->data.kind == CHECK_ROW_ERRATUM;
  json_text(json, "key", key_of(row));
  json_text(json, "paper", e->paper);
  json_text(json, "place", e->place);
  json_text(json, "printed", e->printed);
  json_text(json, "right", e->right);
  json_number(json, wrong ? "error_as_printed" : "error_of_other_reading", e->error[0]);
  json_number(json, wrong ? "error_when_right" : "error_of_right_reading", e->error[1]);
}

static void write_finding(json_writer *json, const check_finding_text *finding) {
  json_text(json, "key", finding->key);
  json_text(json, "title", finding->title);
  json_text(json, "statement", finding->statement);
}

static void write_row(json_writer *json, const check_table_row *row) {
  char command[CHECK_COMMAND_LIMIT];
  json_open(json, NULL, '{');
  if (row->data.kind == CHECK_ROW_CLAIM)
    write_claim(json, &row->data.claim);
  else if (row->data.kind == CHECK_ROW_FINDING)
    write_finding(json, &row->data.finding);
  else
    write_erratum(json, row);
  if (row->data.kind >= CHECK_ROW_CLAIM) json_text(json, "measured", row->data.measured);
  json_text(json, "check", row->check);
  json_bool(json, "check_passed", row->held);
  json_text(json, "command", check_table_command(row, command));
  json_close(json, '}');
}

void check_table_write_json(json_writer *json) {
  static const check_table_row *rows[CHECK_TABLE_LIMIT];
  static const char *const names[CHECK_ROW_KINDS] = {"errata", "ambiguities", "claims", "findings"};
  const int count = check_table_sorted(rows);
  for (int kind = 0; kind < CHECK_ROW_KINDS; kind++) {
    json_open(json, names[kind], '[');
    for (int i = 0; i < count; i++)
      if ((int)rows[i]->data.kind == kind) write_row(json, rows[i]);
    json_close(json, ']');
  }
}
