# Why this file exists: what xpbd-report says of its options is what users go by.
for words in "" compare merge brief; do needs xpbd-report run xpbd-report $words --help; done
