# Why this file exists: draws lines or marks over numbers, in one or two panels, with a common key below.
set format '%g'
left = (form eq 'narrow' ? 78. : 72.) / width
right = 1 - 16. / width
bottom = (key_room + 60.) / height
top = 1 - 58. / height
# The key is drawn by hand, because gnuplot leaves out entries that are higher than a panel.
unset key
array line_mark[14] = [7, 5, 9, 13, 11, 15, 3, 6, 4, 8, 12, 10, 14, 2]
do for [s = 1:line_count] {
  at_x = left + (right - left) * ((s - 1) / key_rows_below) / key_columns
  at_y = (key_room - (form eq 'narrow' ? 24. : 20.) * ((s - 1) % key_rows_below)) / height - 6. / height
  if (marks) {
    set label 100 + s line_label[s] at screen at_x + 14. / width, screen at_y left offset 1.2, 0 point \
      pointtype line_mark[s] pointsize 1 linecolor rgb line_colour[s]
  } else {
    set arrow 100 + s from screen at_x, screen at_y to screen at_x + 26. / width, screen at_y nohead linewidth 1.8 \
      dashtype 1 + (s - 1) / 7 linecolor rgb line_colour[s]
    set label 100 + s line_label[s] at screen at_x + 26. / width, screen at_y left offset 0.8, 0
  }
}
set tmargin 0
set multiplot layout rows, columns margins screen left, right, bottom, top spacing screen 92. / width, 84. / height
array few[3] = [1, 2, 5]
array many[7] = [1, 1.5, 2, 3, 4, 5, 7]
do for [p = 1:panel_count] {
  set title panel_title[p] offset 0, -0.6
  set xlabel x_label[p] offset 0, 0.3
  set ylabel y_label[p] offset 0.8, 0
  unset logscale
  if (x_log[p]) { set logscale x }
  if (y_log[p]) { set logscale y }
  set format y '%g'
  # Below two decades gnuplot would write one or two labels, or none.
  set xtics auto
  set ytics auto
  do for [axis = 1:2] {
    low = (axis == 1 ? x_low[p] : y_low[p])
    high = (axis == 1 ? x_high[p] : y_high[p])
    if ((axis == 1 ? x_log[p] : y_log[p]) && high / low < 150) {
      if (axis == 1) { set xtics () } else { set ytics () }
      do for [e = -12:9] {
        do for [k = 1:(high / low < 12 ? 7 : 3)] {
          at = (high / low < 12 ? many[k] : few[k]) * 10.**e
          if (at > low && at < high && axis == 1) { set xtics add (sprintf('%g', at) at) }
          if (at > low && at < high && axis == 2) { set ytics add (sprintf('%g', at) at) }
        }
      }
    }
  }
  set xrange [x_low[p]:x_high[p]]
  set yrange [y_low[p]:y_high[p]]
  first = (p - 1) * line_count
  if (marks) {
    plot for [s = 1:line_count] data index first + s - 1 using 1:2 with lines linewidth 1.2 linecolor rgb line_colour[s], \
         for [s = 1:line_count] data index first + s - 1 using 1:2:3:4 with xerrorbars linewidth 1.2 pointsize 0 \
           pointtype 7 linecolor rgb line_colour[s], \
         for [s = 1:line_count] data index first + s - 1 using 1:2 with points pointsize 1 pointtype line_mark[s] \
           linecolor rgb line_colour[s], \
         for [s = 1:line_count] data index first + s - 1 using 1:(hovers ? $2 : NaN):(sprintf('%.6g: %.6g', $1, $2)) @hover
  } else {
    plot for [s = 1:line_count] data index first + s - 1 using 1:2 with lines linewidth 1.8 \
           dashtype 1 + (s - 1) / 7 linecolor rgb line_colour[s]
  }
  unset label
  unset arrow
}
unset multiplot
