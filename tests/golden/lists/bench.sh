# Why this file exists: what xpbd-bench says of itself, its options, axes and columns, is what users go by.
run xpbd-bench --help
run xpbd-bench ab --help
run xpbd-bench --help-columns
# Without what depends on which backends there are.
list() { xpbd-bench --list | grep -v -e '^  -a backend' -e 'on every backend'; }
part "xpbd-bench --list" list
ranges xpbd-bench
ranges xpbd-bench ab
