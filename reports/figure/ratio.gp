# Why this file exists: draws every pair of a comparison with its interval. An interval across the margin's
# edge is unsure.
set yrange [row_count + 0.6 : 0.4]
set xrange [x_low:x_high]
set logscale x
set format x '%g'
set xlabel x_label
set grid xtics noytics
set border 1
small = form eq 'narrow' ? ',11' : ',10'
set ytics scale 0 font small
set lmargin (form eq 'narrow' ? name_letters * 0.8 + 1 : name_letters * 0.75 + 1)
set rmargin 3
set tmargin 5
set bmargin 4
set label title at screen 0.5, screen 1 - 15. / height center font (form eq 'narrow' ? ',11' : ',13')
set key at screen 0.5, screen 1 - 32. / height center top horizontal maxrows 1 Left reverse samplen 1 width 2
set object 1 rectangle from 1 / (1 + margin), graph 0 to 1 + margin, graph 1 fillcolor rgb grey fillstyle solid 0.25 noborder back
set arrow 1 from 1, graph 0 to 1, graph 1 nohead linewidth 1 linecolor rgb grey back
array verdict_colour[4] = [0x009e73, 0xd55e00, 0x0072b2, 0x8a8a8a]
array verdict_name[4] = ['FASTER', 'SLOWER', 'SAME', 'UNSURE']
plot data using 3:8:ytic(7) with points pointtype 0 linecolor rgb 0xff000000, \
     for [v = 1:4] for [s = 1:side_count] data using ($6 == v && $2 == s ? $3 : NaN):1:4:5 with xerrorbars \
       pointtype mark[1 + (s % 6)] pointsize 0.7 linewidth 1.5 linecolor rgb verdict_colour[v], \
     for [v = 1:4] NaN with points pointtype 7 pointsize 0.9 linecolor rgb verdict_colour[v] title verdict_name[v]
