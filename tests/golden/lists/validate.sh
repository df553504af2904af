# Why this file exists: users rely on what xpbd-validate says about its options.
run xpbd-validate --help
run xpbd-validate formula --help
run xpbd-validate solver --help
ranges xpbd-validate
