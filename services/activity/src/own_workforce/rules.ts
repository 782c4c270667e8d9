import { type Check, missing, placed, violation } from "@emissions/kit/wire/checks";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { checkCountry, checkPeriodOrder } from "../checks.ts";
import { overlapsIn } from "./overlaps.ts";
import type { Contract, Remuneration, readRow } from "./values.ts";

const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2200-12-31";
const CURRENCY = "currency";

/** Catalogues that contracts refer to. */
export interface WorkforceLookups {
  countries: ReadonlyMap<string, Country>;
  /** By ISO 4217 code. */
  currencies: ReadonlySet<string>;
}

export const currenciesOf = (units: ReadonlyMap<string, UnitDetail>): ReadonlySet<string> =>
  new Set([...units.values()].flatMap(({ dimension, code }) => (dimension === CURRENCY ? code : [])));

/** Violations of the contracts of one person, and of the birth date. The fields alone are valid. */
export function checkContracts(
  { birthDate, contracts }: { birthDate: string | null; contracts: readonly Contract[] },
  lookups: WorkforceLookups,
): Check[] {
  const each = contracts.flatMap((contract, at) => [
    ...within(["contracts", at], checkContract(contract, lookups)),
    ...contract.remunerations.flatMap((pay, place) =>
      within(["contracts", at, "remunerations", place], checkRemuneration(pay, contract, lookups)),
    ),
    ...overlapsIn(contract.remunerations).flatMap(({ at: place, with: other }) =>
      within(["contracts", at, "remunerations", place], [payOverlaps("start_date", `the one at index ${other}`)]),
    ),
  ]);
  const overlaps = overlapsIn(contracts).flatMap(({ at, with: other }) =>
    within(["contracts", at], [contractOverlaps("start_date", `the one at index ${other}`)]),
  );
  return [...checkBirthDate(birthDate, contracts), ...each, ...overlaps];
}

export const contractOverlaps = (field: string, other: string): Check =>
  violation(field, "contracts_overlap", `the contract overlaps ${other}`);

export const payOverlaps = (field: string, other: string): Check =>
  violation(field, "remunerations_overlap", `the remuneration overlaps ${other}`);

/** Null after the erasure of a person. */
export function checkBirthDate(birthDate: string | null, contracts: readonly Pick<Contract, "startDate">[]): Check[] {
  if (birthDate === null) return [];
  if (birthDate >= FIRST_DAY && contracts.every(({ startDate }) => birthDate <= startDate)) return [];
  const msg = `must lie between ${FIRST_DAY} and the first day of the first contract`;
  return [violation("birth_date", "value_error.birth_date", msg)];
}

export function checkContract(contract: Contract, { countries }: WorkforceLookups): Check[] {
  const { startDate, endDate, endDateReason, country } = contract;
  return [
    ...checkDays({ start_date: startDate, end_date: endDate }),
    ...checkPeriodOrder({ startDate, endDate: endDate ?? "" }),
    ...(endDateReason !== null && endDate === null ? [missing("end_date")] : []),
    ...checkCountry("country", country, countries),
  ];
}

export function checkRemuneration(pay: Remuneration, contract: Contract, { currencies }: WorkforceLookups): Check[] {
  const { startDate, endDate, currency } = pay;
  // A row without a currency has the violation of its own.
  const checks =
    currency === "" || currencies.has(currency)
      ? []
      : [violation("currency", "value_error.currency", "not an ISO 4217 code of a known currency")];
  const outside = outsideOf(pay, contract);
  if (outside !== null) {
    const msg = "the remuneration leaves the period of its contract";
    return [...checks, violation(outside, "remuneration_outside_contract", msg)];
  }
  return [...checks, ...checkPeriodOrder({ startDate, endDate: endDate ?? "" })];
}

/** The first day of a remuneration that lies outside of its contract. */
function outsideOf(pay: Remuneration, contract: Contract): "start_date" | "end_date" | null {
  const isAfter = (day: string) => contract.endDate !== null && day > contract.endDate;
  if (pay.startDate < contract.startDate || isAfter(pay.startDate)) return "start_date";
  return pay.endDate !== null && (isAfter(pay.endDate) || pay.endDate > LAST_DAY) ? "end_date" : null;
}

function checkDays(days: Readonly<Record<string, string | null>>): Check[] {
  const msg = `must lie between ${FIRST_DAY} and ${LAST_DAY}`;
  return Object.entries(days).flatMap(([field, day]) =>
    day === null || (day >= FIRST_DAY && day <= LAST_DAY) ? [] : [violation(field, "value_error.date", msg)],
  );
}

/** Values of a remuneration without an amount. */
export function checkAmountOfRow(row: ReturnType<typeof readRow>): Check[] {
  const { grossAnnualRemuneration: amount, currency, remunerationStartDate: start, remunerationEndDate: end } = row;
  if (amount !== null) return currency === null ? [missing("currency")] : [];
  return (currency ?? start ?? end) ? [missing("gross_annual_remuneration")] : [];
}

/** Names of fields in a row of a batch. */
const CONTRACT_FIELDS: Readonly<Record<string, string>> = {
  start_date: "contract_start_date",
  end_date: "contract_end_date",
};
const REMUNERATION_FIELDS: Readonly<Record<string, string>> = {
  start_date: "remuneration_start_date",
  end_date: "remuneration_end_date",
};

/** The rules of one row alone. The fields are valid. */
export function checkRow(contract: Contract, birthDate: string, lookups: WorkforceLookups): Check[] {
  const [pay] = contract.remunerations;
  return [
    ...checkBirthDate(birthDate, [contract]),
    ...renamed(checkContract(contract, lookups), CONTRACT_FIELDS),
    ...(pay === undefined ? [] : renamed(checkRemuneration(pay, contract, lookups), REMUNERATION_FIELDS)),
  ];
}

const renamed = (checks: readonly Check[], names: Readonly<Record<string, string>>): Check[] =>
  checks.map(({ loc, ...rest }) => ({ ...rest, loc: ["body", names[loc[1]!] ?? loc[1]!] }));

const within = (place: readonly (string | number)[], checks: readonly Check[]): Check[] =>
  placed(checks, "body", ...place);
