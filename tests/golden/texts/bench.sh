# Why this file exists: records what the harness writes about made-up results (tests/texts): rows of the console, lists,
# plans, the table, the JSON, closing words, and what is said of a GPU. Objects in one line are a line each.
made-texts bench 2>&1 | sed 's/, \(\[*{*"[a-z_]*": {\)/,\n  \1/g; s/, {"name": /,\n {"name": /g; s/x\{99,\}/xxx/'
