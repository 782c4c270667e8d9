import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@emissions/kit/process/id";
import { present } from "@emissions/kit/wire/present";
import { type Calculation, CalculationOutcome, CalculationSchema } from "@emissions/proto/calc/v1/calculation_service";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FactorsAndCalc, factorsAndCalc } from "./services.ts";
import { anyActivity } from "./verify.fixture.ts";

const VERIFIER = new URL("../../scripts/verify/verify.ts", import.meta.url).pathname;
/** `npm run verify:random` compares more. */
const RECORDS = Number(process.env.VERIFIED_RECORDS ?? 2_000);
/** Records of one event: their factors are selected before the statement timeout on a busy machine, too. */
const BATCH = 100;
const OUTPUT_MAX = 50_000_000;

let services: FactorsAndCalc;
let folder: string;
const calculations: Calculation[] = [];
beforeAll(async () => {
  services = await factorsAndCalc();
  folder = mkdtempSync(join(tmpdir(), "verify-"));
  const org = newId();
  const activities = fc.sample(anyActivity(services.snapshot), RECORDS);
  for (let from = 0; from < RECORDS; from += BATCH) {
    const ids = await services.store(org, activities.slice(from, from + BATCH));
    calculations.push(...(await Promise.all(ids.map((id) => services.explain(org, id)))));
  }
}, 900_000);
afterAll(async () => {
  await services.drop();
  rmSync(folder, { recursive: true });
});

/** The text of a client. */
const textOf = (calculation: Calculation) => JSON.stringify(present(CalculationSchema, calculation));

it("recalculates random explanations, all equal", () => {
  const file = join(folder, "explanations.ndjson");
  writeFileSync(file, calculations.map(textOf).join("\n"));
  const { stdout } = spawnSync(process.execPath, [VERIFIER, "--lines", file], {
    encoding: "utf8",
    maxBuffer: OUTPUT_MAX,
  });
  expect(stdout).toBe(`${RECORDS} equal, 0 different\n`);
});

it("recalculates all forms of explanations", () => {
  const calculated = calculations.filter(({ status }) => status === CalculationOutcome.CALCULATED);
  /** Of 2,000 records. */
  const count = (is: (calculation: Calculation) => boolean) => (calculated.filter(is).length * 2_000) / RECORDS;
  expect(calculated.length).toBeGreaterThan(RECORDS / 2);
  expect(count(({ impacts }) => new Set(impacts.map(({ startDate }) => startDate)).size > 1)).toBeGreaterThan(100);
  expect(count(({ impacts }) => impacts.some(({ memo }) => memo))).toBeGreaterThan(20);
  expect(count(({ parts }) => parts.some(({ errorCode }) => errorCode === "IN_TREATMENT_FIGURE"))).toBeGreaterThan(20);
  expect(count(({ method }) => method.startsWith("vehicles/"))).toBeGreaterThan(50);
  expect(count(({ method }) => method === "freight/1")).toBeGreaterThan(50);
  expect(count(({ parts }) => parts.some(({ formula }) => /kwh_per_tkm/.test(formula ?? "")))).toBeGreaterThan(20);
  expect(count(({ parts }) => parts.some(({ certificate }) => certificate !== undefined))).toBeGreaterThan(50);
  expect(count(({ conversions }) => conversions.length > 0)).toBeGreaterThan(200);
  expect(count(({ formula }) => /recycled_share/.test(formula ?? ""))).toBeGreaterThan(20);
  expect(count(({ formula }) => /gwp_ch4/.test(formula ?? ""))).toBeGreaterThan(20);
});

describe("a difference is found", () => {
  const run = (text: string) => spawnSync(process.execPath, [VERIFIER], { input: text, encoding: "utf8" });
  const sample = (is: (calculation: Calculation) => boolean) => {
    const found = calculations.find((each) => each.status === CalculationOutcome.CALCULATED && is(each))!;
    return textOf(found);
  };
  /** Another digit in the number. */
  const changed = (number: string) => number.replace(/[1-9]/, (digit) => String((Number(digit) % 9) + 1));

  it.each<{ what: string; is?: (calculation: Calculation) => boolean; number: RegExp }>([
    { what: "the emissions of the record", number: /(?<=^.*"co2e":)[\d.]+(?=,"impacts")/s },
    { what: "the emissions of an impact", number: /(?<="end_date":"[\d-]+","co2e":)[\d.]*[1-9][\d.]*/ },
    { what: "the result of the formula", number: /(?<="formula_with_numbers":"[^"]* = )[\d.]*[1-9][\d.]*/ },
    { what: "a number of the formula", number: /(?<="formula_with_numbers":"\(*)[\d.]+/ },
    { what: "the recorded quantity", number: /(?<="quantity":\{"value":)[\d.]+/ },
    {
      what: "the factor",
      is: ({ formula }) => /factor/.test(formula ?? ""),
      number: /(?<="factor":\{.*?"values":\{"co2e":)[\d.]*[1-9][\d.]*/,
    },
    {
      what: "a conversion",
      is: ({ conversions, input }) =>
        input!.certificates.length === 0 && conversions.some(({ multiplyBy }) => multiplyBy!.value !== "1"),
      number: /(?<="multiply_by":)(?!1,)[\d.]+/,
    },
    {
      what: "the allocation of a piece",
      is: ({ parts }) => parts.some(({ allocation }) => / \/ /.test(allocation ?? "")),
      number: /(?<="allocation":"[\d.]+ \* )\d+(?= \/)/,
    },
    {
      what: "the amount that a certificate covers",
      is: ({ parts }) =>
        parts.some(({ certificate, quantity }) => certificate?.quantity && quantity!.value!.value !== "0"),
      number: /(?<="certificates":\[\{[^}]*"quantity":)[1-9]\d*/,
    },
    {
      what: "the set of warming potentials",
      is: ({ formula, gwpSet }) => /gwp_ch4/.test(formula ?? "") && gwpSet !== "AR4",
      number: /(?<="gwp_set":"AR)[56](?=","method")/,
    },
  ])("in $what", ({ is = ({ co2e }) => Number(co2e!.value) > 1, number }) => {
    const text = sample(is);
    expect(run(text)).toMatchObject({ status: 0, stdout: "equal\n" });
    const wrong = text.replace(number, changed);
    expect(wrong).not.toBe(text);
    const { status, stdout } = run(wrong);
    expect([status, stdout.slice(0, 9)]).toEqual([1, "different"]);
  });

  it("and a text that is no explanation ends with another code", () => {
    for (const text of ["", "{}", "[]", "1", '{"status":"calculated","impacts":[]}']) {
      const { status, stderr } = run(text);
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^The explanation cannot be read: /)]);
    }
  });
});
