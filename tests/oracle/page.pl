# Why this file exists: computes from the results what every page of a report has around its answers: head, banners,
# trust, validity, noise, environment, glossary, how to repeat it.
use strict;
use warnings;

sub plural { my ($count, $one, $many) = @_; return "$count " . ($count == 1 ? $one : $many) }
sub section { my ($page, $id) = @_; return ($page =~ m{<section id=$id>(.*?)</section>}s)[0] // '' }
sub rows_of_table { my ($html) = @_; return map { [map { plain($_) } m{<t[dh][^>]*>(.*?)</t[dh]>}g] } $html =~ m{<tr[^>]*>(<t[dh].*?)</tr>}g }
sub in_state { my ($all, $state) = @_; return grep { $_->{point}{status} eq $state } @$all }

# Rows that a machine disturbed: other programs wanted the processors, or it drifted.
sub disturbed {
  my ($all) = @_;
  my @timed = grep { $_->{raw} } @$all;
  return (scalar(grep { ($_->{point}{noise}{psi_cpu_during} // 0) > 10 } @timed), scalar(grep { $_->{tau} ne 'NaN' && $_->{tau} > 5 } @timed));
}

# The words with which a page names a row: its benchmark, and values of its axes.
sub names_row {
  my ($what, $words, $point) = @_;
  my ($benchmark, @parts) = split /, /, $words // '';
  same("$what: benchmark", $benchmark // '', $point->{benchmark});
  my %values;
  while (my ($axis, $value) = each %{ $point->{axes} }) {
    $values{$_} = 1 for $value, "$axis $value", "$value " . ($value eq '1' ? $axis =~ s/s$//r : $axis);
    $values{ square($value) } = 1 if $axis eq 'size';
  }
  same("$what: $_", $values{$_} // 0, 1) for @parts;
  same("$what: number of words", @parts > 0 ? 1 : 0, 1);
}

sub check_head {
  my ($all, $xb, $page) = @_;
  my ($source) = map { plain($_) } $page =~ m{</h1>\n<p class=source>(.*?)</p>};
  said('head of the page', $source, sprintf '%s, %s, %.0f s, xpbd-suite %s%s', $xb->{env}{os}{host}{value}, $xb->{started}, $xb->{seconds},
    $xb->{tool}{version}{value}, defined $xb->{note} ? ". Note: $xb->{note}" : '');
  my ($busy, $drifting) = disturbed($all);
  my $timed = grep { $_->{raw} } @$all;
  my @want = map { my ($rows, $cause) = @$_; $rows && 4 * $rows >= $timed ? "$rows of $timed rows " . ($rows == 1 ? "was" : "were") . " measured while $cause" : () }
    [$busy, 'something else wanted the processors'], [$drifting, 'the machine drifted'];
  my @banners = map { plain($_) } $page =~ m{<p class=banner>.*?</b> (\d+ of \d+ rows (?:was|were) measured while .*?)\. See Noise}g;
  said('banners on noise', join('; ', @banners), join '; ', @want);
  my ($machine) = map { plain($_) } $page =~ m{<p class=answer>(.*?\(\d+ processors?\)) runs };
  said('machine of the answer', $machine, $xb->{env}{cpu}{model}{value} . ' (' . plural($xb->{env}{cpu}{logical}{value}, 'processor', 'processors') . ')') if defined $machine;
}

sub check_trust_list {
  my ($all, $xb, $page) = @_;
  my @lines = map { plain($_) } section($page, 'trust') =~ m{<li[^>]*>(.*?)</li>}g;
  my ($timed, $env) = (scalar(grep { $_->{raw} } @$all), $xb->{env});
  my @others = map { my $count = in_state($all, $_); $count ? "$count $_" : () } qw(unchecked inexact skipped invalid error interrupted);
  said('trust: rows', $lines[0], "Checked: $timed of " . @$all . ' rows show numbers, each passed every check of the run that timed it' . (@others ? '; ' . join(', ', @others) : '') . '.');
  # Whether the seal is good is not known here, but its words and its number are.
  my $ok = in_state($all, 'ok');
  if ($ok) {
    my ($certified) = splice @lines, 1, 1;
    my $word = $certified =~ /^(Certified|Claimed):/ ? $1 : 'nothing';
    said('trust: seal', $certified, $word eq 'Certified'
      ? 'Certified: ' . plural($ok, 'row was', 'rows were') . ' measured by the user who made this page, and not changed since.'
      : 'Claimed: ' . plural($ok, 'row', 'rows') . ', because the file has no seal. xpbd-report audit RUN recomputes what can be recomputed.');
  }
  my @with = sort { $a->{relative} <=> $b->{relative} } grep { $_->{raw} && $_->{relative} ne 'NaN' } @$all;
  my ($busy, $drifting) = disturbed($all);
  said('trust: noise', @lines > 2 ? $lines[1] : 'nothing', !@with ? 'nothing' : sprintf 'Noise: intervals of the frame time from ±%s %% to ±%s %%; %d of %d rows %s measured '
      . 'while something else wanted the processors%s.', (map { shown_percent($_->{relative}) } @with[ 0, -1 ]), $busy, $timed, $busy == 1 ? 'was' : 'were',
    $drifting ? ", $drifting while the machine drifted" : '');
  my @kernels = defined $env->{cpu}{instructions}{value} ? "kernels for $env->{cpu}{instructions}{value}" : ();
  said('trust: machine', $lines[-1], 'Machine: ' . join(', ', $env->{cpu}{model}{value} // 'processor of unknown model',
    plural($env->{cpu}{logical}{value}, 'processor', 'processors'), @kernels, grep { defined } $env->{os}{name}{value}, $xb->{tool}{build}{compiler}{value}) . '.');
}

# How rows were checked, without the numbers that differ within a kind.
sub kind_of_proof {
  my ($checked) = @_;
  return $checked =~ s/\d+ of \d+/some/gr =~ s/\@\d+( frames?)?//gr;
}

sub range {
  my ($bits, @values) = @_;
  return $bits ? 'bits' : '–' unless @values;
  my ($least, $most) = (sorted(@values))[ 0, -1 ];
  return $least < $most ? sprintf('%.3g … %.3g', $least, $most) : sprintf '%.6g', $least;
}

sub check_validity {
  my ($all, $page) = @_;
  my $html = section($page, 'validity');
  my @states = map { my $count = in_state($all, $_); $count || /^(ok|invalid)$/ ? "$count $_" : () } qw(ok unchecked inexact skipped invalid error interrupted);
  my ($said) = map { plain($_) } $html =~ m{<p>(\d+ points?:.*?)</p>};
  my $timed = grep { $_->{raw} } @$all;
  said('validity: rows', $said, plural(scalar @$all, 'point', 'points') . ': ' . join(', ', @states) . '. ' . plural($timed, 'row shows', 'rows show') . ' numbers'
      . ($timed < @$all ? '. The others show their reason and are in no figure' : '') . '.');
  # One line for one reason. Two reasons that differ only in numbers are one.
  my (%rows, @order);
  for my $point (map { $_->{point} } grep { !$_->{raw} } @$all) {
    my $key = "$point->{status}|" . $point->{reason} =~ s/[0-9.]+/#/gr;
    push @order, $key unless $rows{$key};
    push @{ $rows{$key} }, $point;
  }
  my ($reasons, $checks) = split m{<details>}, $html;
  my @want = map {
    my ($first, @more) = @{ $rows{$_} };
    join '|', $first->{status}, 1 + @more, $first->{reason}, @more ? @more . ' more' : ''
  } @order;
  my (@have, @firsts);
  for my $row (grep { $_->[0] ne 'status' } rows_of_table($reasons)) {
    my ($name, $more) = $row->[3] =~ /^(.*?)(?: and (\d+ more))?$/;
    push @have, join '|', @$row[ 0 .. 2 ], $more // '';
    push @firsts, $name;
  }
  said('validity: reasons', join("\n", @have), join "\n", @want);
  names_row('validity: which', $firsts[$_], $rows{ $order[$_] }[0]) for 0 .. $#order;
  my (%proofs, @kinds);
  for my $kind (map { kind_of_proof($_->{point}{checked}) } in_state($all, 'ok')) { push @kinds, $kind unless $proofs{$kind}++ }
  my ($words) = $checks =~ m{<dl>(.*?)</dl>}s;
  my %parts = map { $_ => 1 } map { split /, / } @kinds;
  my @known = ('hash=seq', 'hash=rerun', 'seq', 'episodes agree', 'plain', 'objective falls');
  said('validity: words of proofs', join(' ', map { plain($_) } ($words // '') =~ m{<code>(.*?)</code>}g), join ' ', grep { $parts{$_} } @known);
  my ($proofs) = $checks =~ m{<th>proof</th>(.*?)</table>}s;
  said('validity: proofs', join("\n", map { join '|', @$_ } rows_of_table($proofs)), join "\n", map { "$_|$proofs{$_}" } @kinds);
  my (%tally, @names);
  for my $check (map { @{ $_->{point}{checks} } } @$all) {
    my $own = $tally{ $check->{name} } //= do { push @names, $check->{name}; { why => $check->{why}, passed => 0, failed => 0 } };
    $own->{ $check->{pass} ? 'passed' : 'failed' }++;
    my $bits = ($check->{value} // '') =~ /^[0-9a-f]{16}$/;
    $own->{bits} ||= $bits;
    push @{ $own->{$_} }, $bits || !defined $check->{$_} ? () : $check->{$_} for qw(value limit);
  }
  my ($table) = $checks =~ m{<th>check</th>(.*?)</table>}s;
  my %have = map { $_->[0] => join '|', @$_ } rows_of_table($table // '');
  same('validity: kinds of checks', scalar keys %have, scalar @names);
  for my $name (@names) {
    my $own = $tally{$name};
    said("validity: $name", $have{$name}, join '|', $name, @$own{qw(passed failed)}, (map { range($own->{bits}, @$_) } @$own{qw(value limit)}), $own->{why});
  }
}

sub check_noise {
  my ($all, $xb, $page) = @_;
  my @lines = map { plain($_) } section($page, 'noise') =~ m{<li[^>]*>(.*?)</li>}g;
  my @with = grep { $_->{raw} && $_->{relative} ne 'NaN' } @$all;
  my $target = $xb->{plan}{settings}{rel_err};
  my ($missed) = map { /\. (\d+ of \d+) rows did not reach it\.$/ } @lines;
  said('noise: rows that missed the target', $missed // 'none', @with ? (grep { $_->{relative} > $target } @with) . ' of ' . @with : 'none');
  my ($most) = sort { $b->{waited} <=> $a->{waited} } grep { $_->{raw} } @$all;
  my ($waited) = grep { /^Tasks waited / } @lines;
  my ($share) = ($waited // '') =~ /at most (\S+) % of/;
  my ($name) = ($waited // '') =~ /\((.*)\)\.$/;
  my $known = $most && $most->{waited} >= 0.05;
  said('noise: waiting', $share // 'none', $known ? digits($most->{waited}, 2) : 'none');
  said('noise: who waited', 'somebody', 'nobody') if defined $name && !$known;
  names_row('noise: who waited', $name, $most->{point}) if $known;
  my ($loads) = map { /^(Load average .*)/ } @lines;
  said('noise: loads', $loads, sprintf 'Load average before the run: %s, after: %s.',
    map { defined $_ ? digits($_, 3) : 'unknown' } map { $xb->{env}{noise}{$_}{value} } qw(load_before load_after));
  my %line = map { $_ => 1 } @lines;
  said("noise: warning", $line{$_} ? $_ : 'nothing', $_) for @{ $xb->{warnings} };
}

# A field as the page shows it.
sub shown_field {
  my ($field) = @_;
  return $field->{state} unless $field->{state} eq 'known';
  my ($value, $unit) = @$field{qw(value unit)};
  return $value unless defined $unit || $value =~ /^-?\d+(\.\d*)?(e[+-]?\d+)?$/;
  return sprintf '%.3g ns', 1e9 * $value if ($unit // '') eq 's' && $value < 1e-3;
  return sprintf '%.3g GB/s', 1e-9 * $value if ($unit // '') eq 'bytes/s';
  return sprintf '%.3g G operations/s', 1e-9 * $value if ($unit // '') eq '1/s' && $value >= 1e6;
  if (($unit // '') eq 'bytes') {
    my $k = 0;
    $value /= 1024, $k++ while $value >= 1024 && $k < 4;
    return sprintf '%.4g %s', $value, (qw(bytes KiB MiB GiB TiB))[$k];
  }
  return sprintf($value >= 1e4 ? '%.0f' : '%.4g', $value) . " $unit" if defined $unit;
  return $value =~ /^-?\d+$/ ? $value : sprintf '%.4g', $value;
}

sub check_environment {
  my ($xb, $page) = @_;
  my (%have, $group);
  for my $row (rows_of_table(section($page, 'environment'))) {
    if (@$row == 1) { $group = $row->[0]; $have{$group} = {} }
    elsif ($row->[0] ne 'field') { $have{$group}{ $row->[0] } = "$row->[1]; $row->[2]" }
  }
  my %want = map { ($_ => $xb->{env}{$_}) } keys %{ $xb->{env} };
  $want{program} = { version => $xb->{tool}{version} };
  $want{$_} = $xb->{tool}{$_} for qw(git build);
  said('groups of the environment', join(' ', sort keys %have), join ' ', sort keys %want);
  for my $name (sort keys %want) {
    my %fields = %{ $want{$name} };
    my ($one, @others) = sort { $fields{$a}{source} cmp $fields{$b}{source} } keys %fields;
    # If nothing applies for one reason, there is one line.
    my $idle = @others && !grep { $_->{state} ne 'not applicable' || $_->{source} ne $fields{$one}{source} } values %fields;
    %fields = (keys(%fields) . ' fields' => $fields{$one}) if $idle;
    said("fields of $name", join(' ', sort keys %{ $have{$name} }), join ' ', sort keys %fields);
    said("environment: $name: $_", $have{$name}{$_}, shown_field($fields{$_}) . "; $fields{$_}{source}") for sort keys %fields;
  }
}

# An axis in a cell: what was really computed if the axis leaves it open.
sub shown_axis {
  my ($n, $axis) = @_;
  my ($value, $solver) = ($n->{axes}{$axis}, $n->{point}{solver} // {});
  return $n->{raw} ? precision_of($n) : $solver->{precision} // $value if $axis eq 'precision' && $value eq 'auto';
  return $solver->{$axis} // 'as the scene' if $axis =~ /^(substeps|iterations|size)$/ && $value eq '0';
  return $value;
}

# Axes with one value in all rows are above the table, others are columns.
sub check_fixed {
  my ($all, $xb, $page) = @_;
  for my $benchmark (sort keys %{ { map { $_->{point}{benchmark} => 1 } @$all } }) {
    my ($names, $body) = $page =~ m{<h3>$benchmark</h3>.*?<thead><tr>(.*?)</tr></thead><tbody>\n(.*?)</tbody>}s;
    my ($said) = $page =~ m{<h3>$benchmark</h3><p>[^<]*</p><p class=fixed>In all rows: (.*?)\.</p>};
    my ($about) = map { $_->{about} } grep { $_->{name} eq $benchmark } @{ $xb->{plan}{benchmarks} };
    said("$benchmark: what it is", (map { plain($_) } $page =~ m{<h3>$benchmark</h3><p>([^<]*)</p>})[0], $about);
    my %column = map { plain($_) => 1 } $names =~ m{<th[^>]*>(.*?)</th>}g;
    my %fixed = map { /^(\w+) (.*)/ } split /, (?=[a-z_]+ )/, plain($said // '');
    my @own = grep { $_->{point}{benchmark} eq $benchmark } @$all;
    my @points = map { $_->{point} } @own;
    for my $axis (sort keys %{ { map { ($_ => 1) } map { keys %{ $_->{axes} } } @points } }) {
      my %values;
      push @{ $values{ shown_axis($_, $axis) } }, $_ for grep { defined $_->{axes}{$axis} } @own;
      my ($value, @others) = sort keys %values;
      same("$benchmark: $axis is a column", $column{$axis} ? 1 : 0, @others ? 1 : 0);
      next if @others;
      my @known = grep { defined } map { ($_->{point}{work} // {})->{particles} } $axis eq 'size' ? @{ $values{$value} } : ();
      my $square = @known && !grep { $_ != $value**2 } @known;    # only some of these scenes may be a grid
      my $open = $axis =~ /^(threads|lanes)$/ && $value eq '0' ? ' (as many as there are)' : '';
      said("$benchmark: in all rows: $axis", $fixed{$axis}, ($square ? square($value) : $value) . $open);
    }
    my @rows = $body =~ m{<tr class=\w+>(.*?)</tr>}g;
    for my $point (@points) {
      my @cells = map { plain($_) } shift(@rows) =~ m{<td[^>]*>(.*?)</td>}g;
      said("$point->{name}: proof", $cells[-2], $point->{checked} // 'not checked');
      said("$point->{name}: hash", $cells[-1], $point->{state_hash} // '');
      said("$point->{name}: status", (grep { $_ eq $point->{status} } @cells)[0], $point->{status});
      said("$point->{name}: reason", $cells[-3], $point->{reason}) if defined $point->{reason};
    }
  }
}

sub check_again {
  my ($xb, $page) = @_;
  my @have = grep { $_->[0] ne 'column' } rows_of_table(section($page, 'glossary'));
  my %glossary = %{ $xb->{glossary} };
  my @want = map { "$_|$glossary{$_}{unit}|$glossary{$_}{meaning}" } keys %glossary;
  for my $benchmark (@{ $xb->{plan}{benchmarks} }) { push @want, map { "$_->{name}|axis|$_->{about} ($benchmark->{name})" } @{ $benchmark->{axes} } }
  said('glossary', join("\n", sort map { join '|', @$_ } @have), join "\n", sort @want);
  my $html = section($page, 'again');
  my ($command) = map { plain($_) } $html =~ m{<pre>(.*?)</pre>}s;
  said('command line', $command, join ' ', map { m{^[a-zA-Z0-9_./=:,+%@-]+$} ? $_ : "'" . s/'/'\\''/gr . "'" } @{ $xb->{plan}{argv} });
  my ($writer) = $html =~ m{Page written by xpbd-report ([0-9.]+)\.</p>};
  said('version of the page', $writer, $xb->{tool}{version}{value});
  my @figures = $page =~ m{<figcaption><b>Figure (\d+)\. }g;
  said('numbers of the figures', "@figures", join ' ', 1 .. @figures);
  my ($plan) = map { plain($_) } $html =~ m{<p>(Plan .*?)\. All results};
  said('plan', $plan, "Plan $xb->{plan}{hash} (equal plans have equal hashes), seed $xb->{seed}, order $xb->{order}, commit " . ($xb->{tool}{git}{sha}{value} // 'unknown'));
}

sub check_frame {
  my ($all, $json, $page) = @_;
  my $xb = $json->{xb};
  check_head($all, $xb, $page);
  check_trust_list($all, $xb, $page);
  check_validity($all, $page);
  check_noise($all, $xb, $page);
  check_environment($xb, $page);
  check_fixed($all, $xb, $page);
  check_again($xb, $page);
}

1;
