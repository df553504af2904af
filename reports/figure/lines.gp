# Why this file exists: draws lines over two logarithmic axes: a ratio along an axis (with the line at 1 and its
# crossings), an error against its time, or projections per second against bytes moved (with a ceiling).
set logscale xy
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set format y '%g'
set format x '%g'
# Between 45 and 46 a logarithmic axis has at most one round number. Use decimal steps instead, at least two.
if (x_high / x_low < 1.65) {
  step = 10**floor(log10(x_high - x_low))
  parts = (x_high - x_low) / step
  step = parts < 2 ? step / 2 : parts < 5 ? step : 2 * step
  set xtics ()
  do for [k = ceil(x_low / step):floor(x_high / step)] { set xtics add (sprintf('%g', k * step) k * step) }
}
left = (form eq 'narrow' ? 78. : 70.) / width
bottom = (key_room + 50.) / height
set key at screen 0.5, screen (key_room + 2.) / height center top vertical maxrows key_rows_below Left reverse
set key samplen (form eq 'narrow' ? 2 : 2.8)
set label title at screen 0.5, screen 1 - 16. / height center font (form eq 'narrow' ? ',11' : ',13')
set lmargin at screen left
set rmargin at screen 1 - 20. / width
set bmargin at screen bottom
set tmargin at screen 1 - 40. / height
set xlabel x_label offset 0, 0.3
set ylabel y_label offset 0.8, 0
if (unit_line) { set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 1.4 linecolor rgb grey back }
do for [k = 1:cross_count] {
  set label '' at first cross_at[k], first 1 point pointtype 12 pointsize 1.2 linewidth 1.6 linecolor rgb 'black' front
}
if (ceiling > 0) { set label ceiling_label at graph 0.98, graph 0.95 right textcolor rgb grey }
plot (ceiling > 0 ? ceiling / x : NaN) with lines dashtype 3 linewidth 1.6 linecolor rgb grey, \
     for [s = 1:line_count] data index s - 1 using 1:(joined ? $2 : NaN) with lines linewidth 1.4 \
       dashtype dash_of(line_style[s]) linecolor rgb line_colour[s], \
     for [s = 1:line_count] data index s - 1 using 1:2:3:4 with yerrorbars linewidth 1.1 pointtype mark_of(line_style[s]) \
       pointsize 0.75 linecolor rgb line_colour[s], \
     for [s = 1:line_count] NaN with linespoints title line_label[s] linewidth 1.4 pointsize 0.75 \
       dashtype dash_of(line_style[s]) pointtype mark_of(line_style[s]) linecolor rgb line_colour[s]
