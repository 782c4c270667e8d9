import { create } from "@bufbuild/protobuf";
import {
  type Factor,
  FactorMethod,
  FactorSchema,
  GasValuesSchema,
  MethaneOrigin as MethaneOriginMessage,
} from "@emissions/proto/factors/v1/selection_service";
import { Decimal, parse, plain } from "@emissions/quantity/decimal";
import { GWP_SETS, type GwpSet, gwpOf, type MethaneOrigin } from "@emissions/quantity/gases";
import { addDays } from "@emissions/quantity/period";
import type { Marks } from "../../catalogue/sectors.ts";
import { yearEnd } from "../years.ts";
import type { CustomGas, EvidenceFile, Tag } from "./queries.ts";

/** One revision of a custom factor. It is immutable, so it can be cached. */
export interface CustomFactor {
  category: "custom_record" | "custom_group";
  organizationId: string;
  /** Id of the record or group. */
  key: string;
  id: string;
  revision: number;
  name: string;
  unitId: string;
  tag: Tag;
  enabled: boolean;
  isBiogenic: boolean;
  gases: CustomGasValue[];
  source: CustomSource;
}

/** The database and version of a record, or the group. */
export interface CustomSource {
  databaseId?: string;
  database: string;
  versionId?: string;
  version?: string;
  uncertaintyGrade: string;
  evidence: EvidenceFile[];
}

/** Value of one gas with its days of validity: kg of co2e and co2, g of ch4 and n2o. */
export interface CustomGasValue {
  gas: CustomGas;
  value: string;
  startDate: string;
  endDate: string | null;
}

/** The gases that the result needs, by tag. Values of other gases are optional. */
const REQUIRED_GASES: Readonly<Record<Tag, readonly CustomGas[]>> = {
  simple: ["co2e"],
  advanced: ["co2", "ch4", "n2o"],
  full: ["co2e"],
};
/** If CO2 is biogenic, CO2e consists of the other gases. */
const REQUIRED_BIOGENIC_GASES: readonly CustomGas[] = ["co2", "ch4", "n2o"];

const hasBiogenicCo2 = ({ isBiogenic, tag }: CustomFactor) => isBiogenic && tag !== "simple";

export const applies = ({ startDate, endDate }: Pick<CustomGasValue, "startDate" | "endDate">, day: string): boolean =>
  startDate <= day && (endDate === null || day <= endDate);

/** The last day before one of the windows starts or ends, at most the end of the year. */
export function lastDayWithin(windows: readonly Pick<CustomGasValue, "startDate" | "endDate">[], day: string): string {
  const changes = windows.flatMap(({ startDate, endDate }) => [
    ...(startDate > day ? [addDays(startDate, -1)] : []),
    ...(endDate !== null && endDate >= day ? [endDate] : []),
  ]);
  return [yearEnd(day), ...changes].sort()[0]!;
}

/** The valid gases of a day, and the required gases without a valid value. */
export function gasesOn(factor: CustomFactor, day: string): { valid: CustomGasValue[]; missing: CustomGas[] } {
  const valid = factor.gases.filter((gas) => applies(gas, day));
  const needed = hasBiogenicCo2(factor) ? REQUIRED_BIOGENIC_GASES : REQUIRED_GASES[factor.tag];
  return { valid, missing: needed.filter((gas) => !valid.some((value) => value.gas === gas)) };
}

/** Share of the CO2e by which the gases may differ from it. */
const TOLERANCE = "0.02";
const ORIGINS = ["fossil", "nonFossil"] as const;

/** Whether CO2e and gases contradict each other under every set of warming potentials; an own factor states none. */
function gasesDiffer({ values }: Factor): boolean {
  const { co2e, co2, ch4, n2o } = values ?? {};
  if (!co2e || !co2 || !ch4 || !n2o) return false;
  const whole = parse(co2e.value);
  const isNear = (set: GwpSet, origin: MethaneOrigin) => {
    const methane = parse(ch4.value).times(gwpOf(set, "ch4", origin));
    const sum = parse(co2.value)
      .plus(methane)
      .plus(parse(n2o.value).times(gwpOf(set, "n2o", origin)));
    return sum.minus(whole).abs().lte(whole.times(TOLERANCE));
  };
  return !GWP_SETS.some((set) => ORIGINS.some((origin) => isNear(set, origin)));
}

export const marksOf = (factor: Factor): Marks => (gasesDiffer(factor) ? { gasesDiffer: true } : {});

/** The message with the given gases. Its days are those on which all of them are valid. */
export function toFactor(factor: CustomFactor, gases: readonly CustomGasValue[], unit: string): Factor {
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
    unitId: factor.unitId,
    unit,
    values: kilograms(factor, gases),
    source: sourceOf(factor.source),
    method: FactorMethod.SUPPLIER_SPECIFIC,
    methaneOrigin: hasBiogenicCo2(factor) ? MethaneOriginMessage.NON_FOSSIL : MethaneOriginMessage.UNSPECIFIED,
    organizationId: factor.organizationId,
    customSource: { ...factor.source, uncertaintyGrade: { value: factor.source.uncertaintyGrade } },
    ...(start !== undefined && { startDate: start }),
    ...(end !== undefined && { endDate: end }),
  });
}

/**
 * Excludes biogenic CO2 from CO2e. The CO2e value of the record may include it, so that value is omitted too. Calc then
 * computes CO2e from the other gases.
 */
function kilograms(factor: CustomFactor, gases: readonly CustomGasValue[]) {
  const of = (gas: CustomGas) => gases.find((value) => value.gas === gas)?.value;
  const [co2e, co2, ch4, n2o] = [of("co2e"), of("co2"), of("ch4"), of("n2o")];
  return create(GasValuesSchema, {
    ...(hasBiogenicCo2(factor) ? given("biogenicCo2", co2) : { ...given("co2e", co2e), ...given("co2", co2) }),
    ...given("ch4", ch4 && kilogramsOf(ch4)),
    ...given("n2o", n2o && kilogramsOf(n2o)),
  });
}

const sourceOf = ({ database, version }: CustomSource) =>
  version === undefined ? database : `${database}, ${version}`;

const given = (gas: string, value: string | undefined) => (value === undefined ? {} : { [gas]: { value } });

/** Exact: only the decimal point moves. */
const kilogramsOf = (grams: string) => plain(new Decimal(grams).times("0.001"));
