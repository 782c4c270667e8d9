import { describe, expect, it } from "vitest";
import type { YearMeans } from "../catalogue/stand-ins.ts";
import { fitnessOf, merged } from "./fitness.ts";

interface Figure {
  region?: string;
  origin?: string;
  yearMeans?: YearMeans;
}

const fitnessIn = (country: string, { region = "GLO", origin = "", yearMeans = "edition" }: Figure) => {
  const standIn = { yearMeans, origin, earlierMax: null, laterMax: null, lossesIncluded: false };
  return fitnessOf({ factor: { region, year: 2024, standIn }, places: [country], year: 2024, marks: [] });
};

describe("a figure", () => {
  it.each<{ what: string; figure: Figure; origin: string; proxy: boolean }>([
    { what: "of the country", figure: { region: "ES" }, origin: "ES", proxy: false },
    { what: "of another country", figure: { region: "FR" }, origin: "FR", proxy: true },
    { what: "for all countries that describes another one", figure: { origin: "GB" }, origin: "GB", proxy: true },
    { what: "for all countries that describes this one", figure: { origin: "ES" }, origin: "ES", proxy: false },
    { what: "for all countries that describes none", figure: {}, origin: "GLO", proxy: true },
    { what: "without a place and a year", figure: { yearMeans: "publication" }, origin: "GLO", proxy: false },
  ])("$what has the origin $origin and proxy: $proxy", ({ figure, origin, proxy }) => {
    expect(fitnessIn("ES", figure)).toMatchObject({ origin, proxy });
  });
});

it("of several marks the larger number counts, and a mark that one of them sets", () => {
  const all = [{ staleYears: 3, proxy: true }, undefined, { staleYears: 1, proxy: false, yearlyRate: true }];
  expect(merged(all)).toMatchObject({ staleYears: 3, proxy: true, yearlyRate: true });
});
