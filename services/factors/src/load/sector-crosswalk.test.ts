import { describe, expect, it } from "vitest";
import { type CsvRow, readCsv } from "./csv.ts";

const read = (path: string) => readCsv(new URL(`../../catalog/${path}`, import.meta.url));
const [crosswalk, spend, naicsToNace] = (await Promise.all(
  ["sector-crosswalk.csv", "spend.csv", "official/naics-2017-to-nace-rev2.csv"].map(read),
)) as [CsvRow[], CsvRow[], CsvRow[]];

const CLASS = "24.10".length;
const GROUP = "24.1".length;

describe("the crosswalk from NACE to NAICS", () => {
  const official = new Set(naicsToNace.map((row) => `${row.nace_rev2} ${row.naics_2017}`));
  const known = new Set(naicsToNace.map((row) => row.nace_rev2));
  const isLinked = (row: CsvRow) => official.has(`${row.nace_rev2} ${row.naics_2017}`);
  const classes = crosswalk.filter((row) => row.nace_rev2!.length === CLASS && row.match !== "none");

  it("covers the classes that the official table has", () => {
    expect(classes).toHaveLength(609);
    expect(classes.filter((row) => !known.has(row.nace_rev2))).toEqual([]);
  });

  it("says same of a class only if the official table links it with the industry", () => {
    expect(classes.filter((row) => row.match === "same" && !isLinked(row))).toEqual([]);
  });

  it("gives the reason for each class that departs from the official table", () => {
    const departing = classes.filter((row) => !isLinked(row));
    expect(departing.filter((row) => row.match !== "nearest" || !row.note)).toEqual([]);
    expect(departing).toHaveLength(32);
  });

  it("has a group if its classes have one figure, and says same only if all of them do", () => {
    const figures = new Map(spend.map((row) => [row.code!, row.co2e_kg!]));
    const expected = [...Map.groupBy(classes, (row) => row.nace_rev2!.slice(0, GROUP))]
      .filter(([, members]) => new Set(members.map((row) => figures.get(row.naics_2017!))).size === 1)
      .map(([group, members]) => `${group} ${members.every((row) => row.match === "same") ? "same" : "nearest"}`);
    const groups = crosswalk.filter((row) => row.nace_rev2!.length === GROUP);
    expect(groups.map((row) => `${row.nace_rev2} ${row.match}`).sort()).toEqual(expected.sort());
  });
});
