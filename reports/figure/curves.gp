# Why this file exists: draws lines or marks over numbers, in one or two panels, with a common key below.
set format '%g'
left = (form eq 'narrow' ? 84. : 82.) / width
right = 1 - 16. / width
bottom = (key_room + 66.) / height
top = 1 - 58. / height
# The key is drawn by hand, because gnuplot leaves out entries that are higher than a panel.
unset key
array line_mark[14] = [7, 5, 9, 13, 11, 15, 3, 6, 4, 8, 12, 10, 14, 2]
do for [s = 1:line_count] {
  at_x = left + (right - left) * ((s - 1) / key_rows_below) / key_columns
  at_y = (key_room - (form eq 'narrow' ? 24. : 20.) * ((s - 1) % key_rows_below)) / height - 6. / height
  if (marks) {
    set label 100 + s line_label[s] at screen at_x + 14. / width, screen at_y left offset 1.2, -0.2 point \
      pointtype line_mark[s] pointsize 1 linecolor rgb line_colour[s]
  } else {
    set arrow 100 + s from screen at_x, screen at_y to screen at_x + 26. / width, screen at_y nohead linewidth 1.8 \
      dashtype 1 + (s - 1) / 7 linecolor rgb line_colour[s]
    set label 100 + s line_label[s] at screen at_x + 13. / width, screen at_y left offset 2.2, -0.2 point \
      pointtype line_mark[s] pointsize 0.7 linecolor rgb line_colour[s]
  }
}
set tmargin 0
set multiplot layout rows, columns margins screen left, right, bottom, top spacing screen 104. / width, 92. / height
do for [p = 1:panel_count] {
  set title panel_title[p] offset 0, -0.6
  set xlabel x_label[p] offset 0, 0.3
  set ylabel y_label[p] offset 0.2, 0
  unset logscale
  if (x_log[p]) { set logscale x }
  if (y_log[p]) { set logscale y }
  set format y '%g'
  set xtics auto
  set ytics auto
  eval x_ticks[p]
  eval y_ticks[p]
  set xrange [x_low[p]:x_high[p]]
  set yrange [y_low[p]:y_high[p]]
  first = (p - 1) * line_count
  if (marks) {
    plot for [s = 1:line_count] data index first + s - 1 using 1:(loose ? NaN : $2) with lines linewidth 1.2 linecolor rgb line_colour[s], \
         for [s = 1:line_count] data index first + s - 1 using 1:2:3:4 with xerrorbars linewidth 1.2 pointsize 0 \
           pointtype 7 linecolor rgb line_colour[s], \
         for [s = 1:line_count] data index first + s - 1 using 1:2 with points pointsize 1 pointtype line_mark[s] \
           linecolor rgb line_colour[s], \
         for [s = 1:line_count] data index first + s - 1 using 1:(hovers ? $2 : NaN):(sprintf('%.6g: %.6g', $1, $2)) @hover
  } else {
    # A few marks tell apart lines that hide each other.
    plot for [s = 1:line_count] data index first + s - 1 using 1:2 with linespoints linewidth 1.8 pointsize 0.7 \
           pointtype line_mark[s] pointinterval -12 dashtype 1 + (s - 1) / 7 linecolor rgb line_colour[s]
  }
  unset label
  unset arrow
}
unset multiplot
