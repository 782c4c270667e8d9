import { describe, expect, it } from "vitest";
import { type CsvRow, readCsv } from "./csv.ts";

const read = (path: string) => readCsv(new URL(`../../catalog/${path}`, import.meta.url));
const [sectors, editions] = (await Promise.all(["sectors.csv", "sector-editions.csv"].map(read))) as [
  CsvRow[],
  CsvRow[],
];
const [naceEditions, naicsEditions] = (await Promise.all(
  ["nace-rev2-to-rev2.1", "naics-2017-to-2022"].map((name) => read(`official/${name}.csv`)),
)) as [CsvRow[], CsvRow[]];

const CLASS = "24.10".length;
const codesOf = (scheme: string) =>
  [...sectors, ...editions].filter((row) => row.scheme === scheme).map(({ code }) => code!);

/** The codes on the other side of a table, by code. */
function linksOf(rows: readonly CsvRow[], from: string, to: string): Map<string, Set<string>> {
  const groups = Map.groupBy(rows, (row) => row[from]!);
  return new Map([...groups].map(([code, links]) => [code, new Set(links.map((row) => row[to]!))]));
}

describe("NACE Rev. 2.1", () => {
  const earlier = linksOf(naceEditions, "nace_rev2_1", "nace_rev2");
  const later = linksOf(naceEditions, "nace_rev2", "nace_rev2_1");
  const rows = editions.filter((row) => row.scheme === "nace_rev2_1");
  const classes = rows.filter((row) => row.level === "class");
  const rev2 = new Set(codesOf("nace_rev2"));

  it("has all 87 divisions, 287 groups and 651 classes, each once", () => {
    const levels = ["division", "group", "class"].map((level) => rows.filter((row) => row.level === level).length);
    expect(levels).toEqual([87, 287, 651]);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  });

  it("has its classes, and those of NACE Rev. 2, in the official table", () => {
    expect([...earlier.keys()].sort()).toEqual(classes.map(({ code }) => code!).sort());
    expect([...later.keys()].sort()).toEqual([...rev2].filter((code) => code.length === CLASS).sort());
  });

  it("is read as a class that the official table links, and says how closely", () => {
    const closeness = (code: string) => {
      const [one, ...others] = earlier.get(code)!;
      if (others.length > 0) return "nearest";
      return later.get(one!)!.size === 1 ? "same" : "part";
    };
    expect(classes.filter(({ code, reading }) => !earlier.get(code!)!.has(reading!))).toEqual([]);
    expect(classes.filter(({ code, match }) => match !== closeness(code!))).toEqual([]);
    expect(rows.filter(({ reading }) => !rev2.has(reading!))).toEqual([]);
  });

  it("has a meaning for exactly the codes that NACE Rev. 2 has too", () => {
    expect(rows.filter(({ code, meaning }) => (meaning === "") === rev2.has(code!))).toEqual([]);
  });

  it("has the same meaning only for classes that the official table links with their own code", () => {
    const moved = classes.filter(({ code }) => rev2.has(code!) && !earlier.get(code!)!.has(code!));
    expect(moved).toHaveLength(23);
    expect(moved.filter(({ meaning }) => meaning !== "other")).toEqual([]);
  });

  it("has the same meaning only for groups that have a class of their own code before", () => {
    const groups = rows.filter(({ level, code }) => level === "group" && rev2.has(code!));
    const before = (group: string) =>
      classes.filter(({ code }) => code!.startsWith(group)).flatMap(({ code }) => [...earlier.get(code!)!]);
    const moved = groups.filter(({ code }) => !before(code!).some((one) => one.startsWith(code!)));
    expect(moved.filter(({ meaning }) => meaning !== "other")).toEqual([]);
  });
});

describe("NAICS 2022", () => {
  const earlier = linksOf(naicsEditions, "naics_2022", "naics_2017");
  const later = linksOf(naicsEditions, "naics_2017", "naics_2022");
  const rows = editions.filter((row) => row.scheme === "naics_2022");

  it("is read as an industry of NAICS 2017 that the official table links", () => {
    expect(rows.filter(({ code, reading }) => !earlier.get(code!)?.has(reading!))).toEqual([]);
  });

  it("has every industry of which NAICS 2017 has one with a figure", () => {
    const listed = new Set(codesOf("naics_2017"));
    const codes = new Set(rows.map(({ code }) => code));
    const missing = [...earlier].filter(
      ([code, links]) => !codes.has(code) && [...links].some((one) => listed.has(one)),
    );
    expect(missing).toEqual([]);
  });

  it("has no code with another meaning than in NAICS 2017", () => {
    const both = [...earlier].filter(([code]) => later.has(code));
    expect(both).toHaveLength(918);
    expect(both.filter(([code, links]) => !links.has(code))).toEqual([]);
    expect(rows.filter(({ code, meaning }) => meaning !== (later.has(code!) ? "same" : ""))).toEqual([]);
  });
});
