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
} else {
  set terminal svg size width,height noenhanced font (form eq 'narrow' ? 'Arial,14' : 'Arial,12') background '#ffffff'
} }
grey = 0x8a8a8a
set border 3 linecolor rgb 'black' linewidth 0.8
set tics nomirror scale 0.6
set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.6
set key samplen 2.8 spacing 1.1 noautotitle
set errorbars small
# seq, omp, cuda, ...: seq is wide and pale, so that both lines are visible where they coincide.
array dash[6] = [1, 1, 4, 2, 3, 5]
array mark[6] = [6, 7, 5, 8, 13, 9]
dash_of(s) = dash[1 + int(s) % 6]
mark_of(s) = mark[1 + int(s) % 6]
width_of(s) = int(s) == 0 ? 4 : 1.4
shade_of(s, rgb) = int(s) == 0 ? rgb + 0x90000000 : rgb
# Crowded labels along x are rotated.
if (exists('x_crowded')) {
  set bmargin 3.3
  if (x_crowded && (columns > 1 || form eq 'narrow')) {
    set xtics rotate by (form eq 'narrow' ? 35 : 20) right
    set bmargin (form eq 'narrow' ? 5 : 4.3)
    if (columns > 1) { set xtics font ',8' }
  }
}
