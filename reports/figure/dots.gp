# Why this file exists: compares named things by one number: one row each, with a mark and interval for each way.
set border 1
set logscale x
set xrange [x_low:x_high]
set yrange [row_count + 0.6 : 0.4]
set xlabel x_label offset 0, 0.3
set format x '%g'
decades = log10(x_high / x_low)
array dots_mark[7] = [7, 5, 9, 13, 11, 15, 3]
if (decades > 4.5 && form eq 'narrow') { set xtics 100 }
set ytics scale 0
set grid xtics ytics
letter = 8.2
left = (row_letters * letter + 14. > 0.55 * width ? 0.55 * width : row_letters * letter + 14.) / width
if (row_letters * letter > 0.55 * width) { set ytics font ',10' }
set lmargin at screen left
set rmargin at screen 1 - 18. / width
set tmargin at screen 1 - 36. / height
set bmargin at screen (key_room + (form eq 'narrow' ? 62. : 52.)) / height
# The key is drawn by hand, across the whole figure, because gnuplot leaves out entries that are wider than the plot.
unset key
do for [k = 1:kind_count] {
  at_x = 0.04 + 0.94 * ((k - 1) / key_rows_below) / key_columns
  at_y = (key_room - (form eq 'narrow' ? 24. : 20.) * ((k - 1) % key_rows_below) - 8.) / height
  set label 100 + k kind_label[k] at screen at_x + 12. / width, screen at_y left offset 1.2, -0.2 point \
    pointtype dots_mark[k] pointsize 0.9 linecolor rgb kind_colour[k]
}
if (equal > 0) { set arrow from first equal, graph 0 to first equal, graph 1 nohead linewidth 1.4 linecolor rgb grey back }
plot for [k = 1:kind_count] data index k - 1 using 2:1:3:4 with xerrorbars linewidth 1.3 pointsize 0 pointtype 7 \
       linecolor rgb kind_colour[k], \
     for [k = 1:kind_count] data index k - 1 using 2:1 with points pointsize 0.8 pointtype dots_mark[k] \
       linecolor rgb kind_colour[k], \
     for [k = 1:kind_count] data index k - 1 using 2:(hovers ? $1 : NaN):(sprintf('%.4g', $2)) @hover
