/* Why this file exists: the text of a claim is in data/papers/claims.csv only. A verdict names its row. */
#include "claims.h"
#include "subject/papers.h"

static papers_table table;

void claims_read(void) {
  if (!table.text) papers_read(papers_folder(), &papers_schemas[PAPERS_CLAIMS], &table);
}

const check_claim_text *claims_cited(check *self, const char *key) {
  static check_claim_text text;
  const int row = table.text ? papers_find(&table, key) : -1;
  text = (check_claim_text){key, "", "", "", "-"};
  if (!check_true(self, row >= 0, "%s is in claims.csv", key)) return &text;
  const char *size = papers_text(&table, row, "size");
  text.paper = papers_text(&table, row, "paper"), text.place = papers_text(&table, row, "place");
  text.claim = papers_text(&table, row, "in_short");
  if (size[0]) text.published = size;
  return &text;
}
