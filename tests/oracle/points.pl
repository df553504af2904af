# Why this file exists: computes the results of a run from its journal alone: for each point its samples and every
# number that follows from them. Only what no clock gives (axes, sizes, bytes) is taken from the results, and checked if
# possible.
use strict;
use warnings;

# The samples of a journal: name of a point to {samples, medians, cpu, together}.
sub journal {
  my ($path) = @_;
  my %points;
  for my $line (grep { /^\{"point"/ } split /\n/, contents($path)) {
    my $episode = json($line);
    my $own = $points{ $episode->{point} } //= { together => $episode->{frames_per_sample} };
    push @{ $own->{samples} }, @{ $episode->{samples_s} };
    push @{ $own->{medians} }, median(@{ $episode->{samples_s} });
    push @{ $own->{cpu} }, $episode->{cpu_s};
    $own->{per_episode} = @{ $episode->{samples_s} };
    $own->{$_} += $episode->{$_} // 0 for qw(stalled_s timed_s switches);
  }
  return \%points;
}

# Its first line, the plan.
sub journal_head {
  my ($path) = @_;
  my ($line) = split /\n/, contents($path);
  return json($line);
}

# Projections of a frame if they can be counted: edges of a grid of n x n vertices with one diagonal in each cell.
sub projections {
  my ($axes) = @_;
  return undef unless ($axes->{mesh} // '') eq 'auto' && defined $axes->{size};
  my $n = $axes->{size};
  return (2 * $n * ($n - 1) + ($n - 1)**2) * $axes->{iterations};
}

# The cost of a projection of a spring in float. It moves 2 offsets of 4 bytes, 2 particles of 16 read and written, 1
# number of the rest shape, and the multiplier, read and written. Operations, counted by hand in
# lib/formula/stretching.h, hookean.h and lib/solver/project.inl: 5 additions, 13 (15) multiplications, 16 fused ones, a
# division and a root.
my %flops = (stretching => 5 + 13 + 2 * 16 + 1 + 1, hookean => 5 + 15 + 2 * 16 + 1 + 1);
my $bytes = 2 * 4 + 2 * 2 * 16 + 4 + 2 * 4;

# A roof for `threads` threads, from the roofs of one and of all.
sub roof {
  my ($machine, $one, $all, $threads) = @_;
  ($one, $all) = map { ($machine->{$_} // {})->{value} // 'NaN' } $one, $all;
  return $one if $threads == 1;
  return 'NaN' if $one eq 'NaN' || $all eq 'NaN';
  my $roof = $threads * $one < $all ? $threads * $one : $all;
  return $roof > $one ? $roof : $one;
}

# Everything about a point that has samples. `rates`: the published ones by key; `machine`: its measurements.
sub numbers_of {
  my ($point, $raw, $rates, $machine) = @_;
  my ($work, $axes) = ($point->{work}, $point->{axes});
  my @samples = @{ $raw->{samples} };
  my %n = (%{ interval(@{ $raw->{medians} }) }, raw => $raw, point => $point, axes => $axes);
  $n{work} = projections($axes) // $work->{projections_per_frame};
  $n{frame_time} = $point->{benchmark} =~ /^(cloth|projection)$/ ? 1 / 24 : $work->{frame_time_s};
  @n{qw(mean stddev)} = (mean(@samples), deviation(@samples));
  @n{qw(min p05 p95 p99 max)} = map { quantile($_, @samples) } 0, 0.05, 0.95, 0.99, 1;
  $n{cpu} = median(@{ $raw->{cpu} });
  @n{qw(fps fps_low fps_high low1)} = map { $_ eq 'NaN' || $_ == 0 ? 'NaN' : 1 / $_ } @n{qw(median high low p99)};
  $n{ns} = 1e9 * $n{median} / $n{work};
  $n{per_second} = $n{work} / $n{median};
  $n{real_time} = $n{frame_time} / $n{median};
  @n{qw(ns_low ns_high)} = map { $_ eq 'NaN' ? 'NaN' : 1e9 * $_ / $n{work} } @n{qw(low high)};
  if (my $rate = $rates->{ $axes->{row} // '' }) {
    $n{rate} = $rate;
    $n{ratio} = $n{fps} / (($rate->{fps_low} + $rate->{fps_high}) / 2);
  }
  my ($solver, $flops) = ($point->{solver}, $flops{ $axes->{constraint} // '' });
  @n{qw(bytes flops memory_share compute_share)} = ('NaN') x 4;
  if ($flops && $point->{benchmark} =~ /^(cloth|projection)$/ && $axes->{precision} eq 'f32' && $axes->{backend} ne 'loop') {
    @n{qw(bytes flops)} = ($bytes, $flops);
    my $kind = 'peak_f32_' . ($solver->{lanes} > 1 ? 'vector' : 'scalar');
    $n{memory_roof} = roof($machine, 'triad_one', 'triad', $solver->{threads});
    $n{compute_roof} = roof($machine, "${kind}_one", "${kind}_all", $solver->{threads});
    $n{memory_share} = $bytes * $n{per_second} / $n{memory_roof} if $n{memory_roof} ne 'NaN';
    $n{compute_share} = $flops * $n{per_second} / $n{compute_roof} if $n{compute_roof} ne 'NaN';
  } else {    # other formulas: their counts come from the results, the shares follow; the plain loop has no counts
    my $line = $point->{roofline};
    $n{$_->[0]} = $line->{$_->[1]} // 'NaN' for ['bytes', 'bytes_per_projection'], ['flops', 'flops_per_projection'];
    for (['memory_share', 'bytes', 'memory_roof'], ['compute_share', 'flops', 'compute_roof']) {
      $n{$_->[0]} = $n{$_->[1]} * $n{per_second} / $line->{$_->[2]} if $n{$_->[1]} ne 'NaN' && defined $line->{$_->[2]};
    }
  }
  # Processor counters, over the projections of the counted frames.
  if (my $counted = $point->{hardware}) {
    for my $kind (grep { defined $counted->{$_} } qw(cycles instructions cache_misses branch_misses)) {
      $n{"each_$kind"} = $counted->{$kind} / ($counted->{frames} * $n{work});
    }
  }
  $n{waited} = 100 * $raw->{stalled_s} / $raw->{timed_s};
  $n{waited} = 100 if $n{waited} > 100;    # waiting is counted in steps that may exceed an episode
  return \%n;
}

# Ten rows from tenths of the samples, in their order.
sub rows_of {
  my ($n) = @_;
  my ($raw, $frames, @rows) = ($n->{raw}, $n->{point}{frames});
  my @samples = @{ $raw->{samples} };
  return () if @samples < 10;
  for my $tenth (0 .. 9) {
    my @places = int($tenth * @samples / 10) .. int(($tenth + 1) * @samples / 10) - 1;
    my $count = 0;
    for my $place (@places) {
      my $last = $place % $raw->{per_episode} == $raw->{per_episode} - 1;
      $count += $last ? $frames - ($raw->{per_episode} - 1) * $raw->{together} : $raw->{together};
    }
    my $real = 1e9 * median(@samples[@places]);
    push @rows, { iterations => $count, real_time => $real,
      cpu_time => 1e9 * mean(map { $raw->{cpu}[ int($_ / $raw->{per_episode}) ] } @places),
      fps => 1e9 / $real, ns_per_projection => $real / $n->{work}, projections_per_second => 1e9 * $n->{work} / $real,
      real_time_factor => 1e9 * $n->{frame_time} / $real };
  }
  return @rows;
}

1;
