# Why this file exists: the oracle's readers of JSON, tables and the text of a page, in plain Perl.
use strict;
use warnings;

# Texts by path that replace the contents of files.
our %instead;

sub contents {
  my ($path) = @_;
  return $instead{$path} if defined $instead{$path};
  open my $file, '<', $path or die "$path: $!\n";
  local $/;
  return scalar <$file>;
}

# One value of JSON. Numbers stay as written, null is undef.
sub json_value {
  my ($text) = @_;    # a reference; pos() is the position
  $$text =~ /\G\s*/gc;
  return json_members($text, '}', {}) if $$text =~ /\G\{/gc;
  return json_members($text, ']', []) if $$text =~ /\G\[/gc;
  return $1 if $$text =~ /\G(-?[0-9][0-9.eE+-]*)/gc;
  return { true => 1, false => 0, null => undef }->{$1} if $$text =~ /\G(true|false|null)/gc;
  if ($$text =~ /\G"((?:[^"\\]|\\.)*)"/gc) {
    my $string = $1;
    $string =~ s/\\(["\\\/])/$1/g;
    return $string;
  }
  die 'JSON: not understood at ' . substr($$text, pos($$text) // 0, 40) . "\n";
}

sub json_members {
  my ($text, $end, $out) = @_;
  until ($$text =~ /\G\s*\Q$end\E/gc) {
    $$text =~ /\G\s*,/gc;
    my $key = $end eq '}' ? json_value($text) : undef;
    $$text =~ /\G\s*:/gc;
    my $value = json_value($text);
    if ($end eq '}') { $out->{$key} = $value } else { push @$out, $value }
  }
  return $out;
}

sub json { my ($text) = @_; pos($text) = 0; return json_value(\$text) }

# Rows of a table with one line of names: a list of hashes.
sub table {
  my ($path) = @_;
  my ($head, @lines) = split /\n/, contents($path);
  my @names = split /\t/, $head;
  return map { my %row; @row{@names} = split /\t/; \%row } @lines;
}

# Rows of a figure's data: lists of cells, without comments and empty lines.
sub figure_rows {
  my ($path) = @_;
  return map { [split /\t/] } grep { /^[^#]/ } split /\n/, contents($path);
}

# Text of HTML, without tags and with entities resolved.
sub plain {
  my ($html) = @_;
  $html =~ s/<[^>]*>//g;
  my %entity = (amp => '&', lt => '<', gt => '>', quot => '"', '#39' => "'");
  $html =~ s/&(#?\w+);/$entity{$1} \/\/ "&$1;"/ge;
  return $html;
}

# Rows of CSV in which a cell may be quoted: a list of hashes.
sub csv {
  my ($path) = @_;
  my @rows;
  for my $line (split /\n/, contents($path)) {
    my @cells;
    while ($line =~ /\G(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g) {
      push @cells, defined $1 ? $1 =~ s/""/"/gr : $2;
      last if pos($line) >= length($line) && substr($line, -1) ne ',';
    }
    push @rows, \@cells;
  }
  my $names = shift @rows;
  return map { my %row; @row{@$names} = @$_; \%row } @rows;
}

1;
