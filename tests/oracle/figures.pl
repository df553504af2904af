# Why this file exists: checks the data of every figure that a report draws of a run against its samples.
use strict;
use warnings;

# Points of a benchmark that have numbers and these values of axes.
sub points_with {
  my ($all, $benchmark, %axes) = @_;
  return grep {
    my $n = $_;
    $n->{raw} && $n->{point}{benchmark} eq $benchmark && !grep { ($n->{axes}{$_} // '') ne ($axes{$_} // '') } keys %axes
  } @$all;
}

# The point on seq that is otherwise equal to this one.
sub baseline {
  my ($all, $n) = @_;
  my %axes = (%{ $n->{axes} }, backend => 'seq');
  return (points_with($all, $n->{point}{benchmark}, %axes))[0];
}

# The point behind a row of a figure along an axis; its last cells are the constraint and a label that begins with the
# backend.
sub point_of_row {
  my ($all, $slice, $row) = @_;
  my ($backend) = $row->[-1] =~ /^(\w+)/;
  my @found = points_with($all, 'cloth', %{ $slice->{held} }, $slice->{axis} => $row->[0], constraint => $row->[-2],
    backend => $backend);
  same("points behind a row of $slice->{axis} $row->[0], @$row[-2, -1]", scalar @found, 1);
  return $found[0];
}

sub check_rows_of_figure {
  my ($all, $folder, $name, $slice, $wanted, $cells) = @_;
  my @rows = figure_rows("$folder/figures/$name.tsv");
  same("rows of $name", scalar @rows, $wanted);
  for my $row (@rows) {
    my $n = point_of_row($all, $slice, $row) or next;
    my @want = $cells->($n);
    same("$name: $n->{point}{name}: cell $_", $row->[$_], $want[$_]) for grep { defined $want[$_] } 0 .. $#want;
  }
}

sub check_fps {
  my ($all, $folder, $slice) = @_;
  check_rows_of_figure($all, $folder, "cloth_fps_$slice->{axis}", $slice, points_with($all, 'cloth', %{ $slice->{held} }) + 0,
    sub {
      my ($n) = @_;
      my ($low, $high) = map { $_ eq 'NaN' ? 'NaN' : 1e3 * $_ } @$n{qw(low high)};
      return ($n->{axes}{ $slice->{axis} }, @$n{qw(fps fps_low fps_high)}, $n->{low} eq 'NaN' ? 0 : 1, 1e3 * $n->{median}, $low,
        $high, $n->{axes}{size}**2);
    });
}

sub check_speedups {
  my ($all, $folder, $slice) = @_;
  my @others = grep { $_->{axes}{backend} ne 'seq' } points_with($all, 'cloth', %{ $slice->{held} });
  check_rows_of_figure($all, $folder, 'cloth_speedup', $slice, scalar @others, sub {
    my ($n) = @_;
    my @ratio = speedup($n, baseline($all, $n));
    # Backends are side by side, 2 % apart. omp is the second.
    my $shift = 1.02**(1 - 1.5);
    return ($n->{axes}{size}, $n->{axes}{size} * $shift, @ratio, $ratio[1] eq 'NaN' ? 0 : 1);
  });
  return map { (speedup($_, baseline($all, $_)))[0] } @others;
}

sub check_spread {
  my ($all, $folder, $slice) = @_;
  my @sizes = sorted(keys %{ { map { $_->{axes}{size} => 1 } points_with($all, 'cloth') } });
  check_rows_of_figure($all, $folder, 'cloth_spread', $slice, points_with($all, 'cloth', %{ $slice->{held} }) + 0, sub {
    my ($n) = @_;
    my ($place) = grep { $sizes[$_] == $n->{axes}{size} } 0 .. $#sizes;
    my @over = map { $n->{$_} / $n->{median} } qw(p05 p05 p95 p99 max);
    return ($n->{axes}{size}, $place + 1 + ($n->{axes}{backend} eq 'omp' ? 0.2 : -0.2), @over,
      scalar @{ $n->{raw}{samples} });
  });
}

# Figures of dots: a block for each way of computing, a row for each name. `of` finds the point of a way and a name.
sub check_dots {
  my ($folder, $name, $wanted, $of, $cells) = @_;
  my ($way, $count) = ('', 0);
  for my $line (split /\n/, contents("$folder/figures/$name.tsv")) {
    $way = $1 if $line =~ /^# (?!row)(.*)/;
    next if $line =~ /^#/ || $line eq '';
    my @row = split /\t/, $line;
    my $n = $of->($way, $row[4]);
    same("$name: $way: $row[4]: a point", $n ? 1 : 0, 1);
    next unless $n;
    $count++;
    my ($value, $low, $high) = $cells->($n);
    ($low, $high) = ($value, $value) if $low eq 'NaN';
    same("$name: $way: $row[4]: cell $_->[0]", $row[ $_->[0] ], $_->[1]) for [1, $value], [2, $low], [3, $high];
  }
  same("rows of $name", $count, $wanted);
}

# The name of a way of computing: "omp, group order, 8 side by side (SIMD), 2 threads".
sub way_of {
  my ($n) = @_;
  my ($axes, $solver) = ($n->{axes}, $n->{point}{solver});
  return ($axes->{backend} eq 'seq' ? '' : "$axes->{backend}, ") . "$axes->{order} order, "
    . ($solver->{lanes} > 1 ? "$solver->{lanes} side by side (SIMD)" : 'one by one')
    . ($solver->{threads} > 1 ? ", $solver->{threads} threads" : '');
}

# The points of the projections by way of computing and formula. If both settings of `lanes` compute one by one, as
# without vectors, the name includes the setting.
sub ways_of_projections {
  my ($all) = @_;
  my (%points, %settings);
  my @all = points_with($all, 'projection');
  $settings{ way_of($_) }{ $_->{axes}{lanes} } = 1 for @all;
  for my $n (@all) {
    my $way = way_of($n);
    $way .= ", lanes $n->{axes}{lanes}" if keys %{ $settings{$way} } > 1;
    $points{ $way . $n->{axes}{constraint} } = $n;
  }
  return %points;
}

sub check_projections {
  my ($all, $folder) = @_;
  my %points = ways_of_projections($all);
  check_dots($folder, 'projection_edges_ns', scalar keys %points, sub { $points{ $_[0] . $_[1] } },
    sub { return @{ $_[0] }{qw(ns ns_low ns_high)} });
}

# The same ways and formulas, by their share of the peak.
sub check_rooflines {
  my ($all, $folder) = @_;
  my %points = ways_of_projections($all);
  my $known = grep { $_->{compute_share} ne 'NaN' } values %points;
  check_dots($folder, 'projection_edges_roofline', $known, sub { $points{ $_[0] . $_[1] } }, sub {
    my ($n) = @_;
    return ($n->{compute_share}, map { $_ eq 'NaN' ? 'NaN' : $n->{compute_share} * $n->{median} / $_ } @$n{qw(high low)});
  });
}

sub check_published {
  my ($all, $folder) = @_;
  check_dots($folder, 'papers_processor_published', points_with($all, 'papers') + 0, sub {
    my ($way, $name) = @_;
    my ($backend, $order) = $way =~ /^(\w+), (\w+) order/;
    return (points_with($all, 'papers', row => $name, backend => $backend, order => $order))[0];
  }, sub {
    my ($n) = @_;
    return ($n->{ratio}, map { $_ eq 'NaN' ? 'NaN' : $n->{ratio} * $_ / $n->{fps} } @$n{qw(fps_low fps_high)});
  });
}

1;
