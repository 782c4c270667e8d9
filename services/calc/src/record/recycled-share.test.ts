import { newId } from "@emissions/kit/process/id";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { PartOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, purchase } from "./record.fixture.ts";

let calc: CalcService;
const org = newId();
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());

const TONNE = "2f2c4b1e-0000-5000-8000-000000000005";
const material = (productName: string, recycled?: string, category = "purchases") =>
  purchase({
    category,
    quantity: { value: { value: "2" }, unitId: TONNE, unit: "t" },
    selector: { kind: { case: "material", value: { productName } } },
    ...(recycled !== undefined && { recycledShare: { value: recycled } }),
  });

async function calculated(record: ReturnType<typeof purchase>) {
  await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [record] } }]);
  const { recordId: id, entityType } = record;
  const { calculation } = await calc.calculations.getCalculation({ id, entityType }, calc.by(org));
  const result = (await calc.announced()).flat().findLast(({ recordId }) => recordId === id)!;
  return { ...calculation!, kg: result.co2e?.value, marks: result.fitness };
}

describe("the recycled share of a material", () => {
  it("takes the closed-loop figure, in a part of its own", async () => {
    const { kg, marks, parts, method } = await calculated(material("glass", "0.25"));
    expect([kg, marks, method]).toEqual(["2500", [], "average-data/2"]);
    expect(
      parts.map(({ part, status, factor, formulaWithNumbers }) => [part, status, factor?.key, formulaWithNumbers]),
    ).toEqual([
      ["purchase", PartOutcome.CALCULATED, "glass", "2 * 1400 * (1 - 0.25) = 2100"],
      ["recycled", PartOutcome.CALCULATED, "glass-closed-loop", "2 * 0.25 * 800 = 400"],
    ]);
  });

  it("scales the figure of a material without a closed-loop figure, and is marked so", async () => {
    const { kg, marks, parts, fitness } = await calculated(material("brick", "0.25"));
    expect([kg, marks, fitness?.partsMissing]).toEqual(["360", [FitnessMark.RECYCLED_SHARE_SCALED], false]);
    expect(parts.map(({ part, status, errorDetail }) => [part, status, errorDetail])).toEqual([
      ["purchase", PartOutcome.CALCULATED, undefined],
      ["recycled", PartOutcome.LEFT_OUT, "No closed-loop figure."],
    ]);
  });

  it.each([undefined, "0", "0.00"])("of %s leaves the material in one part, without a mark", async (recycled) => {
    const { kg, marks, parts } = await calculated(material("brick", recycled));
    expect([kg, marks, parts]).toEqual(["480", [], []]);
  });

  it("of everything takes only the closed-loop figure", async () => {
    expect((await calculated(material("glass", "1"))).kg).toBe("1600");
  });

  it("keeps both parts of a capital expense in capital goods", async () => {
    const record = material("glass", "0.25", "capital_goods");
    await calculated(record);
    const rows = await calc.db.asService(
      org,
      ({ tx }) => tx`select distinct ghg_category from impacts where record_id = ${record.recordId}`,
    );
    expect(rows.map(({ ghgCategory }) => ghgCategory)).toEqual(["capital_goods"]);
  });
});

describe("a recycled share of a purchase by spend", () => {
  it.each(["0.25", "1"])("of %s changes nothing, and is marked as unused", async (share) => {
    const without = await calculated(purchase());
    const { kg, marks, formula } = await calculated(purchase({ recycledShare: { value: share } }));
    expect([kg, formula]).toEqual([without.kg, without.formula]);
    expect(marks).toContain(FitnessMark.RECYCLED_SHARE_UNUSED);
    expect(without.marks).not.toContain(FitnessMark.RECYCLED_SHARE_UNUSED);
  });
});
