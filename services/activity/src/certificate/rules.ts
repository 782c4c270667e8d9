import { type Check, missing, violation } from "@emissions/kit/wire/checks";
import { type CertificateValues, CertificateValuesSchema } from "@emissions/proto/activity/v1/certificate_service";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import { parse } from "@emissions/quantity/decimal";
import { checkCountry } from "../checks.ts";
import { yearOf } from "../coverage/rules.ts";
import { valuesChecker } from "../records/checks.ts";
import { type ValuesOf, valueColumns, valuesReader } from "../records/columns.ts";

/** The values of a certificate as its table stores them. */
export type NewCertificate = ValuesOf<CertificateValues, "mwh">;

export const COLUMNS = valueColumns(CertificateValuesSchema);
export const readValues = valuesReader<NewCertificate>(COLUMNS);
const checkFields = valuesChecker(COLUMNS);

/** Their direct emissions differ from plant to plant. */
const RATE_REQUIRED: ReadonlySet<string> = new Set(["natural_gas", "coal", "oil", "waste", "other"]);

export function checkCertificate(values: NewCertificate, countries: ReadonlyMap<string, Country>): Check[] {
  const found = checkFields(values);
  if (found.length > 0) return found;
  return [...checkCountry("country", values.country, countries), ...checkProduction(values), ...checkRate(values)];
}

function checkProduction({ productionStartDate: first, productionEndDate: last }: NewCertificate): Check[] {
  if (last < first) return [violation("production_end_date", "end_date_before_start_date", "ends before it starts")];
  if (yearOf(first) === yearOf(last)) return [];
  return [violation("production_end_date", "value_error.calendar_year", "not in the year of production_start_date")];
}

function checkRate({ technology, emissionRate }: NewCertificate): Check[] {
  if (!RATE_REQUIRED.has(technology ?? "")) return [];
  if (emissionRate === null) return [missing("emission_rate")];
  if (/[1-9]/.test(emissionRate)) return [];
  return [violation("emission_rate", "value_error.number.not_gt", "greater than 0 for this technology")];
}

/** Fields that decide about the emissions of invoices, besides the rate. They stay while invoices use the certificate. */
const FIXED_WHILE_USED = [
  "type",
  "technology",
  "country",
  "productionStartDate",
  "productionEndDate",
] as const satisfies readonly (keyof NewCertificate)[];

export const changesUse = (before: NewCertificate, after: NewCertificate): boolean =>
  FIXED_WHILE_USED.some((field) => before[field] !== after[field]) || !isSameRate(before, after);

/** "350.50" is the rate 350.5. */
const isSameRate = ({ emissionRate: a }: NewCertificate, { emissionRate: b }: NewCertificate): boolean =>
  a === null || b === null ? a === b : parse(a).eq(parse(b));
