# Why this file exists: tests that the oracle reads every number. Each leaf of the JSON and each cell of a row of the
# tables is changed alone, and something must differ then. Repeated leaves are changed in the first and the last place,
# and in the first row without a time.
# usage: perl each.pl SOURCE RUN [REPORT], as oracle.pl; with REPORT it changes the numbers on the page instead. Prints
# up to ten unnoticed changes; exit code 1 if there are any.
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . '/whole.pl';
our ($hasty, %instead);

# Left out: explaining words, which have no number, and what a machine measures of itself at one moment, which nobody
# can compute. Peaks and rates of memory count if they are the roof of a row. Not each of them is, on each machine.
my $words = qr/\.(source|meaning|why|about|error_reason)$|^xb\.warnings|^seal\./; # the seal needs the key of the user
my $moments = qr/^xb\.env\.(noise\.((load|psi_cpu)_(before|after)|pace_least|throttled)|cpu\.mhz_now|memory\.available|machine\.(clock_\w+|ping_pong|triad\w*|peak_\w+))\.value$/;
my $times = qr/^xb\.(finished|seconds)$|^xb\.env\.noise\.involuntary_switches\.value$/;

my $run = run_of(@ARGV);
my $folder = $run->{folder};
try_page() if defined $run->{report};
$instead{$_} = contents($_) for grep { -e } map { "$folder/$_" } qw(results.tsv rows.csv console);
$instead{$_} = contents($_) for "$run->{source}/CMakeLists.txt", "$run->{source}/benches/cases/list.h";

# Changes the last digit of each number in the text of a page; in long tables only in the first two rows and the last.
sub try_page {
  my $path = "$run->{report}/index.html";
  my @all = points_of($run);
  my $text = contents($path);
  $instead{$_} = contents($_) for glob("$run->{report}/figures/*.tsv"), "$run->{report}/results.tsv";
  my $differs = sub { local ($hasty, $SIG{__WARN__}) = (1, sub { }); return !eval { compare_page($run, @all); 1 } };
  print "something differs before anything is changed\n" and exit 1 if $differs->();
  my %skipped;    # places in rows of a long table, and in captions
  while ($text =~ m{<tbody>\n(.*?)</tbody>}sg) {
    my ($from, $rows) = ($-[1], $1);
    my @ends = ();
    push @ends, pos $rows while $rows =~ /\n/g;
    $skipped{$_} = 1 for @ends > 6 ? map { $from + $_ } $ends[1] .. $ends[-2] - 1 : ();
  }
  while ($text =~ m{<figcaption><b>Figure \d+\. (.*?)\.</b>.*?</figcaption>}sg) {    # unknown to the oracle
    next if known_figure(plain($1));
    $skipped{$_} = 1 for $-[0] .. $+[0];
  }
  my ($count, $missed) = (0, 0);
  my ($body, $script) = (index($text, '</head>'), index $text, "\n<script>");
  while ($missed < 10 && $text =~ />([^<]+)</g) {
    my ($from, $words, $next) = ($-[1], $1, pos $text);
    while ($from > $body && $from < $script && $words =~ /(?<![A-Za-z0-9#&.])\d+(?:\.\d+)?/g) {
      my ($at, $number) = ($from + $-[0], $&);
      next if $skipped{$at};
      $instead{$path} = $text;
      substr $instead{$path}, $at, length $number, $number =~ s/(\d)$/($1 + 1) % 10/er;
      $count++;
      $missed++, print "not noticed: $number in ", substr($text, $at - 60, 90) =~ s/\n/ /gr, "\n" unless $differs->();
    }
    pos($text) = $next - 1;
  }
  print "$count numbers of the page changed, $missed not noticed\n";
  exit($missed > 0 || $count < 300);
}

# Whether something differs. If the oracle cannot read it, it differs too.
sub differ {
  local ($hasty, $SIG{__WARN__}) = (1, sub { });
  return !eval { compare_run($run); 1 };
}

sub another {
  my ($value) = @_;
  return 1 if !defined $value || $value =~ /^(NaN|-|0)$/;
  return $value == 1 ? 0 : $value * 1.5 + 1 if $value =~ /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;
  return $value =~ /\d/ ? $value =~ s/(\d)/($1 + 1) % 10/er : "${value}x";
}

my ($changed, $unseen) = (0, 0);
sub try {
  my ($what, $cell) = @_;
  return if $what =~ $words || $what =~ $moments || $what =~ $times;
  my $old = $$cell;
  $$cell = another($old);
  my $seen = differ();
  $$cell = $old;
  $changed++;
  return if $seen;
  $unseen++;
  printf "%s: %s is not noticed in place of %s\n", $what, another($old), $old // 'null';
}

# Leaves by kind: the path without indices of arrays; each check of a row by its name.
my (%kinds, %skipped);
sub walk {
  my ($cell, $path, $in_skipped) = @_;
  my $value = $$cell;
  $in_skipped ||= $path eq 'xb.points[]' && $value->{status} eq 'skipped';
  if (ref $value eq 'HASH') {
    for my $key (sort keys %$value) { walk(\$value->{$key}, "$path.$key", $in_skipped) }
  } elsif (ref $value eq 'ARRAY') {
    for my $k (0 .. $#$value) { walk(\$value->[$k], "$path\[" . ($path =~ /checks$/ ? $value->[$k]{name} : '') . ']', $in_skipped) }
  } else {
    $skipped{$path} //= @{ $kinds{$path} // [] } if $in_skipped;
    push @{ $kinds{$path} }, $cell;
  }
}

print "something differs before anything is changed\n" and exit 1 if differ();
walk(\$run->{json}{$_}, $_) for sort keys %{ $run->{json} };
for my $path (sort keys %kinds) {
  my @cells = @{ $kinds{$path} };
  my %some = map { $_ => 1 } 0, $#cells, $skipped{$path} // 0;
  try($path, $cells[$_]) for $unseen < 10 ? sort { $a <=> $b } keys %some : ();
}

sub cut {
  my ($line, $between) = @_;
  return split /\t/, $line, -1 if $between eq "\t";
  my @cells = $line =~ /("(?:[^"]|"")*"|[^,"]*)(?:,|$)/g;
  pop @cells if $line !~ /,$/;    # the empty one behind the end
  return @cells;
}

# Cells of a table in its first row, and in the first row without a time or the last.
sub try_table {
  my ($path, $between) = @_;
  return unless defined $instead{$path};
  my $text = $instead{$path};
  my ($head, @lines) = split /\n/, $text;
  my @names = cut($head, $between);
  my ($skipped) = grep { $lines[$_] =~ /\tskipped\t/ } 0 .. $#lines;
  for my $at (0, $skipped // $#lines) {
    my @cells = cut($lines[$at], $between);
    for my $k (grep { $names[$_] ne "error_reason" } 0 .. $#names) {
      my $old = $cells[$k];
      $cells[$k] = another($old);
      $instead{$path} = join "\n", $head, @lines[ 0 .. $at - 1 ], join($between, @cells), @lines[ $at + 1 .. $#lines ];
      $changed++;
      $unseen++, print "$names[$k] in line ", $at + 1, " of $path: $cells[$k] is not noticed in place of $old\n" unless differ();
      $cells[$k] = $old;
    }
  }
  $instead{$path} = $text;
}
try_table("$folder/results.tsv", "\t");
try_table("$folder/rows.csv", ',');
print "something stayed changed\n" and $unseen++ if differ();
print "$changed changes, $unseen not noticed\n";
exit($unseen > 0 || $changed < 600);
