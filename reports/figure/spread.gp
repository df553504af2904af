# Why this file exists: draws the distance of single frames from the median, in a panel for each backend. Box: 5th to
# 95th percentile, dash: 99th, circle: the longest frame.
set logscale y
set xrange [0.5 : tick_count + 0.5]
set yrange [y_low:y_high]
set ytics (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000)
set grid noxtics
set lmargin 8
set rmargin 3
set tmargin 4.2
set key tmargin center horizontal Left reverse width -2 samplen 1
set style fill solid 0.55 noborder
set multiplot layout rows, columns title title font ',13'
do for [p = 1:panel_count] {
  set title panel_title[p] offset 0, -0.6
  set xlabel (p + columns > panel_count ? x_label : '') offset 0, 0.3
  set ylabel 'frame time / median' offset 0.8, 0
  plot 1 with lines linewidth 1.2 linecolor rgb grey, \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:5:(0):($7 - $5) with vectors nohead linewidth 1 \
         linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:4:($2 - half):($2 + half):4:5 with boxxyerror linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using ($2 - half):6:(2 * half):(0) with vectors nohead linewidth 2.2 linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] data index s - 1 using 2:7 with points pointtype 6 pointsize 0.5 linecolor rgb line_colour[s], \
       for [s = first_line[p]:last_line[p]] NaN with points title line_label[s] pointtype 5 pointsize 1 linecolor rgb line_colour[s]
}
unset multiplot
