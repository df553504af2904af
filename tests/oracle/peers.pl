# Why this file exists: computes the section "Other solvers" of a page again, from the rows and their samples: the
# sentence, the best rows, who computes what, the versions, and what has no time.
# usage: perl peers.pl RUN PAGE; RUN: folder with results.json and samples.jsonl; PAGE: folder of the report
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . "/$_.pl" for qw(agree read statistics points);

my ($run, $folder) = @ARGV;
my $raw = journal("$run/samples.jsonl");
my @all = map { row_of($_) } grep { $_->{benchmark} eq 'peers' } @{ json(contents("$run/results.json"))->{xb}{points} };

sub row_of {
  my ($point) = @_;
  my %own = (point => $point, axes => $point->{axes}, status => $point->{status}, error => $point->{error}, foreign => defined $point->{peer});
  $own{without} = $point->{peer}{without} if $own{foreign} && length($point->{peer}{without} // '');
  my $timed = $raw->{ $point->{name} } && $own{status} =~ /^(ok|unchecked)$/;
  @own{qw(time low high)} = @{ interval(@{ $raw->{ $point->{name} }{medians} }) }{qw(median low high)} if $timed;
  ($own{reason} = $point->{reason} // 'it was checked, but not timed' . (defined $own{error} ? '; error ' . shown_percent($own{error}) . ' %' : ''))
    =~ s/^\Q$own{axes}{backend}\E: //;
  return \%own;
}

sub each_once { my %seen; return grep { !$seen{$_}++ } @_ }
my @workloads = each_once(map { $_->{axes}{workload} } @all);
my @with = grep { defined $_->{time} && defined $_->{error} } @all;
sub label { my ($row) = @_; my $own = $row->{axes}{setting}; return $row->{axes}{backend} . ($own eq 'default' ? '' : ", $own") }
sub kind { my ($row) = @_; return "$row->{axes}{workload}|$row->{axes}{backend}|" . (defined $row->{without} ? 'near' : 'whole') }

# The fastest within 1 %, else the smallest error. Of equal ones the first.
sub best_of {
  my ($best, @others) = @_;
  for my $row (@others) {
    my ($good, $now) = map { $_->{error} <= 0.01 ? 1 : 0 } $row, $best;
    $best = $row if $good != $now ? $good : $good ? $row->{time} < $best->{time} : $row->{error} < $best->{error};
  }
  return $best;
}

# Our fastest row of the grid that is as accurate.
sub ours {
  my ($row) = @_;
  return if defined $row->{without};
  my @ours = sort { $a->{time} <=> $b->{time} } grep { !$_->{foreign} && $_->{status} eq 'ok' && $_->{axes}{setting} ne 'best'
      && $_->{axes}{workload} eq $row->{axes}{workload} && $_->{error} <= $row->{error} } @with;
  return $ours[0];
}

my $page = contents("$folder/index.html");
sub rows_after {
  my ($words) = @_;
  my ($table) = $page =~ m{\Q$words\E.*?<tbody>\n(.*?)</tbody>}s;
  return map { join '|', map { plain(s/<br>/; /gr) } m{<t[dh][^>]*>(.*?)</t[dh]>}g } ($table // '') =~ m{<tr>(.*?)</tr>}gs;
}
sub tables { my ($what, $words, @want) = @_; said($what, join("\n", rows_after($words)), join "\n", @want) }

my @others = grep { $_->{foreign} } @with;
my @near = grep { defined $_->{without} } @others;
my ($nearest) = sort { $a->[1] <=> $b->[1] } map { my $own = ours($_); $own ? [$_, $_->{time} / $own->{time}] : () } @others;
my %timed = map { $_->{axes}{backend} => 1 } grep { $_->{foreign} && defined $_->{time} } @all;
my $solvers = each_once(map { $_->{axes}{backend} } @others);
my $sentence = "$solvers solver" . ($solvers == 1 ? '' : 's') . ' of others passed the checks in ' . @others . ' row' . (@others == 1 ? '' : 's') . '.'
  . (@near ? ' ' . @near . ' of them left out a part of the scene: they are near, and ranked with no row of the whole scene.' : '')
  . ($nearest ? ' The nearest to ours is ' . label($nearest->[0]) . " on $nearest->[0]{axes}{workload}: " . shown_ratio($nearest->[1])
      . ' times the time of our fastest row in the same grid with the same error or less.' : '')
  . join '', map { " No row of $_ passed." } grep { !$timed{$_} } each_once(map { $_->{axes}{backend} } grep { $_->{foreign} } @all);
said('the sentence', join('', map { plain($_) } $page =~ m{<p class=answer>(\d+ solvers? of others.*?)</p>}s), $sentence);

my %best;
push @{ $best{ kind($_) } }, $_ for @with;
my %is_best = map { $_->{point}{name} => 1 } map { best_of(@$_) } values %best;
tables('best rows', 'The best row of each solver', map { my $workload = $_; map {
  my $own = $_->{foreign} ? ours($_) : undef;
  join '|', $workload, label($_), "$_->{point}{solver}{substeps} &times; $_->{point}{solver}{iterations}", shown_percent($_->{error}),
    shown_fps(1e3 * $_->{time}), ($_->{low} eq 'NaN' ? '–' : join ' to ', map { shown_fps(1e3 * $_) } @$_{qw(low high)}),
    ($own ? shown_ratio($_->{time} / $own->{time}) : '–'), $_->{status} . (defined $_->{without} ? ", near: without $_->{without}" : '')
} grep { $is_best{ $_->{point}{name} } && $_->{axes}{workload} eq $workload } @with } @workloads);

# What each solver makes of each workload, by the best of its rows.
sub taking { my ($row) = @_; return $row->{status} =~ /^(ok|unchecked|inexact)$/ ? (defined $row->{without} ? 1 : 0) : $row->{status} =~ /^(skipped|interrupted)$/ ? 3 : 2 }
sub solver { my ($row) = @_; return $row->{axes}{backend} . (defined $row->{axes}{method} ? ", $row->{axes}{method}" : '') }
tables('who computes what', 'Who computes which workload', map { my $solver = $_; my @cells;
  for my $workload (@workloads) {
    my ($row) = sort { taking($a) <=> taking($b) } grep { solver($_) eq $solver && $_->{axes}{workload} eq $workload } @all;
    next unless $row;
    my $how = taking($row);
    push @{ $cells[$how] }, $workload . ($how == 1 ? ": $row->{without}" : $how > 1 ? ": $row->{reason}" : '');
  }
  join '|', $solver, map { $cells[$_] ? join($_ ? '; ' : ', ', @{ $cells[$_] }) : '–' } 0 .. 3 } each_once(map { solver($_) } @all));

my %seen;
tables('versions', 'Versions of the solvers', map { my ($own, $solver) = ($_->{point}{peer}, $_->{point}{solver});
  join '|', $_->{axes}{backend}, $own->{program}, $own->{device} // '', $solver->{precision} // '', defined $solver->{threads} ? shown_fps($solver->{threads}) : '–',
    defined $own->{share} ? shown_percent($own->{share}) : '–' } grep { $_->{foreign} && !$seen{ $_->{axes}{backend} }++ } @all);

my (%alike, @kinds);
for my $row (grep { !defined $_->{time} } @all) {
  my $kind = "$row->{status}|" . (($row->{point}{stop} // '') eq 'total-budget' ? 'budget' : $row->{reason});
  push @kinds, $kind unless $alike{$kind};
  push @{ $alike{$kind} }, $row;
}
tables('rows without a time', 'Rows without a time, and why', map { my @rows = @{ $alike{$_} };
  join '|', join(', ', each_once(map { $_->{axes}{backend} } @rows)), scalar @rows, $rows[0]{status}, $rows[0]{reason} } @kinds);
my $skipped = grep { $_->{status} eq 'skipped' } @all;
my ($said) = $page =~ m{<p class=source>(\d+) rows? w\w+ skipped\. };
same('rows that were skipped', $said // 0, $skipped);
finish(6);
