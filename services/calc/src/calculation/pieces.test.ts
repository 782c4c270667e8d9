import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { ResolutionSchema } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import type { FactorQuery } from "../factor/resolver.ts";
import { inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import { resolvePieces } from "./pieces.ts";

type Answer = Omit<MessageInitShape<typeof ResolutionSchema>, "$typeName">;

const one = { value: "1" };
const step = { fromUnit: "kWh", toUnit: "MJ", multiplyBy: { value: "3.6" }, divideBy: one };
const factor = { id: newId(), revision: 1 };
const same: Answer = {
  factor,
  fitness: { origin: "GB" },
  ghgCategory: "business_travel",
  conversion: [step],
};

/** The pieces of 2024 and 2025, whose factors have these answers. */
async function daysOf(first: Answer, second: Answer) {
  const answers = { 2024: create(ResolutionSchema, first), 2025: create(ResolutionSchema, second) };
  const resolve = async (_org: string, queries: readonly FactorQuery[]) =>
    queries.map(({ referenceDate }) => {
      const year = referenceDate.startsWith("2024") ? 2024 : 2025;
      return { id: String(year), bytes: new Uint8Array(), answer: answers[year] };
    });
  const period = { startDate: "2024-07-01", endDate: "2025-06-30" };
  const record = purchase({ ...period, category: "combustion", quantity: kWh("1"), selector: inLibrary("fuels") });
  const [pieces] = await resolvePieces(newId(), [record], resolve);
  return pieces!.map(({ startDate, endDate }) => `${startDate} ${endDate}`);
}

const WHOLE = ["2024-07-01 2025-06-30"];
const SPLIT = ["2024-07-01 2024-12-31", "2025-01-01 2025-06-30"];

describe("a period over two years is split", () => {
  it.each<{ what: string; second: Answer }>([
    { what: "factor", second: { ...same, factor: { ...factor, id: newId() } } },
    { what: "revision", second: { ...same, factor: { ...factor, revision: 2 } } },
    { what: "mark", second: { ...same, fitness: { origin: "GB", staleYears: 1 } } },
    { what: "category of the GHG Protocol", second: { ...same, ghgCategory: "upstream_leased_assets" } },
    { what: "multiplier", second: { ...same, conversion: [{ ...step, multiplyBy: { value: "3.7" } }] } },
    { what: "divisor", second: { ...same, conversion: [{ ...step, divideBy: { value: "2" } }] } },
    { what: "number of conversions", second: { ...same, conversion: [step, step] } },
    { what: "failure", second: { failureCode: "FACTOR_NOT_FOUND" } },
  ])("where the second year has another $what", async ({ second }) => {
    expect(await daysOf(same, second)).toEqual(SPLIT);
  });

  it("only there: other candidates make no piece", async () => {
    expect(await daysOf(same, { ...same, candidates: [{ rank: 1, chosen: true, reason: "Another." }] })).toEqual(WHOLE);
  });
});
