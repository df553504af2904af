# Why this file exists: draws lines over two logarithmic axes: a ratio along an axis (with the line at 1 and its
# crossings), an error against its time, or projections per second against bytes moved (with a ceiling).
set logscale xy
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set lmargin at screen panels_left
set rmargin at screen 1 - 24. / width
set bmargin at screen panels_bottom
set tmargin at screen 1 - 40. / height
set xlabel x_label offset 0, 0.3
set ylabel y_label offset -0.2, 0
if (unit_line) { set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 1.4 linecolor rgb grey back }
do for [k = 1:cross_count] {
  set label '' at first cross_at[k], first 1 point pointtype 12 pointsize 1.2 linewidth 1.6 linecolor rgb 'black' front
}
if (ceiling > 0) { set label ceiling_label at graph 0.98, graph 0.95 right textcolor rgb grey }
plot (ceiling > 0 ? ceiling / x : NaN) with lines dashtype 3 linewidth 1.6 linecolor rgb grey, \
     for [s = 1:line_count] data index s - 1 using 1:(joined ? $2 : NaN) with lines linewidth 1.4 \
       dashtype dash_of(key_style[s]) linecolor rgb key_colour[s], \
     for [s = 1:line_count] data index s - 1 using 1:2:3:4 with yerrorbars linewidth 1.1 pointtype mark_of(key_style[s]) \
       pointsize 0.75 linecolor rgb key_colour[s]
