# Why this file exists: what xpbd-validate says of its options is what users go by.
run xpbd-validate --help
run xpbd-validate formula --help
ranges xpbd-validate
