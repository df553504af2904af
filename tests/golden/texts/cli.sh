# Why this file exists: records what programs say about lines of arguments, and what all of them decide (tests/texts).
made-texts cli 2>&1 | sed 's/^trial [0-9][0-9.]*/trial VERSION/; s/x\{99,\}/xxx/'
