# Why this file exists: what one projection of each formula costs; a bar for each way to order and to vectorise the work.
set border 1
set xrange [0:x_high]
set yrange [row_count + 0.5 : 0.5]
set xlabel 'nanoseconds per projection, one core'
set grid noytics
set ytics scale 0
set lmargin (form eq 'narrow' ? 14 : 17)
set rmargin 4
set tmargin 2.4 + key_rows * 1.2
set label title at screen 0.5, screen 0.975 center font ',13'
set key at screen 0.5, screen 0.935 center top vertical maxrows key_rows Left reverse
set style fill solid 1 noborder
plot for [k = 1:kind_count] data index k - 1 using (0):1:(0):3:($1 - half):($1 + half) with boxxyerror \
       title kind_label[k] linecolor rgb kind_colour[k], \
     for [k = 1:kind_count] data index k - 1 using 3:1:4:5 with xerrorbars pointtype 0 linewidth 0.8 linecolor rgb 'black', \
     for [k = 1:kind_count] data index k - 1 using 6:1:7 with labels left offset 0.6, 0 font (form eq 'narrow' ? ',11' : ',10')
