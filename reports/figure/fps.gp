# Why this file exists: draws frames per second (left) and milliseconds per frame (right, the same line) against one
# axis. A panel for each constraint, a line for each backend. A cross is a point without an interval.
set logscale xyy2
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set y2range [1000. / y_low : 1000. / y_high]
set border 11
set tmargin 0
do for [k = 1:3] {
  fps = 15 * 2**k
  if (fps > y_low && fps < y_high) {
    set arrow from graph 0, first fps to graph 1, first fps nohead dashtype 3 linecolor rgb grey back
    set label sprintf('%d FPS', fps) at graph 0.015, first fps left offset 0, 0.45 textcolor rgb grey font small_font
  }
}
do for [k = 1:mark_count] {
  set arrow from first mark_at[k], graph 0 to first mark_at[k], graph 1 nohead dashtype 3 linecolor rgb grey back
  set label mark_text[k] at first mark_at[k], graph 0.02 left rotate by 90 offset -0.8, 0 textcolor rgb grey font small_font
}
set multiplot layout rows, columns margins screen panels_left, 1 - 78. / width, panels_bottom, panels_top \
  spacing screen 150. / width, panels_apart
do for [p = 1:panel_count] {
  set title panel_title[p] offset 0, -0.6
  set xlabel (p + columns > panel_count ? x_label : '') offset 0, 0.3
  set ylabel ((p - 1) % columns == 0 ? 'frames per second' : '') offset 0, 0
  set y2label (p % columns == 0 || p == panel_count ? 'ms per frame' : '') offset -0.8, 0
  plot for [s = first_line[p]:last_line[p]] data index s - 1 using 1:2 with lines \
         linewidth width_of(line_style[s]) dashtype dash_of(line_style[s]) linecolor rgb shade_of(line_style[s], line_colour[s]), \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 1:2:3:4 with yerrorbars \
         linewidth 1.1 pointtype 0 linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 1:($5 > 0 ? $2 : NaN) with points \
         pointsize 0.75 pointtype mark_of(line_style[s]) linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 1:($5 > 0 ? NaN : $2) with points \
         pointsize 0.8 pointtype 2 linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 1:(hovers ? $2 : NaN):(sprintf('%g: %.4g FPS', $1, $2)) @hover
  eval drop_key
}
unset multiplot
