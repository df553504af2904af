# Why this file exists: draws every pair of a comparison with its interval. An interval across the margin's
# edge is unsure.
set xrange [x_low:x_high]
set logscale x
set xlabel x_label
set grid xtics noytics
set border 1
narrow = form eq 'narrow'
# On a phone the name of a row stands above its interval.
if (narrow) { height = 138 + key_room + (row_height + 16) * row_count }
if (narrow) { set terminal svg size width,height noenhanced font 'Arial,14' background '#ffffff' }
set yrange [row_count + 0.6 : (narrow ? 0.2 : 0.4)]
set ytics scale 0 font ',11'
if (narrow) { set format y '' }
set lmargin at screen (narrow ? 16. : name_letters * 6.6 + 20.) / width
set rmargin at screen 1 - 24. / width
set tmargin at screen 1 - 56. / height
set bmargin at screen (key_room + (narrow ? 78. : 62.)) / height
if (narrow) { set label 99 title at screen 0.5, screen 1 - 12. / height center font ',10' }
unset key
array verdict_colour[4] = [0x009e73, 0xd55e00, 0x0072b2, 0x8a8a8a]
array verdict_name[4] = ['FASTER', 'SLOWER', 'SAME', 'UNSURE']
do for [v = 1:4] {
  set label 10 + v verdict_name[v] at screen 0.5 + (narrow ? 110. : 120.) * (v - 3) / width, screen 1 - 40. / height left \
    offset 1.2, -0.2 point pointtype 7 pointsize 0.9 linecolor rgb verdict_colour[v]
}
do for [s = 1:key_lines] {
  at_x = (16. + (width - 24.) * ((s - 1) / key_rows_below) / key_columns) / width
  at_y = (key_room - (narrow ? 24. : 20.) * ((s - 1) % key_rows_below) - 8.) / height
  set label 20 + s side_label[s] at screen at_x + 8. / width, screen at_y left offset 1.4, -0.2 point \
    pointtype mark_of(s) pointsize 0.9 linecolor rgb grey
}
set object 1 rectangle from 1 / (1 + margin), graph 0 to 1 + margin, graph 1 fillcolor rgb grey fillstyle solid 0.25 noborder back
set arrow 1 from 1, graph 0 to 1, graph 1 nohead linewidth 1 linecolor rgb grey back
name_of(column) = narrow ? '' : strcol(column)
plot data using 3:8:ytic(name_of(7)) with points pointtype 0 linecolor rgb 0xff000000, \
     for [v = 1:4] for [s = 1:side_count] data using ($6 == v && $2 == s ? $3 : NaN):1:4:5 with xerrorbars \
       pointtype mark_of(side_count > 1 ? s : 1) pointsize 0.7 linewidth 1.5 linecolor rgb verdict_colour[v], \
     data using (narrow && $2 == 1 ? x_low : NaN):($8 - 0.55):7 with labels left offset 0.3, 0 font ',11'
