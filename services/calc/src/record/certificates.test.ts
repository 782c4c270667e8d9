import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import {
  CertificateTechnology,
  CertificateType,
  type CoveringCertificateSchema,
} from "@emissions/proto/activity/v1/certificate";
import { RecordInputSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { GroupBy, Scope2Method } from "@emissions/proto/calc/v1/total_impact_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { parse, plain, ZERO } from "@emissions/quantity/decimal";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "./record.fixture.ts";

let calc: CalcService;
let org: string;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());
beforeEach(() => {
  org = newId();
});

type Covering = Omit<MessageInitShape<typeof CoveringCertificateSchema>, "$typeName">;

/** Covers kilowatt-hours of 2024 with wind power; all that is left without an amount. */
const covering = (amount: string | null, more: Covering = {}): Covering => ({
  certificateId: newId(),
  type: CertificateType.GUARANTEE_OF_ORIGIN,
  technology: CertificateTechnology.WIND,
  country: "ES",
  year: 2024,
  mwh: { value: "1" },
  ...(amount !== null && { quantity: { value: amount } }),
  startDate: "2024-01-01",
  endDate: "2024-01-31",
  multiplyBy: { value: "1" },
  divideBy: { value: "1000" },
  ...more,
});

interface Invoice {
  amount?: string;
  from?: string;
  to?: string;
  certificates?: Covering[];
  selector?: ReturnType<typeof inLibrary>;
}

/** The rest emits 0.4 kg per kWh, 0.1 kg by location, and 0.05 kg upstream. */
function invoice({ amount = "1000", from = "2024-01-01", to = "2024-01-31", ...rest }: Invoice) {
  const { certificates = [], selector = inLibrary("electricity_residual_mix") } = rest;
  const part = { quantity: kWh(amount), optional: true };
  return purchase({
    category: "electricity",
    quantity: kWh(amount),
    selector,
    referenceDate: to,
    startDate: from,
    endDate: to,
    certificates,
    additionalParts: [
      {
        ...part,
        part: "electricity_location_based",
        category: "electricity",
        selector: inLibrary("electricity_location"),
        memo: true,
      },
      {
        ...part,
        part: "electricity_generation",
        category: "energy_production",
        selector: inLibrary("electricity_upstream"),
      },
    ],
  });
}

async function store(record: ReturnType<typeof invoice>) {
  expect(await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [record] } }])).toEqual(["done"]);
  return (await calc.announced()).flat().findLast(({ recordId }) => recordId === record.recordId)!;
}

async function explained(record: ReturnType<typeof invoice>) {
  await store(record);
  const { recordId: id, entityType } = record;
  const { calculation } = await calc.calculations.getCalculation({ id, entityType }, calc.by(org));
  const parts = calculation!.parts.map(
    ({ part, quantity, co2e }) => `${part} ${quantity!.value!.value}: ${co2e?.value}`,
  );
  return { ...calculation!, texts: parts };
}

describe("electricity that certificates cover in part", () => {
  it("has their factor for the covered amount and the residual mix for the rest; location and upstream stay whole", async () => {
    const certificate = covering("400");
    const { texts, parts, co2e } = await explained(invoice({ certificates: [certificate] }));
    expect(texts).toEqual([
      "consumption 600: 240",
      "electricity_certificate_1 400: 0",
      "electricity_location_based 1000: 100",
      "electricity_generation 1000: 50",
    ]);
    expect(co2e!.value).toBe("290");
    expect(parts.map(({ allocation }) => allocation)).toEqual(["1000 - 400", undefined, undefined, undefined]);
    expect(parts[1]).toMatchObject({ certificate, factor: { category: "electricity_certificates", key: "wind" } });
    expect(parts.map((part) => part.certificate === undefined)).toEqual([true, false, true, true]);
  });

  it("is market-based electricity of scope 2 in the totals, and its location-based figure stays", async () => {
    await store(invoice({ certificates: [covering("400", { emissionRate: { value: "300" } })] }));
    const tonnes = async (scope2: Scope2Method) => {
      const request = { startDate: "2024-01-01", endDate: "2024-12-31", groupBy: GroupBy.GHG_CATEGORY, scope2 };
      const { summary } = await calc.totals.getTotalImpacts(request, calc.by(org));
      return summary!.items.map(({ ghgCategory, co2e }) => `${ghgCategory} ${co2e!.value}`).sort();
    };
    expect(await tonnes(Scope2Method.MARKET)).toEqual([
      "fuel_and_energy_related_activities 0.05",
      "purchased_electricity 0.36",
    ]);
    expect(await tonnes(Scope2Method.LOCATION)).toEqual([
      "fuel_and_energy_related_activities 0.05",
      "purchased_electricity 0.1",
    ]);
  });

  it("has the rate that a certificate states, converted to its unit", async () => {
    const emissionRate = { value: "350.5" };
    const gas = covering("400", { emissionRate, technology: CertificateTechnology.NATURAL_GAS });
    const { texts, parts } = await explained(invoice({ certificates: [gas, covering("100")] }));
    expect(texts.slice(0, 3)).toEqual([
      "consumption 500: 200",
      "electricity_certificate_1 400: 140.2",
      "electricity_certificate_2 100: 0",
    ]);
    expect(parts[1]).toMatchObject({
      formulaWithNumbers: "(400 / 1000) * 350.5 = 140.2",
      factor: {
        id: gas.certificateId,
        source: "Stated by the certificate (guarantee_of_origin)",
        region: "ES",
        year: 2024,
      },
    });
  });

  it("is marked where gases of biomass are not known", async () => {
    const { fitness } = await store(
      invoice({ certificates: [covering("1", { technology: CertificateTechnology.BIOMASS })] }),
    );
    expect(fitness).toContain(FitnessMark.CO2_ONLY);
  });

  it("counts the upstream of the covered amount alone where the figure of the rest is of the life cycle", async () => {
    const { texts } = await explained(
      invoice({ certificates: [covering("400")], selector: inLibrary("electricity_life_cycle") }),
    );
    expect(texts).toEqual([
      "consumption 600: 300",
      "electricity_certificate_1 400: 0",
      "electricity_location_based 1000: 100",
      "electricity_generation 400: 20",
    ]);
  });
});

describe("electricity that certificates cover in full", () => {
  it("needs no other market-based figure", async () => {
    const record = invoice({ certificates: [covering("250"), covering(null)], selector: inLibrary("none") });
    const { texts, co2e } = await explained(record);
    expect(texts.slice(0, 2)).toEqual(["electricity_certificate_1 250: 0", "electricity_certificate_2 750: 0"]);
    expect(co2e!.value).toBe("50");
  });

  it("has the whole market-based emissions again in a revision without certificates", async () => {
    const record = invoice({ certificates: [covering(null)] });
    expect((await store(record)).co2e!.value).toBe("50");
    const released = await store(create(RecordInputSchema, { ...record, revision: 2, certificates: [] }));
    expect(released.co2e!.value).toBe("450");
  });
});

describe("a period of several years", () => {
  const year2025 = { year: 2025, startDate: "2025-01-01", endDate: "2025-01-31" };

  it("has the certificates of each year on its days", async () => {
    const period = { amount: "62", from: "2024-12-01", to: "2025-01-31" };
    const december = { startDate: "2024-12-01", endDate: "2024-12-31" };
    const { parts, texts } = await explained(
      invoice({ ...period, certificates: [covering("10", december), covering(null, year2025)] }),
    );
    expect(texts).toEqual([
      "consumption 21: 8.4",
      "electricity_certificate_1 10: 0",
      "electricity_location_based 31: 3.1",
      "electricity_generation 31: 1.55",
      "electricity_certificate_2 31: 0",
      "electricity_location_based 31: 3.1",
      "electricity_generation 31: 1.55",
    ]);
    expect(parts.map(({ startDate }) => startDate)).toEqual([
      ...Array(4).fill("2024-12-01"),
      ...Array(3).fill("2025-01-01"),
    ]);
  });

  it("has days without certificates as before", async () => {
    const { texts } = await explained(
      invoice({ amount: "62", from: "2024-12-01", to: "2025-01-31", certificates: [covering("10", year2025)] }),
    );
    expect(texts.filter((text) => !/location|generation/.test(text))).toEqual([
      "consumption 31: 12.4",
      "consumption 21: 8.4",
      "electricity_certificate_1 10: 0",
    ]);
  });
});

it("pieces and certificates of random invoices sum to the whole", async () => {
  const anInvoice = fc.record({
    amount: fc
      .bigInt({ min: 10n ** 6n, max: 10n ** 24n })
      .map((n) => `${n / 10n ** 6n}.${String(n % 10n ** 6n).padStart(6, "0")}`),
    // A group changes its factor on 11 June 2024.
    days: fc.integer({ min: 1, max: 700 }),
    shares: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }),
    takesRest: fc.boolean(),
  });
  const group = { kind: { case: "customGroup" as const, value: { groupId: newId(), revision: 1 } } };
  for (const { amount, days, shares, takesRest } of fc.sample(anInvoice, 60)) {
    const [from, to] = ["2024-06-01", new Date(Date.UTC(2024, 5, days)).toISOString().slice(0, 10)];
    // Each takes less than a twentieth of the days of 2024.
    const inYear = BigInt(Math.min(days, 214));
    const quantity = (share: number) =>
      String((BigInt(amount.split(".")[0]!) * BigInt(share) * inYear) / (100n * BigInt(days)));
    const certificates = shares.map((share) => covering(quantity(share)));
    if (takesRest) certificates.push(covering(null));
    const record = purchase({
      category: "electricity",
      quantity: kWh(amount),
      selector: group,
      referenceDate: to,
      startDate: from,
      endDate: to,
      certificates,
    });
    const { parts, status, input } = await explained(record);
    expect(status).toBe(CalculationOutcome.CALCULATED);
    const quantities = parts.length === 0 ? [input!.quantity!] : parts.map((part) => part.quantity!);
    expect(plain(quantities.reduce((sum, each) => sum.plus(each.value!.value), ZERO))).toBe(plain(parse(amount)));
    for (const [at, share] of shares.entries()) {
      const own = parts.filter(({ part }) => part === `electricity_certificate_${at + 1}`);
      expect(plain(own.reduce((sum, each) => sum.plus(each.quantity!.value!.value), ZERO))).toBe(quantity(share));
    }
  }
});

it.each([
  ["more than there is", [covering("600"), covering("401")], "Certificates cover more than the record has."],
  [
    "with more than 50 certificates",
    Array.from({ length: 51 }, () => covering("1")),
    "There are more than 50 certificates.",
  ],
])("an invoice that is covered %s fails with the reason", async (_, certificates, reason) => {
  const { status, errorDetail } = await store(invoice({ certificates }));
  expect(status).toBe(CalculationOutcome.FAILED);
  expect(errorDetail).toBe(reason);
});
