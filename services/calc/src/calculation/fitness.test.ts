import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { ResolutionSchema } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import { inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import { calculate } from "./calculate.ts";
import { marksOf } from "./fitness.ts";

type Answer = Omit<MessageInitShape<typeof ResolutionSchema>, "$typeName">;

const number = (value: string) => ({ value });
const published = (rest: Answer = {}): Answer => ({ factor: { values: { co2e: number("2") } }, ...rest });
const missing: Answer = { failureCode: "FACTOR_NOT_FOUND" };

interface Part {
  answer: Answer;
  memo?: boolean;
  category?: string;
}

/** The fitness of a fuel under AR5, with optional additional parts. */
function fitnessOf(main: Answer, ...additional: Part[]) {
  const additionalParts = additional.map(({ memo = false, category = "energy_production" }, at) => ({
    part: `part_${at}`,
    category,
    quantity: kWh("1"),
    selector: inLibrary("fuels_upstream"),
    optional: true,
    memo,
  }));
  const quantities = { quantity: kWh("1"), selector: inLibrary("fuels"), gwpSet: "AR5" };
  const record = purchase({ category: "combustion", ...quantities, additionalParts });
  const answers = [main, ...additional.map(({ answer }) => answer)].map((each, at) => ({
    id: String(at),
    bytes: new Uint8Array(),
    answer: create(ResolutionSchema, each),
  }));
  const { startDate, endDate } = record;
  return calculate(record, [{ startDate, endDate, answers }]).fitness!;
}
const marks = (main: Answer) => marksOf(fitnessOf(main));

describe("a figure", () => {
  it.each([
    { what: "of CO2 alone", values: { co2: number("2") }, marked: [FitnessMark.CO2_ONLY] },
    { what: "of CO2 and methane", values: { co2: number("2"), ch4: number("1") }, marked: [] },
    { what: "of CO2 and nitrous oxide", values: { co2: number("2"), n2o: number("1") }, marked: [] },
    { what: "of CO2e beside its CO2", values: { co2e: number("2"), co2: number("2") }, marked: [] },
  ])("$what has the marks $marked", ({ values, marked }) => {
    expect(marks({ factor: { values } })).toEqual(marked);
  });

  it.each([
    { set: "AR4", marked: [FitnessMark.BASIS_DIFFERS] },
    { set: "AR5", marked: [] },
    { set: "", marked: [] },
  ])("of CO2e under the set $set has the marks $marked for an organization with AR5", ({ set, marked }) => {
    expect(marks({ factor: { values: { co2e: number("2") }, gwpSet: set } })).toEqual(marked);
  });

  it("whose gases are weighed has no other basis", () => {
    const values = { co2e: number("2"), co2: number("1"), ch4: number("1"), n2o: number("1") };
    expect(marks({ factor: { values, gwpSet: "AR4" } })).toEqual([]);
  });
});

describe("a record of several parts", () => {
  it("has all marks of its parts, with the largest number of years", () => {
    const first = published({ fitness: { staleYears: 1, aheadYears: 2 } });
    const second = { answer: published({ fitness: { staleYears: 3, proxy: true } }) };
    expect(fitnessOf(first, second)).toMatchObject({ staleYears: 3, aheadYears: 2, proxy: true });
  });

  it("has no mark of a memo item", () => {
    const memo = { answer: published({ fitness: { staleYears: 3, proxy: true } }), memo: true };
    expect(marksOf(fitnessOf(published(), memo))).toEqual([]);
  });

  it("has an origin only if all parts have the same", () => {
    const from = (origin: string) => published({ fitness: { origin } });
    expect(fitnessOf(from("GB"), { answer: from("GB") }).origin).toBe("GB");
    expect(fitnessOf(from("GB"), { answer: from("US") }).origin).toBeUndefined();
  });

  it("says that a part without a figure is missing", () => {
    expect(fitnessOf(published(), { answer: missing }).partsMissing).toBe(true);
    expect(fitnessOf(published(), { answer: published() }).partsMissing).toBe(false);
    expect(fitnessOf(published(), { answer: { failureCode: "IN_GRID_FIGURE" } }).partsMissing).toBe(false);
  });

  it("misses no memo item, but the location-based figure of electricity, which has totals of its own", () => {
    const memo = (category: string) => ({ answer: missing, memo: true, category });
    expect(fitnessOf(published(), memo("employees")).partsMissing).toBe(false);
    expect(fitnessOf(published(), memo("sold_products")).partsMissing).toBe(false);
    expect(fitnessOf(published(), memo("electricity")).partsMissing).toBe(true);
  });
});
