# Why this file exists: a test that edits a journal writes its checksums again, or the edit itself would be all that is
# found. Lines without a checksum stay as they are. FORMAT.md of benches/harness, section 3, has the checksum.
# usage: perl resum.pl <samples.jsonl
use strict;
use warnings;

sub sum_of {
  use integer;    # multiplication modulo 2^64
  my $sum = -3750763034362895579;    # 14695981039346656037
  $sum = ($sum ^ $_) * 1099511628211 for unpack 'C*', $_[0];
  return $sum;
}

while (my $line = <STDIN>) {
  $line =~ s/^(.*), "sum": "[0-9a-f]{16}"\}$/sprintf '%s, "sum": "%016x"}', $1, sum_of($1)/e;
  print $line;
}
