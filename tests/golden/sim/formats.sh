# Why this file exists: other programs read these files byte by byte. Records the binary ones in full for a body of each
# kind, and one page without its script.
bytes() { od -A d -v -c "$1" | sed 's/ *$//'; }
for body in cloth blob beam_tets chain wedge; do
  sim $body -r 2 --frames 1 --format vtk --out $body
  for file in frame_0001.vtk constraints.vtk; do part "$file of $body:" bytes $body/$file; done
done
text cloth/frames.vtk.series
sim cloth -r 2 --frames 1 --viewer page.html
part "page.html without its script:" sed '/^<script>$/,/^<\/script>$/d' page.html
