# Why this file exists: checks what a run reports about its machine against what that machine tells another program. A
# report with the wrong processor, memory or load proves nothing.
use strict;
use warnings;
use POSIX ();
use Time::Local 'timegm';

# Which fields are numbers, and their units. All others are texts without one. GPUs' values have a separate test.
my %units = (
  (map { ("cpu.$_" => undef) } qw(logical cores sockets)), (map { ("cpu.mhz_$_" => 'MHz') } qw(min max now)),
  (map { ("cpu.cache_$_" => 'bytes') } qw(l1d l2 l3)), (map { ("memory.$_" => 'bytes') } qw(total available)),
  'memory.numa_nodes' => undef, 'process.nice' => undef, 'noise.involuntary_switches' => undef,
  'noise.pace_least' => undef, 'noise.throttled' => undef,
  (map { ("noise.load_$_" => undef, "noise.psi_cpu_$_" => '%') } qw(before after)),
  (map { ("gpu.$_" => undef) } qw(devices device cores pcie_generation pcie_width processes)), 'gpu.memory_bus' => 'bits',
  (map { ("gpu.$_" => 'bytes') } qw(memory_total memory_used)), (map { ("gpu.$_" => 'W') } qw(power power_limit)),
  (map { ("gpu.$_" => 'MHz') } qw(sm_now sm_max memory_now memory_max)), 'gpu.temperature' => 'Celsius',
  (map { ("machine.$_" => 's') } qw(clock_read clock_step ping_pong)),
  (map { ("machine.$_" => 'bytes/s') } qw(triad triad_half triad_one)), 'machine.triad_bytes' => 'bytes',
  (map { my $kind = $_; map { ("machine.peak_${kind}_$_" => '1/s') } qw(one all) } qw(f32_scalar f64_scalar f32_vector f64_vector))
);

sub has_unit { my ($name) = @_; return exists $units{$name} }

# Plausible range of each measured number on any machine.
my %ranges = (
  'cpu.mhz_now' => [100, 1e4], 'memory.available' => [1e6, 1e14], 'noise.involuntary_switches' => [0, 1e9],
  'noise.pace_least' => [0, 1], 'noise.throttled' => [0, 1],
  (map { ("noise.load_$_" => [0, 1e4], "noise.psi_cpu_$_" => [0, 100]) } qw(before after)),
  'machine.clock_read' => [1e-9, 1e-4], 'machine.clock_step' => [1e-10, 1e-3], 'machine.ping_pong' => [1e-9, 1e-3],
  (map { ("machine.$_" => [1e8, 1e14]) } qw(triad triad_half triad_one)), 'machine.triad_bytes' => [1e6, 1e12],
  (map { my $kind = $_; map { ("machine.peak_${kind}_$_" => [1e8, 1e15]) } qw(one all) } qw(f32_scalar f64_scalar f32_vector f64_vector))
);

# Where the machine describes itself: a folder other than / has a made-up machine.
our $machine_root = '';

sub told { my ($path) = @_; return -r "$machine_root$path" ? contents("$machine_root$path") : '' }
sub told_of { my ($pattern) = @_; return map { substr $_, length $machine_root } glob "$machine_root$pattern" }

# The first line of a file; undef if it is missing or empty.
sub line_of {
  my ($path) = @_;
  my ($line) = split /\n/, told($path);
  $line =~ s/\s+$// if defined $line;
  return defined $line && $line ne '' ? $line : undef;
}

sub scaled { my ($value, $factor) = @_; return defined $value ? $value * $factor : undef }
sub on_or_off { my ($value) = @_; return defined $value ? ($value > 0 ? 'on' : 'off') : undef }

# "2026-01-31T09:00:00+01:00" or "...Z" in seconds.
sub seconds_of {
  my ($text) = @_;
  my ($year, $month, @rest) = $text =~ /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(?:Z|([+-])(\d+):(\d+))$/ or return undef;
  my $off = defined $rest[4] ? "$rest[4]1" * (3600 * $rest[5] + 60 * $rest[6]) : 0;
  return timegm(@rest[3, 2, 1, 0], $month - 1, $year) - $off;
}

# The caches of data by their level, in bytes.
my %sizes;
sub caches {
  return %sizes if %sizes;
  for my $folder (told_of('/sys/devices/system/cpu/cpu0/cache/index*')) {
    my ($level, $type, $size) = map { line_of("$folder/$_") // '' } qw(level type size);
    next unless $size =~ /^(\d+)([KM]?)/ && $type ne 'Instruction';
    $sizes{ $level + 0 } = $1 * { '' => 1, K => 1024, M => 1024 * 1024 }->{$2};
  }
  return %sizes;
}

# The container or virtual machine, as far as it leaves a sign.
sub container {
  return 'docker' if -e "$machine_root/.dockerenv";
  return 'podman' if -e "$machine_root/run/.containerenv";
  return $ENV{container} if ($ENV{container} // '') ne '';
  my $groups = line_of('/proc/1/cgroup') // '';
  for (['docker', 'docker'], ['kubepods', 'kubernetes'], ['lxc', 'lxc']) { return $_->[1] if $groups =~ /$_->[0]/ }
  return undef;
}

# A count; nothing for none, or for more than can be told apart.
sub told_apart { my $count = @_ / 2; return $count >= 1 && $count <= 4096 ? $count : undef }

# The machine's own description: all fields that do not change meanwhile; read once.
my %here;
sub machine_here { %here = ask_machine() unless %here; return %here }

sub ask_machine {
  my $info = told('/proc/cpuinfo');
  my ($model) = $info =~ /^model name\s*: (.*?)\s*$/m;
  my $processors = () = $info =~ /^processor\s*:/mg;
  my (%cores, %sockets, $package);
  for (split /\n/, $info) {
    $sockets{ $package = $1 } = 1 if /^physical id\s*: (\d+)/;
    $cores{ ($package // 0) . " $1" } = 1 if /^core id\s*: (\d+)/;
  }
  my $frequencies = '/sys/devices/system/cpu/cpu0/cpufreq';
  my ($no_turbo, $boost) = (line_of('/sys/devices/system/cpu/intel_pstate/no_turbo'), line_of('/sys/devices/system/cpu/cpufreq/boost'));
  my %size = caches();
  my ($total) = told('/proc/meminfo') =~ /^MemTotal: *(\d+) kB/m;
  my ($system) = told('/etc/os-release') =~ /^PRETTY_NAME="?(.*?)"?\s*$/m;
  my ($affinity) = contents('/proc/self/status') =~ /^Cpus_allowed_list:\s*(\S+)/m;
  my @kernel = (POSIX::uname())[0, 2, 4];
  my $nodes = grep { m{/node\d+$} } told_of('/sys/devices/system/node/node*');
  my ($flags) = $info =~ /^flags\s*: (.*)$/m;
  my $virtual = ($flags // '') =~ /\bhypervisor\b/;
  return (
    'cpu.model' => $model, 'cpu.logical' => $processors || undef, 'cpu.cores' => told_apart(%cores),
    'cpu.sockets' => told_apart(%sockets), 'cpu.smt' => on_or_off(line_of('/sys/devices/system/cpu/smt/active')),
    'cpu.mhz_min' => scaled(line_of("$frequencies/cpuinfo_min_freq"), 1e-3),
    'cpu.mhz_max' => scaled(line_of("$frequencies/cpuinfo_max_freq"), 1e-3),
    'cpu.governor' => line_of("$frequencies/scaling_governor"), 'cpu.driver' => line_of("$frequencies/scaling_driver"),
    'cpu.turbo' => defined $no_turbo ? ($no_turbo > 0 ? 'off' : 'on') : on_or_off($boost),
    'cpu.hypervisor' => $virtual ? line_of('/sys/class/dmi/id/sys_vendor') // 'present' : undef,
    (map { ("cpu.cache_$_->[0]" => $size{ $_->[1] }) } ['l1d', 1], ['l2', 2], ['l3', 3]),
    'memory.total' => scaled($total, 1024), 'memory.huge_pages' => line_of('/sys/kernel/mm/transparent_hugepage/enabled'),
    'memory.numa_nodes' => $nodes || undef, 'os.name' => $system, 'os.host' => (POSIX::uname())[1], 'os.kernel' => "@kernel",
    'os.container' => container(), 'os.clocksource' => line_of('/sys/devices/system/clocksource/clocksource0/current_clocksource'),
    'os.aslr' => on_or_off(line_of('/proc/sys/kernel/randomize_va_space')), 'process.affinity' => $affinity,
    'process.cgroup_cpu_quota' => quota(), 'process.nice' => getpriority(0, 0),
    map { ('process.' . lc($_) => $ENV{$_}) } grep { /^OMP_/ } qw(OMP_NUM_THREADS OMP_PROC_BIND OMP_PLACES OMP_WAIT_POLICY OMP_DYNAMIC)
  );
}

# The smallest CPU quota of this control group and those above it, of version 2 or 1.
sub quota {
  my $own = told('/proc/self/cgroup');
  my ($new) = $own =~ m{^0::(/\S*)$}m;
  my ($names, $old) = $own =~ m{^\d+:((?:\S+,)?cpu(?:,\S+)?):(/\S*)$}m;
  my (@lines, %seen);
  for my $place (['', $new], ['/cpu', $old], ['/' . ($names // 'cpu'), $old]) {
    my ($root, $group) = ("/sys/fs/cgroup$place->[0]", $place->[1] // '');
    next if $seen{$root}++;
    for ($group =~ s{/$}{};; $group =~ s{/[^/]*$}{}) {
      my ($quota, $period) = map { line_of("$root$group/cpu.cfs_${_}_us") } qw(quota period);
      my $line = $root eq '/sys/fs/cgroup' ? line_of("$root$group/cpu.max") : defined $quota ? "$quota $period" : undef;
      push @lines, $line =~ /^[1-9]/ ? $line : 'max' if defined $line;
      last if $group eq '';
    }
  }
  my ($least) = sort { (split ' ', $a)[0] / (split ' ', $a)[1] <=> (split ' ', $b)[0] / (split ' ', $b)[1] } grep { /^[1-9]/ } @lines;
  return $least // $lines[0];
}

# A field is known with a value, or has none.
sub check_field {
  my ($name, $field) = @_;
  my $gone = $name =~ /^gpu\./ && !defined $field->{value} && !defined $field->{unit};    # unknown GPU fields have none
  said("$name: unit", $field->{unit} // 'none', $gone ? 'none' : $units{$name} // 'none');
  same("$name: is there a value", defined $field->{value} ? 1 : 0, $field->{state} eq 'known' ? 1 : 0);
  said("$name: state", $field->{state}, 'unknown') unless $field->{state} =~ /^(known|not applicable)$/;
  my $range = $ranges{$name};
  return unless $range && defined $field->{value};
  said("$name: within $range->[0] to $range->[1]", $field->{value} >= $range->[0] && $field->{value} <= $range->[1] ? 'yes' : $field->{value}, 'yes');
}

# Three arrays of 8 bytes, together 256 MB or four times the last-level caches, and at most 4 GB. The speed is unknown
# if half of them give another one, because then it is not the memory's.
sub check_bandwidth {
  my ($env) = @_;
  my $machine = $env->{machine};
  return unless defined(($machine->{triad_bytes} // {})->{value});
  my ($whole, $half, $bytes) = map { $machine->{$_}{value} } qw(triad triad_half triad_bytes);
  # The number of last-level caches is unknown here, but each socket has at least one.
  my $caches = 4 * ($env->{cpu}{cache_l3}{value} // 0) * ($env->{cpu}{sockets}{value} // 1);
  my $least = $caches > 256e6 ? $caches : 256e6;
  said('machine.triad_bytes: at least', $bytes > $least - 24 || $bytes >= $env->{memory}{available}{value} / 5 ? 'yes' : $bytes, 'yes');
  same('machine.triad_bytes: whole arrays', $bytes % 24, 0);
  said('machine.triad_bytes: at most', $bytes <= 4e9 ? 'yes' : $bytes, 'yes');
  my ($size) = $machine->{triad}{source} =~ /three arrays of (\d+) MB/;
  same('machine.triad: MB of an array', $size, sprintf '%.0f', $bytes / 3e6) if defined $size;
  said('machine.triad: as its half', $whole <= 1.3 * $half && $whole >= 0.5 * $half ? 'yes' : 'no', 'yes') if defined $whole;
}

sub check_machine {
  my ($json, $source) = @_;
  my $env = $json->{xb}{env};
  my %here = machine_here();
  my $fields = 0;
  for my $group (grep { ref $env->{$_} eq 'HASH' } sort keys %$env) {
    check_field("$group.$_", $env->{$group}{$_}) for sort keys %{ $env->{$group} };
    $fields += keys %{ $env->{$group} };
  }
  for my $name (sort keys %here) {
    my ($group, $key) = split /\./, $name;
    my $have = $env->{$group}{$key}{value};
    if (has_unit($name)) { same($name, $have, $here{$name}) } else { said($name, $have // 'nothing', $here{$name} // 'nothing') }
  }
  my $machine = $env->{machine};
  # Without a driver there is no information about a GPU.
  my $driver = $env->{gpu}{driver}{state} // 'none';
  said("gpu.$_: without a driver", $env->{gpu}{$_}{state}, $driver) for $driver eq 'not applicable' ? grep { $_ ne 'opencl' } sort keys %{ $env->{gpu} } : ();
  check_bandwidth($env);
  same('numbers of the machine', scalar(grep { $_->{state} eq 'known' } values %$machine) > 0, 1);
  said('memory available, of the total', $env->{memory}{available}{value} <= $here{'memory.total'} ? 'yes' : 'no', 'yes');
  my ($version) = contents("$source/CMakeLists.txt") =~ /^project\(xpbd VERSION ([0-9.]+)/m;
  said("version: $_->[0]", $_->[1], $version) for ['of the suite', $json->{xb}{tool}{version}{value}], ['for other tools', $json->{context}{library_version}];
  my ($tool, $omp) = ($json->{xb}{tool}, grep { $_->{status} eq 'ok' && ($_->{axes}{backend} // '') eq 'omp' } @{ $json->{xb}{points} });
  check_field("tool.$_->[0]", $_->[1]) for ['version', $tool->{version}], map { my $g = $_; map { ["$g.$_", $tool->{$g}{$_}] } sort keys %{ $tool->{$g} } } qw(git build);
  said('a way to build', ($tool->{build}{type}{value} // 'Release') =~ /^(Release|Debug|RelWithDebInfo|MinSizeRel)$/ ? 'yes' : 'no', 'yes');
  said('OpenMP', $tool->{build}{openmp}{value}, 'yes') if $omp;
  my $other = $json->{context};
  same('processors for other tools', $other->{num_cpus}, $here{'cpu.logical'});
  said('host for other tools', $other->{host_name}, $here{'os.host'});
  same('MHz for other tools', $other->{mhz_per_cpu}, POSIX::floor(0.5 + ($env->{cpu}{mhz_now}{value} // 0)));
  same('load for other tools', $other->{load_avg}[0], $env->{noise}{load_before}{value});
  same('date for other tools', seconds_of($other->{date}), seconds_of($json->{xb}{started})) unless $json->{xb}{resumed};
  for my $cache (@{ $other->{caches} }) {
    same("cache of level $cache->{level} for other tools", $cache->{size}, { caches() }->{ $cache->{level} });
    said("cache of level $cache->{level} for other tools: of", $cache->{type}, $cache->{level} == 1 ? 'Data' : 'Unified');
    same("cache of level $cache->{level} for other tools: who shares it", $cache->{num_sharing}, 0);    # 0 is unknown
  }
  my $switches = $env->{noise}{involuntary_switches}{value};
  my @own = map { ($_->{noise} // {})->{involuntary_switches} // 0 } @{ $json->{xb}{points} };
  said('switches of the run, at least those of its rows', $switches >= sum(@own) ? 'yes' : 'no', 'yes') if defined $switches && !$json->{xb}{resumed};
  said('fields of the machine, at least 40', $fields >= 40 ? 'yes' : $fields, 'yes');
}

1;
