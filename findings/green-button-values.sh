#!/usr/bin/env bash
# Green Button XML (ESPI) read by @cityssm/green-button-parser 1.0.1: readings stay bare integers.
#
# The parser names every code of a ReadingType ("Wh", "Kilo", "Reverse", "USD") beside the code. The values of the readings
# it leaves as they stand in the file, without any of these:
# - the unit (uom) and the power of ten are in another entry, found by links: 19 of "Wh" and "Kilo" are 19 kWh, not 19 Wh;
# - the direction is there, too: energy fed in ("Reverse") is a positive number, so a plain sum adds it to consumption;
# - a cost is in hundred-thousandths of the currency unit: 155000 are 1.55 USD.
# Sources: NAESB REQ.21 ESPI (ReadingType, IntervalReading), and the files of the package that the script installs.
# Seen on 2026-11-29: "19 | Wh Kilo Reverse | 155000 USD".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund @cityssm/green-button-parser@1.0.1 > /dev/null

cat > read.mjs <<'JS'
import { atomToGreenButtonJson, helpers } from "@cityssm/green-button-parser";

const entry = (self, links, content) => `<entry><id>urn:uuid:${self}</id><link rel="self" href="${self}"/>${links}<title/>
  <content>${content}</content><published>2025-02-01T00:00:00Z</published><updated>2025-02-01T00:00:00Z</updated></entry>`;
const espi = (name, body) => `<${name} xmlns="http://naesb.org/espi">${body}</${name}>`;
const codes = { accumulationBehaviour: 4, commodity: 1, currency: 840, flowDirection: 19, intervalLength: 3600, kind: 12,
  powerOfTenMultiplier: 3, uom: 72 };
const type = espi("ReadingType", Object.entries(codes).map(([name, code]) => `<${name}>${code}</${name}>`).join(""));
const reading = (start, value, cost) => `<IntervalReading>${cost}<timePeriod><duration>3600</duration>
  <start>${start}</start></timePeriod><value>${value}</value></IntervalReading>`;
const block = espi("IntervalBlock", `<interval><duration>7200</duration><start>1735693200</start></interval>
  ${reading(1735693200, 12, "<cost>155000</cost>")}${reading(1735696800, 7, "")}`);
const feed = `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:feed</id>
  <title>Use</title><updated>2025-02-01T00:00:00Z</updated><link rel="self" href="/feed"/>
  ${entry("/MeterReading/1", '<link rel="related" href="/ReadingType/1"/><link rel="related" href="/Block"/>', espi("MeterReading", ""))}
  ${entry("/ReadingType/1", "", type)}${entry("/Block/1", '<link rel="up" href="/Block"/>', block)}</feed>`;

const json = await atomToGreenButtonJson(feed);
const [blocks] = helpers.getEntriesByContentType(json, "IntervalBlock");
const [{ IntervalReading: readings }] = blocks.content.IntervalBlock;
const { ReadingType } = helpers.getReadingTypeEntryFromIntervalBlockEntry(json, blocks).content;
const { uom_value, powerOfTenMultiplier_value, flowDirection_value, currency_value } = ReadingType;
const sum = readings.reduce((total, { value }) => total + value, 0);
console.log(`${sum} | ${uom_value} ${powerOfTenMultiplier_value} ${flowDirection_value} | ${readings[0].cost} ${currency_value}`);
JS

seen=$(node read.mjs)
echo "$seen"
[ "$seen" = "19 | Wh Kilo Reverse | 155000 USD" ] || { echo "the parser reads these values in another way now" >&2; exit 1; }
