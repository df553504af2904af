#!/bin/sh
# Why this file exists: the version of the tree is set in CMakeLists.txt. Files that need its text must agree: the
# changelog, the release notes, the citation, the recipes for package managers and the examples. With the word "release"
# the version must also be dated.
# usage: versions.sh SOURCE [release]
set -u
source=$1 release=${2:-}
. "$source/tests/common.sh"

version=$(sed -n 's/^project(xpbd VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
check "the tree has a version" sh -c 'echo "$1" | grep -qE "^[0-9]+\.[0-9]+\.[0-9]+$"' - "$version"
minor=${version%.*}

# agree VERSION MINOR FOLDER: the files of the folder have it.
agree() {
  [ "$(sed -n 's/^## \([0-9.]*\) .*/\1/p' "$3/CHANGELOG.md" | sed -n 1p)" = "$1" ] &&
    grep -qx "version: $1" "$3/CITATION.cff" &&
    grep -q "^    version(\"$1\")$" "$3/packaging/spack/package.py" &&
    grep -q "xpbd-suite-$1\.tar\.gz" "$3/packaging/spack/package.py" &&
    grep -q "set version = \"$1\"" "$3/packaging/conda/meta.yaml" &&
    grep -q "find_package(xpbd $2 REQUIRED)" "$3/examples/CMakeLists.txt" &&
    grep -q "^# xpbd-suite $1$" "$3/docs/releases/$1.md"
}
check "all files have version $version" agree "$version" "$minor" "$source"
control "a version that they do not have" agree 9.9.9 "$minor" "$source"
control "an interface that they do not have" agree "$version" 9.9 "$source"
# short FILE: release notes that are read.
short() { [ "$(wc -l <"$1")" -le 30 ] && [ "$(wc -l <"$1")" -ge 10 ]; }
check "the release notes have at most thirty lines" short "$source/docs/releases/$version.md"
control "the changelog" short "$source/CHANGELOG.md"
# dated FOLDER: the version is no longer in the making.
dated() { grep -qE "^## $version \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" "$1/CHANGELOG.md"; }
if [ "$release" = release ]; then check "the changelog has the date of $version" dated "$source"; fi
mkdir "$work/undated"
echo "## $version (not released yet)" >"$work/undated/CHANGELOG.md"
control "a version without a date" dated "$work/undated"
finish
