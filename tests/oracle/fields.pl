# Why this file exists: checks what the JSON of a run says besides its numbers, against the request and against itself:
# the plan, names and axes, units, what was checked, and the fields that other tools read.
use strict;
use warnings;

# Units of the columns, entered independently.
sub unit_of {
  my ($column) = @_;
  return 's' if $column =~ /^((median|lo95|hi95|mean|stddev|min|p05|p95|p99|max|cpu|device)_s)$/;
  return '1/s' if $column =~ /^(fps(_lo95|_hi95|_low1)?|projections_per_s|published_fps_(low|high))$/;
  return '1' if $column =~ /^(rel_err|real_time_factor|load_(before|after)|published_ratio|peer_share|residual|error|error_of_reference|ieee_over_flushed|pace_least|(memory|compute)_share|flops_per_projection|(cycles|instructions|cache_misses|branch_misses)_per_projection)$/;
  return 'frames' if $column =~ /^(warm|frames|frames_per_sample|state_frames|error_frames)$/;
  return 'bytes' if $column =~ /^((host|device)_bytes|bytes_per_projection)$/;
  return '%' if $column =~ /^psi_/;
  return { tau => 'episodes', ns_per_projection => 'ns', joules_per_frame => 'J' }->{$column} // '';
}

sub holds { my ($what, $true) = @_; said($what, $true ? 'yes' : 'no', 'yes') }

# The value of an option on the command line, undef if it is not given.
sub option {
  my ($argv, $name) = @_;
  for my $k (0 .. $#$argv - 1) { return $argv->[$k + 1] if $argv->[$k] eq $name }
  return undef;
}

# The request, in the words of the command line.
sub check_plan {
  my ($xb) = @_;
  my ($plan, $argv) = ($xb->{plan}, $xb->{plan}{argv});
  same('points of the plan', $plan->{points}, scalar @{ $xb->{points} });
  my %asked = (rel_err => '--rel-err', min_episodes => '--min-episodes', max_episodes => '--max-episodes', frames => '--frames', warm => '--warm');
  for my $key (sort keys %asked) {
    my $value = option($argv, $asked{$key});
    same("asked for: $key", $plan->{settings}{$key}, $value) if defined $value;
  }
  my $budget = option($argv, '--budget');
  same('asked for: budget', $plan->{settings}{budget_s}, $budget =~ s/s$//r) if defined $budget;
  holds('quick as asked for', ($plan->{settings}{quick} ? 1 : 0) == (grep { $_ eq '--quick' } @$argv));
  my %values; # axes, as the points have them
  for my $point (@{ $xb->{points} }) {
    my $axes = $point->{axes};
    $values{ $point->{benchmark} }{$_}{ $axes->{$_} // '' } = 1 for keys %$axes;
  }
  for my $benchmark (@{ $plan->{benchmarks} }) {
    my $seen = $values{ $benchmark->{name} };
    said("a benchmark of the plan: $benchmark->{name}", $seen ? 'has points' : 'has none', 'has points');
    my %known = map { $_->{name} => 1 } @{ $benchmark->{axes} };
    holds("$benchmark->{name}: an axis of its points: $_", $known{$_}) for sort keys %{ $seen // {} };
    for my $axis (@{ $benchmark->{axes} }) {
      holds("$benchmark->{name}: axis $axis->{name} is of a kind", $axis->{kind} =~ /^(int|text|real)$/);
      holds("$benchmark->{name}: axis $axis->{name} has a standard and says what it is", length($axis->{standard} // '') && length $axis->{about});
      my $asked = (map { $argv->[$_ + 1] =~ /^\Q$axis->{name}\E=(.*)/ ? $1 : () } grep { $argv->[$_] eq '-a' } 0 .. $#$argv - 1)[0];
      next unless defined $asked;
      my %asked = map { $_ => 1 } split /,/, $asked;
      holds("$benchmark->{name}: axis $axis->{name} as asked for", @{ $axis->{values} } && !grep { !$asked{$_} } @{ $axis->{values} });
    }
  }
}

# Facts about a run as a whole.
sub check_run {
  my ($json, $columns) = @_;
  my $xb = $json->{xb};
  said('schema', $xb->{schema}, 'xb/1');
  same('schema for other tools', $json->{context}{json_schema_version}, 1);
  said('program', $xb->{tool}{name}, 'xpbd-bench');
  holds('the program is that of the command line', $json->{context}{executable} eq $xb->{plan}{argv}[0]);
  holds('complete and finished', $xb->{complete} && $xb->{stop} eq 'finished');
  my ($from, $to) = map { seconds_of($_) } @$xb{qw(started finished)};
  holds('it began before it ended', $from <= $to);
  holds('for as long as it took', $xb->{resumed} || ($xb->{seconds} >= 0 && $xb->{seconds} <= $to - $from + 1));
  said('build type for other tools', $json->{context}{library_build_type}, lc($xb->{tool}{build}{type}{value}) eq 'debug' ? 'debug' : 'release');
  holds('a commit, or none', !defined $xb->{tool}{git}{sha}{value} || $xb->{tool}{git}{sha}{value} =~ /^[0-9a-f]{40}$/);
  holds('it is known whether that commit is all', ($xb->{tool}{git}{dirty}{value} // 'no') =~ /^(yes|no)$/);
  said('fields of the glossary', join(' ', sort keys %{ $xb->{glossary} }), join ' ', sort grep { $xb->{glossary}{$_} } @$columns);
  for my $column (sort keys %{ $xb->{glossary} }) {
    said("unit of $column", $xb->{glossary}{$column}{unit}, unit_of($column));
    holds("what $column means", length $xb->{glossary}{$column}{meaning} > 5);
  }
  check_plan($xb);
}

# The checks of a row: one that is ok failed none, and limits hold.
sub check_checks {
  my ($point) = @_;
  for my $check (@{ $point->{checks} }) {
    my ($name, $value, $limit) = ("$point->{name}: $check->{name}", @$check{qw(value limit)});
    holds("$name says why", length $check->{why});
    next unless defined $limit && defined $value;
    my $within = $check->{name} =~ /^(state (equals|agrees)|frames done|projections done)/ ? $value eq $limit
      : $check->{name} =~ /^(state is finite|something moved)/ ? $value >= $limit : $value <= $limit;
    same("$name: passed", $check->{pass} ? 1 : 0, $within ? 1 : 0);
  }
  holds("$point->{name}: ok failed no check", $point->{status} ne 'ok' || !grep { !$_->{pass} } @{ $point->{checks} });
}

# One row: its name, its settings, its measurements.
sub check_point {
  my ($xb, $point, $rates) = @_;
  my ($name, $axes, $solver, $work) = @$point{qw(name axes solver work)};
  my ($benchmark, @parts) = split m{/(?=[a-z_]+:)}, $name;
  said("$name: benchmark", $point->{benchmark}, $benchmark);
  for my $part (@parts) {
    my ($axis, $value) = split /:/, $part, 2;
    said("$name: axis $axis", $axes->{$axis}, $value);
  }
  holds("$name: a reason where there are no numbers", ($point->{status} eq 'ok') == !defined $point->{reason});
  check_empty($point) if $point->{status} eq 'skipped';
  return unless $point->{status} eq 'ok';
  check_checks($point);
  check_limits($point);
  check_memory($point);
  check_notes($point, $xb);
  my $precision = $solver->{precision};
  said("$name: precision", $precision, $axes->{precision} eq 'auto' ? (($axes->{method} // 'xpbd') =~ /^(fms|pd|verlet-.*|newton|a?vbd|admm)$/ ? 'f64' : 'f32') : $axes->{precision});
  same("$name: precision in bytes", $point->{roofline}{real_bytes}, { f32 => 4, f32x => 4, f64 => 8 }->{$precision});
  my $kernels = defined $solver->{instructions}; # methods with their own engine have none
  same("$name: kernels", $kernels ? 1 : 0, ($axes->{method} // 'xpbd') =~ /^(fms|pd|verlet-.*|newton|a?vbd|admm)$/ ? 0 : 1) if $axes->{backend} =~ /^(seq|omp)$/;
  said("$name: instructions", $solver->{instructions}, $xb->{env}{cpu}{instructions}{value}) if $kernels && $axes->{backend} =~ /^(seq|omp)$/;
  same("$name: iterations", $solver->{iterations}, $axes->{iterations}) if $axes->{iterations};
  same("$name: no more threads than asked for", $solver->{threads}, 1) if $axes->{backend} eq 'seq';
  holds("$name: residual is a share", !defined $solver->{residual} || ($solver->{residual} >= 0 && $solver->{residual} < 1e3));
  holds("$name: it has one", defined $solver->{residual}) if $benchmark =~ /^(cloth|projection)$/ && $axes->{backend} ne 'loop';
  if (defined $point->{error}) {
    holds("$name: the answer is known better than the error", $point->{error_of_reference} <= ($point->{error} > 2e-3 ? 0.1 * $point->{error} : 2e-4));
    same("$name: frames of the error", $point->{error_frames}, $point->{state_frames} < 24 ? $point->{state_frames} : 24) if $benchmark ne 'answers';
    holds("$name: an error has no reason", !defined $point->{error_reason});
  }
  if (defined $point->{phases}) {
    my ($sum, @shares) = (0, map { /^[a-z]+=(0\.\d{3}|1\.000)$/ ? $1 : 'NaN' } split / /, $point->{phases});
    $sum += $_ for @shares;
    holds("$name: phases are shares of the whole", @shares > 0 && abs($sum - 1) < 0.001 * @shares + 0.005);
    said("$name: backend of phases", $axes->{backend}, 'seq');
  }
  same("$name: batch", $solver->{batch}, $axes->{batch} // 1);
  said("$name: strategy", $solver->{strategy} // 'none', 'none') if $axes->{backend} =~ /^(seq|omp)$/;
  if ($kernels) {
    my $lanes = $solver->{lanes} > 1 ? 'vector' : 'scalar';
    same("$name: roof of the memory", $point->{roofline}{memory_roof}, roof($xb->{env}{machine}, 'triad_one', 'triad', $solver->{threads}));
    same("$name: roof of the operations", $point->{roofline}{compute_roof}, roof($xb->{env}{machine}, map({ "peak_${precision}_${lanes}_$_" } qw(one all)), $solver->{threads}));
  }
  if ($benchmark eq 'cloth') {
    said("$name: mesh", $work->{mesh}, "cloth of $axes->{size} x $axes->{size}" . (($axes->{numbering} // '') eq 'shuffled' ? ', shuffled' : '')) if $axes->{mesh} eq 'auto';
    same("$name: frame time", $work->{frame_time_s}, 1 / 24);
    same("$name: time steps", $solver->{substeps}, 1);
  }
  if (my $rate = $rates->{ $axes->{row} // '' }) {
    said("$name: published on", $point->{published}{machine}, $rate->{device});
    said("$name: published as", $point->{published}{way}, $rate->{parallel});
  } else {
    said("$name: published", $point->{published} ? 'something' : 'nothing', 'nothing');
  }
  my %units = (ns_per_projection => 'ns', projections_per_second => '1/s', real_time_factor => '1');
  said("$name: unit of $_", $point->{counters}{$_}{unit}, $units{$_}) for sort keys %units;
  holds("$name: hashed at a frame it came to", $point->{state_frames} >= 1 && $point->{state_frames} <= $point->{warm} + $point->{frames});
  my ($at) = $point->{checked} =~ /^hash=seq\@(\d+) frames/;
  same("$name: hashed at the frame that is compared", $point->{state_frames}, $at) if defined $at;
  said("$name: what ended it", $point->{stop}, 'max-episodes') if $point->{episodes} == $xb->{plan}{settings}{max_episodes} && $xb->{plan}{settings}{budget_s} < 1e-3 && $xb->{resumed};
  my ($k, $one) = (0, $xb->{env}{noise});
  holds("$name: $_", defined $point->{noise}{$_} && $point->{noise}{$_} >= 0 && $point->{noise}{$_} <= (/^load/ ? 1e4 : 100)) for grep { defined $one->{psi_cpu_before}{value} } qw(load_before load_after psi_cpu_before psi_cpu_after);
}

# The rows that other tools read. Rows of a point follow each other, first its episodes, then their summary.
sub check_others {
  my ($json, $source) = @_;
  my %points = map { $_->{name} => $_ } @{ $json->{xb}{points} };
  my (%family, %instance, %repetition);
  my @families = contents("$source/benches/cases/list.h") =~ /^BENCH_CASE\((\w+)\)/mg;
  @family{@families} = 0 .. $#families;
  my %count;
  $instance{ $_->{name} } = $count{ $_->{benchmark} }++ // 0 for @{ $json->{xb}{points} };
  my %sums = (mean => 'time', median => 'time', stddev => 'time', cv => 'percentage');
  for my $row (@{ $json->{benchmarks} }) {
    my ($run, $point) = ($row->{run_name}, $points{ $row->{run_name} });
    my $name = "$row->{name} for other tools";
    holds("$name: is a point", $point);
    next unless $point;
    same("$name: family", $row->{family_index}, $family{ $point->{benchmark} });
    same("$name: place in it", $row->{per_family_instance_index}, $instance{$run});
    said("$name: axis $_", $row->{axes}{$_} // 'none', $point->{axes}{$_} // 'none') for sort keys %{ $point->{axes} };
    said("$name: unit", $row->{time_unit} // 'none', 'ns') if $point->{status} eq 'ok';
    next unless $point->{status} eq 'ok';
    same("$name: threads", $row->{threads}, $point->{solver}{threads});
    said("$name: label", $row->{label}, $point->{checked});
    if ($row->{run_type} eq 'iteration') {
      said("$name: name", $row->{name}, $run);
      same("$name: repetition", $row->{repetition_index}, $repetition{$run}++ // 0);
    } else {
      said("$name: kind", $row->{run_type}, 'aggregate');
      same("$name: frames", $row->{iterations}, 10);
      said("$name: name", $row->{name}, "${run}_$row->{aggregate_name}");
      said("$name: unit of what", $row->{aggregate_unit}, $sums{ $row->{aggregate_name} } // 'nothing');
      same("$name: of how many", $row->{repetitions}, $repetition{$run});
    }
  }
  for my $row (@{ $json->{benchmarks} }) {
    same("$row->{name} for other tools: repetitions", $row->{repetitions}, $repetition{ $row->{run_name} }) if $repetition{ $row->{run_name} };
  }
}

sub check_fields {
  my ($json, $rates, $table, $source) = @_;
  my ($head) = split /\n/, contents($table);
  check_run($json, [split /\t/, $head]);
  check_point($json->{xb}, $_, $rates) for @{ $json->{xb}{points} };
  check_others($json, $source);
}

1;
