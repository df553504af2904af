# Why this file exists: checks what a run reports about its request (settings, budget, shards, processes, sweeps, values
# of axes), against its command line, the first line of its journal, and the rules in FORMAT.md and --list.
use strict;
use warnings;

# Settings of the sweeps of the benchmarks whose pages have lines. The axis of a sweep comes first.
my %sweeps = (
  cloth => { size => 'size iterations=20', iterations => 'iterations size=41', mesh => 'mesh size=161 iterations=20 constraint=stretching numbering=*',
    precision => 'precision size=* iterations=20 constraint=stretching' },
  projection => { order => 'order lanes=1', lanes => 'lanes order=group', backend => 'backend order=group lanes=0' },
  papers => { sequential => 'row backend=seq order=mesh', parallel => 'row order=group' });
my %order = (cloth => [qw(size iterations mesh precision)], projection => [qw(order lanes backend)], papers => [qw(sequential parallel)]);
# Time limits of the benchmarks [s]: the default, and with --quick.
my %budgets = (cloth => [180, 36], gpu => [180, 36], projection => [280, 55], papers => [280, 55], scenes => [400, 55], preservation => [900, 55], accuracy => [200, 55]);
# Defaults of numeric axes.
my %standards = (size => 41, iterations => 20, threads => 0, lanes => 0, batch => 1, device => 0, substeps => 0,
  'projection iterations' => 100, map { ("$_ size" => 0, "$_ iterations" => 0) } qw(scenes preservation accuracy));

# Defaults of the others; * = all values.
my %words = (constraint => '*', 'cloth constraint' => 'stretching,hookean,stvk,morse', 'gpu constraint' => 'stretching', mesh => 'auto',
  numbering => 'mesh', order => 'group', precision => 'f32', backend => '*', 'projection backend' => 'seq', row => '*');

# Axes given on the command line.
sub given {
  my ($argv) = @_;
  my %given = map { $argv->[ $_ + 1 ] =~ /^(\w+)=/ ? ($1 => 1) : () } grep { $argv->[$_] eq '-a' } 0 .. $#$argv - 1;
  return \%given;
}

# The sweeps of a point: those that fix no axis that was given, and whose fixed values the point has. A point for a
# missing backend has no other axis.
sub sweeps_of {
  my ($point, $given) = @_;
  my $known = $sweeps{ $point->{benchmark} };
  return map {
    my ($along, @fixed) = split ' ', $known->{$_};
    my %fixed = map { /(.*)=(.*)/ } @fixed;
    (grep { $given->{$_} } keys %fixed) || (grep { $fixed{$_} ne '*' && ($point->{axes}{$_} // $fixed{$_}) ne $fixed{$_} } keys %fixed) ? () : $_;
  } @{ $order{ $point->{benchmark} } };
}

# Points that differ only in the backend (for `gpu` also in the strategy) are one group. Groups are dealt to the shards
# in turn.
sub check_shards {
  my ($xb, $shard) = @_;
  my ($index, $count) = $shard =~ m{^(\d+)/(\d+)$};
  same("shard: $_->[0]", ($xb->{shard} // {})->{ $_->[0] }, $_->[1]) for ['index', $index], ['count', $count];
  my (%group, $groups);
  for my $point (@{ $xb->{points} }) {
    my $axes = $point->{axes};
    my $key = join '|', $point->{benchmark}, map { "$_=$axes->{$_}" } grep { $_ ne 'backend' && ($_ ne 'strategy' || $point->{benchmark} ne 'gpu') } sort keys %$axes;
    my $own = $group{$key} //= $groups++ // 0;
    my $at = $count ? $own % $count + 1 : undef;
    same("$point->{name}: shard", $point->{shard}, $at);
    said("$point->{name}: of another shard", $point->{status}, 'skipped') if $at && $at != $index;
  }
}

sub check_axes {
  my ($xb, $given) = @_;
  for my $benchmark (@{ $xb->{plan}{benchmarks} }) {
    my $name = $benchmark->{name};
    my @points = grep { $_->{benchmark} eq $name } @{ $xb->{points} };
    for my $axis (@{ $benchmark->{axes} }) {
      my %values = map { defined $_->{axes}{ $axis->{name} } ? ($_->{axes}{ $axis->{name} } => 1) : () } @points;
      said("$name: values of $axis->{name}", join(',', sort @{ $axis->{values} }), join ',', sort keys %values);
      if ($axis->{kind} eq 'int') {
        my $standard = $standards{"$name $axis->{name}"} // $standards{ $axis->{name} };
        same("$name: standard of $axis->{name}", $axis->{standard}, $standard) if defined $standard;
      } elsif ($name =~ /^(cloth|projection|papers)$/) {
        said("$name: standard of $axis->{name}", $axis->{standard}, $words{"$name $axis->{name}"} // $words{ $axis->{name} } // 'none');
      }
    }
    my %known = map { $_->{name} => 1 } @{ $benchmark->{axes} };
    for my $sweep (@{ $benchmark->{sweeps} }) {
      said("$name: sweep $sweep->{name}: along an axis", $sweep->{axis}, $known{ $sweep->{axis} } ? $sweep->{axis} : 'none');
      said("$name: sweep $sweep->{name}: along that axis", $sweep->{axis}, ($sweeps{$name}{ $sweep->{name} } // 'none') =~ s/ .*//r) if $sweeps{$name};
    }
    next unless $sweeps{$name};
    said("$name: sweeps of the benchmark", join(' ', map { $_->{name} } @{ $benchmark->{sweeps} }), join ' ', @{ $order{$name} });
    said("$_->{name}: sweeps", join(' ', @{ $_->{sweeps} }), join ' ', sweeps_of($_, $given)) for @points;
  }
}

# `head`: the first line of the journal, undef for several processes, which keep none.
sub check_asked {
  my ($json, $head) = @_;
  my $xb = $json->{xb};
  my $argv = $xb->{plan}{argv};
  said("asked for: $_->[0]", $xb->{ $_->[0] } // 'none', option($argv, $_->[1]) // $_->[2])
    for ['seed', '--seed', 1], ['order', '--order', 'blocks'], ['validate', '--validate', 'on'], ['note', '--note', 'none'];
  my %names = map { $_->{name} => 1 } @{ $xb->{plan}{benchmarks} };
  delete $names{gpu} if $names{cloth};    # both have one budget
  my $quick = $xb->{plan}{settings}{quick} ? 1 : 0;
  my $total = option($argv, '--total-budget');
  same('total budget', $xb->{plan}{settings}{total_budget_s}, defined $total ? $total =~ s/s$//r : sum(map { $budgets{$_}[$quick] } keys %names));
  my %usual = (budget_s => ['--budget', 5], rel_err => ['--rel-err', 0.01], min_episodes => ['--min-episodes', 10], max_episodes => ['--max-episodes', 200]);
  same("usual: $_", $xb->{plan}{settings}{$_}, $usual{$_}[1]) for grep { !$quick && !defined option($argv, $usual{$_}[0]) } sort keys %usual;
  my $processes = option($argv, '--processes') // 1;
  for my $point (@{ $xb->{points} }) {
    my $timed = $point->{status} eq 'ok';
    same("$point->{name}: launches", $point->{launches}, $processes);
    same("$point->{name}: numbers of its processes", $point->{processes} ? 1 : 0, $timed && $processes > 1 ? 1 : 0);
    same("$point->{name}: telemetry", $point->{telemetry} ? 1 : 0, $timed && ($point->{axes}{backend} // '') eq 'cuda' ? 1 : 0);
    same("$point->{name}: a course", $point->{series} ? 1 : 0, $timed && $point->{benchmark} =~ /^(scenes|preservation|accuracy)$/ ? 1 : 0);
  }
  check_shards($xb, option($argv, '--shard') // '');
  check_axes($xb, given($argv));
  holds('a plan with a hash', $xb->{plan}{hash} =~ /^[0-9a-f]{16}$/);
  my ($from, $date, $to) = map { seconds_of($_) // 'no time' } $xb->{started}, $json->{context}{date}, $xb->{finished};
  holds('the date for other tools is one of this run', "$from$date$to" =~ /^\d+$/ && $from <= $date && $date <= $to);
  return unless $head;
  said("the journal's $_->[0]", $_->[1], $_->[2]) for ['plan', $xb->{plan}{hash}, $head->{plan}], ['start', $xb->{started}, $head->{started}],
    ['command line', join("\n", @$argv), join("\n", @{ $head->{argv} })], ['shard', option($argv, '--shard') // '', $head->{shard}],
    ['points', join("\n", map { "$_->{name} $_->{warm}+$_->{frames}" } @{ $xb->{points} }), join("\n", @{ $head->{points} })];
  same("the journal's seed", $xb->{seed}, $head->{seed});
  for my $name (sort keys %{ $head->{here} }) {
    my $at = at($xb->{env}, $name) // at($xb->{tool}, $name);
    said("the journal's $name", $at ? $at->{value} // '' : '', $head->{here}{$name} // '') unless $name =~ /^(tool\.version|gpu\.opencl)$/;
  }
  said("the journal's version", $xb->{tool}{version}{value}, $head->{here}{'tool.version'});
}

1;
