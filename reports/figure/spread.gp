# Why this file exists: draws the distance of single frames from the median, in a panel for each constraint. Box: 5th to
# 95th percentile, dash: 99th, circle: the longest frame.
set logscale y
set xrange [0.5 : tick_count + 0.5]
set yrange [y_low:y_high]
set grid noxtics
set tmargin 0
set style fill solid 0.55 noborder
set multiplot layout rows, columns margins screen panels_left, 1 - 24. / width, panels_bottom, panels_top \
  spacing screen 100. / width, panels_apart
do for [p = 1:panel_count] {
  set title panel_title[p] offset 0, -0.6
  set xlabel (p + columns > panel_count ? x_label : '') offset 0, 0.3
  set ylabel 'frame time / median' offset 0, 0
  plot 1 with lines linewidth 1.2 linecolor rgb grey, \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:5:(0):($7 - $5) with vectors nohead linewidth 1 \
         linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:4:($2 - half):($2 + half):4:5 with boxxyerror linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using ($2 - half):6:(2 * half):(0) with vectors nohead linewidth 2.2 linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:7 with points pointtype 6 pointsize 0.5 linecolor rgb line_colour[s]
  eval drop_key
}
unset multiplot
