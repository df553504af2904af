# Why this file exists: records what is refused as a file of formulas, and what a compiler is given (tests/texts/foreign.c).
made-texts foreign "$source" 2>&1 | sed "s|$PWD|HERE|g; s|$source|SOURCE|g; s|/[^ ]*/xpbd-[A-Za-z0-9]*|FOLDER|g"
