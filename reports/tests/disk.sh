# Why this file exists: a full disk gives one line, exit code 3 and no partial file under a final name. The test mounts
# a tiny file system if it may. It also limits the size of files, which fails in the same write. A report that is killed
# while it draws leaves the earlier page.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" good >run.json
# whole FOLDER: every file under a final name is complete.
whole() {
  left "$1" || return 1
  [ ! -e "$1/results.json" ] || cmp -s run.json "$1/results.json" || return 1
  [ ! -e "$1/index.html" ] || [ "$(tail -n 1 "$1/index.html")" = "</html>" ] || return 1
  for file in "$1"/figures/*.svg; do [ ! -e "$file" ] || grep -q '</svg>' "$file" || return 1; done
}

# The program must ignore SIGXFSZ by itself, or this signal ends it.
limited() { # BLOCKS of 512 bytes
  (ulimit -f "$1"; exec "$report" run.json --out limited) >out 2>err </dev/null
  code=$?
}
for blocks in 8 300; do
  limited $blocks
  check "a limit of $blocks blocks ends it" [ "$code" -eq 3 ]
  check "one line" [ "$(wc -l <err)" -eq 1 ]
  check "which says what" has err "cannot be written"
  check "nothing half" whole limited
  check "no page" [ ! -e limited/index.html ]
done

mkdir disk half
head -c 100 run.json >half/results.json
control "half a file" whole half
if mount -t tmpfs -o size=256k none disk 2>/dev/null; then
  run run.json --out disk/report
  check "a full disk ends it" [ "$code" -eq 3 ]
  check "one line" [ "$(wc -l <err)" -eq 1 ]
  check "nothing half" whole disk/report
  umount disk
else
  echo "left out: a full disk (no file system may be mounted here)"
fi

# ended SIGNAL: the signal arrives while a fake gnuplot draws the third figure over an existing report.
mkdir bin
ended() {
  rm -rf ended
  printf '#!/bin/sh\n[ "$1" = --version ] || echo "<svg></svg>"\n' >bin/gnuplot
  chmod +x bin/gnuplot
  PATH=$work/bin "$report" run.json --out ended >out 2>err </dev/null || return 1
  cp ended/index.html page.html
  printf '#!/bin/sh\n[ "$1" = --version ] && exit 0\ncase $4 in *speedup*) kill -s %s "$PPID"; exit 1 ;; esac\necho "<svg></svg> again"\n' "$1" >bin/gnuplot
  (PATH=$work/bin exec "$report" run.json --out ended >out 2>err </dev/null)
  code=$?
  grep -q again ended/figures/cloth_fps_size.svg
}
for signal in INT TERM HUP KILL; do
  check "it is ended by $signal as it draws" ended $signal
  check "it does not say that it worked" [ "$code" -gt 128 ]
  check "the page is the one before" cmp page.html ended/index.html
  check "nothing half" whole ended
done
sed "s/speedup/slowdown/" page.html >other.html
control "another page" cmp page.html other.html
finish
