#!/bin/sh
# How DejaVuSans-subset.ttf and DejaVuSans-Bold-subset.ttf were made: DejaVu Sans 2.37
# as Debian packages it (fonts-dejavu-core), cut down with fonttools (PyPI) to what
# labels need: Latin-1 and Latin Extended-A, Greek, sub- and superscripts, fractions,
# arrows and the common signs of mathematics. Hints, kerning and ligatures are left
# out: labels are measured by plain advance widths, and are drawn without them.
#
#   sh subset.sh /usr/share/fonts/truetype/dejavu
set -e
for face in DejaVuSans DejaVuSans-Bold; do
  pyftsubset "$1/$face.ttf" --output-file="$face-subset.ttf" \
    --unicodes='U+0020-007E,U+00A0-017F,U+02C6,U+02DC,U+0391-03C9,U+2010-2026,U+2030,U+2032,U+2033,U+2039,U+203A,U+2070-208E,U+20AC,U+2150-215E,U+2190-2195,U+21D2,U+2202,U+2206,U+220F,U+2211,U+2212,U+2215,U+2218-221A,U+221E,U+2229-222B,U+2248,U+2260,U+2261,U+2264,U+2265,U+22C5,U+2308-230B,U+2713,U+2717' \
    --layout-features='' --no-hinting --notdef-outline \
    --drop-tables+=kern,GPOS,GSUB,GDEF,FFTM
done
