# Why this file exists: users rely on what xpbd-report says about its options.
for words in "" compare merge brief audit index accept; do needs xpbd-report run xpbd-report $words --help; done
