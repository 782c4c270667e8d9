import { create } from "@bufbuild/protobuf";
import {
  type Factor,
  FactorMethod,
  FactorSchema,
  GasValuesSchema,
} from "@emissions/proto/factors/v1/selection_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import type { OwnGas, Tag } from "./queries.ts";

/** One revision of a factor that an organization wrote itself. Never changed, so it may be remembered. */
export interface CustomFactor {
  category: "custom_record" | "custom_group";
  organizationId: string;
  /** What it is looked up by: the record, or the group. */
  key: string;
  id: string;
  revision: number;
  name: string;
  unitId: string;
  tag: Tag;
  enabled: boolean;
  isBiogenic: boolean;
  gases: OwnValue[];
}

/** kg of co2e and co2, g of ch4 and n2o, from a first day on, up to a last one where there is one. */
export interface OwnValue {
  gas: OwnGas;
  value: string;
  startDate: string;
  endDate: string | null;
}

/** What the result rests on by tag; the others are given beside it. */
const NEEDED: Readonly<Record<Tag, readonly OwnGas[]>> = {
  simple: ["co2e"],
  advanced: ["co2", "ch4", "n2o"],
  full: ["co2e"],
};
/** Where CO2 is biogenic, CO2e is made of the other gases alone. */
const NEEDED_BIOGENIC: readonly OwnGas[] = ["co2", "ch4", "n2o"];

const isApart = ({ isBiogenic, tag }: CustomFactor) => isBiogenic && tag !== "simple";

export const applies = ({ startDate, endDate }: Pick<OwnValue, "startDate" | "endDate">, day: string): boolean =>
  startDate <= day && (endDate === null || day <= endDate);

/** The gases of the day, or the ones that the result would rest on and that do not apply. */
export function gasesOn(factor: CustomFactor, day: string): { valid: OwnValue[]; missing: OwnGas[] } {
  const valid = factor.gases.filter((gas) => applies(gas, day));
  const needed = isApart(factor) ? NEEDED_BIOGENIC : NEEDED[factor.tag];
  return { valid, missing: needed.filter((gas) => !valid.some((value) => value.gas === gas)) };
}

/** The message with these of its values; the days are those on which all of them apply. */
export function toFactor(factor: CustomFactor, gases: readonly OwnValue[], unit: string): Factor {
  const start = gases
    .map(({ startDate }) => startDate)
    .sort()
    .at(-1);
  const [end] = gases.flatMap(({ endDate }) => endDate ?? []).sort();
  return create(FactorSchema, {
    id: factor.id,
    revision: factor.revision,
    name: factor.name,
    category: factor.category,
    key: factor.key,
    year: Number(start?.slice(0, 4) ?? 0),
    unitId: factor.unitId,
    unit,
    values: kilograms(factor, gases),
    method: FactorMethod.SUPPLIER_SPECIFIC,
    organizationId: factor.organizationId,
    ...(start !== undefined && { startDate: start }),
    ...(end !== undefined && { endDate: end }),
  });
}

/**
 * Biogenic CO2 stays outside CO2e. A CO2e that was given with it may hold it, so it is left out as well, and CO2e is
 * weighed from the other gases.
 */
function kilograms(factor: CustomFactor, gases: readonly OwnValue[]) {
  const of = (gas: OwnGas) => gases.find((value) => value.gas === gas)?.value;
  const [co2e, co2, ch4, n2o] = [of("co2e"), of("co2"), of("ch4"), of("n2o")];
  return create(GasValuesSchema, {
    ...(isApart(factor) ? given("biogenicCo2", co2) : { ...given("co2e", co2e), ...given("co2", co2) }),
    ...given("ch4", ch4 && ofGrams(ch4)),
    ...given("n2o", n2o && ofGrams(n2o)),
  });
}

const given = (gas: string, value: string | undefined) => (value === undefined ? {} : { [gas]: { value } });

/** Only the point moves. */
const ofGrams = (grams: string) => plain(new Decimal(grams).times("0.001"));
