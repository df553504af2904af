# Why this file exists: users rely on what xpbd-bench says about itself, its options, axes and columns.
run xpbd-bench --help
run xpbd-bench ab --help
run xpbd-bench --help-columns
# Without what depends on the available backends.
list() { xpbd-bench --list | grep -v -e '^  -a backend' -e 'on every backend'; }
part "xpbd-bench --list" list
ranges xpbd-bench
ranges xpbd-bench ab
