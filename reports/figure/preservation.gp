# Why this file exists: draws areas or volumes over time: the total on the left, the mean error of
# elements on the right. A line for each constraint. Colour shows the material. Lines are solid with a
# preserving constraint, else dashed.
set xrange [0:time_high]
set format y '%g'
set tmargin 0
left = (form eq 'narrow' ? 78. : 66.) / width
right = 1 - 16. / width
bottom = (key_room + (form eq 'narrow' ? 60. : 50.)) / height
top = 1 - 58. / height
set key at screen 0.5, screen (key_room + 2.) / height center top vertical maxrows key_rows_below Left reverse
set key samplen (form eq 'narrow' ? 2 : 2.8)
set multiplot layout rows, columns margins screen left, right, bottom, top spacing screen 92. / width, 84. / height
set title 'total' offset 0, -0.6
set xlabel (columns == 2 ? 'simulated seconds' : '') offset 0, 0.3
set ylabel total_label offset 0.8, 0
set yrange [total_low:total_high]
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dashtype 3 linecolor rgb grey back
plot for [s = 1:line_count] data index s - 1 using 1:2 with lines linewidth 1.8 \
       dashtype 1 + (line_dash[s] % 6) linecolor rgb line_colour[s]
unset arrow 1
unset label
set title 'element by element' offset 0, -0.6
set xlabel 'simulated seconds' offset 0, 0.3
set ylabel 'mean |ratio - 1|' offset 0.8, 0
if (error_logarithmic) { set logscale y }
set yrange [error_low:error_high]
plot for [s = 1:line_count] data index s - 1 using 1:3 with lines linewidth 1.8 \
       dashtype 1 + (line_dash[s] % 6) linecolor rgb line_colour[s], \
     for [s = 1:line_count] NaN with lines linewidth 1.8 dashtype 1 + (line_dash[s] % 6) \
       linecolor rgb line_colour[s] title line_label[s]
unset multiplot
