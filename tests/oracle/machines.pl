# Why this file exists: checks what a run reports about a made-up machine (machines.sh) against that machine's own
# files.
# usage: perl machines.pl RESULTS ROOT CONTAINER AVAILABLE; CONTAINER: the one that the run should report, AVAILABLE:
# available bytes of memory, '-' = unknown. Prints every difference; exit code 1 if there are any.
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . "/$_.pl" for qw(agree read machine);

my ($results, $root, $container, $available) = @ARGV;
my $env = json(contents($results))->{xb}{env};
our $machine_root = $root;
my %here = machine_here();
delete $here{'cpu.logical'}; # the system itself is asked
$here{'os.container'} = $container eq '-' ? undef : $container;
$here{'memory.available'} = $available eq '-' ? undef : $available;
my ($pressure) = told('/proc/pressure/cpu') =~ /^some avg10=([0-9.]+)/;
$here{"noise.psi_cpu_$_"} = $pressure for qw(before after);
for my $name (sort keys %here) {
  my ($group, $key) = split /\./, $name;
  my $field = $env->{$group}{$key};
  check_field($name, $field);
  if (has_unit($name)) { same($name, $field->{value}, $here{$name}) } else { said($name, $field->{value} // 'nothing', $here{$name} // 'nothing') }
}
finish(90);
