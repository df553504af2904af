# Why this file exists: draws curves over time for a figure of a paper: one panel, a line for each run.
set xlabel 'time [s]' offset 0, 0.3
set ylabel y_label offset 0.8, 0
set lmargin 10
set rmargin 2
set tmargin 1.4
set key below center horizontal samplen 2.4 height 0.8
if (!key_below) { unset key }
shown(v, first) = in_log ? (v > 0 ? log10(v) : NaN) : in_initial ? (v > 0 ? log10(v / first) : NaN) : in_change ? v / first - 1 : v
if (in_change) { set format y '%.1e' }
array papers_dash[4] = [1, 2, 4, 3]
plot for [s = 1:curve_count] file[s] every ::1 using (column(x_column[s])):(shown(column(y_column[s]), first[s])) with lines \
  linewidth (s == 1 ? 3 : 1.8) dashtype papers_dash[1 + (s - 1) % 4] linecolor rgb line_colour[s] title label[s]
