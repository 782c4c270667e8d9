import { createClient } from "@connectrpc/connect";
import { CalorificBasis, type Resolution, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { divide, parse, plain } from "@emissions/quantity/decimal";
import { afterAll, beforeAll } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

/** The service with the real catalogue, of the test file that runs. */
export let seeded: Awaited<ReturnType<typeof seededCatalogue>>;

export function withCatalogue(): void {
  beforeAll(async () => {
    seeded = await seededCatalogue();
  });
  afterAll(() => seeded.database.drop());
}

export interface Query {
  category?: string;
  key?: string;
  country: string;
  zone?: string;
  unit?: string;
  day?: string;
  basis?: CalorificBasis;
}

export const selectorOf = ({
  category = "fuels",
  key = "natural_gas",
  country,
  zone = "",
  basis = CalorificBasis.UNSPECIFIED,
}: Query) => ({ category, key, country, gridZone: zone, calorificBasis: basis });

export async function resolve(query: Query): Promise<Resolution> {
  const { unit = "kWh", day = "2025-06-30" } = query;
  const selector = { kind: { case: "library" as const, value: selectorOf(query) } };
  const unitId = seeded.snapshot.unitsByCode.get(unit)!.id;
  const client = createClient(SelectionService, seeded.transport);
  const { resolutions } = await client.resolveFactors({ selections: [{ selector, unitId, referenceDate: day }] });
  return resolutions[0]!;
}

export const stepsOf = ({ conversion }: Pick<Resolution, "conversion">) =>
  conversion.map((step) => `${step.fromUnit}>${step.toUnit} *${step.multiplyBy?.value} /${step.divideBy?.value}`);

export const named = ({ factor }: Resolution) => `${factor?.category} ${factor?.key} ${factor?.region} ${factor?.year}`;

/** Kilograms of an amount by the steps and the factor of an answer. */
export const kilogramsOf = ({ conversion, factor }: Resolution, amount: string, gas: "co2e" | "co2" = "co2e") => {
  const used = conversion.reduce(
    (value, { multiplyBy, divideBy }) => divide(value.times(parse(multiplyBy!.value)), parse(divideBy!.value)),
    parse(amount),
  );
  return plain(used.times(parse(factor!.values![gas]!.value)));
};
