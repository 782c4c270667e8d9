import { describe, expect, it } from "vitest";
import { MONTH_LANGUAGES } from "./months.ts";
import { readPeriod } from "./periods.ts";

const periodOf = (text: string) => {
  const read = readPeriod(text);
  if (read === null) return null;
  return "period" in read ? `${read.period.start} ${read.period.end}` : "ambiguous";
};
const MARCH = "2025-03-01 2025-03-31";
const FIRST_QUARTER = "2025-01-01 2025-03-31";

describe("a text of a period", () => {
  it.each([
    "2025-03",
    "2025/03",
    "2025.03",
    "2025-3",
    "202503",
    "03/2025",
    "3/2025",
    "03-2025",
    "03.2025",
    "032025",
    "Mar 2025",
    "mar. 2025",
    "March 2025",
    "marzo 2025",
    "marzo de 2025",
    "MARZO DEL 2025",
    "März 2025",
    "mars 2025",
    "março de 2025",
    "2025 marzo",
    "2025-Mar",
    "mar-25",
    "Mar '25",
  ])("%s is the month", (text) => {
    expect(periodOf(text)).toBe(MARCH);
  });

  it.each([
    "2025-Q1",
    "2025 Q1",
    "2025Q1",
    "Q1 2025",
    "Q1-2025",
    "q1/25",
    "T1 2025",
    "1T2025",
    "1T 2025",
    "1T25",
    "2025-T1",
    "2025 1T",
    "1er trimestre 2025",
    "1º trimestre de 2025",
    "trimestre 1 2025",
    "1. Quartal 2025",
    "Quarter 1 2025",
  ])("%s is the quarter", (text) => {
    expect(periodOf(text)).toBe(FIRST_QUARTER);
  });

  it("ends with the last day of the month, in leap years too", () => {
    expect(["2024-02", "2023-02", "2025-04", "2025-12", "2025"].map(periodOf)).toEqual([
      "2024-02-01 2024-02-29",
      "2023-02-01 2023-02-28",
      "2025-04-01 2025-04-30",
      "2025-12-01 2025-12-31",
      "2025-01-01 2025-12-31",
    ]);
  });

  it.each(MONTH_LANGUAGES)("has the names of months of %s", (language) => {
    const names = Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(Date.UTC(2025, month, 15)),
    );
    expect(names.map((name) => periodOf(`${name} 2025`)?.slice(5, 7))).toEqual(
      names.map((_, at) => String(at + 1).padStart(2, "0")),
    );
  });

  it.each(["03/25", "25-03", "Mar 25", "25 Mar", "25-mar", "2011/12", "2003/04", "2025.1"])("%s is asked", (text) => {
    expect(periodOf(text)).toBe("ambiguous");
  });

  it.each([
    "2025-13",
    "00/2025",
    "2025-Q5",
    "5T2025",
    "marzo",
    "Q1",
    "2024/25",
    "2024-25",
    "FY2025",
    "2025-W05",
    "S1 2025",
    "2025-H1",
    "1850",
    "185003",
    "2025-03-14",
    "14/03/2025",
    "12.50",
    "ene-feb 2025",
    `${"a".repeat(41)} 2025`,
  ])("%s is none", (text) => {
    expect(periodOf(text)).toBeNull();
  });
});
