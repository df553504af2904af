# Why this file exists: draws speed relative to the sequential backend. A panel for each constraint, a line for each
# backend. A diamond on the line at 1 marks where the backend begins to pay.
set logscale x
if (y_log) { set logscale y }
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set tmargin 0
set multiplot layout rows, columns margins screen panels_left, 1 - 24. / width, panels_bottom, panels_top \
  spacing screen 100. / width, panels_apart
do for [p = 1:panel_count] {
  set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 1.4 linecolor rgb grey back
  if (ideal[p] > 1 && ideal[p] < y_high) {
    set arrow 2 from graph 0, first ideal[p] to graph 1, first ideal[p] nohead dashtype 3 linecolor rgb grey back
    set label 2 sprintf('%d threads, perfectly used', ideal[p]) at graph 0.015, first ideal[p] left offset 0, 0.45 \
      textcolor rgb grey font small_font
  }
  do for [k = 1:cross_count] {
    if (cross_panel[k] == p) {
      set label '' at first cross_at[k], first 1 point pointtype 12 pointsize 1.2 linewidth 1.6 linecolor rgb cross_colour[k] front
    }
  }
  set title panel_title[p] offset 0, -0.6
  set xlabel (p + columns > panel_count ? x_label : '') offset 0, 0.3
  set ylabel ((p - 1) % columns == 0 ? 'speed relative to seq' : '') offset 0, 0
  plot for [s = first_line[p]:last_line[p]] data index s - 1 using 2:3 with lines linewidth 1.6 \
         dashtype dash_of(line_style[s]) linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:3:4:5 with yerrorbars linewidth 1.1 pointtype 0 \
         linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:($6 > 0 ? $3 : NaN) with points pointsize 0.75 \
         pointtype mark_of(line_style[s]) linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:($6 > 0 ? NaN : $3) with points pointsize 0.8 \
         pointtype 2 linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:(hovers ? $3 : NaN):(sprintf('%g: %.3g times', $1, $3)) @hover
  unset label
  unset arrow
}
unset multiplot
