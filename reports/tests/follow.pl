# Why this file exists: a test edits one number of made-up results, and readers refuse numbers that contradict each other.
# This computes the others of the row again: from an edited rate, or from an edited half width of the interval.
# usage: perl follow.pl [processes] <run.json; with "processes", each row gets two of them, with its median
use strict;
use warnings;

my $processes = @ARGV && $ARGV[0] eq 'processes';
my $number = qr/-?[\d.]+(?:e[-+]?\d+)?/;

sub text { return defined $_[0] ? sprintf '%.12g', $_[0] : 'null' }
sub inverse { return $_[0] ? 1 / $_[0] : undef }

while (my $line = <STDIN>) {
  my ($times) = $line =~ /"frame_s": \{([^}]*)\}/;
  my ($rates) = $line =~ /"fps": \{([^}]*)\}/;
  if (!defined $times || !defined $rates || $line !~ /"status": "(?:ok|unchecked)"/) { print $line; next }
  my %time = $times =~ /"(\w+)": ($number)/g;
  my %rate = $rates =~ /"(\w+)": ($number)/g;
  if (!$time{median} || !$rate{median}) { print $line; next }
  my $factor = 1 / $rate{median} / $time{median};
  my ($low, $high) = (inverse($rate{hi95}), inverse($rate{lo95}));
  my $half = defined $low && defined $high ? ($high - $low) / 2 * $rate{median} : undef;
  my $said = $time{rel_err} && $time{lo95} && abs($time{rel_err} - ($time{hi95} - $time{lo95}) / 2 / $time{median}) > 1e-9;
  my $edited = abs($factor - 1) > 1e-8 || $said || abs(($low // 0) - ($time{lo95} // 0)) + abs(($high // 0) - ($time{hi95} // 0)) > 1e-8 * $time{median};
  if (!$edited && !$processes) { print $line; next }
  $half = $time{rel_err} if $said;
  ($low, $high) = ((1 - $half) / $rate{median}, (1 + $half) / $rate{median}) if $said;
  if ($processes) {
    my $d = log(1.02) / 12.706204736174698;    # Student's t of one degree of freedom
    ($low, $high, $half) = (1 / 1.02 / $rate{median}, 1.02 / $rate{median}, (1.02 - 1 / 1.02) / 2);
    my $medians = join ', ', map { text($_ / $rate{median}) } exp(-$d), exp($d);
    $line =~ s/"launches": 1,/"launches": 2, "processes": {"medians_s": [$medians]},/;
  }
  my %new = (median => text(1 / $rate{median}), lo95 => text($low), hi95 => text($high), rel_err => text($half));
  for my $name (grep { $_ ne 'tau' } keys %time) { $new{$name} //= text($time{$name} * $factor) }
  my $p99 = $new{p99};
  $times =~ s/"(\w+)": (?:$number|null)/'"' . $1 . '": ' . ($new{$1} \/\/ $time{$1})/ge;
  my %next = (lo95 => text(inverse($high)), hi95 => text(inverse($low)), low1 => text(inverse($p99)));
  $rates =~ s/"(lo95|hi95|low1)": (?:$number|null)/'"' . $1 . '": ' . $next{$1}/ge;
  $line =~ s/"frame_s": \{[^}]*\}/"frame_s": {$times}/;
  $line =~ s/"fps": \{[^}]*\}/"fps": {$rates}/;
  $line =~ s/("ns_per_projection": \{"value": )($number)/$1 . text($2 * $factor)/e;
  $line =~ s/("(?:projections_per_second|real_time_factor)": \{"value": )($number)/$1 . text($2 \/ $factor)/ge;
  print $line;
}
