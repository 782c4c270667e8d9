#!/usr/bin/env bash
# A figure of a published workbook (DESNZ flat file) read by @e965/xlsx 0.20.3: neither the shown text nor the stored number.
#
# The sheet shows five decimals, and its cells hold binary fractions. A reader has two ways, and each is wrong for one cell:
# - the text as shown (raw: false) makes 0 of the methane of a diesel car, 0.0000046368 kg CO2e per km: a reader that keeps
#   "blank" and "0" apart now says that the car has no methane. The publisher made the same error in its file of 2024 (v1.0);
# - the number as stored (raw: true) has 0.13388999999999998 where 0.13389 is published: an exact store keeps all 17 digits,
#   and the comparison with the edition before finds a change where there is none.
# Rounding to the decimals of the format, unless that leaves 0, gives the published figure of both.
# Sources: the notes of the DESNZ flat file 2024 v1.1, its number format, and the package that the script installs.
# Seen on 2026-11-29: "shown 0.13389 0.00000 | stored 0.13388999999999998 0.0000046368 | rounded 0.13389 0.0000046368".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund @e965/xlsx@0.20.3 > /dev/null

cat > read.mjs <<'JS'
import { read, utils, write } from "@e965/xlsx";

const cells = [0.13388999999999998, 0.0000046368].map((v) => ({ t: "n", v, z: "0.00000" }));
const book = utils.book_new(utils.aoa_to_sheet([cells]), "Factors by Category");
const sheet = read(write(book, { type: "buffer", bookType: "xlsx" }), { cellNF: true }).Sheets["Factors by Category"];
const [shown] = utils.sheet_to_json(sheet, { header: 1, raw: false });
const [stored] = utils.sheet_to_json(sheet, { header: 1, raw: true });
const plain = (number) => number.toLocaleString("en", { maximumSignificantDigits: 21, useGrouping: false });
const rounded = stored.map((number) => (Number(number.toFixed(5)) === 0 ? number : Number(number.toFixed(5))));
const texts = [shown, stored.map(plain), rounded.map(plain)].map((row) => row.join(" "));
console.log(`shown ${texts[0]} | stored ${texts[1]} | rounded ${texts[2]}`);
JS

seen=$(node read.mjs)
echo "$seen"
[ "$seen" = "shown 0.13389 0.00000 | stored 0.13388999999999998 0.0000046368 | rounded 0.13389 0.0000046368" ] \
  || { echo "the reader reads these cells in another way now" >&2; exit 1; }
