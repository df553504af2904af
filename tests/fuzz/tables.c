/* Why this file exists: fuzzes the strict reader of data/papers. The first line, a letter, selects the file whose
 * columns apply. */
#include "fuzz.h"

#include "subject/papers.h"

bool fuzz_csv(const uint8_t *data, size_t size) {
  if (size < 2 || data[0] < 'a' || data[0] >= 'a' + PAPERS_FILES || data[1] != '\n') return false;
  papers_table table;
  const papers_schema *schema = &papers_schemas[data[0] - 'a'];
  const bool taken = papers_parse("table.csv", (const char *)data + 2, size - 2, schema, &table) == XPBD_OK;
  for (int r = 0; taken && r < table.row_count; r++)
    for (int c = 0; c < schema->column_count; c++) papers_real(&table, r, schema->columns[c].name);
  if (taken) papers_destroy(&table);
  return taken;
}
