# shellcheck shell=sh
# Why this file exists: the tests of this folder compile a program in C++, or are skipped. Sourced after common.sh.
# shellcheck disable=SC2154 # cxx, source and work are of the test

# compile NAME: NAME.cpp becomes the program $work/NAME.
compile() {
  [ -n "$cxx" ] || {
    echo "skipped: needs a C++ compiler"
    exit 77
  }
  check "the program compiles" quiet "$cxx" -std=c++17 -O2 -Wall -Wextra -Werror "$source/tests/independent/$1.cpp" -o "$work/$1" || exit 1
}
