import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { EntityType, type RecordInput, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { ExchangeRateKind } from "@emissions/proto/factors/v1/exchange_rate_service";
import {
  type FactorGasSchema,
  FactorMethod,
  type GasValuesSchema,
  type LibrarySelector,
  type MaterialSelector,
  type ResolutionSchema,
  type ResolveFactorsRequest,
  type Selection,
} from "@emissions/proto/factors/v1/selection_service";

const YEN = "2f2c4b1e-0000-5000-8000-000000000001";
export const FACTOR_ID = "2f2c4b1e-0000-5000-8000-000000000002";

/** A purchase in retail for 1000 yen. A test overrides only the fields it needs. */
export function purchase(
  fields: Omit<MessageInitShape<typeof RecordInputSchema>, "$typeName"> & { amount?: string } = {},
): RecordInput {
  const { amount = "1000", ...rest } = fields;
  const day = fields.referenceDate ?? "2024-03-15";
  return create(RecordInputSchema, {
    recordId: newId(),
    revision: 1,
    entityType: EntityType.PURCHASES,
    category: "purchases",
    referenceDate: day,
    startDate: day,
    endDate: day,
    quantity: { value: { value: amount }, unitId: YEN, unit: "JPY" },
    selector: { kind: { case: "spend", value: { sector: "4711", country: "JP" } } },
    gwpSet: "AR6",
    ...rest,
  });
}

/** The exchange rates and the factor in the answers of `factors`. */
export const RATE = { jpy: "162.5", usd: "1.08", factor: "0.353", ch4: "0.001" };

/** Kilograms per kWh in the answers of `factors`, by library category. No other key than "none" has an effect. */
const LIBRARY: Readonly<Record<string, MessageInitShape<typeof GasValuesSchema>>> = {
  fuels: { co2e: { value: "0.2" }, biogenicCo2: { value: "0.05" } },
  fuels_upstream: { co2e: { value: "0.03" } },
  by_gas: { co2: { value: "2" }, ch4: { value: "0.1" }, n2o: { value: "0.01" } },
  biomass: { co2e: { value: "0" }, biogenicCo2: { value: "0.4" } },
  electricity_residual_mix: { co2: { value: "0.4" } },
  electricity_life_cycle: { co2e: { value: "0.5" } },
  refrigerants: { co2e: { value: "1130" } },
  electricity_certificates: { co2e: { value: "0" } },
  electricity_upstream: { co2e: { value: "0.05" } },
  electricity_location: { co2e: { value: "0.1" }, biogenicCo2: { value: "0.01" } },
  waste: { co2e: { value: "0.25" } },
  freight: { co2e: { value: "0.1" } },
  freight_upstream: { co2e: { value: "0.03" } },
  logistics_hubs: { co2e: { value: "1.2" } },
};

/** A library selector. */
export const inLibrary = (category: string, key = "any") => ({
  kind: { case: "library" as const, value: { category, key } },
});

const KWH = "2f2c4b1e-0000-5000-8000-000000000004";
export const kWh = (amount: string) => ({ value: { value: amount }, unitId: KWH, unit: "kWh" });

/** A fake of the factors service: every sector but "none" has the same factor. */
export const factors = {
  calls: [] as number[],
  resolveFactors: ({ selections }: ResolveFactorsRequest) => {
    factors.calls.push(selections.length);
    return { resolutions: selections.map(answer) };
  },
};

function answer({ selector, referenceDate }: Selection): MessageInitShape<typeof ResolutionSchema> {
  const { kind } = selector!;
  if (kind.case === "customGroup") return answerOfWindow("2024-06-10", referenceDate);
  if (kind.case === "customRecord") return answerOfDay(referenceDate);
  if (kind.case === "library") return libraryAnswer(kind.value, referenceDate);
  if (kind.case === "material") return materialAnswer(kind.value);
  if (kind.case === "spend" && kind.value.sector === "none")
    return { failureCode: "SECTOR_NOT_MAPPED", failureDetail: "No such sector." };
  const factor = {
    id: FACTOR_ID,
    revision: 3,
    name: "Retail trade",
    category: "spend",
    key: "4711",
    region: "GLO",
    year: 2022,
    unitId: "2f2c4b1e-0000-5000-8000-000000000003",
    unit: "USD",
    values: { co2e: { value: RATE.factor }, ch4: { value: RATE.ch4 } },
    gwpSet: "AR5",
    source: "A publication",
    licence: "CC0-1.0",
    method: FactorMethod.SPEND_BASED,
  };
  const rate = (currency: string, value: string) => ({
    currency,
    rate: { value },
    requestedDate: referenceDate,
    rateDate: referenceDate,
    kind: ExchangeRateKind.DAILY,
    source: "ECB",
  });
  const [jpy, usd] = [rate("JPY", RATE.jpy), rate("USD", RATE.usd)];
  const one = { value: "1" };
  return {
    factor,
    euroRate: jpy,
    conversion: [
      { fromUnit: "JPY", toUnit: "EUR", multiplyBy: one, divideBy: jpy.rate, exchangeRate: jpy },
      { fromUnit: "EUR", toUnit: "USD", multiplyBy: usd.rate, divideBy: one, exchangeRate: usd },
    ],
    candidates: [{ rank: 1, chosen: true, reason: "The only one.", factor }],
  };
}

/** R-401A: 13 % HFC-152a, and two HCFC that are outside the Kyoto Protocol. */
const R_401A: MessageInitShape<typeof FactorGasSchema>[] = [
  { gas: "hcfc_22", kilograms: { value: "0.53" }, ...gwps("1810", "1760", "1960") },
  { gas: "hfc_152a", kilograms: { value: "0.13" }, kyoto: true, ...gwps("124", "138", "164") },
  { gas: "hcfc_124", kilograms: { value: "0.34" }, ...gwps("609", "527", "597") },
];

function gwps(ar4: string, ar5: string, ar6: string) {
  return { gwpAr4: { value: ar4 }, gwpAr5: { value: ar5 }, gwpAr6: { value: ar6 } };
}

/** Kilograms per kWh of the category `by_year`. Other years have no factor. */
const BY_YEAR: Readonly<Record<string, string>> = { 2023: "0.3", 2024: "0.2", 2025: "0.1" };

function libraryAnswer({ category, key }: LibrarySelector, day: string): MessageInitShape<typeof ResolutionSchema> {
  if (category === "by_year") return answerOfYear(day.slice(0, 4));
  const values = LIBRARY[category];
  if (category === "another_unit") return { failureCode: "UNIT_NOT_CONVERTIBLE", failureDetail: "kWh fits no factor." };
  if (values === undefined || key === "none")
    return { failureCode: "FACTOR_NOT_FOUND", failureDetail: `No factor for ${category}.` };
  // As in the library: the source does not state methane and nitrous oxide of biomass.
  if (key === "biomass")
    return { factor: { id: FACTOR_ID, revision: 1, category, key, unit: "kWh", values: { co2: { value: "0" } } } };
  const refrigerant = category === "refrigerants" && { gases: R_401A, gwpSet: "AR5" };
  const factor = { id: FACTOR_ID, revision: 1, category, key, unitId: KWH, unit: "kWh", values, ...refrigerant };
  return { factor, candidates: [{ rank: 1, chosen: true, reason: `The one for ${category}.`, factor }] };
}

/** Kilograms per tonne of primary and closed-loop material, by product. */
const MATERIALS: Readonly<Record<string, { primary: string; closedLoop?: string }>> = {
  glass: { primary: "1400", closedLoop: "800" },
  brick: { primary: "240" },
};

function materialAnswer({ productName, recycled }: MaterialSelector): MessageInitShape<typeof ResolutionSchema> {
  const figures = MATERIALS[productName]!;
  const value = recycled ? figures.closedLoop : figures.primary;
  if (value === undefined) return { failureCode: "FACTOR_NOT_FOUND", failureDetail: "No closed-loop figure." };
  const key = recycled ? `${productName}-closed-loop` : productName;
  const factor = { id: FACTOR_ID, revision: 1, category: "materials", key, unit: "t", values: { co2e: { value } } };
  return { factor, fitness: { origin: "GB" } };
}

function answerOfYear(year: string): MessageInitShape<typeof ResolutionSchema> {
  const value = BY_YEAR[year];
  if (value === undefined) return { failureCode: "FACTOR_NOT_FOUND", failureDetail: `No factor for ${year}.` };
  const values = { co2e: { value } };
  const factor = { id: FACTOR_ID, revision: Number(year), category: "by_year", unitId: KWH, unit: "kWh", values };
  return { factor, validUntil: `${year}-12-31`, fitness: { origin: "GB", staleYears: year === "2025" ? 1 : 0 } };
}

/** The factor is 1 kg per kWh up to that day, and 2 kg from the next day on. */
function answerOfWindow(lastDay: string, day: string): MessageInitShape<typeof ResolutionSchema> {
  const isFirst = day <= lastDay;
  const values = { co2e: { value: isFirst ? "1" : "2" } };
  const factor = {
    id: FACTOR_ID,
    revision: isFirst ? 1 : 2,
    category: "custom_group",
    unitId: KWH,
    unit: "kWh",
    values,
  };
  return { factor, ...(isFirst && { validUntil: lastDay }) };
}

/** Each day has its own revision. */
function answerOfDay(day: string): MessageInitShape<typeof ResolutionSchema> {
  const revision = Number(day.replaceAll("-", ""));
  const values = { co2e: { value: "1" } };
  const factor = { id: FACTOR_ID, revision, category: "custom_record", unitId: KWH, unit: "kWh", values };
  return { factor, validUntil: day };
}
