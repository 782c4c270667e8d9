import { describe, expect, it } from "vitest";
import type { Entry, Explanation, Factor, Impact } from "./explanation.ts";
import { verify } from "./record.ts";

const factor = (values: Factor["values"]): Factor => ({ values });
const BURNED = factor({ co2e: "2", co2: "1.5", biogenic_co2: "0.5" });
const GRID = factor({ co2e: "0.1" });

/** A piece of t that are converted to kg. The recorded quantity is 9 t in 3 days. */
function piece(
  part: string,
  days: [string, string],
  { value, allocation }: { value: string; allocation: string },
): Entry {
  const of = part === "combustion" ? BURNED : GRID;
  const perUnit = of.values!.co2e!;
  const co2e = String(Number(value) * 1000 * Number(perUnit));
  return {
    part,
    status: "calculated",
    quantity: { value },
    allocation,
    conversions: [{ multiply_by: "1000", divide_by: "1" }],
    factor: of,
    gwp_set: "AR5",
    formula: "quantity * multiply_by * factor",
    formula_with_numbers: `${value} * 1000 * ${perUnit} = ${co2e}`,
    co2e,
    start_date: days[0],
    end_date: days[1],
  };
}

const OF_2024 = { value: "3", allocation: "9 * 1 / 3" };
const OF_2025 = { value: "6", allocation: "9 - 3" };
const [DAYS_2024, DAYS_2025]: [string, string][] = [
  ["2024-12-31", "2024-12-31"],
  ["2025-01-01", "2025-01-02"],
];

/** A fuel and a memo item, each in two pieces. */
function explanation(): Explanation {
  const parts = [
    piece("combustion", DAYS_2024!, OF_2024),
    piece("memo", DAYS_2024!, OF_2024),
    piece("combustion", DAYS_2025!, OF_2025),
    piece("memo", DAYS_2025!, OF_2025),
  ];
  const impacts = parts.map(({ part, start_date, end_date, co2e, quantity }): Impact => {
    const kg = Number(quantity.value) * 1000;
    const beside = part === "memo";
    const gases = beside ? {} : { co2: String(kg * 1.5), biogenic_co2: String(kg * 0.5) };
    return { part, start_date: start_date!, end_date: end_date!, co2e: co2e!, beside, ...gases };
  });
  const { formula, formula_with_numbers, gwp_set, factor, conversions } = parts[0]!;
  const quantity = { value: "9" };
  const input = { start_date: "2024-12-31", end_date: "2025-01-02", recycled_share: null, quantity };
  return {
    record_id: "1",
    status: "calculated",
    input: { ...input, further: [{ part: "memo", quantity, allocation: "18 / 2" }] },
    impacts,
    parts,
    ...{ formula, formula_with_numbers, gwp_set, factor, conversions },
    co2e: "18000",
    biogenic_co2: "4500",
  };
}

/** A record of one part. */
function single(fields: Partial<Entry>, co2e: string): Explanation {
  const days = { start_date: "2025-01-01", end_date: "2025-01-01" };
  const { part: _, ...head } = { ...piece("combustion", ["", ""], OF_2024), conversions: [], ...fields };
  const input = { ...days, quantity: head.quantity, recycled_share: null, further: [] };
  const impacts = [{ ...days, part: "combustion", co2e, beside: false }];
  return { ...head, ...days, record_id: "1", input, impacts, parts: [], co2e, biogenic_co2: null };
}

it("finds no difference in a record of several parts and pieces", () => {
  expect(verify(explanation())).toEqual({ problems: [], unchecked: [] });
});

describe("finds a difference", () => {
  it.each<{ what: string; change: (record: Explanation) => void; problem: RegExp }>([
    {
      what: "between days and their piece",
      change: ({ parts }) => {
        parts[0]!.allocation = "9 * 2 / 6";
      },
      problem: /allocation 9 \* 2 \/ 6 does not have its days/,
    },
    {
      what: "between the end of a piece and the start of the next",
      change: ({ parts, impacts }) => {
        for (const each of [parts[2]!, impacts[2]!]) each.start_date = "2025-01-02";
      },
      problem: /does not follow the one before/,
    },
    {
      what: "between the last piece and the period",
      change: ({ input }) => {
        input.end_date = "2025-01-03";
      },
      problem: /do not end on 2025-01-03/,
    },
    {
      what: "between the pieces and the recorded quantity",
      change: ({ input }) => {
        input.quantity.value = "10";
      },
      problem: /quantities sum to 9, not 10/,
    },
    {
      what: "between a recorded quantity and its allocation",
      change: ({ input }) => {
        input.further[0]!.allocation = "20 / 2";
      },
      problem: /allocation gives 10/,
    },
    {
      what: "between the record and its first part",
      change: (record) => {
        record.gwp_set = "AR6";
      },
      problem: /gwp_set of the record is not that of its first part/,
    },
    {
      what: "between the record and its impacts, memo items excluded",
      change: (record) => {
        record.co2e = "18900";
      },
      problem: /its impacts sum to 18000/,
    },
    {
      what: "in biogenic CO2",
      change: (record) => {
        record.biogenic_co2 = "4501";
      },
      problem: /biogenic_co2 is 4501/,
    },
    {
      what: "between the mass of a gas and its factor",
      change: ({ impacts }) => {
        impacts[0]!.co2 = "4501";
      },
      problem: /co2 of the impact is 4501/,
    },
    {
      what: "between an impact and its part",
      change: ({ impacts }) => {
        impacts[1]!.co2e = "301";
      },
      problem: /co2e of the impact is 301/,
    },
    {
      what: "between the formula and a conversion that it lacks",
      change: ({ parts }) => {
        parts[2]!.conversions.push({ multiply_by: "7", divide_by: "1" });
      },
      problem: /lacks the conversion by 7/,
    },
    {
      what: "between the formula and the factor",
      change: ({ parts }) => {
        parts[3]!.factor = factor({ co2e: "0.2" });
      },
      problem: /factor is 0\.1 in the formula, not 0\.2/,
    },
  ])("$what", ({ change, problem }) => {
    const record = explanation();
    change(record);
    expect(verify(record).problems.join("\n")).toMatch(problem);
  });

  it.each([
    { origin: "fossil", potential: "29.8", kg: "92.4" },
    { origin: "non_fossil", potential: "27", kg: "84" },
    { origin: null, potential: "27.9", kg: "86.7" },
  ])("unless AR6 methane of origin $origin is weighed with $potential: $kg kg", ({ origin, potential, kg }) => {
    const methane = { ...factor({ co2: "1", ch4: "1" }), methane_origin: origin };
    const formula = { formula: "quantity * (co2 * gwp_co2 + ch4 * gwp_ch4)", gwp_set: "AR6", factor: methane };
    const record = (number: string, co2e: string) => {
      const numbers = { formula_with_numbers: `3 * (1 * 1 + 1 * ${number}) = ${co2e}`, co2e };
      const explained = single({ ...formula, ...numbers }, co2e);
      Object.assign(explained.impacts[0]!, { co2: "3", ch4: "3" });
      return verify(explained).problems;
    };
    expect(record(potential, kg)).toEqual([]);
    expect(record("28", "87")).toEqual([expect.stringContaining("gwp_ch4 is 28 in the formula")]);
  });

  it.each([
    { quantity: "0.0000000000005", kg: "0", wrong: "0.000000000001" },
    { quantity: "0.0000000000015", kg: "0.000000000002", wrong: "0.000000000001" },
  ])("unless $quantity kg are rounded half-even to $kg", ({ quantity, kg, wrong }) => {
    const fields = {
      quantity: { value: quantity },
      allocation: null,
      formula: "quantity * factor",
      formula_with_numbers: `${quantity} * 1 = ${quantity}`,
      factor: factor({ co2e: "1" }),
    };
    expect(verify(single({ ...fields, co2e: kg }, kg)).problems).toEqual([]);
    expect(verify(single({ ...fields, co2e: wrong }, wrong)).problems).not.toEqual([]);
  });
});
