# Why this file exists: other programs read what xpbd-sim writes, and people trust its tables. Records for the smallest
# body of every scene the messages, measures and pictures, and for a body of each kind the positions of the last frame.
# tests/bits has the positions of all.
digits=7
drawn() { sed -n '/id=scene/p; /id=data/p' page.html; }
for scene in $(scene_names); do
  for least in 2 3 4 5; do xpbd-sim "$scene" -r $least --dry-run >/dev/null 2>&1 && break; done
  rm -rf out
  sim "$scene" -r $least --frames 2 --format obj --out out --measure measure.tsv --viewer page.html
  text measure.tsv
  case $scene in cloth | blob | beam_tets | chain | wedge | stack_a) text out/frame_0002.obj ;; esac
  part "page.html:" drawn
done
