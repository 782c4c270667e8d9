import { type Client, ConnectError, createClient } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { refusalIn } from "@emissions/kit/wire/errors";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { parse } from "@emissions/quantity/decimal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof UnitService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(UnitService, seeded.transport);
});
afterAll(() => seeded.database.drop());

const idOf = (code: string) => seeded.snapshot.unitsByCode.get(code)?.id ?? code;
const convert = async (value: string | undefined, from: string, to: string, date?: string) => {
  const { conversion } = await client.convertQuantity({
    ...(value !== undefined && { quantity: { value } }),
    fromUnitId: idOf(from),
    toUnitId: idOf(to),
    ...(date !== undefined && { date }),
  });
  return conversion!;
};
const refused = async (...asked: Parameters<typeof convert>) => {
  const error = await convert(...asked).then(() => expect.fail(), ConnectError.from);
  const { code, violations } = refusalIn(error)!;
  return [code, ...violations.map(({ loc, type }) => `${loc.join(".")} ${type}`)];
};

describe("a quantity in another unit", () => {
  it.each([
    { value: "12", from: "short_ton", to: "t", result: "10.88621688", formula: "12 * 907.18474 / 1000" },
    { value: "10.88621688", from: "t", to: "short_ton", result: "12", formula: "10.88621688 * 1000 / 907.18474" },
    { value: "1", from: "kWh", to: "MJ", result: "3.6", formula: "1 * 18 / 5" },
    { value: "3.6", from: "MJ", to: "kWh", result: "1", formula: "3.6 * 5 / 18" },
    { value: "1", from: "gal_us", to: "l", result: "3.785411784", formula: "1 * 3.785411784" },
    { value: "1", from: "mi", to: "km", result: "1.609344", formula: "1 * 1.609344" },
    { value: "2.50", from: "kg", to: "kg", result: "2.5", formula: "2.5" },
    { value: "0", from: "kg", to: "t", result: "0", formula: "0 / 1000" },
    { value: "-5", from: "t", to: "kg", result: "-5000", formula: "-5 * 1000" },
  ])("$value $from is $result $to", async ({ value, from, to, result, formula }) => {
    const conversion = await convert(value, from, to);
    expect([conversion.result?.value, conversion.formula]).toEqual([result, formula]);
    expect([conversion.fromUnit?.id, conversion.toUnit?.id]).toEqual([idOf(from), idOf(to)]);
  });

  it("keeps 40 digits without a division, and 34 with one", async () => {
    const long = "1234567890123456789012345678901234567890";
    expect((await convert(long, "t", "kg")).result?.value).toBe(`${long}000`);
    expect((await convert("1", "min", "h")).result?.value).toBe(`0.${"0"}1${"6".repeat(32)}7`);
  });

  it("converts back to the same value, for all units of a dimension", async () => {
    const { units } = seeded.snapshot;
    const physical = units.filter(({ dimension }) => dimension !== "currency");
    for (const from of physical) {
      for (const to of physical.filter(({ dimension }) => dimension === from.dimension)) {
        const there = (await convert("7.25", from.code, to.code)).result!.value;
        const back = (await convert(there, to.code, from.code)).result!.value;
        // One division in each direction, with 34 significant digits.
        expect(parse(back).minus("7.25").abs().lt("1e-31"), `${from.code} ${to.code} ${back}`).toBe(true);
      }
    }
  });
});

describe("money in another currency", () => {
  it.each([
    { value: "109", from: "USD", to: "EUR", date: "2024-06-09", formula: "109 / 1.0898" },
    { value: "100", from: "EUR", to: "USD", date: "2024-06-09", formula: "100 * 1.0898" },
    { value: "100", from: "HRK", to: "EUR", date: "2024-06-09", formula: "100 / 7.5345" },
    { value: "166.386", from: "ESP", to: "FRF", date: "2024-06-09", formula: "(166.386 / 166.386) * 6.55957" },
  ])("$value $from on $date is $formula $to", async ({ value, from, to, date, formula }) => {
    expect((await convert(value, from, to, date)).formula.replace("7.53450", "7.5345")).toBe(formula);
  });

  it("uses the rate of its day, by default today", async () => {
    const [then, later] = await Promise.all(["2015-01-05", "2024-06-09"].map((day) => convert("1", "EUR", "USD", day)));
    expect(then!.result?.value).not.toBe(later!.result?.value);
    expect((await convert("1", "EUR", "USD")).formula).toMatch(/^1 \* \d\.\d+$/);
  });

  it("is refused without a rate", async () => {
    expect(await refused("1", "AED", "EUR", "2024-06-09")).toEqual(["EXCHANGE_RATE_MISSING"]);
  });
});

describe("an invalid conversion", () => {
  it.each([
    ["kg", "l"],
    ["kg", "EUR"],
    ["kg_co2e", "kg"],
    ["h", "fte_hour"],
    ["tkm", "pkm"],
  ])("%s to %s is refused", async (from, to) => {
    expect(await refused("1", from, to)).toEqual(["UNIT_NOT_CONVERTIBLE"]);
  });

  it("is reported together with all violations", async () => {
    expect(await refused("NaN", newId(), "kg", "2024-02-30")).toEqual([
      "REQUEST_VALIDATION_FAILED",
      "quantity type_error.decimal",
      "from_unit_id value_error.unknown",
      "date value_error.date",
    ]);
    expect(await refused(undefined, "kg", "nothing")).toEqual([
      "REQUEST_VALIDATION_FAILED",
      "quantity type_error.decimal",
      "to_unit_id value_error.unknown",
    ]);
    expect(await refused("Infinity", "kg", "t")).toEqual(["REQUEST_VALIDATION_FAILED", "quantity type_error.decimal"]);
  });
});
