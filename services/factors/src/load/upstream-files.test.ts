import { Decimal, parse, plain } from "@emissions/quantity/decimal";
import { describe, expect, it } from "vitest";
import { type CsvRow, readCsv } from "./csv.ts";

const CATALOGUE = new URL("../../catalog/", import.meta.url);
const rowsOf = (path: string) => readCsv(new URL(path, CATALOGUE));

/** The parts of a note such as "Life cycle 0.33378 less direct 0.27659." */
const DIFFERENCE = /Life cycle (?<lifeCycle>[\d.]+) less direct (?<direct>\d+(\.\d+)?)/;
const noteOf = ({ note }: CsvRow) => DIFFERENCE.exec(note!)!.groups as { lifeCycle: string; direct: string };
const difference = (lifeCycle: string, direct: Decimal | string) => plain(parse(lifeCycle).minus(direct));
const nameOf = ({ key, areas, year }: CsvRow) => `${key} ${areas} ${year}`;
const isAverage = ({ category, key }: CsvRow) => category === "electricity_location" && key === "grid";

/** No fossil fuel of DESNZ 2025 has a lower upstream, as a share of its combustion; butane has 11.3 %. */
const SHARE_MIN = new Decimal("0.113");

it("no fossil fuel of DESNZ has a smaller share of upstream", async () => {
  const rows = await rowsOf("library/defra-2025.csv");
  const upstream = new Map(
    rows.filter(({ category }) => category === "fuels_upstream").map((row) => [`${row.key} ${row.unit}`, row.co2e_kg!]),
  );
  const shares = rows
    .filter(
      ({ category, group, key, unit }) =>
        category === "fuels" && /^Fuels/.test(group!) && upstream.has(`${key} ${unit}`),
    )
    .map((row) => parse(upstream.get(`${row.key} ${row.unit}`)!).div(row.co2e_kg!));
  expect(shares.length).toBeGreaterThan(50);
  expect(plain(Decimal.min(...shares).toDecimalPlaces(3, Decimal.ROUND_DOWN))).toBe(plain(SHARE_MIN));
});

describe("the upstream of electricity by Ember", () => {
  it("is its life cycle less the direct figure of the same year, where that is plausible", async () => {
    const lifeCycle = new Map((await rowsOf("library/ember.csv")).map((row) => [nameOf(row), row.co2e_kg!]));
    const [eea, mfe, epa] = await Promise.all(
      ["eea-2024", "mfe-2026", "epa-hub-2025"].map((dataset) => rowsOf(`library/${dataset}.csv`)),
    );
    const egrid = epa!.filter((row) => isAverage(row) && row.areas === "US");
    const direct = new Map([
      ...[...eea!, ...mfe!].filter(isAverage).map((row) => [nameOf(row), parse(row.co2e_kg!)] as const),
      // The hub of 2025 has data of 2023. Grams of CH4 and N2O are weighed with AR5.
      ...egrid.map(({ co2_kg, ch4_g, n2o_g }) => {
        const others = parse(ch4_g!).times(28).plus(parse(n2o_g!).times(265)).div(1000);
        return ["grid US 2023", parse(co2_kg!).plus(others)] as const;
      }),
    ]);
    const wanted = [...direct].flatMap(([name, value]) => {
      const upstream = difference(lifeCycle.get(name)!, value);
      return parse(upstream).lt(value.times(SHARE_MIN)) ? [] : [`${name} ${upstream}`];
    });
    const found = (await rowsOf("library/ember-upstream.csv")).map((row) => `${nameOf(row)} ${row.co2e_kg}`);
    expect(found.sort()).toEqual(wanted.sort());
    expect(found.length).toBeGreaterThan(40);
  });
});

describe("the upstream of electricity by Electricity Maps", async () => {
  const rows = await rowsOf("share-alike/library/electricity-maps-upstream.csv");

  it("is the difference that the note names, of the same zone and year, and never negative", async () => {
    const direct = new Map(
      (await rowsOf("share-alike/library/electricity-maps-direct.csv")).map((row) => [nameOf(row), row.co2e_kg]),
    );
    for (const row of rows) {
      const note = noteOf(row);
      expect(row.co2e_kg).toBe(difference(note.lifeCycle, note.direct));
      expect(parse(row.co2e_kg!).gt(0)).toBe(true);
      // The direct figure of the United States is left out, because eGRID is a national one.
      if (row.areas !== "US") expect(note.direct).toBe(direct.get(nameOf(row)));
    }
  });
});

it("says with each difference which figures it is of", async () => {
  for (const row of await rowsOf("library/ember-upstream.csv")) {
    const note = noteOf(row);
    expect(row.co2e_kg).toBe(difference(note.lifeCycle, note.direct));
  }
});
