# Why this file exists: the style of all figures. Colour-blind readers can distinguish the colours, and backends also
# have dashes and markers. form is 'svg' and 'png' for files, 'small' for a README (two panels), and 'narrow' for a
# phone (panels below each other).
if (!exists("form")) form = 'svg'
set encoding utf8
set datafile separator tab
set datafile missing 'NaN'
if (form eq 'small' && panel_count > 2) { panel_count = 2 }
columns = form eq 'narrow' ? 1 : (panel_count < wide_columns ? panel_count : wide_columns)
rows = (panel_count + columns - 1) / columns
width = form eq 'narrow' ? 480 : columns * panel_width
if (form eq 'narrow' && exists('x_crowded')) panel_height = panel_height + 40 * x_crowded
height = rows * panel_height + 30
# The key is below all panels if one panel has no room for it.
key_columns = !exists('key_lines') ? 1 : form eq 'narrow' ? (key_letters > 17 ? 1 : 2) : (key_letters > 36 ? 2 : key_letters > 24 ? 3 : 4)
if (exists('key_lines')) {
  key_fits = int((width - 60) / (key_letters * (form eq 'narrow' ? 7.8 : 7.) + 44))
  key_columns = key_fits < 1 ? 1 : key_fits < key_columns ? key_fits : key_columns
}
key_rows_below = !exists('key_lines') ? 0 : key_step * ((key_lines + key_columns * key_step - 1) / (key_columns * key_step))
key_room = (form eq 'narrow' ? 24 : 20) * key_rows_below
height = height + key_room
if (form eq 'png') {
  set terminal pngcairo size 2*width,2*height fontscale 2 linewidth 2 pointscale 1.8 noenhanced font 'Arial,11' background '#ffffff'
} else { if (form eq 'small') {
  set terminal pngcairo size width,height noenhanced font 'Arial,11' background '#ffffff'
} else { if (form eq 'pdf') {
  set terminal pdfcairo size width/96.,height/96. noenhanced font 'Arial,9' background '#ffffff'
} else {
  set terminal svg size width,height noenhanced font (form eq 'narrow' ? 'Arial,14' : 'Arial,12') background '#ffffff'
} } }
grey = 0x8a8a8a
set border 3 linecolor rgb 'black' linewidth 0.8
set tics nomirror scale 0.6
set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.6
set key samplen 2.8 spacing 1.1 noautotitle
set errorbars small
# On a page, the pointer shows the value of a point: an invisible mark has it as its title.
hovers = form eq 'svg' || form eq 'narrow'
hover = 'with labels hypertext point pointtype 7 pointsize 1.2 linecolor rgb 0xff000000'
# seq, omp, cuda, ...: seq is wide and pale, so that both lines are visible where they coincide.
array dash[8] = [1, 1, 4, 2, 3, 5, 1, 4]
array mark[8] = [6, 7, 5, 8, 13, 9, 11, 4]
dash_of(s) = dash[1 + int(s) % 8]
mark_of(s) = mark[1 + int(s) % 8]
width_of(s) = int(s) == 0 ? 4 : 1.4
pale(c) = int((1275 + 4 * c) / 9)
shade_of(s, rgb) = int(s) == 0 ? 65536 * pale(rgb / 65536) + 256 * pale((rgb / 256) % 256) + pale(rgb % 256) : rgb
small_font = form eq 'narrow' ? ',12' : ',10'
if (exists('title')) { set label 99 title at screen 0.5, screen 1 - 16. / height center font (form eq 'narrow' ? ',12' : ',13') }
# Where panels are, for figures whose key is drawn here: below all panels, across the whole figure. gnuplot's own key
# leaves out entries that are higher or wider than a panel.
crowded = exists('x_crowded') ? x_crowded && (columns > 1 || form eq 'narrow') : 0
if (crowded) { set xtics rotate by 35 right font small_font }
panels_left = (form eq 'narrow' ? 96. : 90.) / width
panels_bottom = (key_room + (crowded ? (form eq 'narrow' ? 108. : 90.) : 68.)) / height
panels_top = 1 - 58. / height
panels_apart = (crowded ? 116. : 92.) / height
# Labels stay for the next panels, where they would be drawn once more.
drop_key = "unset label 99; if (exists('key_style')) { do for [s = 1:key_lines] { unset label 100 + s; unset arrow 100 + s } }"
if (exists('key_style')) {
  unset key
  do for [s = 1:key_lines] {
    at_x = (16. + (width - 24.) * ((s - 1) / key_rows_below) / key_columns) / width
    at_y = (key_room - (form eq 'narrow' ? 24. : 20.) * ((s - 1) % key_rows_below) - 8.) / height
    set arrow 100 + s from screen at_x, screen at_y to screen at_x + 30. / width, screen at_y nohead \
      linewidth width_of(key_style[s]) dashtype dash_of(key_style[s]) linecolor rgb shade_of(key_style[s], key_colour[s])
    set label 100 + s key_label[s] at screen at_x + 15. / width, screen at_y left offset 2.6, -0.2 point \
      pointtype mark_of(key_style[s]) pointsize 0.75 linecolor rgb key_colour[s]
  }
}
