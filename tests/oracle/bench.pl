# Why this file exists: checks every number that xpbd-bench writes about a run, in JSON, TSV, CSV and on the console,
# against its samples.
use strict;
use warnings;

# Paths of numbers below a point of the JSON, and columns of the table, with their values.
my @numbers = (
  ['frame_s.median', 'median_s', 'median'], ['frame_s.lo95', 'lo95_s', 'low'], ['frame_s.hi95', 'hi95_s', 'high'],
  ['frame_s.rel_err', 'rel_err', 'relative'], ['frame_s.tau', 'tau', 'tau'], ['frame_s.mean', 'mean_s', 'mean'],
  ['frame_s.stddev', 'stddev_s', 'stddev'], ['frame_s.min', 'min_s', 'min'], ['frame_s.p05', 'p05_s', 'p05'],
  ['frame_s.p95', 'p95_s', 'p95'], ['frame_s.p99', 'p99_s', 'p99'], ['frame_s.max', 'max_s', 'max'],
  ['cpu_s', 'cpu_s', 'cpu'], ['fps.median', 'fps', 'fps'], ['fps.lo95', 'fps_lo95', 'fps_low'],
  ['fps.hi95', 'fps_hi95', 'fps_high'], ['fps.low1', 'fps_low1', 'low1'],
  ['counters.ns_per_projection.value', 'ns_per_projection', 'ns'],
  ['counters.projections_per_second.value', 'projections_per_s', 'per_second'],
  ['counters.real_time_factor.value', 'real_time_factor', 'real_time'], ['published.ratio', 'published_ratio', 'ratio'],
  ['work.projections_per_frame', 'projections_per_frame', 'work'],
  ['roofline.bytes_per_projection', 'bytes_per_projection', 'bytes'],
  ['roofline.flops_per_projection', 'flops_per_projection', 'flops'],
  ['roofline.memory_share', 'memory_share', 'memory_share'], ['roofline.compute_share', 'compute_share', 'compute_share'], ['noise.psi_cpu_during', 'psi_during', 'waited']);

sub at {
  my ($value, $path) = @_;
  $value = ref $value ? $value->{$_} : undef for split /\./, $path;
  return $value;
}

# Precision of the state: the axis; auto is float except for methods that solve for all particles at once.
sub precision_of {
  my ($n) = @_;
  my ($asked, $method) = map { $n->{axes}{$_} // '' } qw(precision method);
  return $asked =~ /^f/ ? $asked : $method =~ /^(fms|pd)$/ ? 'f64' : 'f32';
}

sub check_json {
  my ($all) = @_;
  for my $n (grep { $_->{raw} } @$all) {
    my ($point, $raw) = ($n->{point}, $n->{raw});
    same("$point->{name}: $_->[0]", at($point, $_->[0]), $n->{ $_->[2] }) for @numbers;
    same("$point->{name}: episodes", $point->{episodes}, scalar @{ $raw->{medians} });
    same("$point->{name}: samples", $point->{samples}, scalar @{ $raw->{samples} });
    same("$point->{name}: frames of a sample", $point->{frames_per_sample}, $raw->{together});
    same("$point->{name}: switches", at($point, 'noise.involuntary_switches'), $raw->{switches});
    same("$point->{name}: $_ per projection", at($point, "counters.${_}_per_projection.value"), $n->{"each_$_"})
      for qw(cycles instructions cache_misses branch_misses);
    same("$point->{name}: $_", at($point, "published.$_"), ($n->{rate} // {})->{$_}) for qw(fps_low fps_high);
    said("$point->{name}: precision", $point->{solver}{precision}, precision_of($n));
    check_verdicts($point);
  }
  for my $n (grep { !$_->{raw} && $_->{point}{work} } @$all) {
    same("$n->{point}{name}: projections", $n->{point}{work}{projections_per_frame}, work_of($all, $n));
  }
}

# The checks of a row with a time: counts equal the request, and each check has a limit and a reason.
sub check_verdicts {
  my ($point) = @_;
  my %checks = map { $_->{name} => $_ } @{ $point->{checks} };
  my $frames = $point->{warm} + $point->{frames};
  for my $pair (['frames done', $frames], ['projections done', $frames * $point->{work}{projections_per_frame}],
    ['state is finite', 1], ['something moved', 1]) {
    my ($name, $want) = @$pair;
    same("$point->{name}: $name: $_", $checks{$name}{$_}, $want) for qw(value limit);
  }
  for my $check (values %checks) {
    same("$point->{name}: $check->{name} has $_", defined $check->{$_} && $check->{$_} ne '' ? 1 : 0, 1)
      for qw(value limit why);
  }
}

# The rows for the tools of Google Benchmark: ten for a point in their order, then four that summarise them.
sub check_rows {
  my ($all, $rows) = @_;
  my @left = @$rows;
  my @columns = qw(iterations real_time cpu_time fps ns_per_projection projections_per_second real_time_factor);
  my %sums = (mean => \&mean, median => \&median, stddev => \&deviation, cv => sub { deviation(@_) / mean(@_) });
  for my $n (grep { $_->{raw} } @$all) {
    my $name = $n->{point}{name};
    my @want = rows_of($n);
    for my $row (@want) {
      my $have = shift @left;
      said("name of a row", $have->{name}, $name);
      same("$name: row $have->{repetition_index}: $_", $have->{$_}, $row->{$_}) for @columns;
    }
    for my $sum (@want ? qw(mean median stddev cv) : ()) {
      my $have = shift @left;
      said("name of an aggregate", $have->{name}, "${name}_$sum");
      for my $column (@columns[ 1 .. $#columns ]) {
        my @values = map { $_->{$column} } @want;
        my $rounding = $sum eq 'stddev' ? 1e-15 * abs mean(@values) : $sum eq 'cv' ? 1e-15 : 0;
        same("$name: $sum of $column", $have->{$column}, $sums{$sum}->(@values), $rounding);
      }
    }
  }
  same('rows that nothing stands behind', scalar @left, 0);
}

# Projections of a frame of a row without samples: counted, or taken from another row with the same work.
sub work_of {
  my ($all, $n) = @_;
  my $own = $n->{point}{work}{projections_per_frame};
  return $own unless defined $own;
  return projections($n->{axes}) // (map { $_->{work} } grep { $_->{raw} && ($_->{axes}{row} // '') eq ($n->{axes}{row} // 'none') } @$all)[0] // $own;
}

sub check_table {
  my ($all, $path) = @_;
  my %lines = map { $_->{name} => $_ } table($path);
  same("lines of $path", scalar keys %lines, scalar @$all);
  my ($head) = split /\n/, contents($path);
  my @axes = split /\t/, $head =~ s/^.*\tplan_sweeps\t|\twarm\t.*$//gr;
  for my $n (@$all) {
    my ($point, $line) = ($n->{point}, $lines{ $n->{point}{name} });
    same("$point->{name}: column $_->[1]", $line->{ $_->[1] }, $n->{ $_->[2] }) for $n->{raw} ? @numbers : ();
    same("$point->{name}: column $_", $line->{$_}, undef)
      for $n->{raw} ? () : ('frames_per_sample', grep { $_ ne 'projections_per_frame' } map { $_->[1] } @numbers);
    same("$point->{name}: column projections_per_frame", $line->{projections_per_frame}, work_of($all, $n)) unless $n->{raw};
    same("$point->{name}: column $_->[0]", $line->{ $_->[0] }, at($point, $_->[1]))
      for ['episodes', 'episodes'], ['samples', 'samples'], ['particles', 'work.particles'],
      $point->{frames} ? (['warm', 'warm'], ['frames', 'frames']) : (), $n->{raw} ? ['frames_per_sample', 'frames_per_sample'] : (), ['state_frames', 'state_frames'],
      ['residual', 'solver.residual'], ['constraints', 'work.constraints'], ['groups', 'solver.groups'], ['threads_used', 'solver.threads'],
      ['host_bytes', 'memory.host'], ['load_before', 'noise.load_before'], ['flagged', 'flagged'],
      ['load_after', 'noise.load_after'], ['psi_before', 'noise.psi_cpu_before'], ['psi_after', 'noise.psi_cpu_after'],
      ['lanes_used', 'solver.lanes'], ['substeps_used', 'solver.substeps'], ['iterations_used', 'solver.iterations'],
      ['device_bytes', 'memory.device'], ['device_s', 'device_s'], ['ieee_over_flushed', 'ieee_over_flushed'],
      ['error', 'error'], ['error_of_reference', 'error_of_reference'], ['error_frames', 'error_frames'],
      ['involuntary_switches', 'noise.involuntary_switches'], ['published_fps_low', 'published.fps_low'],
      ['published_fps_high', 'published.fps_high'], ['pace_least', 'noise.pace_least'],
      ['joules_per_frame', 'counters.joules_per_frame.value'], ['peer_share', 'peer.share'];
    same("$point->{name}: $_ per projection", $line->{"${_}_per_projection"}, $n->{"each_$_"})
      for qw(cycles instructions cache_misses branch_misses);
    said("$point->{name}: precision_used", $line->{precision_used}, $n->{raw} ? precision_of($n) : $point->{solver}{precision} // '-');
    said("$point->{name}: column $_->[0]", $line->{ $_->[0] }, at($point, $_->[1]) // '-')
      for ['mesh_used', 'work.mesh'], ['stop', 'stop'], ['checked', 'checked'], ['phases', 'phases'], ['reason', 'reason'],
      ['instructions', 'solver.instructions'], ['state_hash', 'state_hash'], ['published_machine', 'published.machine'];
    said("$point->{name}: column peer_$_", $line->{"peer_$_"} // '-', at($point, "peer.$_") // '-') for qw(program device without);
    said("$point->{name}: another program", $point->{peer} ? 'some' : 'none', 'none') if $point->{benchmark} ne 'peers';
    said("$point->{name}: column plan_sweeps", $line->{plan_sweeps}, join(',', @{ $point->{sweeps} }) || '-');
    for my $axis (@axes) {
      my $have = $line->{$axis} =~ /^(-|NaN)$/ ? 'none' : $line->{$axis};
      said("$point->{name}: column $axis", $have, $point->{axes}{$axis} // 'none');
    }
    said("$point->{name}: $_", $line->{$_}, $point->{$_}) for qw(status benchmark);
  }
}

sub check_csv {
  my ($all, $path) = @_;
  my @rows = csv($path);
  for my $n (@$all) {
    my $name = $n->{point}{name};
    my @want = $n->{raw} ? rows_of($n) : ();
    if (!@want) { # a reason and nothing else
      my $have = shift @rows // {};
      my %only = (name => $name, error_message => $n->{point}{reason} // '');
      said("$name: CSV: $_", $have->{$_} // 'nothing', $only{$_} // '') for sort keys %$have;
    }
    for my $row (@want) {
      my $have = shift @rows;
      said('name in the CSV', $have->{name}, $name);
      same("$name: CSV: $_", $have->{$_}, $row->{$_})
        for qw(iterations real_time cpu_time fps ns_per_projection real_time_factor);
      said("$name: CSV: $_->[0]", $have->{ $_->[0] }, $_->[1]) for ['time_unit', 'ns'], ['label', $n->{point}{checked}],
        map { [$_, ''] } qw(bytes_per_second error_occurred error_message);
      same("$name: CSV: items", $have->{items_per_second}, $row->{projections_per_second});
    }
  }
  same('rows of the CSV that nothing stands behind', scalar @rows, 0);
}

# "734", "25.6", "3.20" or "0.512": a time has as many digits as in Google Benchmark.
sub shown_time {
  my ($time) = @_;
  return sprintf $time < 1 ? '%.3f' : $time < 10 ? '%.2f' : $time < 100 ? '%.1f' : '%.0f', $time;
}

# "1.363k": thousands have a letter.
sub shown_count {
  my ($value) = @_;
  return sprintf '%.6g', $value if $value < 1000;
  my $letters = 0;
  $value /= 1000, $letters++ while $value >= 1000 && $letters < 4;
  return sprintf '%.4g%s', $value, substr('kMGT', $letters - 1, 1);
}

sub shown_part {
  my ($share) = @_;
  return '?' unless defined $share && $share ne 'NaN';
  return sprintf 100 * $share < 99.5 ? '%.2g%%' : '%.0f%%', 100 * $share;
}

sub check_console {
  my ($all, $path) = @_;
  my %lines = map { my ($name, @words) = split ' '; ($name // '') => "@words" } split /\n/, contents($path);
  # Rows that are skipped for one reason share a line. Rows of another shard have none.
  my (%skipped, @reasons);
  for my $point (map { $_->{point} } grep { $_->{point}{status} eq 'skipped' && $_->{point}{reason} !~ /shard/ } @$all) {
    push @reasons, $point->{reason} unless $skipped{ $point->{reason} };
    push @{ $skipped{ $point->{reason} } }, $point->{name};
  }
  my @want = map { my @names = @{ $skipped{$_} }; $names[0] . (@names > 1 ? ' and ' . $#names . ' more' : '') . " SKIPPED: '$_'" } @reasons;
  said('skipped rows on the console', join("\n", map { join ' ', split } grep { / SKIPPED: / } split /\n/, contents($path)), join "\n", @want);
  for my $n (grep { $_->{raw} } @$all) {
    my $point = $n->{point};
    my $want = sprintf '%s us %s us %d fps=%s/s +-time=%s fps_low1=%s/s ns_per_projection=%.4g residual=%s err=%s memory_share=%s compute_share=%s '
      . 'episodes=%d ',
      shown_time(1e6 * $n->{median}), shown_time(1e6 * $n->{cpu}), $point->{episodes} * $point->{frames},
      shown_count($n->{fps}), shown_part($n->{relative}),
      shown_count($n->{low1}), $n->{ns}, shown_part($point->{solver}{residual}), shown_part($point->{error}) . (defined $point->{error} ? "\@$point->{error_frames}" : ''),
      shown_part($n->{memory_share}), shown_part($n->{compute_share}), $point->{episodes};
    if (my $rate = $n->{rate}) {
      my $range = $rate->{fps_high} > $rate->{fps_low} ? sprintf('..%.4g', $rate->{fps_high}) : '';
      $want .= sprintf 'published=%.4g%s/s ratio=%.3g (%s, %s) ', $rate->{fps_low}, $range, $n->{ratio},
        $rate->{device}, $rate->{parallel};
    }
    my $subnormal = $point->{ieee_over_flushed} // 0;
    $want .= sprintf 'subnormal_numbers=%.2fx ', $subnormal if $subnormal > 1.05;
    said("$point->{name}: console", $lines{ $point->{name} }, $want . $point->{checked});
  }
}

1;
